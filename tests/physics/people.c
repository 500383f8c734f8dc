/* What people do next. */
#include "tests/physics/people.h"

#define THOUGHT_S 0.03
#define ASKEW_MM 8.0

/* ... but the piece that is to be moved next */
static bool holds_nothing(const struct person *person)
{
	if (people_held_early(person) != NOBODY)
		return person->hands[LEFT].held == 0;
	return person->hands[RIGHT].held == 0 && person->hands[LEFT].held == 0;
}

static bool all_idle(const struct evening *evening)
{
	return person_is_idle(&evening->people[SIDE_RED]) &&
	       person_is_idle(&evening->people[SIDE_BLUE]);
}

/* ---- whose turn it is ---- */

static bool is_to_move(const struct evening *evening, enum side side)
{
	return evening->begun < evening->game->sim.action_count &&
	       evening->played == evening->begun &&
	       evening_action(evening, evening->begun)->side == side;
}

static bool pieces_are_ready(const struct evening *evening)
{
	const struct report_view *next = evening_action(evening, evening->begun);

	unsigned early = people_held_early(&evening->people[next->side]);
	unsigned there = evening_stands(evening, next->from);

	return (there == evening->home[next->from] || early == evening->home[next->from]) &&
	       evening_stands(evening, next->to) == evening->home[next->to];
}

/* Most wait until the referee has spoken and the table is clear. */
static bool may_begin(const struct evening *evening, const struct person *person)
{
	size_t behind = evening->begun - evening->judge.committed;

	if (!holds_nothing(person) || evening->t_s < person->ready_s || behind > 1)
		return false;
	if (behind == 1 && !person->quick)
		return false;
	if (evening->clearing && !person->eager)
		return false;
	return pieces_are_ready(evening);
}

static unsigned any_piece(struct evening *evening)
{
	const struct public_position *open = &referee_game(evening->referee)->position.open;
	unsigned skip = chance_below(&evening->chance, SQ_COUNT);

	for (unsigned i = 0; i < SQ_COUNT; i++) {
		unsigned sq = (i + skip) % SQ_COUNT;

		if (board_has((enum board_id)open->board, sq) &&
		    evening_stands(evening, sq) != NOBODY &&
		    evening_stands(evening, sq) == evening->home[sq])
			return sq;
	}
	return SQ_OFF_BOARD;
}

/* the piece that stands worst, if by more than that; SQ_OFF_BOARD if none does */
static unsigned askew_piece(const struct evening *evening, double worst_mm)
{
	unsigned worst = SQ_OFF_BOARD;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		unsigned piece = evening->home[sq];
		struct vec off;

		if (piece == NOBODY || evening_stands(evening, sq) != piece)
			continue;
		off = vec_minus(evening->surface.pieces[piece].at, surface_middle(sq));
		if (vec_length(off) <= worst_mm)
			continue;
		worst_mm = vec_length(off);
		worst = sq;
	}
	return worst;
}

void people_tidy(struct evening *evening, enum side side)
{
	struct doer doer = evening_doer(evening, side, LEFT);
	unsigned sq = askew_piece(evening, 0);

	if (sq != SQ_OFF_BOARD && hand_is_idle(doer.hand) && doer.hand->held == 0)
		gesture_straighten(&doer, evening->home[sq]);
}

static void fidget(struct evening *evening, enum side side)
{
	struct doer doer = evening_doer(evening, side, LEFT);
	struct doer right = evening_doer(evening, side, RIGHT);
	unsigned other;
	bool sees_askew = dice_happens(&evening->chance, 0.4);
	unsigned sq = sees_askew ? askew_piece(evening, ASKEW_MM) : SQ_OFF_BOARD;

	if (sq == SQ_OFF_BOARD && dice_happens(&evening->chance, doer.profile->straighten))
		sq = any_piece(evening);
	if (sq == SQ_OFF_BOARD)
		return;
	gesture_pause(&doer, 0.8);
	gesture_straighten(&doer, evening->home[sq]);
	other = any_piece(evening);
	if (other == sq || other == SQ_OFF_BOARD || right.hand->held > 0 ||
	    !people_are(evening, doer.profile->both_hands))
		return;
	gesture_pause(&right, 0.8);
	gesture_straighten(&right, evening->home[other]);
}

static void wait_about(struct evening *evening, enum side side)
{
	fidget(evening, side);
	if (person_is_idle(&evening->people[side]))
		people_fiddle(evening, side);
}

/* A new turn: how long will it be thought about, and what will be waited for? */
static void ponder(struct evening *evening, struct person *person)
{
	const struct profile *profile = &person->profile;
	struct chance *chance = &evening->chance;

	person->pondered = evening->begun + 1;
	person->quick = dice_happens(chance, profile->quick);
	person->eager = dice_happens(chance, profile->eager);
	person->ready_s = evening->t_s + dice_pause(chance, profile->ponder_s, 0.6);
	if (person->quick || person->eager)
		person->ready_s = evening->t_s + dice_between(chance, 0.15, 1.2);
	else
		fidget(evening, person->side);
	if (person_is_idle(&evening->people[side_other(person->side)]))
		wait_about(evening, side_other(person->side));
}

void people_straighten_beside(struct evening *evening, enum side side, unsigned sq)
{
	static const int beside[] = {1, -1, SQ_STRIDE, -SQ_STRIDE};
	int other = (int)sq + beside[chance_below(&evening->chance, 4)];
	struct doer doer = evening_doer(evening, side, LEFT);
	unsigned piece;

	if (other < 0 || other >= SQ_COUNT || !hand_is_idle(doer.hand) || doer.hand->held > 0)
		return;
	piece = evening_stands(evening, (unsigned)other);
	if (piece == NOBODY || piece != evening->home[other])
		return;
	gesture_pause(&doer, 1);
	gesture_straighten(&doer, piece);
}

/* ---- one thought ---- */

static bool is_waiting(const struct evening *evening, enum side side)
{
	return evening->played > evening->judge.committed &&
	       evening_action(evening, evening->judge.committed)->side == side;
}

/* The attack is not over: its player gets on with it, and after a battle both clear up. */
static bool attack_goes_on(struct evening *evening, struct person *person)
{
	struct attack *attack = &evening->attack;

	if (!attack->active)
		return false;
	if (attack->fought && all_idle(evening)) {
		people_clear(evening);
		return true;
	}
	if (attack->fought || attack->side != person->side)
		return false;
	if (!people_follow(evening, person->side) && !people_pick(evening))
		people_insist(evening);
	return true;
}

static void take_turn(struct evening *evening, struct person *person)
{
	if (person->pondered != evening->begun + 1)
		ponder(evening, person);
	else if (may_begin(evening, person))
		people_begin(evening);
}

static void go_on(struct evening *evening, struct person *person)
{
	if (people_answer(evening, person->side) || attack_goes_on(evening, person))
		return;
	if (!holds_nothing(person) || people_follow(evening, person->side))
		return;
	if (is_waiting(evening, person->side))
		people_wonder(evening, person->side);
	else if (!evening->attack.active && is_to_move(evening, person->side))
		take_turn(evening, person);
	else
		people_anticipate(evening, person);
}

void people_think(struct evening *evening)
{
	if (evening->clearing && all_idle(evening))
		evening->clearing = false;
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		struct person *person = &evening->people[side];

		if (evening->t_s < person->next_s || !person_is_idle(person))
			continue;
		person->next_s = evening->t_s + THOUGHT_S;
		go_on(evening, person);
	}
}
