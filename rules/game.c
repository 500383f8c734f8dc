/*
 * The course of a game: begins it, plays turns, ends it. What is legal is decided in check.c and
 * legal.c.
 */
#include "rules/inside.h"

#include <string.h>

static const char *const rule_names[RULE_COUNT] = {
	[RULE_OK] = "ok",
	[RULE_SETUP] = "setup",
	[RULE_GAME_OVER] = "game-over",
	[RULE_WRONG_TURN] = "wrong-turn",
	[RULE_NO_PIECE] = "no-piece",
	[RULE_NOT_YOUR_PIECE] = "not-your-piece",
	[RULE_OFF_BOARD] = "off-board",
	[RULE_LAKE] = "lake",
	[RULE_OWN_PIECE] = "own-piece",
	[RULE_NOT_STRAIGHT] = "not-straight",
	[RULE_BLOCKED] = "blocked",
	[RULE_TWO_SQUARES] = "two-squares",
	[RULE_MORE_SQUARES] = "more-squares",
	[RULE_IMMOBILE] = "immobile",
	[RULE_TOO_FAR] = "too-far",
	[RULE_CARD] = "card",
	[RULE_WRONG_ACTION] = "wrong-action",
};

static const char *const reason_names[REASON_COUNT] = {
	[REASON_NONE] = "none",		[REASON_FLAG] = "flag",
	[REASON_IMMOBILE] = "immobile", [REASON_BOTH_IMMOBILE] = "both-immobile",
	[REASON_RESIGNED] = "resigned", [REASON_AGREED] = "agreed",
	[REASON_TIME] = "time",		[REASON_FORFEIT] = "forfeit",
	[REASON_ARBITER] = "arbiter",
};

const char *rule_name(enum rule rule)
{
	return rule_names[rule];
}

const char *reason_name(enum reason reason)
{
	return reason_names[reason];
}

const char *winner_name(enum winner winner)
{
	static const char *const names[] = {"none", "red", "blue", "draw"};

	return names[winner];
}

enum winner winner_of(enum side side)
{
	return side == SIDE_RED ? WINNER_RED : WINNER_BLUE;
}

void game_init(struct game *game, unsigned edition)
{
	memset(game, 0, sizeof *game);
	game->edition = (uint8_t)edition;
	game->options = editions[edition].options;
	position_init(&game->position, editions[edition].board);
}

bool game_deal(struct game *game, enum side side, const uint8_t *deck, size_t count)
{
	return editions[game->edition].cards && stock_deal(&game->sealed_cards[side], deck, count);
}

bool game_side_fits(const struct game *game, enum side side, bool is_study)
{
	const struct edition *edition = &editions[game->edition];
	const struct card_stock *stock = &game->sealed_cards[side];

	if (is_study)
		return position_army_fits(&game->position, edition, side);
	if (edition->cards && stock->held + stock->piled != CARD_COUNT)
		return false;
	return position_setup_fits(&game->position, edition, side);
}

void game_end(struct game *game, enum winner winner, enum reason reason)
{
	if (game_is_over(game))
		return;
	game->winner = (uint8_t)winner;
	game->reason = (uint8_t)reason;
}

static bool nobody_can_move(const struct position *position)
{
	return moves_count(position, SIDE_RED) == 0 && moves_count(position, SIDE_BLUE) == 0;
}

static void end_if_stuck(struct game *game)
{
	enum side side = game->position.open.to_move;

	if (game_is_over(game) || legal_any(game))
		return;
	if (editions[game->edition].draw_if_both_stuck && nobody_can_move(&game->position))
		game_end(game, WINNER_DRAW, REASON_BOTH_IMMOBILE);
	else
		game_end(game, winner_of(side_other(side)), REASON_IMMOBILE);
}

void game_start(struct game *game, enum side to_move)
{
	game->position.open.to_move = (uint8_t)to_move;
	end_if_stuck(game);
}

