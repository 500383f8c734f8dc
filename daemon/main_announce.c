/*
 * What people at the machine see when the table is ready: addresses first, then codes for the free seats,
 * to be scanned as far as the terminal has room for them. All of it fits into 24 lines of 80 columns.
 */
#include "daemon/admin/admin.h"
#include "daemon/base/qr.h"
#include "daemon/base/version.h"
#include "daemon/broker/access.h"
#include "daemon/config/config.h"
#include "daemon/main.h"
#include "daemon/referee/refusal.h"
#include "daemon/seats/seats.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

enum {
	PLAYERS = 2,
	INDENT = 2,
	OTHER_LINES = 5, /* what is above and below codes that are scanned, and the cursor */
	TAKEN_LINES = 2	 /* more of them for each seat that is taken */
};

/* A code for a free seat. */
struct offered {
	const char *name;
	struct admin_code code;
	char scanned[ADMIN_URL]; /* the address as a QR code has it */
};

/* Capital letters take less room in a QR code, and what is behind the # may be in either. */
static void make_scanned(struct offered *offered)
{
	char *letter;

	snprintf(offered->scanned, sizeof offered->scanned, "%s", offered->code.url);
	letter = strchr(offered->scanned, '#');
	for (; letter && *letter; letter++)
		*letter = (char)toupper((unsigned char)*letter);
}

static bool offer(struct adjutantd *self, enum seat seat, struct offered *offered)
{
	struct refusal unused;

	offered->name = seat_name(seat);
	if (seats_is_paired(self->seats, seat) ||
	    admin_offer(&self->admin, seat, false, WISH_OF_OPERATOR, &offered->code, &unused) < 0)
		return false;
	make_scanned(offered);
	return true;
}

static void print_address(struct adjutantd *self, const char *name, const char *page)
{
	char address[CONFIG_NAME];

	admin_address(&self->admin, address);
	printf("  %-6s http://%s:%u/%s", name, address, self->admin.http_port, page);
}

/* Returns 1, for the count of them. */
static unsigned print_taken(struct adjutantd *self, enum seat seat, const char *page)
{
	print_address(self, seat_name(seat), page);
	printf("\n         is taken; for another device: adjutant pair %s --move\n",
	       seat_name(seat));
	return 1;
}

/* ---- codes ---- */

/* as many as there are free players' seats, beside each other; 0: there is no room */
static unsigned columns_for(const struct offered *offered, unsigned count, unsigned taken)
{
	struct winsize window = {0};
	unsigned columns = 0, lines = 0;

	for (unsigned i = 0; i < count; i++) {
		unsigned width = qr_width(offered[i].scanned);

		columns += INDENT + width;
		lines = (width + 1) / 2 > lines ? (width + 1) / 2 : lines;
	}
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) < 0 || window.ws_row == 0) {
		window.ws_row = 24;
		window.ws_col = 80;
	}
	if (lines + OTHER_LINES + TAKEN_LINES * taken > window.ws_row || columns > window.ws_col)
		return 0;
	return count > 0 ? columns / count : 0;
}

/* taken: how many seats were said to be */
static void print_codes(struct adjutantd *self, const struct offered *offered, unsigned count,
			unsigned taken)
{
	const char *texts[PLAYERS] = {offered[0].scanned, offered[1].scanned};
	unsigned columns = columns_for(offered, count, taken);

	if (columns > 0 && qr_print_beside(stdout, texts, count, INDENT) == 0) {
		for (unsigned i = 0; i < count; i++)
			printf("  %s: scan, or type %-*s", offered[i].name,
			       (int)(columns - strlen(offered[i].name) - 18),
			       offered[i].code.short_code);
		putchar('\n');
		return;
	}
	for (unsigned i = 0; i < count; i++)
		printf("  %-6s %s  %s\n", offered[i].name, offered[i].code.url,
		       offered[i].code.short_code);
	if (count > 0 && self->config.driver == DRIVER_VIRTUAL)
		puts("The table's page shows these codes to be scanned.");
}

static void announce_to_people(struct adjutantd *self)
{
	struct offered table, players[PLAYERS] = {0};
	unsigned count = 0, taken = 0;

	printf("Adjutant " ADJUTANT_VERSION
	       ". Codes work for %u minutes, then `adjutant pair red`. Ctrl-C ends.\n",
	       self->config.code_minutes);
	if (self->config.driver == DRIVER_VIRTUAL) {
		if (offer(self, SEAT_TABLE, &table))
			printf("  %-6s %s\n", table.name, table.code.url);
		else
			taken += print_taken(self, SEAT_TABLE, "table");
	}
	print_address(self, "watch", "watch\n");
	for (unsigned seat = SEAT_RED; seat <= SEAT_BLUE; seat++)
		if (offer(self, (enum seat)seat, &players[count]))
			count++;
		else
			taken += print_taken(self, (enum seat)seat, "play");
	print_codes(self, players, count, taken);
}

/* Who reads a code has the seat, and a log is read by others, and later. */
static void announce_to_log(struct adjutantd *self)
{
	puts("Adjutant " ADJUTANT_VERSION);
	if (self->config.driver == DRIVER_VIRTUAL)
		print_address(self, "table", "table\n");
	print_address(self, "watch", "watch\n");
	print_address(self, "play", "play\n");
	puts("Codes for the seats are shown at a terminal only, since who reads one can take the "
	     "seat:\n`adjutant pair red` makes one.");
}

void main_announce(struct adjutantd *self)
{
	if (isatty(STDOUT_FILENO))
		announce_to_people(self);
	else
		announce_to_log(self);
	fflush(stdout);
	sd_notify(0, "READY=1\nSTATUS=The table is ready.");
}
