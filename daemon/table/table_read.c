/*
 * What a still board means. Levels are the truth: the squares that are wrong show what was done,
 * and `readings` has a row for each case. Squares that opened and closed again meanwhile matter
 * only where the levels leave a choice; the functions named by the rows, in table_read_mover.c and
 * table_read_both.c, look at them.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

/* ---- what is found ---- */

bool table_read_ask(struct table *table, uint64_t t_us, enum table_question question, unsigned from,
		    struct bits choices)
{
	struct finding *finding;

	if (table->ask.state != ASK_FREE)
		return false;
	table->ask = (struct table_ask){
		.state = ASK_OPEN,
		.question = (uint8_t)question,
		.side = table->open.to_move,
		.from = (uint8_t)from,
		.choices = choices,
		.otherwise = SQ_OFF_BOARD,
	};
	finding = table_find(table, t_us, FOUND_QUESTION);
	finding->side = table->open.to_move;
	finding->from = (uint8_t)from;
	finding->question = (uint8_t)question;
	finding->squares = choices;
	return true;
}

static bool is_refused(const struct table *table, unsigned from, unsigned to)
{
	return table->turn.refused_from == from && table->turn.refused_to == to;
}

/* the last contact change of the action: a later jog elsewhere is not part of it */
static uint64_t acted_us(const struct table *table, unsigned from, unsigned to)
{
	uint64_t off_us = table->opened_us[from];
	uint64_t down_us =
		bits_has(table->closed, to) ? table->closed_us[to] : table->opened_us[to];
	uint64_t last_us = off_us > down_us ? off_us : down_us;

	return last_us > table->options.debounce_us ? last_us - table->options.debounce_us : 0;
}

/*
 * Where tags alone are read: one that has come, gone and come again belongs to a piece that is held at the
 * edge of what the antenna sees. It is believed to stand so much later.
 */
static uint64_t doubt_us(const struct table *table, unsigned from, unsigned to)
{
	bool trembles = table->options.sensors == SENSOR_RFID &&
			!bits_has(table_reach_of_any(&table->open, from), to) &&
			table->opened_us[to] > table->opened_us[from];

	return trembles && table->options.hold_us > SURE_US ? table->options.hold_us - SURE_US : 0;
}

bool table_read_declare(struct table *table, uint64_t t_us, enum side side, unsigned from,
			unsigned to)
{
	uint64_t still_us = t_us - table->change_us, doubtful_us = doubt_us(table, from, to);
	bool said = table->done_pressed;

	if (is_refused(table, from, to))
		return false;
	table_declare(table, t_us, side, from, to, acted_us(table, from, to));
	if (!said)
		table->found[table->found_count - 1].still_us =
			still_us > doubtful_us ? still_us - doubtful_us : 0;
	return true;
}

static bool waits(struct table *table, uint64_t t_us, uint64_t until_us)
{
	if (t_us >= until_us)
		return false;
	table->settle_us = until_us;
	return true;
}

bool table_read_waits(struct table *table, uint64_t t_us)
{
	return waits(table, t_us, table->change_us + SURE_US);
}

bool table_read_waits_for_winner(struct table *table, uint64_t t_us, unsigned from, unsigned to)
{
	return table_clearing_may_be_loser(table, from, to) &&
	       waits(table, t_us, table->change_us + CLEARED_US);
}

static bool read_nothing(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	(void)table;
	(void)t_us;
	(void)wrong;
	return false;
}

/* the only one of the pieces that may go to the square and was lifted before; SQ_OFF_BOARD otherwise */
static unsigned only_able(const struct table *table, struct bits pieces, unsigned sq)
{
	unsigned able = SQ_OFF_BOARD;

	while (bits_any(pieces)) {
		unsigned from = bits_take(&pieces);

		if (!bits_has(table_reach_of_any(&table->open, from), sq))
			continue;
		if (able != SQ_OFF_BOARD || table->closed_us[sq] + LATE_US < table->opened_us[from])
			return SQ_OFF_BOARD;
		able = from;
	}
	return able;
}

/*
 * A move stood complete before another own piece was lifted, which the opponent may attack (7). Or one is held
 * that cannot have gone there.
 */
static bool read_earlier_move(struct table *table, uint64_t t_us, const struct wrong *wrong)
{
	unsigned to = bits_first(wrong->extra), from = only_able(table, wrong->own, to);

	if (table_answer_leaves_move(table, t_us) && bits_has(wrong->own, table->turn.from) &&
	    to == table->turn.to)
		from = table->turn.from;
	if (from == SQ_OFF_BOARD)
		return false;
	return table_read_declare(table, t_us, table->open.to_move, from, to);
}

/* ---- finding the row of a board ---- */

static bool is_on_enemy_square(const struct table *table, const struct wrong *wrong)
{
	(void)table;
	return bits_equal(wrong->extra, wrong->other);
}

static bool is_swap(const struct table *table, const struct wrong *wrong)
{
	(void)wrong;
	return table->card == TABLE_CARD_SWAP;
}

/* tags show the two pieces of the swap in each other's places */
static bool is_swap_shown(const struct table *table, const struct wrong *wrong)
{
	return table->card == TABLE_CARD_SWAP && bits_equal(wrong->own, wrong->extra);
}

/* ---- boards that cannot become an action, however long the players wait ---- */

