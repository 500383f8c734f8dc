/* Turns findings of a self-test into sentences with the remedy. Finds nothing itself. */
#include "daemon/cli/selftest/selftest_words.h"

#include "daemon/cli/base/format.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

enum { LIST_MOST = 12, LIST_SIZE = 128 };

/* What a sentence is made of. */
struct words {
	const struct fault *fault;
	bool readers;		  /* a board that has readers only */
	bool serial;		  /* a board whose lines are known to its firmware alone */
	const char *lines, *line; /* "columns", "column" */
	char sq[SQ_NAME_SIZE], other[SQ_NAME_SIZE];
	char a[SQ_NAME_SIZE], b[SQ_NAME_SIZE]; /* lines: "a", "10" */
	char squares[LIST_SIZE], span[SPAN_SIZE];
	char *text;
};

#define SAY(words, ...) snprintf((words)->text, SENTENCE_SIZE, __VA_ARGS__)

static void line_format(bool is_column, unsigned line, char name[SQ_NAME_SIZE])
{
	if (is_column)
		snprintf(name, SQ_NAME_SIZE, "%c", (char)('a' + line));
	else
		snprintf(name, SQ_NAME_SIZE, "%u", line % 100 + 1);
}

/* what to put right, by where the board's lines are known */
static const char *either(const struct words *words, const char *configuration,
			  const char *firmware)
{
	return words->serial ? firmware : configuration;
}

/* ---- the whole board ---- */

static void say_nothing_works(const struct words *words)
{
	SAY(words, "no square answers at all: see whether the board's plugs are in, and whether "
		   "its settings in the configuration are right; `adjutant status` tells how the "
		   "board is doing");
}

static void say_transposed(const struct words *words)
{
	SAY(words, "rows and columns are exchanged: exchange the two plugs, or %s; then test again",
	    either(words, "`rows` and `columns` in the configuration",
		   "what the firmware takes for rows and for columns"));
}

static void say_turned(const struct words *words)
{
	SAY(words,
	    "the whole board is turned round, so that the far corner answers for a1: turn the "
	    "board, or %s",
	    either(words, "write `rows` and `columns` in the configuration backwards",
		   "have the firmware count its squares from the other corner"));
}

static void say_mirrored(const struct words *words)
{
	char backwards[LIST_SIZE];

	snprintf(backwards, sizeof backwards, "write `%s` in the configuration backwards",
		 words->lines);
	SAY(words,
	    "the %s are mirrored, so that %s %s answers for %s %s and so on: turn the plug of the "
	    "%s round, or %s",
	    words->lines, words->line, words->b, words->line, words->a, words->lines,
	    either(words, backwards, "have the firmware count them from the other end"));
}

static void say_exchanged(const struct words *words)
{
	char where[LIST_SIZE];

	snprintf(where, sizeof where, "`%s` of the configuration", words->lines);
	SAY(words,
	    "%s %s and %s answer for each other: exchange the wires of %s %s and %s %s, or the two "
	    "in %s",
	    words->lines, words->a, words->b, words->line, words->a, words->line, words->b,
	    either(words, where, "the firmware"));
}

static void say_line_as(const struct words *words)
{
	char where[LIST_SIZE];

	snprintf(where, sizeof where, "`%s` in the configuration", words->lines);
	SAY(words,
	    "%s %s answers as %s %s: its wire is where that of %s %s belongs; put it in its own "
	    "place, or mend %s",
	    words->line, words->a, words->line, words->b, words->line, words->b,
	    either(words, where, "its pin in the firmware"));
}

static void say_dead_line(const struct words *words)
{
	if (words->readers)
		SAY(words,
		    "%s %s is dead, all of it: check what the readers of %s %s share, its "
		    "cable and its supply",
		    words->line, words->a, words->line, words->a);
	else
		SAY(words,
		    "%s %s is dead, all of it: check the wire of %s %s, from the board to "
		    "its plug and its pin",
		    words->line, words->a, words->line, words->a);
}

static void say_stuck_line(const struct words *words)
{
	SAY(words,
	    "%s %s looks closed all along, with no piece on it: see whether the wire of %s %s "
	    "touches another, and whether %s",
	    words->line, words->a, words->line, words->a,
	    either(words, "polarity and bias in the configuration are right",
		   "the firmware drives its lines the right way"));
}

static void say_bridged(const struct words *words)
{
	SAY(words,
	    "%s %s and %s close together: something joins their wires; look for a bridge of solder "
	    "or a stray strand between %s %s and %s %s",
	    words->lines, words->a, words->b, words->line, words->a, words->line, words->b);
}

static void say_magnets(const struct words *words)
{
	if (words->readers)
		SAY(words, "readers see the pieces on the squares beside theirs, nearly "
			   "everywhere: their power is too high, or the aerials are too near to "
			   "each other");
	else
		SAY(words, "pieces close the squares around theirs as well, nearly everywhere: "
			   "the magnets are too strong, or the reeds lie too near to each other");
}

/* ---- single squares ---- */

