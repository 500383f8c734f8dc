/* Plays again what the referee says was played. */
#include "tests/support/table/shadow.h"

#include <string.h>

void shadow_init(struct shadow *shadow, const struct referee *referee)
{
	memset(shadow, 0, sizeof *shadow);
	shadow->referee = referee;
}

static void blame(struct shadow *shadow, const char *why)
{
	if (!shadow->wrong)
		shadow->wrong = why;
}

static struct shadow_step *add_step(struct shadow *shadow, enum shadow_step_kind kind,
				    const struct action *action)
{
	static struct shadow_step unused;
	struct shadow_step *step =
		shadow->step_count < SHADOW_STEPS ? &shadow->steps[shadow->step_count++] : &unused;

	memset(step, 0, sizeof *step);
	step->kind = (uint8_t)kind;
	if (action)
		step->action = *action;
	return step;
}

/* ---- judging ---- */

static void remember(struct shadow_past *past, const struct game *game)
{
	past->games[past->count++ % SHADOW_PAST] = *game;
	if (past->count - past->bottom > SHADOW_PAST)
		past->bottom = past->count - SHADOW_PAST;
}

void shadow_judge(const struct shadow_step *step, struct game *game, struct shadow_past *past,
		  struct shadow_verdict *verdict)
{
	struct game now = *game;

	memset(verdict, 0, sizeof *verdict);
	switch ((enum shadow_step_kind)step->kind) {
	case STEP_PLAY:
		game_play(game, &step->action, &verdict->report);
		verdict->legal = verdict->report.legal;
		verdict->outcome = verdict->report.outcome;
		if (verdict->legal && step->action.kind != ACTION_MULLIGAN)
			remember(past, &now);
		break;
	case STEP_CHALLENGE:
		verdict->legal = game_allows(game, &step->action);
		if (verdict->legal)
			challenge_view_make(&verdict->challenge, game, &step->action);
		break;
	case STEP_WORD:
		verdict->legal = game_allows(game, &step->action);
		break;
	case STEP_TAKE_BACK:
		if (past->count > past->bottom)
			*game = past->games[--past->count % SHADOW_PAST];
		break;
	case STEP_REPOSITION:
		game_reposition(game, (enum side)game->position.open.to_move);
		break;
	case STEP_END:
		game_end(game, (enum winner)step->winner, (enum reason)step->reason);
		break;
	}
	verdict->winner = game->winner;
	verdict->reason = game->reason;
}

static void judge(struct shadow *shadow, struct shadow_step *step, struct shadow_verdict *verdict)
{
	shadow_judge(step, &shadow->game, &shadow->past, verdict);
	step->legal = verdict->legal;
	step->outcome = verdict->outcome;
	step->winner = verdict->winner;
	step->reason = verdict->reason;
}

/* ---- what was played ---- */

static struct action action_of(const struct shadow *shadow, const struct output *output)
{
	struct action action = {
		.kind = ACTION_MOVE,
		.side = output->side,
		.from = output->from,
		.to = output->sq,
	};
	enum side there = public_side_at(&shadow->game.position.open, output->sq);

	if (output->event == EVENT_SWAP || there == (enum side)output->side)
		action.kind = ACTION_SWAP;
	action.attack = action.kind == ACTION_MOVE && there != SIDE_NONE;
	return action;
}

static void play(struct shadow *shadow, const struct action *action, const struct output *output)
{
	struct shadow_verdict verdict;

	judge(shadow, add_step(shadow, STEP_PLAY, action), &verdict);
	if (!verdict.legal)
		blame(shadow, "what was committed is not legal");
	if (output->event == EVENT_BATTLE && verdict.outcome != output->outcome)
		blame(shadow, "a battle came out otherwise than by the rules");
}

static void hear_illegal(struct shadow *shadow, const struct output *output)
{
	struct action action = action_of(shadow, output);
	struct shadow_verdict verdict;

	if (action.kind == ACTION_MOVE && action.side == shadow->game.position.open.to_move) {
		action.movement = shadow->referee->movement;
		action.attack_card = shadow->referee->attack_card;
	}
	judge(shadow, add_step(shadow, STEP_PLAY, &action), &verdict);
	if (verdict.legal)
		blame(shadow, "what was refused is legal");
}

static void hear_attack(struct shadow *shadow, const struct output *output)
{
	struct action action = action_of(shadow, output);
	struct shadow_verdict verdict;

	action.movement = shadow->referee->movement;
	action.attack_card = shadow->referee->attack_card;
	judge(shadow, add_step(shadow, STEP_CHALLENGE, &action), &verdict);
	if (!verdict.legal)
		blame(shadow, "an attack was declared that is not legal");
}

static void hear_battle(struct shadow *shadow, const struct output *output)
{
	struct action action = action_of(shadow, output);

	action.attack = true;
	action.movement = output->cards[0];
	action.attack_card = output->cards[1];
	action.defence = output->cards[2];
	play(shadow, &action, output);
}

