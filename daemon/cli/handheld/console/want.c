/* Sentences for views and events. */
#include "daemon/cli/handheld/console/want.h"

#include <stdio.h>
#include <string.h>

enum { KEY_SIZE = 80 };

/* ---- looking into views ---- */

const char *json_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

bool json_truth(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

const char *side_opposite(const char *side)
{
	return strcmp(side, "red") == 0 ? "blue" : "red";
}

static void add_square(struct bits *squares, const char *name)
{
	uint8_t sq;

	/* the large board has every square that there is */
	if (name && sq_parse(BOARD_LARGE, name, strlen(name), &sq) && sq != SQ_OFF_BOARD)
		bits_add(squares, sq);
}

struct bits json_squares(const json_t *list)
{
	struct bits squares = BITS_NONE;

	for (size_t i = 0; i < json_array_size(list); i++)
		add_square(&squares, json_string_value(json_array_get(list, i)));
	return squares;
}

static const json_t *in(const json_t *object, const char *key)
{
	return json_object_get(object, key);
}

/* ---- guides ---- */

static struct line guide_text(const struct texts *texts, const json_t *guide)
{
	struct line side = texts_side(texts, json_text(guide, "side"));
	struct line squares = texts_list(texts, in(guide, "squares"));
	char key[KEY_SIZE];

	snprintf(key, sizeof key, "guide.%s", json_text(guide, "do"));
	return texts_say(texts, key, "side", side.text, "squares", squares.text);
}

static void about_guides(const struct texts *texts, const json_t *view, struct want *want)
{
	const json_t *guides = in(view, "guides");

	want->kind = WANT_GUIDE;
	for (size_t i = 0; i < json_array_size(guides); i++) {
		const json_t *guide = json_array_get(guides, i);
		struct line text = guide_text(texts, guide);

		line_add(&want->text, i > 0 ? " " : "");
		line_add(&want->text, text.text);
		want->marks = bits_or(want->marks, json_squares(in(guide, "squares")));
	}
}

/* ---- questions ---- */

/* What fights, or where, with the card that it is played with: "Major (Attack +2)". */
static struct line with_card(const struct texts *texts, const char *what, const char *card)
{
	struct line text = line_of(what), name;

	if (!card[0])
		return text;
	name = texts_card(texts, card);
	line_add(&text, " (");
	line_add(&text, name.text);
	line_add(&text, ")");
	return text;
}

static void about_defence(const struct texts *texts, const json_t *view, struct want *want)
{
	const json_t *challenge = in(view, "challenge");
	const char *attacker = json_text(challenge, "attacker"), *sq = json_text(challenge, "sq");
	const char *card = json_text(challenge, "card");
	struct line rank, square;

	want->kind = WANT_DEFENCE;
	add_square(&want->marks, json_text(challenge, "from"));
	add_square(&want->marks, sq);
	if (!attacker[0]) {
		bool announced = json_is_true(in(challenge, "announced"));

		square = with_card(texts, sq, card);
		want->text = texts_say(texts, announced ? "want.defend-card" : "want.defend",
				       "square", square.text);
		return;
	}
	rank = texts_rank(texts, attacker[0]);
	rank = with_card(texts, rank.text, card);
	want->text = texts_say(texts, "want.defend-against", "rank", rank.text, "square", sq);
}

static void about_question(const struct texts *texts, const json_t *view, struct want *want)
{
	static const char *const names[] = {"target", "confirm-attack", "confirm-places"};
	const json_t *question = in(view, "question"), *choices = in(question, "choices");
	const char *name = json_text(question, "question");
	struct line squares = texts_list(texts, choices);
	char key[KEY_SIZE];

	if (strcmp(name, "defence") == 0) {
		about_defence(texts, view, want);
		return;
	}
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			want->kind = (enum want_kind)(WANT_TARGET + i);
	snprintf(key, sizeof key, "ask.%s", name);
	want->text = texts_say(texts, key, "squares", squares.text);
	want->marks = json_squares(choices);
}

/* ---- the rest ---- */

static void say(struct want *want, const struct texts *texts, enum want_kind kind, const char *key)
{
	want->kind = kind;
	want->text = texts_say(texts, key);
}

static void say_side(struct want *want, const struct texts *texts, enum want_kind kind,
		     const char *key, const char *side)
{
	struct line name = texts_side(texts, side);

	want->kind = kind;
	want->text = texts_say(texts, key, "side", name.text);
}

static bool has_pieces(const char *rows)
{
	return rows[strspn(rows, "./")] != '\0';
}

/* The word is taken before the table is right; what is not right comes with the view. */
static void about_ready(const struct texts *texts, const json_t *view, struct want *want)
{
	const char *trouble = json_text(view, "setup_trouble");
	struct line why = texts_why(texts, trouble);

	if (!trouble[0]) {
		say_side(want, texts, WANT_READY, "want.wait-ready",
			 side_opposite(json_text(view, "you")));
		return;
	}
	say(want, texts, WANT_PLACE,
	    json_truth(view, "tags") ? "want.ready-tagged" : "want.ready-place");
	line_add(&want->text, " ");
	line_add(&want->text, why.text);
}

static void about_setup(const struct texts *texts, const json_t *view, struct want *want)
{
	const char *you = json_text(view, "you");

	if (json_truth(in(view, "ready"), you))
		about_ready(texts, view, want);
	else if (json_truth(view, "tags"))
		say(want, texts, WANT_SETUP, "want.place-tagged");
	else if (has_pieces(json_text(view, you)))
		say(want, texts, WANT_SETUP, "want.place-on-table");
	else
		say(want, texts, WANT_SETUP, "want.choose-setup");
}

static void add_side(struct want *want, const struct texts *texts, const char *key,
		     const char *side)
{
	struct line name = texts_side(texts, side), text;

	text = texts_say(texts, key, "side", name.text);
	line_add(&want->text, " ");
	line_add(&want->text, text.text);
}

/* one of them waits for the other; when both would, they do */
static void add_rematch(const struct texts *texts, const json_t *view, struct want *want)
{
	const char *who = json_text(in(view, "offers"), "rematch"), *you = json_text(view, "you");

	if (who[0] && strcmp(who, you) == 0)
		add_side(want, texts, "want.offered-rematch", side_opposite(you));
	else if (who[0])
		add_side(want, texts, "tell.word.rematch", who);
}

static void about_over(const struct texts *texts, const json_t *view, struct want *want)
{
	const json_t *result = in(view, "result");
	const char *winner = json_text(result, "winner"), *you = json_text(view, "you");
	char key[KEY_SIZE];
	struct line how;

	if (!winner[0])
		snprintf(key, sizeof key, "result.none");
	else if (strcmp(winner, "draw") == 0)
		snprintf(key, sizeof key, "result.draw");
	else
		snprintf(key, sizeof key, "result.you-%s",
			 strcmp(winner, you) == 0 ? "win" : "lose");
	say(want, texts, WANT_OVER, key);
	if (!strchr("!.?", want->text.text[strlen(want->text.text) - 1]))
		line_add(&want->text, ".");
	if (!winner[0])
		return;
	snprintf(key, sizeof key, "reason.%s", json_text(result, "by"));
	how = texts_say(texts, key);
	line_add(&want->text, " ");
	line_add(&want->text, how.text);
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static void about_turn(const struct texts *texts, const json_t *view, struct want *want)
{
	const json_t *announced = in(view, "announced");
	const char *turn = json_text(view, "turn"), *card;
	struct line name;
	bool attacks;

	if (strcmp(turn, json_text(view, "you")) != 0) {
		say_side(want, texts, WANT_WAIT, "want.their-turn", turn);
		return;
	}
	if (json_array_size(announced) == 0) {
		say(want, texts, WANT_TURN, "want.your-turn");
		return;
	}
	card = json_string_value(json_array_get(announced, json_array_size(announced) - 1));
	card = card ? card : "";
	attacks = begins(card, "attack") || begins(card, "mock") || begins(card, "armour") ||
		  begins(card, "spy");
	name = texts_card(texts, card);
	want->kind = WANT_TURN;
	want->text = texts_say(texts, attacks ? "want.attack-announced" : "want.card-announced",
			       "card", name.text);
}

static bool about_offer(const struct texts *texts, const json_t *view, struct want *want)
{
	const char *other = side_opposite(json_text(view, "you"));
	const json_t *offers = in(view, "offers");

	if (strcmp(json_text(offers, "draw"), other) == 0)
		say_side(want, texts, WANT_OFFER_DRAW, "want.answer-draw", other);
	else if (strcmp(json_text(offers, "takeback"), other) == 0)
		say_side(want, texts, WANT_OFFER_TAKEBACK, "want.answer-takeback", other);
	else
		return false;
	return true;
}

/* What one has offered oneself stays in sight until it is answered. */
static void add_own_offer(const struct texts *texts, const json_t *view, struct want *want)
{
	const char *you = json_text(view, "you");
	const json_t *offers = in(view, "offers");

	if (strcmp(json_text(offers, "draw"), you) == 0)
		add_side(want, texts, "want.offered-draw", side_opposite(you));
	else if (strcmp(json_text(offers, "takeback"), you) == 0)
		add_side(want, texts, "want.offered-takeback", side_opposite(you));
}

/* Without an arbiter one would wait for ever: who can help is told how. */
static void about_arbiter(const struct texts *texts, const json_t *view, struct want *want)
{
	bool is_none = json_is_false(json_object_get(in(view, "paired"), "arbiter"));

	say(want, texts, WANT_WAIT, is_none ? "want.arbiter-none" : "want.arbiter");
}

static void about_phase(const struct texts *texts, const json_t *view, struct want *want)
{
	const char *phase = json_text(view, "phase");

	if (strcmp(phase, "setup") == 0)
		about_setup(texts, view, want);
	else if (strcmp(phase, "arbiter") == 0)
		about_arbiter(texts, view, want);
	else if (strcmp(phase, "defence") == 0)
		say_side(want, texts, WANT_WAIT, "want.defence-wait",
			 side_opposite(json_text(view, "turn")));
	else
		about_turn(texts, view, want);
}

struct want want_of(const struct texts *texts, const json_t *view)
{
	const json_t *question = in(view, "question");
	const char *phase = json_text(view, "phase");
	struct want want = {.kind = WANT_STARTING, .marks = BITS_NONE};

	if (!view)
		say(&want, texts, WANT_STARTING, "want.starting");
	else if (strcmp(phase, "stopped") == 0)
		say(&want, texts, WANT_STOPPED, "want.stopped");
	else if (strcmp(phase, "over") == 0) {
		about_over(texts, view, &want);
		add_rematch(texts, view, &want);
	} else if (json_is_string(in(view, "trouble")))
		say(&want, texts, WANT_STOPPED, "want.board-silent");
	else if (strcmp(json_text(question, "question"), "confirm-places") == 0)
		about_question(texts, view, &want);
	else if (json_array_size(in(view, "guides")) > 0)
		about_guides(texts, view, &want);
	else if (json_truth(view, "correcting"))
		say(&want, texts, WANT_GUIDE, "want.correcting");
	else if (json_truth(view, "paused"))
		say(&want, texts, WANT_PAUSED, "want.paused");
	else if (json_is_object(question))
		about_question(texts, view, &want);
	else if (!about_offer(texts, view, &want))
		about_phase(texts, view, &want);
	if (want.kind == WANT_TURN || want.kind == WANT_WAIT)
		add_own_offer(texts, view, &want);
	return want;
}

/* ---- events ---- */

struct line want_cards(const struct texts *texts, const json_t *cards)
{
	struct line names = {""};

	for (size_t i = 0; i < json_array_size(cards); i++) {
		const char *card = json_string_value(json_array_get(cards, i));
		struct line name = texts_card(texts, card ? card : "");

		line_add(&names, i > 0 ? ", " : "");
		line_add(&names, name.text);
	}
	return names;
}

static struct line tell(const struct texts *texts, const char *key, const json_t *event)
{
	struct line side = texts_side(texts, json_text(event, "side"));
	struct line names = want_cards(texts, in(event, "cards")), cards;
	struct line text = texts_say(texts, key, "side", side.text, "from",
				     json_text(event, "from"), "sq", json_text(event, "sq"));

	if (!names.text[0] || strcmp(json_text(event, "event"), "move") != 0)
		return text;
	/* those of a battle have a line of their own, and a swap says it all */
	cards = texts_say(texts, "battle.cards", "cards", names.text);
	line_add(&text, " ");
	line_add(&text, cards.text);
	return text;
}

bool want_event(const struct texts *texts, const json_t *event, struct line *sentence)
{
	static const char *const plain[] = {"move",    "attack",   "swap",	    "cards",
					    "illegal", "board-ok", "setup-complete"};
	const char *name = json_text(event, "event"), *rule = json_text(event, "rule");
	char key[KEY_SIZE] = "";

	for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
		if (strcmp(name, plain[i]) == 0)
			snprintf(key, sizeof key, "tell.%s", name);
	if (strcmp(name, "battle") == 0)
		snprintf(key, sizeof key, "tell.battle.%s", json_text(event, "outcome"));
	if (strcmp(name, "word") == 0)
		snprintf(key, sizeof key, "tell.word.%s", json_text(event, "word"));
	if (strcmp(name, "illegal") == 0 && rule[0]) /* which only the mover is told */
		snprintf(key, sizeof key, "rule.%s", rule);
	if (strcmp(name, "guide") == 0)
		*sentence = guide_text(texts, event);
	else if (key[0])
		*sentence = tell(texts, key, event);
	else
		return false;
	return true;
}