static void say_stuck(const struct words *words)
{
	if (words->readers)
		SAY(words,
		    "%s sees a tag with no piece on it: look for a tag that lies under or "
		    "beside it",
		    words->sq);
	else
		SAY(words,
		    "%s is stuck: it is closed with no piece on it; tap the reed, look for "
		    "a magnet near it and for solder that bridges its joints, and put in a "
		    "new reed if that is not it",
		    words->sq);
}

static void say_noisy(const struct words *words)
{
	SAY(words,
	    "%s moves by itself, with no piece on it: resolder its joints, and keep its wires away "
	    "from power cables",
	    words->sq);
}

static void say_dead(const struct words *words)
{
	const struct fault *fault = words->fault;
	unsigned row = sq_row(fault->sq) + 1;
	char column = (char)('a' + sq_column(fault->sq)), rest[LIST_SIZE] = "";

	if (fault->row_works && fault->column_works)
		snprintf(rest, sizeof rest,
			 "; the rest of row %u and column %c works, so the wires are fine", row,
			 column);
	else if (fault->row_works)
		snprintf(rest, sizeof rest, "; row %u works elsewhere, so its wire is fine", row);
	else if (fault->column_works)
		snprintf(rest, sizeof rest, "; column %c works elsewhere, so its wire is fine",
			 column);
	if (words->readers)
		SAY(words,
		    "%s is dead: its reader saw nothing; check its cable and its aerial, "
		    "and try another piece",
		    words->sq);
	else
		SAY(words,
		    "%s is dead: check the solder joints of that reed and of its diode, which may "
		    "be the wrong way round%s",
		    words->sq, rest);
}

static void say_swapped(const struct words *words)
{
	SAY(words,
	    "%s and %s are swapped, each answers for the other: exchange the wires of these two",
	    words->sq, words->other);
}

static void say_moved(const struct words *words)
{
	SAY(words, "%s answers as %s: it is connected in the place of %s", words->sq, words->other,
	    words->other);
}

static void say_reaches(const struct words *words)
{
	if (words->readers)
		SAY(words,
		    "%s sees the piece on %s too: lower its reader's power, or move it "
		    "away",
		    words->other, words->sq);
	else
		SAY(words,
		    "%s closes too when a piece stands on %s: the magnet reaches over, or "
		    "the two are joined; move the reed to the middle of its square, and "
		    "look for solder between them",
		    words->other, words->sq);
}

static void say_joined(const struct words *words)
{
	SAY(words,
	    "%s closes too when a piece stands on %s: the two are joined; look for a bridge of "
	    "solder between their wires, and at the diodes of both",
	    words->other, words->sq);
}

static void say_diode(const struct words *words)
{
	struct bits suspects = words->fault->suspects;
	bool one = bits_count(suspects) <= 1;
	char list[LIST_SIZE], magnet[2 * LIST_SIZE] = "";

	format_squares(suspects, LIST_MOST, list, sizeof list);
	if (words->other[0])
		snprintf(magnet, sizeof magnet,
			 "; or else the magnet on %s reaches over to %s: try these two alone",
			 words->other, words->squares);
	SAY(words,
	    "%s of %s does not hold, so that pieces elsewhere made %s look closed: see whether it "
	    "is there, the right way round and not bridged by solder%s",
	    one ? "the diode" : "one of the diodes", list, words->squares, magnet);
}

static void say_hides(const struct words *words)
{
	struct bits suspects = words->fault->suspects;
	char list[LIST_SIZE];

	format_squares(suspects, LIST_MOST, list, sizeof list);
	SAY(words,
	    "%s of %s does not hold: with a piece there, others vanish (%s); look for solder that "
	    "bridges it",
	    bits_count(suspects) <= 1 ? "the diode" : "one of the diodes", list, words->squares);
}

static void say_many_diodes(const struct words *words)
{
	SAY(words,
	    "empty squares look closed when three others around them are: the diodes are missing, "
	    "the wrong way round or bridged at %s",
	    words->squares);
}

static void say_chatters(const struct words *words)
{
	const struct fault *fault = words->fault;
	bool down = fault->closing.span_us > fault->opening.span_us;
	const struct monitor_change *change = down ? &fault->closing : &fault->opening;
	char span[SPAN_SIZE];

	format_span(change->span_us, span);
	SAY(words,
	    "%s is a weak contact: it chattered for %s (%u edges) when the piece was %s; check its "
	    "%s and try it again with a quick hand",
	    words->sq, span, change->edges, down ? "set down" : "lifted",
	    words->readers ? "reader's place under the middle of the square"
			   : "joints and that the reed lies under the middle of the square");
}

static void say_flutters(const struct words *words)
{
	if (words->readers)
		SAY(words,
		    "%s is a weak reader: it lost the tag %u times while the piece stood "
		    "there, once for %s; try another piece, then look at the reader's "
		    "aerial and supply",
		    words->sq, words->fault->count, words->span);
	else
		SAY(words,
		    "%s is a weak contact: it let go %u times while the piece stood there, "
		    "once for %s; resolder its joints, and see that the reed lies under the "
		    "middle of the square",
		    words->sq, words->fault->count, words->span);
}

