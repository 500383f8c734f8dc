/*
 * Chooses the sentence of a prompt: the most urgent thing in a view. prompt_actions.c adds the
 * words that the player can say.
 */
#include "daemon/views/prompt.h"

#include "daemon/views/prompt_inside.h"

#include "rules/cards.h"

#include <string.h>

/* ---- looking into views ---- */

const char *prompt_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

bool prompt_is(const char *text, const char *other)
{
	return strcmp(text, other) == 0;
}

static bool is_true(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

static const char *other_side(const char *side)
{
	return !side[0] ? "" : prompt_is(side, "red") ? "blue" : "red";
}

static struct scene scene_of(const json_t *view)
{
	struct scene scene = {
		.view = view,
		.offers = json_object_get(view, "offers"),
		.question = json_object_get(view, "question"),
		.announced = json_object_get(view, "announced"),
		.unread = json_object_get(view, "unread"),
		.proposal = json_object_get(view, "proposal"),
		.phase = prompt_text(view, "phase"),
		.you = prompt_text(view, "you"),
		.turn = prompt_text(view, "turn"),
		.is_paused = is_true(view, "paused"),
		.is_correcting = is_true(view, "correcting"),
		.can_take_back = is_true(view, "can_take_back"),
		.has_arbiter = is_true(view, "has_arbiter"),
		.is_silent = json_is_string(json_object_get(view, "trouble")),
	};

	scene.other = other_side(scene.you);
	scene.asked = prompt_text(scene.question, "question");
	scene.is_own_turn = scene.you[0] && prompt_is(scene.you, scene.turn);
	scene.is_running = prompt_is(scene.phase, "play") || prompt_is(scene.phase, "defence") ||
			   prompt_is(scene.phase, "settle") || prompt_is(scene.phase, "arbiter");
	return scene;
}

/* The whole army stands where the referee was told, or has read it. */
bool prompt_has_army(const struct scene *scene)
{
	json_t *army = json_object_get(scene->view, "army"), *count;
	const char *rows = prompt_text(scene->view, scene->you), *code;
	json_int_t missing = 0;

	json_object_foreach(army, code, count) missing += json_integer_value(count);
	for (; *rows; rows++)
		missing -= *rows != '.' && *rows != '/';
	return missing == 0;
}

/* ---- sentences ---- */

/* owns args; NULL: none */
static json_t *sentence_of(enum prompt_key key, json_t *args)
{
	return json_pack("{s:s,s:o}", "key", prompt_key_name(key), "args",
			 args ? args : json_object());
}

void prompt_say(struct prompt *prompt, const char *kind, enum prompt_key key, json_t *args)
{
	prompt->kind = kind;
	prompt->about = key;
	prompt->sentence = sentence_of(key, args);
}

void prompt_say_more(struct prompt *prompt, enum prompt_key key, json_t *args)
{
	json_array_append_new(prompt->more, sentence_of(key, args));
}

void prompt_say_next(struct prompt *prompt, const char *kind, enum prompt_key key, json_t *args)
{
	if (prompt->sentence)
		prompt_say_more(prompt, key, args);
	else
		prompt_say(prompt, kind, key, args);
}

json_t *prompt_side_args(const char *side)
{
	return json_pack("{s:s}", "side", side);
}

void prompt_mark(struct prompt *prompt, const char *sq, const char *kind)
{
	json_array_append_new(prompt->marks, json_pack("{s:s,s:s}", "sq", sq, "kind", kind));
}

static void mark_all(struct prompt *prompt, const json_t *squares, const char *kind)
{
	for (size_t i = 0; i < json_array_size(squares); i++)
		prompt_mark(prompt, json_string_value(json_array_get(squares, i)), kind);
}

/* ---- guides ---- */

static void say_guide(struct prompt *prompt, const json_t *guide, bool is_said)
{
	static const struct {
		const char *what, *mark;
		enum prompt_key key;
	} kinds[] = {{"put-back", "to", PROMPT_GUIDE_PUT_BACK},
		     {"remove", "bad", PROMPT_GUIDE_REMOVE},
		     {"place", "to", PROMPT_GUIDE_PLACE},
		     {"check", "ask", PROMPT_GUIDE_CHECK},
		     {"centre", "to", PROMPT_GUIDE_CENTRE}};
	json_t *squares = json_object_get(guide, "squares");
	json_t *args =
		json_pack("{s:s,s:O}", "side", prompt_text(guide, "side"), "squares", squares);
	unsigned i = 0;

	while (!prompt_is(kinds[i].what, prompt_text(guide, "do")))
		i++;
	if (is_said)
		prompt_say_next(prompt, "guide", kinds[i].key, args);
	else
		json_decref(args);
	mark_all(prompt, squares, kinds[i].mark);
}

static void about_guides(struct prompt *prompt, const struct scene *scene, const json_t *guides)
{
	bool is_undoing = prompt_about_undone(prompt, scene);

	for (size_t i = 0; i < json_array_size(guides); i++)
		say_guide(prompt, json_array_get(guides, i), !is_undoing);
	for (size_t i = 0; !is_undoing && i < json_array_size(guides); i++)
		prompt_say_which(prompt, scene, json_array_get(guides, i));
}

/* ---- questions ---- */

/* as much of an attack as its target is shown before deciding */
static json_t *defence_sentence(const struct scene *scene, enum prompt_key *key)
{
	const json_t *challenge = json_object_get(scene->view, "challenge");
	const char *attacker = prompt_text(challenge, "attacker");
	const char *card = prompt_text(challenge, "card");
	json_t *args = json_pack("{s:s}", "square", prompt_text(challenge, "sq"));

	if (attacker[0])
		*key = card[0] ? PROMPT_DEFEND_AGAINST_WITH : PROMPT_DEFEND_AGAINST;
	else if (card[0])
		*key = PROMPT_DEFEND_WITH;
	else
		*key = is_true(challenge, "announced") ? PROMPT_DEFEND_CARD : PROMPT_DEFEND;
	if (attacker[0])
		json_object_set_new(args, "rank", json_string(attacker));
	if (card[0])
		json_object_set_new(args, "card", json_string(card));
	return args;
}

/* whether a side is putting its pieces right */
static bool is_settling(const struct scene *scene, const char *side)
{
	return side[0] && is_true(json_object_get(scene->view, "settling"), side);
}

static json_t *question_args(const struct scene *scene, enum prompt_key *key)
{
	if (prompt_is(scene->asked, "defence"))
		return defence_sentence(scene, key);
	if (prompt_is(scene->asked, "confirm-places") && is_settling(scene, scene->you)) {
		*key = PROMPT_PUT_RIGHT;
		return NULL;
	}
	*key = prompt_is(scene->asked, "target")	   ? PROMPT_ASK_TARGET
	       : prompt_is(scene->asked, "confirm-attack") ? PROMPT_ASK_CONFIRM_ATTACK
							   : PROMPT_ASK_CONFIRM_PLACES;
	return *key != PROMPT_ASK_CONFIRM_ATTACK
		       ? NULL
		       : json_pack("{s:O}", "squares", json_object_get(scene->question, "choices"));
}

static void about_question(struct prompt *prompt, const struct scene *scene)
{
	const json_t *challenge = json_object_get(scene->view, "challenge");
	enum prompt_key key;
	json_t *args = question_args(scene, &key);

	prompt_say(prompt, "question", key, args);
	if (!prompt_is(scene->asked, "defence")) {
		mark_all(prompt, json_object_get(scene->question, "choices"), "ask");
	} else {
		prompt_mark(prompt, prompt_text(challenge, "from"), "from");
		prompt_mark(prompt, prompt_text(challenge, "sq"), "bad");
	}
	if (key == PROMPT_PUT_RIGHT)
		prompt_say_more(
			prompt, PROMPT_PUT_RIGHT_HINT,
			json_pack("{s:O}", "squares", json_object_get(scene->question, "choices")));
	if (key == PROMPT_ASK_CONFIRM_PLACES)
		prompt_say_more(prompt, PROMPT_ASK_CONFIRM_PLACES_HINT, NULL);
}

/* ---- set-up ---- */

/* Ready is accepted before the table is right, and takes effect as soon as it is. */
static enum prompt_key setup_key(const struct scene *scene, json_t **args)
{
	bool tags = is_true(scene->view, "tags");
	bool is_ready = is_true(json_object_get(scene->view, "ready"), scene->you);
	const json_t *trouble = json_object_get(scene->view, "setup_trouble");

	*args = NULL;
	if (is_ready && (!trouble || json_is_null(trouble))) {
		*args = prompt_side_args(scene->other);
		return PROMPT_WAIT_READY;
	}
	if (is_ready)
		return tags ? PROMPT_READY_TAGGED : PROMPT_READY_PLACE;
	if (tags)
		return PROMPT_PLACE_TAGGED;
	return prompt_has_army(scene) ? PROMPT_PLACE_ON_TABLE : PROMPT_CHOOSE_SETUP;
}

/* The pad only helps: what it asks for is said beside the rest, and everything can be said on the handheld. */
static void say_pad(struct prompt *prompt, const struct scene *scene)
{
	static const struct {
		const char *say;
		enum prompt_key key;
	} kinds[] = {{"next", PROMPT_PAD_NEXT},	      {"tapped", PROMPT_PAD_TAPPED},
		     {"several", PROMPT_PAD_SEVERAL}, {"doubt", PROMPT_PAD_DOUBT},
		     {"foreign", PROMPT_PAD_FOREIGN}, {"unknown", PROMPT_PAD_UNKNOWN}};
	const json_t *pad = json_object_get(scene->view, "pad");
	json_t *squares = json_object_get(pad, "squares");
	unsigned i = 0;

	if (!pad || (prompt_is(prompt_text(pad, "say"), "next") && prompt_has_army(scene)))
		return;
	while (!prompt_is(kinds[i].say, prompt_text(pad, "say")))
		i++;
	prompt_say_more(prompt, kinds[i].key,
			json_array_size(squares) > 0 ? json_pack("{s:O}", "squares", squares)
						     : NULL);
	mark_all(prompt, squares, "ask");
}

static void about_setup(struct prompt *prompt, const struct scene *scene)
{
	json_t *args;
	enum prompt_key key;

	if (!scene->you[0]) {
		prompt_say(prompt, "setup", PROMPT_WATCH_SETUP,
			   json_copy(json_object_get(scene->view, "placed")));
		return;
	}
	key = setup_key(scene, &args);
	if (key == PROMPT_WAIT_READY) {
		prompt_say(prompt, "wait", key, args);
		return;
	}
	prompt_say(prompt,
		   key == PROMPT_READY_PLACE || key == PROMPT_READY_TAGGED ? "placing" : "setup",
		   key, args);
	say_pad(prompt, scene);
}

/* ---- play ---- */

static void about_turn(struct prompt *prompt, const struct scene *scene)
{
	size_t count = json_array_size(scene->announced);
	const char *card;

	if (!scene->is_own_turn) {
		prompt_say(prompt, "wait", PROMPT_THEIR_TURN, prompt_side_args(scene->turn));
		return;
	}
	if (count == 0) {
		prompt_say(prompt, "turn", PROMPT_YOUR_TURN, NULL);
		return;
	}
	card = json_string_value(json_array_get(scene->announced, count - 1));
	prompt_say(prompt, "turn",
		   card_is_attack(card_parse(card, strlen(card))) ? PROMPT_ATTACK_ANNOUNCED
								  : PROMPT_CARD_ANNOUNCED,
		   json_pack("{s:s}", "card", card));
}

/* Without an arbiter the player would wait for ever: the person who can help is told how. */
static void about_arbiter(struct prompt *prompt, const struct scene *scene)
{
	bool is_there = is_true(json_object_get(scene->view, "paired"), "arbiter");

	prompt_say(prompt, "wait", is_there ? PROMPT_ARBITER : PROMPT_ARBITER_NONE, NULL);
}

/* ---- offers ---- */

static const struct {
	const char *what;
	enum prompt_key theirs, own;
} offers[] = {{"draw", PROMPT_ANSWER_DRAW, PROMPT_OFFERED_DRAW},
	      {"takeback", PROMPT_ANSWER_TAKEBACK, PROMPT_OFFERED_TAKEBACK}};

enum { OFFERS = sizeof offers / sizeof *offers };

static bool is_offered_by(const struct scene *scene, unsigned offer, const char *side)
{
	return side[0] && prompt_is(prompt_text(scene->offers, offers[offer].what), side);
}

static bool about_offer(struct prompt *prompt, const struct scene *scene)
{
	for (unsigned i = 0; i < OFFERS; i++)
		if (is_offered_by(scene, i, scene->other)) {
			prompt_say(prompt, "offer", offers[i].theirs,
				   prompt_side_args(scene->other));
			return true;
		}
	return false;
}

/* A player's own offer stays in sight until it is answered. */
static void say_own_offers(struct prompt *prompt, const struct scene *scene)
{
	for (unsigned i = 0; i < OFFERS; i++)
		if (scene->is_running && is_offered_by(scene, i, scene->you))
			prompt_say_more(prompt, offers[i].own, prompt_side_args(scene->other));
}

/* ---- which sentence comes first ---- */

static void about_phase(struct prompt *prompt, const struct scene *scene)
{
	if (prompt_is(scene->phase, "arbiter"))
		about_arbiter(prompt, scene);
	else if (prompt_is(scene->phase, "settle"))
		prompt_say(
			prompt, "wait", PROMPT_SETTLING,
			prompt_side_args(is_settling(scene, "red") && !prompt_is(scene->you, "red")
						 ? "red"
						 : "blue"));
	else if (prompt_is(scene->phase, "defence"))
		prompt_say(prompt, "wait", PROMPT_DEFENCE_WAIT,
			   prompt_side_args(other_side(scene->turn)));
	else
		about_turn(prompt, scene);
}

static void find(struct prompt *prompt, const struct scene *scene)
{
	const json_t *guides = json_object_get(scene->view, "guides");

	if (prompt_is(scene->phase, "stopped"))
		prompt_say(prompt, "stopped", PROMPT_STOPPED, NULL);
	else if (prompt_is(scene->phase, "over"))
		prompt_about_over(prompt, scene);
	else if (scene->is_silent)
		prompt_say(prompt, "stopped", PROMPT_BOARD_SILENT, NULL);
	else if (prompt_is(scene->phase, "setup"))
		about_setup(prompt, scene);
	else if (prompt_about_correction(prompt, scene))
		return;
	else if (prompt_is(scene->asked, "confirm-places"))
		about_question(prompt, scene);
	else if (json_array_size(guides) > 0)
		about_guides(prompt, scene, guides);
	else if (scene->is_correcting)
		prompt_say(prompt, "guide", PROMPT_CORRECTING, NULL);
	else if (scene->is_paused)
		prompt_say(prompt, "paused", PROMPT_PAUSED, NULL);
	else if (scene->asked[0])
		about_question(prompt, scene);
	else if (!about_offer(prompt, scene))
		about_phase(prompt, scene);
}

/* ---- what else waits for an answer ---- */

static void add_beside(json_t *also, const struct scene *scene, enum prompt_key key, json_t *args)
{
	json_t *sentence = sentence_of(key, args);

	json_object_set_new(sentence, "actions", prompt_actions(scene, key));
	json_array_append_new(also, sentence);
}

/* During a pause the referee accepts no answer, except to whether pieces stand in their places. */
static bool may_answer(const struct scene *scene)
{
	return scene->asked[0] && (prompt_is(scene->asked, "confirm-places") ||
				   (!scene->is_paused &&
				    (!scene->is_correcting || prompt_is(scene->asked, "defence"))));
}

static void add_question(json_t *also, const struct scene *scene)
{
	enum prompt_key key;
	json_t *args = question_args(scene, &key);

	add_beside(also, scene, key, args);
}

/* Players can arrange pieces and say ready while the board is disconnected. */
static void add_setup(json_t *also, const struct scene *scene)
{
	json_t *args;
	enum prompt_key key = setup_key(scene, &args);

	add_beside(also, scene, key, args);
}

/* Whose turn it is shows anyway; here it is about what can be said. */
static void add_turn_beside(json_t *also, const struct scene *scene)
{
	json_t *actions = prompt_actions(scene, PROMPT_YOUR_TURN);

	if (json_array_size(actions) > 0)
		add_beside(also, scene, PROMPT_YOUR_TURN, NULL);
	json_decref(actions);
}

static json_t *also_of(const struct prompt *prompt, const struct scene *scene)
{
	json_t *also = json_array();

	prompt_add_proposal(also, scene);
	if (prompt_is(scene->phase, "setup") && scene->is_silent)
		add_setup(also, scene);
	if (!scene->is_running)
		return also;
	if (!prompt_is(prompt->kind, "question") && may_answer(scene))
		add_question(also, scene);
	for (unsigned i = 0; i < OFFERS; i++)
		if (prompt->about != offers[i].theirs && is_offered_by(scene, i, scene->other))
			add_beside(also, scene, offers[i].theirs, prompt_side_args(scene->other));
	if (prompt_is(prompt->kind, "offer") && prompt_may_act(scene))
		add_turn_beside(also, scene);
	return also;
}

json_t *prompt_json(const json_t *view)
{
	struct scene scene = scene_of(view);
	struct prompt prompt = {.more = json_array(), .marks = json_array()};
	bool is_seat = scene.you[0] != '\0';
	json_t *json, *actions;

	find(&prompt, &scene);
	prompt_say_beside_turn(&prompt, &scene);
	say_own_offers(&prompt, &scene);
	prompt_say_own_correction(&prompt, &scene);
	if (json_is_true(json_object_get(view, "has_called")) && !prompt_is(scene.phase, "over"))
		prompt_say_more(&prompt, PROMPT_CALLED, NULL);
	json = json_pack("{s:s}", "kind", prompt.kind);
	json_object_update_missing(json, prompt.sentence);
	json_decref(prompt.sentence);
	json_object_set_new(json, "more", prompt.more);
	json_object_set_new(json, "marks", prompt.marks);
	if (!is_seat)
		return json;
	actions = prompt_actions(&scene, prompt.about);
	prompt_add_standing(&scene, prompt.kind, actions);
	json_object_set_new(json, "actions", actions);
	json_object_set_new(json, "also", also_of(&prompt, &scene));
	json_object_set_new(json, "menu", prompt_menu(&scene));
	if (json_is_array(json_object_get(view, "hand")))
		json_object_set_new(json, "cards", prompt_cards(&scene));
	return json;
}
