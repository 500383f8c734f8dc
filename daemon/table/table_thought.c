/*
 * Second thoughts: a player takes up the piece that was moved last and puts it on another square
 * that it might have reached, or back, before the opponent has begun to act. The move is then taken
 * back, and what stands on the table is read as if it had not been. Row 28.
 *
 *   THOUGHT_NONE ──a plain move is accepted──► THOUGHT_OPEN ──the opponent acts──► THOUGHT_NONE
 *
 *   event                          THOUGHT_OPEN
 *   still, stuck, another piece
 *   is lifted, the old square is
 *   left, an attack is denied,
 *   the answer has been made       `thoughts` has a row for each: the first that fits takes the move back
 *   a word of the opponent's, or
 *   of the arbiter's               NONE
 *   an action, a mishap, a stop    NONE
 *
 * While the piece is only off its new square nothing is decided: hands have no colour, and the
 * opponent may be about to attack it (row 7).
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum { PASSED_US = 150000 /* what is carried or slid over a square is not there for so long */ };

/* What may show a second thought. */
enum thought_event {
	SEEN_STILL,    /* the board does not change */
	SEEN_STUCK,    /* ... and has meant nothing for nudge_us */
	SEEN_LIFTED,   /* another piece has been lifted */
	SEEN_LEFT,     /* the square where the piece had stood before the move has been left */
	SEEN_DENIED,   /* the mover does not attack with the piece that was lifted last */
	SEEN_ANSWERED, /* two squares are filled, one of them by the mover's answer */
};

/* What is seen then. */
struct sight {
	struct wrong wrong; /* less what belongs to something else */
	unsigned lifted;    /* SEEN_LIFTED: which */
	uint64_t t_us;
};

void table_thought_begin(struct table *table, unsigned from, unsigned to, uint64_t since_us,
			 bool moved, const struct table_aftermath *aftermath)
{
	struct bits unknown = bits_or(table->faulty, table->unseen);
	bool relied = !bits_has(unknown, from) && !bits_has(unknown, to);

	if (!table->options.second_thoughts || !relied)
		return;
	table->thought = (struct table_thought){
		.state = THOUGHT_OPEN,
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.moved = moved,
		.since_us = since_us,
		.aftermath = *aftermath,
	};
}

void table_thought_end(struct table *table)
{
	table->thought = (struct table_thought){.state = THOUGHT_NONE};
}

/* the position before the move */
static struct public_position before(const struct table *table)
{
	struct public_position open = table->open;
	enum side side = side_other((enum side)open.to_move);

	bits_drop(&open.holds[side], table->thought.to);
	bits_add(&open.holds[side], table->thought.from);
	return open;
}

/*
 * After a battle its loser may have been set down on its old square while the winner was held, as if that had
 * moved there. Then the winner comes back to where it was, although nothing else is off.
 */
static bool is_winner_back(const struct table *table, unsigned sq)
{
	const struct table_thought *thought = &table->thought;

	return thought->state == THOUGHT_OPEN && sq == thought->from &&
	       table_clearing_is_between(&thought->aftermath, thought->from, thought->to) &&
	       table->closed_us[sq] > table->opened_us[sq];
}

/* where the piece stands instead of on its new square; SQ_OFF_BOARD if that is not what is seen */
static unsigned stands_instead(const struct table *table, const struct wrong *wrong)
{
	struct public_position open = before(table);
	unsigned from = table->thought.from, sq;

	if (table->thought.state != THOUGHT_OPEN || wrong->extras != 1 ||
	    !bits_equal(wrong->other, bits_of(table->thought.to)))
		return SQ_OFF_BOARD;
	sq = bits_first(wrong->extra);
	if (bits_has(table->faulty, sq) ||
	    table_read_is_other_piece(table, table->thought.to, sq) ||
	    (table->closed_us[sq] + LATE_US < table->opened_us[table->thought.to] &&
	     !is_winner_back(table, sq)))
		return SQ_OFF_BOARD;
	return sq == from || bits_has(table_reach_of_any(&open, from), sq) ? sq : SQ_OFF_BOARD;
}

bool table_thought_may_stand(const struct table *table, unsigned sq)
{
	struct wrong alone = {
		.other = bits_of(table->thought.to), .extra = bits_of(sq), .extras = 1};

	return stands_instead(table, &alone) != SQ_OFF_BOARD;
}

bool table_thought_may_attack(const struct table *table, unsigned sq)
{
	const struct table_thought *thought = &table->thought;
	struct public_position open = before(table);
	struct wrong wrong = table_wrong(table);
	bool seen;

	if (thought->state != THOUGHT_OPEN || sq >= SQ_COUNT)
		return false;
	/* one that goes far, or whose target is up, may be held low and still be seen where it was */
	seen = !bits_has(bits_or(wrong.other, table->faulty), thought->to);
	if (seen && sq_touch(thought->from, thought->to) && !bits_has(wrong.own, sq))
		return false;
	bits_drop(&wrong.own, sq);
	bits_drop(&wrong.other, thought->to);
	return wrong.extras == 0 && !bits_any(wrong.own) && !bits_any(wrong.other) &&
	       bits_has(open.holds[table->open.to_move], sq) &&
	       bits_has(table_reach_of_any(&open, thought->from), sq);
}

