/* Translates prompts and events into sentences. The daemon has decided what they are. */
#include "daemon/cli/handheld/console/want.h"

#include "rules/bits.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

enum { PROMPT_KEY_SIZE = 80, ARGS = 4 };

/* ---- looking into views ---- */

const char *want_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

bool want_truth(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

const char *want_side_opposite(const char *side)
{
	return strcmp(side, "red") == 0 ? "blue" : "red";
}

static void add_square(struct bits *squares, const char *name)
{
	uint8_t sq;

	/* the large board has every square */
	if (name && sq_parse(BOARD_LARGE, name, strlen(name), &sq) && sq != SQ_OFF_BOARD)
		bits_add(squares, sq);
}

struct bits want_squares(const json_t *list)
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

/* ---- prompts ---- */

static struct line cards_text(const struct texts *texts, const json_t *cards)
{
	json_t *names = json_array();
	struct line text;

	for (size_t i = 0; i < json_array_size(cards); i++) {
		const char *card = json_string_value(json_array_get(cards, i));

		json_array_append_new(names, json_string(texts_card(texts, card ? card : "").text));
	}
	text = texts_list(texts, names);
	json_decref(names);
	return text;
}

static struct line arg_text(const struct texts *texts, const char *name, const json_t *value)
{
	const char *text = json_string_value(value);
	char number[24];

	if (strcmp(name, "terms") == 0)
		return texts_terms(texts, value);
	if (json_is_array(value))
		return strcmp(name, "card") == 0 ? cards_text(texts, value)
						 : texts_list(texts, value);
	if (!text) {
		snprintf(number, sizeof number, "%d", (int)json_integer_value(value));
		return line_of(number);
	}
	if (strcmp(name, "side") == 0)
		return texts_side(texts, text);
	if (strcmp(name, "card") == 0)
		return texts_card(texts, text);
	if (strcmp(name, "edition") == 0)
		return texts_edition(texts, text);
	return strcmp(name, "rank") == 0 ? texts_rank(texts, text[0]) : line_of(text);
}

static struct line fill(const struct texts *texts, const char *key, json_t *args)
{
	const char *call[2 + 2 * ARGS] = {key}, *name;
	struct line values[ARGS];
	unsigned count = 0;
	json_t *value;

	json_object_foreach(args, name, value)
	{
		if (count == ARGS)
			break;
		values[count] = arg_text(texts, name, value);
		call[1 + 2 * count] = name;
		call[2 + 2 * count] = values[count].text;
		count++;
	}
	return texts_fill(texts, call);
}

struct line want_say(const struct texts *texts, const json_t *said)
{
	return fill(texts, want_text(said, "key"), json_object_get(said, "args"));
}

struct line want_doubt(const struct texts *texts, const json_t *action)
{
	const char *name = strchr(want_text(action, "key"), '.');
	char key[PROMPT_KEY_SIZE];

	snprintf(key, sizeof key, "confirm%s", name ? name : "");
	return fill(texts, key, json_object_get(action, "args"));
}

/* Some texts are whole sentences in one language and not in another. */
static void add_sentence(struct want *want, struct line sentence)
{
	static const char dots[] = "…";
	size_t length = strlen(sentence.text), tail = sizeof dots - 1;
	bool is_cut = length >= tail && strcmp(sentence.text + length - tail, dots) == 0;

	line_add(&want->text, want->text.text[0] ? " " : "");
	line_add(&want->text, sentence.text);
	if (length > 0 && !is_cut && !strchr(".!?", sentence.text[length - 1]))
		line_add(&want->text, ".");
}

static void add_sentences(struct want *want, const struct texts *texts, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		add_sentence(want, want_say(texts, json_array_get(list, i)));
}

static enum want_kind kind_of(const char *name)
{
	static const char *const names[] = {
		[WANT_STOPPED] = "stopped", [WANT_OVER] = "over",   [WANT_GUIDE] = "guide",
		[WANT_PAUSED] = "paused",   [WANT_SETUP] = "setup", [WANT_PLACING] = "placing",
		[WANT_WAIT] = "wait",	    [WANT_TURN] = "turn",   [WANT_QUESTION] = "question",
		[WANT_OFFER] = "offer",
	};

	for (unsigned i = WANT_STOPPED; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return (enum want_kind)i;
	return WANT_WAIT;
}

static void add_marks(struct want *want, const json_t *marks)
{
	for (size_t i = 0; i < json_array_size(marks); i++)
		add_square(&want->marks, want_text(json_array_get(marks, i), "sq"));
}

/* in a training mission */
static void add_tip(struct want *want, const struct texts *texts, const json_t *tip)
{
	struct line said;

	if (!want_text(tip, "key")[0])
		return;
	said = want_say(texts, tip);
	add_sentence(want, texts_say(texts, "tip.says", "tip", said.text));
}

/* Whatever else waits is said after the sentence: there is one line for all of it. */
struct want want_of(const struct texts *texts, const json_t *view)
{
	const json_t *prompt = in(view, "prompt"), *also = in(prompt, "also");
	struct want want = {.kind = WANT_STARTING, .marks = BITS_NONE};

	if (!prompt) {
		want.text = texts_say(texts, "want.starting");
		return want;
	}
	want.kind = kind_of(want_text(prompt, "kind"));
	want.is_asked =
		want.kind == WANT_QUESTION || want.kind == WANT_OFFER ||
		(json_array_size(also) > 0 && strcmp(want_text(view, "phase"), "setup") != 0);
	add_sentence(&want, want_say(texts, prompt));
	add_sentences(&want, texts, in(prompt, "more"));
	if (want.kind == WANT_PLACING)
		add_sentence(&want, texts_why(texts, in(view, "setup_trouble")));
	add_sentences(&want, texts, also);
	add_tip(&want, texts, in(view, "tip"));
	add_marks(&want, in(prompt, "marks"));
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

static struct line guide_text(const struct texts *texts, const json_t *guide)
{
	struct line side = texts_side(texts, want_text(guide, "side"));
	struct line squares = texts_list(texts, in(guide, "squares"));
	char key[PROMPT_KEY_SIZE];

	snprintf(key, sizeof key, "guide.%s", want_text(guide, "do"));
	return texts_say(texts, key, "side", side.text, "squares", squares.text);
}

static struct line tell(const struct texts *texts, const char *key, const json_t *event)
{
	struct line side = texts_side(texts, want_text(event, "side"));
	struct line names = want_cards(texts, in(event, "cards")), cards;
	struct line text = texts_say(texts, key, "side", side.text, "from",
				     want_text(event, "from"), "sq", want_text(event, "sq"));

	if (!names.text[0] || strcmp(want_text(event, "event"), "move") != 0)
		return text;
	/* cards of a battle have their own line, and a swap says it all */
	cards = texts_say(texts, "battle.cards", "cards", names.text);
	line_add(&text, " ");
	line_add(&text, cards.text);
	return text;
}

bool want_event(const struct texts *texts, const json_t *event, struct line *sentence)
{
	static const char *const plain[] = {"move",    "attack",   "swap",	     "cards",
					    "illegal", "board-ok", "setup-complete", "taken-back"};
	const char *name = want_text(event, "event"), *rule = want_text(event, "rule");
	char key[PROMPT_KEY_SIZE] = "";

	for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
		if (strcmp(name, plain[i]) == 0)
			snprintf(key, sizeof key, "tell.%s", name);
	if (strcmp(name, "battle") == 0)
		snprintf(key, sizeof key, "tell.battle.%s", want_text(event, "outcome"));
	if (strcmp(name, "word") == 0)
		snprintf(key, sizeof key, "tell.word.%s", want_text(event, "word"));
	if (strcmp(name, "revealed") == 0 && want_text(event, "side")[0])
		snprintf(key, sizeof key, "tell.%s", name);
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
