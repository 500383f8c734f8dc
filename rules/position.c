/* Puts pieces on and off a position, reads rows, and checks whether a set-up fits its edition. */
#include "rules/inside.h"

#include <string.h>

void position_init(struct position *position, enum board_id board)
{
	memset(position, 0, sizeof *position);
	position->open.board = (uint8_t)board;
}

void position_put(struct position *position, unsigned sq, enum side side, enum piece piece)
{
	bits_add(&position->open.holds[side], sq);
	position->sealed_ranks.at[sq] = (uint8_t)piece;
	if (piece == PIECE_SCOUT)
		bits_add(&position->sealed_ranks.scouts, sq);
	if (!piece_is_movable(piece))
		bits_add(&position->sealed_ranks.immobile, sq);
}

void position_remove(struct position *position, unsigned sq)
{
	struct ranks *ranks = &position->sealed_ranks;

	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		bits_drop(&position->open.holds[side], sq);
		bits_drop(&ranks->shown[side], sq);
	}
	bits_drop(&ranks->scouts, sq);
	bits_drop(&ranks->immobile, sq);
	ranks->at[sq] = PIECE_NONE;
}

bool rows_well_formed(enum board_id board, unsigned rows, const char *text, size_t length)
{
	size_t width = boards[board].columns + 1u; /* with the separator */

	if (length != rows * width - 1)
		return false;
	for (size_t i = 0; i < length; i++) {
		bool separator = i % width == width - 1;

		if (separator ? text[i] != '/' : text[i] != '.' && !piece_parse(text[i]))
			return false;
	}
	return true;
}

bool position_put_rows(struct position *position, enum side side, unsigned first_row, unsigned rows,
		       const char *text, size_t length)
{
	unsigned columns = boards[position->open.board].columns;

	if (!rows_well_formed(position->open.board, rows, text, length))
		return false;
	for (unsigned i = 0; i < rows * columns; i++) {
		char code = text[i / columns * (columns + 1) + i % columns];
		unsigned sq = sq_at(i % columns, first_row + i / columns);

		if (code == '.')
			continue;
		if (public_side_at(&position->open, sq) != SIDE_NONE)
			return false;
		position_put(position, sq, side, piece_parse(code));
	}
	return true;
}

static void count_army(const struct position *position, enum side side, uint8_t army[PIECE_KINDS])
{
	struct bits set = position->open.holds[side];

	memset(army, 0, PIECE_KINDS);
	while (bits_any(set))
		army[position_piece(position, bits_take(&set))]++;
}

bool position_setup_fits(const struct position *position, const struct edition *edition,
			 enum side side)
{
	uint8_t army[PIECE_KINDS];
	unsigned first = edition_first_row(edition, side);
	struct bits set = position->open.holds[side];

	count_army(position, side, army);
	while (bits_any(set)) {
		unsigned row = sq_row(bits_take(&set));

		if (row < first || row >= first + edition->setup_rows)
			return false;
	}
	return memcmp(army, edition->army, PIECE_KINDS) == 0;
}

bool position_army_fits(const struct position *position, const struct edition *edition,
			enum side side)
{
	uint8_t army[PIECE_KINDS];

	count_army(position, side, army);
	for (unsigned i = 0; i < PIECE_KINDS; i++)
		if (army[i] > edition->army[i])
			return false;
	return true;
}
