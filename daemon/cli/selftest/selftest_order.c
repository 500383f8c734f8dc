/*
 * Assigns recorded pieces to squares by aligning the two sequences, so that a dead square does not
 * shift all that follow.
 */
#include "daemon/cli/selftest/selftest_order.h"

#include "rules/bits.h"

#include <string.h>

enum {
	AGREES = 3,   /* the piece is on its square */
	DIFFERS = 0,  /* it is on another */
	SILENCE = -1, /* a square without a piece */
	SURPLUS = -4, /* a piece without a square: it was set down twice */
	SYMMETRIES = 8
};

/* `symmetry`: bit 0 columns mirrored, bit 1 rows, bit 2 both exchanged */
static unsigned image(enum board_id board, unsigned symmetry, unsigned sq)
{
	unsigned column = sq_column(sq), row = sq_row(sq);

	if (symmetry & 1)
		column = boards[board].columns - 1u - column;
	if (symmetry & 2)
		row = boards[board].rows - 1u - row;
	return symmetry & 4 ? sq_at(row, column) : sq_at(column, row);
}

struct alignment {
	enum board_id board;
	unsigned symmetry, count, piece_count;
	const uint8_t *order;
	const struct set_down *pieces;
	/* the best that can be had of the first squares and the first pieces */
	int16_t score[SQ_COUNT + 1][SET_DOWN_MAX + 1];
};

static int pair(const struct alignment *alignment, unsigned square, unsigned piece)
{
	unsigned sq = image(alignment->board, alignment->symmetry, alignment->order[square]);

	return bits_has(alignment->pieces[piece].contacts, sq) ? AGREES : DIFFERS;
}

static int best(struct alignment *alignment, unsigned i, unsigned k)
{
	int paired, silent, surplus, most;

	if (i == 0)
		return (int)k * SURPLUS;
	if (k == 0)
		return (int)i * SILENCE;
	paired = alignment->score[i - 1][k - 1] + pair(alignment, i - 1, k - 1);
	silent = alignment->score[i - 1][k] + SILENCE;
	surplus = alignment->score[i][k - 1] + SURPLUS;
	most = paired > silent ? paired : silent;
	return most > surplus ? most : surplus;
}

static int align(struct alignment *alignment, unsigned symmetry)
{
	alignment->symmetry = symmetry;
	for (unsigned i = 0; i <= alignment->count; i++)
		for (unsigned k = 0; k <= alignment->piece_count; k++)
			alignment->score[i][k] = (int16_t)best(alignment, i, k);
	return alignment->score[alignment->count][alignment->piece_count];
}

/* back from the end, by the steps that led there */
static void trace(const struct alignment *alignment, uint16_t *matches)
{
	unsigned i = alignment->count, k = alignment->piece_count;

	while (i > 0) {
		int score = alignment->score[i][k];

		if (k > 0 &&
		    score == alignment->score[i - 1][k - 1] + pair(alignment, i - 1, k - 1)) {
			matches[--i] = (uint16_t)--k;
		} else if (score == alignment->score[i - 1][k] + SILENCE) {
			matches[--i] = ORDER_NONE;
		} else {
			k--;
		}
	}
}

void selftest_order_match(uint16_t *matches, enum board_id board, const uint8_t *order,
			  unsigned count, const struct set_down *pieces, unsigned piece_count)
{
	struct alignment alignment = {.board = board,
				      .count = count,
				      .piece_count = piece_count,
				      .order = order,
				      .pieces = pieces};
	unsigned winner = 0;
	int most = align(&alignment, 0);

	for (unsigned symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
		int score = align(&alignment, symmetry);

		if (score > most) {
			most = score;
			winner = symmetry;
		}
	}
	align(&alignment, winner);
	trace(&alignment, matches);
}
