/*
 * The cards that a recording hides: it has "card exchange *", "card mulligan *" and, made while the game was going
 * on, "card play *", so that anyone may send it in; which cards those were is in the actions of its game.
 */
#ifndef DAEMON_CLI_JUDGE_HIDDEN_CARDS_H
#define DAEMON_CLI_JUDGE_HIDDEN_CARDS_H

#include "daemon/referee/referee.h"
#include "rules/text.h"

enum { HIDDEN_CARDS = 1024, HIDDEN_CARDS_TEXT = 64 };

struct hidden_cards {
	unsigned count;	    /* what is beyond HIDDEN_CARDS stays hidden */
	uint32_t ply;	    /* of which the latest announcement was ... */
	unsigned announced; /* ... and how many there were */
	struct hidden_card {
		uint32_t ply;
		uint8_t side;
		bool is_order; /* an exchange or a mulligan; otherwise played, in this order */
		char cards[HIDDEN_CARDS_TEXT]; /* as in a word */
	} each[HIDDEN_CARDS];
};

/* Notes a line of a game if it has cards. */
void hidden_cards_note(struct hidden_cards *hidden, struct text line);

/* Puts the cards into a word of the turn with this ply, if it hides them and the game has them. */
void hidden_cards_show(struct hidden_cards *hidden, uint32_t ply, struct input *input);

#endif
