/* A game in memory, created and destroyed. match_load.c loads it. */
#include "daemon/match/match.h"

#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/views/board_status.h"
#include "daemon/views/last_battle.h"
#include "daemon/views/tips.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/square.h"
#include "rules/view.h"

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

/* ---- what each side is taught ---- */

static void begin_tips(struct match *match, enum side first)
{
	const struct options *rules = &referee_options(match->referee)->rules;

	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		tips_init(&match->tips[side], (enum side)side, rules->two_squares);
		tips_begin(&match->tips[side], first);
	}
}

static void follow_tips(struct match *match, const struct play_shown *play)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		struct view view;

		view_make(&view, referee_game(match->referee), audience_of((enum side)side));
		tips_play(&match->tips[side], &view, play);
	}
}

static void interrupt_tips(struct match *match)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		tips_interrupt(&match->tips[side]);
}

void match_note_battle(struct match *match, enum side side, const json_t *event)
{
	last_battle_note(&match->last_battle, side, board_status_moves(&match->status), event);
	tips_battle(&match->tips[side], match->last_battle.told[side]);
}

/* ---- facts ---- */

void match_follow(struct match *match, const struct fact *fact)
{
	struct board_status *status = &match->status;
	struct play_shown shown;

	/* who goes on playing has something else in mind */
	if (fact->kind != FACT_SETUP)
		match->proposal.is_open = false;
	if (fact->kind == FACT_PLAY) {
		shown = fact_play_shown(fact);
		board_status_play(status, &shown);
		follow_tips(match, &shown);
	} else if (fact->kind == FACT_TAKEBACK) {
		board_status_take_back(status);
		last_battle_take_back(&match->last_battle, board_status_moves(status));
		interrupt_tips(match);
	} else if (fact->kind == FACT_REPOSITION) {
		board_status_correct(status);
		interrupt_tips(match);
	} else if (fact->kind == FACT_BEGIN) {
		begin_tips(match, (enum side)fact->side);
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
