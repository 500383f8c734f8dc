/*
 * From a declared action to its verdict, and the outputs for each audience. The rules decide what
 * is legal, views decide what may be told.
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_history.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/table/table.h"
#include "rules/cards.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <string.h>

void referee_play_turn(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct output output = referee_output_of(EVENT_TURN, t_us, AUDIENCE_PUBLIC);

	output.side = ctx->referee->game.position.open.to_move;
	output.ply = ctx->referee->game.plies + 1;
	referee_send(ctx, &output);
}

void referee_play_over(const struct referee_ctx *ctx, uint64_t t_us, uint64_t last_change_us)
{
	struct referee *referee = ctx->referee;
	struct output output = referee_output_of(EVENT_OVER, t_us, AUDIENCE_PUBLIC);

	referee_play_drop_challenge(ctx, t_us);
	referee_settle_forget(referee);
	referee_clock_stop(ctx, t_us, last_change_us);
	table_stop(&referee->table, t_us);
	referee->phase = PHASE_OVER;
	referee_drain(ctx);
	output.winner = referee->game.winner;
	output.reason = referee->game.reason;
	referee_send(ctx, &output);
}

void referee_play_begin(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	referee_facts_begin(ctx, t_us);
	game_start(&referee->game, (enum side)referee->first_to_move);
	referee->begun = true;
	referee->phase = PHASE_PLAY;
	table_play(&referee->table, t_us, &referee->game.position.open);
	if (game_is_over(&referee->game)) {
		referee_play_over(ctx, t_us, t_us);
		return;
	}
	referee_clock_begin(ctx, t_us);
	referee_play_turn(ctx, t_us);
}

void referee_play_guide_to_position(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (!referee_goes_on(referee))
		return;
	table_guide_to(&referee->table, t_us, &referee->game.position.open);
	referee_play_announce_cards(referee);
	referee_drain(ctx);
}

void referee_play_announce_cards(struct referee *referee)
{
	enum table_card card = TABLE_CARD_NONE;

	if (referee->movement == CARD_SWAP)
		card = TABLE_CARD_SWAP;
	else if (referee->movement != CARD_NONE)
		card = TABLE_CARD_MOVE;
	table_announce(&referee->table, card);
}

/* ---- outputs ---- */

static struct output about(enum event event, uint64_t t_us, enum audience to,
			   const struct report *report)
{
	struct output output = referee_output_of(event, t_us, to);

	output.side = report->side;
	output.from = report->from;
	output.sq = report->to;
	return output;
}

static void tell_battle(const struct referee_ctx *ctx, const struct report *report, uint64_t t_us,
			enum audience to)
{
	struct output output = about(EVENT_BATTLE, t_us, to, report);
	struct report_view view;

	report_view_make(&view, report, to);
	output.outcome = view.outcome;
	output.attacker = view.attacker;
	output.defender = view.defender;
	output.cards[0] = view.movement;
	output.cards[1] = view.attack_card;
	output.cards[2] = view.defence_card;
	referee_send(ctx, &output);
}

static void tell_attack(const struct referee_ctx *ctx, const struct action *action, uint64_t t_us)
{
	struct output output = referee_output_of(EVENT_ATTACK, t_us, AUDIENCE_PUBLIC);

	output.side = action->side;
	output.from = action->from;
	output.sq = action->to;
	referee_send(ctx, &output);
}

static void tell_played(const struct referee_ctx *ctx, const struct report *report, uint64_t t_us)
{
	static const enum event events[] = {
		[ACTION_MOVE] = EVENT_MOVE,
		[ACTION_SWAP] = EVENT_SWAP,
		[ACTION_EXCHANGE] = EVENT_CARDS,
	};
	struct output output;
	struct report_view view;

	if (report->attack) {
		tell_battle(ctx, report, t_us, AUDIENCE_RED);
		tell_battle(ctx, report, t_us, AUDIENCE_BLUE);
		tell_battle(ctx, report, t_us, AUDIENCE_PUBLIC);
		return;
	}
	report_view_make(&view, report, AUDIENCE_PUBLIC);
	output = about(events[report->kind], t_us, AUDIENCE_PUBLIC, report);
	output.cards[0] = view.movement;
	referee_send(ctx, &output);
}

/* To the public and the opponent every illegal try looks the same. */
static void tell_illegal(const struct referee_ctx *ctx, const struct report *report, uint64_t t_us)
{
	enum audience mover = audience_of((enum side)report->side);
	struct output open = about(EVENT_ILLEGAL, t_us, AUDIENCE_PUBLIC, report);
	struct output output = about(EVENT_ILLEGAL, t_us, mover, report);
	struct report_view view;

	referee_send(ctx, &open);
	report_view_make(&view, report, mover);
	output.rule = view.rule;
	referee_send(ctx, &output);
	if (view.rule != RULE_IMMOBILE ||
	    ctx->referee->options.rules.immobile_moved != IMMOBILE_ARBITER)
		return;
	output.to = AUDIENCE_ARBITER;
	referee_send(ctx, &output);
}

