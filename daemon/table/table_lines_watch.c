/*
 * Finds rows and columns that fail as a whole.
 *
 * All contacts of such a line open within a few scans of one another, or close, or do both again
 * and again. No hand does that: two hands lift two pieces, a sleeve needs tens of milliseconds from
 * one square to the next and pushes pieces onto other squares, and a blow to the table opens pieces
 * of all lines, which come back one by one. So a group of squares that changed together is watched
 * for a moment, and then a line has failed if
 *   - at least three of the group stand on it (four if tags are all there is),
 *   - the rest of the line shows the same,
 *   - all of the group still show the same, and since the same moment, and
 *   - fewer other squares than those of the group have changed meanwhile, and four at the most.
 * A line on which only one or two pieces stand cannot be judged like that: its pieces might have
 * been lifted. People are guided then as ever, and the arbiter is told of the suspicion.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum {
	TOGETHER_US = 10000,	    /* a few scans of contacts */
	TOGETHER_TAGS_US = 150000,  /* two rounds of a reader, after which a tag is gone */
	WATCH_US = 300000,	    /* how long a group is watched before it is judged ... */
	WATCH_AT_REST_US = 3000000, /* ... while nothing is played: arranging has time */
	BLIPS_FORGOTTEN_US = TRUST_AGAIN_US,
	GROUP_SIZE = 3,
	GROUP_SIZE_TAGS = 4,
	OTHERS_MAX = 4
};

static uint64_t together_us(enum line_sensor sensor)
{
	return sensor == LINE_CONTACTS ? TOGETHER_US : TOGETHER_TAGS_US;
}

/* A tag that is gone while its contact is closed cannot have been carried off. */
static unsigned group_size(const struct table *table, enum line_sensor sensor)
{
	return sensor == LINE_READER && !table_lines_has_contacts(table) ? GROUP_SIZE_TAGS
									 : GROUP_SIZE;
}

/* ---- a group of squares that changed together ---- */

static enum table_fault how_of(const struct table *table, enum line_sensor sensor,
			       const struct line_group *group)
{
	if (sensor == LINE_READER)
		return FAULT_LINE_READER;
	return table_lines_shows(table, sensor, bits_first(group->squares)) != group->closed
		       ? FAULT_LINE_FLICKERS
	       : group->closed ? FAULT_LINE_STUCK
			       : FAULT_LINE_SILENT;
}

/* whether all of a group show the same, and have since the same moment */
static bool is_together(const struct table *table, enum line_sensor sensor, struct bits squares)
{
	unsigned one = bits_first(squares);
	uint64_t first_us = table_lines_changed_us(table, sensor, one), last_us = first_us;

	for (struct bits rest = squares; bits_any(rest);) {
		unsigned sq = bits_take(&rest);
		uint64_t us = table_lines_changed_us(table, sensor, sq);

		if (table_lines_shows(table, sensor, sq) != table_lines_shows(table, sensor, one))
			return false;
		/* where a reader falls silent, the contacts must go on showing the pieces */
		if (sensor != table_lines_main_sensor(table) && !table->contacts[sq].raw)
			return false;
		first_us = us < first_us ? us : first_us;
		last_us = us > last_us ? us : last_us;
	}
	return last_us - first_us <= together_us(sensor);
}

/*
 * The squares of the group on a line on which everything else shows what the group has come to
 * show; none if something else does, or if the line has failed already.
 */
static struct bits group_on(const struct table *table, enum line_sensor sensor,
			    const struct line_group *group, unsigned line)
{
	struct bits squares = table_line_squares(table, line);
	struct bits here = bits_and(squares, group->squares);

	if (table->lines.of[sensor][line].state != LINE_WORKS)
		return BITS_NONE;
	squares = bits_minus(bits_minus(squares, here), table->faulty);
	while (bits_any(squares))
		if (table_lines_shows(table, sensor, bits_take(&squares)) != group->closed)
			return BITS_NONE;
	return here;
}

/* The lines of one direction that explain a group. */
struct explanation {
	bool failed[LINE_END];
	unsigned count;	    /* of lines; 0: they do not explain it */
	struct bits covers; /* of the group */
};

static void add_lines(const struct table *table, enum line_sensor sensor,
		      const struct line_group *group, unsigned first, unsigned at_least,
		      struct explanation *by)
{
	for (unsigned line = first; line < first + LINES_ON_AXIS; line++) {
		struct bits here = group_on(table, sensor, group, line);

		if (by->failed[line] || bits_count(here) < at_least)
			continue;
		by->failed[line] = true;
		by->count++;
		by->covers = bits_or(by->covers, here);
	}
}

