/* Simulates the current through a matrix, and a hand above it. */
#include "tests/support/drivers/made_board.h"

#include <stdlib.h>
#include <string.h>

enum { MS = 1000, EDGE_US = 10 * MS, TICK_US = 50 * MS };

unsigned made_sq(const char *name)
{
	uint8_t sq;

	if (!sq_parse(BOARD_LARGE, name, strlen(name), &sq) || sq == SQ_OFF_BOARD)
		abort();
	return sq;
}

static enum board_id board_of(const struct made_board *made)
{
	return (enum board_id)made->test.monitor.board;
}

void made_board_init(struct made_board *made, enum board_id board, unsigned sensors)
{
	struct bits land = boards[board].land;
	uint8_t order[SQ_COUNT];
	unsigned count = 0;

	memset(made, 0, sizeof *made);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		made->wired[sq] = made->reader[sq] = made->reaches[sq] = (uint8_t)sq;
	while (bits_any(land))
		order[count++] = (uint8_t)bits_take(&land);
	selftest_init(&made->test, board, sensors, order, count);
	made->t_us = 5000 * MS;
}

void made_board_order(struct made_board *made, const char *squares)
{
	struct text rest = {squares, strlen(squares)};
	uint8_t order[SQ_COUNT];
	unsigned count = 0;

	while (rest.length > 0) {
		struct text name = text_take_until(&rest, ',');

		if (!sq_parse(board_of(made), name.at, name.length, &order[count++]))
			abort();
	}
	selftest_init(&made->test, board_of(made), made->test.monitor.sensors, order, count);
}

/* ---- current ---- */

static struct bits reached(const struct made_board *made, struct bits pieces)
{
	struct bits around = bits_neighbours(bits_and(pieces, made->reach));
	struct bits squares = bits_or(pieces, bits_and(around, boards[board_of(made)].land));

	while (bits_any(pieces))
		bits_add(&squares, made->reaches[bits_take(&pieces)]);
	return squares;
}

/* The places of the matrix that are really closed. */
static struct bits conducting(const struct made_board *made, struct bits pieces)
{
	struct bits squares = bits_or(reached(made, pieces), made->stuck), places = BITS_NONE;

	squares = bits_minus(squares, made->dead);
	while (bits_any(squares))
		bits_add(&places, made->wired[bits_take(&squares)]);
	return places;
}

/* Columns that current from a row can reach: by closed contacts, back by those that leak. */
static void reach_columns(const struct made_board *made, struct bits places, unsigned row,
			  bool columns[SQ_STRIDE])
{
	const struct board *board = &boards[board_of(made)];
	bool rows[SQ_STRIDE] = {false}, changed = true;

	memset(columns, 0, SQ_STRIDE);
	rows[row] = true;
	while (changed) {
		changed = false;
		for (unsigned r = 0; r < board->rows; r++)
			for (unsigned c = 0; c < board->columns; c++) {
				bool closed = bits_has(places, sq_at(c, r));
				bool leaks = bits_has(made->leaky, sq_at(c, r)) &&
					     !made->drives_both_ways;

				if (closed && rows[r] && !columns[c])
					columns[c] = changed = true;
				if (closed && leaks && columns[c] && !rows[r])
					rows[r] = changed = true;
			}
		for (unsigned c = 0; c + 1 < board->columns; c++)
			if (made->columns_touch[c] && columns[c] != columns[c + 1])
				columns[c] = columns[c + 1] = changed = true;
	}
}

/* Another row keeps a column where it is, through a diode that leaks, and this row with it. */
static bool is_fought(const struct made_board *made, struct bits places, unsigned row)
{
	const struct board *board = &boards[board_of(made)];

	for (unsigned c = 0; c < board->columns; c++)
		for (unsigned r = 0; r < board->rows && bits_has(places, sq_at(c, row)); r++)
			if (r != row && bits_has(places, sq_at(c, r)) &&
			    bits_has(made->leaky, sq_at(c, r)))
				return true;
	return false;
}

/* What the driver reads. */
static struct bits scan(const struct made_board *made, struct bits places)
{
	const struct board *board = &boards[board_of(made)];
	struct bits read = BITS_NONE;

	for (unsigned row = 0; row < board->rows; row++) {
		bool columns[SQ_STRIDE];

		if (made->drives_both_ways && is_fought(made, places, row))
			continue;
		reach_columns(made, places, row, columns);
		for (unsigned column = 0; column < board->columns; column++)
			if (columns[column])
				bits_add(&read, sq_at(column, row));
	}
	return read;
}

/* ---- readings ---- */

static bool has_reeds(const struct made_board *made)
{
	return made->test.monitor.sensors & SENSOR_REED;
}

