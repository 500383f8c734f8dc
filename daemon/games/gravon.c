/*
 * Writes games in the XML of the Gravon archive. Refuses games that the format cannot hold instead
 * of leaving parts out.
 */
#include "daemon/games/gravon.h"

#include "daemon/archive/record_replay.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct gravon {
	FILE *body; /* field and moves */
	unsigned moves;
	const char *unfit; /* why it cannot be held, or NULL */
};

/* ---- what the format has names for ---- */

static const char *type_of(unsigned edition)
{
	const char *id = editions[edition].id;

	if (editions[edition].cards || editions[edition].board != BOARD_LARGE)
		return NULL;
	if (strcmp(id, "duel") == 0)
		return "duell";
	return editions[edition].full ? "classic" : id;
}

/* An arbiter's decision and a forfeit have no number of their own. */
static int result_of(enum reason reason, bool draw)
{
	switch (reason) {
	case REASON_IMMOBILE:
		return 0;
	case REASON_FLAG:
		return 1;
	case REASON_BOTH_IMMOBILE:
		return 2;
	case REASON_TIME:
		return 11;
	default:
		return draw ? 4 : 3; /* agreed, or given up */
	}
}

static char letter_of(enum side side, enum piece piece)
{
	char first = side == SIDE_RED ? 'B' : 'N';

	if (piece == PIECE_BOMB)
		return first;
	return (char)(first + (piece == PIECE_FLAG ? 11 : piece));
}

static void put_square(FILE *to, unsigned sq)
{
	fprintf(to, "%c%u", "ABCDEFGHIK"[sq_column(sq)], sq_row(sq) + 1);
}

/* ---- the game ---- */

static void put_field(FILE *to, const struct game *game)
{
	const struct board *board;
	struct view view;

	view_make(&view, game, AUDIENCE_ARBITER);
	board = &boards[view.open.board];
	fputs("  <field content=\"", to);
	for (unsigned i = 0; i < (unsigned)board->rows * board->columns; i++) {
		unsigned sq = sq_at(i % board->columns, i / board->columns);
		enum side side = public_side_at(&view.open, sq);

		if (side != SIDE_NONE)
			fputc(letter_of(side, piece_parse(view.code[sq])), to);
		else
			fputc(view.code[sq] == '~' ? '_' : 'A', to);
	}
	fputs("\"/>\n", to);
}

static void on_begin(void *context, const struct record_reader *reader, unsigned part)
{
	struct gravon *gravon = context;

	if (gravon->unfit)
		return;
	if (part > 0)
		gravon->unfit = "the arbiter corrected the position in this game";
	else if (reader->is_study)
		gravon->unfit = "this game did not begin with set-ups";
	else if (!type_of(reader->game.edition))
		gravon->unfit = "its edition has cards or the small board";
	else
		put_field(gravon->body, &reader->game);
}

static void on_played(void *context, const struct record_reader *reader)
{
	struct gravon *gravon = context;

	if (reader->report.kind != ACTION_MOVE)
		return;
	fprintf(gravon->body, "  <move id=\"%u\" source=\"", ++gravon->moves);
	put_square(gravon->body, reader->report.from);
	fputs("\" target=\"", gravon->body);
	put_square(gravon->body, reader->report.to);
	fputs("\"/>\n", gravon->body);
}

/* ---- the whole ---- */

static struct text header(struct text rest, const char *word)
{
	struct text line;

	while (text_take_line(&rest, &line))
		if (text_is(text_take_word(&line), word))
			return line;
	return (struct text){"", 0};
}

static void put_player(FILE *to, unsigned id, struct text name)
{
	char usual[] = "Player 1";

	usual[sizeof usual - 2] = (char)('0' + id);
	if (name.length == 0)
		name = (struct text){usual, sizeof usual - 1};
	fprintf(to, "  <player id=\"%u\">", id);
	for (size_t i = 0; i < name.length; i++) {
		if (name.at[i] == '&')
			fputs("&amp;", to);
		else if (name.at[i] == '<')
			fputs("&lt;", to);
		else if (name.at[i] == '>')
			fputs("&gt;", to);
		else
			fputc(name.at[i], to);
	}
	fputs("</player>\n", to);
}

static void put_all(FILE *to, struct text record, const char *body, const struct replayed *replayed)
{
	bool draw = replayed->winner == WINNER_DRAW;

	fprintf(to,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type=\"%s\">\n%s",
		type_of(replayed->edition), body);
	put_player(to, 1, header(record, "red"));
	put_player(to, 2, header(record, "blue"));
	fprintf(to, "  <result type=\"%d\" winner=\"%d\"/>\n </game>\n</stratego>\n",
		result_of(replayed->reason, draw), (int)replayed->winner);
}

static int refuse(struct trouble *trouble, const char *why)
{
	snprintf(trouble->text, sizeof trouble->text, "Gravon's format cannot hold it: %s", why);
	return -ENOTSUP;
}

int gravon_write(FILE *to, const char *text, size_t length, struct trouble *trouble)
{
	struct gravon gravon = {0};
	struct record_replay_listener listener = {
		.context = &gravon,
		.begin = on_begin,
		.played = on_played,
	};
	struct replayed replayed;
	char *body = NULL;
	size_t body_length;
	int error;

	gravon.body = open_memstream(&body, &body_length);
	if (!gravon.body)
		return -ENOMEM;
	error = record_replay(text, length, &listener, &replayed, trouble);
	if (fclose(gravon.body) != 0 && !error)
		error = -ENOMEM;
	if (!error && replayed.parts == 0)
		error = refuse(trouble, "this game ended before it began");
	else if (!error && replayed.winner == WINNER_NONE)
		error = refuse(trouble, "this game is not over");
	else if (!error && gravon.unfit)
		error = refuse(trouble, gravon.unfit);
	else if (!error)
		put_all(to, (struct text){text, length}, body, &replayed);
	free(body);
	return error;
}