static void hear_move(struct shadow *shadow, const struct output *output)
{
	struct action action = action_of(shadow, output);

	if (action.attack)
		blame(shadow, "a move to an occupied square");
	if (output->event == EVENT_MOVE)
		action.movement = output->cards[0];
	play(shadow, &action, output);
}

/* ---- words ---- */

/* splits the words of a handheld, without the arbiter's "answer COLOUR" */
static struct text words_of(const struct shadow *shadow)
{
	struct text words = {shadow->word, shadow->word ? strlen(shadow->word) : 0}, rest = words;

	if (!text_is(text_take_word(&rest), "answer"))
		return words;
	text_take_word(&rest);
	return rest;
}

static bool card_action(const struct shadow *shadow, struct action *action)
{
	struct text rest = words_of(shadow), verb, card;

	*action = (struct action){.side = (uint8_t)shadow->speaker};
	if (!text_is(text_take_word(&rest), "card"))
		return false;
	verb = text_take_word(&rest);
	action->kind = text_is(verb, "mulligan") ? ACTION_MULLIGAN : ACTION_EXCHANGE;
	for (unsigned i = 0; i < HAND_SIZE; i++) {
		card = text_take_until(&rest, ',');
		action->cards[i] = (uint8_t)card_parse(card.at, card.length);
	}
	return text_is(verb, "mulligan") || text_is(verb, "exchange");
}

static void hear_cards(struct shadow *shadow, const struct output *output)
{
	struct action action;

	if (!card_action(shadow, &action) || action.side != output->side)
		blame(shadow, "cards without a word");
	else
		play(shadow, &action, output);
}

/* A refused word may have been refused because of a rank: that is a verdict too. */
static void hear_error(struct shadow *shadow)
{
	struct text rest = words_of(shadow), word = text_take_word(&rest), verb = rest, from;
	struct action action = {.kind = ACTION_SWAP, .side = (uint8_t)shadow->speaker};
	enum board_id board = (enum board_id)shadow->game.position.open.board;
	struct shadow_verdict verdict;

	if (text_is(word, "card") && text_is(text_take_word(&verb), "defend")) {
		action = shadow->referee->pending;
		action.defence = (uint8_t)card_parse(verb.at, verb.length);
	} else if (text_is(word, "swap")) {
		from = text_take_word(&rest);
		if (!sq_parse(board, from.at, from.length, &action.from) ||
		    !sq_parse(board, rest.at, rest.length, &action.to))
			return;
	} else {
		return;
	}
	judge(shadow, add_step(shadow, STEP_WORD, &action), &verdict);
}

/* An end by a word is a ply of its own; one by the arbiter is not. */
static void play_end(struct shadow *shadow, const struct output *output)
{
	struct action action = {.side = output->winner == WINNER_RED ? SIDE_BLUE : SIDE_RED};
	struct shadow_verdict verdict;
	struct shadow_step *step;

	action.kind = output->reason == REASON_RESIGNED ? ACTION_RESIGN
		      : output->reason == REASON_AGREED ? ACTION_DRAW
							: ACTION_TIME;
	step = add_step(shadow, output->reason == REASON_ARBITER ? STEP_END : STEP_PLAY, &action);
	step->winner = output->winner;
	step->reason = output->reason;
	judge(shadow, step, &verdict);
}

static void hear_over(struct shadow *shadow, const struct output *output)
{
	bool by_board = output->reason == REASON_FLAG || output->reason == REASON_IMMOBILE ||
			output->reason == REASON_BOTH_IMMOBILE || output->reason == REASON_FORFEIT;

	if (!by_board)
		play_end(shadow, output);
	if (shadow->game.winner != output->winner || shadow->game.reason != output->reason)
		blame(shadow, "the game is over and should not be, or otherwise");
}

/* ---- following the outputs ---- */

static void begin(struct shadow *shadow)
{
	shadow->game = *referee_game(shadow->referee);
	shadow->begun = true;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (!game_side_fits(&shadow->game, (enum side)i, shadow->referee->is_study))
			blame(shadow, "the game began with a set-up that does not fit");
}

/* A turn that is not the next one was reached by taking back. */
static void hear_turn(struct shadow *shadow, const struct output *output)
{
	struct shadow_verdict verdict;

	if (!shadow->begun)
		begin(shadow);
	if (output->ply == shadow->game.plies + 1 || shadow->arbiter)
		return;
	if (shadow->past.count == shadow->past.bottom || output->ply != shadow->game.plies)
		blame(shadow, "something was taken back that was never played");
	judge(shadow, add_step(shadow, STEP_TAKE_BACK, NULL), &verdict);
}

