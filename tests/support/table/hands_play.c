/* What the hands do: play, fumble, try, touch, make trouble. */
#include "tests/support/table/hands.h"
#include "tests/support/table/hands_choose.h"

/* ---- gestures ---- */

static void slide(struct hands *hands, unsigned from, unsigned to, unsigned piece)
{
	int step = sq_step_towards(from, to);
	unsigned steps = step ? sq_distance(from, to) : 0;

	for (unsigned i = 1; i < steps; i++)
		hands_pass(hands, (unsigned)((int)from + step * (int)i), 40, 400, piece);
}

/* what happens while a piece is on its way */
static void on_the_way(struct hands *hands, unsigned from, unsigned to, unsigned piece)
{
	struct bits all = boards[hands_open(hands)->board].land;

	hands_wait(hands, 60, 900);
	switch (hands_roll(hands, 10)) {
	case 0:
	case 1:
		slide(hands, from, to, piece);
		break;
	case 2:
		hands_pass(hands, hands_any_of(hands, all), 5, 80, piece);
		break;
	case 3: /* a brush, perhaps a far one */
		hands_jog(hands, hands_any_of(hands, public_occupied(hands_open(hands))), 15, 400,
			  piece);
		break;
	case 4:
		hands_wait(hands, 500, 4000); /* thinks */
		hands_tick(hands);
		break;
	default:
		break;
	}
}

static void move(struct hands *hands, unsigned from, unsigned to)
{
	unsigned piece = hands_lift(hands, from);

	on_the_way(hands, from, to, piece);
	hands_drop(hands, to, piece);
}

static void attack(struct hands *hands, unsigned from, unsigned to)
{
	unsigned piece = hands_lift(hands, from);
	char name[SQ_NAME_SIZE];

	sq_format(to, name);
	hands_wait(hands, 100, 800);
	switch (hands_roll(hands, 6)) {
	case 0:
	case 1:
		hands_jog(hands, to, 25, 400, piece);
		break;
	case 2:
		hands_lift(hands, to);
		break;
	case 3:
		hands_lift(hands, to);
		hands_wait(hands, 450, 700);
		hands_drop(hands, to, piece);
		break;
	case 4:
		hands_say(hands, audience_of(hands_to_move(hands)), "attack %s", name);
		break;
	default: /* without a trace: a question will follow */
		hands_wait(hands, 900, 1400);
		hands_tick(hands);
		hands_say(hands, audience_of(hands_to_move(hands)), "target %s", name);
	}
}

static const char *card_word(unsigned card)
{
	return card_name((enum card)card);
}

static void announce(struct hands *hands, const struct action *action)
{
	enum audience side = audience_of((enum side)action->side);

	if (action->kind == ACTION_SWAP)
		hands_say(hands, side, "card play %s", card_word(CARD_SWAP));
	if (action->movement)
		hands_say(hands, side, "card play %s", card_word(action->movement));
	if (action->attack_card)
		hands_say(hands, side, "card play %s", card_word(action->attack_card));
	hands_wait(hands, 100, 900);
}

static void perform(struct hands *hands, const struct action *action)
{
	unsigned piece, other;

	announce(hands, action);
	if (action->kind == ACTION_SWAP) {
		piece = hands_lift(hands, action->from);
		hands_wait(hands, 50, 300);
		other = hands_lift(hands, action->to);
		hands_wait(hands, 50, 900);
		hands_drop(hands, action->to, piece);
		hands_wait(hands, 50, 300);
		hands_drop(hands, action->from, other);
	} else if (action->attack) {
		attack(hands, action->from, action->to);
	} else {
		move(hands, action->from, action->to);
	}
}

/* ---- what people do ---- */

static void play_well(struct hands *hands)
{
	static const enum wish wishes[] = {PLAIN_MOVE, PLAIN_ATTACK, PLAIN_ATTACK, ANY_MOVE,
					   WITH_CARD};
	const struct game *game = referee_game(&hands->referee);
	struct action action;

	if (hands_choose(hands, game, wishes[hands_roll(hands, 5)], &action) ||
	    hands_choose(hands, game, ANY_MOVE, &action))
		perform(hands, &action);
	if (chance_once_in(&hands->chance, 3))
		hands_say(hands, audience_of(hands_to_move(hands)), "done");
}

static bool is_plain_legal(const struct game *game, unsigned from, unsigned to)
{
	const struct public_position *open = &game->position.open;
	struct action action = {
		.kind = ACTION_MOVE,
		.side = open->to_move,
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.attack = public_side_at(open, to) != SIDE_NONE,
	};

	return game_allows(game, &action);
}

