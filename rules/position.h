/*
 * A position: who stands where, openly, and what they are, sealed.
 *
 * The open part is for everyone. The sealed part can be touched only inside rules/: anywhere else
 * the compiler refuses its name, so a rank leaves a position only through a view (view.h), which is
 * made for one audience.
 */
#ifndef RULES_POSITION_H
#define RULES_POSITION_H

#include "rules/edition.h"
#include "rules/piece.h"
#include "rules/public.h"

struct ranks {
	struct bits scouts;	       /* of both sides */
	struct bits immobile;	       /* bombs and flags of both sides */
	struct bits shown[SIDE_COUNT]; /* pieces whose rank was shown to the other side */
	uint8_t at[SQ_COUNT];	       /* enum piece */
};

struct position {
	struct public_position open;
	struct ranks sealed_ranks;
};

#ifndef ADJUTANT_RULES_INSIDE
#pragma GCC poison sealed_ranks
#endif

void position_init(struct position *position, enum board_id board);

/*
 * Puts a piece on an empty square. A study may have one on a lake, as test positions of other
 * programs do: it can leave the lake, and no piece can enter it.
 */
void position_put(struct position *position, unsigned sq, enum side side, enum piece piece);

/* takes whatever stands there off the board */
void position_remove(struct position *position, unsigned sq);

/*
 * Puts one side's pieces on the board from rows such as "..2B/F..1", rows and columns ascending,
 * beginning at first_row. Returns false, with the position half filled, if the text has another
 * number of rows or columns or a character that is no piece code, or if a piece falls on another
 * piece.
 */
bool position_put_rows(struct position *position, enum side side, unsigned first_row, unsigned rows,
		       const char *text, size_t length);

/* whether the text has that form, whatever it says: so many rows of the board's width */
bool rows_well_formed(enum board_id board, unsigned rows, const char *text, size_t length);

/* whether a side's pieces are a set-up of the edition */
bool position_setup_fits(const struct position *position, const struct edition *edition,
			 enum side side);

/* whether a side has nothing that the edition's army lacks, as for problems and studies */
bool position_army_fits(const struct position *position, const struct edition *edition,
			enum side side);

#endif