void game_reposition(struct game *game, enum side to_move)
{
	trail_break(&game->trails[SIDE_RED]);
	trail_break(&game->trails[SIDE_BLUE]);
	chase_clear(&game->chase);
	game_start(game, to_move);
}

bool game_chase_suspended(const struct game *game)
{
	return game->options.more_squares &&
	       (game->chase.run.suspended[SIDE_RED] || game->chase.run.suspended[SIDE_BLUE]);
}

/* carries out a battle on the board; who is shown which rank is decided elsewhere */
static void settle(struct position *position, enum side side, struct move move,
		   enum outcome outcome)
{
	if (outcome == OUTCOME_ATTACKER || outcome == OUTCOME_BOTH)
		position_remove(position, move.to);
	if (outcome == OUTCOME_DEFENDER || outcome == OUTCOME_BOTH)
		position_remove(position, move.from);
	if (outcome == OUTCOME_ATTACKER)
		position_shift(position, side, move.from, move.to);
}

static void pass_turn(struct game *game)
{
	game->position.open.to_move ^= 1;
	game->plies++;
}

/* The repetition rules after a turn: a battle or a card clears the chase. */
static void remember(struct game *game, enum side side, struct move move, bool crosses, bool plain)
{
	if (!game->options.two_squares)
		;
	else if (crosses)
		trail_push(&game->trails[side], move);
	else
		trail_break(&game->trails[side]);
	if (!game->options.more_squares)
		return;
	if (plain)
		chase_push(&game->chase, &game->position.open, side, move);
	else
		chase_clear(&game->chase);
}

void game_make(struct game *game, struct move move)
{
	struct position *position = &game->position;
	enum side side = position->open.to_move;
	enum piece defender = position_piece(position, move.to);
	bool survives = true;

	if (defender == PIECE_NONE) {
		position_shift(position, side, move.from, move.to);
	} else {
		enum outcome outcome = battle_resolve(position_piece(position, move.from), defender,
						      (struct battle_terms){0});

		survives = outcome == OUTCOME_ATTACKER;
		settle(position, side, move, outcome);
	}
	remember(game, side, move, survives, defender == PIECE_NONE);
	if (defender == PIECE_FLAG)
		game_end(game, winner_of(side), REASON_FLAG);
	pass_turn(game);
}

static void spend(struct card_stock *stock, enum card card)
{
	if (card != CARD_NONE)
		stock_discard(stock, card);
}

/*
 * Marks the pieces whose ranks the other side has now been shown; a mock attack is made to be shown
 * one.
 */
static void disclose(struct game *game, const struct action *action, enum outcome outcome)
{
	enum side other = side_other(action->side);
	struct bits *shown = game->position.sealed_ranks.shown;

	if (game->options.disclosure == DISCLOSURE_OUTCOME && outcome != OUTCOME_NONE)
		return;
	if (outcome == OUTCOME_ATTACKER)
		bits_add(&shown[action->side], action->to);
	else if (outcome != OUTCOME_BOTH)
		bits_add(&shown[other], action->to);
}

static void play_attack(struct game *game, const struct action *action, struct report *report)
{
	struct position *position = &game->position;
	struct move move = {action->from, action->to};
	enum piece attacker = position_piece(position, move.from);
	enum piece defender = position_piece(position, move.to);
	enum outcome outcome = battle_resolve(attacker, defender,
					      card_terms(action->attack_card, action->defence));
	bool crosses = outcome == OUTCOME_ATTACKER &&
		       crosses_borders(action->movement, action->attack_card);

	report->attack = true;
	report->outcome = (uint8_t)outcome;
	report->sealed_battle = (struct battle_facts){
		(uint8_t)attacker,
		(uint8_t)defender,
		action->attack_card,
		action->defence,
	};
	settle(position, action->side, move, outcome);
	disclose(game, action, outcome);
	remember(game, action->side, move, crosses, false);
	if (defender == PIECE_FLAG && outcome == OUTCOME_ATTACKER)
		game_end(game, winner_of(action->side), REASON_FLAG);
}

