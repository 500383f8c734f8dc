/* Feeds records to the reader, and writes studies as records. */
#include "tests/support/rules/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note(struct played *played, enum record_event event, unsigned line)
{
	struct report_view view;

	switch (event) {
	case RECORD_MALFORMED:
		played->malformed = true;
		played->line = line;
		break;
	case RECORD_UNFIT:
		played->rule = RULE_SETUP;
		break;
	case RECORD_PLAYED:
		report_view_make(&view, &played->reader.report, AUDIENCE_ARBITER);
		played->rule = (enum rule)view.rule;
		played->judged++;
		break;
	case RECORD_NOTHING:
	case RECORD_NEW_GAME:
	case RECORD_TAG:
		break;
	}
}

void play_text(struct played *played, const char *text, size_t length)
{
	const char *end = text + length;
	unsigned line = 1;

	memset(played, 0, sizeof *played);
	record_reader_init(&played->reader);
	for (; text < end && !played->malformed; line++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline ? newline : end;

		note(played, record_read(&played->reader, text, (size_t)(stop - text)), line);
		text = newline ? newline + 1 : end;
	}
	if (!played->malformed)
		note(played, record_finish(&played->reader), line);
	played->plies = played->reader.game.plies;
	played->winner = (enum winner)played->reader.game.winner;
	played->reason = (enum reason)played->reader.game.reason;
}

void play_record(struct played *played, const char *text)
{
	play_text(played, text, strlen(text));
}

/* A test that is itself written wrongly must not look like a finding. */
static void mistake(const char *what, const char *where)
{
	fprintf(stderr, "study: %s: %s\n", what, where);
	abort();
}

/* "Me5 Fa1": rows of dots with those pieces in them */
static void write_rows(struct out *out, enum board_id board, const char *pieces)
{
	unsigned columns = boards[board].columns, width = columns + 1;
	size_t length = boards[board].rows * width - 1;
	char rows[SQ_COUNT];
	struct text rest = {pieces, strlen(pieces)}, word;

	for (size_t i = 0; i < length; i++)
		rows[i] = i % width == columns ? '/' : '.';
	while ((word = text_take_word(&rest)).length > 0) {
		uint8_t sq = SQ_OFF_BOARD;

		if (!sq_parse(board, word.at + 1, word.length - 1, &sq) || sq == SQ_OFF_BOARD)
			mistake("no such square", word.at);
		rows[sq_row(sq) * width + sq_column(sq)] = word.at[0];
	}
	out_text(out, (struct text){rows, length});
}

static void write_pieces(struct out *out, enum board_id board, const char *colour,
			 const char *pieces)
{
	out_string(out, "position ");
	out_string(out, colour);
	out_char(out, ' ');
	write_rows(out, board, pieces ? pieces : "");
	out_char(out, '\n');
}

static bool is_mulligan(struct text action)
{
	return text_is(text_take_word(&action), "mulligan");
}

/* "blue: a7-a6" or "a7-a6" */
static struct text take_side(struct text action, enum side *side)
{
	struct text words = action;
	struct text named = text_take_until(&words, ':');

	if (named.length == action.length)
		return action;
	*side = side_parse(named.at, named.length);
	if (*side == SIDE_NONE)
		mistake("no such side", action.at);
	return text_trim(words);
}

static void write_actions(struct out *out, enum side to_move, const char *actions)
{
	struct text rest = {actions, strlen(actions)};
	unsigned ply = 1;

	while (rest.length > 0) {
		enum side side = to_move;
		struct text action = text_trim(text_take_until(&rest, ';'));

		if (action.length == 0)
			continue;
		action = take_side(action, &side);
		out_number(out, is_mulligan(action) ? 0 : ply);
		out_char(out, ' ');
		out_string(out, side_name(side));
		out_char(out, ' ');
		out_text(out, action);
		out_char(out, '\n');
		if (is_mulligan(action))
			continue;
		to_move = side_other(to_move);
		ply++;
	}
}

void study_write(const struct study *study, char *record)
{
	struct out out = out_init(record, STUDY_SIZE);
	const char *edition = study->edition ? study->edition : "original";
	const char *to_move = study->to_move ? study->to_move : "red";
	unsigned found = edition_find(edition, strlen(edition));

	if (found == EDITION_NONE)
		mistake("no such edition", edition);
	out_string(&out, "adjutant-game 1\nedition ");
	out_string(&out, edition);
	out_char(&out, '\n');
	out_string(&out, study->options ? study->options : "");
	write_pieces(&out, editions[found].board, "red", study->red);
	write_pieces(&out, editions[found].board, "blue", study->blue);
	out_string(&out, "to-move ");
	out_string(&out, to_move);
	out_char(&out, '\n');
	out_string(&out, study->decks ? study->decks : "");
	write_actions(&out, side_parse(to_move, strlen(to_move)),
		      study->actions ? study->actions : "");
	if (out.overflow)
		mistake("too long", edition);
}

void play_study(struct played *played, const struct study *study)
{
	char *record = malloc(STUDY_SIZE);

	if (!record)
		abort();
	study_write(study, record);
	play_record(played, record);
	free(record);
	if (played->malformed)
		mistake("malformed", played->reader.reason);
}
