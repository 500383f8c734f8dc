/* Lists games by what is said of them at their beginning and in their records. No game is played again for it. */
#include "daemon/archive/game_log.h"
#include "daemon/archive/journal.h"
#include "daemon/archive/record_replay.h"
#include "daemon/games/disclosed.h"
#include "daemon/games/games.h"
#include "daemon/games/games_inside.h"
#include "rules/text.h"

#include <errno.h>
#include <string.h>

/* ---- what a record says ---- */

/* "red flag" of "result red flag"; one that is not a game has it in a comment */
static bool take_result(struct text line, struct text *result)
{
	static const char early[] = ENDED_BEFORE_PLAY;

	*result = line;
	if (text_is(text_take_word(result), "result"))
		return true;
	if (line.length <= sizeof early - 1 || memcmp(line.at, early, sizeof early - 1) != 0)
		return false;
	*result = (struct text){line.at + sizeof early - 1, line.length - (sizeof early - 1)};
	return true;
}

static bool is_move(struct text line)
{
	static const char *const ends[] = {"resign", "draw", "time", "mulligan"};
	struct text action;

	if (line.length == 0 || line.at[0] < '0' || line.at[0] > '9')
		return false;
	text_take_word(&line);
	text_take_word(&line);
	action = text_take_word(&line);
	for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
		if (text_is(action, ends[i]))
			return false;
	return true;
}

static void set_end(json_t *row, const struct game_log *game_log)
{
	struct text rest = {game_log->record, game_log->record_length}, line, result = {"", 0};
	json_int_t moves = 0;

	while (text_take_line(&rest, &line)) {
		struct text found;

		moves += is_move(line);
		if (take_result(line, &found))
			result = found;
	}
	json_object_set_new(row, "moves", json_integer(moves));
	json_object_set_new(row, "ended", json_integer(game_log->ended_ms));
	json_object_set_new(row, "result", games_result(result));
}

/* ---- rows ---- */

json_t *games_text(struct text text)
{
	json_t *string = text_is_clean(text) ? json_stringn(text.at, text.length) : NULL;

	return string ? string : json_string("");
}

json_t *games_result(struct text text)
{
	json_t *winner = games_text(text_take_word(&text));

	return json_pack("{s:o,s:o}", "winner", winner, "by", games_text(text_trim(text)));
}

json_t *games_head(const struct game_log *game_log)
{
	static const char *const headers[][2] = {{"edition", "edition"},
						 {"event", "event"},
						 {"site", "site"},
						 {"red_name", "red"},
						 {"blue_name", "blue"}};
	json_t *head = json_pack("{s:I,s:I}", "game", (json_int_t)game_log->game, "started",
				 (json_int_t)game_log->started_ms);

	for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++)
		json_object_set_new(head, headers[i][0],
				    games_text(game_log_header(game_log, headers[i][1])));
	return head;
}

static const char *state_of(const struct game_log *game_log)
{
	if (game_log->record)
		return "over";
	if (game_log->shelved)
		return "adjourned";
	return game_log->nonces ? "running" : "setup";
}

static json_t *make_row(const struct game_log *game_log)
{
	json_t *row = games_head(game_log);

	json_object_set_new(row, "state", json_string(state_of(game_log)));
	if (game_log->record)
		set_end(row, game_log);
	return row;
}

/* A row that may be shown, NULL if none may be. Only while the public is behind is each game looked into. */
static int find_row(struct journal *journal, uint64_t told, bool is_behind, int64_t game,
		    json_t **row, struct trouble *trouble)
{
	struct game_log game_log;
	struct disclosed disclosed = {.is_over = true};
	int error = game_log_glance(&game_log, journal, game, trouble);

	*row = NULL;
	if (error)
		return error;
	if (is_behind)
		error = disclosed_find(&disclosed, journal, told, game, game_log.record_seq,
				       trouble);
	if (!error && disclosed.is_over && !game_log.dropped)
		*row = make_row(&game_log);
	if (is_behind && !error)
		disclosed_finish(&disclosed);
	game_log_finish(&game_log);
	return error;
}

static bool is_behind_of(struct journal *journal, uint64_t told)
{
	struct told_entry last;

	return journal_last_told(journal, &last) && last.number > told;
}

int games_list(struct journal *journal, uint64_t told, int64_t before, json_t **list,
	       struct trouble *trouble)
{
	int64_t last = journal_last_game(journal);
	int64_t game = before > 0 && before <= last ? before - 1 : last;
	int64_t until = game > GAMES_TRIED ? game - GAMES_TRIED : 0;
	bool is_behind = is_behind_of(journal, told);
	json_t *games = json_array();

	for (; game > until && json_array_size(games) < GAMES_PAGE; game--) {
		json_t *row;
		int error = find_row(journal, told, is_behind, game, &row, trouble);

		if (error && error != -ENOENT) {
			json_decref(games);
			return error;
		}
		if (!error && row)
			json_array_append_new(games, row);
	}
	*list = json_pack("{s:o,s:I}", "games", games, "before",
			  (json_int_t)(game > 0 ? game + 1 : 0));
	return 0;
}
