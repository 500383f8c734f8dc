/* Reads game records line by line. The words of an action are parsed in record_action.c. */
#include "rules/inside.h"

#include "rules/record.h"

#include <string.h>

static enum record_event malformed(struct record_reader *reader, const char *reason)
{
	struct out out = out_init(reader->reason, sizeof reader->reason);

	out_string(&out, reason);
	return RECORD_MALFORMED;
}

/* what went wrong with a word of the record, which is quoted if it is short */
static enum record_event malformed_word(struct record_reader *reader, const char *reason,
					struct text word)
{
	struct out out = out_init(reader->reason, sizeof reader->reason);

	out_string(&out, reason);
	if (word.length > 0 && word.length <= 40) {
		out_string(&out, ": \"");
		out_text(&out, word);
		out_char(&out, '"');
	}
	return RECORD_MALFORMED;
}

static const struct edition *edition_of(const struct record_reader *reader)
{
	return &editions[reader->game.edition];
}

void record_reader_init(struct record_reader *reader)
{
	memset(reader, 0, sizeof *reader);
}

static struct text without_return(const char *line, size_t length)
{
	if (length > 0 && line[length - 1] == '\r')
		length--;
	return text_trim((struct text){line, length});
}

bool record_begins_game(const char *line, size_t length)
{
	struct text rest = without_return(line, length);

	return text_is(text_take_word(&rest), "adjutant-game");
}

static enum record_event read_first_line(struct record_reader *reader, struct text rest)
{
	uint64_t version;

	if (!text_number(rest, UINT32_MAX, &version) || version == 0)
		return malformed(reader, "the first line of a game must be \"adjutant-game 1\"");
	if (version > RECORD_VERSION)
		return malformed_word(reader,
				      "this record has a newer version than 1, which is "
				      "the one that this program reads",
				      rest);
	record_reader_init(reader);
	reader->in_game = true;
	reader->next_ply = 1;
	return RECORD_NEW_GAME;
}

static enum record_event read_edition(struct record_reader *reader, struct text rest)
{
	unsigned edition = edition_find(rest.at, rest.length);

	if (reader->has_edition)
		return malformed(reader, "a second edition line");
	if (edition == EDITION_NONE)
		return malformed_word(reader, "there is no such edition", rest);
	game_init(&reader->game, edition);
	reader->has_edition = true;
	reader->fits[SIDE_RED] = reader->fits[SIDE_BLUE] = true;
	return RECORD_NOTHING;
}

static enum record_event read_option(struct record_reader *reader, struct text rest)
{
	struct text name = text_take_word(&rest);

	switch (options_set(&reader->game.options, name.at, name.length, rest.at, rest.length)) {
	case OPTION_UNKNOWN:
		return malformed_word(reader, "there is no such option", name);
	case OPTION_BAD_VALUE:
		return malformed_word(reader, "this option has no such value", rest);
	case OPTION_SET:
		break;
	}
	return RECORD_NOTHING;
}

/* "setup COLOUR ROWS" has the rows of that side's home, "position COLOUR ROWS" those of the board
 */
static enum record_event read_pieces(struct record_reader *reader, struct text rest, bool is_study)
{
	const struct edition *edition = edition_of(reader);
	struct text word = text_take_word(&rest);
	enum side side = side_parse(word.at, word.length);
	unsigned rows = is_study ? boards[edition->board].rows : edition->setup_rows;
	unsigned first;

	if (side == SIDE_NONE)
		return malformed_word(reader, "expected red or blue", word);
	if (reader->has_pieces[side])
		return malformed(reader, "this side's pieces are given twice");
	if (reader->has_pieces[side_other(side)] && reader->is_study != is_study)
		return malformed(reader, "a game has set-ups or a position, not both");
	if (!rows_well_formed(edition->board, rows, rest.at, rest.length))
		return malformed(reader, "the rows do not have the form of this edition's board");
	first = is_study ? 0 : edition_first_row(edition, side);
	reader->fits[side] =
		position_put_rows(&reader->game.position, side, first, rows, rest.at, rest.length);
	reader->has_pieces[side] = true;
	reader->is_study = is_study;
	return RECORD_NOTHING;
}

static enum record_event read_to_move(struct record_reader *reader, struct text rest)
{
	enum side side = side_parse(rest.at, rest.length);

	if (side == SIDE_NONE)
		return malformed_word(reader, "expected red or blue", rest);
	if (reader->has_to_move)
		return malformed(reader, "a second to-move line");
	reader->to_move = (uint8_t)side;
	reader->has_to_move = true;
	return RECORD_NOTHING;
}

static enum record_event read_deck(struct record_reader *reader, struct text rest)
{
	struct text word = text_take_word(&rest);
	enum side side = side_parse(word.at, word.length);
	uint8_t deck[CARD_COUNT + 1] = {0};
	size_t count = 0;
	bool more = true;

