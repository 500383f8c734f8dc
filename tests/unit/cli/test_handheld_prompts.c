/*
 * What the console handheld shows in every situation that a view can be in: the sentence, the squares
 * and the words that the page shows too (tests/e2e/pages/test_prompts.mjs).
 */
#include "tests/support/cli/console_bench.h"
#include "tests/support/views/situations.h"

static json_t *all;

static const char *name_of(const json_t *situation)
{
	return json_string_value(json_object_get(situation, "name"));
}

static bool is_seats(const json_t *situation)
{
	return json_object_get(json_object_get(situation, "prompt"), "actions") != NULL;
}

static void show_situation(const json_t *situation)
{
	json_t *view = situation_view(all, situation);

	json_object_set(view, "prompt", json_object_get(situation, "prompt"));
	console_take_view(&console, view, now);
	console.page = PAGE_HOME;
	json_decref(view);
}

/* ---- what is expected ---- */

/* The page has a line for each group of buttons, the console one for all. */
static struct line sentence_of(const json_t *situation)
{
	const json_t *groups = json_object_get(situation, "buttons");
	struct line text = line_of(json_string_value(json_object_get(situation, "sentence")));

	if (console.want.kind == WANT_PLACING) {
		line_add(&text, " ");
		line_add(&text,
			 texts_why(texts, json_object_get(console.view, "setup_trouble")).text);
		if (text.text[strlen(text.text) - 1] != '.')
			line_add(&text, ".");
	}
	for (size_t i = 0; i < json_array_size(groups); i++) {
		const char *about = want_text(json_array_get(groups, i), "text");

		line_add(&text, about[0] ? " " : "");
		line_add(&text, about);
	}
	return text;
}

/* the prompt's words in order; a formation is made here in ways of the console's own */
static unsigned words_of(const json_t *actions, const char **words, unsigned count)
{
	for (size_t i = 0; i < json_array_size(actions); i++) {
		const char *word = want_text(json_array_get(actions, i), "word");

		if (strcmp(word, "formation") != 0)
			words[count++] = word;
	}
	return count;
}

static unsigned home_words(const json_t *prompt, const char **words)
{
	const json_t *also = json_object_get(prompt, "also");
	unsigned count = words_of(json_object_get(prompt, "actions"), words, 0);

	for (size_t i = 0; i < json_array_size(also); i++)
		count = words_of(json_object_get(json_array_get(also, i), "actions"), words, count);
	return count;
}

/* ---- what is there ---- */

static void expect_menu(const char *name, const char **words, unsigned count)
{
	struct menu menu;
	unsigned found = 0;

	menu_make(&menu, &console);
	for (unsigned i = 0; i < menu.count; i++) {
		const json_t *action = menu.items[i].action;

		if (!action)
			continue;
		TEST_ASSERT_LESS_THAN_MESSAGE(count, found, name);
		TEST_ASSERT_EQUAL_STRING_MESSAGE(words[found++], want_text(action, "word"), name);
		TEST_ASSERT_EQUAL_MESSAGE(want_truth(action, "grave") &&
						  !json_object_get(action, "picks"),
					  menu.items[i].act == ACT_CONFIRM, name);
	}
	TEST_ASSERT_EQUAL_MESSAGE(count, found, name);
}

static void expect_label(const char *name, const char *label)
{
	if (!offers(label) && strcmp(label, "Use this set-up") != 0 &&
	    strcmp(label, "Change it") != 0)
		TEST_FAIL_MESSAGE(name);
}

static void expect_labels(const char *name, const json_t *labels)
{
	for (size_t i = 0; i < json_array_size(labels); i++)
		expect_label(name, json_string_value(json_array_get(labels, i)));
}

static struct bits marks_of(const json_t *prompt)
{
	const json_t *marks = json_object_get(prompt, "marks");
	struct bits squares = BITS_NONE;
	uint8_t sq;

	for (size_t i = 0; i < json_array_size(marks); i++) {
		const char *name = want_text(json_array_get(marks, i), "sq");

		TEST_ASSERT_TRUE(sq_parse(BOARD_LARGE, name, strlen(name), &sq));
		bits_add(&squares, sq);
	}
	return squares;
}

static void expect_situation(const json_t *situation)
{
	const json_t *prompt = json_object_get(situation, "prompt");
	const json_t *groups = json_object_get(situation, "buttons");
	const char *words[MENU_MAX], *name = name_of(situation);

	show_situation(situation);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(sentence_of(situation).text, console.want.text.text, name);
	TEST_ASSERT_TRUE_MESSAGE(bits_equal(marks_of(prompt), console.want.marks), name);
	expect_menu(name, words, home_words(prompt, words));
	for (size_t i = 0; i < json_array_size(groups); i++)
		expect_labels(name, json_object_get(json_array_get(groups, i), "labels"));
	console.page = PAGE_MORE;
	expect_menu(name, words, words_of(json_object_get(prompt, "menu"), words, 0));
	expect_labels(name, json_object_get(situation, "menu"));
}

static void test_every_situation_is_shown(void)
{
	const json_t *situations = json_object_get(all, "situations");
	unsigned shown = 0;

	for (size_t i = 0; i < json_array_size(situations); i++) {
		const json_t *situation = json_array_get(situations, i);

		if (!is_seats(situation))
			continue;
		expect_situation(situation);
		shown++;
	}
	TEST_ASSERT_GREATER_THAN(80, shown);
}

/* card by card, and what is about none of them */
static void expect_cards(const json_t *situation, const json_t *cards)
{
	const json_t *hand = json_object_get(console.view, "hand");
	const char *words[MENU_MAX];
	unsigned count = 0;
	struct menu menu;

	for (size_t i = 0; i <= json_array_size(hand); i++) {
		const char *card = json_string_value(json_array_get(hand, i));

		console.page = card ? PAGE_CARD : PAGE_CARDS;
		snprintf(console.card, sizeof console.card, "%s", card ? card : "");
		menu_make(&menu, &console);
		for (unsigned k = 0; k < menu.count; k++)
			if (menu.items[k].action)
				words[count++] = want_text(menu.items[k].action, "word");
	}
	TEST_ASSERT_EQUAL_MESSAGE(json_array_size(cards), count, name_of(situation));
	for (unsigned i = 0; i < count; i++)
		TEST_ASSERT_EQUAL_STRING_MESSAGE(want_text(json_array_get(cards, i), "word"),
						 words[i], name_of(situation));
}

static void test_every_card_is_offered(void)
{
	const json_t *situations = json_object_get(all, "situations");

	for (size_t i = 0; i < json_array_size(situations); i++) {
		const json_t *situation = json_array_get(situations, i);
		const json_t *cards =
			json_object_get(json_object_get(situation, "prompt"), "cards");

		if (!cards)
			continue;
		show_situation(situation);
		expect_cards(situation, cards);
	}
}

int main(void)
{
	int status;

	UNITY_BEGIN();
	all = situations_load();
	TEST_ASSERT_NOT_NULL(all);
	TEST_ASSERT_EQUAL(0, texts_load(&texts, "web-ui/lang", "en"));
	RUN_TEST(test_every_situation_is_shown);
	RUN_TEST(test_every_card_is_offered);
	status = UNITY_END();
	texts_free(texts);
	json_decref(all);
	return status;
}
