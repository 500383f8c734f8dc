/*
 * Rows and columns that have failed as a whole: a ribbon, a connector, a tag reader (row 29).
 * table_lines_watch.c finds out that one has.
 *
 *   LINE_WORKS ──fails, or the arbiter says so──► LINE_FAILED ──shows a level that it could
 *       ▲                                             ▲  │        not show while it failed
 *       │ the arbiter says so, from either            │  ▼
 *       └──────────a rest of back_us────────────── LINE_RETURNS, back to LINE_FAILED if that ends
 *
 * In the last two its squares are faulty: they are believed to be as the record has them. If the
 * board has contacts as well, a reader that fails takes away nothing but tags.
 */
#include "daemon/table/table_lines.h"

#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/square.h"

enum {
	BACK_US = 3000000,		/* a rest after which a line is read again, ... */
	BACK_AGAIN_US = TRUST_AGAIN_US, /* ... and after it has failed more than once */
};

/* ---- lines and their squares ---- */

static bool is_column(unsigned line)
{
	return line >= LINE_COLUMNS;
}

struct bits table_line_squares(const struct table *table, unsigned line)
{
	enum board_id board = (enum board_id)table->open.board;
	struct bits squares = BITS_NONE;

	for (unsigned i = 0; i < LINES_ON_AXIS; i++) {
		unsigned sq = is_column(line) ? sq_at(line - LINE_COLUMNS, i)
					      : sq_at(i, line - LINE_ROWS);

		if (board_has(board, sq))
			bits_add(&squares, sq);
	}
	return squares;
}

bool table_has_line(const struct table *table, unsigned line)
{
	return line > LINE_NONE && line < LINE_END && bits_any(table_line_squares(table, line));
}

bool table_lines_has_contacts(const struct table *table)
{
	return (table->options.sensors & SENSOR_REED) != 0;
}

/* What shows whether a piece is there, on this board. */
enum line_sensor table_lines_main_sensor(const struct table *table)
{
	return table_lines_has_contacts(table) ? LINE_CONTACTS : LINE_READER;
}

bool table_lines_shows(const struct table *table, enum line_sensor sensor, unsigned sq)
{
	if (sensor == table_lines_main_sensor(table))
		return bits_has(table->closed, sq);
	return table_tags_see_any(table, sq);
}

uint64_t table_lines_changed_us(const struct table *table, enum line_sensor sensor, unsigned sq)
{
	if (sensor != table_lines_main_sensor(table))
		return table->lines.tags_us[sq];
	return bits_has(table->closed, sq) ? table->closed_us[sq] : table->opened_us[sq];
}

/* ---- failed lines ---- */

static struct table_line *line_of(struct table *table, enum line_sensor sensor, unsigned line)
{
	return &table->lines.of[sensor][line];
}

void table_lines_set_next(struct table *table)
{
	struct table_lines *lines = &table->lines;

	lines->next_us = TABLE_NEVER;
	for (unsigned s = 0; s < LINE_SENSORS; s++) {
		if (lines->watched[s].due_us < lines->next_us)
			lines->next_us = lines->watched[s].due_us;
		for (unsigned i = LINE_ROWS; i < LINE_END; i++)
			if (lines->of[s][i].state == LINE_RETURNS &&
			    lines->of[s][i].back_us < lines->next_us)
				lines->next_us = lines->of[s][i].back_us;
	}
}

/* the squares that are not read, and those whose tags are not, from the states of the lines */
static void set_squares(struct table *table)
{
	struct table_lines *lines = &table->lines;
	struct bits of[LINE_SENSORS] = {BITS_NONE, BITS_NONE};

	for (unsigned s = 0; s < LINE_SENSORS; s++)
		for (unsigned i = LINE_ROWS; i < LINE_END; i++)
			if (lines->of[s][i].state != LINE_WORKS)
				of[s] = bits_or(of[s], table_line_squares(table, i));
	lines->squares = of[table_lines_main_sensor(table)];
	lines->untagged = of[LINE_READER];
	table->faulty = bits_or(table->single, lines->squares);
	table_lines_set_next(table);
}

void table_lines_tell(struct table *table, uint64_t t_us, enum finding_kind kind,
		      enum table_fault fault, unsigned line)
{
	struct finding *finding = table_find(table, t_us, kind);

	finding->fault = (uint8_t)fault;
	finding->line = (uint8_t)line;
	finding->squares = table_line_squares(table, line);
}

/* What the squares showed while the line failed, or before, is not evidence. */
void table_lines_forget_history(struct table *table, struct bits squares, uint64_t t_us)
{
	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		table->opened_us[sq] = table->closed_us[sq] = t_us;
		table->lifted_us[sq] = 0;
	}
}

/* Whatever is still wrong, or right again, is seen as after a change. */
void table_lines_look_anew(struct table *table, uint64_t t_us, unsigned line)
{
	table_changed(table, bits_first(table_line_squares(table, line)), t_us);
}

/* whether a failed line shows something that it could not show if it still failed */
static bool is_alive(const struct table *table, enum line_sensor sensor, unsigned line)
{
	bool stuck = table->lines.of[sensor][line].how == FAULT_LINE_STUCK;
	struct bits squares = bits_minus(table_line_squares(table, line), table->single);

	while (bits_any(squares))
		if (table_lines_shows(table, sensor, bits_take(&squares)) != stuck)
			return true;
	return false;
}