/*
 * Lines with enough of the group, and then, if more than one square of it is left over, those with
 * fewer: several lines of one ribbon fail at once.
 */
static struct explanation explain(const struct table *table, enum line_sensor sensor,
				  const struct line_group *group, unsigned first)
{
	struct explanation by = {.count = 0};

	add_lines(table, sensor, group, first, group_size(table, sensor), &by);
	if (by.count > 0 && bits_count(bits_minus(group->squares, by.covers)) > 1)
		add_lines(table, sensor, group, first, 1, &by);
	if (bits_count(bits_minus(group->squares, by.covers)) > 1)
		by.count = 0;
	return by;
}

/* how many other squares have changed while the group was watched */
static unsigned others_changed(const struct table *table, const struct line_group *group,
			       struct bits covers)
{
	struct bits others =
		bits_minus(boards[table->open.board].land, bits_or(covers, table->faulty));
	unsigned count = 0;

	while (bits_any(others)) {
		unsigned sq = bits_take(&others);

		/* whenever time began, what is only known since a restart may have changed just now */
		count += table->opened_us[sq] + WATCH_US > group->first_us ||
			 table->closed_us[sq] + WATCH_US > group->first_us;
	}
	return count;
}

/* A line that was gone for a moment: once may be a blow to the table, twice may not. */
static void note_blip(struct table *table, uint64_t t_us, enum line_sensor sensor, unsigned line)
{
	struct table_line *it = &table->lines.of[sensor][line];

	if (it->blip_us != 0 && t_us - it->blip_us < BLIPS_FORGOTTEN_US)
		table_lines_fail(table, t_us, sensor, line, FAULT_LINE_FLICKERS);
	it->blip_us = t_us;
}

static bool is_likely(const struct table *table, enum line_sensor sensor,
		      const struct line_group *group, const struct explanation *by)
{
	unsigned size = bits_count(group->squares);
	unsigned others = others_changed(table, group, by->covers);

	if (by->count == 0 || others >= size || others > OTHERS_MAX)
		return false;
	/* a tag that passes along a line is lost on one square of it after the other */
	if (table->options.sensors == SENSOR_RFID && !group->closed && !group->at_rest &&
	    bits_count(bits_and(group->squares, public_occupied(&table->open))) < GROUP_SIZE_TAGS)
		return false;
	/* pieces that are put where they belong are no fault */
	if (group->closed && bits_count(bits_minus(group->squares, public_occupied(&table->open))) <
				     group_size(table, sensor))
		return false;
	/* while pieces are arranged or packed up, only a single line that falls silent is certain */
	if (sensor == table_lines_main_sensor(table) && group->at_rest)
		return by->count == 1 && !group->closed &&
		       !table_lines_shows(table, sensor, bits_first(group->squares));
	return true;
}

void table_lines_judge(struct table *table, uint64_t t_us, enum line_sensor sensor)
{
	struct line_group group = table->lines.watched[sensor];
	struct explanation rows = explain(table, sensor, &group, LINE_ROWS);
	struct explanation columns = explain(table, sensor, &group, LINE_COLUMNS);
	const struct explanation *by =
		rows.count == 0 || (columns.count > 0 && columns.count < rows.count) ? &columns
										     : &rows;
	enum table_fault how = how_of(table, sensor, &group);

	table->lines.watched[sensor] = (struct line_group){.due_us = TABLE_NEVER};
	table_lines_set_next(table);
	if (!is_together(table, sensor, group.squares) || !is_likely(table, sensor, &group, by))
		return;
	for (unsigned line = LINE_ROWS; line < LINE_END; line++)
		if (by->failed[line] && how == FAULT_LINE_FLICKERS)
			note_blip(table, t_us, sensor, line);
		else if (by->failed[line])
			table_lines_fail(table, t_us, sensor, line, how);
	if (how == FAULT_LINE_FLICKERS)
		table_lines_forget_history(table, group.squares, t_us);
	if (sensor == table_lines_main_sensor(table))
		table_changed(table, bits_first(group.squares), t_us);
}

/* ---- changes ---- */

