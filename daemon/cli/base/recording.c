/*
 * Parses table recordings line by line into inputs for the referee. Does no I/O and does not check
 * the inputs against a game.
 */
#include "daemon/cli/base/recording.h"

#include "daemon/table/table.h"
#include "rules/edition.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <stdio.h>
#include <string.h>

void recording_reader_init(struct recording_reader *reader)
{
	memset(reader, 0, sizeof *reader);
}

static enum recording_event malformed(struct recording_reader *reader, const char *reason)
{
	snprintf(reader->reason, sizeof reader->reason, "%s", reason);
	return RECORDING_MALFORMED;
}

static enum recording_event malformed_word(struct recording_reader *reader, const char *reason,
					   struct text word)
{
	snprintf(reader->reason, sizeof reader->reason, "%s: \"%.*s\"", reason,
		 (int)(word.length < 40 ? word.length : 40), word.at);
	return RECORDING_MALFORMED;
}

/* ---- the head ---- */

static enum recording_event read_first_line(struct recording_reader *reader, struct text rest)
{
	uint64_t version;

	if (!text_number(rest, UINT32_MAX, &version) || version == 0)
		return malformed(reader, "the first line must be \"adjutant-recording 1\"");
	if (version > RECORDING_VERSION)
		return malformed(reader,
				 "this recording has a newer version than 1, which is the one "
				 "that this program reads");
	reader->in_recording = true;
	return RECORDING_NOTHING;
}

static enum recording_event read_edition(struct recording_reader *reader, struct text rest)
{
	unsigned edition = edition_find(rest.at, rest.length);

	if (edition == EDITION_NONE)
		return malformed_word(reader, "there is no such edition", rest);
	if (reader->has_edition)
		return malformed(reader, "a second edition line");
	referee_options_default(&reader->options, edition);
	reader->has_edition = true;
	return RECORDING_NOTHING;
}

static enum recording_event read_sensors(struct recording_reader *reader, struct text rest)
{
	if (reader->has_sensors)
		return malformed(reader, "a second sensors line");
	reader->has_sensors = true;
	if (text_is(rest, "reed"))
		reader->options.table.sensors = SENSOR_REED;
	else if (text_is(rest, "rfid"))
		reader->options.table.sensors = SENSOR_RFID;
	else if (text_is(rest, "reed+rfid"))
		reader->options.table.sensors = SENSOR_REED | SENSOR_RFID;
	else
		return malformed_word(reader, "sensors are reed, rfid or reed+rfid, not", rest);
	return RECORDING_NOTHING;
}

/* Options of the rules come with the game; here they are passed over, as are those not known. */
static enum recording_event read_option(struct recording_reader *reader, struct text rest)
{
	struct text name = text_take_word(&rest);

	if (referee_option_set(&reader->options, name, rest) == OPTION_BAD_VALUE)
		return malformed_word(reader, "this option has no such value", rest);
	return RECORDING_NOTHING;
}

static enum recording_event read_head(struct recording_reader *reader, struct text word,
				      struct text rest)
{
	if (reader->timed)
		return malformed_word(reader, "this line must stand before the first time", word);
	if (text_is(word, "edition"))
		return read_edition(reader, rest);
	if (!reader->has_edition)
		return malformed(reader, "the edition must be named first");
	return text_is(word, "sensors") ? read_sensors(reader, rest) : read_option(reader, rest);
}

/* ---- what happened ---- */

static enum board_id board_of(const struct recording_reader *reader)
{
	return editions[reader->options.edition].board;
}

static enum recording_event read_frame(struct recording_reader *reader, struct text rest)
{
	const struct board *board = &boards[board_of(reader)];
	size_t width = board->columns + 1u;

	reader->input.kind = INPUT_FRAME;
	if (rest.length != width * board->rows - 1)
		return malformed(reader,
				 "the frame does not have the form of this edition's board");
	if (!sq_parse_set(board_of(reader), rest.at, rest.length, &reader->input.frame))
		return malformed(reader, "a frame has 0 and 1, and / between its rows");
	return RECORDING_INPUT;
}

