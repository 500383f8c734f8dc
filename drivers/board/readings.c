/*
 * Parses lines of a recording into readings and checks them against the board's size. Times and
 * words are the caller's.
 */
#include "drivers/board/readings.h"

#include "rules/square.h"
#include "rules/text.h"

static bool parse_square(enum board_id squares, struct text name, uint8_t *sq)
{
	return sq_parse(squares, name.at, name.length, sq) && *sq != SQ_OFF_BOARD;
}

bool reading_parse(enum board_id squares, const char *line, size_t length, struct reading *reading)
{
	struct text rest = {line, length};
	struct text word = text_take_until(&rest, ' ');
	bool closed = text_is(word, "close") || text_is(word, "tag");

	*reading = (struct reading){.closed = closed};
	if (text_is(word, "frame")) {
		reading->kind = READING_FRAME;
		return sq_parse_set(squares, rest.at, rest.length, &reading->frame);
	}
	if (text_is(word, "open") || text_is(word, "close")) {
		reading->kind = READING_CONTACT;
		return parse_square(squares, rest, &reading->sq);
	}
	reading->kind = READING_TAG_SEEN;
	return (text_is(word, "tag") || text_is(word, "untag")) &&
	       parse_square(squares, text_take_until(&rest, ' '), &reading->sq) &&
	       text_hex(rest, READING_TAG, reading->tag, &reading->tag_length);
}
