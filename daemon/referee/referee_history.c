/* Keeps the turns that can be taken back, and takes them back by playing the others again. */
#include "daemon/referee/referee_history.h"

#include <string.h>

/* The older half can no longer be taken back. */
static void make_room(struct referee_history *history)
{
	enum { OLD = HISTORY_TURNS / 2 };
	struct report report;

	if (history->count < HISTORY_TURNS)
		return;
	for (unsigned i = 0; i < OLD; i++)
		game_play(&history->base, &history->turns[i], &report);
	history->count -= OLD;
	memmove(history->turns, history->turns + OLD, history->count * sizeof *history->turns);
	memmove(history->outcomes, history->outcomes + OLD, history->count);
}

/* Before the first turn cards may have been put under the pile since the base was noted. */
void referee_history_note(struct referee_history *history, const struct game *before,
			  const struct action *action, const struct report *report)
{
	make_room(history);
	if (history->count == 0)
		history->base = *before;
	history->turns[history->count] = *action;
	history->outcomes[history->count++] = report->outcome;
}

void referee_history_fell(struct referee_history *history, unsigned tag, unsigned sq, uint32_t ply)
{
	if (tag < TABLE_TAGS)
		history->fallen[tag] = (struct history_fallen){ply, (uint8_t)sq};
}

void referee_history_clear(struct referee_history *history)
{
	memset(history, 0, sizeof *history);
}

struct history_turn referee_history_back(struct referee_history *history, struct game *game)
{
	const struct action *action = &history->turns[--history->count];
	struct history_turn turn = {
		.kind = action->kind,
		.side = action->side,
		.from = action->from,
		.to = action->to,
		.attack = action->attack,
		.outcome = history->outcomes[history->count],
	};
	struct report report;

	*game = history->base;
	for (unsigned i = 0; i < history->count; i++)
		game_play(game, &history->turns[i], &report);
	return turn;
}

/* whether the piece that acted stood on the square it went to */
static bool has_arrived(const struct history_turn *turn)
{
	return turn->kind == ACTION_MOVE && (!turn->attack || turn->outcome == OUTCOME_ATTACKER);
}

void referee_history_homes(struct referee_history *history, const struct history_turn *turn,
			   uint32_t ply, uint8_t homes[TABLE_TAGS])
{
	for (unsigned i = 0; i < TABLE_TAGS; i++) {
		if ((has_arrived(turn) || turn->kind == ACTION_SWAP) && homes[i] == turn->to)
			homes[i] = turn->from;
		else if (turn->kind == ACTION_SWAP && homes[i] == turn->from)
			homes[i] = turn->to;
		if (history->fallen[i].ply != ply)
			continue;
		homes[i] = history->fallen[i].sq;
		history->fallen[i] = (struct history_fallen){0, 0};
	}
}
