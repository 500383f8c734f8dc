/*
 * Counts sequences of legal actions, to check the rules against known numbers and to measure speed.
 */
#include "rules/inside.h"

#include "rules/perft.h"

/*
 * All of a game that an ordinary turn changes. The ring of the chase is left as it is: what a turn
 * writes there lies beyond what any running chase still reads.
 */
struct undo {
	struct position position;
	struct trail trail;
	struct chase_run run;
	uint32_t plies;
	uint8_t winner, reason;
};

static void undo_save(struct undo *undo, const struct game *game)
{
	undo->position = game->position;
	undo->trail = game->trails[game->position.open.to_move];
	undo->run = game->chase.run;
	undo->plies = game->plies;
	undo->winner = game->winner;
	undo->reason = game->reason;
}

static void undo_restore(const struct undo *undo, struct game *game)
{
	game->position = undo->position;
	game->trails[undo->position.open.to_move] = undo->trail;
	game->chase.run = undo->run;
	game->plies = undo->plies;
	game->winner = undo->winner;
	game->reason = undo->reason;
}

static uint64_t count_moves(struct game *game, unsigned depth)
{
	struct move list[MOVES_MAX];
	struct undo undo;
	uint64_t total = 0;
	unsigned count;

	if (depth == 1)
		return legal_count(game);
	count = legal_list(game, list);
	undo_save(&undo, game);
	for (unsigned i = 0; i < count; i++) {
		game_make(game, list[i]);
		total += count_moves(game, depth - 1);
		undo_restore(&undo, game);
	}
	return total;
}

/* With cards an action changes hands and piles too: each is played on a copy of the game. */
struct count {
	const struct game *game;
	unsigned depth;
	uint64_t total;
};

static uint64_t count_actions(const struct game *game, unsigned depth);

static void count_action(void *context, const struct action *action)
{
	struct count *count = context;
	struct game next;
	struct report report;

	if (count->depth == 1) {
		count->total++;
		return;
	}
	next = *count->game;
	game_play(&next, action, &report);
	count->total += count_actions(&next, count->depth - 1);
}

static uint64_t count_actions(const struct game *game, unsigned depth)
{
	struct count count = {game, depth, 0};

	game_each_action(game, count_action, &count);
	return count.total;
}

uint64_t perft(const struct game *game, unsigned depth)
{
	struct game copy = *game;

	if (depth == 0)
		return 1;
	return editions[game->edition].cards ? count_actions(game, depth)
					     : count_moves(&copy, depth);
}
