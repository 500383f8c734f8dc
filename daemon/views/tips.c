/*
 * Teaches a player, one thing at a time. What has just happened comes before what could be done. Of that no
 * square is named: a glance at the screen must not tell which piece can do it.
 */
#include "daemon/views/tips.h"

#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/game.h"
#include "rules/public.h"

#include <string.h>

static const char *const keys[TIP_COUNT] = {
	[TIP_NONE] = "",
	[TIP_SETUP] = "tip.setup",
	[TIP_FIRST_TURN] = "tip.first-turn",
	[TIP_MOVED] = "tip.moved",
	[TIP_THEY_MOVED] = "tip.they-moved",
	[TIP_CAN_ATTACK] = "tip.can-attack",
	[TIP_SCOUT_CAN] = "tip.scout-can",
	[TIP_SCOUT_RAN] = "tip.scout-ran",
	[TIP_THEIR_SCOUT] = "tip.their-scout",
	[TIP_TWO_SQUARES] = "tip.two-squares",
	[TIP_WON] = "tip.won",
	[TIP_LOST] = "tip.lost",
	[TIP_BOTH] = "tip.both",
	[TIP_UNSEEN] = "tip.unseen",
	[TIP_BOMB_MET] = "tip.bomb-met",
	[TIP_BOMB_HELD] = "tip.bomb-held",
	[TIP_BOMB_LOST] = "tip.bomb-lost",
	[TIP_MINER] = "tip.miner",
	[TIP_SPY_WON] = "tip.spy-won",
	[TIP_SPY_LOST] = "tip.spy-lost",
	[TIP_MARSHAL_LOST] = "tip.marshal-lost",
	[TIP_FLAG_WON] = "tip.flag-won",
	[TIP_FLAG_LOST] = "tip.flag-lost",
};

enum {
	PAD = 48,	/* longer than any key and arguments */
	PIECE_SIZE = 2, /* a code and its terminator */
	/* A tip goes when the player moves: what happened in an action of the player's own is read while the
	 * other side thinks, too. */
	LASTS_OWN = 2,
	LASTS_THEIRS = 1
};

const char *tips_key(enum tip tip)
{
	return keys[tip];
}

void tips_init(struct tips *tips, enum side side, unsigned two_squares)
{
	*tips = (struct tips){.side = (uint8_t)side, .limit = (uint8_t)two_squares};
	tips->sq = tips->other = tips->from = tips->to = SQ_OFF_BOARD;
}

/* Shows a tip, unless it was given before. */
static bool give(struct tips *tips, enum tip tip, unsigned lasts, unsigned sq, unsigned other)
{
	if (tips->given >> tip & 1)
		return false;
	tips->given |= 1u << tip;
	tips->tip = (uint8_t)tip;
	tips->until = tips->actions + lasts;
	tips->sq = (uint8_t)sq;
	tips->other = (uint8_t)other;
	tips->rank = 0;
	return true;
}

void tips_begin(struct tips *tips, enum side first)
{
	if (first == tips->side)
		give(tips, TIP_FIRST_TURN, LASTS_THEIRS, SQ_OFF_BOARD, SQ_OFF_BOARD);
}

void tips_interrupt(struct tips *tips)
{
	tips->tip = TIP_NONE;
	tips->times = 0;
}

/* ---- what was played ---- */

/* Counts how often a piece goes to and fro: only what is certain, exactly there and back. */
static void follow_shuttle(struct tips *tips, const struct play_shown *play)
{
	const struct action *action = &play->action;
	bool is_back = action->from == tips->to && action->to == tips->from;

	if (action->kind != ACTION_MOVE || play->attack || action->movement != CARD_NONE) {
		tips->times = 0;
		return;
	}
	tips->times = (uint8_t)(is_back && tips->times > 0 ? tips->times + 1 : 1);
	tips->from = action->from;
	tips->to = action->to;
}

static bool is_plain(const struct play_shown *play)
{
	return play->action.kind == ACTION_MOVE && !play->attack &&
	       play->action.movement == CARD_NONE;
}

static void tell_own(struct tips *tips, const struct play_shown *play)
{
	unsigned to = play->action.to;
	bool is_far = !sq_touch(play->action.from, to);

	if (tips->limit > 1 && tips->times == tips->limit - 1 &&
	    give(tips, TIP_TWO_SQUARES, LASTS_OWN, tips->from, tips->to))
		return;
	if (is_far)
		give(tips, TIP_SCOUT_RAN, LASTS_OWN, to, SQ_OFF_BOARD);
	else
		give(tips, TIP_MOVED, LASTS_OWN, to, SQ_OFF_BOARD);
}

