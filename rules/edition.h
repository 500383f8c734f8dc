/* The editions and the options of a game, as data. Adding an edition is adding a table entry. */
#ifndef RULES_EDITION_H
#define RULES_EDITION_H

#include "rules/piece.h"
#include "rules/square.h"

enum immobile_moved { IMMOBILE_PUT_BACK, IMMOBILE_LOSES, IMMOBILE_ARBITER };
enum disclosure { DISCLOSURE_OPEN, DISCLOSURE_OUTCOME };

enum { TWO_SQUARES_MAX = 9 };

struct options {
	uint8_t two_squares; /* the limit N, 0 = off */
	bool more_squares;
	uint8_t immobile_moved; /* enum immobile_moved */
	uint8_t disclosure;	/* enum disclosure */
	bool memory_aid;
	bool bluff;
	bool training; /* handhelds teach: a tip when something happens for the first time */
};

struct edition {
	const char *id;
	enum board_id board;
	uint8_t setup_rows;	   /* a side, counted from its back row */
	bool full;		   /* every square of those rows holds a piece */
	bool cards;		   /* Battle Cards */
	bool draw_if_both_stuck;   /* ISF: neither side can move, so neither wins */
	uint8_t army[PIECE_KINDS]; /* how many of each piece a side has */
	struct options options;	   /* defaults */
};

enum { EDITION_COUNT = 9, EDITION_NONE = 255 };

extern const struct edition editions[EDITION_COUNT];

/* index into editions, or EDITION_NONE */
unsigned edition_find(const char *id, size_t length);

/* the lowest row, from 0, that a side's set-up uses */
unsigned edition_first_row(const struct edition *edition, enum side side);

/* how many pieces an army has */
unsigned edition_army_size(const struct edition *edition);

enum option_answer { OPTION_SET, OPTION_UNKNOWN, OPTION_BAD_VALUE };

/* sets one option from the two words of an option line */
enum option_answer options_set(struct options *options, const char *name, size_t name_length,
			       const char *value, size_t value_length);

/* option i (0 ..) of a game as the two words of its line; false past the last one */
bool options_get(const struct options *options, unsigned i, const char **name, const char **value);

/* the values that option i can have, ended by NULL */
const char *const *options_values(unsigned i);

#endif
