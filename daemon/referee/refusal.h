/*
 * Why something is refused: a code and its arguments, from the referee and the daemon to whoever
 * asked. Sentences for people are in web-ui/lang (why.CODE); those here are the operator's and the
 * log's. No argument holds a rank.
 */
#ifndef DAEMON_REFEREE_REFUSAL_H
#define DAEMON_REFEREE_REFUSAL_H

#include "rules/bits.h"
#include "rules/text.h"

enum refusal_code {
	REFUSAL_NONE, /* it is not refused */
	REFUSAL_ARMY_SPENT,
	REFUSAL_ASK_ARBITER,
	REFUSAL_AWARD_WHOM,
	REFUSAL_BOARD_NOT_READ,
	REFUSAL_BOARD_READS_PIECES,
	REFUSAL_BOARD_SEES_MOVES,
	REFUSAL_CANNOT_DEFEND,
	REFUSAL_CANNOT_EXCHANGE,
	REFUSAL_CANNOT_MOVE,
	REFUSAL_CANNOT_MULLIGAN,
	REFUSAL_CANNOT_PLAY_CARD,
	REFUSAL_CANNOT_SWAP,
	REFUSAL_CARD_NOT_HELD,
	REFUSAL_FAILED,
	REFUSAL_FOREIGN_PIECE,
	REFUSAL_FOREIGN_TAG,
	REFUSAL_GAME_BEGUN,
	REFUSAL_GAME_IN_PLAY,
	REFUSAL_GAME_NOT_BEGUN,
	REFUSAL_GAME_NOT_IN_PLAY,
	REFUSAL_GAME_NOT_OVER,
	REFUSAL_GAME_NOT_PAUSED,
	REFUSAL_GAME_OVER,
	REFUSAL_GAME_PAUSED,
	REFUSAL_GONE_ON,
	REFUSAL_LAKE,
	REFUSAL_LIFT_ATTACKER,
	REFUSAL_MALFORMED,
	REFUSAL_MOVE_NOT_MADE,
	REFUSAL_MULLIGAN_HAND,
	REFUSAL_NO_CLOCK,
	REFUSAL_NO_CORRECTION,
	REFUSAL_NO_ENEMY_THERE,
	REFUSAL_NO_SUCH_CARD,
	REFUSAL_NO_SUCH_EDITION,
	REFUSAL_NO_SUCH_WORD,
	REFUSAL_NO_VIRTUAL_TABLE,
	REFUSAL_NOT_A_CHOICE,
	REFUSAL_NOT_A_FORMATION,
	REFUSAL_NOT_A_PIECE,
	REFUSAL_NOT_A_SETUP,
	REFUSAL_NOT_A_SQUARE,
	REFUSAL_NOT_A_WORD,
	REFUSAL_NOT_ATTACKED,
	REFUSAL_NOT_FAULTY,
	REFUSAL_NOT_READY,
	REFUSAL_NOT_THE_TABLE,
	REFUSAL_NOT_YOUR_GAME,
	REFUSAL_NOT_YOUR_SQUARE,
	REFUSAL_NOT_YOUR_TURN,
	REFUSAL_NOTHING_ASKED,
	REFUSAL_NOTHING_OFFERED,
	REFUSAL_NOTHING_TO_DECIDE,
	REFUSAL_NOTHING_TO_TAKE_BACK,
	REFUSAL_OFFER_OPEN,
	REFUSAL_OTHER_GAME,
	REFUSAL_SAID_ALREADY,
	REFUSAL_SEAT_TAKEN,
	REFUSAL_SETUP_COMPLETE,
	REFUSAL_TABLE_DIFFERS,
	REFUSAL_TABLE_WRONG,
	REFUSAL_COUNT
};

enum { REFUSAL_TEXT_SIZE = 256, REFUSAL_SQUARES = 5 /* of each list that are named */ };

struct refusal {
	uint8_t code; /* enum refusal_code */
	/* TABLE_DIFFERS: pieces on the reader's own half, how many there should be, and where */
	uint8_t count, total;
	struct bits missing, extra;
	bool more;		      /* read from JSON: others, that were not named there */
	char text[REFUSAL_TEXT_SIZE]; /* of those that have one */
};

struct refusal_kind {
	const char *name; /* on the wire */
	const char *sentence;
	const char *text; /* what the text is called on the wire; NULL: there is none */
};

extern const struct refusal_kind refusal_kinds[REFUSAL_COUNT];

static inline struct refusal refusal_of(enum refusal_code code)
{
	return (struct refusal){.code = (uint8_t)code};
}

/* With the text that belongs to it; one that is too long is cut off. */
struct refusal refusal_with(enum refusal_code code, const char *text);

/* REFUSAL_NONE if there is no such code. */
enum refusal_code refusal_find(const char *name);

bool refusal_equal(const struct refusal *a, const struct refusal *b);

/* For an operator or the log, in English; nothing for REFUSAL_NONE. */
void refusal_sentence(const struct refusal *refusal, struct out *out);

#endif
