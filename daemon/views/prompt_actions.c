/*
 * The words that can be said now. A word that the referee would refuse is not offered: each
 * condition here corresponds to one in referee_words.c, as far as the view shows it.
 */
#include "daemon/views/prompt.h"
#include "daemon/views/prompt_inside.h"
#include "rules/cards.h"

#include <stdio.h>
#include <string.h>

enum {
	WORD_SIZE = 64,
	TARGETS_MAX = 4 /* one in each direction; with a movement card any piece may be meant */
};

/* What the player picks before the word is whole: pieces on the board, another square in line with
 * the one before, a formation, cards, the next game and its terms. */
static const char PICKS_THEIRS[] = "theirs", PICKS_OWN[] = "own", PICKS_CARD[] = "card",
		  PICKS_LINE[] = "line", PICKS_FORMATION[] = "formation", PICKS_GAME[] = "game";

json_t *prompt_add_action(json_t *list, enum prompt_key key, const char *word)
{
	json_t *action =
		json_pack("{s:s,s:s,s:b}", "key", prompt_key_name(key), "word", word, "grave", 0);

	json_array_append_new(list, action);
	return action;
}

/* a word that needs confirmation */
static json_t *add_grave(json_t *list, enum prompt_key key, const char *word)
{
	json_t *action = prompt_add_action(list, key, word);

	json_object_set_new(action, "grave", json_true());
	return action;
}

static json_t *add_picks(json_t *list, enum prompt_key key, const char *word, const char *what,
			 unsigned count)
{
	json_t *action = prompt_add_action(list, key, word), *picks = json_array();

	for (unsigned i = 0; i < count; i++)
		json_array_append_new(picks, json_string(what));
	json_object_set_new(action, "picks", picks);
	return action;
}

static json_t *args_of(const char *name, const char *value)
{
	return json_pack("{s:s}", name, value);
}

/* ---- answers ---- */

static void add_choices(json_t *list, const struct scene *scene)
{
	const json_t *choices = json_object_get(scene->question, "choices");
	bool is_target = prompt_is(scene->asked, "target");

	for (size_t i = 0; i < json_array_size(choices); i++) {
		const char *choice = json_string_value(json_array_get(choices, i));
		bool is_none = !is_target && prompt_is(choice, "none");
		char word[WORD_SIZE];
		json_t *action;

		snprintf(word, sizeof word, "%s %s", is_target ? "target" : "card defend", choice);
		action = prompt_add_action(list,
					   is_target ? PROMPT_TARGET
					   : is_none ? PROMPT_DEFEND_BY_NONE
						     : PROMPT_DEFEND_BY,
					   word);
		if (!is_none)
			json_object_set_new(action, "args",
					    args_of(is_target ? "square" : "card", choice));
	}
}

static void add_answers(json_t *list, const struct scene *scene)
{
	if (prompt_is(scene->asked, "target") || prompt_is(scene->asked, "defence")) {
		add_choices(list, scene);
		return;
	}
	prompt_add_action(list, PROMPT_YES, "confirm");
	prompt_add_action(list, PROMPT_NO, "deny");
}

/* ---- the player's own action ---- */

/* Pieces that may be mixed up come first: the player must look at them. */
bool prompt_may_act(const struct scene *scene)
{
	return scene->is_own_turn && prompt_is(scene->phase, "play") && !scene->is_paused &&
	       !scene->is_correcting && !scene->is_silent &&
	       !prompt_is(scene->asked, "confirm-places");
}

/*
 * A piece is in the hand: each piece that it might attack has a button, in the place of Attack. The
 * word counts only until the piece is set down, unlike attack, which would take it up again.
 */
static void add_held(json_t *list, const json_t *targets)
{
	for (size_t i = 0; i < json_array_size(targets); i++) {
		const char *square = json_string_value(json_array_get(targets, i));
		char word[WORD_SIZE];

		snprintf(word, sizeof word, "target %s", square);
		json_object_set_new(prompt_add_action(list, PROMPT_TARGET_HELD, word), "args",
				    args_of("square", square));
	}
}

