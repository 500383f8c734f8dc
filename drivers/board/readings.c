/*
 * Parses lines of a recording into readings and checks them against the board's size. Times and
 * words are the caller's.
 */
#include "drivers/board/readings.h"

#include <string.h>

struct words {
	const char *at;
	size_t length;
};

static struct words take_word(struct words *line)
{
	const char *blank = memchr(line->at, ' ', line->length);
	struct words word = {line->at, blank ? (size_t)(blank - line->at) : line->length};

	line->at += word.length + (blank ? 1 : 0);
	line->length -= word.length + (blank ? 1 : 0);
	return word;
}

static bool is(struct words word, const char *text)
{
	return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

static bool parse_square(enum board_id squares, struct words word, uint8_t *sq)
{
	return sq_parse(squares, word.at, word.length, sq) && *sq != SQ_OFF_BOARD;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool parse_tag(struct words word, struct reading *reading)
{
	if (word.length == 0 || word.length % 2 || word.length > 2 * READING_TAG)
		return false;
	for (size_t i = 0; i < word.length; i += 2) {
		int high = digit(word.at[i]), low = digit(word.at[i + 1]);

		if (high < 0 || low < 0)
			return false;
		reading->tag[reading->tag_length++] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static bool parse_frame(enum board_id squares, struct words rest, struct bits *frame)
{
	size_t columns = boards[squares].columns, width = columns + 1;

	if (rest.length != width * boards[squares].rows - 1)
		return false;
	for (size_t i = 0; i < rest.length; i++) {
		char c = rest.at[i];

		if (i % width == columns ? c != '/' : c != '0' && c != '1')
			return false;
		if (c == '1')
			bits_add(frame, sq_at((unsigned)(i % width), (unsigned)(i / width)));
	}
	return true;
}

bool reading_parse(enum board_id squares, const char *line, size_t length, struct reading *reading)
{
	struct words rest = {line, length};
	struct words word = take_word(&rest);
	bool closed = is(word, "close") || is(word, "tag");

	*reading = (struct reading){.closed = closed};
	if (is(word, "frame")) {
		reading->kind = READING_FRAME;
		return parse_frame(squares, rest, &reading->frame);
	}
	if (is(word, "open") || is(word, "close")) {
		reading->kind = READING_CONTACT;
		return parse_square(squares, rest, &reading->sq);
	}
	reading->kind = READING_TAG_SEEN;
	return (is(word, "tag") || is(word, "untag")) &&
	       parse_square(squares, take_word(&rest), &reading->sq) && parse_tag(rest, reading);
}
