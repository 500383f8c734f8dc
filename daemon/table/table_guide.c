/*
 * What must be put right: when the table is stuck, and square by square after a mishap.
 * table_aftermath.c does the same after a battle.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

#include <string.h>

static bool was_sent(const struct table *table, enum table_guide guide, struct bits squares)
{
	for (unsigned i = 0; i < table->guides.sent_count; i++)
		if (table->guides.sent[i].guide == guide &&
		    bits_equal(table->guides.sent[i].squares, squares))
			return true;
	return false;
}

bool table_guide_wants_back(const struct table *table, unsigned sq)
{
	for (unsigned i = 0; i < table->guides.sent_count; i++)
		if (table->guides.sent[i].guide == GUIDE_PLACE &&
		    bits_has(table->guides.sent[i].squares, sq))
			return true;
	return false;
}

/* A check only asks people to look: nothing at the table needs to change. */
bool table_guide_is_open(const struct table *table)
{
	for (unsigned i = 0; i < table->guides.sent_count; i++)
		if (table->guides.sent[i].guide != GUIDE_CHECK)
			return true;
	return false;
}

bool table_is_guiding(const struct table *table)
{
	return table->guides.sent_count > 0;
}

/* A guide is sent once for each new thing to do with a set of squares. */
void table_guide_send(struct table *table, uint64_t t_us, enum side side, enum table_guide guide,
		      struct bits squares)
{
	struct finding *finding;

	if (!bits_any(squares) || was_sent(table, guide, squares))
		return;
	if (table->guides.sent_count == GUIDES_MAX) /* by now the oldest may be repeated */
		memmove(table->guides.sent, table->guides.sent + 1,
			--table->guides.sent_count * sizeof *table->guides.sent);
	table->guides.sent[table->guides.sent_count++] =
		(struct table_guided){(uint8_t)guide, squares};
	finding = table_find(table, t_us, FOUND_GUIDE);
	finding->side = (uint8_t)side;
	finding->guide = (uint8_t)guide;
	finding->squares = squares;
}

void table_guide_end(struct table *table)
{
	table_turn_event(table, TURN_RIGHT);
	memset(table->guides.sent, 0, sizeof table->guides.sent);
	table->guides.sent_count = 0;
	table->guides.listed = BITS_NONE;
	memset(table->guides.vacated, 0, sizeof table->guides.vacated);
}

/* ---- pieces that must go: their owners are told (12) ---- */

/* the only side that misses pieces, or SIDE_NONE */
static enum side side_missing(const struct table *table)
{
	struct bits missing = table_missing(table);
	bool red = bits_any(bits_and(missing, table->open.holds[SIDE_RED]));
	bool blue = bits_any(bits_and(missing, table->open.holds[SIDE_BLUE]));

	return red == blue ? SIDE_NONE : red ? SIDE_RED : SIDE_BLUE;
}

/* whose piece lies where none should be: by its tag, by which side had one there or misses one */
static enum side owner_of_extra(const struct table *table, unsigned sq)
{
	enum side owner = table_tags_owner(table, sq);

	for (unsigned i = 0; i < SIDE_COUNT && owner == SIDE_NONE; i++)
		if (bits_has(table->guides.vacated[i], sq))
			owner = (enum side)i;
	if (owner == SIDE_NONE)
		owner = side_missing(table);
	return owner == SIDE_NONE ? table->open.to_move : owner;
}

static void guide_remove(struct table *table, uint64_t t_us, struct bits extra)
{
	struct bits of[SIDE_COUNT] = {BITS_NONE, BITS_NONE};

	while (bits_any(extra)) {
		unsigned sq = bits_take(&extra);

		bits_add(&of[owner_of_extra(table, sq)], sq);
	}
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		table_guide_send(table, t_us, (enum side)i, GUIDE_REMOVE, of[i]);
}

/* ---- stuck ---- */

/* an attack may be under way (7), and one more piece is off: that one is to go back */
static bool is_one_more_off(const struct wrong *wrong)
{
	return wrong->extras == 0 && wrong->owns + wrong->others == 3 && wrong->owns > 0 &&
	       wrong->others > 0;
}

static void guide_last_lifted(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	struct bits off = bits_or(wrong->own, wrong->other);
	unsigned last = bits_take(&off);

	while (bits_any(off)) {
		unsigned sq = bits_take(&off);

		if (table->opened_us[sq] > table->opened_us[last])
			last = sq;
	}
	table_guide_send(table, t_us, public_side_at(&table->open, last), GUIDE_PLACE,
			 bits_of(last));
}

