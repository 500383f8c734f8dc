/*
 * What players say on their handhelds, but for their cards (referee_cards.c). A word that is illegal
 * or untimely changes nothing.
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_history.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <string.h>

void referee_words_refuse(const struct referee_ctx *ctx, enum audience speaker, uint64_t t_us,
			  const char *word, const struct refusal *why)
{
	struct output output = referee_output_of(EVENT_ERROR, t_us, speaker);
	struct out text = out_init(output.text, sizeof output.text);

	out_string(&text, word);
	output.why = *why;
	referee_send(ctx, &output);
}

void referee_words_announce(const struct referee_ctx *ctx, enum side side, uint64_t t_us,
			    const char *word)
{
	struct output output = referee_output_of(EVENT_WORD, t_us, AUDIENCE_PUBLIC);
	struct out text = out_init(output.text, sizeof output.text);

	output.side = (uint8_t)side;
	out_string(&text, word);
	referee_send(ctx, &output);
}

void referee_words_stop(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	table_stop(&referee->table, t_us);
	referee_drain(ctx);
	referee_clock_stop(ctx, t_us, t_us);
}

void referee_words_resume(const struct referee_ctx *ctx, uint64_t t_us)
{
	referee_play_guide_to_position(ctx, t_us);
	referee_clock_go_on(ctx, t_us);
}

/* ---- the game as a whole ---- */

static enum refusal_code end_by(const struct referee_ctx *ctx, enum side side,
				enum action_kind kind, uint64_t t_us)
{
	struct action action = {.kind = (uint8_t)kind, .side = (uint8_t)side};
	struct report report;

	game_play(&ctx->referee->game, &action, &report);
	if (!report.legal)
		return REFUSAL_GAME_OVER;
	referee_facts_play(ctx, &action, &report, t_us);
	referee_play_over(ctx, t_us, t_us);
	return REFUSAL_NONE;
}

/*
 * Before play nothing is an action, and the record of such a game has nothing but its end: so this
 * is an end like an award, or like running out of set-up time.
 */
static enum refusal_code say_resign(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (referee->begun)
		return end_by(ctx, side, ACTION_RESIGN, t_us);
	game_end(&referee->game, winner_of(side_other(side)), REASON_RESIGNED);
	referee_facts_end(ctx, t_us);
	referee_play_over(ctx, t_us, t_us);
	return REFUSAL_NONE;
}

static enum refusal_code say_offer(const struct referee_ctx *ctx, enum side side, uint8_t *offer,
				   const char *word, uint64_t t_us)
{
	if (*offer != SIDE_NONE)
		return REFUSAL_OFFER_OPEN;
	*offer = (uint8_t)side;
	referee_words_announce(ctx, side, t_us, word);
	return REFUSAL_NONE;
}

static enum refusal_code say_decline(const struct referee_ctx *ctx, enum side side, uint8_t *offer,
				     const char *word, uint64_t t_us)
{
	if (*offer != side_other(side))
		return REFUSAL_NOTHING_OFFERED;
	*offer = SIDE_NONE;
	referee_words_announce(ctx, side, t_us, word);
	return REFUSAL_NONE;
}

/* With what has not been put right yet; a card's move is told as squares only, like any muddle. */
static void note_undone(struct referee *referee, const struct history_turn *turn)
{
	struct referee_undone *undone = &referee->undone;
	bool is_told =
		turn->kind == ACTION_MOVE && (!turn->attack || turn->outcome != OUTCOME_NONE);

	if (!table_is_guiding(&referee->table))
		undone->count = 0;
	if (!is_told || undone->count >= UNDONE_TOLD)
		undone->count = UNDONE_TOLD + 1;
	else
		undone->turns[undone->count++] = *turn;
}

static void take_turn_back(struct referee *referee)
{
	uint8_t homes[TABLE_TAGS];
	uint32_t ply = referee->game.plies;
	struct history_turn turn = referee_history_back(&referee->history, &referee->game);

	for (unsigned i = 0; i < TABLE_TAGS; i++)
		homes[i] = referee->table.tags[i].home;
	referee_history_homes(&referee->history, &turn, ply, homes);
	table_set_homes(&referee->table, homes);
	note_undone(referee, &turn);
}

