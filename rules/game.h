/*
 * A game: a position with its repetition history, cards, options and result, and what may be
 * done in it. A plain struct without pointers: it can be copied, saved and compared.
 *
 * What a player tries is a value (struct action); an illegal try is an answer, not an error. What a
 * try came to is a report, whose ranks, cards and broken rule are sealed like those of a position:
 * view.h tells each audience its part.
 */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include "rules/cards.h"
#include "rules/edition.h"
#include "rules/position.h"
#include "rules/repetition.h"

/* In the order in which they are tested: the first one broken is the one named. */
enum rule {
	RULE_OK,
	RULE_SETUP,
	RULE_GAME_OVER,
	RULE_WRONG_TURN,
	RULE_NO_PIECE,
	RULE_NOT_YOUR_PIECE,
	RULE_OFF_BOARD,
	RULE_LAKE,
	RULE_OWN_PIECE,
	RULE_NOT_STRAIGHT,
	RULE_BLOCKED,
	RULE_TWO_SQUARES,
	RULE_MORE_SQUARES,
	/* from here on they depend on the piece or the hand */
	RULE_IMMOBILE,
	RULE_TOO_FAR,
	RULE_CARD,
	RULE_WRONG_ACTION,
	RULE_COUNT
};

const char *rule_name(enum rule rule);

enum action_kind {
	ACTION_MOVE, /* or attack */
	ACTION_SWAP,
	ACTION_EXCHANGE,
	ACTION_MULLIGAN,
	ACTION_RESIGN,
	ACTION_DRAW, /* agreed by both */
	ACTION_TIME  /* this side's clock ran out */
};

struct action {
	uint8_t kind;	   /* enum action_kind */
	uint8_t side;	   /* enum side */
	uint8_t from, to;  /* MOVE, SWAP; SQ_OFF_BOARD is possible */
	bool attack;	   /* MOVE: meant as an attack */
	bool surplus_card; /* MOVE: more cards than may be played together */
	uint8_t movement;  /* MOVE: enum card, CARD_NONE if none is played; so the next two */
	uint8_t attack_card;
	uint8_t defence;	  /* the other side's answer */
	uint8_t cards[HAND_SIZE]; /* MULLIGAN: in the order in which they go under; EXCHANGE: the
				     first */
};

enum winner { WINNER_NONE, WINNER_RED, WINNER_BLUE, WINNER_DRAW };

enum reason {
	REASON_NONE,
	REASON_FLAG,
	REASON_IMMOBILE,
	REASON_BOTH_IMMOBILE,
	REASON_RESIGNED,
	REASON_AGREED,
	REASON_TIME,
	REASON_FORFEIT,
	REASON_ARBITER,
	REASON_COUNT
};

const char *winner_name(enum winner winner); /* "red", "blue", "draw" */
const char *reason_name(enum reason reason);
enum winner winner_of(enum side side);

struct game {
	struct position position;
	struct options options;
	uint8_t edition; /* index into editions */
	uint8_t winner;	 /* enum winner */
	uint8_t reason;	 /* enum reason */
	uint32_t plies;	 /* played */
	struct trail trails[SIDE_COUNT];
	struct chase chase;
	struct card_stock sealed_cards[SIDE_COUNT];
};

/* What a try came to. */
struct battle_facts {
	uint8_t attacker, defender; /* enum piece */
	uint8_t attack_card, defence_card;
};

struct report {
	bool legal;
	bool attack;		     /* a battle took place */
	uint8_t kind, side;	     /* of the action */
	uint8_t from, to;	     /* MOVE and SWAP */
	uint8_t outcome;	     /* enum outcome, of the battle */
	uint8_t disclosure;	     /* enum disclosure, as the game had it */
	uint8_t sealed_rule;	     /* enum rule: who tried may know it, and the arbiter */
	struct action sealed_action; /* with the cards that may have been exchanged */
	struct battle_facts sealed_battle;
};

#ifndef ADJUTANT_RULES_INSIDE
#pragma GCC poison sealed_cards sealed_rule sealed_action sealed_battle
#endif

/*
 * Begins a game of an edition with an empty board and the edition's options. Pieces, options and
 * decks are put in next, then game_start() closes the preparation.
 */
void game_init(struct game *game, unsigned edition);

/* false if the deck has two of one card, too many cards, or none is used in this edition */
bool game_deal(struct game *game, enum side side, const uint8_t *deck, size_t count);

/*
 * Whether a side is ready to begin: its pieces are a set-up of the edition and, in Battle Cards,
 * its deck is whole. For a study (is_study) the pieces need only be of the army, and cards may be
 * missing.
 */
bool game_side_fits(const struct game *game, enum side side, bool is_study);

/* the first turn; decides the game at once if the side to move cannot move */
void game_start(struct game *game, enum side to_move);

static inline bool game_is_over(const struct game *game)
{
	return game->winner != WINNER_NONE;
}

/*
 * Whether the action may be played now; changes nothing. For an attack in Battle Cards it may be
 * asked before the other side has answered, with no defence card.
 */
bool game_allows(const struct game *game, const struct action *action);

/* whether the action breaks a rule that binds every piece, whatever its rank */
bool game_forbids_to_all(const struct game *game, const struct action *action);

/*
 * Whether the other side could not move any more after this move to an empty square, if only its piece may make
 * it: the answer says nothing about its rank.
 */
bool game_ends_by_moving(const struct game *game, const struct action *action);

/*
 * Plays an action, or finds it illegal and plays nothing (but a bomb or flag moved where that loses
 * the game does decide it). Either way the report says what happened.
 */
void game_play(struct game *game, const struct action *action, struct report *report);

/* ends the game for a reason that is not on the board; has no effect if it is over */
void game_end(struct game *game, enum winner winner, enum reason reason);

/*
 * The pieces were put otherwise than by play (an arbiter's correction): nothing before this counts
 * for the repetition rules. Decides the game if the side to move cannot move.
 */
void game_reposition(struct game *game, enum side to_move);

/* whether a chase has grown so long that the more-squares rule is suspended for it */
bool game_chase_suspended(const struct game *game);

/*
 * Calls visit for every action that the side to move may play: moves, attacks with every attack
 * card and answer, swaps, exchanges. Not the words that end a game, and not mulligans.
 */
typedef void action_visitor(void *context, const struct action *action);
void game_each_action(const struct game *game, action_visitor *visit, void *context);

#endif
