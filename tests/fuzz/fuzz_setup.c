/*
 * Hostile set-ups and positions. What is accepted must be exactly an army of the edition where it
 * may stand, and what is exactly that must be accepted; the rules then give the same text back and
 * can begin a game.
 *
 * The input is lines, so that seeds can be written by hand:
 *   1  the edition's number, 's' for set-ups or 'p' for a position, 'r' or 'b' for who begins:
 * "4sr" 2  options, separated by commas: "two-squares 5,memory-aid on" 3  red's rows    4  blue's
 * rows 5  red's deck    6  blue's deck, a letter for each card: 'a' is the first one
 */
#include "rules/perft.h"
#include "rules/text.h"
#include "rules/view.h"
#include "tests/fuzz/expect.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	FEW_PIECES = 4, /* whose game trees are small */
	DECK_MAX = CARD_COUNT + 1
};

static const char codes[] = ".123456789MBF";

struct input {
	const struct edition *edition;
	bool is_study;
	enum side to_move;
	struct text rows[SIDE_COUNT], deck[SIDE_COUNT];
};

static unsigned row_count(const struct input *input)
{
	return input->is_study ? boards[input->edition->board].rows : input->edition->setup_rows;
}

static unsigned first_row(const struct input *input, enum side side)
{
	return input->is_study ? 0 : edition_first_row(input->edition, side);
}

/* the form of the rows, judged in another way than the rules do it: row by row */
static bool well_formed(const struct input *input, enum side side)
{
	struct text rest = input->rows[side];
	unsigned rows = 0;
	bool more = true;

	while (more) {
		struct text row = text_take_until(&rest, '/');

		more = row.at + row.length < input->rows[side].at + input->rows[side].length;
		if (row.length != boards[input->edition->board].columns)
			return false;
		for (size_t i = 0; i < row.length; i++)
			if (row.at[i] == '\0' || !strchr(codes, row.at[i]))
				return false;
		rows++;
	}
	return rows == row_count(input);
}

/* whether the codes in the text are the army, or for a study no more than it */
static bool is_army(const struct input *input, enum side side)
{
	unsigned count[PIECE_KINDS] = {0};
	bool fits = true;

	for (size_t i = 0; i < input->rows[side].length; i++)
		if (input->rows[side].at[i] != '/')
			count[strchr(codes, input->rows[side].at[i]) - codes]++;
	for (unsigned i = 1; i < PIECE_KINDS; i++)
		fits &= input->is_study ? count[i] <= input->edition->army[i]
					: count[i] == input->edition->army[i];
	return fits;
}

static bool overlap(const struct input *input)
{
	if (!input->is_study)
		return false;
	for (size_t i = 0; i < input->rows[SIDE_RED].length; i++)
		if (strchr("./", input->rows[SIDE_RED].at[i]) == NULL &&
		    strchr("./", input->rows[SIDE_BLUE].at[i]) == NULL)
			return true;
	return false;
}

static bool put_pieces(const struct input *input, struct game *game)
{
	bool formed[SIDE_COUNT], put;

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = (enum side)i;

		formed[i] = well_formed(input, side);
		put = position_put_rows(&game->position, side, first_row(input, side),
					row_count(input), input->rows[i].at, input->rows[i].length);
		if (!formed[i])
			expect(!put, "rows that are none are not put on the board");
		if (!put && formed[i])
			expect(i == SIDE_BLUE && overlap(input),
			       "rows that are good are put there");
		if (!put)
			return false;
	}
	expect(!overlap(input), "no square has two pieces");
	return true;
}

/* whether the deck was taken, which it is if no card comes twice and the edition has cards */
static bool deal(const struct input *input, struct game *game, enum side side, bool *is_whole)
{
	uint8_t deck[DECK_MAX] = {0};
	size_t count = input->deck[side].length < DECK_MAX ? input->deck[side].length : DECK_MAX;
	unsigned seen = 0;
	bool good = input->edition->cards && count <= CARD_COUNT, dealt;

	for (size_t i = 0; i < count; i++) {
		deck[i] =
			(uint8_t)(1 + (unsigned char)(input->deck[side].at[i] - 'a') % CARD_COUNT);
		good &= !(seen >> deck[i] & 1);
		seen |= 1u << deck[i];
	}
	*is_whole = good && count == CARD_COUNT;
	dealt = game_deal(game, side, deck, count);
	expect(dealt == good, "a deck is taken exactly if it is one");
	return dealt;
}

static void set_options(struct options *options, struct text list)
{
	while (list.length > 0) {
		struct text value = text_take_until(&list, ',');
		struct text name = text_take_word(&value);
		struct options before = *options, again = *options;
		enum option_answer answer =
			options_set(options, name.at, name.length, value.at, value.length);
		const char *a, *b;

		if (answer != OPTION_SET)
			expect(memcmp(options, &before, sizeof before) == 0,
			       "a bad option changes nothing");
		for (unsigned i = 0; options_get(options, i, &a, &b); i++)
			options_set(&again, a, strlen(a), b, strlen(b));
		expect(memcmp(options, &again, sizeof again) == 0,
		       "options that are written are read as themselves");
	}
}

static void expect_same_rows(const struct input *input, const struct game *game)
{
	struct view view;
	char rows[VIEW_ROWS_SIZE];

	view_make(&view, game, AUDIENCE_ARBITER);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = (enum side)i;

		view_rows(&view, side, first_row(input, side), row_count(input), rows);
		expect(text_is(input->rows[i], rows), "the rows are given back as they came");
	}
}

static void count_action(void *context, const struct action *action)
{
	(void)action;
	++*(uint64_t *)context;
}

static void begin(const struct input *input, struct game *game)
{
	unsigned pieces = bits_count(public_occupied(&game->position.open));
	uint64_t actions = 0;

	game_start(game, input->is_study ? input->to_move : SIDE_RED);
	game_each_action(game, count_action, &actions);
	expect(perft(game, 1) == actions, "perft counts what can be played");
	expect(game_is_over(game) == (actions == 0), "who cannot do anything has lost");
	if (pieces <= FEW_PIECES)
		perft(game, 2);
}

static void try_input(const struct input *input, struct game *game)
{
	bool fit = true;

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = (enum side)i;
		bool is_whole = !input->edition->cards;
		bool right = is_army(input, side);

		if (input->deck[i].length > 0 && !deal(input, game, side, &is_whole))
			return;
		right &= input->is_study || is_whole;
		expect(game_side_fits(game, side, input->is_study) == right,
		       "a side fits exactly if it is the edition's army");
		fit &= right;
	}
	if (fit)
		begin(input, game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct game game;
	struct text rest = {(const char *)data, size}, head, options;
	struct input input;
	unsigned edition;

	if (size == 0)
		return 0;
	head = text_take_until(&rest, '\n');
	options = text_take_until(&rest, '\n');
	if (head.length != 3)
		return 0;
	edition = (unsigned char)(head.at[0] - '0') % EDITION_COUNT;
	input.edition = &editions[edition];
	input.is_study = head.at[1] == 'p';
	input.to_move = head.at[2] == 'b' ? SIDE_BLUE : SIDE_RED;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		input.rows[i] = text_take_until(&rest, '\n');
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		input.deck[i] = text_take_until(&rest, '\n');
	game_init(&game, edition);
	set_options(&game.options, options);
	if (put_pieces(&input, &game)) {
		expect_same_rows(&input, &game);
		try_input(&input, &game);
	}
	return 0;
}