enum refusal_code referee_words_take_back(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (referee->history.count == 0)
		return REFUSAL_NOTHING_TO_TAKE_BACK;
	referee_play_drop_challenge(ctx, t_us);
	take_turn_back(referee);
	referee_facts_takeback(ctx, t_us);
	referee->movement = referee->attack_card = CARD_NONE;
	referee->takeback_offer = referee->draw_offer = SIDE_NONE;
	referee->correction = referee_no_correction;
	referee_play_guide_to_position(ctx, t_us);
	referee_clock_switch(ctx, referee->game.position.open.to_move, t_us, t_us);
	referee_play_turn(ctx, t_us);
	return REFUSAL_NONE;
}

static enum refusal_code say_accept(const struct referee_ctx *ctx, enum side side, bool draw,
				    uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	uint8_t offer = draw ? referee->draw_offer : referee->takeback_offer;

	if (offer != side_other(side))
		return REFUSAL_NOTHING_OFFERED;
	if (!draw &&
	    referee->history.count == 0) /* everyone is told of it, so it must be possible */
		return REFUSAL_NOTHING_TO_TAKE_BACK;
	referee_words_announce(ctx, side, t_us, draw ? "accept-draw" : "accept-takeback");
	return draw ? end_by(ctx, side, ACTION_DRAW, t_us) : referee_words_take_back(ctx, t_us);
}

static enum refusal_code say_pause(const struct referee_ctx *ctx, enum side side, const char *word,
				   uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (referee->paused)
		return REFUSAL_GAME_PAUSED;
	referee->paused = true;
	table_stop(&referee->table, t_us);
	referee_drain(ctx);
	referee_words_announce(ctx, side, t_us, word);
	referee_clock_stop(ctx, t_us, t_us);
	return REFUSAL_NONE;
}

static enum refusal_code say_resume(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (!referee->paused)
		return REFUSAL_GAME_NOT_PAUSED;
	referee->paused = false;
	referee_words_announce(ctx, side, t_us, "resume");
	referee_words_resume(ctx, t_us);
	return REFUSAL_NONE;
}

/* ---- the action ---- */

