/*
 * A new game, as a player proposes it to the other one, or people at the table to both: which
 * edition, who has which colour, what clock and options, which names. It is said in one word,
 *
 *   EDITION keep|swap|lot NAME=VALUE...      `same` is the edition, the rules and the clock of the
 *                                            game on the table
 *   continue NUMBER                          a game that was set aside
 *
 * where red= and blue= are names of people and other names are options; values are written as in
 * addresses ("clock=fischer%205%2B3"), since a word has no blanks within its parts.
 */
#ifndef DAEMON_MATCH_PROPOSAL_H
#define DAEMON_MATCH_PROPOSAL_H

#include "daemon/referee/referee.h"
#include "rules/square.h"

#include <jansson.h>

enum colours { COLOURS_KEPT, COLOURS_EXCHANGED, COLOURS_BY_LOT };

/* What is open: whose it is, and who has agreed. */
struct proposal {
	uint64_t number; /* counted in each game, 0: there has been none */
	bool is_open;
	uint8_t by; /* enum side; SIDE_NONE: the table */
	bool agreed[SIDE_COUNT];
	char text[REFEREE_WORD_SIZE];
};

/* The text taken apart. */
struct proposed {
	int64_t continues; /* number of a game, 0: a new one */
	bool is_same;
	char edition[24];
	uint8_t colours;	    /* enum colours */
	json_t *options;	    /* list of "NAME VALUE"; owned */
	char names[SIDE_COUNT][80]; /* "": not given */
};

/* False if it is not of that form; what is in it has not been checked. */
bool proposal_read(const char *text, struct proposed *proposed);
void proposal_free(struct proposed *proposed);

/*
 * For views: {"number","side" or null,"agreed":{"red","blue"},"edition","terms":[..]}. A term is a
 * word and its arguments: "swap", "lot", "same", "continue 12", "aside" (the game on the table will
 * be set aside), "red Ann" as people will sit, "player Ann", or an option as it is set.
 */
json_t *proposal_json(const struct proposal *proposal, const char *edition, bool sets_aside);

#endif