bool table_thought_explains(const struct table *table, unsigned from, unsigned sq)
{
	struct public_position open = before(table);
	const struct table_thought *thought = &table->thought;

	return thought->state == THOUGHT_OPEN && sq == thought->to &&
	       table->opened_us[sq] < table->opened_us[from] &&
	       table->opened_us[sq] - table->closed_us[sq] < ONE_SECOND_US &&
	       bits_has(table_reach_of_any(&open, thought->from), from);
}

static void find_thought(struct table *table, uint64_t t_us)
{
	struct finding *finding = table_find(table, t_us, FOUND_SECOND_THOUGHT);

	finding->side = (uint8_t)side_other((enum side)table->open.to_move);
	finding->from = table->thought.from;
	finding->to = table->thought.to;
}

/* ---- whether the piece stands where only a second thought can have brought it ---- */

static bool stands_elsewhere(const struct table *table, const struct sight *sight)
{
	return stands_instead(table, &sight->wrong) != SQ_OFF_BOARD;
}

bool table_thought_is_up(const struct table *table, unsigned from, unsigned lifted)
{
	/* what has stood for longer is more likely to be taken up for the next turn, by an eager player */
	bool soon = table->opened_us[lifted] - table->closed_us[lifted] < ONE_SECOND_US;

	return table->thought.state == THOUGHT_OPEN && lifted == table->thought.to &&
	       table->opened_us[lifted] < table->opened_us[from] && !table_has_tags(table) &&
	       (soon || table->misses_pieces);
}

bool table_thought_is_wanted(const struct table *table, unsigned lifted)
{
	return table->thought.state == THOUGHT_OPEN && lifted == table->thought.to &&
	       table_guide_wants_back(table, lifted);
}

/* on one of the two squares, and the other side's answer, lifted later, on the other */
static bool stands_beside_answer(const struct table *table, const struct sight *sight)
{
	const struct wrong *wrong = &sight->wrong;
	unsigned from = bits_first(wrong->own), lifted = bits_first(wrong->other);
	struct bits filled = wrong->extra;

	if (!table_thought_is_up(table, from, lifted))
		return false;
	while (bits_any(filled)) {
		unsigned sq = bits_take(&filled);
		struct wrong alone = {.other = wrong->other, .extra = bits_of(sq), .extras = 1};
		struct bits rest = wrong->extra;
		bool answers = bits_has(table_reach_of_any(&table->open, lifted), sq) &&
			       !table_guide_wants_back(table, lifted);

		bits_drop(&rest, sq);
		if (stands_instead(table, &alone) != SQ_OFF_BOARD && !answers &&
		    bits_has(table_reach_of_any(&table->open, from), bits_first(rest)))
			return true;
	}
	return false;
}

/* the piece was taken up soon, and the one that it attacks was lifted to be shown */
static bool is_shown_target(const struct table *table, const struct sight *sight)
{
	return table_thought_explains(table, bits_first(sight->wrong.own),
				      bits_first(sight->wrong.other));
}

/* whether the opponent had a piece up that may have been set down there */
static bool is_answered_on(const struct table *table, unsigned sq)
{
	struct bits own = table->open.holds[table->open.to_move];

	while (bits_any(own)) {
		unsigned from = bits_take(&own);
		bool was_up = table->opened_us[from] < table->closed_us[sq] &&
			      (!bits_has(table->closed, from) ||
			       table->closed_us[from] > table->closed_us[sq]);

		if (was_up && bits_has(table_reach_of_any(&table->open, from), sq))
			return true;
	}
	return false;
}

/*
 * Another piece has been lifted, by either player. If the piece of the last move stood elsewhere before, and
 * was not just carried over that square, its player had decided.
 */
static bool stood_elsewhere(const struct table *table, const struct sight *sight)
{
	unsigned lifted = sight->lifted, sq = stands_instead(table, &sight->wrong);

	/* it was up before: another piece has been carried low over its square */
	if (table->opened_us[lifted] - table->closed_us[lifted] <= LOW_PASS_US)
		return false;
	return sq != SQ_OFF_BOARD && !is_answered_on(table, sq) &&
	       sight->t_us - table->closed_us[sq] >= CHATTER_US;
}

/* the piece had stood on its old square again, and is taken up for something else */
static bool was_put_back(const struct table *table, const struct sight *sight)
{
	unsigned from = table->thought.from, to = table->thought.to;

	return bits_equal(sight->wrong.other, bits_of(to)) &&
	       table->closed_us[from] + LATE_US > table->opened_us[to] &&
	       sight->t_us - table->closed_us[from] >= PASSED_US;
}

/* the winner of the battle is back, and the loser stands where the winner seemed to have moved */
static bool is_back_from_battle(const struct table *table, const struct sight *sight)
{
	return is_winner_back(table, bits_first(sight->wrong.extra)) &&
	       bits_has(table->closed, table->thought.to);
}