/* Where the board sees nothing a move is said. */
static void add_unread(json_t *list, const struct scene *scene)
{
	json_t *action;

	if (!scene->unread)
		return;
	action = add_picks(list, PROMPT_SAY_MOVE, "move", PICKS_OWN, 1);
	json_array_append_new(json_object_get(action, "picks"), json_string(PICKS_LINE));
}

/*
 * The table says moves and attacks by itself, and a word about a board on which nothing is up would be refused. It can be
 * needed when a piece is held, or has not been seen where it was set down, and where the board does not see.
 */
static bool may_need_words(const struct scene *scene)
{
	return json_is_object(json_object_get(scene->view, "held")) || scene->unread;
}

/* With squares to choose from, Attack would only ask for a square again. */
static void add_turn(json_t *list, const struct scene *scene)
{
	const json_t *held = json_object_get(scene->view, "held");
	const json_t *targets = json_object_get(held, "targets");
	size_t count = json_array_size(targets);

	if (!prompt_may_act(scene))
		return;
	prompt_add_action(list, PROMPT_DONE, "done");
	if (!prompt_is(scene->asked, "target") && count > 0 && count <= TARGETS_MAX)
		add_held(list, targets);
	else if (!prompt_is(scene->asked, "target"))
		add_picks(list, PROMPT_ATTACK, "attack", PICKS_THEIRS, 1);
	add_unread(list, scene);
}

/* ---- set-up ---- */

static void add_setup(json_t *list, const struct scene *scene)
{
	bool tags = json_is_true(json_object_get(scene->view, "tags"));

	if (tags || prompt_has_army(scene))
		prompt_add_action(list, PROMPT_READY, "ready");
	if (!tags)
		add_picks(list, prompt_has_army(scene) ? PROMPT_CHANGE_SETUP : PROMPT_USE_SETUP,
			  "formation", PICKS_FORMATION, 1);
}

/* ---- another game ---- */

/* The number says which proposal is meant: it may be replaced at any moment. */
static void add_game_answers(json_t *list, const struct scene *scene)
{
	json_int_t number = json_integer_value(json_object_get(scene->proposal, "number"));
	char word[WORD_SIZE];

	snprintf(word, sizeof word, "accept-game %" JSON_INTEGER_FORMAT, number);
	prompt_add_action(list, PROMPT_ACCEPT_GAME, word);
	snprintf(word, sizeof word, "decline-game %" JSON_INTEGER_FORMAT, number);
	prompt_add_action(list, PROMPT_DECLINE_GAME, word);
}

static void add_withdrawal(json_t *list, const struct scene *scene)
{
	if (prompt_is(prompt_text(scene->proposal, "side"), scene->you))
		prompt_add_action(list, PROMPT_WITHDRAW_GAME, "withdraw-game");
}

/* Only of a game that was played. */
bool prompt_hides_army(const struct scene *scene)
{
	return json_is_false(json_object_get(json_object_get(scene->view, "face_up"), scene->you));
}

/* After the end these stand beside playing again. */
static void add_next_games(json_t *list, const struct scene *scene)
{
	if (scene->proposal)
		return;
	prompt_add_action(list, PROMPT_SIDES_CHANGED, "offer-game same swap");
	add_picks(list, PROMPT_OTHER_GAME, "offer-game", PICKS_GAME, 1);
}

/* ---- the arbiter ---- */

static void add_call(json_t *list, const struct scene *scene)
{
	if (json_is_true(json_object_get(scene->view, "has_called")))
		prompt_add_action(list, PROMPT_WITHDRAW_CALL, "withdraw-call");
	else if (scene->has_arbiter)
		prompt_add_action(list, PROMPT_CALL_ARBITER, "call-arbiter");
}

/* ---- by sentence ---- */