/* ---- readers ---- */

static void say_no_reader(const struct words *words)
{
	SAY(words, "no reader saw a tag: see whether the piece has one, then check the readers' "
		   "cable and supply");
}

static void say_reader_line(const struct words *words)
{
	SAY(words,
	    "the readers of %s %s saw no tag, none of them: check what they share, their "
	    "cable and their supply",
	    words->line, words->a);
}

static void say_reader_silent(const struct words *words)
{
	SAY(words, "the reader of %s saw no tag: check its cable and its aerial", words->sq);
}

static void say_readers_swapped(const struct words *words)
{
	SAY(words, "the readers of %s and %s are swapped: exchange their cables", words->sq,
	    words->other);
}

static void say_reader_moved(const struct words *words)
{
	SAY(words, "the reader of %s answers as that of %s: its cable is in the other's place",
	    words->sq, words->other);
}

static void say_reader_reaches(const struct words *words)
{
	SAY(words,
	    "the reader of %s sees the piece on %s too: lower its power, or move its aerial away",
	    words->sq, words->other);
}

static void say_reader_slow(const struct words *words)
{
	SAY(words,
	    "the reader of %s is slow, %s from the contact to the tag: it may be polled too "
	    "rarely, "
	    "or reads only at the second try; check its aerial and the firmware's settings",
	    words->sq, words->span);
}

static void say_reader_misses(const struct words *words)
{
	SAY(words,
	    "the reader of %s lost the tag %u times while the piece stood there, once for %s: try "
	    "another piece, then look at the reader's aerial and supply",
	    words->sq, words->fault->count, words->span);
}

static void say_lamps(const struct words *words)
{
	if (bits_count(words->fault->squares) == 1)
		SAY(words,
		    "the lamp of %s stays dark: check its solder joints and which way round it is; its wires "
		    "come from the lamp before it in the chain",
		    words->squares);
	else
		SAY(words,
		    "the lamps of %s stay dark: if they follow each other in the chain, the first of them "
		    "or the one before it passes nothing on; otherwise check the solder joints of each",
		    words->squares);
}

/* ---- choosing ---- */

typedef void say(const struct words *words);

static say *const sayings[FAULT_KINDS] = {
	[FAULT_NOTHING_WORKS] = say_nothing_works,
	[FAULT_TRANSPOSED] = say_transposed,
	[FAULT_TURNED] = say_turned,
	[FAULT_MIRRORED] = say_mirrored,
	[FAULT_EXCHANGED] = say_exchanged,
	[FAULT_LINE_AS] = say_line_as,
	[FAULT_DEAD_LINE] = say_dead_line,
	[FAULT_STUCK_LINE] = say_stuck_line,
	[FAULT_STUCK] = say_stuck,
	[FAULT_NOISY] = say_noisy,
	[FAULT_DEAD] = say_dead,
	[FAULT_SWAPPED] = say_swapped,
	[FAULT_MOVED] = say_moved,
	[FAULT_MAGNETS] = say_magnets,
	[FAULT_BRIDGED] = say_bridged,
	[FAULT_REACHES] = say_reaches,
	[FAULT_JOINED] = say_joined,
	[FAULT_DIODE] = say_diode,
	[FAULT_HIDES] = say_hides,
	[FAULT_MANY_DIODES] = say_many_diodes,
	[FAULT_CHATTERS] = say_chatters,
	[FAULT_FLUTTERS] = say_flutters,
	[FAULT_NO_READER] = say_no_reader,
	[FAULT_READER_LINE] = say_reader_line,
	[FAULT_READER_SILENT] = say_reader_silent,
	[FAULT_READERS_SWAPPED] = say_readers_swapped,
	[FAULT_READER_MOVED] = say_reader_moved,
	[FAULT_READER_REACHES] = say_reader_reaches,
	[FAULT_READER_SLOW] = say_reader_slow,
	[FAULT_READER_MISSES] = say_reader_misses,
	[FAULT_LAMPS] = say_lamps,
};

static void name_square(unsigned sq, char name[SQ_NAME_SIZE])
{
	name[0] = '\0';
	if (sq < SQ_COUNT)
		sq_format(sq, name);
}

void selftest_sentence(const struct selftest *test, const struct fault *fault, const char *driver,
		       char text[SENTENCE_SIZE])
{
	struct words words = {.fault = fault,
			      .readers = !(test->monitor.sensors & SENSOR_REED),
			      .serial = strcmp(driver, "serial") == 0,
			      .lines = fault->is_column ? "columns" : "rows",
			      .line = fault->is_column ? "column" : "row",
			      .text = text};

	name_square(fault->sq, words.sq);
	name_square(fault->other, words.other);
	line_format(fault->is_column, fault->line, words.a);
	line_format(fault->is_column, fault->as, words.b);
	format_squares(fault->squares, LIST_MOST, words.squares, sizeof words.squares);
	format_span(fault->span_us, words.span);
	sayings[fault->kind](&words);
}
