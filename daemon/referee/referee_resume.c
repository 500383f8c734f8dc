/*
 * Facts applied to a game, one after the other. What they say of the game is checked against the
 * rules; everything beside the game comes with the saved state (referee_save.c).
 */
#include "daemon/referee/referee_resume.h"

#include "daemon/referee/referee_state.h"

#include <string.h>

typedef bool fact_applier(struct referee *referee, struct text rest);

static bool is_running(const struct referee *referee)
{
	return referee->begun && !game_is_over(&referee->game);
}

static enum side take_side(struct text *rest)
{
	struct text word = text_take_until(rest, ' ');

	return side_parse(word.at, word.length);
}

static enum side only_side(struct text rest)
{
	return side_parse(rest.at, rest.length);
}

/* ---- the beginning ---- */

static bool apply_pieces(struct referee *referee, struct text rest, bool study)
{
	const struct edition *edition = &editions[referee->options.edition];
	struct position *position = &referee->game.position;
	enum side side = take_side(&rest);
	unsigned rows = study ? boards[edition->board].rows : edition->setup_rows;

	if (side == SIDE_NONE || referee->begun || referee->is_study != study)
		return false;
	for (struct bits old = position->open.holds[side]; bits_any(old);)
		position_remove(position, bits_take(&old));
	return position_put_rows(position, side, study ? 0 : edition_first_row(edition, side), rows,
				 rest.at, rest.length);
}

static bool apply_setup(struct referee *referee, struct text rest)
{
	return apply_pieces(referee, rest, false);
}

static bool apply_position(struct referee *referee, struct text rest)
{
	return apply_pieces(referee, rest, true);
}

static bool apply_begin(struct referee *referee, struct text rest)
{
	enum side side = only_side(rest);
	struct game *game = &referee->game;

	if (side == SIDE_NONE || referee->begun || game_is_over(game) ||
	    !game_side_fits(game, SIDE_RED, referee->is_study) ||
	    !game_side_fits(game, SIDE_BLUE, referee->is_study))
		return false;
	referee->first_to_move = (uint8_t)side;
	referee->begun = true;
	game_start(game, side);
	return true;
}

/* ---- what was played ---- */

/* a turn can be taken back, whatever else was said cannot */
static bool is_turn(const struct action *action)
{
	return action->kind <= ACTION_EXCHANGE;
}

/*
 * Before a game has begun one can put cards under the pile. Resigning it then is an end today, but
 * older journals have it as an action.
 */
static bool is_timely(const struct referee *referee, const struct action *action)
{
	return referee->begun || action->kind == ACTION_RESIGN || action->kind == ACTION_MULLIGAN;
}

static bool apply_play(struct referee *referee, struct text rest)
{
	char reason[RECORD_REASON_SIZE], again[REFEREE_WORD_SIZE];
	struct out why = out_init(reason, sizeof reason), out = out_init(again, sizeof again);
	enum board_id board = (enum board_id)referee->game.position.open.board;
	struct text whole = rest;
	enum side side = take_side(&rest);
	const char *battle = rest.length ? memchr(rest.at, '=', rest.length) : NULL;
	struct game before = referee->game;
	struct action action;
	struct report report;

	if (battle)
		rest = text_trim((struct text){rest.at, (size_t)(battle - rest.at)});
	if (side == SIDE_NONE || !record_parse_action(board, side, rest, &action, &why) ||
	    !is_timely(referee, &action))
		return false;
	game_play(&referee->game, &action, &report);
	fact_write_play(&out, &action, &report);
	if (!report.legal || !text_is(whole, again + strlen("play ")))
		return false;
	if (!is_turn(&action))
		return true;
	referee->before = before;
	referee->has_before = true;
	if (!game_is_over(&referee->game))
		referee->told_suspended = game_chase_suspended(&referee->game);
	return true;
}

static bool apply_takeback(struct referee *referee, struct text rest)
{
	if (rest.length > 0 || !is_running(referee) || !referee->has_before)
		return false;
	referee->game = referee->before;
	referee->has_before = false;
	return true;
}

/* ---- the arbiter's doing ---- */

static bool apply_place(struct referee *referee, struct text rest)
{
	struct position *position = &referee->game.position;
	enum board_id board = (enum board_id)position->open.board;
	struct text name = text_take_until(&rest, ' ');
	bool empty = text_is(rest, "empty");
	enum side side = empty ? SIDE_NONE : take_side(&rest);
	enum piece piece = rest.length == 1 ? piece_parse(rest.at[0]) : PIECE_NONE;
	uint8_t sq;

	if (!is_running(referee) || !sq_parse(board, name.at, name.length, &sq) ||
	    sq == SQ_OFF_BOARD)
		return false;
	referee->has_before = false;
	position_remove(position, sq);
	if (empty)
		return true;
	if (side == SIDE_NONE || piece == PIECE_NONE || bits_has(boards[board].lakes, sq))
		return false;
	position_put(position, sq, side, piece);
	return position_army_fits(position, &editions[referee->options.edition], side);
}

static bool apply_turn(struct referee *referee, struct text rest)
{
	enum side side = only_side(rest);

	if (side == SIDE_NONE || !is_running(referee))
		return false;
	referee->has_before = false;
	referee->game.position.open.to_move = (uint8_t)side;
	return true;
}

static bool apply_reposition(struct referee *referee, struct text rest)
{
	struct game *game = &referee->game;

	if (rest.length > 0 || !is_running(referee))
		return false;
	game_reposition(game, (enum side)game->position.open.to_move);
	return true;
}

/* whether that is an end without an action: once play has begun resigning is one */
static bool is_end(const struct referee *referee, enum winner winner, enum reason reason)
{
	if (reason == REASON_RESIGNED)
		return !referee->begun && winner != WINNER_DRAW;
	return reason == REASON_TIME || reason == REASON_FORFEIT || reason == REASON_ARBITER;
}

static bool apply_end(struct referee *referee, struct text rest)
{
	struct text winner = text_take_until(&rest, ' ');

	if (game_is_over(&referee->game))
		return false;
	for (unsigned i = WINNER_RED; i <= WINNER_DRAW; i++)
		for (unsigned j = REASON_NONE + 1; j < REASON_COUNT; j++)
			if (text_is(winner, winner_name((enum winner)i)) &&
			    text_is(rest, reason_name((enum reason)j)) &&
			    is_end(referee, (enum winner)i, (enum reason)j))
				game_end(&referee->game, (enum winner)i, (enum reason)j);
	return game_is_over(&referee->game);
}

/* ---- one fact ---- */

static fact_applier *find_applier(struct text word)
{
	static const struct {
		const char *word;
		fact_applier *apply;
	} kinds[] = {
		{"setup", apply_setup}, {"position", apply_position},	  {"begin", apply_begin},
		{"play", apply_play},	{"takeback", apply_takeback},	  {"place", apply_place},
		{"turn", apply_turn},	{"reposition", apply_reposition}, {"end", apply_end},
	};

	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (text_is(word, kinds[i].word))
			return kinds[i].apply;
	return NULL;
}

bool referee_apply_fact(struct referee *referee, struct text fact)
{
	struct referee next = *referee;
	struct text rest = fact;
	fact_applier *apply = find_applier(text_take_until(&rest, ' '));

	if (!apply || fact.at[fact.length - 1] == ' ' || !apply(&next, rest))
		return false;
	*referee = next;
	return true;
}