static void add_offer_answers(json_t *list, enum prompt_key about)
{
	static const struct {
		enum prompt_key about, yes, no;
		const char *yes_word, *no_word;
	} answers[] = {
		{PROMPT_ANSWER_DRAW, PROMPT_ACCEPT_DRAW, PROMPT_DECLINE_DRAW, "accept-draw",
		 "decline-draw"},
		{PROMPT_ANSWER_TAKEBACK, PROMPT_ALLOW_TAKEBACK, PROMPT_REFUSE_TAKEBACK,
		 "accept-takeback", "decline-takeback"},
		{PROMPT_ANSWER_CORRECTION, PROMPT_ACCEPT_CORRECTION, PROMPT_DECLINE_CORRECTION,
		 "accept-correction", "decline-correction"},
	};

	for (unsigned i = 0; i < sizeof answers / sizeof *answers; i++) {
		if (answers[i].about != about)
			continue;
		prompt_add_action(list, answers[i].yes, answers[i].yes_word);
		prompt_add_action(list, answers[i].no, answers[i].no_word);
	}
}

json_t *prompt_actions(const struct scene *scene, enum prompt_key about)
{
	json_t *list = json_array();

	switch (about) {
	case PROMPT_CHOOSE_SETUP:
	case PROMPT_PLACE_ON_TABLE:
	case PROMPT_PLACE_TAGGED:
		add_setup(list, scene);
		break;
	case PROMPT_READY_PLACE:
	case PROMPT_READY_TAGGED:
	case PROMPT_WAIT_READY:
		prompt_add_action(list, PROMPT_CHANGE_SETUP, "not-ready");
		break;
	case PROMPT_ASK_TARGET:
	case PROMPT_ASK_CONFIRM_ATTACK:
	case PROMPT_ASK_CONFIRM_PLACES:
	case PROMPT_DEFEND:
	case PROMPT_DEFEND_CARD:
	case PROMPT_DEFEND_WITH:
	case PROMPT_DEFEND_AGAINST:
	case PROMPT_DEFEND_AGAINST_WITH:
		add_answers(list, scene);
		break;
	case PROMPT_PUT_RIGHT:
		prompt_add_action(list, PROMPT_STAND_RIGHT, "confirm");
		break;
	case PROMPT_ANSWER_DRAW:
	case PROMPT_ANSWER_CORRECTION:
	case PROMPT_ANSWER_TAKEBACK:
		add_offer_answers(list, about);
		break;
	case PROMPT_ANSWER_GAME:
	case PROMPT_ANSWER_GAME_OF_TABLE:
		add_game_answers(list, scene);
		break;
	case PROMPT_OFFERED_GAME:
		add_withdrawal(list, scene);
		break;
	case PROMPT_STOPPED:
	case PROMPT_BOARD_SILENT:
		add_call(list, scene);
		break;
	case PROMPT_YOUR_TURN:
		if (may_need_words(scene))
			add_turn(list, scene);
		break;
	case PROMPT_CARD_ANNOUNCED:
	case PROMPT_ATTACK_ANNOUNCED:
		add_turn(list, scene);
		break;
	default:
		break;
	}
	return list;
}

/* An offer has its own answers: those of the turn stand beside it, with their own sentence. */
void prompt_add_standing(const struct scene *scene, const char *kind, json_t *list)
{
	if (prompt_is(kind, "question") || prompt_is(kind, "guide"))
		add_turn(list, scene);
	if (prompt_is(kind, "over") &&
	    !prompt_is(prompt_text(scene->offers, "rematch"), scene->you))
		prompt_add_action(list, PROMPT_REMATCH, "rematch");
	if (prompt_is(kind, "over"))
		add_next_games(list, scene);
	if (prompt_is(kind, "over") && prompt_hides_army(scene))
		add_grave(list, PROMPT_SHOW_ARMY, "show-army");
	prompt_add_corrections(scene, kind, list);
	if (scene->is_running && scene->is_paused)
		prompt_add_action(list, PROMPT_RESUME, "resume");
}

/* ---- rarely used words ---- */

static bool is_offered(const struct scene *scene, const char *what)
{
	return prompt_text(scene->offers, what)[0] != '\0';
}

