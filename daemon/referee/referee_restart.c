/*
 * After a power cut: the board reports what it shows, that is compared with the record, and open
 * matters are announced again. It makes no difference whether the same referee continues or one
 * that was resumed (referee_resume.h): both forget what a power cut would lose.
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <string.h>

enum { SCAN_US = 1000000 }; /* in which a board that is switched on reports everything */

uint64_t referee_restart_deadline(const struct referee *referee)
{
	return referee->blind ? TABLE_NEVER : referee->restart_us + SCAN_US;
}

static void restart(const struct referee_ctx *ctx, uint64_t t_us, uint64_t before_us)
{
	struct referee *referee = ctx->referee;

	referee_clock_restart(referee, before_us, t_us);
	referee->restarted = true;
	referee->restart_us = t_us;
	table_begin_tag_report(&referee->table);
}

static void announce_again(const struct referee_ctx *ctx, uint64_t t_us)
{
	const struct referee *referee = ctx->referee;

	if (referee->phase == PHASE_SETUP)
		referee_setup_check(ctx, t_us);
	else if (referee->phase == PHASE_PLAY)
		referee_play_turn(ctx, t_us);
	else if (referee->phase == PHASE_DEFENCE)
		referee_play_challenge(ctx, t_us);
}

/* Compares the table with the record, and announces open matters again. */
void referee_restart_go_on(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct table *table = &referee->table;
	struct public_position open = referee->begun ? referee->game.position.open : table->open;

	referee_clock_restart(referee, referee->restart_us, t_us);
	referee->restarted = referee->blind = false;
	referee->met_us = t_us;
	memset(referee->complete, 0, sizeof referee->complete); /* it is checked again */
	referee_settle_restart(referee);
	table_restart(table, t_us, &open, referee_goes_on(referee), referee->correcting);
	referee_play_announce_cards(referee);
	for (unsigned i = 0; i < SIDE_COUNT && referee->phase != PHASE_OVER; i++)
		if (bits_any(table_places_asked(table, (enum side)i)))
			referee_ask_places(ctx, (enum side)i, t_us);
	referee_drain(ctx);
	announce_again(ctx, t_us);
}

/*
 * Whether an input is part of the first full scan after a restart, or says nothing new. If anything
 * else comes first, or nothing comes, the game continues with the table as it was known before; a
 * referee that did not know it waits.
 */
bool referee_restart_waits(const struct referee *referee, const struct input *input)
{
	const struct table *table = &referee->table;
	bool on_board = board_has(table->open.board, input->sq);

	if (referee->blind || input->t_us >= referee_restart_deadline(referee))
		return referee->blind;
	switch ((enum input_kind)input->kind) {
	case INPUT_CONTACT:
		return !on_board || table->contacts[input->sq].raw == input->closed;
	case INPUT_TAG: /* a scan reports the tags that are seen, wherever they were before */
		return !on_board || !table_has_tags(table) || input->closed ||
		       !table_sees_tag(table, input->sq, table_find_tag(table, &input->tag));
	case INPUT_WORD:
		return false;
	case INPUT_FRAME:
	case INPUT_RESTART:
	case INPUT_TICK:
		break;
	}
	return true;
}

/* ---- words while the table is not known ---- */

static bool is_one_of(struct text word, const char *const *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (text_is(word, list[i]))
			return true;
	return false;
}

/*
 * A board that is broken may never be read. Words that stop or end the game, or lead to that, must
 * be accepted nevertheless, or people could not even leave it; continuing needs the table.
 */
static bool needs_table(enum audience speaker, struct text words)
{
	static const char *const of_side[] = {
		"resign",  "offer-draw", "accept-draw",	 "decline-draw",  "pause",
		"adjourn", "rematch",	 "call-arbiter", "withdraw-call",
	};
	static const char *const of_arbiter[] = {"award", "pause", "clock"};
	struct text word = text_take_word(&words);
	bool answers = speaker == AUDIENCE_ARBITER && text_is(word, "answer");

	if (speaker == AUDIENCE_ARBITER && !answers)
		return !is_one_of(word, of_arbiter, sizeof of_arbiter / sizeof *of_arbiter);
	if (answers) {
		text_take_word(&words); /* for whom */
		word = text_take_word(&words);
	}
	return !is_one_of(word, of_side, sizeof of_side / sizeof *of_side);
}

/* No time has passed on any clock so far, and a word must not charge any. */
static void hear_word(const struct referee_ctx *ctx, const struct input *input)
{
	struct referee *referee = ctx->referee;
	struct text words = {input->word, strlen(input->word)};
	struct refusal why = refusal_of(REFUSAL_BOARD_NOT_READ);

	if (needs_table((enum audience)input->speaker, words)) {
		referee_words_refuse(ctx, (enum audience)input->speaker, input->t_us, input->word,
				     &why);
		return;
	}
	referee_clock_restart(referee, referee->restart_us, input->t_us);
	referee->restart_us = input->t_us;
	referee_words_hear(ctx, input);
}

/* an input before the first full scan is complete */
void referee_restart_input(const struct referee_ctx *ctx, const struct input *input,
			   uint64_t before_us)
{
	struct table *table = &ctx->referee->table;
	bool on_board = board_has(table->open.board, input->sq);

	switch ((enum input_kind)input->kind) {
	case INPUT_FRAME:
		for (unsigned sq = 0; sq < SQ_COUNT; sq++)
			if (board_has(table->open.board, sq))
				table_note_level(table, sq, bits_has(input->frame, sq));
		table_end_tag_report(table); /* tags come before the frame */
		referee_restart_go_on(ctx, input->t_us);
		break;
	case INPUT_CONTACT:
		if (on_board)
			table_note_level(table, input->sq, input->closed);
		break;
	case INPUT_TAG:
		if (on_board && table_has_tags(table))
			table_note_tag(table, input->sq, table_find_tag(table, &input->tag),
				       input->closed);
		break;
	case INPUT_WORD:
		hear_word(ctx, input);
		break;
	case INPUT_RESTART:
		restart(ctx, input->t_us, before_us);
		break;
	case INPUT_TICK:
		break;
	}
}