static enum refusal_code say_attack(const struct referee_ctx *ctx, enum side side, struct text name,
				    uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct table *table = &referee->table;
	struct finding finding = {
		.t_us = t_us, .kind = FOUND_ACTION, .side = (uint8_t)side, .still_us = TABLE_NEVER};
	unsigned from;
	uint8_t sq;

	if (!sq_parse(table->open.board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD)
		return REFUSAL_NOT_A_SQUARE;
	if (public_side_at(&table->open, sq) != side_other(side))
		return REFUSAL_NO_ENEMY_THERE;
	if (table_answer_target(table, t_us, sq))
		return REFUSAL_NONE;
	from = table_attacker_of(table, sq);
	if (from == SQ_OFF_BOARD)
		return REFUSAL_LIFT_ATTACKER;
	finding.from = (uint8_t)from;
	finding.to = sq;
	finding.last_change_us = t_us;
	referee_play_found(ctx, &finding);
	return REFUSAL_NONE;
}

/*
 * Where the board does not see a square the player says what was done. A slip of the finger must
 * not become an illegal try that everyone is told of, so what the rules forbid is refused here.
 */
static enum refusal_code say_move(const struct referee_ctx *ctx, enum side side, struct text rest,
				  uint64_t t_us)
{
	struct table *table = &ctx->referee->table;
	struct text a = text_take_word(&rest);
	struct finding finding = {
		.t_us = t_us, .kind = FOUND_ACTION, .side = (uint8_t)side, .still_us = TABLE_NEVER};
	enum table_heard said;

	if (!sq_parse(table->open.board, a.at, a.length, &finding.from) ||
	    !sq_parse(table->open.board, rest.at, rest.length, &finding.to) ||
	    finding.from == SQ_OFF_BOARD || finding.to == SQ_OFF_BOARD)
		return REFUSAL_NOT_A_SQUARE;
	said = table_hear_move(table, finding.from, finding.to);
	if (said == HEARD_NEEDLESS)
		return REFUSAL_BOARD_SEES_MOVES;
	if (public_side_at(&table->open, finding.to) == side ||
	    !referee_play_allows(ctx->referee, &finding))
		return REFUSAL_CANNOT_MOVE;
	if (said == HEARD_CONTRADICTS)
		return REFUSAL_MOVE_NOT_MADE;
	finding.last_change_us = t_us;
	referee_play_found(ctx, &finding);
	return REFUSAL_NONE;
}

static enum refusal_code say_target(const struct referee_ctx *ctx, struct text name, uint64_t t_us)
{
	struct table *table = &ctx->referee->table;
	uint8_t sq;

	if (!sq_parse(table->open.board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD)
		return REFUSAL_NOT_A_SQUARE;
	return table_answer_target(table, t_us, sq) ? REFUSAL_NONE : REFUSAL_NOT_A_CHOICE;
}

static enum refusal_code say_confirm(const struct referee_ctx *ctx, enum side side, bool yes,
				     uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct bits places = table_places_asked(&referee->table, side);
	bool denied;

	if (!yes && referee->denied[side])
		return REFUSAL_NOTHING_ASKED;
	if (!table_answer_confirm(&referee->table, t_us, side, yes, &denied))
		return REFUSAL_NOTHING_ASKED;
	if (denied)
		referee_settle_begin(ctx, side, places, t_us);
	else if (referee->phase == PHASE_SETTLE)
		referee_settle_confirm(ctx, side, t_us);
	return REFUSAL_NONE;
}

/* ---- hearing ---- */

/*
 * By its word the side that has just moved means another action: the board shows one that is
 * complete, or its piece is in the hand and attacks.
 */
static bool thinks_again(const struct referee_ctx *ctx, struct text word, struct text name,
			 uint64_t t_us)
{
	const struct table *table = &ctx->referee->table;
	bool meant = text_is(word, "done") && table_thought_is_shown(table);
	uint8_t sq;

	if (text_is(word, "attack") && sq_parse(table->open.board, name.at, name.length, &sq) &&
	    sq != SQ_OFF_BOARD)
		meant = table_thought_may_attack(table, sq);
	if (!meant || !referee_play_think_again(ctx, t_us))
		return false;
	referee_drain(ctx); /* the board may show what is played instead */
	return true;
}

/* whether it is the side's turn, or its word shows that it is */
static bool reaches_turn(const struct referee_ctx *ctx, enum side side, struct text word,
			 struct text rest, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (referee->game.position.open.to_move == side || thinks_again(ctx, word, rest, t_us))
		return true;
	if (!text_is(word, "attack") || !table_answer_by_word(&referee->table, t_us))
		return false;
	referee_drain(ctx);
	return referee->game.position.open.to_move == side && referee->phase == PHASE_PLAY;
}

/* While squares are put right the table believes a word only if it explains all that is left. */
static enum refusal_code say_in_correction(const struct referee_ctx *ctx, bool attack, bool done,
					   struct text name, uint64_t t_us)
{
	struct table *table = &ctx->referee->table;
	uint8_t sq = SQ_OFF_BOARD;

	if (!attack && !done)
		return REFUSAL_TABLE_WRONG;
	if (attack &&
	    (!sq_parse(table->open.board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD))
		return REFUSAL_NOT_A_SQUARE;
	return table_say_in_correction(table, t_us, sq) ? REFUSAL_NONE : REFUSAL_TABLE_WRONG;
}

/* words of the side to move, about its action */
static bool turn_word(const struct referee_ctx *ctx, enum side side, struct text word,
		      struct text rest, uint64_t t_us, enum refusal_code *why)
{
	struct referee *referee = ctx->referee;
	bool attack = text_is(word, "attack"), target = text_is(word, "target");
	bool done = text_is(word, "done"), swap = text_is(word, "swap");
	bool move = text_is(word, "move");

	if (!attack && !target && !done && !swap && !move)
		return false;
	if (referee->phase != PHASE_PLAY || referee->paused)
		*why = REFUSAL_GAME_NOT_IN_PLAY;
	else if (!reaches_turn(ctx, side, word, rest, t_us))
		*why = REFUSAL_NOT_YOUR_TURN;
	else if (referee->correcting)
		*why = say_in_correction(ctx, attack, done, rest, t_us);
	else if (attack)
		*why = say_attack(ctx, side, rest, t_us);
	else if (target)
		*why = say_target(ctx, rest, t_us);
	else if (move)
		*why = say_move(ctx, side, rest, t_us);
	else if (swap)
		*why = referee_cards_swap(ctx, side, rest, t_us);
	else
		*why = table_done(&referee->table, t_us) ? REFUSAL_NONE : REFUSAL_NOTHING_TO_DECIDE;
	return true;
}

static enum refusal_code game_word(const struct referee_ctx *ctx, enum side side, struct text word,
				   uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (text_is(word, "resign"))
		return say_resign(ctx, side, t_us);
	if (text_is(word, "offer-draw"))
		return say_offer(ctx, side, &referee->draw_offer, "offer-draw", t_us);
	if (text_is(word, "offer-takeback"))
		return referee->history.count > 0 ? say_offer(ctx, side, &referee->takeback_offer,
							      "offer-takeback", t_us)
						  : REFUSAL_NOTHING_TO_TAKE_BACK;
	if (text_is(word, "decline-draw"))
		return say_decline(ctx, side, &referee->draw_offer, "decline-draw", t_us);
	if (text_is(word, "decline-takeback"))
		return say_decline(ctx, side, &referee->takeback_offer, "decline-takeback", t_us);
	if (text_is(word, "accept-draw") || text_is(word, "accept-takeback"))
		return say_accept(ctx, side, text_is(word, "accept-draw"), t_us);
	if (text_is(word, "pause") || text_is(word, "adjourn"))
		return say_pause(ctx, side, text_is(word, "pause") ? "pause" : "adjourn", t_us);
	if (text_is(word, "resume"))
		return say_resume(ctx, side, t_us);
	if (text_is(word, "confirm") || text_is(word, "deny"))
		return say_confirm(ctx, side, text_is(word, "confirm"), t_us);
	return REFUSAL_NO_SUCH_WORD;
}

/* words that change nothing by themselves */
static enum refusal_code say_to_all(const struct referee_ctx *ctx, enum side side, struct text word,
				    uint64_t t_us)
{
	bool rematch = text_is(word, "rematch"), withdraws = text_is(word, "withdraw-call");

	if (rematch && ctx->referee->phase != PHASE_OVER)
		return REFUSAL_GAME_NOT_OVER;
	referee_words_announce(ctx, side, t_us,
			       rematch	   ? "rematch"
			       : withdraws ? "withdraw-call"
					   : "call-arbiter");
	return REFUSAL_NONE;
}

enum refusal_code referee_words_of_side(const struct referee_ctx *ctx, enum side side,
					struct text words, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct text rest = words;
	struct text word = text_take_word(&rest);
	enum refusal_code why;

	if (referee_setup_word(ctx, side, word, rest, t_us, &why))
		return why;
	if (text_is(word, "call-arbiter") || text_is(word, "withdraw-call") ||
	    text_is(word, "rematch"))
		return say_to_all(ctx, side, word, t_us);
	if (text_is(word, "card") && editions[referee->options.edition].cards &&
	    referee->phase != PHASE_OVER && referee->phase != PHASE_ARBITER &&
	    referee->phase != PHASE_SETTLE)
		return referee_cards_say(ctx, side, rest, t_us);
	if (turn_word(ctx, side, word, rest, t_us, &why) ||
	    referee_agree_word(ctx, side, word, rest, t_us, &why))
		return why;
	if (referee->phase == PHASE_OVER)
		return REFUSAL_GAME_OVER;
	if (referee->phase == PHASE_SETUP && !text_is(word, "resign"))
		return REFUSAL_GAME_NOT_BEGUN;
	return game_word(ctx, side, rest.length ? (struct text){"", 0} : word, t_us);
}

void referee_words_hear(const struct referee_ctx *ctx, const struct input *input)
{
	struct text words = {input->word, strlen(input->word)};
	enum audience mover = audience_of((enum side)ctx->referee->game.position.open.to_move);
	enum refusal_code code;
	struct refusal why;

	/* who denies an attack has not acted: what was asked may have been the other side's attack */
	if (input->speaker == AUDIENCE_ARBITER ||
	    (input->speaker == mover && !text_is(words, "deny")))
		table_thought_end(&ctx->referee->table);
	if (input->speaker == AUDIENCE_ARBITER)
		code = referee_words_of_arbiter(ctx, words, input->t_us);
	else
		code = referee_words_of_side(ctx,
					     input->speaker == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE,
					     words, input->t_us);
	if (code == REFUSAL_NONE)
		return;
	why = code == REFUSAL_MALFORMED ? refusal_with(code, referee_words_form(words))
					: refusal_of(code);
	referee_words_refuse(ctx, input->speaker, input->t_us, input->word, &why);
}