static void tell_suspended(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	bool suspended = game_chase_suspended(&referee->game);
	struct output output = referee_output_of(EVENT_FAULT, t_us, AUDIENCE_ARBITER);
	struct out text = out_init(output.text, sizeof output.text);

	if (suspended && !referee->told_suspended) {
		out_string(&text, "more-squares-suspended");
		referee_send(ctx, &output);
	}
	referee->told_suspended = suspended;
}

/* ---- playing ---- */

static enum table_battle battle_of(const struct report *report)
{
	switch ((enum outcome)report->outcome) {
	case OUTCOME_ATTACKER:
		return BATTLE_WON;
	case OUTCOME_DEFENDER:
		return BATTLE_LOST;
	case OUTCOME_BOTH:
		return BATTLE_BOTH_LOST;
	case OUTCOME_NONE:
		break;
	}
	return BATTLE_MOCK;
}

static void accept(struct referee *referee, const struct report *report, uint64_t t_us)
{
	const struct public_position *open = &referee->game.position.open;

	if (report->attack)
		table_accept_attack(&referee->table, t_us, open, report->from, report->to,
				    battle_of(report));
	else if (report->kind == ACTION_MOVE)
		table_accept_move(&referee->table, t_us, open, report->from, report->to);
	else if (report->kind == ACTION_SWAP)
		table_accept_swap(&referee->table, t_us, open, report->from, report->to);
	else
		table_play(&referee->table, t_us, open);
}

static void forget_words(struct referee *referee)
{
	referee->movement = referee->attack_card = CARD_NONE;
	referee->draw_offer = referee->takeback_offer = SIDE_NONE;
	referee->correction = referee_no_correction;
	referee->undone.count = 0;
}

static void settle_played(const struct referee_ctx *ctx, const struct report *report, uint64_t t_us,
			  uint64_t last_change_us)
{
	struct referee *referee = ctx->referee;
	const struct game *game = &referee->game;

	referee->phase = PHASE_PLAY;
	forget_words(referee);
	tell_played(ctx, report, t_us);
	if (game_is_over(game)) {
		referee_play_over(ctx, t_us, last_change_us);
		return;
	}
	accept(referee, report, t_us);
	referee_drain_until_played(ctx);
	referee_clock_switch(ctx, game->position.open.to_move, t_us, last_change_us);
	referee_play_turn(ctx, t_us);
	tell_suspended(ctx, t_us);
}

static void settle_refused(const struct referee_ctx *ctx, const struct report *report,
			   uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (game_is_over(&referee->game)) /* a bomb or flag was moved where that loses */
		referee_facts_end(ctx, t_us);
	tell_illegal(ctx, report, t_us);
	if (referee->movement == CARD_SWAP)
		referee->movement =
			CARD_NONE; /* two pieces are put back, which looks like another */
	if (game_is_over(&referee->game)) {
		referee_play_over(ctx, t_us, t_us);
		return;
	}
	table_refuse(&referee->table, t_us, (enum side)report->side, report->from, report->to);
	referee_play_announce_cards(referee);
}

struct output referee_play_challenge_shown(const struct referee *referee, uint64_t t_us)
{
	const struct action *action = &referee->pending;
	enum side other = side_other((enum side)action->side);
	struct output output = referee_output_of(EVENT_CHALLENGE, t_us, audience_of(other));
	struct challenge_view shown;

	challenge_view_make(&shown, &referee->game, action);
	output.side = action->side;
	output.from = action->from;
	output.sq = action->to;
	output.attacker = shown.attacker;
	output.cards[1] = shown.attack_card;
	output.announced = shown.announced;
	return output;
}

/* Battle Cards: the side attacked is always asked, whatever it holds and whatever stands there. */
void referee_play_challenge(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	enum side other = side_other((enum side)referee->pending.side);
	struct output output = referee_play_challenge_shown(referee, t_us);
	struct output question = referee_output_of(EVENT_ASK, t_us, audience_of(other));
	struct view view;

	referee_send(ctx, &output);
	view_make(&view, &referee->game, audience_of(other));
	memcpy(question.cards, view.cards[other].hand, sizeof question.cards);
	question.side = (uint8_t)other;
	question.question = QUESTION_DEFENCE;
	referee_send(ctx, &question);
}

void referee_play_drop_challenge(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	enum side other = side_other((enum side)referee->pending.side);
	struct output output = referee_output_of(EVENT_ASK_CLOSED, t_us, audience_of(other));

	if (referee->phase != PHASE_DEFENCE)
		return;
	output.side = (uint8_t)other;
	output.question = QUESTION_DEFENCE;
	referee_send(ctx, &output);
	memset(&referee->pending, 0, sizeof referee->pending);
	referee->phase = PHASE_PLAY;
}

static void wait_for_defence(const struct referee_ctx *ctx, const struct action *action,
			     uint64_t t_us, uint64_t last_change_us)
{
	struct referee *referee = ctx->referee;

	referee->pending = *action;
	referee->phase = PHASE_DEFENCE;
	table_halt(&referee->table);
	referee_play_challenge(ctx, t_us);
	referee_clock_switch(ctx, side_other((enum side)action->side), t_us, last_change_us);
}

