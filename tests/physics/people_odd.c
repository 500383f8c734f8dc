/*
 * What people do beside what they mean to do: they take up another piece first, play with one,
 * begin too early, miss a square, try what is illegal, and sweep pieces along.
 */
#include "tests/physics/people.h"

#define OFF_PLACE_MM 13.0 /* from which a piece is off its place and still on its square */

static const int beside[] = {1, -1, SQ_STRIDE, -SQ_STRIDE};
static const int aslant[] = {SQ_STRIDE + 1, SQ_STRIDE - 1, -SQ_STRIDE + 1, -SQ_STRIDE - 1};

/* a square with nothing on it, now and by what has been played */
static bool is_empty(const struct evening *evening, int sq)
{
	return sq >= 0 && sq < SQ_COUNT && board_has(evening->surface.id, (unsigned)sq) &&
	       bits_has(boards[evening->surface.id].land, (unsigned)sq) &&
	       evening_stands(evening, (unsigned)sq) == NOBODY && evening->home[sq] == NOBODY;
}

unsigned people_empty_beside(struct evening *evening, unsigned from, unsigned to)
{
	unsigned first = chance_below(&evening->chance, 4);

	for (unsigned i = 0; i < 4; i++) {
		int other = (int)from + beside[(first + i) % 4];

		if (other >= 0 && (unsigned)other != to && is_empty(evening, other))
			return (unsigned)other;
	}
	return SQ_OFF_BOARD;
}

unsigned people_empty_near(struct evening *evening, unsigned sq)
{
	unsigned skip = chance_below(&evening->chance, 25), next = SQ_OFF_BOARD;

	if (evening->begun < evening->game->sim.action_count)
		next = evening_action(evening, evening->begun)->to;
	for (unsigned i = 0; i < 25; i++) {
		int place = (int)((i + skip) % 25);
		int other = (int)sq + (place % 5 - 2) + SQ_STRIDE * (place / 5 - 2);

		if (is_empty(evening, other) && (unsigned)other != next)
			return (unsigned)other;
	}
	return SQ_OFF_BOARD;
}

bool people_free_hand(struct evening *evening, enum side side, struct doer *doer)
{
	for (unsigned i = 0; i < HANDS; i++) {
		*doer = evening_doer(evening, side, i);
		if (hand_is_idle(doer->hand) && doer->hand->held == 0)
			return true;
	}
	return false;
}

/* whether the action that is being made, or the next one, is about this square */
static bool is_busy(const struct evening *evening, unsigned sq)
{
	for (size_t i = evening->begun > 0 ? evening->begun - 1 : 0; i <= evening->begun; i++) {
		const struct report_view *what;

		if (i >= evening->game->sim.action_count)
			continue;
		what = evening_action(evening, i);
		if (what->from == sq || what->to == sq)
			return true;
	}
	return false;
}

/*
 * Whether a piece stands beside the one that the other side has in the hand, or will have: lifted, it
 * looks as if it were attacked, and that no referee can tell.
 */
static bool looks_attacked(const struct evening *evening, enum side side, unsigned sq)
{
	for (size_t i = evening->begun > 0 ? evening->begun - 1 : 0; i <= evening->begun; i++)
		if (i < evening->game->sim.action_count &&
		    evening_action(evening, i)->side != side &&
		    sq_touch(evening_action(evening, i)->from, sq))
			return true;
	return false;
}

/* a piece of that side that stands where it should and has nothing to do; SQ_OFF_BOARD if none */
static unsigned spare_piece(struct evening *evening, enum side side, bool fixed)
{
	const struct public_position *open = &referee_game(evening->referee)->position.open;
	unsigned skip = chance_below(&evening->chance, SQ_COUNT);

	for (unsigned i = 0; i < SQ_COUNT; i++) {
		unsigned sq = (i + skip) % SQ_COUNT, piece = evening->home[sq];
		bool stays;

		if (piece == NOBODY || evening_stands(evening, sq) != piece ||
		    !bits_has(open->holds[side], sq) || is_busy(evening, sq) ||
		    looks_attacked(evening, side, sq))
			continue;
		stays = evening->rank[piece] == PIECE_BOMB || evening->rank[piece] == PIECE_FLAG;
		if (stays == fixed || !fixed)
			return sq;
	}
	return SQ_OFF_BOARD;
}

/* ---- pieces that are taken up and put back ---- */

static void take_up_and_back(const struct doer *doer, unsigned piece, unsigned sq, double seconds)
{
	gesture_take(doer, piece);
	gesture_lift(doer);
	gesture_wait(doer, seconds);
	gesture_bring(doer, piece, sq);
	gesture_let_go(doer, piece);
}