/* ---- the table ---- */

/* In which event, and with how many squares of each kind, as in struct wrong, the move is taken back. */
struct thought_row {
	uint8_t event; /* enum thought_event */
	uint8_t owns, others, extras;
	bool (*fits)(const struct table *table, const struct sight *sight);
};

/* clang-format off */
static const struct thought_row thoughts[] = {
	/* event       missing own, other, filled */
	{SEEN_STILL,            0,   1,     1,   stands_elsewhere},
	{SEEN_STILL,            0,   0,     1,   is_back_from_battle},
	{SEEN_STUCK,            0,   1,     1,   stands_elsewhere}, /* others were knocked over */
	{SEEN_LIFTED,           0,   1,     1,   stood_elsewhere},
	{SEEN_LEFT,             0,   1,     0,   was_put_back},
	{SEEN_DENIED,           1,   1,     0,   is_shown_target},
	{SEEN_ANSWERED,         1,   1,     2,   stands_beside_answer},
};
/* clang-format on */

/* a slid piece is seen on its new square before it is missed on its old one */
static void leave_out_slide(const struct table *table, struct wrong *wrong, unsigned lifted)
{
	struct bits filled = wrong->extra;

	while (wrong->extras > 1 && bits_any(filled)) {
		unsigned sq = bits_take(&filled);

		if (table->opened_us[lifted] - table->closed_us[sq] > table->options.jog_us ||
		    !sq_touch(lifted, sq))
			continue;
		bits_drop(&wrong->extra, sq);
		wrong->extras--;
	}
}

/* whether the piece was slid onto the square that the other one had left again */
static bool is_slid_onto(const struct table *table, unsigned lifted, unsigned sq)
{
	return bits_has(table->closed, sq) && table->opened_us[sq] > table->turn.began_us &&
	       sq_touch(lifted, sq) && table->opened_us[lifted] - table->closed_us[sq] < LATE_US;
}

/* the wrong squares that may have to do with the piece of the last move */
static struct wrong wrong_in(const struct table *table, enum thought_event event, unsigned lifted)
{
	struct wrong wrong = table_wrong(table);
	struct bits piece = bits_of(table->thought.to);

	if (event == SEEN_STUCK || event == SEEN_LIFTED)
		wrong.other = bits_and(wrong.other, piece); /* others were knocked over */
	if (event == SEEN_LIFTED) {
		bits_drop(&wrong.own, lifted);
		if (is_slid_onto(table, lifted, table->thought.to))
			wrong.other = piece;
		leave_out_slide(table, &wrong, lifted);
	}
	wrong.owns = bits_count(wrong.own);
	wrong.others = bits_count(wrong.other);
	wrong.extras = bits_count(wrong.extra);
	return wrong;
}

static bool fits(const struct table *table, enum thought_event event, const struct sight *sight)
{
	const struct wrong *wrong = &sight->wrong;

	if (table->thought.state != THOUGHT_OPEN)
		return false;
	for (unsigned i = 0; i < sizeof thoughts / sizeof *thoughts; i++) {
		const struct thought_row *row = &thoughts[i];

		if (row->event == event && row->owns == wrong->owns &&
		    row->others == wrong->others && row->extras == wrong->extras &&
		    row->fits(table, sight))
			return true;
	}
	return false;
}

/* takes the move back if what is seen in this event is a second thought */
static bool look(struct table *table, enum thought_event event, unsigned lifted, uint64_t t_us)
{
	struct sight sight = {wrong_in(table, event, lifted), lifted, t_us};

	if (!fits(table, event, &sight))
		return false;
	find_thought(table, t_us);
	return true;
}

/* ---- events ---- */

bool table_thought_is_complete(const struct table *table, const struct wrong *wrong)
{
	struct sight sight = {*wrong, SQ_OFF_BOARD, 0};

	return fits(table, SEEN_STILL, &sight);
}

bool table_thought_is_shown(const struct table *table)
{
	struct wrong wrong = table_wrong(table);

	return table_thought_is_complete(table, &wrong);
}

bool table_thought_read(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	(void)wrong;
	return look(table, SEEN_STILL, SQ_OFF_BOARD, t_us);
}

bool table_thought_read_answered(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	(void)wrong;
	return look(table, SEEN_ANSWERED, SQ_OFF_BOARD, t_us);
}

bool table_thought_despite_knocks(struct table *table, uint64_t t_us)
{
	return look(table, SEEN_STUCK, SQ_OFF_BOARD, t_us);
}

void table_thought_deny_attack(struct table *table, uint64_t t_us)
{
	look(table, SEEN_DENIED, SQ_OFF_BOARD, t_us);
}

void table_thought_follow(struct table *table, unsigned sq, uint64_t t_us)
{
	const struct table_thought *thought = &table->thought;

	if (thought->state != THOUGHT_OPEN || sq == thought->to || bits_has(table->closed, sq))
		return;
	if (bits_has(public_occupied(&table->open), sq))
		look(table, SEEN_LIFTED, sq, t_us);
	else if (sq == thought->from)
		look(table, SEEN_LEFT, sq, t_us);
}