static bool read_square(struct recording_reader *reader, struct text word)
{
	return sq_parse(board_of(reader), word.at, word.length, &reader->input.sq) &&
	       reader->input.sq != SQ_OFF_BOARD;
}

static enum recording_event read_contact(struct recording_reader *reader, struct text rest,
					 bool closed)
{
	reader->input.kind = INPUT_CONTACT;
	reader->input.closed = closed;
	return read_square(reader, rest) ? RECORDING_INPUT
					 : malformed_word(reader, "this is not a square", rest);
}

static enum recording_event read_tag(struct recording_reader *reader, struct text rest, bool seen)
{
	struct text square = text_take_word(&rest);

	reader->input.kind = INPUT_TAG;
	reader->input.closed = seen;
	if (!read_square(reader, square))
		return malformed_word(reader, "this is not a square", square);
	return text_hex(rest, TAG_BYTES, reader->input.tag.id, &reader->input.tag.length)
		       ? RECORDING_INPUT
		       : malformed_word(reader, "this is not a tag's number", rest);
}

static enum recording_event read_word(struct recording_reader *reader, struct text rest)
{
	struct text who = text_take_word(&rest);
	struct out out = out_init(reader->input.word, sizeof reader->input.word);
	enum side side = side_parse(who.at, who.length);

	reader->input.kind = INPUT_WORD;
	if (side == SIDE_NONE && !text_is(who, "arbiter"))
		return malformed_word(reader, "only red, blue and arbiter can speak, not", who);
	reader->input.speaker = (uint8_t)(side == SIDE_NONE ? AUDIENCE_ARBITER : audience_of(side));
	while (rest.length > 0) {
		if (out.length > 0)
			out_char(&out, ' ');
		out_text(&out, text_take_word(&rest));
	}
	return out.overflow ? malformed(reader, "the word is too long") : RECORDING_INPUT;
}

static enum recording_event read_timed(struct recording_reader *reader, uint64_t t_us,
				       struct text rest)
{
	struct text word = text_take_word(&rest);

	if (!reader->has_edition)
		return malformed(reader, "the edition must be named first");
	if (reader->timed && t_us < reader->t_us)
		return malformed(reader, "time goes back here");
	reader->timed = true;
	reader->t_us = t_us;
	memset(&reader->input, 0, sizeof reader->input);
	reader->input.t_us = t_us;
	if (text_is(word, "open") || text_is(word, "close"))
		return read_contact(reader, rest, text_is(word, "close"));
	if (text_is(word, "tag") || text_is(word, "untag"))
		return read_tag(reader, rest, text_is(word, "tag"));
	if (text_is(word, "say"))
		return read_word(reader, rest);
	if (text_is(word, "frame"))
		return read_frame(reader, rest);
	if (text_is(word, "restart") && rest.length == 0) {
		reader->input.kind = INPUT_RESTART;
		return RECORDING_INPUT;
	}
	return malformed_word(reader, "there is no such event", word);
}

enum recording_event recording_read(struct recording_reader *reader, const char *line,
				    size_t length)
{
	struct text text = {line, length > 0 && line[length - 1] == '\r' ? length - 1 : length};
	struct text rest = text_trim(text);
	struct text word;
	uint64_t t_us;

	if (length > RECORD_LINE_MAX)
		return malformed(reader, "the line is too long");
	if (!text_is_clean(text))
		return malformed(reader, "this is not text (UTF-8 is expected)");
	if (rest.length == 0 || rest.at[0] == '#')
		return RECORDING_NOTHING;
	word = text_take_word(&rest);
	if (!reader->in_recording)
		return text_is(word, "adjutant-recording")
			       ? read_first_line(reader, rest)
			       : malformed(reader,
					   "the first line must be \"adjutant-recording 1\"");
	if (text_is(word, "edition") || text_is(word, "option") || text_is(word, "sensors"))
		return read_head(reader, word, rest);
	if (text_number(word, UINT64_MAX / 4, &t_us))
		return read_timed(reader, t_us, rest);
	return malformed_word(reader, "a line cannot begin like this", word);
}
