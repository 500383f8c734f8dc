/*
 * The kit as a daemon's board: the firmware in simulation, at a Unix socket that tests/e2e/lib/serial_ports.c makes the
 * daemon take for a port.
 *
 *     board PORT [FAULT...]          faults as in wiring.h
 *
 * Time is told to it: nothing happens but by a line on standard input.
 *
 *     run US          goes on to that time, or as far as something has been said; answers "at US". The first one tells when
 *                     it gets power
 *     close e4, open e4, frame 0011.../...       as in a recording; press 0, release 0    a button
 *     pull, plug      the cable
 *     off, on         cable and power
 *     look            answers what can be seen, in numbers: "seen RESTARTS PICTURES LIGHT SAID HEARD"
 *
 * RESTARTS are of its processor since it had power, LIGHT is the sum of all the lamps' channels, SAID and HEARD are bytes.
 * Opening the port pulls the reset line, as an Arduino's USB does, and its bootloader then takes a second, in which it hears
 * nothing. What is said goes to the host as USB takes it, each millisecond.
 */
#define _GNU_SOURCE /* accept4() */

#include "tests/nano/nano.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PACKET_US = 1000, BOOT_US = 1000000, LINE = 256 };

static struct {
	const char *path;
	const char *const *faults;
	int fault_count;
	int port, host; /* descriptors; -1: unplugged, not opened */

	struct nano *nano; /* NULL: it has no power */
	uint64_t now_us;
	uint64_t ahead_us; /* of the controller, which did not run all the time */
	uint64_t boot_us;  /* when the bootloader ends; 0: it has */
	bool closed[WIRING_SQUARES];
	uint64_t said, heard;
} board = {.port = -1, .host = -1};