	if (side == SIDE_NONE)
		return malformed_word(reader, "expected red or blue", word);
	if (reader->has_deck[side])
		return malformed(reader, "a second deck of this side");
	while (more) {
		struct text name = text_take_item(&rest, ',', &more);
		enum card card = card_parse(name.at, name.length);

		if (card == CARD_NONE)
			return malformed_word(reader, "there is no such card", name);
		if (count < sizeof deck)
			deck[count++] = (uint8_t)card;
	}
	reader->has_deck[side] = true;
	if (!game_deal(&reader->game, side, deck, count))
		reader->fits[side] = false;
	return RECORD_NOTHING;
}

/* "tag UID COLOUR CODE": which piece a tag is in, for boards that read tags */
static enum record_event read_tag(struct record_reader *reader, struct text rest)
{
	struct text id = text_take_word(&rest);
	struct text colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);
	enum piece piece = rest.length == 1 ? piece_parse(rest.at[0]) : PIECE_NONE;

	memset(&reader->tag, 0, sizeof reader->tag);
	if (!text_hex(id, TAG_MAX, reader->tag.id, &reader->tag.length) || side == SIDE_NONE ||
	    piece == PIECE_NONE)
		return malformed(reader, "expected \"tag NUMBER COLOUR CODE\"");
	reader->tag.side = (uint8_t)side;
	reader->tag.piece = (uint8_t)piece;
	reader->has_tags = true;
	return RECORD_TAG;
}

static const char *whats_missing(const struct record_reader *reader)
{
	if (!reader->has_edition)
		return "the game has no edition line";
	if (reader->has_tags && !reader->has_pieces[SIDE_RED] && !reader->has_pieces[SIDE_BLUE])
		return NULL; /* the board will read them */
	if (!reader->has_pieces[SIDE_RED])
		return "red's setup or position is missing";
	if (!reader->has_pieces[SIDE_BLUE])
		return "blue's setup or position is missing";
	if (reader->is_study && !reader->has_to_move)
		return "a position needs a to-move line";
	if (!reader->is_study && reader->has_to_move)
		return "with set-ups red moves first: to-move goes with a position";
	return NULL;
}

/* the end of preparation: everything must be there and fit */
static enum record_event begin_play(struct record_reader *reader)
{
	const char *missing = whats_missing(reader);

	if (missing)
		return malformed(reader, missing);
	reader->started = true;
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		if (reader->fits[i] &&
		    game_side_fits(&reader->game, (enum side)i, reader->is_study))
			continue;
		reader->unfit = (uint8_t)i;
		reader->stopped = true;
		return RECORD_UNFIT;
	}
	game_start(&reader->game, reader->is_study ? reader->to_move : SIDE_RED);
	return RECORD_NOTHING;
}

/* cuts "{a remark}" off the end of a line; false if it is not closed */
static bool cut_remark(struct text *line)
{
	struct text remark = *line;
	struct text before = text_take_until(&remark, '{');

	if (before.length == line->length)
		return true;
	if (remark.length == 0 || remark.at[remark.length - 1] != '}' ||
	    memchr(remark.at, '}', remark.length) != remark.at + remark.length - 1)
		return false;
	*line = text_trim(before);
	return true;
}

/* false if they do not fit */
static bool copy_words(char *buffer, size_t size, struct text words)
{
	struct out out = out_init(buffer, size);

	while (words.length > 0) {
		if (out.length > 0)
			out_char(&out, ' ');
		out_text(&out, text_take_word(&words));
	}
	return !out.overflow;
}

static enum record_event play(struct record_reader *reader, const struct action *action)
{
	if (reader->stopped)
		return RECORD_NOTHING;
	game_play(&reader->game, action, &reader->report);
	reader->stopped = !reader->report.legal;
	return RECORD_PLAYED;
}

/* A mulligan has no ply of its own and is numbered 0; all else is numbered without gaps from 1. */
static bool ply_expected(const struct record_reader *reader, uint64_t ply, enum action_kind kind)
{
	if (ply == 0 || kind == ACTION_MULLIGAN)
		return ply == 0 && kind == ACTION_MULLIGAN;
	return ply == reader->next_ply;
}

static enum record_event read_action(struct record_reader *reader, uint64_t ply, struct text rest)
{
	struct out reason = out_init(reader->reason, sizeof reader->reason);
	enum record_event begun = RECORD_NOTHING;
	struct text colour, words;
	struct action action;
	enum side side;

	if (!cut_remark(&rest))
		return malformed(reader, "a remark in { } is not closed at the end of the line");
	colour = text_take_word(&rest);
	side = side_parse(colour.at, colour.length);
	words = rest;
	if (side == SIDE_NONE)
		return malformed_word(reader, "expected red or blue after the ply", colour);
	if (!reader->has_edition)
		return malformed(reader, whats_missing(reader));
	if (!record_parse_action(edition_of(reader)->board, side, words, &action, &reason))
		return RECORD_MALFORMED;
	if (!copy_words(reader->action_text, sizeof reader->action_text, words))
		return malformed(reader, "the action has too many words");
	if (!ply_expected(reader, ply, action.kind))
		return malformed(reader, "plies must be numbered 1, 2, 3 ... (a mulligan 0)");
	if (!reader->started)
		begun = begin_play(reader);
	if (begun == RECORD_MALFORMED)
		return begun;
	if (ply > 0)
		reader->next_ply++;
	reader->ply = ply;
	return begun == RECORD_UNFIT ? begun : play(reader, &action);
}