/* The table forgets the tags of pieces that have been beaten; taking back needs them. */
static void note_fallen(struct referee *referee, const struct report *report)
{
	bool won = report->outcome == OUTCOME_ATTACKER, lost = report->outcome == OUTCOME_DEFENDER;
	bool both = report->outcome == OUTCOME_BOTH;

	for (unsigned i = 0; report->attack && i < referee->table.tag_count; i++) {
		unsigned home = referee->table.tags[i].home;

		if ((home == report->to && (won || both)) ||
		    (home == report->from && (lost || both)))
			referee_history_fell(&referee->history, i, home, referee->game.plies);
	}
}

void referee_play_action(const struct referee_ctx *ctx, const struct action *action, uint64_t t_us,
			 uint64_t last_change_us)
{
	struct referee *referee = ctx->referee;
	bool attack = action->kind == ACTION_MOVE && action->attack;
	bool answered = referee->phase == PHASE_DEFENCE;
	struct game before = referee->game;
	struct report report;

	if (attack && !answered && game_allows(&referee->game, action)) {
		tell_attack(ctx, action, t_us);
		if (editions[referee->options.edition].cards) {
			wait_for_defence(ctx, action, t_us, last_change_us);
			return;
		}
	}
	game_play(&referee->game, action, &report);
	if (!report.legal) {
		settle_refused(ctx, &report, t_us);
		return;
	}
	referee_history_note(&referee->history, &before, action, &report);
	note_fallen(referee, &report);
	referee_facts_play(ctx, action, &report, t_us);
	settle_played(ctx, &report, t_us, last_change_us);
}

void referee_play_defence(const struct referee_ctx *ctx, enum card card, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct action action = referee->pending;

	action.defence = (uint8_t)card;
	table_go_on(&referee->table);
	memset(&referee->pending, 0, sizeof referee->pending);
	referee_play_action(ctx, &action, t_us, t_us);
}

static void take_back(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct output output = referee_output_of(EVENT_TAKEN_BACK, t_us, AUDIENCE_PUBLIC);

	referee_history_back(&referee->history, &referee->game);
	forget_words(referee);
	output.side = referee->game.position.open.to_move;
	output.from = referee->table.thought.from;
	output.sq = referee->table.thought.to;
	referee_send(ctx, &output);
	referee_facts_takeback(ctx, t_us);
	table_take_back(&referee->table, t_us, &referee->game.position.open);
	referee_drain_until_played(ctx);
	referee_clock_switch_back(ctx, t_us);
	referee_play_turn(ctx, t_us);
}

bool referee_play_think_again(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (referee->table.thought.state != THOUGHT_OPEN || !referee_goes_on(referee) ||
	    referee->history.count == 0)
		return false;
	if (referee_clock_allows_back(referee, t_us)) {
		take_back(ctx, t_us);
		return true;
	}
	table_let_stand(&referee->table, t_us);
	return false;
}

static struct action action_of(const struct referee *referee, const struct finding *finding)
{
	const struct public_position *open = &referee->game.position.open;
	struct action action = {
		.kind = ACTION_MOVE,
		.side = finding->side,
		.from = finding->from,
		.to = finding->to,
	};

	if (action.side == open->to_move) {
		action.movement = referee->movement;
		action.attack_card = referee->attack_card;
	}
	if (public_side_at(open, action.to) == action.side) {
		action.kind = ACTION_SWAP;
		action.movement = action.attack_card = CARD_NONE;
	}
	action.attack = action.kind == ACTION_MOVE && public_side_at(open, action.to) != SIDE_NONE;
	return action;
}

bool referee_play_allows(const struct referee *referee, const struct finding *finding)
{
	struct action action = action_of(referee, finding);

	return game_allows(&referee->game, &action);
}

enum {
	ILLEGAL_US = 2000000, /* a hand has let go of what has stood for this long */
	LAST_US = 5000000     /* nothing can be taken back after the end, and nobody waits for it */
};

/*
 * What is found on a still board can be thought better of, unless it ends the game or is told to
 * everyone as illegal: for how long the board must be still before that is believed. What only some
 * ranks may not do waits as long as what they may, or the silence would tell which of them the piece is.
 */
static uint64_t must_be_still_us(const struct referee *referee, const struct action *action)
{
	if (game_ends_by_moving(&referee->game, action))
		return LAST_US;
	return game_forbids_to_all(&referee->game, action) ? ILLEGAL_US : 0;
}

void referee_play_found(const struct referee_ctx *ctx, const struct finding *finding)
{
	struct referee *referee = ctx->referee;
	struct action action = action_of(referee, finding);
	uint64_t needed_us;

	if (referee->phase != PHASE_PLAY)
		return;
	needed_us = must_be_still_us(referee, &action);
	if (finding->still_us < needed_us)
		table_postpone(&referee->table, finding->t_us + needed_us - finding->still_us);
	else
		referee_play_action(ctx, &action, finding->t_us, finding->last_change_us);
}