static void play_move(struct game *game, const struct action *action, struct report *report)
{
	struct card_stock *own = &game->sealed_cards[action->side];
	struct move move = {action->from, action->to};

	if (action->attack) {
		play_attack(game, action, report);
	} else {
		bool card = action->movement != CARD_NONE;

		position_shift(&game->position, action->side, move.from, move.to);
		remember(game, action->side, move, crosses_borders(action->movement, CARD_NONE),
			 !card);
	}
	spend(own, action->movement);
	spend(own, action->attack_card);
	spend(&game->sealed_cards[side_other(action->side)], action->defence);
}

static void play_swap(struct game *game, const struct action *action)
{
	struct position *position = &game->position;
	unsigned a = action->from, b = action->to;
	enum piece piece = position_piece(position, b);
	bool shown = bits_has(position->sealed_ranks.shown[action->side], b);

	position_remove(position, b);
	position_shift(position, action->side, a, b);
	position_put(position, a, action->side, piece);
	if (shown)
		bits_add(&position->sealed_ranks.shown[action->side], a);
	stock_discard(&game->sealed_cards[action->side], CARD_SWAP);
}

/* a turn of the side to move; what is not a turn has been dealt with */
static void play_turn(struct game *game, const struct action *action, struct report *report)
{
	struct card_stock *stock = &game->sealed_cards[action->side];
	struct move nothing = {0, 0};

	if (action->kind == ACTION_EXCHANGE) {
		stock_exchange(stock, action->cards[0]);
		remember(game, action->side, nothing, false, false);
	} else if (action->kind == ACTION_SWAP) {
		play_swap(game, action);
		remember(game, action->side, nothing, false, false);
		stock_end_turn(stock);
	} else {
		play_move(game, action, report);
		stock_end_turn(stock);
	}
	pass_turn(game);
	end_if_stuck(game);
}

bool game_ends_by_moving(const struct game *game, const struct action *action)
{
	struct game after = *game;
	struct move move = {action->from, action->to};

	if (action->kind != ACTION_MOVE || action->attack || game_is_over(game) ||
	    game_forbids_to_all(game, action))
		return false;
	position_shift(&after.position, action->side, move.from, move.to);
	remember(&after, action->side, move, crosses_borders(action->movement, CARD_NONE),
		 action->movement == CARD_NONE);
	pass_turn(&after);
	end_if_stuck(&after);
	return game_is_over(&after);
}

static void play_word(struct game *game, const struct action *action)
{
	enum winner other = winner_of(side_other(action->side));

	switch ((enum action_kind)action->kind) {
	case ACTION_RESIGN:
		game_end(game, other, REASON_RESIGNED);
		break;
	case ACTION_TIME:
		game_end(game, other, REASON_TIME);
		break;
	default:
		game_end(game, WINNER_DRAW, REASON_AGREED);
	}
	game->plies++;
}

void game_play(struct game *game, const struct action *action, struct report *report)
{
	enum rule rule = game_check(game, action);

	memset(report, 0, sizeof *report);
	report->kind = action->kind;
	report->side = action->side;
	report->from = action->from;
	report->to = action->to;
	report->sealed_action = *action;
	report->legal = rule == RULE_OK;
	report->sealed_rule = (uint8_t)rule;
	report->disclosure = game->options.disclosure;
	if (rule == RULE_IMMOBILE && game->options.immobile_moved == IMMOBILE_LOSES)
		game_end(game, winner_of(side_other(action->side)), REASON_FORFEIT);
	if (rule != RULE_OK)
		return;
	if (action->kind == ACTION_MULLIGAN)
		stock_mulligan(&game->sealed_cards[action->side], action->cards);
	else if (action->kind <= ACTION_EXCHANGE)
		play_turn(game, action, report);
	else
		play_word(game, action);
}