/* where a beginner might set a piece down: diagonally, too far, anywhere */
static unsigned somewhere(struct hands *hands, unsigned from)
{
	static const int steps[] = {SQ_STRIDE + 1,
				    SQ_STRIDE - 1,
				    2 * SQ_STRIDE,
				    -2 * SQ_STRIDE,
				    2,
				    -2,
				    SQ_STRIDE,
				    -SQ_STRIDE,
				    1,
				    -1,
				    -SQ_STRIDE - 1};
	int to = (int)from + steps[hands_roll(hands, sizeof steps / sizeof *steps)];
	struct bits empty = public_empty(hands_open(hands));

	if (to >= 0 && to < SQ_COUNT && bits_has(empty, (unsigned)to))
		return (unsigned)to;
	return hands_any_of(hands, empty);
}

static void try_the_illegal(struct hands *hands)
{
	for (unsigned i = 0; i < 30; i++) {
		unsigned from = hands_any_of(hands, hands_own_pieces(hands)), piece;
		unsigned to = from != SQ_OFF_BOARD ? somewhere(hands, from) : SQ_OFF_BOARD;

		if (to == SQ_OFF_BOARD || is_plain_legal(referee_game(&hands->referee), from, to))
			continue;
		piece = hands_lift(hands, from);
		hands_wait(hands, 100, 500);
		hands_drop(hands, to, piece);
		hands_wait(hands, 900, 2500);
		hands_tick(hands);
		if (chance_once_in(&hands->chance, 2) && hands->stands[to] == piece)
			hands_drop(hands, from, hands_lift(hands, to));
		return;
	}
}

/* an attack on what no rule lets this piece attack, or at least on what is far away */
static void tap_far(struct hands *hands)
{
	unsigned from, to, piece;

	if (!hands_choose_line(hands, !chance_once_in(&hands->chance, 4), &from, &to))
		return;
	piece = hands_lift(hands, from);
	hands_wait(hands, 100, 800);
	hands_jog(hands, to, 25, 390, piece);
	if (chance_once_in(&hands->chance, 3)) { /* touched, and back again */
		hands_wait(hands, 300, 700);
		hands_drop(hands, from, piece);
	}
	hands_wait(hands, 850, 2000);
	hands_tick(hands);
}

static void hold(struct hands *hands)
{
	unsigned from, to;

	if (!hands_choose_line(hands, false, &from, &to))
		return;
	hands_lift(hands, from);
	hands_wait(hands, 900, 6000);
	hands_tick(hands);
}

static void move_out_of_turn(struct hands *hands)
{
	struct bits other = hands_open(hands)->holds[side_other(hands_to_move(hands))];
	unsigned from = hands_any_of(hands, other), piece;
	unsigned to = from != SQ_OFF_BOARD ? somewhere(hands, from) : SQ_OFF_BOARD;

	if (to == SQ_OFF_BOARD)
		return;
	piece = hands_lift(hands, from);
	hands_wait(hands, 100, 900);
	if (!chance_once_in(&hands->chance, 4))
		hands_drop(hands, to, piece);
	hands_wait(hands, 900, 5000);
	hands_tick(hands);
}

static void think_again(struct hands *hands)
{
	const struct game *game = referee_game(&hands->referee);
	struct action first, second;

	if (!hands_choose(hands, game, PLAIN_MOVE, &first))
		return;
	move(hands, first.from, first.to);
	hands_wait(hands, 30, 700);
	for (unsigned i = 0; i < 10; i++) {
		if (!hands_choose(hands, game, PLAIN_MOVE, &second) || second.from != first.from)
			continue;
		hands_drop(hands, second.to, hands_lift(hands, first.to));
		return;
	}
}

/* the answer comes before the referee has said anything */
static void answer_quickly(struct hands *hands)
{
	struct game next = *referee_game(&hands->referee);
	struct action action, answer;
	struct report report;

	if (!hands_choose(hands, &next, PLAIN_MOVE, &action))
		return;
	perform(hands, &action);
	game_play(&next, &action, &report);
	hands_wait(hands, 50, 700);
	if (!hands_choose(hands, &next, ANY_MOVE, &answer))
		return;
	hands->quick_answers++;
	if (answer.attack) {
		hands_lift(hands, answer.from);
		hands_wait(hands, 50, 500);
		hands_jog(hands, answer.to, 25, 300, 0);
	} else {
		hands_drop(hands, answer.to, hands_lift(hands, answer.from));
	}
}

static void knock_over(struct hands *hands)
{
	const struct game *game = referee_game(&hands->referee);
	struct action action;
	unsigned beside, piece, knocked;

	if (!hands_choose(hands, game, PLAIN_MOVE, &action))
		return;
	beside = hands_any_of(hands, bits_and(bits_neighbours(bits_of(action.from)),
					      public_occupied(hands_open(hands))));
	piece = hands_lift(hands, action.from);
	knocked = beside != SQ_OFF_BOARD ? hands_lift(hands, beside) : 0;
	hands_wait(hands, 100, 1500);
	hands_drop(hands, action.to, piece);
	hands_wait(hands, 100, 1500);
	hands_drop(hands, beside == SQ_OFF_BOARD ? 0 : beside, knocked);
}

