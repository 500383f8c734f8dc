/*
 * The sentences about faults of a serial board, and which of several is the worst.
 * serial_link_wrong.c detects them.
 */
#include "drivers/serial/serial_faults.h"

#include "rules/bits.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

void serial_faults_init(struct serial_faults *faults, const struct board_listener *listener)
{
	*faults = (struct serial_faults){.listener = *listener, .told = SERIAL_TOLD_NOTHING};
}

/* ---- sentences ---- */

enum { NAMED = 4 }; /* squares, before the rest is only counted */

static void list_squares(struct bits squares, char *text, size_t room)
{
	unsigned count = bits_count(squares), named = count <= NAMED ? count : NAMED;
	size_t length = 0;

	for (unsigned i = 0; i < named && length < room; i++) {
		char name[SQ_NAME_SIZE];
		const char *before = i == 0 ? "" : i + 1 == count ? " and " : ", ";

		sq_format(bits_take(&squares), name);
		length += (size_t)snprintf(text + length, room - length, "%s%s", before, name);
	}
	if (count > named && length < room)
		snprintf(text + length, room - length, " and %u more", count - named);
}

static void say_version(const struct serial_facts *facts, char *text, size_t room, bool newer)
{
	snprintf(text, room,
		 "the board at %s speaks protocol %u.%u, %s than this adjutantd's %d.%d: %s",
		 facts->port, facts->hello.major, facts->hello.minor, newer ? "newer" : "older",
		 SERIAL_MAJOR, SERIAL_MINOR,
		 newer ? "update adjutantd, or load an older firmware"
		       : "load the firmware that goes with this adjutantd");
}

static void say_size(const struct serial_facts *facts, char *text, size_t room)
{
	snprintf(text, room,
		 "the board at %s has %u x %u squares, and this edition needs %u x %u: choose an "
		 "edition for that board, or plug in the other board",
		 facts->port, facts->hello.columns, facts->hello.rows,
		 boards[facts->squares].columns, boards[facts->squares].rows);
}

/* Only one of the two can be missing, or it would be a board without sensors. */
static void say_sensors(const struct serial_facts *facts, char *text, size_t room)
{
	bool reeds = facts->hello.sensors & SERIAL_REEDS;

	snprintf(text, room,
		 "the board at %s has %s and no %s: write sensors = %s in the configuration, or "
		 "set up its firmware",
		 facts->port, reeds ? "contacts" : "tag readers",
		 reeds ? "tag readers" : "contacts", reeds ? "reed" : "rfid");
}

static void say_restarts(const struct serial_facts *facts, char *text, size_t room)
{
	static const char *const remedies[] = {
		[SERIAL_BY_UNKNOWN] = "check its supply and its cable",
		[SERIAL_BY_POWER] = "its supply comes and goes: check plug and cable",
		[SERIAL_BY_BUTTON] = "its reset line is pulled: check the button and its wire",
		[SERIAL_BY_WATCHDOG] = "its firmware hangs: load a newer one",
		[SERIAL_BY_BROWN_OUT] = "its voltage drops: use a stronger supply",
		[SERIAL_BY_SOFTWARE] = "its firmware asks for it: load a newer one",
	};
	unsigned cause = facts->hello.cause;

	snprintf(text, room, "the board at %s restarts again and again; %s", facts->port,
		 remedies[cause < sizeof remedies / sizeof *remedies ? cause : SERIAL_BY_UNKNOWN]);
}

static void say_supply(const struct serial_facts *facts, char *text, size_t room)
{
	char voltage[24] = "";

	if (facts->health.supply_mv > 0)
		snprintf(voltage, sizeof voltage, " (%u.%02u V)", facts->health.supply_mv / 1000u,
			 facts->health.supply_mv % 1000u / 10);
	snprintf(text, room,
		 "the supply of the board at %s is low%s: use a stronger one or a shorter cable",
		 facts->port, voltage);
}

static void say_readers(const struct serial_facts *facts, char *text, size_t room)
{
	char squares[48] = "";
	bool one = bits_count(facts->silent) == 1;

	list_squares(facts->silent, squares, sizeof squares);
	snprintf(text, room,
		 "the tag reader%s under %s do%s not answer: check %s plug%s and solder",
		 one ? "" : "s", squares, one ? "es" : "", one ? "its" : "their", one ? "" : "s");
}

static void say_setting(const struct serial_facts *facts, char *text, size_t room)
{
	snprintf(text, room,
		 "the board at %s refuses scan-hz = %u: it can do up to %u; change the "
		 "configuration",
		 facts->port, facts->scan_hz, facts->hello.scan_hz_max);
}