void people_consider(struct evening *evening, const struct doer *doer, enum side side)
{
	unsigned sq;

	if (doer->hand->held > 0 || !people_are(evening, doer->profile->consider))
		return;
	sq = spare_piece(evening, side, false);
	if (sq == SQ_OFF_BOARD)
		return;
	evening_note(evening, "takes up another piece first");
	take_up_and_back(doer, evening->home[sq], sq, dice_pause(doer->chance, 1, 0.8));
	gesture_pause(doer, 0.5);
}

void people_fiddle(struct evening *evening, enum side side)
{
	struct doer doer = evening_doer(evening, side, RIGHT);
	unsigned sq;

	if (doer.hand->held > 0 || !people_are(evening, doer.profile->fiddle))
		return;
	sq = spare_piece(evening, side, false);
	if (sq == SQ_OFF_BOARD)
		return;
	evening_note(evening, "%s plays with a piece", side_name(side));
	gesture_pause(&doer, 1);
	take_up_and_back(&doer, evening->home[sq], sq, dice_pause(doer.chance, 1.2, 0.8));
}

/* ---- too early ---- */

unsigned people_held_early(const struct person *person)
{
	unsigned piece = person->early.piece;

	return person->early.taken && hand_holds(&person->hands[RIGHT], piece) ? piece : NOBODY;
}

static void put_back_early(struct evening *evening, struct person *person)
{
	struct doer doer = evening_doer(evening, person->side, RIGHT);

	gesture_bring(&doer, person->early.piece, person->early.sq);
	gesture_let_go(&doer, person->early.piece);
	person->early.taken = false;
}

void people_anticipate(struct evening *evening, struct person *person)
{
	const struct report_view *now, *next;
	struct doer doer = evening_doer(evening, person->side, RIGHT);

	if (people_held_early(person) != NOBODY) {
		if (evening->t_s > person->early.until_s)
			put_back_early(evening, person);
		return;
	}
	if (evening->begun == 0 || evening->begun == evening->played ||
	    evening->begun >= evening->game->sim.action_count ||
	    person->early.thought == evening->begun)
		return;
	person->early.thought = evening->begun;
	now = evening_action(evening, evening->begun - 1);
	next = evening_action(evening, evening->begun);
	if (next->side != person->side || next->from == now->to || next->from == now->from ||
	    doer.hand->held > 0 || looks_attacked(evening, person->side, next->from) ||
	    !people_are(evening, doer.profile->early) ||
	    evening_stands(evening, next->from) != evening->home[next->from])
		return;
	person->early.taken = true;
	person->early.piece = evening->home[next->from];
	person->early.sq = next->from;
	person->early.until_s = evening->t_s + dice_between(doer.chance, 2, 12);
	evening_note(evening, "%s takes up the next piece already", side_name(person->side));
	gesture_wait(&doer, dice_between(doer.chance, 0, 1));
	gesture_take(&doer, person->early.piece);
	gesture_lift(&doer);
}

bool people_put_back(struct evening *evening, enum side side, unsigned sq)
{
	struct person *person = &evening->people[side];

	if (people_held_early(person) == NOBODY || person->early.sq != sq ||
	    !hand_is_idle(&person->hands[RIGHT]))
		return false;
	put_back_early(evening, person);
	return true;
}

/* ---- not where it should be ---- */

void people_set_between(struct evening *evening, const struct doer *doer, unsigned piece,
			const struct report_view *move)
{
	struct vec to = surface_middle(move->to), way = vec_minus(surface_middle(move->from), to);

	if (!people_are(evening, doer->profile->between))
		return;
	evening_note(evening, "sets it down between two squares first");
	way = vec_scaled(way, dice_between(doer->chance, 14, 22) / vec_length(way));
	gesture_bring_to(doer, piece, vec_add(to, way));
	gesture_let_go(doer, piece);
	gesture_pause(doer, 0.8);
	gesture_take(doer, piece);
}

static void tries(struct evening *evening, const struct doer *doer, unsigned from, unsigned to)
{
	char names[2][SQ_NAME_SIZE];

	sq_format(from, names[0]);
	sq_format(to, names[1]);
	evening_note(evening, "tries %s-%s, which is illegal", names[0], names[1]);
	evening->judge.tried =
		(struct tried){.open = true, .from = (uint8_t)from, .to = (uint8_t)to};
	gesture_take(doer, evening->home[from]);
	gesture_lift(doer);
	gesture_bring(doer, evening->home[from], to);
	gesture_let_go(doer, evening->home[from]);
	gesture_pause(doer, 2);
	gesture_take(doer, evening->home[from]);
	gesture_lift(doer);
}