static void watch(struct table *table, enum line_sensor sensor, unsigned sq, uint64_t t_us,
		  bool closed)
{
	struct table_lines *lines = &table->lines;
	struct line_group *recent = &lines->recent[sensor];
	struct bits old = recent->squares;
	bool at_rest = table->turn.state == TURN_NONE;

	*recent = (struct line_group){
		.squares = bits_of(sq),
		.first_us = t_us,
		.closed = closed,
		.at_rest = at_rest,
	};
	while (bits_any(old)) {
		unsigned other = bits_take(&old);
		uint64_t us = table_lines_changed_us(table, sensor, other);

		if (table_lines_shows(table, sensor, other) != closed ||
		    t_us - us > together_us(sensor))
			continue;
		bits_add(&recent->squares, other);
		recent->first_us = us < recent->first_us ? us : recent->first_us;
	}
	if (bits_count(recent->squares) < group_size(table, sensor))
		return;
	/* those that follow at once belong to the same group */
	if (lines->watched[sensor].due_us != TABLE_NEVER &&
	    (lines->watched[sensor].closed != closed ||
	     t_us - lines->watched[sensor].first_us > together_us(sensor)))
		return;
	recent->due_us = recent->first_us + (at_rest ? WATCH_AT_REST_US : WATCH_US);
	lines->watched[sensor] = *recent;
	table_lines_set_next(table);
}

static void follow(struct table *table, enum line_sensor sensor, unsigned sq, uint64_t t_us)
{
	table_lines_follow_failed(table, sensor, LINE_ROWS + sq_row(sq), t_us);
	table_lines_follow_failed(table, sensor, LINE_COLUMNS + sq_column(sq), t_us);
	/* a reader does not stick */
	if (!bits_has(table->faulty, sq) &&
	    (sensor == LINE_CONTACTS || !table_lines_shows(table, sensor, sq)))
		watch(table, sensor, sq, t_us, table_lines_shows(table, sensor, sq));
}

/* A scan of the whole board shows at once what may have happened bit by bit. */
void table_lines_follow(struct table *table, unsigned sq, uint64_t t_us)
{
	if (table->contacts[sq].edge_us != table->lines.frame_us)
		follow(table, table_lines_main_sensor(table), sq, t_us);
}

void table_lines_follow_tags(struct table *table, unsigned sq, uint64_t t_us)
{
	table->lines.tags_us[sq] = t_us;
	if (table_lines_has_contacts(table))
		follow(table, LINE_READER, sq, t_us);
}

/* A line that never rests is found when the first of its squares is. */
bool table_lines_flutter(struct table *table, unsigned sq, uint64_t t_us)
{
	unsigned lines[] = {LINE_ROWS + sq_row(sq), LINE_COLUMNS + sq_column(sq)};

	for (unsigned i = 0; i < 2; i++) {
		struct bits squares = table_line_squares(table, lines[i]);
		unsigned restless = 0, at_rest = 0;

		while (bits_any(squares)) {
			unsigned other = bits_take(&squares);
			const struct contact *contact = &table->contacts[other];
			bool moves = contact->edge_us != 0 &&
				     t_us - contact->edge_us < CHATTER_US &&
				     t_us - contact->restless_us > ONE_SECOND_US / 2;

			restless += moves;
			at_rest += !moves && bits_has(table->closed, other);
		}
		if (restless < GROUP_SIZE || at_rest > 0)
			continue;
		table_lines_fail(table, t_us, table_lines_main_sensor(table), lines[i],
				 FAULT_LINE_FLICKERS);
		table_lines_look_anew(table, t_us, lines[i]);
		return true;
	}
	return false;
}

/* ---- too little evidence ---- */

/* whether all pieces of a line are missing, and how many; 0 if some are not */
static unsigned missing_on(const struct table *table, unsigned line, struct bits missing)
{
	struct bits squares = bits_minus(table_line_squares(table, line), table->single);
	struct bits here = bits_and(missing, squares);

	return bits_any(bits_and(squares, table->closed)) ? 0 : bits_count(here);
}

/* After a restart nothing tells when a piece was lifted. */
static bool is_of_unknown_age(const struct table *table, struct bits squares)
{
	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		if (table->opened_us[sq] == table->closed_us[sq])
			return true;
	}
	return false;
}

/* When people are guided: could a line be behind it? The arbiter is told once. */
void table_lines_suspect(struct table *table, uint64_t t_us)
{
	struct bits missing = table_missing(table);
	unsigned found = LINE_NONE, most = table_lines_has_contacts(table) ? 1 : 2;
	struct table_line *it;

	for (unsigned line = LINE_ROWS; line < LINE_END; line++) {
		struct bits here = bits_and(missing, table_line_squares(table, line));
		unsigned count = missing_on(table, line, missing);

		if (count < GROUP_SIZE && is_of_unknown_age(table, here))
			continue;
		if (count <= most || !is_together(table, table_lines_main_sensor(table), here))
			continue;
		found = line;
		most = count;
	}
	if (found == LINE_NONE || bits_count(missing) + bits_count(table_extra(table)) > most + 2)
		return;
	it = &table->lines.of[table_lines_main_sensor(table)][found];
	if (it->suspected)
		return;
	it->suspected = true;
	table_lines_tell(table, t_us, FOUND_FAULT, FAULT_LINE_SUSPECTED, found);
}