static void mix_up(struct hands *hands)
{
	enum side side = (enum side)hands_roll(hands, SIDE_COUNT);
	struct bits pieces = hands_open(hands)->holds[side];
	unsigned a = hands_any_of(hands, pieces), b = hands_any_of(hands, pieces);
	unsigned first, second;
	bool exchange = chance_once_in(&hands->chance, 4);

	if (a == SQ_OFF_BOARD || a == b)
		return;
	first = hands_lift(hands, a);
	hands_wait(hands, 50, 400);
	second = hands_lift(hands, b);
	hands_wait(hands, 300, 5000);
	hands_tick(hands);
	hands_drop(hands, exchange ? b : a, first);
	hands_wait(hands, 50, 400);
	hands_drop(hands, exchange ? a : b, second);
}

static void sweep_off(struct hands *hands)
{
	unsigned count = 3 + hands_roll(hands, 5);

	for (unsigned i = 0; i < count; i++) {
		unsigned sq = hands_any_of(hands, public_occupied(hands_open(hands)));

		if (sq != SQ_OFF_BOARD)
			hands_lift(hands, sq);
		hands_wait(hands, 1, 60);
	}
	hands_wait(hands, 1000, 6000);
	hands_tick(hands);
}

static void say_something(struct hands *hands)
{
	static const char *const words[] = {
		"done",
		"offer-draw",
		"decline-draw",
		"offer-takeback",
		"accept-takeback",
		"decline-takeback",
		"pause",
		"resume",
		"call-arbiter",
		"confirm",
		"deny",
		"attack a1",
		"target e5",
		"card cancel",
		"card play jump",
		"card defend none",
		"swap a1 b1",
		"ready",
		"nonsense",
		"place a1 2",
		"card mulligan boat,jump,feint",
	};
	unsigned word = hands_roll(hands, sizeof words / sizeof *words);

	hands_say(hands, chance_once_in(&hands->chance, 2) ? AUDIENCE_RED : AUDIENCE_BLUE, "%s",
		  words[word]);
}

/* one turn, or several before anybody puts a piece back */
static void take_back(struct hands *hands)
{
	unsigned turns = 1 + hands_roll(hands, 3);

	for (unsigned i = 0; i < turns; i++) {
		enum side side = hands_to_move(hands);

		hands_say(hands, audience_of(side_other(side)), "offer-takeback");
		hands_wait(hands, 300, 2000);
		hands_say(hands, audience_of(side), "accept-takeback");
	}
}

static void change_a_card(struct hands *hands)
{
	enum side side = hands_to_move(hands);
	struct view view;

	view_make(&view, referee_game(&hands->referee), audience_of(side));
	if (view.cards[side].held > 0)
		hands_say(
			hands, audience_of(side), "card exchange %s",
			card_word(view.cards[side].hand[hands_roll(hands, view.cards[side].held)]));
}

static void jog_something(struct hands *hands)
{
	unsigned sq = hands_any_of(hands, public_occupied(hands_open(hands)));

	if (sq != SQ_OFF_BOARD)
		hands_jog(hands, sq, 20, 300, 0);
}

/* a contact that will be found faulty */
static void flutter(struct hands *hands)
{
	unsigned sq = hands_any_of(hands, public_occupied(hands_open(hands)));

	for (unsigned i = 0; sq != SQ_OFF_BOARD && i < 12; i++) {
		hands_jog(hands, sq, 25, 60, 0);
		hands_wait(hands, 25, 60);
	}
}

/* ---- one after the other ---- */

static void play_cards(struct hands *hands)
{
	if (!editions[hands->beginning.edition].cards || chance_once_in(&hands->chance, 2))
		say_something(hands);
	else
		change_a_card(hands);
}

void hands_do_something(struct hands *hands)
{
	static void (*const doings[])(struct hands *) = {
		play_well,
		play_well,
		play_well,
		play_well,
		play_well,
		play_well,
		play_well,
		play_well,
		try_the_illegal,
		try_the_illegal,
		tap_far,
		tap_far,
		hold,
		hold,
		move_out_of_turn,
		think_again,
		answer_quickly,
		answer_quickly,
		knock_over,
		mix_up,
		say_something,
		jog_something,
		play_cards,
	};
	static void (*const mishaps[])(struct hands *) = {sweep_off, take_back, hands_restart,
							  flutter};

	if (chance_once_in(&hands->chance, 24))
		mishaps[hands_roll(hands, sizeof mishaps / sizeof *mishaps)](hands);
	else
		doings[hands_roll(hands, sizeof doings / sizeof *doings)](hands);
	if (!chance_once_in(&hands->chance, 12))
		hands_settle_down(hands);
}
