/* What players say about their cards. A word that is illegal or untimely changes nothing. */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/referee/refusal.h"
#include "rules/cards.h"
#include "rules/game.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <string.h>

static enum refusal_code play_card(struct referee *referee, enum side side, enum card card)
{
	struct view view;

	view_make(&view, &referee->game, audience_of(side));
	if (!memchr(view.cards[side].hand, card, HAND_SIZE))
		return REFUSAL_CARD_NOT_HELD;
	if (card_is_movement(card) && referee->movement == CARD_NONE)
		referee->movement = (uint8_t)card;
	else if (card_is_attack(card) && referee->attack_card == CARD_NONE)
		referee->attack_card = (uint8_t)card;
	else
		return REFUSAL_CANNOT_PLAY_CARD;
	referee_play_announce_cards(referee);
	return REFUSAL_NONE;
}

static enum refusal_code cancel_cards(struct referee *referee)
{
	referee->movement = referee->attack_card = CARD_NONE;
	referee_play_announce_cards(referee);
	return REFUSAL_NONE;
}

static enum refusal_code exchange_card(const struct referee_ctx *ctx, enum side side,
				       enum card card, uint64_t t_us)
{
	struct action action = {.kind = ACTION_EXCHANGE, .side = (uint8_t)side};

	action.cards[0] = (uint8_t)card;
	if (!game_allows(&ctx->referee->game, &action))
		return REFUSAL_CANNOT_EXCHANGE;
	referee_play_action(ctx, &action, t_us, t_us);
	return REFUSAL_NONE;
}

static enum refusal_code mulligan(const struct referee_ctx *ctx, enum side side, struct text list,
				  uint64_t t_us)
{
	struct action action = {.kind = ACTION_MULLIGAN, .side = (uint8_t)side};
	struct output output = referee_output_of(EVENT_CARDS, t_us, AUDIENCE_PUBLIC);
	struct report report;

	for (unsigned i = 0; i < HAND_SIZE; i++) {
		struct text name = text_take_until(&list, ',');

		action.cards[i] = (uint8_t)card_parse(name.at, name.length);
	}
	if (list.length > 0)
		return REFUSAL_MULLIGAN_HAND;
	game_play(&ctx->referee->game, &action, &report);
	if (!report.legal)
		return REFUSAL_CANNOT_MULLIGAN;
	referee_facts_play(ctx, &action, &report, t_us);
	output.side = (uint8_t)side;
	referee_send(ctx, &output);
	return REFUSAL_NONE;
}

static enum refusal_code defend(const struct referee_ctx *ctx, enum side side, struct text name,
				uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct action action = referee->pending;
	enum card card = card_parse(name.at, name.length);

	if (referee->phase != PHASE_DEFENCE || referee->pending.side == side)
		return REFUSAL_NOT_ATTACKED;
	if (card == CARD_NONE && !text_is(name, "none"))
		return REFUSAL_NO_SUCH_CARD;
	action.defence = (uint8_t)card;
	if (!game_allows(&referee->game, &action))
		return REFUSAL_CANNOT_DEFEND;
	referee_play_defence(ctx, card, t_us);
	return REFUSAL_NONE;
}

enum refusal_code referee_cards_say(const struct referee_ctx *ctx, enum side side, struct text rest,
				    uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct text verb = text_take_word(&rest);
	enum card card = card_parse(rest.at, rest.length);
	bool turn = referee->phase == PHASE_PLAY && referee->game.position.open.to_move == side;

	if (text_is(verb, "mulligan"))
		return mulligan(ctx, side, rest, t_us);
	if (referee->paused)
		return REFUSAL_GAME_NOT_IN_PLAY;
	if (text_is(verb, "defend"))
		return defend(ctx, side, rest, t_us);
	if (!turn)
		return REFUSAL_NOT_YOUR_TURN;
	if (text_is(verb, "cancel"))
		return cancel_cards(referee);
	if (text_is(verb, "play"))
		return play_card(referee, side, card);
	if (text_is(verb, "exchange"))
		return referee->correcting ? REFUSAL_TABLE_WRONG
					   : exchange_card(ctx, side, card, t_us);
	return REFUSAL_NO_SUCH_WORD;
}

enum refusal_code referee_cards_swap(const struct referee_ctx *ctx, enum side side,
				     struct text rest, uint64_t t_us)
{
	struct text a = text_take_word(&rest);
	struct action action = {.kind = ACTION_SWAP, .side = (uint8_t)side};
	enum board_id board = ctx->referee->table.open.board;

	if (!sq_parse(board, a.at, a.length, &action.from) ||
	    !sq_parse(board, rest.at, rest.length, &action.to))
		return REFUSAL_NOT_A_SQUARE;
	if (!game_allows(&ctx->referee->game, &action))
		return REFUSAL_CANNOT_SWAP;
	referee_play_action(ctx, &action, t_us, t_us);
	return REFUSAL_NONE;
}
