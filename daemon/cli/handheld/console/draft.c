/*
 * Edits a formation: puts, shuffles and arranges pieces in a side's home rows, reads and writes
 * them as text. Does not send it.
 */
#include "daemon/cli/handheld/console/draft.h"

#include "rules/bits.h"
#include "rules/piece.h"
#include "rules/square.h"

#include <string.h>

void draft_begin(struct draft *draft, const struct edition *edition, enum side side)
{
	memset(draft, 0, sizeof *draft);
	draft->edition = edition;
	draft->side = side;
}

void draft_clear(struct draft *draft)
{
	memset(draft->piece, PIECE_NONE, sizeof draft->piece);
}

void draft_take_view(struct draft *draft, const char *rows)
{
	unsigned column = 0, row = 0;

	draft_clear(draft);
	for (; *rows; rows++) {
		if (*rows == '/') {
			column = 0;
			row++;
		} else if (board_has(draft->edition->board, sq_at(column, row))) {
			draft->piece[sq_at(column++, row)] = (uint8_t)piece_parse(*rows);
		}
	}
}

struct bits draft_home(const struct draft *draft)
{
	const struct edition *edition = draft->edition;
	unsigned first = edition_first_row(edition, draft->side);
	struct bits home = BITS_NONE;

	for (unsigned row = first; row < first + edition->setup_rows; row++)
		for (unsigned column = 0; column < boards[edition->board].columns; column++)
			bits_add(&home, sq_at(column, row));
	return home;
}

static unsigned count_of(const struct draft *draft, enum piece piece)
{
	unsigned count = 0;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		count += draft->piece[sq] == piece;
	return count;
}

unsigned draft_left(const struct draft *draft, enum piece piece)
{
	unsigned count = count_of(draft, piece), army = draft->edition->army[piece];

	return count < army ? army - count : 0;
}

unsigned draft_placed(const struct draft *draft)
{
	return SQ_COUNT - count_of(draft, PIECE_NONE);
}

bool draft_is_complete(const struct draft *draft)
{
	for (unsigned piece = PIECE_NONE + 1; piece < PIECE_KINDS; piece++)
		if (count_of(draft, (enum piece)piece) != draft->edition->army[piece])
			return false;
	return true;
}

void draft_put(struct draft *draft, unsigned sq, enum piece piece)
{
	if (draft_left(draft, piece) == 0)
		for (unsigned other = 0; other < SQ_COUNT; other++)
			if (draft->piece[other] == piece) {
				draft->piece[other] = PIECE_NONE;
				break;
			}
	draft->piece[sq] = (uint8_t)piece;
}

/* ---- whole formations ---- */

/* the square at a place as its owner sees it: from the back row, from the left */
static unsigned own_sq(const struct draft *draft, unsigned column, unsigned row)
{
	const struct board *board = &boards[draft->edition->board];

	return draft->side == SIDE_RED
		       ? sq_at(column, row)
		       : sq_at(board->columns - 1u - column, board->rows - 1u - row);
}

/* the same, or the square at a place counted from the lowest row */
static unsigned sq_of(const struct draft *draft, unsigned column, unsigned row, bool as_owner)
{
	return as_owner ? own_sq(draft, column, row)
			: sq_at(column, edition_first_row(draft->edition, draft->side) + row);
}

/* the flag first: it needs the back row */
static const uint8_t order[] = {PIECE_FLAG, PIECE_BOMB, PIECE_MARSHAL, 9, 8, 7, 6, 5, 4, 3, 2, 1};

void draft_shuffle(struct draft *draft, draft_dice *dice)
{
	unsigned columns = boards[draft->edition->board].columns;
	unsigned rows = draft->edition->setup_rows;

	draft_clear(draft);
	for (unsigned i = 0; i < sizeof order; i++)
		for (unsigned n = draft->edition->army[order[i]]; n > 0;) {
			unsigned depth = order[i] == PIECE_FLAG ? 1 : rows;
			unsigned sq = own_sq(draft, dice(columns), dice(depth));

			if (draft->piece[sq] != PIECE_NONE)
				continue;
			draft->piece[sq] = order[i];
			n--;
		}
}