/* many squares are wrong, and it is not just a move with one enemy piece out of place */
static bool is_a_mess(const struct wrong *wrong)
{
	bool two_own = wrong->owns == 2 && wrong->others == 0 && wrong->extras <= 1;
	bool between = wrong->owns == 1 && wrong->others == 0 && wrong->extras == 2;
	bool beside = wrong->owns == 1 && wrong->others == 1 && wrong->extras == 1;

	return wrong->owns + wrong->others + wrong->extras >= 3 && !two_own && !between &&
	       !beside && !is_one_more_off(wrong);
}

/* the own pieces that were lifted after one had been set down: that one stands where it should */
static struct bits lifted_later(const struct table *table, const struct wrong *wrong)
{
	struct bits own = wrong->own, later = BITS_NONE;
	uint64_t down_us = wrong->extras == 1 ? table->closed_us[bits_first(wrong->extra)] : 0;

	while (bits_any(own)) {
		unsigned sq = bits_take(&own);

		if (table->opened_us[sq] > down_us)
			bits_add(&later, sq);
	}
	return bits_any(later) ? later : wrong->own;
}

static struct bits neighbouring(struct bits squares, struct bits pieces)
{
	return bits_and(squares, bits_neighbours(pieces));
}

/*
 * A square is filled that should not be. If a piece of the mover's or another such square is beside
 * it, a piece stands between the two (19); otherwise something lies there.
 */
static void guide_extra(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	enum side side = table->open.to_move;
	struct bits beside = neighbouring(wrong->extra, wrong->extra);
	struct bits early = wrong->extra, stray = BITS_NONE;

	if (wrong->owns == 0)
		beside = neighbouring(wrong->extra, table->open.holds[side]);
	while (wrong->owns == 1 && bits_any(early)) {
		unsigned sq = bits_take(&early);

		if (table->closed_us[sq] < table->opened_us[bits_first(wrong->own)])
			bits_add(&stray, sq);
	}
	if (bits_any(beside))
		table_guide_send(table, t_us, side, GUIDE_PLACE, wrong->extra);
	else
		guide_remove(table, t_us, bits_any(stray) ? stray : wrong->extra);
}

/*
 * What is wrong besides a move that one piece has made before others went off. A correction would ask
 * for the move to be put back, although its player has done nothing wrong.
 */
static struct wrong wrong_besides_move(const struct table *table)
{
	struct wrong wrong = table_wrong(table), rest = wrong;
	unsigned from;

	if (!is_a_mess(&wrong) || wrong.extras != 1 || wrong.owns == 0)
		return wrong;
	rest.own = wrong.owns == 1 ? BITS_NONE : lifted_later(table, &wrong);
	rest.owns = bits_count(rest.own);
	rest.extra = BITS_NONE;
	rest.extras = 0;
	if (rest.owns + 1 != wrong.owns)
		return wrong;
	from = bits_first(bits_minus(wrong.own, rest.own));
	return table_reach_allows(table, from, bits_first(wrong.extra)) ? rest : wrong;
}

void table_guide_stuck(struct table *table, uint64_t t_us)
{
	struct wrong wrong = wrong_besides_move(table);
	enum side side = table->open.to_move;

	table_lines_suspect(table, t_us);
	if (table_thought_despite_knocks(table, t_us))
		return;
	if (is_a_mess(&wrong) && table->settle_us != TABLE_NEVER)
		table->nudge_us = table->settle_us; /* it may be about to make sense */
	else if (is_a_mess(&wrong))
		table_guide_correct(table, t_us);
	else if (is_one_more_off(&wrong))
		guide_last_lifted(table, t_us, &wrong);
	else if (bits_any(wrong.losers))
		table_aftermath_guide_losers(table, t_us, wrong.losers);
	else if (wrong.owns >= 2 || (wrong.owns == 1 && wrong.extras == 0))
		table_guide_send(table, t_us, side, GUIDE_PLACE, lifted_later(table, &wrong));
	else if (wrong.others)
		table_guide_send(table, t_us, side_other(side), GUIDE_PLACE, wrong.other);
	else
		guide_extra(table, t_us, &wrong);
}

/* ---- correction ---- */

enum { LISTED_AT_ONCE = 3 };

/* the squares nearest to the side to move, three at the most */
static struct bits nearest(const struct table *table, struct bits squares)
{
	struct bits list = BITS_NONE;
	bool from_top = table->open.to_move == SIDE_BLUE;

	for (unsigned row = 0; row < boards[table->open.board].rows; row++) {
		unsigned r = from_top ? boards[table->open.board].rows - 1u - row : row;

		for (unsigned column = 0; column < boards[table->open.board].columns; column++) {
			unsigned sq = sq_at(column, r);

			if (bits_has(squares, sq) && bits_count(list) < LISTED_AT_ONCE)
				bits_add(&list, sq);
		}
	}
	return list;
}