bool record_parse_result(struct text words, enum winner *winner, enum reason *reason)
{
	struct text who = text_take_word(&words);

	*winner = WINNER_NONE;
	*reason = REASON_NONE;
	for (unsigned i = WINNER_RED; i <= WINNER_DRAW; i++)
		if (text_is(who, winner_name((enum winner)i)))
			*winner = (enum winner)i;
	for (unsigned i = REASON_NONE + 1; i < REASON_COUNT; i++)
		if (text_is(words, reason_name((enum reason)i)))
			*reason = (enum reason)i;
	return *winner != WINNER_NONE && *reason != REASON_NONE;
}

/*
 * A resignation is no draw, and an agreement is no win. Results that the board decides are compared
 * with the board instead.
 */
static bool is_nonsense(enum winner winner, enum reason reason)
{
	bool draw = winner == WINNER_DRAW;

	return (draw && (reason == REASON_RESIGNED || reason == REASON_FORFEIT)) ||
	       (!draw && reason == REASON_AGREED);
}

static enum record_event read_result(struct record_reader *reader, struct text rest)
{
	enum record_event begun = RECORD_NOTHING;
	enum winner winner;
	enum reason reason;

	if (!cut_remark(&rest))
		return malformed(reader, "a remark in { } is not closed at the end of the line");
	if (!record_parse_result(rest, &winner, &reason))
		return malformed(reader, "expected \"result red|blue|draw REASON\"");
	if (is_nonsense(winner, reason))
		return malformed(reader,
				 "a game cannot end like that: no such result has this reason");
	if (!reader->started)
		begun = begin_play(reader);
	if (begun == RECORD_MALFORMED)
		return begun;
	reader->stated_winner = (uint8_t)winner;
	reader->stated_reason = (uint8_t)reason;
	reader->closed = true;
	if (reason > REASON_BOTH_IMMOBILE)
		game_end(&reader->game, winner, reason);
	return begun;
}

static bool is_header(struct text word)
{
	static const char *const headers[] = {"event", "site", "date", "round",
					      "board", "red",  "blue"};

	for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++)
		if (text_is(word, headers[i]))
			return true;
	return false;
}

static enum record_event read_preparation(struct record_reader *reader, struct text word,
					  struct text rest)
{
	if (reader->started)
		return malformed_word(reader, "this line must stand before the first action", word);
	if (is_header(word))
		return RECORD_NOTHING;
	if (text_is(word, "edition"))
		return read_edition(reader, rest);
	if (!reader->has_edition)
		return malformed_word(reader, "the edition must be named first", word);
	if (text_is(word, "option"))
		return read_option(reader, rest);
	if (text_is(word, "setup"))
		return read_pieces(reader, rest, false);
	if (text_is(word, "position"))
		return read_pieces(reader, rest, true);
	if (text_is(word, "to-move"))
		return read_to_move(reader, rest);
	if (text_is(word, "deck"))
		return read_deck(reader, rest);
	return read_tag(reader, rest);
}

static bool is_preparation(struct text word)
{
	return is_header(word) || text_is(word, "edition") || text_is(word, "option") ||
	       text_is(word, "setup") || text_is(word, "position") || text_is(word, "to-move") ||
	       text_is(word, "deck") || text_is(word, "tag");
}

static enum record_event read_line(struct record_reader *reader, struct text line)
{
	struct text rest = line;
	struct text word = text_take_word(&rest);
	uint64_t ply;

	if (line.length == 0 || line.at[0] == '#')
		return RECORD_NOTHING;
	if (text_is(word, "adjutant-game"))
		return read_first_line(reader, rest);
	if (!reader->in_game)
		return malformed(reader, "the first line of a game must be \"adjutant-game 1\"");
	if (reader->closed)
		return malformed(reader, "nothing may follow the result of a game");
	if (text_is(word, "result"))
		return read_result(reader, rest);
	if (is_preparation(word))
		return read_preparation(reader, word, rest);
	if (text_number(word, UINT32_MAX, &ply))
		return read_action(reader, ply, rest);
	return malformed_word(reader, "a line cannot begin like this", word);
}

enum record_event record_read(struct record_reader *reader, const char *line, size_t length)
{
	struct text text = without_return(line, length);

	if (length > RECORD_LINE_MAX) /* the caller may have cut it there */
		reader->event = malformed(reader, "the line is too long");
	else if (!text_is_clean(text))
		reader->event = malformed(reader, "this is not text (UTF-8 is expected)");
	else
		reader->event = read_line(reader, text);
	return reader->event;
}

enum record_event record_finish(struct record_reader *reader)
{
	if (!reader->in_game)
		return malformed(
			reader,
			"there is no game here; the first line of one is \"adjutant-game 1\"");
	return reader->started ? RECORD_NOTHING : begin_play(reader);
}

bool record_result_agrees(const struct record_reader *reader)
{
	return !reader->closed || (reader->stated_winner == reader->game.winner &&
				   reader->stated_reason == reader->game.reason);
}