/* The same as on the pages (web-ui/play/setup/ready_made.js), for every army and board. */
static const struct {
	uint8_t pieces, columns, rows;
	const char *text[STYLE_COUNT];
} ready_made[] = {
	{40,
	 10,
	 4,
	 {"BFB3324323/3B45B724B5/5478196B26/2625M27862",
	  "34BFB23B43/2B5B4325B3/5127624625/8962M72687",
	  "323F435B4B/452B32B4B3/26917B8625/7262M56287"}},
	{30,
	 10,
	 3,
	 {"BFB3432B34/3B5716B275/62829M8627", "3B42BFB433/52B61B5327/78629M7286",
	  "3F432B3B5B/4B71632B25/286972M687"}},
	{10,
	 10,
	 4,
	 {"FB...3..../B....1..3./...9....../.2..M...2.",
	  "...3FB..../....B...../.1......3./29...2..M.",
	  ".F......B3/..3......B/.1.9....../..2..M...2"}},
	{10,
	 8,
	 3,
	 {"FB...3../B.1...3./.2.9M..2", "..3FB.../.1.B..3./29.2..M.",
	  ".F....B3/.31....B/.2.9M..2"}},
	{8,
	 10,
	 4,
	 {"FB......../3....1..../....9...../.2..M...2.",
	  "....F...../...3B...../.1......../29...2..M.",
	  "..F......3/.........B/.1.9....../.2...M...2"}},
	{8,
	 8,
	 3,
	 {"FB....../3..1..../.2.9M..2", "...F..../.13B..../29..2.M.",
	  "..F....3/.1.....B/.2.9M..2"}},
};

bool draft_arrange(struct draft *draft, enum draft_style style)
{
	const struct edition *edition = draft->edition;

	for (unsigned i = 0; i < sizeof ready_made / sizeof *ready_made; i++)
		if (ready_made[i].pieces == edition_army_size(edition) &&
		    ready_made[i].columns == boards[edition->board].columns &&
		    ready_made[i].rows == edition->setup_rows)
			return draft_read_own(draft, ready_made[i].text[style]) == DRAFT_FINE;
	return false;
}

/* ---- as text ---- */

/* text before the rows, from a word or a record, may be pasted with them */
static const char *skip_words(const char *text)
{
	static const char *const words[] = {"formation ", "setup red ", "setup blue "};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		if (strncmp(text, words[i], strlen(words[i])) == 0)
			return text + strlen(words[i]);
	return text;
}

static enum draft_fault read_rows(struct draft *draft, const char *text, bool as_owner)
{
	unsigned columns = boards[draft->edition->board].columns;
	unsigned wanted = columns * draft->edition->setup_rows, count = 0;
	struct draft read = *draft;

	draft_clear(&read);
	text = skip_words(text);
	for (; *text; text++) {
		char code = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
		enum piece piece = piece_parse(code);

		if (strchr(" \t\r\n/", *text))
			continue;
		if (count == wanted || (piece == PIECE_NONE && code != '.'))
			return DRAFT_WRONG_ROWS;
		read.piece[sq_of(&read, count % columns, count / columns, as_owner)] =
			(uint8_t)piece;
		count++;
	}
	if (count != wanted)
		return DRAFT_WRONG_ROWS;
	if (!draft_is_complete(&read))
		return DRAFT_WRONG_ARMY;
	*draft = read;
	return DRAFT_FINE;
}

enum draft_fault draft_read(struct draft *draft, const char *text)
{
	return read_rows(draft, text, false);
}

enum draft_fault draft_read_own(struct draft *draft, const char *text)
{
	return read_rows(draft, text, true);
}

static void write_rows(const struct draft *draft, bool as_owner, char rows[DRAFT_ROWS])
{
	for (unsigned row = 0; row < draft->edition->setup_rows; row++) {
		if (row > 0)
			*rows++ = '/';
		for (unsigned column = 0; column < boards[draft->edition->board].columns; column++)
			*rows++ = piece_code(
				(enum piece)draft->piece[sq_of(draft, column, row, as_owner)]);
	}
	*rows = '\0';
}

void draft_write_own(const struct draft *draft, char rows[DRAFT_ROWS])
{
	write_rows(draft, true, rows);
}

void draft_write(const struct draft *draft, char rows[DRAFT_ROWS])
{
	write_rows(draft, false, rows);
}