static void tell_theirs(struct tips *tips, const struct play_shown *play)
{
	unsigned to = play->action.to;

	if (!sq_touch(play->action.from, to))
		give(tips, TIP_THEIR_SCOUT, LASTS_THEIRS, to, SQ_OFF_BOARD);
	else
		give(tips, TIP_THEY_MOVED, LASTS_THEIRS, to, SQ_OFF_BOARD);
}

/* ---- what could be done ---- */

static bool is_movable(char code)
{
	return code == 'M' || (code >= '1' && code <= '9');
}

static bool can_attack(struct tips *tips, const struct view *view)
{
	struct bits own = view->open.holds[tips->side];
	struct bits theirs = view->open.holds[side_other((enum side)tips->side)];

	while (bits_any(own)) {
		unsigned sq = bits_take(&own);
		struct bits near = bits_and(bits_neighbours(bits_of(sq)), theirs);

		if (is_movable(view->code[sq]) && bits_any(near))
			return give(tips, TIP_CAN_ATTACK, LASTS_THEIRS, SQ_OFF_BOARD, SQ_OFF_BOARD);
	}
	return false;
}

/* two empty squares in a straight line */
static bool can_run(const struct view *view, unsigned sq)
{
	static const uint8_t steps[] = {1, SQ_STRIDE};
	struct bits at = bits_of(sq), empty = public_empty(&view->open);

	for (unsigned i = 0; i < sizeof steps; i++) {
		struct bits up = bits_and(bits_up(at, steps[i]), empty);
		struct bits down = bits_and(bits_down(at, steps[i]), empty);

		if (bits_any(bits_and(bits_up(up, steps[i]), empty)) ||
		    bits_any(bits_and(bits_down(down, steps[i]), empty)))
			return true;
	}
	return false;
}

static void scout_can(struct tips *tips, const struct view *view)
{
	struct bits own = view->open.holds[tips->side];

	while (bits_any(own)) {
		unsigned sq = bits_take(&own);

		if (view->code[sq] != '2' || !can_run(view, sq))
			continue;
		give(tips, TIP_SCOUT_CAN, LASTS_THEIRS, SQ_OFF_BOARD, SQ_OFF_BOARD);
		return;
	}
}

static void tell_turn(struct tips *tips, const struct view *view)
{
	if (tips->tip == TIP_NONE && !can_attack(tips, view) && tips->tip == TIP_NONE)
		scout_can(tips, view);
}

/* A battle has its own tips, as soon as its outcome is told. */
void tips_play(struct tips *tips, const struct view *view, const struct play_shown *play)
{
	bool is_own = play->action.side == tips->side;
	bool is_turn = view->winner == WINNER_NONE && view->open.to_move == tips->side;

	tips->actions++;
	if (tips->actions >= tips->until)
		tips->tip = TIP_NONE;
	if (is_own) {
		tips->given |= 1u << TIP_FIRST_TURN; /* which is over */
		follow_shuttle(tips, play);
	}
	if (play->attack)
		return;
	if (is_turn && give(tips, TIP_FIRST_TURN, LASTS_THEIRS, SQ_OFF_BOARD, SQ_OFF_BOARD))
		return;
	if (is_plain(play) && is_own)
		tell_own(tips, play);
	else if (is_plain(play) && tips->tip == TIP_NONE)
		tell_theirs(tips, play);
	if (is_turn)
		tell_turn(tips, view);
}

/* ---- battles ---- */

/* A battle as this side sees it. */
struct fight {
	bool is_own; /* this side attacks */
	char mine, theirs;
	enum { FIGHT_NONE, FIGHT_WON, FIGHT_LOST, FIGHT_BOTH } outcome;
	uint8_t sq;
};

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static struct fight fight_of(const struct tips *tips, const json_t *told)
{
	const char *outcome = text_of(told, "outcome"), *sq = text_of(told, "sq");
	struct fight fight = {.sq = SQ_OFF_BOARD};
	bool attacker = strcmp(outcome, "attacker") == 0;

	fight.is_own = strcmp(text_of(told, "side"), side_name((enum side)tips->side)) == 0;
	fight.mine = text_of(told, fight.is_own ? "attacker" : "defender")[0];
	fight.theirs = text_of(told, fight.is_own ? "defender" : "attacker")[0];
	sq_parse(BOARD_LARGE, sq, strlen(sq), &fight.sq);
	if (strcmp(outcome, "both") == 0)
		fight.outcome = FIGHT_BOTH;
	else if (attacker || strcmp(outcome, "defender") == 0)
		fight.outcome = attacker == fight.is_own ? FIGHT_WON : FIGHT_LOST;
	return fight;
}