static bool never(const struct table *table, const struct wrong *wrong)
{
	(void)table;
	(void)wrong;
	return false;
}

static bool always(const struct table *table, const struct wrong *wrong)
{
	(void)table;
	(void)wrong;
	return true;
}

static bool if_unrelated(const struct table *table, const struct wrong *wrong)
{
	return table_read_is_unrelated(table, bits_first(wrong->own), bits_first(wrong->extra));
}

static bool if_out_of_reach(const struct table *table, const struct wrong *wrong)
{
	return !bits_has(table_reach_of_attack(table, bits_first(wrong->own)),
			 bits_first(wrong->other));
}

static bool if_not_final(const struct table *table, const struct wrong *wrong)
{
	return !table_answer_is_near(table) &&
	       !table_read_stands_despite_lift(table, bits_first(wrong->own),
					       bits_first(wrong->other), bits_first(wrong->extra));
}

static bool if_not_its_move(const struct table *table, const struct wrong *wrong)
{
	return table_read_is_no_try(table, bits_first(wrong->other), bits_first(wrong->extra));
}

static bool if_no_pair(const struct table *table, const struct wrong *wrong)
{
	return !bits_any(table_read_pairs(table, wrong));
}

/* ---- the table ---- */

enum { ANY = UINT8_MAX, ROWS_MAX = 6 };

/* What a still board means, by how many squares of each kind are wrong. The first row that fits
 * counts. */
struct read_row {
	uint8_t owns, others, extras; /* as in struct wrong, or ANY */
	uint8_t rows[ROWS_MAX];	      /* of gestures.md, the rest 0 */
	bool (*fits)(const struct table *table, const struct wrong *wrong); /* NULL: always */
	/* what to make of it; false if it means nothing */
	bool (*read)(struct table *table, uint64_t t_us, const struct wrong *wrong);
	bool (*is_stuck)(const struct table *table, const struct wrong *wrong);
};

/* clang-format off */
static const struct read_row readings[] = {
	/* missing own, other,
	 * filled        rows                fits                read                stuck */
	{0,   0,   0,   {3, 13, 25, 26},    NULL,               table_read_right,         never},
	{1,   0,   0,   {3, 5, 6, 8},       NULL,               table_read_hold,          never},
	{1,   0,   1,   {1, 2, 4, 17, 18},  NULL,               table_read_move,          if_unrelated},
	{1,   0,   ANY, {19},               NULL,               read_nothing,       always},
	{1,   1,   0,   {7, 17},            NULL,               table_read_both_off,      if_out_of_reach},
	{1,   1,   1,   {8},                is_on_enemy_square, table_read_both_off,      never},
	{1,   1,   1,   {4, 14, 16},        NULL,               table_read_move_and_lift, if_not_final},
	{1,   1,   2,   {16},               NULL,               table_read_two_moves,     if_no_pair},
	{0,   1,   1,   {13},               is_on_enemy_square, read_nothing,       never},
	{0,   1,   1,   {28},               table_thought_is_complete, table_thought_read,    never},
	{0,   ANY, ANY, {27},               table_doubt_has_moved, table_doubt_ask_moved,   always},
	{0,   1,   1,   {16},               NULL,               table_read_other_moved,   if_not_its_move},
	{0,   0,   1,   {28},               table_thought_is_complete, table_thought_read,    always},
	{0,   0,   1,   {19, 22},           NULL,               table_read_extra,         always},
	{2,   0,   0,   {25},               is_swap,            table_read_swap,          never},
	{2,   0,   2,   {25},               is_swap_shown,      table_read_swap,          never},
	{2,   0,   ANY, {25},               is_swap,            read_nothing,       never},
	{2,   0,   1,   {15},               NULL,               read_earlier_move,  always},
	{2,   0,   ANY, {15},               NULL,               read_nothing,       always},
	{ANY, ANY, ANY, {14, 15, 19, 20},   NULL,               read_nothing,       always},
};
/* clang-format on */

static bool is_count(unsigned count, unsigned wanted)
{
	return wanted == ANY || count == wanted;
}

static const struct read_row *row_of(const struct table *table, const struct wrong *wrong)
{
	const struct read_row *row = readings; /* the last fits every board */

	while (!is_count(wrong->owns, row->owns) || !is_count(wrong->others, row->others) ||
	       !is_count(wrong->extras, row->extras) || (row->fits && !row->fits(table, wrong)))
		row++;
	return row;
}

const uint8_t *table_read_rows(const struct table *table)
{
	struct wrong wrong = table_wrong(table);

	return row_of(table, &wrong)->rows;
}

bool table_read(struct table *table, uint64_t t_us)
{
	struct wrong wrong = table_wrong(table);

	if (row_of(table, &wrong)->read(table, t_us, &wrong))
		return true;
	if (!table_doubt_count(table, t_us, &wrong))
		return false;
	wrong = table_wrong(table);
	return row_of(table, &wrong)->read(table, t_us, &wrong);
}

/* After a refusal people already know what to put back. */
bool table_is_stuck(const struct table *table)
{
	struct wrong wrong = table_wrong(table);

	return table->turn.refused_from == SQ_OFF_BOARD &&
	       (bits_any(wrong.losers) || row_of(table, &wrong)->is_stuck(table, &wrong));
}