static void add_of_game(json_t *list, const struct scene *scene)
{
	if (!is_offered(scene, "draw"))
		prompt_add_action(list, PROMPT_OFFER_DRAW, "offer-draw");
	if (scene->can_take_back && !is_offered(scene, "takeback"))
		prompt_add_action(list, PROMPT_OFFER_TAKEBACK, "offer-takeback");
	if (!scene->is_paused) {
		prompt_add_action(list, PROMPT_PAUSE, "pause");
		add_grave(list, PROMPT_ADJOURN, "adjourn");
	}
}

json_t *prompt_menu(const struct scene *scene)
{
	json_t *list = json_array();

	if (scene->is_running)
		add_of_game(list, scene);
	prompt_add_elsewhere(scene, list);
	if (!prompt_is(scene->phase, "over"))
		add_call(list, scene);
	if (scene->is_running)
		add_grave(list, PROMPT_RESIGN, "resign");
	prompt_add_action(list, PROMPT_MOVE_SEAT, "move-seat");
	add_grave(list, PROMPT_UNPAIR, "unpair");
	return list;
}

/* ---- cards ---- */

static bool is_announced(const struct scene *scene, bool (*is_such)(enum card))
{
	for (size_t i = 0; i < json_array_size(scene->announced); i++) {
		const char *name = json_string_value(json_array_get(scene->announced, i));

		if (is_such(card_parse(name, strlen(name))))
			return true;
	}
	return false;
}

static bool may_play(const struct scene *scene, enum card card)
{
	return (card_is_movement(card) && !is_announced(scene, card_is_movement)) ||
	       (card_is_attack(card) && !is_announced(scene, card_is_attack));
}

static void add_card(json_t *list, const struct scene *scene, const char *name)
{
	const json_t *stock = json_object_get(json_object_get(scene->view, "cards"), scene->you);
	enum card card = card_parse(name, strlen(name));
	size_t first = json_array_size(list);
	char word[WORD_SIZE];

	if (card == CARD_SWAP && !scene->is_correcting)
		add_picks(list, PROMPT_SWAP, "swap", PICKS_OWN, 2);
	snprintf(word, sizeof word, "card play %s", name);
	if (card != CARD_SWAP && may_play(scene, card))
		prompt_add_action(list, PROMPT_PLAY_CARD, word);
	snprintf(word, sizeof word, "card exchange %s", name);
	if (!scene->is_correcting && json_integer_value(json_object_get(stock, "piled")) > 0 &&
	    json_is_false(json_object_get(stock, "exchanged")))
		add_grave(list, PROMPT_EXCHANGE_CARD, word);
	for (; first < json_array_size(list); first++)
		json_object_set_new(json_array_get(list, first), "args", args_of("card", name));
}

/* Each side may do it once, before the first move, whichever side is to move. */
static void add_mulligan(json_t *list, const struct scene *scene, const json_t *hand)
{
	const json_t *stock = json_object_get(json_object_get(scene->view, "cards"), scene->you);

	if (prompt_is(scene->phase, "play") && json_array_size(hand) == HAND_SIZE &&
	    json_integer_value(json_object_get(scene->view, "ply")) == 1 &&
	    json_is_false(json_object_get(stock, "mulliganed")))
		json_object_set_new(
			add_picks(list, PROMPT_MULLIGAN, "card mulligan", PICKS_CARD, HAND_SIZE),
			"grave", json_true());
}

json_t *prompt_cards(const struct scene *scene)
{
	const json_t *hand = json_object_get(scene->view, "hand");
	json_t *list = json_array();

	if (scene->is_own_turn && prompt_is(scene->phase, "play") && !scene->is_paused) {
		for (size_t i = 0; i < json_array_size(hand); i++)
			add_card(list, scene, json_string_value(json_array_get(hand, i)));
		if (json_array_size(scene->announced) > 0)
			json_object_set_new(
				prompt_add_action(list, PROMPT_TAKE_CARD_BACK, "card cancel"),
				"args", json_pack("{s:O}", "card", scene->announced));
	}
	add_mulligan(list, scene, hand);
	return list;
}
