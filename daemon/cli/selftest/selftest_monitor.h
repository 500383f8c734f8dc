/*
 * What the contacts and readers of a board do while a person sets pieces down on it and takes them
 * up again: bursts of edges, how long they last, and when everything stands still. Knows nothing of
 * what was asked for. Pure; time is an input.
 *
 * The edges of one contact that follow each other closely are one burst. A burst that ends
 * otherwise than it began is a closing or an opening; one that ends as it began is a contact that
 * let go under a piece, or, where nothing stands, a stray.
 *
 * On a board that has readers only, a square counts as closed while a tag is seen on it.
 */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_MONITOR_H
#define DAEMON_CLI_SELFTEST_SELFTEST_MONITOR_H

#include "daemon/cli/sensors/seen_tags.h"
#include "daemon/referee/referee.h"
#include "rules/bits.h"
#include "rules/square.h"

enum {
	MONITOR_GAP_US = 150000,   /* edges that are closer than this belong together */
	MONITOR_STILL_US = 450000, /* nothing has happened for so long: no piece is being slid */
	MONITOR_JOG_US = 400000,   /* an absence that is shorter is not a hand that lifts a piece */
	MONITOR_RESTLESS_US = 2000000 /* what goes on for longer is not waited for */
};

/* one change of a contact, bounces and all */
struct monitor_change {
	uint32_t edges, span_us;
};

struct monitor_contact {
	bool closed; /* as it was told last */
	bool stands; /* closed, when the last burst ended */
	uint64_t closed_us;

	/* the burst that is going on */
	bool bursting, restless;
	uint64_t first_us, last_us, let_go_us;
	uint32_t edges, burst_drops, burst_longest_us;

	struct monitor_change closing, opening; /* the longest of each */
	uint32_t drops, longest_drop_us;	/* let go under a piece, and closed again */
	uint32_t strays;			/* edges where nothing stood, and nothing came */
	uint64_t opened_us;
};

/* What the reader of a square did, on a board that has contacts too. */
struct monitor_reader {
	bool waiting;	   /* for a tag, since the contact closed */
	bool lost;	   /* a tag, while the contact stays closed */
	uint64_t since_us; /* that it waits, or that the tag is lost */
	uint32_t delay_us; /* from the contact to the tag, the longest */
	uint32_t misses;   /* pieces that came and went without a tag */
	uint32_t gaps;	   /* a tag was lost and seen again under a piece that stood */
	uint32_t longest_gap_us;
};

struct monitor {
	uint8_t board, sensors;
	bool begun;
	uint8_t expected; /* where a piece is to be set down, SQ_OFF_BOARD if nowhere */
	uint64_t t_us, last_edge_us;
	struct bits ignored; /* contacts that move by themselves */
	struct bits fresh;   /* have closed since the last answer was taken, and still stand */
	struct bits tagged;  /* a tag is seen there */
	struct seen_tags tags;
	struct monitor_contact contacts[SQ_COUNT];
	struct monitor_reader readers[SQ_COUNT];
};

void monitor_init(struct monitor *monitor, enum board_id board, unsigned sensors);

/* The first input, if it is a frame, says where things stand; it is not something that happens. */
void monitor_input(struct monitor *monitor, const struct input *input);
/* that it is so late now */
void monitor_time(struct monitor *monitor, uint64_t t_us);

/* Something is fresh, and nothing has happened for a while but what never rests. */
bool monitor_is_settled(const struct monitor *monitor);

/* when the first of them closed */
uint64_t monitor_closed_us(const struct monitor *monitor, struct bits contacts);

/* what is closed: by settled levels */
struct bits monitor_standing(const struct monitor *monitor);

/* forgets what was counted on a square, which is tried once more */
void monitor_forget(struct monitor *monitor, unsigned sq);

#endif
