/*
 * The decisions, as facts for the journal (rules/fact.h); referee_resume.c applies them again. They
 * contain ranks, taken from the arbiter's view, and so go to no audience.
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_state.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/view.h"

static void send_fact(const struct referee_ctx *ctx, const struct fact *fact, uint64_t t_us)
{
	struct output output = referee_output_of(EVENT_FACT, t_us, (enum audience)TO_JOURNAL);

	output.fact = fact;
	referee_send(ctx, &output);
}

/* ---- the beginning ---- */

static void fact_pieces(const struct referee_ctx *ctx, const struct view *view, enum side side,
			uint64_t t_us)
{
	const struct referee *referee = ctx->referee;
	const struct edition *edition = &editions[referee->options.edition];
	bool study = referee->is_study;
	struct fact fact = {
		.kind = study ? FACT_POSITION : FACT_SETUP,
		.side = (uint8_t)side,
	};

	view_rows(view, side, study ? 0 : edition_first_row(edition, side),
		  study ? boards[edition->board].rows : edition->setup_rows, fact.rows);
	send_fact(ctx, &fact, t_us);
}

void referee_facts_begin(const struct referee_ctx *ctx, uint64_t t_us)
{
	const struct referee *referee = ctx->referee;
	struct fact fact = {.kind = FACT_BEGIN, .side = referee->first_to_move};
	struct view view;

	view_make(&view, &referee->game, AUDIENCE_ARBITER);
	fact_pieces(ctx, &view, SIDE_RED, t_us);
	fact_pieces(ctx, &view, SIDE_BLUE, t_us);
	send_fact(ctx, &fact, t_us);
}

/* ---- what was played ---- */

void referee_facts_play(const struct referee_ctx *ctx, const struct action *action,
			const struct report *report, uint64_t t_us)
{
	struct fact fact;

	fact_of_play(action, report, &fact);
	send_fact(ctx, &fact, t_us);
}

void referee_facts_takeback(const struct referee_ctx *ctx, uint64_t t_us)
{
	send_fact(ctx, &(struct fact){.kind = FACT_TAKEBACK}, t_us);
}

void referee_facts_end(const struct referee_ctx *ctx, uint64_t t_us)
{
	const struct game *game = &ctx->referee->game;
	struct fact fact = {.kind = FACT_END, .winner = game->winner, .reason = game->reason};

	send_fact(ctx, &fact, t_us);
}

/* ---- what the arbiter put right ---- */

void referee_facts_place(const struct referee_ctx *ctx, unsigned sq, enum side side,
			 enum piece piece, uint64_t t_us)
{
	struct fact fact = {.kind = FACT_PLACE, .sq = (uint8_t)sq, .side = (uint8_t)side};

	if (side != SIDE_NONE)
		fact.piece = (uint8_t)piece;
	send_fact(ctx, &fact, t_us);
}

void referee_facts_turn(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	send_fact(ctx, &(struct fact){.kind = FACT_TURN, .side = (uint8_t)side}, t_us);
}

void referee_facts_reposition(const struct referee_ctx *ctx, uint64_t t_us)
{
	send_fact(ctx, &(struct fact){.kind = FACT_REPOSITION}, t_us);
}