static bool has_readers(const struct made_board *made)
{
	return made->test.monitor.sensors & SENSOR_RFID;
}

static void contact(struct made_board *made, unsigned place, bool closed)
{
	struct input input = {
		.t_us = made->t_us, .kind = INPUT_CONTACT, .sq = (uint8_t)place, .closed = closed};

	selftest_input(&made->test, &input);
}

static void tag(struct made_board *made, unsigned sq, bool seen)
{
	struct input input = {.t_us = made->t_us,
			      .kind = INPUT_TAG,
			      .sq = made->reader[sq],
			      .closed = seen,
			      .tag = {.length = 4, .id = {4, 0xA1, 0, 1}}};

	if (made->leaves)
		input.tag.id[3] = (uint8_t)sq;
	if (has_readers(made) && !bits_has(made->blind, sq))
		selftest_input(&made->test, &input);
}

static void noise(struct made_board *made)
{
	struct bits noisy = made->noisy;

	while (bits_any(noisy)) {
		unsigned sq = bits_take(&noisy);

		contact(made, sq, true);
		made->t_us += MS;
		contact(made, sq, false);
	}
}

void made_board_wait(struct made_board *made, uint64_t us)
{
	uint64_t until_us = made->t_us + us;

	while (made->t_us < until_us) {
		made->t_us += TICK_US;
		noise(made);
		selftest_time(&made->test, made->t_us);
	}
}

/* Everything that changes does so in one scan; then the contact of the piece itself bounces. */
static void change(struct made_board *made, unsigned sq, uint32_t chatter_us)
{
	struct bits before = made->closed, after = scan(made, conducting(made, made->pieces));
	struct bits closing = bits_minus(after, before), opening = bits_minus(before, after);
	unsigned place = made->wired[sq];
	bool closed = bits_has(after, place);

	if (!has_reeds(made))
		return;
	made->closed = after;
	while (bits_any(opening))
		contact(made, bits_take(&opening), false);
	while (bits_any(closing))
		contact(made, bits_take(&closing), true);
	if (bits_has(before, place) == closed)
		return;
	for (uint32_t us = 0; us < chatter_us; us += 2 * EDGE_US) {
		made->t_us += EDGE_US;
		contact(made, place, !closed);
		made->t_us += EDGE_US;
		contact(made, place, closed);
	}
}

static void let_go(struct made_board *made, unsigned sq)
{
	for (unsigned i = 0; i < made->drops[sq] && has_reeds(made); i++) {
		made_board_wait(made, 700 * MS);
		contact(made, made->wired[sq], false);
		made->t_us += 60 * MS;
		contact(made, made->wired[sq], true);
	}
	for (unsigned i = 0; i < made->losses[sq]; i++) {
		made_board_wait(made, 700 * MS);
		tag(made, sq, false);
		made->t_us += 80 * MS;
		tag(made, sq, true);
	}
}

void made_board_set_down(struct made_board *made, unsigned sq)
{
	bits_add(&made->pieces, sq);
	change(made, sq, made->chatter_us[sq]);
	if (has_readers(made))
		made_board_wait(made, 40 * MS + made->late_us[sq]);
	tag(made, sq, true);
	made_board_wait(made, 700 * MS);
	let_go(made, sq);
}

void made_board_lift(struct made_board *made, unsigned sq)
{
	bits_drop(&made->pieces, sq);
	tag(made, sq, false);
	change(made, sq, made->lifting_chatter_us[sq]);
	made_board_wait(made, 300 * MS);
}

/* ---- the hand ---- */

static void clear(struct made_board *made)
{
	while (bits_any(made->pieces))
		made_board_lift(made, bits_first(made->pieces));
}

void made_board_begin(struct made_board *made)
{
	struct input frame = {.t_us = made->t_us, .kind = INPUT_FRAME};

	if (has_reeds(made))
		made->closed = frame.frame = scan(made, conducting(made, BITS_NONE));
	selftest_input(&made->test, &frame);
	selftest_enter(&made->test);
	made_board_wait(made, 1500 * MS);
}

static void obey(struct made_board *made, unsigned sq)
{
	if (!made->leaves || (made->puts_aside && selftest_is_covered(&made->test, sq)))
		clear(made);
	made_board_set_down(made, sq);
	made_board_wait(made, 2000 * MS);
	if (selftest_asked(&made->test) != sq)
		return;
	made->enters++;
	selftest_enter(&made->test);
}

void made_board_try(struct made_board *made)
{
	made_board_begin(made);
	while (made->test.phase == SELFTEST_ASK)
		obey(made, selftest_asked(&made->test));
	clear(made);
}
