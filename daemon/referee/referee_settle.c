/*
 * Putting pieces right: a player has said that some may not stand where they stood. Nothing is
 * played until that player says that they stand right now; no arbiter is needed for it, since only
 * the owner can know. Meanwhile hands are free, so pieces that were in the air together are
 * remembered, and the other side is asked about its own.
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <string.h>

static void tell_arbiter(const struct referee_ctx *ctx, struct bits squares, uint64_t t_us)
{
	struct output output = referee_output_of(EVENT_FAULT, t_us, AUDIENCE_ARBITER);
	struct out text = out_init(output.text, sizeof output.text);

	out_string(&text, "places-denied");
	output.squares = squares;
	referee_send(ctx, &output);
}

void referee_settle_begin(const struct referee_ctx *ctx, enum side side, struct bits squares,
			  uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	bool began = referee->phase == PHASE_SETTLE;

	table_restore_places(&referee->table, side, squares); /* asked until they stand right */
	referee->denied[side] = true;
	tell_arbiter(ctx, squares, t_us);
	referee_words_announce(ctx, side, t_us, "deny");
	if (began)
		return;
	referee_play_drop_challenge(ctx, t_us);
	memset(referee->disturbed, 0, sizeof referee->disturbed);
	referee->phase = PHASE_SETTLE;
	referee_words_stop(ctx, t_us);
}

void referee_settle_note(struct referee *referee)
{
	const struct table *table = &referee->table;

	for (unsigned i = 0; referee->phase == PHASE_SETTLE && i < SIDE_COUNT; i++) {
		struct bits seen = bits_or(table->closed, table->faulty);
		struct bits off = bits_minus(referee->game.position.open.holds[i], seen);

		if (bits_count(off) >= 2)
			referee->disturbed[i] = bits_or(referee->disturbed[i], off);
	}
}

/* What happened to the pieces while the power was off is not known. */
void referee_settle_restart(struct referee *referee)
{
	for (unsigned i = 0; referee->phase == PHASE_SETTLE && i < SIDE_COUNT; i++)
		referee->disturbed[i] = referee->game.position.open.holds[i];
}

/* with their questions */
static void clear_denials(struct referee *referee)
{
	bool unused;

	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (referee->denied[i])
			table_answer_confirm(&referee->table, referee->now_us, (enum side)i, true,
					     &unused);
	memset(referee->denied, 0, sizeof referee->denied);
}

void referee_settle_forget(struct referee *referee)
{
	clear_denials(referee);
	memset(referee->disturbed, 0, sizeof referee->disturbed);
}

static void ask_the_disturbed(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct bits places =
			bits_and(referee->disturbed[i], referee->game.position.open.holds[i]);

		if (bits_count(places) < 2)
			continue;
		table_restore_places(&referee->table, (enum side)i, places);
		referee_ask_places(ctx, (enum side)i, t_us);
	}
}

void referee_settle_confirm(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	referee->disturbed[side] = BITS_NONE; /* all of its pieces stand right now */
	if (!referee->denied[side])
		return;
	referee->denied[side] = false;
	referee_words_announce(ctx, side, t_us, "confirm");
	if (!referee->denied[side_other(side)])
		referee_settle_end(ctx, t_us);
}

void referee_settle_end(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	clear_denials(referee);
	referee->phase = PHASE_PLAY;
	ask_the_disturbed(ctx, t_us);
	memset(referee->disturbed, 0, sizeof referee->disturbed);
	referee_words_resume(ctx, t_us);
	referee_play_turn(ctx, t_us);
}
