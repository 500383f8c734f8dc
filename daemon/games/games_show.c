/* One game that is over: the moves as everyone saw them, the position at the end, and files of it. */
#include "daemon/archive/commitments.h"
#include "daemon/archive/game_log.h"
#include "daemon/archive/record_replay.h"
#include "daemon/games/disclosed.h"
#include "daemon/games/games.h"
#include "daemon/games/games_inside.h"
#include "daemon/games/gravon.h"
#include "daemon/games/score_sheet.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse(struct trouble *trouble, int error, const char *why)
{
	snprintf(trouble->text, sizeof trouble->text, "%s", why);
	return error;
}

/* A game that is over for everyone; what is opened is finished by the caller. */
static int open_game(struct journal *journal, uint64_t told, int64_t game,
		     struct game_log *game_log, struct disclosed *disclosed,
		     struct trouble *trouble)
{
	int error;

	if (game < 1)
		return refuse(trouble, -ENOENT, "games are numbered from 1");
	error = game_log_read(game_log, journal, game, trouble);
	if (error)
		return error;
	error = disclosed_find(disclosed, journal, told, game, game_log->record_seq, trouble);
	if (!error && !disclosed->is_over) {
		disclosed_finish(disclosed);
		error = refuse(trouble, -EACCES, "this game is not over");
	}
	if (error)
		game_log_finish(game_log);
	return error;
}

/* ---- to step through ---- */

static json_t *moves_of(const struct game_log *game_log)
{
	json_t *moves = json_array();

	for (size_t i = 0; i < game_log->fact_count; i++) {
		const struct fact *fact = &game_log->facts[i];
		char line[FACT_SIZE];

		if (fact->kind == FACT_PLAY) {
			struct play_shown shown = fact_play_shown(fact);

			play_shown_format(&shown, line);
			json_array_append_new(moves, json_string(line));
		} else if (fact->kind == FACT_TAKEBACK && json_array_size(moves) > 0) {
			json_array_remove(moves, json_array_size(moves) - 1);
		} else if (fact->kind == FACT_REPOSITION) {
			json_array_append_new(moves, json_string("corrected"));
		}
	}
	return moves;
}

static json_t *lakes_of(const struct board *board)
{
	json_t *list = json_array();

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (bits_has(board->lakes, sq)) {
			char name[SQ_NAME_SIZE];

			sq_format(sq, name);
			json_array_append_new(list, json_string(name));
		}
	return list;
}

static json_t *army_of(const struct edition *edition)
{
	json_t *army = json_object();

	for (unsigned piece = PIECE_NONE + 1; piece < PIECE_KINDS; piece++) {
		const char code[] = {piece_code((enum piece)piece), '\0'};

		if (edition->army[piece] > 0)
			json_object_set_new(army, code, json_integer(edition->army[piece]));
	}
	return army;
}

static void set_board(json_t *shown, const struct replayed *replayed)
{
	const struct edition *edition = &editions[replayed->edition];
	const struct board *board = &boards[edition->board];

	json_object_set_new(shown, "columns", json_integer(board->columns));
	json_object_set_new(shown, "rows", json_integer(board->rows));
	json_object_set_new(shown, "lakes", lakes_of(board));
	json_object_set_new(shown, "army", army_of(edition));
}

/*
 * Nothing stands on the board of a game that never began. An army that was turned over is shown as its owner saw it,
 * and nothing else that the owner knew.
 */
static void set_pieces(json_t *shown, const struct replayed *replayed,
		       const struct disclosed *disclosed)
{
	struct view view;
	char rows[VIEW_ROWS_SIZE];

	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		view_make(&view, &replayed->game,
			  disclosed->is_shown[side] ? audience_of((enum side)side)
						    : AUDIENCE_PUBLIC);
		if (replayed->parts == 0)
			view.open.holds[side] = BITS_NONE;
		view_rows(&view, (enum side)side, 0, boards[view.open.board].rows, rows);
		json_object_set_new(shown, side_name((enum side)side), json_string(rows));
	}
}

static void set_commitments(json_t *shown, const struct game_log *game_log, unsigned edition)
{
	struct commitments commitments;

	commitments_init(&commitments, game_log->id);
	if (game_log->nonces &&
	    commitments_read(&commitments, editions[edition].board, game_log->nonces))
		json_object_set_new(shown, "commitments", commitments_list(&commitments));
}

