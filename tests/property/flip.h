/*
 * The two symmetries of the game: left and right do not matter, and neither do the colours once the
 * board is turned over with them. Squares, sides and all that is told of them, as they look in the
 * other game.
 */
#ifndef TESTS_PROPERTY_FLIP_H
#define TESTS_PROPERTY_FLIP_H

#include "rules/view.h"

enum flip { FLIP_NONE, FLIP_COLUMNS, FLIP_SIDES, FLIP_COUNT };

static inline unsigned flip_sq(enum flip flip, enum board_id board, unsigned sq)
{
	unsigned last_column = boards[board].columns - 1u, last_row = boards[board].rows - 1u;

	if (sq == SQ_OFF_BOARD || flip == FLIP_NONE)
		return sq;
	return flip == FLIP_COLUMNS ? sq_at(last_column - sq_column(sq), sq_row(sq))
				    : sq_at(sq_column(sq), last_row - sq_row(sq));
}

static inline enum side flip_side(enum flip flip, unsigned side)
{
	return flip == FLIP_SIDES ? side_other((enum side)side) : (enum side)side;
}

static inline uint8_t flip_winner(enum flip flip, unsigned winner)
{
	bool won = winner == WINNER_RED || winner == WINNER_BLUE;

	if (flip != FLIP_SIDES || !won)
		return (uint8_t)winner;
	return winner == WINNER_RED ? WINNER_BLUE : WINNER_RED;
}

static inline enum audience flip_audience(enum flip flip, unsigned audience)
{
	bool player = audience == AUDIENCE_RED || audience == AUDIENCE_BLUE;

	if (flip != FLIP_SIDES || !player)
		return (enum audience)audience;
	return audience == AUDIENCE_RED ? AUDIENCE_BLUE : AUDIENCE_RED;
}

/* only moves and swaps have squares; elsewhere their places are 0, which is a1, and stay so */
static inline bool flip_has_squares(unsigned kind)
{
	return kind == ACTION_MOVE || kind == ACTION_SWAP;
}

static inline struct action flip_action(enum flip flip, enum board_id board, struct action action)
{
	action.side = (uint8_t)flip_side(flip, action.side);
	if (flip_has_squares(action.kind)) {
		action.from = (uint8_t)flip_sq(flip, board, action.from);
		action.to = (uint8_t)flip_sq(flip, board, action.to);
	}
	return action;
}

static inline struct report_view flip_report(enum flip flip, enum board_id board,
					     struct report_view view)
{
	view.side = (uint8_t)flip_side(flip, view.side);
	if (flip_has_squares(view.kind)) {
		view.from = (uint8_t)flip_sq(flip, board, view.from);
		view.to = (uint8_t)flip_sq(flip, board, view.to);
	}
	return view;
}

static inline struct bits flip_bits(enum flip flip, enum board_id board, struct bits set)
{
	struct bits flipped = BITS_NONE;

	while (bits_any(set))
		bits_add(&flipped, flip_sq(flip, board, bits_take(&set)));
	return flipped;
}

static inline void flip_view(enum flip flip, const struct view *view, struct view *flipped)
{
	enum board_id board = view->open.board;

	*flipped = *view;
	flipped->audience = (uint8_t)flip_audience(flip, view->audience);
	flipped->winner = flip_winner(flip, view->winner);
	flipped->open.to_move = (uint8_t)flip_side(flip, view->open.to_move);
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		enum side other = flip_side(flip, side);

		flipped->open.holds[other] = flip_bits(flip, board, view->open.holds[side]);
		flipped->cards[other] = view->cards[side];
	}
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has(board, sq))
			flipped->code[flip_sq(flip, board, sq)] = view->code[sq];
}

#endif