static void fail(const char *what)
{
	fprintf(stderr, "board: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* ---- power ---- */

static void power_on(void)
{
	if (board.nano)
		return;
	board.nano = nano_make("build/firmware/nano.elf", "hardware/kicad", board.faults,
			       board.fault_count);
	if (!board.nano)
		exit(2);
	for (int i = 0; i < WIRING_SQUARES; i++)
		nano_contact(board.nano, i, board.closed[i]);
	board.ahead_us = board.now_us;
	board.boot_us = 0;
}

static void power_off(void)
{
	nano_destroy(board.nano);
	board.nano = NULL;
}

/* ---- the line ---- */

static void plug_in(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	if (board.port >= 0)
		return;
	if (strlen(board.path) >= sizeof address.sun_path)
		fail("its port's path is too long");
	memcpy(address.sun_path, board.path, strlen(board.path) + 1);
	board.port = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (board.port < 0 || bind(board.port, (struct sockaddr *)&address, sizeof address) < 0 ||
	    listen(board.port, 1) < 0)
		fail(board.path);
}

static void hang_up(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void pull_out(void)
{
	unlink(board.path);
	hang_up(&board.port);
	hang_up(&board.host);
}

static void take_host(void)
{
	int host =
		board.port < 0 ? -1 : accept4(board.port, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

	if (host < 0)
		return;
	hang_up(&board.host);
	board.host = host;
	board.boot_us = board.now_us + BOOT_US;
}

/* All that the host has said by now: it says nothing while this runs. */
static void hear(void)
{
	uint8_t bytes[4096];
	ssize_t count;

	take_host();
	while (board.host >= 0 && (count = read(board.host, bytes, sizeof bytes)) != -1) {
		if (count == 0) {
			hang_up(&board.host);
		} else if (board.nano && !board.boot_us) {
			nano_hear(board.nano, bytes, (size_t)count);
			board.heard += (uint64_t)count;
		}
	}
}

/* Whether there was something to say. */
static bool say(void)
{
	static uint8_t bytes[NANO_LINE];
	size_t count = nano_take(board.nano, bytes, sizeof bytes);

	if (count == 0 || board.host < 0)
		return false;
	board.said += count;
	if (send(board.host, bytes, count, MSG_NOSIGNAL) != (ssize_t)count)
		hang_up(&board.host);
	return true;
}

/* ---- time ---- */

static void boot(void)
{
	board.boot_us = 0;
	nano_reset(board.nano);
	board.ahead_us = board.now_us - nano_us(board.nano);
}

/* The end of a packet's time, however time is cut into runs. */
static uint64_t packet_end(uint64_t now_us, uint64_t to_us)
{
	uint64_t end_us = (now_us / PACKET_US + 1) * PACKET_US;

	return end_us < to_us ? end_us : to_us;
}

static void run(uint64_t to_us)
{
	if (board.now_us == 0) {
		board.now_us = to_us;
		power_on();
	}
	hear();
	while (board.now_us < to_us) {
		bool boots = board.nano && board.boot_us > board.now_us;

		if (!board.nano || boots) {
			board.now_us = boots && board.boot_us < to_us ? board.boot_us : to_us;
			continue;
		}
		if (board.boot_us)
			boot();
		board.now_us = packet_end(board.now_us, to_us);
		nano_run_to(board.nano, (board.now_us - board.ahead_us) * NANO_US);
		if (board.now_us % PACKET_US == 0 && say())
			break;
	}
	printf("at %" PRIu64 "\n", board.now_us);
}

/* ---- what happens to it ---- */

static void set(int square, bool closed)
{
	if (square < 0 || square >= WIRING_SQUARES)
		fail("there is no such square");
	board.closed[square] = closed;
	if (board.nano)
		nano_contact(board.nano, square, closed);
}

static int square_of(const char *name)
{
	return name[0] - 'a' + (atoi(name + 1) - 1) * WIRING_COLUMNS;
}

static void set_all(const char *rows)
{
	int square = 0;

	for (; *rows; rows++)
		if (*rows != '/')
			set(square++, *rows == '1');
}

static void look(void)
{
	const struct nano *nano = board.nano;

	printf("seen %u %u %u %" PRIu64 " %" PRIu64 "\n", nano ? nano->restarts : 0,
	       nano ? nano->lamps.pictures : 0, nano ? lamp_chain_sum(&nano->lamps) : 0, board.said,
	       board.heard);
}

static void cut_off(void)
{
	pull_out();
	power_off();
}

static void connect_again(void)
{
	power_on();
	plug_in();
}

static void press(const char *button, bool down)
{
	if (board.nano)
		nano_press(board.nano, button[0] == '1', down);
}

static void obey(const char *verb, const char *what)
{
	static const struct {
		const char *verb;
		void (*act)(void);
	} simple[] = {{"pull", pull_out},
		      {"plug", plug_in},
		      {"off", cut_off},
		      {"on", connect_again},
		      {"look", look}};

	for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
		if (strcmp(verb, simple[i].verb) == 0) {
			simple[i].act();
			return;
		}
	if (strcmp(verb, "run") == 0)
		run(strtoull(what, NULL, 10));
	else if (strcmp(verb, "frame") == 0)
		set_all(what);
	else if (strcmp(verb, "press") == 0 || strcmp(verb, "release") == 0)
		press(what, verb[0] == 'p');
	else if (strcmp(verb, "open") == 0 || strcmp(verb, "close") == 0)
		set(square_of(what), verb[0] == 'c');
	else
		fail(verb);
}

int main(int argc, char **argv)
{
	char line[LINE], verb[LINE], what[LINE];

	if (argc < 2)
		fail("usage: board PORT [FAULT...]");
	board.path = argv[1];
	board.faults = (const char *const *)argv + 2;
	board.fault_count = argc - 2;
	plug_in();
	while (fgets(line, sizeof line, stdin)) {
		what[0] = '\0';
		if (sscanf(line, "%255s %255s", verb, what) >= 1)
			obey(verb, what);
		fflush(stdout);
	}
	pull_out();
	power_off();
	return EXIT_SUCCESS;
}
