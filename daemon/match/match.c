/* A game in memory, created and destroyed. match_load.c loads it. */
#include "daemon/match/match.h"

#include "daemon/referee/referee.h"
#include "rules/fact.h"
#include "rules/square.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int match_init(struct match *match)
{
	memset(match, 0, sizeof *match);
	match->referee = calloc(1, referee_size());
	if (!match->referee)
		return -ENOMEM;
	match_clear(match);
	return 0;
}

void match_finish(struct match *match)
{
	board_status_finish(&match->status);
	last_battle_finish(&match->last_battle);
	free(match->state);
	free(match->referee);
	memset(match, 0, sizeof *match);
}

void match_clear(struct match *match)
{
	struct referee *referee = match->referee;

	match->referee = NULL;
	match_finish(match);
	memset(referee, 0, referee_size());
	match->referee = referee;
	board_status_init(&match->status);
	commitments_init(&match->commitments, match->id);
}

void match_follow(struct match *match, const struct fact *fact)
{
	struct board_status *status = &match->status;
	struct play_shown shown;

	if (fact->kind == FACT_PLAY) {
		shown = fact_play_shown(fact);
		board_status_play(status, &shown);
	} else if (fact->kind == FACT_TAKEBACK) {
		board_status_take_back(status);
		last_battle_take_back(&match->last_battle, board_status_moves(status));
	} else if (fact->kind == FACT_REPOSITION) {
		board_status_correct(status);
	}
	commitments_follow(&match->commitments, fact);
}

bool match_answer_calls(struct match *match)
{
	bool had_called = false;

	for (unsigned i = 0; i < SIDE_COUNT; i++)
		had_called = had_called || match->calls[i].is_open;
	memset(match->calls, 0, sizeof match->calls);
	return had_called;
}
