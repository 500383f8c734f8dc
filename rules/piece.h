/*
 * Pieces: codes, ranks, and the outcome of a battle. This header knows ranks: CONTRIBUTING.md, "The
 * walls", says who may include it.
 */
#ifndef RULES_PIECE_H
#define RULES_PIECE_H

#include <stdbool.h>
#include <stdint.h>

/* For everything that has a rank the number is the rank. */
enum piece {
	PIECE_NONE = 0,
	PIECE_SPY = 1,
	PIECE_SCOUT = 2,
	PIECE_MINER = 3,
	PIECE_MARSHAL = 10,
	PIECE_BOMB = 11,
	PIECE_FLAG = 12,
	PIECE_KINDS = 13
};

enum outcome {
	OUTCOME_NONE, /* a mock attack: both pieces stay */
	OUTCOME_ATTACKER,
	OUTCOME_DEFENDER,
	OUTCOME_BOTH /* both leave */
};

static inline bool piece_is_movable(enum piece piece)
{
	return piece >= PIECE_SPY && piece <= PIECE_MARSHAL;
}

/* the code of rules and records, '.' for none */
char piece_code(enum piece piece);

/* PIECE_NONE also for a character that is no code; '.' is not a code */
enum piece piece_parse(char code);

const char *piece_name(enum piece piece); /* "Marshal" */

/* what a card changes in a battle (cards.h); all zero without cards */
struct battle_terms {
	uint8_t attack_bonus, defence_bonus; /* ranks */
	bool mock;			     /* both pieces stay */
	bool armour;			     /* the attacker survives a bomb, which leaves */
	bool spy_wins;			     /* an attacking spy beats all but a bomb */
};

/* the attacker must be movable, the defender a piece */
enum outcome battle_resolve(enum piece attacker, enum piece defender, struct battle_terms terms);

const char *outcome_name(enum outcome outcome);

#endif