void table_lines_follow_failed(struct table *table, enum line_sensor sensor, unsigned line,
			       uint64_t t_us)
{
	struct table_line *it = line_of(table, sensor, line);
	bool alive;

	if (it->state == LINE_WORKS || it->how == FAULT_LINE_DECLARED)
		return;
	alive = is_alive(table, sensor, line);
	if (alive && it->state == LINE_FAILED) {
		it->state = LINE_RETURNS;
		it->back_us = t_us + (it->failures > 1 ? BACK_AGAIN_US : BACK_US);
	} else if (!alive) {
		it->state = LINE_FAILED;
	}
	table_lines_set_next(table);
}

void table_lines_fail(struct table *table, uint64_t t_us, enum line_sensor sensor, unsigned line,
		      enum table_fault how)
{
	struct table_line *it = line_of(table, sensor, line);

	if (it->state != LINE_WORKS)
		return;
	*it = (struct table_line){
		.state = LINE_FAILED,
		.how = (uint8_t)how,
		.failures = (uint8_t)(it->failures < UINT8_MAX ? it->failures + 1 : UINT8_MAX),
	};
	set_squares(table);
	table_lines_tell(table, t_us, FOUND_FAULT, how, line);
	table_lines_follow_failed(table, sensor, line, t_us);
	if (sensor == table_lines_main_sensor(table))
		table_aftermath_lose_sight(table);
}

static void works_again(struct table *table, uint64_t t_us, enum line_sensor sensor, unsigned line)
{
	struct table_line *it = line_of(table, sensor, line);
	struct bits before = table->faulty;
	enum table_fault how = (enum table_fault)it->how;

	it->state = LINE_WORKS;
	set_squares(table);
	table_lines_tell(table, t_us, FOUND_TRUSTED, how, line);
	if (sensor != table_lines_main_sensor(table))
		return;
	before = bits_minus(before, table->faulty);
	table_lines_forget_history(table, before, t_us);
	/* it was not seen how these came to be wrong, so they are no gesture */
	if (table_is_playing(table) && table->turn.state != TURN_CORRECTING &&
	    bits_any(bits_and(before, bits_or(table_missing(table), table_extra(table)))))
		table_guide_correct(table, t_us);
	table_lines_look_anew(table, t_us, line);
}

/* ---- deadlines ---- */

/* While a defence card is awaited nobody can be guided. */
static void return_unless_halted(struct table *table, uint64_t t_us, enum line_sensor sensor,
				 unsigned line)
{
	if (!table->turn.halted) {
		works_again(table, t_us, sensor, line);
		return;
	}
	line_of(table, sensor, line)->back_us = t_us + BACK_US;
	table_lines_set_next(table);
}

uint64_t table_lines_deadline(const struct table *table)
{
	return table->lines.next_us;
}

void table_lines_meet_deadline(struct table *table, uint64_t t_us)
{
	struct table_lines *lines = &table->lines;

	for (unsigned s = 0; s < LINE_SENSORS; s++) {
		if (lines->watched[s].due_us <= t_us)
			table_lines_judge(table, t_us, (enum line_sensor)s);
		for (unsigned i = LINE_ROWS; i < LINE_END; i++)
			if (lines->of[s][i].state == LINE_RETURNS &&
			    lines->of[s][i].back_us <= t_us)
				return_unless_halted(table, t_us, (enum line_sensor)s, i);
	}
}

/* ---- the arbiter's word, restarts ---- */

bool table_line_failed(const struct table *table, unsigned line)
{
	return table->lines.of[LINE_CONTACTS][line].state != LINE_WORKS ||
	       table->lines.of[LINE_READER][line].state != LINE_WORKS;
}

void table_declare_line(struct table *table, uint64_t t_us, unsigned line, bool faulty)
{
	if (faulty) {
		line_of(table, table_lines_main_sensor(table), line)->state = LINE_WORKS;
		table_lines_fail(table, t_us, table_lines_main_sensor(table), line,
				 FAULT_LINE_DECLARED);
		table_lines_look_anew(table, t_us, line);
		return;
	}
	for (unsigned s = 0; s < LINE_SENSORS; s++)
		if (table->lines.of[s][line].state != LINE_WORKS)
			works_again(table, t_us, (enum line_sensor)s, line);
}

void table_lines_init(struct table *table)
{
	for (unsigned s = 0; s < LINE_SENSORS; s++)
		table->lines.watched[s].due_us = TABLE_NEVER;
	table->lines.next_us = table->lines.frame_us = TABLE_NEVER;
}

void table_restore_line(struct table *table, enum line_sensor sensor, unsigned line,
			enum table_fault how)
{
	*line_of(table, sensor, line) =
		(struct table_line){.state = LINE_FAILED, .how = (uint8_t)how, .failures = 1};
	set_squares(table);
}

/* A line that works again after the power cut is noticed as ever. */
void table_lines_keep(struct table *table, const struct table *old, uint64_t t_us)
{
	for (unsigned s = 0; s < LINE_SENSORS; s++)
		for (unsigned i = LINE_ROWS; i < LINE_END; i++) {
			const struct table_line *it = &old->lines.of[s][i];

			if (it->state != LINE_WORKS)
				table_restore_line(table, (enum line_sensor)s, i,
						   (enum table_fault)it->how);
			table_lines_follow_failed(table, (enum line_sensor)s, i, t_us);
		}
}
