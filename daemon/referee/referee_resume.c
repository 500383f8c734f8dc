/*
 * Applies facts to a game, one after the other. What they say about the game is checked against the
 * rules; everything beside the game comes with the saved state (referee_save.c).
 */
#include "daemon/referee/referee_resume.h"

#include "daemon/referee/referee_history.h"
#include "daemon/referee/referee_state.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/position.h"
#include "rules/square.h"

#include <string.h>

static bool is_running(const struct referee *referee)
{
	return referee->begun && !game_is_over(&referee->game);
}

/* ---- the beginning ---- */

static bool apply_pieces(struct referee *referee, const struct fact *fact)
{
	const struct edition *edition = &editions[referee->options.edition];
	struct position *position = &referee->game.position;
	enum side side = (enum side)fact->side;
	bool study = fact->kind == FACT_POSITION;
	unsigned rows = study ? boards[edition->board].rows : edition->setup_rows;

	if (referee->begun || referee->is_study != study)
		return false;
	for (struct bits old = position->open.holds[side]; bits_any(old);)
		position_remove(position, bits_take(&old));
	return position_put_rows(position, side, study ? 0 : edition_first_row(edition, side), rows,
				 fact->rows, strlen(fact->rows));
}

static bool apply_begin(struct referee *referee, const struct fact *fact)
{
	struct game *game = &referee->game;

	if (referee->begun || game_is_over(game) ||
	    !game_side_fits(game, SIDE_RED, referee->is_study) ||
	    !game_side_fits(game, SIDE_BLUE, referee->is_study))
		return false;
	referee->first_to_move = fact->side;
	referee->begun = true;
	game_start(game, (enum side)fact->side);
	return true;
}

/* ---- what was played ---- */

/* a turn can be taken back, other actions cannot */
static bool is_turn(const struct action *action)
{
	return action->kind <= ACTION_EXCHANGE;
}

/*
 * Before a game has begun a player can put cards under the pile. Resigning then is an end today,
 * but older journals have it as an action.
 */
static bool is_timely(const struct referee *referee, const struct action *action)
{
	return referee->begun || action->kind == ACTION_RESIGN || action->kind == ACTION_MULLIGAN;
}

static bool apply_play(struct referee *referee, const struct fact *fact)
{
	struct game before = referee->game;
	struct report report;
	struct fact again;

	if (!is_timely(referee, &fact->action))
		return false;
	game_play(&referee->game, &fact->action, &report);
	fact_of_play(&fact->action, &report, &again);
	if (!report.legal || !fact_equals(fact, &again))
		return false;
	if (!is_turn(&fact->action))
		return true;
	referee_history_note(&referee->history, &before, &fact->action, &report);
	if (!game_is_over(&referee->game))
		referee->told_suspended = game_chase_suspended(&referee->game);
	return true;
}

static bool apply_takeback(struct referee *referee)
{
	if (!is_running(referee) || referee->history.count == 0)
		return false;
	referee_history_back(&referee->history, &referee->game);
	return true;
}

/* ---- the arbiter's doing ---- */

static bool apply_place(struct referee *referee, const struct fact *fact)
{
	struct position *position = &referee->game.position;
	enum side side = (enum side)fact->side;

	if (!is_running(referee))
		return false;
	referee_history_clear(&referee->history);
	position_remove(position, fact->sq);
	if (side == SIDE_NONE)
		return true;
	if (bits_has(boards[position->open.board].lakes, fact->sq))
		return false;
	position_put(position, fact->sq, side, (enum piece)fact->piece);
	return position_army_fits(position, &editions[referee->options.edition], side);
}

static bool apply_turn(struct referee *referee, const struct fact *fact)
{
	if (!is_running(referee))
		return false;
	referee_history_clear(&referee->history);
	referee->game.position.open.to_move = fact->side;
	return true;
}

static bool apply_reposition(struct referee *referee)
{
	struct game *game = &referee->game;

	if (!is_running(referee))
		return false;
	referee_history_clear(&referee->history);
	game_reposition(game, (enum side)game->position.open.to_move);
	return true;
}

/* whether that is an end without an action: once play has begun, resigning is an action */
static bool is_end(const struct referee *referee, enum winner winner, enum reason reason)
{
	if (reason == REASON_RESIGNED)
		return !referee->begun && winner != WINNER_DRAW;
	return reason == REASON_TIME || reason == REASON_FORFEIT || reason == REASON_ARBITER;
}

static bool apply_end(struct referee *referee, const struct fact *fact)
{
	enum winner winner = (enum winner)fact->winner;
	enum reason reason = (enum reason)fact->reason;

	if (game_is_over(&referee->game) || !is_end(referee, winner, reason))
		return false;
	game_end(&referee->game, winner, reason);
	return true;
}

/* ---- one fact ---- */

static bool apply(struct referee *referee, const struct fact *fact)
{
	switch ((enum fact_kind)fact->kind) {
	case FACT_SETUP:
	case FACT_POSITION:
		return apply_pieces(referee, fact);
	case FACT_BEGIN:
		return apply_begin(referee, fact);
	case FACT_PLAY:
		return apply_play(referee, fact);
	case FACT_TAKEBACK:
		return apply_takeback(referee);
	case FACT_PLACE:
		return apply_place(referee, fact);
	case FACT_TURN:
		return apply_turn(referee, fact);
	case FACT_REPOSITION:
		return apply_reposition(referee);
	case FACT_END:
		return apply_end(referee, fact);
	default:
		return false;
	}
}

bool referee_apply_fact(struct referee *referee, const struct fact *fact)
{
	struct referee next = *referee;

	if (!apply(&next, fact))
		return false;
	*referee = next;
	return true;
}