/* with the piece that is to be moved, aslant, or with one that never moves */
bool people_go_astray(struct evening *evening, const struct doer *doer,
		      const struct report_view *move)
{
	unsigned sq = move->from, to = SQ_OFF_BOARD;
	const struct edition *edition = &editions[evening->game->sim.edition];
	bool costs_game = edition->options.immobile_moved != IMMOBILE_PUT_BACK;
	bool fixed = dice_happens(doer->chance, 0.3) && !costs_game;

	if (doer->hand->held > 0 || !people_are(evening, doer->profile->astray))
		return false;
	if (fixed) {
		sq = spare_piece(evening, (enum side)move->side, true);
		to = sq == SQ_OFF_BOARD ? sq : people_empty_beside(evening, sq, move->to);
	} else {
		int other = (int)sq + aslant[chance_below(doer->chance, 4)];

		to = is_empty(evening, other) ? (unsigned)other : SQ_OFF_BOARD;
	}
	if (to == SQ_OFF_BOARD)
		return false;
	tries(evening, doer, sq, to);
	if (!fixed && dice_happens(doer->chance, 0.5))
		return true; /* on to where it may go */
	gesture_bring(doer, evening->home[sq], sq);
	gesture_let_go(doer, evening->home[sq]);
	gesture_pause(doer, 1);
	return false;
}

/* ---- what is swept along ---- */

static struct hand *idle_ghost(struct evening *evening)
{
	for (unsigned i = 0; i < GHOSTS; i++)
		if (hand_is_idle(&evening->ghosts[i]))
			return &evening->ghosts[i];
	return NULL;
}

void people_sweep(struct evening *evening, enum side side, unsigned sq)
{
	const struct profile *profile = &evening->people[side].profile;
	int step = beside[chance_below(&evening->chance, 4)];

	if (!people_are(evening, profile->sweep))
		return;
	evening_note(evening, "a sleeve");
	for (int i = 1; i <= 3; i++) {
		int other = (int)sq + i * step;
		struct hand *ghost = idle_ghost(evening);
		struct doer doer = {ghost, profile, &evening->chance};
		unsigned piece;

		if (!ghost || other < 0 || other >= SQ_COUNT)
			return;
		piece = evening_stands(evening, (unsigned)other);
		if (piece == NOBODY)
			continue;
		gesture_wait(&doer, 0.06 * i);
		gesture_nudge(&doer, piece);
	}
}

/* where a piece can be pushed from its place without being pushed against another */
static bool way_out(struct evening *evening, unsigned sq, struct vec *by)
{
	unsigned to = people_empty_beside(evening, sq, SQ_OFF_BOARD);
	struct vec way;

	if (to == SQ_OFF_BOARD)
		return false;
	way = vec_minus(surface_middle(to), surface_middle(sq));
	*by = vec_scaled(way, dice_between(&evening->chance, OFF_PLACE_MM, SQUARE_MM / 2 - 1) /
				      vec_length(way));
	return true;
}

void people_knock(struct evening *evening, enum side side, unsigned sq)
{
	int other = (int)sq + beside[chance_below(&evening->chance, 4)];
	enum side helper = dice_happens(&evening->chance, 0.6) ? side : side_other(side);
	struct doer doer = evening_doer(evening, helper, LEFT);
	struct hand *ghost = idle_ghost(evening);
	struct stroke *push;
	struct vec by;
	unsigned piece;

	if (!people_are(evening, evening->people[side].profile.knock) || !ghost || other < 0 ||
	    other >= SQ_COUNT || !hand_is_idle(doer.hand) || doer.hand->held > 0 ||
	    is_busy(evening, (unsigned)other) ||
	    looks_attacked(evening, side_other(side), (unsigned)other))
		return;
	piece = evening_stands(evening, (unsigned)other);
	if (piece == NOBODY || piece != evening->home[other] ||
	    !way_out(evening, (unsigned)other, &by))
		return;
	evening_note(evening, "pushes a piece off its place, %s puts it back", side_name(helper));
	hand_add(ghost, STROKE_WAIT)->seconds = dice_between(&evening->chance, 0.2, 1.2);
	hand_add(ghost, STROKE_GRASP)->piece = (uint8_t)piece;
	push = hand_add(ghost, STROKE_CARRY);
	push->to = by;
	push->origin = FROM_HAND;
	push->seconds = dice_between(&evening->chance, 0.06, 0.2);
	hand_add(ghost, STROKE_RELEASE);
	gesture_wait(&doer, dice_between(&evening->chance, 1.6, 4));
	gesture_take(&doer, piece);
	if (dice_happens(doer.chance, 0.5))
		gesture_lift(&doer);
	gesture_bring(&doer, piece, (unsigned)other);
	gesture_let_go(&doer, piece);
}
