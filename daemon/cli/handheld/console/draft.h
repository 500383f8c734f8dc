/*
 * A formation being edited: which piece of one side stands where in its rows. Pure; randomness is
 * an argument.
 */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_DRAFT_H
#define DAEMON_CLI_HANDHELD_CONSOLE_DRAFT_H

#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/piece.h"
#include "rules/square.h"

enum { DRAFT_ROWS = 48 }; /* in a word, terminated */

enum draft_style { STYLE_FORTRESS, STYLE_RAIDERS, STYLE_DECOY, STYLE_COUNT };
enum draft_fault { DRAFT_FINE, DRAFT_WRONG_ROWS, DRAFT_WRONG_ARMY };

struct draft {
	const struct edition *edition; /* NULL before a game is known */
	enum side side;
	uint8_t piece[SQ_COUNT]; /* enum piece */
};

typedef uint32_t draft_dice(uint32_t bound);

void draft_begin(struct draft *draft, const struct edition *edition, enum side side);
/* from the rows of the whole board in a view */
void draft_take_view(struct draft *draft, const char *rows);

struct bits draft_home(const struct draft *draft); /* where pieces may stand */
unsigned draft_left(const struct draft *draft, enum piece piece);
unsigned draft_placed(const struct draft *draft);
bool draft_is_complete(const struct draft *draft);

/*
 * The piece that stood there goes back to the supply, as does one too many of this kind elsewhere.
 */
void draft_put(struct draft *draft, unsigned sq, enum piece piece);
void draft_clear(struct draft *draft);

/* Both place every piece; false if there is no such formation for this army. */
void draft_shuffle(struct draft *draft, draft_dice *dice);
bool draft_arrange(struct draft *draft, enum draft_style style);

/*
 * Rows as in words and records: the lowest row first, from column a on, with blanks or slashes
 * between them. Wrong input changes nothing.
 */
enum draft_fault draft_read(struct draft *draft, const char *text);
void draft_write(const struct draft *draft, char rows[DRAFT_ROWS]);

/* The same as the owner sees them, the back row first, so that they serve both sides. */
enum draft_fault draft_read_own(struct draft *draft, const char *text);
void draft_write_own(const struct draft *draft, char rows[DRAFT_ROWS]);

#endif