static void send_list(struct table *table, uint64_t t_us)
{
	struct bits missing = table_missing(table), extra = table_extra(table);
	struct bits list = nearest(table, bits_or(missing, extra));
	struct bits gone = bits_and(list, missing);

	table->guides.listed = list;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		table_guide_send(table, t_us, (enum side)i, GUIDE_PLACE,
				 bits_and(gone, table->open.holds[i]));
	guide_remove(table, t_us, bits_minus(bits_and(list, extra), missing));
}

void table_guide_correct(struct table *table, uint64_t t_us)
{
	table_turn_event(table, TURN_MISHAP);
	table->unseen = BITS_NONE; /* all that is not seen is named */
	table_thought_end(table);
	table_hold_end(table);
	table->nudge_us = TABLE_NEVER;
	table->guides.corrected =
		bits_or(table->guides.corrected, bits_or(table_missing(table), table_extra(table)));
	send_list(table, t_us);
	table_find(table, t_us, FOUND_CORRECTION);
}

/* names the next three when those named are right, or when others that come first are wrong */
void table_guide_follow(struct table *table, uint64_t t_us)
{
	struct bits wrong = bits_or(table_missing(table), table_extra(table));

	table->guides.corrected = bits_or(table->guides.corrected, wrong);
	if (!bits_any(bits_and(table->guides.listed, wrong)))
		send_list(table, t_us);
}

/*
 * of the two own pieces that are off, the one that was moved, if it was answered by an attack on the other;
 * SQ_OFF_BOARD if either may have been
 */
static unsigned moved_of_two(const struct table *table, const struct wrong *wrong)
{
	struct bits reach = table_reach_of_any(&table->open, bits_first(wrong->other));
	struct bits attacked = bits_and(wrong->own, reach), moved = bits_minus(wrong->own, reach);

	return bits_count(attacked) == 1 && bits_count(moved) == 1 ? bits_first(moved)
								   : SQ_OFF_BOARD;
}

/* the mover's piece that was moved, and where to, if that and perhaps the answer to it is all that is left */
static unsigned moved_from(const struct table *table, const struct wrong *wrong, unsigned *to)
{
	bool taken = wrong->owns == 2 && wrong->others == 1 && wrong->extras == 1;
	bool answered = wrong->others == 1 && wrong->extras == 2;
	unsigned from = taken ? moved_of_two(table, wrong) : bits_first(wrong->own);
	struct bits filled = wrong->extra;

	if (answered && wrong->owns == 1)
		filled = table_read_pairs(table, wrong);
	if (bits_count(filled) != 1 || from == SQ_OFF_BOARD ||
	    (!taken && (wrong->owns != 1 || (!answered && wrong->others > 0))))
		return SQ_OFF_BOARD;
	*to = bits_first(filled);
	return table_reach_allows(table, from, *to) && !table_read_is_other_piece(table, from, *to)
		       ? from
		       : SQ_OFF_BOARD;
}

/* whether the mover's piece is off, and perhaps the one that it attacks, and nothing else */
static bool may_attack(const struct table *table, const struct wrong *wrong, unsigned sq)
{
	struct bits besides = bits_minus(bits_or(wrong->other, wrong->extra), bits_of(sq));

	return !bits_any(besides) &&
	       bits_has(table_reach_of_attack(table, bits_first(wrong->own)), sq);
}

static uint64_t first_opened(const struct table *table, struct bits squares)
{
	uint64_t first_us = TABLE_NEVER;

	while (bits_any(squares)) {
		uint64_t us = table->opened_us[bits_take(&squares)];

		first_us = us < first_us ? us : first_us;
	}
	return first_us;
}

/*
 * A correction asks for what was played to be undone. When all else is right again and the mover says in so
 * many words that this was played, it is believed.
 */
bool table_say_in_correction(struct table *table, uint64_t t_us, unsigned target)
{
	struct wrong wrong = table_wrong(table);
	unsigned from = bits_any(wrong.own) ? bits_first(wrong.own) : SQ_OFF_BOARD, to = target;

	if (table->turn.state != TURN_CORRECTING || from == SQ_OFF_BOARD ||
	    bits_any(bits_minus(table->unsettled, table->faulty)))
		return false;
	if (target == SQ_OFF_BOARD)
		from = moved_from(table, &wrong, &to);
	else if (wrong.owns > 1 || !may_attack(table, &wrong, target))
		return false;
	if (from == SQ_OFF_BOARD)
		return false;
	bits_drop(&wrong.own, from);
	table_turn_event(table, TURN_RIGHT);
	table->turn.since_us = t_us; /* a mishap is not evidence */
	if (target == SQ_OFF_BOARD && wrong.others == 1)
		table->turn.answer_us = first_opened(table, bits_or(wrong.other, wrong.own));
	table_places_corrected(table);
	table_find(table, t_us, FOUND_CORRECTED);
	table_declare(table, t_us, table->open.to_move, from, to, table->last_edge_us);
	return true;
}
