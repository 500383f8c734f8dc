/* The table of editions, and parsing and formatting of options. A new edition is an entry here. */
#include "rules/edition.h"

#include <string.h>

/* clang-format off */
/*                      none  1  2  3  4  5  6  7  8  9  M  B  F */
#define ARMY_40         {0,   1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1}
#define ARMY_30         {0,   1, 5, 4, 2, 2, 3, 3, 2, 1, 1, 5, 1}
#define ARMY_10         {0,   1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2, 1}
#define ARMY_8          {0,   1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1}
/* clang-format on */

#define USUAL .two_squares = 3, .more_squares = true

const struct edition editions[EDITION_COUNT] = {
	{
		.id = "original",
		.board = BOARD_LARGE,
		.setup_rows = 4,
		.full = true,
		.army = ARMY_40,
		.options = {USUAL},
	},
	{
		.id = "classic",
		.board = BOARD_LARGE,
		.setup_rows = 4,
		.full = true,
		.army = ARMY_40,
		.options = {.two_squares = 5},
	},
	{
		.id = "travel",
		.board = BOARD_LARGE,
		.setup_rows = 4,
		.full = true,
		.army = ARMY_40,
		.options = {USUAL, .immobile_moved = IMMOBILE_LOSES},
	},
	{
		.id = "duel",
		.board = BOARD_LARGE,
		.setup_rows = 4,
		.army = ARMY_10,
		.options = {USUAL, .immobile_moved = IMMOBILE_LOSES},
	},
	{
		.id = "barrage",
		.board = BOARD_LARGE,
		.setup_rows = 4,
		.army = ARMY_8,
		.options = {USUAL},
	},
	{
		.id = "quick-duel",
		.board = BOARD_SMALL,
		.setup_rows = 3,
		.army = ARMY_10,
		.options = {USUAL},
	},
	{
		.id = "quick-barrage",
		.board = BOARD_SMALL,
		.setup_rows = 3,
		.army = ARMY_8,
		.options = {USUAL},
	},
	{
		.id = "battle-cards",
		.board = BOARD_LARGE,
		.setup_rows = 3,
		.full = true,
		.cards = true,
		.army = ARMY_30,
		.options = {USUAL},
	},
	{
		.id = "isf",
		.board = BOARD_LARGE,
		.setup_rows = 4,
		.full = true,
		.draw_if_both_stuck = true,
		.army = ARMY_40,
		.options = {USUAL, .immobile_moved = IMMOBILE_ARBITER},
	},
};

static bool word_is(const char *word, const char *text, size_t length)
{
	return strlen(word) == length && memcmp(word, text, length) == 0;
}

unsigned edition_find(const char *id, size_t length)
{
	for (unsigned i = 0; i < EDITION_COUNT; i++)
		if (word_is(editions[i].id, id, length))
			return i;
	return EDITION_NONE;
}

unsigned edition_first_row(const struct edition *edition, enum side side)
{
	return side == SIDE_RED ? 0u
				: (unsigned)(boards[edition->board].rows - edition->setup_rows);
}

unsigned edition_army_size(const struct edition *edition)
{
	unsigned n = 0;

	for (unsigned i = 0; i < PIECE_KINDS; i++)
		n += edition->army[i];
	return n;
}

/* Options by name: the words each takes, in the order of their numbers. */
enum option_id {
	OPT_TWO_SQUARES,
	OPT_MORE_SQUARES,
	OPT_IMMOBILE_MOVED,
	OPT_DISCLOSURE,
	OPT_MEMORY_AID,
	OPT_BLUFF,
	OPT_TRAINING,
	OPT_COUNT
};

enum { MAX_VALUES = TWO_SQUARES_MAX + 1 };

static const struct {
	const char *name;
	const char *values[MAX_VALUES + 1];
} known[OPT_COUNT] = {
	[OPT_TWO_SQUARES] = {"two-squares", {"off", "1", "2", "3", "4", "5", "6", "7", "8", "9"}},
	[OPT_MORE_SQUARES] = {"more-squares", {"off", "on"}},
	[OPT_IMMOBILE_MOVED] = {"immobile-moved", {"put-back", "loses", "arbiter"}},
	[OPT_DISCLOSURE] = {"disclosure", {"open", "outcome"}},
	[OPT_MEMORY_AID] = {"memory-aid", {"off", "on"}},
	[OPT_BLUFF] = {"bluff", {"off", "on"}},
	[OPT_TRAINING] = {"training", {"off", "on"}},
};

static void store(struct options *options, enum option_id id, unsigned value)
{
	switch (id) {
	case OPT_TWO_SQUARES:
		options->two_squares = (uint8_t)value;
		break;
	case OPT_MORE_SQUARES:
		options->more_squares = value;
		break;
	case OPT_IMMOBILE_MOVED:
		options->immobile_moved = (uint8_t)value;
		break;
	case OPT_DISCLOSURE:
		options->disclosure = (uint8_t)value;
		break;
	case OPT_MEMORY_AID:
		options->memory_aid = value;
		break;
	case OPT_BLUFF:
		options->bluff = value;
		break;
	case OPT_TRAINING:
		options->training = value;
		break;
	case OPT_COUNT:
		break;
	}
}

static unsigned load(const struct options *options, enum option_id id)
{
	switch (id) {
	case OPT_TWO_SQUARES:
		return options->two_squares;
	case OPT_MORE_SQUARES:
		return options->more_squares;
	case OPT_IMMOBILE_MOVED:
		return options->immobile_moved;
	case OPT_DISCLOSURE:
		return options->disclosure;
	case OPT_MEMORY_AID:
		return options->memory_aid;
	case OPT_BLUFF:
		return options->bluff;
	case OPT_TRAINING:
		return options->training;
	case OPT_COUNT:
		break;
	}
	return 0;
}

enum option_answer options_set(struct options *options, const char *name, size_t name_length,
			       const char *value, size_t value_length)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (!word_is(known[id].name, name, name_length))
			continue;
		for (unsigned v = 0; known[id].values[v]; v++) {
			if (!word_is(known[id].values[v], value, value_length))
				continue;
			store(options, id, v);
			return OPTION_SET;
		}
		return OPTION_BAD_VALUE;
	}
	return OPTION_UNKNOWN;
}

bool options_get(const struct options *options, unsigned i, const char **name, const char **value)
{
	if (i >= OPT_COUNT)
		return false;
	*name = known[i].name;
	*value = known[i].values[load(options, i)];
	return true;
}

const char *const *options_values(unsigned i)
{
	return known[i].values;
}
