/*
 * Plays a whole record through the rules, carrying hands and piles from one part to the next.
 * Prints and stores nothing; a listener hears of each action.
 */
#include "daemon/archive/record_replay.h"

#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/position.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct tracing {
	const struct record_replay_listener *listener;
	struct replayed *replayed;
	struct trouble *trouble;
	struct record_reader reader;
	struct game before; /* how the part before ended */
	bool begun;	    /* this part's play */
	bool never_began;
};

__attribute__((format(printf, 2, 3))) static int fail(struct tracing *tracing, const char *format,
						      ...)
{
	char why[sizeof tracing->trouble->text - 32];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(why, sizeof why, format, arguments);
	va_end(arguments);
	snprintf(tracing->trouble->text, sizeof tracing->trouble->text, "line %lu: %s",
		 tracing->replayed->line, why);
	return -EBADMSG;
}

/* ---- from part to part ---- */

static bool options_agree(const struct game *a, const struct game *b)
{
	const char *name, *one, *other;

	for (unsigned i = 0; options_get(&a->options, i, &name, &one); i++)
		if (!options_get(&b->options, i, &name, &other) || strcmp(one, other) != 0)
			return false;
	return a->edition == b->edition;
}

/* The game goes on with the pieces as the arbiter has put them. */
static void go_on(struct record_reader *reader, const struct game *before)
{
	struct game game = *before;
	struct view view;

	view_make(&view, &reader->game, AUDIENCE_ARBITER);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		enum side side = public_side_at(&view.open, sq);

		if (!board_has(view.open.board, sq))
			continue;
		position_remove(&game.position, sq);
		if (side != SIDE_NONE)
			position_put(&game.position, sq, side, piece_parse(view.code[sq]));
	}
	game_reposition(&game, reader->to_move);
	reader->game = game;
}

/* Before the first line that is not preparation, when all the preparation has been read. */
static int begin_part(struct tracing *tracing)
{
	struct record_reader *reader = &tracing->reader;
	struct replayed *replayed = tracing->replayed;
	bool later = replayed->parts > 0;

	tracing->begun = true;
	if (later && (!reader->is_study || !options_agree(&reader->game, &tracing->before)))
		return fail(tracing, "this part is not a continuation of the one before");
	if (later && reader->fits[SIDE_RED] && reader->fits[SIDE_BLUE])
		go_on(reader, &tracing->before);
	replayed->edition = reader->game.edition;
	if (tracing->listener && tracing->listener->begin && reader->has_edition)
		tracing->listener->begin(tracing->listener->context, reader, replayed->parts);
	replayed->parts++;
	return 0;
}

static int end_part(struct tracing *tracing)
{
	struct record_reader *reader = &tracing->reader;
	enum record_event event;

	if (!tracing->begun && begin_part(tracing) != 0)
		return -EBADMSG;
	event = record_finish(reader);
	if (event == RECORD_MALFORMED)
		return fail(tracing, "%s", reader->reason);
	if (event == RECORD_UNFIT)
		return fail(tracing, "%s's set-up does not fit the edition",
			    side_name(reader->unfit));
	if (!record_result_agrees(reader))
		return fail(tracing, "the result is %s by %s, but the board says otherwise",
			    winner_name(reader->stated_winner), reason_name(reader->stated_reason));
	tracing->before = reader->game;
	return 0;
}

/* ---- lines ---- */

static bool is_play(struct text line)
{
	struct text word = text_take_word(&line);

	return text_is(word, "result") ||
	       (word.length > 0 && word.at[0] >= '0' && word.at[0] <= '9');
}

static int read_line(struct tracing *tracing, struct text line)
{
	struct record_reader *reader = &tracing->reader;

	if (!tracing->begun && reader->in_game && is_play(line) && begin_part(tracing) != 0)
		return -EBADMSG;
	switch (record_read(reader, line.at, line.length)) {
	case RECORD_UNFIT:
		return fail(tracing, "%s's set-up does not fit the edition",
			    side_name(reader->unfit));
	case RECORD_MALFORMED:
		return fail(tracing, "%s", reader->reason);
	case RECORD_PLAYED:
		if (!reader->report.legal)
			return fail(tracing, "the rules do not allow this");
		if (tracing->listener && tracing->listener->played)
			tracing->listener->played(tracing->listener->context, reader);
		break;
	case RECORD_NOTHING:
	case RECORD_NEW_GAME:
	case RECORD_TAG:
		break;
	}
	return 0;
}

static int next_part(struct tracing *tracing)
{
	if (tracing->never_began)
		return fail(tracing, "nothing can follow here");
	if (!tracing->reader.in_game)
		return 0;
	if (end_part(tracing) != 0)
		return -EBADMSG;
	if (tracing->reader.closed || game_is_over(&tracing->reader.game))
		return fail(tracing, "the game was over before this part");
	tracing->begun = false;
	return 0;
}

static int note_ended_before_play(struct tracing *tracing, struct text result)
{
	const struct record_reader *reader = &tracing->reader;

	if (!reader->has_edition || reader->started || reader->has_pieces[SIDE_RED] ||
	    reader->has_pieces[SIDE_BLUE] || tracing->never_began ||
	    !record_parse_result(result, &tracing->replayed->winner, &tracing->replayed->reason))
		return fail(tracing, "this line cannot stand here");
	tracing->never_began = true;
	tracing->replayed->edition = reader->game.edition;
	return 0;
}

static bool begins_with(struct text line, const char *prefix, struct text *rest)
{
	size_t length = strlen(prefix);

	if (line.length < length || memcmp(line.at, prefix, length) != 0)
		return false;
	*rest = (struct text){line.at + length, line.length - length};
	return true;
}

static int take(struct tracing *tracing, struct text line)
{
	struct text result;

	tracing->replayed->line++;
	if (begins_with(line, ENDED_BEFORE_PLAY, &result))
		return note_ended_before_play(tracing, result);
	if (record_begins_game(line.at, line.length) && next_part(tracing) != 0)
		return -EBADMSG;
	return read_line(tracing, line);
}

static int finish(struct tracing *tracing)
{
	struct replayed *replayed = tracing->replayed;

	if (!tracing->never_began) {
		if (end_part(tracing) != 0)
			return -EBADMSG;
		replayed->winner = tracing->before.winner;
		replayed->reason = tracing->before.reason;
	}
	replayed->plies = tracing->before.plies;
	replayed->game = tracing->before;
	return 0;
}

int record_replay(const char *text, size_t length, const struct record_replay_listener *listener,
		  struct replayed *replayed, struct trouble *trouble)
{
	struct tracing tracing = {
		.listener = listener,
		.replayed = replayed,
		.trouble = trouble,
	};
	struct text rest = {text, length}, line;

	memset(replayed, 0, sizeof *replayed);
	record_reader_init(&tracing.reader);
	while (text_take_line(&rest, &line))
		if (take(&tracing, line) != 0)
			return -EBADMSG;
	return finish(&tracing);
}