/* what is special about it; 0: any piece */
static enum tip special_of(const struct fight *fight)
{
	static const struct {
		uint8_t outcome;
		char mine, theirs;
		uint8_t tip;
	} specials[] = {
		{FIGHT_WON, 0, 'F', TIP_FLAG_WON},   {FIGHT_LOST, 'F', 0, TIP_FLAG_LOST},
		{FIGHT_LOST, 0, 'B', TIP_BOMB_MET},  {FIGHT_WON, 'B', 0, TIP_BOMB_HELD},
		{FIGHT_LOST, 'B', 0, TIP_BOMB_LOST}, {FIGHT_WON, '3', 'B', TIP_MINER},
		{FIGHT_WON, '1', 'M', TIP_SPY_WON},  {FIGHT_LOST, 'M', '1', TIP_MARSHAL_LOST},
		{FIGHT_LOST, '1', 0, TIP_SPY_LOST}};

	for (unsigned i = 0; i < sizeof specials / sizeof *specials; i++)
		if (fight->outcome == specials[i].outcome &&
		    (!specials[i].mine || fight->mine == specials[i].mine) &&
		    (!specials[i].theirs || fight->theirs == specials[i].theirs))
			return (enum tip)specials[i].tip;
	return TIP_NONE;
}

static enum tip usual_of(const struct fight *fight)
{
	if (!fight->mine || !fight->theirs)
		return TIP_UNSEEN;
	return fight->outcome == FIGHT_WON    ? TIP_WON
	       : fight->outcome == FIGHT_LOST ? TIP_LOST
					      : TIP_BOTH;
}

void tips_battle(struct tips *tips, const json_t *told)
{
	struct fight fight = fight_of(tips, told);
	enum tip special = special_of(&fight);
	unsigned lasts = fight.is_own ? LASTS_OWN : LASTS_THEIRS;

	if (fight.outcome == FIGHT_NONE)
		return;
	if (special != TIP_NONE && give(tips, special, lasts, fight.sq, SQ_OFF_BOARD))
		return;
	if (give(tips, usual_of(&fight), lasts, fight.sq, SQ_OFF_BOARD))
		tips->rank = fight.outcome == FIGHT_WON ? fight.mine : fight.theirs;
}

/* ---- as JSON ---- */

/* returns how long it is */
static size_t set_square(json_t *args, const char *name, unsigned sq)
{
	char text[SQ_NAME_SIZE];
	size_t length;

	if (sq == SQ_OFF_BOARD)
		return 0;
	length = sq_format(sq, text);
	json_object_set_new(args, name, json_string(text));
	return strlen(name) + length;
}

static enum tip shown_of(const struct tips *tips, bool begun, bool over)
{
	bool of_flag = tips->tip == TIP_FLAG_WON || tips->tip == TIP_FLAG_LOST;

	if (!begun)
		return over ? TIP_NONE : TIP_SETUP;
	return over && !of_flag ? TIP_NONE : (enum tip)tips->tip;
}

json_t *tips_json(const struct tips *tips, bool begun, bool over)
{
	enum tip tip = shown_of(tips, begun, over);
	char rank[PIECE_SIZE] = {tips->rank, '\0'}, pad[PAD + 1];
	json_t *args = json_object();
	size_t length = strlen(keys[tip]);

	if (begun && tip != TIP_NONE) {
		length += set_square(args, "square", tips->sq);
		length += set_square(args, "target", tips->other);
	}
	if (begun && tip != TIP_NONE && tips->rank) {
		json_object_set_new(args, "rank", json_string(rank));
		length += strlen("rank") + 1;
	}
	/* each argument has five signs around it, and a comma after it but for the last */
	length += json_object_size(args) > 0 ? 6 * json_object_size(args) - 1 : 0;
	memset(pad, ' ', PAD);
	pad[length < PAD ? PAD - length : 0] = '\0';
	return json_pack("{s:s,s:o,s:s}", "key", keys[tip], "args", args, "pad", pad);
}