/* The sentences that need only the port's name: what comes before it and after it. */
static const char *const around_port[SERIAL_FAULT_COUNT][2] = {
	[SERIAL_FAULT_NO_SENSORS] = {"the board at ",
				     " says that it has neither contacts nor tag readers: set up "
				     "its firmware"},
	[SERIAL_FAULT_ECHO] = {"", " gives back what is sent to it: its RX and TX are joined, or "
				   "a modem or terminal is there instead of a board"},
	[SERIAL_FAULT_NONSENSE] = {"the board at ",
				   " says things that its protocol does not know: load another "
				   "firmware, or correct it (hardware/protocol.md)"},
	[SERIAL_FAULT_DEAF] = {"the board at ",
			       " can be heard but does not hear: check the wire from this side's "
			       "TX to its RX"},
	[SERIAL_FAULT_TEXT] = {"", " sends text instead of frames: it is another device, or a "
				   "board without Adjutant's firmware"},
	[SERIAL_FAULT_NEVER_HEARD] = {"nothing comes from ",
				      ": check that the board has power and firmware, and that "
				      "its TX goes to this side's RX"},
	[SERIAL_FAULT_SILENT] = {"the board at ",
				 " has fallen silent: check its cable and power; play goes on when "
				 "it answers"},
	[SERIAL_FAULT_FLOOD] = {"the board at ",
				" says more than anybody can read and is heard in pauses: look "
				"for chattering contacts, or lower scan-hz"},
	[SERIAL_FAULT_CUT] = {"bytes from the board at ",
			      " are lost: check cable and plug, try another USB port, or lower "
			      "the baud rate on both sides"},
	[SERIAL_FAULT_DAMAGED] = {"bytes from the board at ",
				  " arrive damaged: use a shorter cable, join the grounds, or "
				  "lower the baud rate on both sides"},
	[SERIAL_FAULT_UNANSWERED] = {"the board at ",
				     " does not send the full frame it is asked for: check the "
				     "wire to its RX, restart it, or load a newer firmware"},
	[SERIAL_FAULT_DROPPED] = {"the board at ",
				  " has more to say than its line carries: raise the baud rate "
				  "on both sides, or lower scan-hz"},
};

static void say(enum serial_fault fault, const struct serial_facts *facts, char *text, size_t room)
{
	switch (fault) {
	case SERIAL_FAULT_OLDER:
	case SERIAL_FAULT_NEWER:
		say_version(facts, text, room, fault == SERIAL_FAULT_NEWER);
		break;
	case SERIAL_FAULT_SIZE:
		say_size(facts, text, room);
		break;
	case SERIAL_FAULT_SENSORS:
		say_sensors(facts, text, room);
		break;
	case SERIAL_FAULT_GARBAGE:
		snprintf(text, room,
			 "what comes from %s makes no sense at %u baud: set baud to what the "
			 "board's firmware uses, and check the ground wire",
			 facts->port, facts->baud);
		break;
	case SERIAL_FAULT_RESTARTS:
		say_restarts(facts, text, room);
		break;
	case SERIAL_FAULT_SUPPLY:
		say_supply(facts, text, room);
		break;
	case SERIAL_FAULT_READERS:
		say_readers(facts, text, room);
		break;
	case SERIAL_FAULT_SETTING:
		say_setting(facts, text, room);
		break;
	default:
		snprintf(text, room, "%s%s%s", around_port[fault][0], facts->port,
			 around_port[fault][1]);
	}
}

/* ---- which fault is told ---- */

void serial_faults_set(struct serial_faults *faults, enum serial_fault fault, bool active)
{
	uint32_t bit = UINT32_C(1) << fault;

	faults->active = active ? faults->active | bit : faults->active & ~bit;
}

bool serial_faults_has(const struct serial_faults *faults, enum serial_fault fault)
{
	return faults->active >> fault & 1;
}

void serial_faults_renew(struct serial_faults *faults, enum serial_fault fault)
{
	if (faults->told == (int)fault)
		faults->renew = true;
}

void serial_faults_port(struct serial_faults *faults, const char *sentence)
{
	snprintf(faults->port_sentence, sizeof faults->port_sentence, "%s",
		 sentence ? sentence : "");
}

static void tell(struct serial_faults *faults, int what, const char *sentence)
{
	faults->told = what;
	faults->renew = false;
	if (strcmp(faults->sentence, sentence) == 0)
		return;
	snprintf(faults->sentence, sizeof faults->sentence, "%s", sentence);
	faults->listener.trouble(faults->listener.owner, sentence[0] ? sentence : NULL,
				 what == SERIAL_TOLD_PORT ||
					 (what >= 0 && what <= SERIAL_FAULT_SILENT));
}

void serial_faults_settle(struct serial_faults *faults, bool works)
{
	char sentence[SERIAL_SENTENCE] = "";
	int worst = 0;

	if (faults->port_sentence[0]) {
		tell(faults, SERIAL_TOLD_PORT, faults->port_sentence);
		return;
	}
	while (worst < SERIAL_FAULT_COUNT && !serial_faults_has(faults, (enum serial_fault)worst))
		worst++;
	if (worst == SERIAL_FAULT_COUNT) {
		if (works)
			tell(faults, SERIAL_TOLD_NOTHING, "");
		return;
	}
	if (worst == faults->told && !faults->renew)
		return;
	say((enum serial_fault)worst, &faults->facts, sentence, sizeof sentence);
	tell(faults, worst, sentence);
}