static void set_times(json_t *shown, const struct game_log *game_log)
{
	json_object_set_new(shown, "began", json_integer(game_log->began_ms));
	json_object_set_new(shown, "spent",
			    json_pack("{s:I,s:I}", "red", (json_int_t)game_log->spent_ms[SIDE_RED],
				      "blue", (json_int_t)game_log->spent_ms[SIDE_BLUE]));
}

static json_t *describe(const struct game_log *game_log, const struct disclosed *disclosed,
			const struct replayed *replayed)
{
	json_t *shown = games_head(game_log);

	set_board(shown, replayed);
	set_pieces(shown, replayed, disclosed);
	set_commitments(shown, game_log, replayed->edition);
	json_object_set_new(shown, "id", json_string(game_log->id));
	json_object_set_new(shown, "phase", json_string("over"));
	json_object_set_new(shown, "turn", json_null());
	json_object_set_new(shown, "ended", json_integer(game_log->ended_ms));
	/* how long it was played is not known of one that was adjourned */
	if (game_log->began_ms && !game_log->was_shelved)
		set_times(shown, game_log);
	json_object_set_new(shown, "moves", moves_of(game_log));
	json_object_set_new(shown, "result",
			    json_pack("{s:s,s:s}", "winner", winner_name(replayed->winner), "by",
				      reason_name(replayed->reason)));
	json_object_set(shown, "openings", disclosed->openings);
	json_object_set_new(shown, "revealed", json_boolean(disclosed->is_whole));
	json_object_set_new(shown, "face_up",
			    json_pack("{s:b,s:b}", "red", disclosed->is_shown[SIDE_RED], "blue",
				      disclosed->is_shown[SIDE_BLUE]));
	return shown;
}

int games_show(struct journal *journal, uint64_t told, int64_t game, json_t **shown,
	       struct trouble *trouble)
{
	struct game_log game_log;
	struct disclosed disclosed;
	struct replayed replayed;
	int error = open_game(journal, told, game, &game_log, &disclosed, trouble);

	*shown = NULL;
	if (error)
		return error;
	error = record_replay(game_log.record, game_log.record_length, NULL, &replayed, trouble);
	if (!error)
		*shown = describe(&game_log, &disclosed, &replayed);
	disclosed_finish(&disclosed);
	game_log_finish(&game_log);
	return error;
}

/* ---- as a file ---- */

static int write_sheet(FILE *to, const struct game_log *game_log, bool is_whole,
		       struct trouble *trouble)
{
	const struct score_sheet_options options = {
		.audience = is_whole ? AUDIENCE_ARBITER : AUDIENCE_PUBLIC,
		.set_ups = is_whole,
		.signatures = is_whole,
	};

	return score_sheet_print(to, game_log->record, game_log->record_length, &options, trouble);
}

static int write_as(FILE *to, const struct game_log *game_log, bool is_whole,
		    enum games_format format, struct trouble *trouble)
{
	if (format == GAMES_TEXT)
		return write_sheet(to, game_log, is_whole, trouble);
	if (!is_whole)
		return refuse(trouble, -EACCES, "the ranks of this game were not revealed");
	if (format == GAMES_GRAVON)
		return gravon_write(to, game_log->record, game_log->record_length, trouble);
	fwrite(game_log->record, 1, game_log->record_length, to);
	return 0;
}

int games_export(struct journal *journal, uint64_t told, int64_t game, enum games_format format,
		 char **text, size_t *length, struct trouble *trouble)
{
	struct game_log game_log;
	struct disclosed disclosed;
	FILE *to;
	int error = open_game(journal, told, game, &game_log, &disclosed, trouble);

	*text = NULL;
	if (error)
		return error;
	to = open_memstream(text, length);
	error = to ? write_as(to, &game_log, disclosed.is_whole, format, trouble) : -ENOMEM;
	if (to && fclose(to) != 0 && !error)
		error = -ENOMEM;
	if (error) {
		free(*text);
		*text = NULL;
	}
	disclosed_finish(&disclosed);
	game_log_finish(&game_log);
	return error;
}
