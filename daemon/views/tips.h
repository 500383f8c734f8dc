/*
 * The training mission: what each player is taught, one tip when something happens for the first
 * time in a game, and never again in it.
 *
 * A side's tips are made only from that side's own view, from what everyone saw of an action and
 * from battles as that side was told of them: they cannot tell more than these. All of that is in
 * the journal, in the same order, so a game that is loaded again has taught the same.
 */
#ifndef DAEMON_VIEWS_TIPS_H
#define DAEMON_VIEWS_TIPS_H

#include "rules/fact.h"
#include "rules/square.h"
#include "rules/view.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum tip {
	TIP_NONE,
	TIP_SETUP,
	TIP_FIRST_TURN,
	TIP_MOVED,
	TIP_THEY_MOVED,
	TIP_CAN_ATTACK,
	TIP_SCOUT_CAN,
	TIP_SCOUT_RAN,
	TIP_THEIR_SCOUT,
	TIP_TWO_SQUARES,
	TIP_WON,
	TIP_LOST,
	TIP_BOTH,
	TIP_UNSEEN, /* a battle of which only the outcome is told */
	TIP_BOMB_MET,
	TIP_BOMB_HELD,
	TIP_BOMB_LOST,
	TIP_MINER,
	TIP_SPY_WON,
	TIP_SPY_LOST,
	TIP_MARSHAL_LOST,
	TIP_FLAG_WON,
	TIP_FLAG_LOST,
	TIP_COUNT
};

/* What one side has been taught. */
struct tips {
	uint8_t side;	  /* enum side */
	uint8_t limit;	  /* of the two-squares rule, 0: off */
	uint32_t given;	  /* bits 1u << enum tip */
	uint32_t actions; /* that have been followed */
	/* shown now */
	uint8_t tip;	/* enum tip */
	uint32_t until; /* so many actions have been followed */
	uint8_t sq, other;
	char rank; /* a piece's code, or 0 */
	/* the side's latest move, and how often its piece has gone to and fro there */
	uint8_t from, to, times;
};

void tips_init(struct tips *tips, enum side side, unsigned two_squares);

/* Play begins, and this side moves first. */
void tips_begin(struct tips *tips, enum side first);

/* An action was played. The view is this side's own, after it. */
void tips_play(struct tips *tips, const struct view *view, const struct play_shown *play);

/* A battle, after its action, as this side was told of it (last_battle.h). */
void tips_battle(struct tips *tips, const json_t *told);

/* An action was taken back, or the arbiter has corrected the position. */
void tips_interrupt(struct tips *tips);

/* "tip.first-turn", as in the catalogues of web-ui/lang */
const char *tips_key(enum tip tip);

/*
 * The tip that is shown: a sentence, and `pad`, which makes every tip as long as none, since the size
 * of what a seat is sent can be seen from outside. Before play there is one about setting up; after
 * the end, only that of the flag. The caller owns it.
 */
json_t *tips_json(const struct tips *tips, bool begun, bool over);

#endif