static void hear_public(struct shadow *shadow, const struct output *output)
{
	bool commits = output->event == EVENT_MOVE || output->event == EVENT_BATTLE ||
		       output->event == EVENT_SWAP || output->event == EVENT_ATTACK;

	if (commits && (!shadow->begun || shadow->arbiter))
		blame(shadow, "something was played while nothing may be");
	if (commits && shadow->unannounced)
		blame(shadow, "something was played in a turn that had not been announced");
	if (output->event == EVENT_TURN)
		shadow->unannounced = false;
	else if (output->event != EVENT_ATTACK && (commits || output->event == EVENT_TAKEN_BACK))
		shadow->unannounced = true;
	if (output->event == EVENT_TURN)
		hear_turn(shadow, output);
	if (!shadow->begun || shadow->arbiter)
		return;
	switch ((enum event)output->event) {
	case EVENT_MOVE:
	case EVENT_SWAP:
		hear_move(shadow, output);
		break;
	case EVENT_ATTACK:
		hear_attack(shadow, output);
		break;
	case EVENT_BATTLE:
		hear_battle(shadow, output);
		break;
	case EVENT_ILLEGAL:
		hear_illegal(shadow, output);
		break;
	case EVENT_CARDS:
		hear_cards(shadow, output);
		break;
	case EVENT_OVER:
		hear_over(shadow, output);
		break;
	default:
		break;
	}
}

void shadow_hear(struct shadow *shadow, const struct output *output)
{
	if (output->to != TO_JOURNAL)
		shadow->outputs++;
	if (output->t_us < shadow->last_us)
		blame(shadow, "the time of an output goes back");
	if (output->t_us > shadow->now_us)
		blame(shadow, "an output comes before its time");
	shadow->last_us = output->t_us;
	if (output->to == AUDIENCE_PUBLIC)
		hear_public(shadow, output);
	else if (output->event == EVENT_ERROR && shadow->begun && !shadow->arbiter)
		hear_error(shadow);
}

static enum side spoken_for(const struct input *input)
{
	struct text rest = {input->word, strlen(input->word)}, colour;

	if (input->speaker != AUDIENCE_ARBITER)
		return input->speaker == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE;
	text_take_word(&rest);
	colour = text_take_word(&rest);
	return side_parse(colour.at, colour.length);
}

void shadow_expect(struct shadow *shadow, const struct input *input)
{
	shadow->now_us = input->t_us;
	shadow->outputs = 0;
	shadow->word = input->kind == INPUT_WORD ? input->word : NULL;
	if (shadow->word)
		shadow->speaker = spoken_for(input);
}

static bool same_position(const struct game *a, const struct game *b)
{
	struct view here, there;

	view_make(&here, a, AUDIENCE_ARBITER);
	view_make(&there, b, AUDIENCE_ARBITER);
	return memcmp(&here, &there, sizeof here) == 0;
}

/* The arbiter has finished: the game continues from the corrected position. */
static void end_correction(struct shadow *shadow)
{
	struct game corrected = *referee_game(shadow->referee);
	struct shadow_verdict verdict;

	shadow->arbiter = false;
	judge(shadow, add_step(shadow, STEP_REPOSITION, NULL), &verdict);
	if (!same_position(&shadow->game, &corrected)) {
		shadow->corrected = true;
		shadow->past.bottom = shadow->past.count;
	}
	shadow->game = corrected;
}

/* A state in which no player could do anything would be wrong as well. */
static void check_progress(struct shadow *shadow)
{
	const struct referee *referee = shadow->referee;
	bool playing = referee->phase == PHASE_PLAY && !referee->paused;

	if (playing && !table_is_playing(&referee->table) && !referee->blind)
		blame(shadow, "the game goes on and gestures are not read");
	if (playing && game_is_over(&referee->game))
		blame(shadow, "the game goes on though it is over");
	if (referee->phase == PHASE_DEFENCE && !game_allows(&referee->game, &referee->pending))
		blame(shadow, "an attack waits for an answer that nobody can give");
}

void shadow_check(struct shadow *shadow)
{
	const struct referee *referee = shadow->referee;

	if (!shadow->begun && referee->phase != PHASE_SETUP && referee->phase != PHASE_OVER)
		blame(shadow, "play has begun in silence");
	if (!shadow->begun)
		return;
	if (shadow->arbiter && referee->phase != PHASE_ARBITER)
		end_correction(shadow);
	shadow->arbiter = referee->phase == PHASE_ARBITER;
	check_progress(shadow);
	if (!shadow->arbiter && !same_position(&shadow->game, referee_game(referee)))
		blame(shadow, "the position is not the one that was played");
	if (referee->history.count > 0 && shadow->past.count == 0 && !shadow->arbiter &&
	    referee->phase != PHASE_OVER) /* then nothing can be taken back */
		blame(shadow, "something could be taken back that was never played");
}
