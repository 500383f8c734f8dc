/*
 * What one audience may know: the only way by which ranks, cards and broken rules leave a game.
 *
 * Code that publishes to an audience makes a view for that audience and has nothing else in hand,
 * so another side's rank cannot be printed by accident.
 */
#ifndef RULES_VIEW_H
#define RULES_VIEW_H

#include "rules/game.h"

enum audience { AUDIENCE_PUBLIC, AUDIENCE_RED, AUDIENCE_BLUE, AUDIENCE_ARBITER, AUDIENCE_COUNT };

const char *audience_name(enum audience audience);

static inline enum audience audience_of(enum side side)
{
	return side == SIDE_RED ? AUDIENCE_RED : AUDIENCE_BLUE;
}

struct view {
	struct public_position open;
	uint8_t audience;
	uint8_t winner, reason;
	uint32_t plies;
	/*
	 * '.' for an empty square, '~' for a lake, a piece's code where this audience may know it,
	 * '?' where it may not; 0 off the board.
	 */
	char code[SQ_COUNT];
	struct {
		uint8_t held, piled;	    /* how many, for everyone */
		uint16_t discard;	    /* face up */
		bool exchanged, mulliganed; /* on the last own turn; in this game */
		uint8_t hand[HAND_SIZE];    /* CARD_NONE where this audience may not know */
	} cards[SIDE_COUNT];
};

/* With memory-aid off a player's view has no enemy rank: remembering is part of the game. */
void view_make(struct view *view, const struct game *game, enum audience audience);

/*
 * One side's pieces as rows of a record, "..2B/F..1", with '?' for what the audience may not know.
 * Returns the length; the buffer has VIEW_ROWS_SIZE bytes.
 */
enum { VIEW_ROWS_SIZE = 112 };
size_t view_rows(const struct view *view, enum side side, unsigned first_row, unsigned rows,
		 char *buffer);

/* What a try came to, for one audience. */
struct report_view {
	bool legal, attack;
	uint8_t kind, side, from, to;
	uint8_t outcome; /* enum outcome, if attack */
	uint8_t rule;	 /* enum rule; RULE_OK if legal, or if this audience may not know */
	uint8_t attacker, defender; /* enum piece, or PIECE_NONE */
	uint8_t movement;	    /* cards played lie face up; CARD_NONE for none */
	uint8_t attack_card, defence_card;
};

void report_view_make(struct report_view *view, const struct report *report,
		      enum audience audience);

/*
 * What the side attacked is told before it decides on a defence card: with bluff only that there is
 * an attack card, else which and the attacker, unless outcomes alone are disclosed or the attack is
 * a mock one.
 */
struct challenge_view {
	uint8_t attacker; /* enum piece, PIECE_NONE if hidden */
	uint8_t attack_card;
	bool announced; /* there is one that is not shown */
};

void challenge_view_make(struct challenge_view *view, const struct game *game,
			 const struct action *action);

#endif
