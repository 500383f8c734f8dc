/*
 * Loads the pages' language catalogues and fills in sentences. Falls back to English for a missing
 * key.
 */
#include "daemon/cli/handheld/console/texts.h"

#include "rules/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_KEY_SIZE = 256, PATH_SIZE = 300 };

struct texts {
	json_t *all;
};

/* ---- lines ---- */

struct line line_of(const char *text)
{
	struct line line = {""};

	line_add(&line, text);
	return line;
}

/* A character of several bytes is not cut in two. */
void line_add(struct line *line, const char *text)
{
	size_t length = strlen(line->text), more = strlen(text);

	if (length + more >= sizeof line->text) {
		more = sizeof line->text - 1 - length;
		while (more > 0 && ((unsigned char)text[more] & 0xc0) == 0x80)
			more--;
	}
	memcpy(line->text + length, text, more);
	line->text[length + more] = '\0';
}

static bool begins_sign(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

/* The texts are Latin letters and some symbols, of one column each. */
unsigned line_width(const char *text)
{
	unsigned width = 0;

	for (; *text; text++)
		width += begins_sign(*text);
	return width;
}

size_t line_break(const char *text, unsigned columns, size_t *next)
{
	size_t at = 0, blank = 0;
	unsigned width = 0;

	for (; text[at]; at++) {
		if (begins_sign(text[at]) && width++ == columns)
			break;
		if (text[at] == ' ')
			blank = at;
	}
	if (text[at] == '\0' || text[at] == ' ')
		blank = at;
	if (blank == 0)
		return *next = at;
	*next = text[blank] == ' ' ? blank + 1 : blank;
	return blank;
}

/* ---- catalogues ---- */

static const char *wanted_locale(void)
{
	static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return value;
	}
	return "en";
}

void texts_choose(char language[LANGUAGE_SIZE])
{
	static const char *const known[] = {"en", "nl", "fr", "de", "it", "es", "pt", "sv", "da"};
	const char *locale = wanted_locale();

	memcpy(language, "en", LANGUAGE_SIZE);
	if (strncmp(locale, "nb", 2) == 0 || strncmp(locale, "nn", 2) == 0 ||
	    strncmp(locale, "no", 2) == 0)
		locale = "da"; /* which Norwegians can read */
	for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(locale, known[i], 2) == 0 && strchr("_.@", locale[2]))
			memcpy(language, known[i], LANGUAGE_SIZE);
}

static json_t *load_one(const char *directory, const char *language)
{
	char path[PATH_SIZE];
	json_t *all;

	snprintf(path, sizeof path, "%s/%s.json", directory, language);
	all = json_load_file(path, 0, NULL);
	if (json_is_object(all))
		return all;
	json_decref(all);
	return NULL;
}

int texts_load(struct texts **made, const char *directory, const char *language)
{
	struct texts *texts = calloc(1, sizeof *texts);
	json_t *own;

	if (!texts)
		return -ENOMEM;
	texts->all = load_one(directory, "en");
	own = load_one(directory, language);
	if (!texts->all)
		texts->all = own;
	else if (own)
		json_object_update(texts->all, own);
	if (own && own != texts->all)
		json_decref(own);
	if (!texts->all) {
		free(texts);
		return -ENOENT;
	}
	*made = texts;
	return 0;
}

void texts_free(struct texts *texts)
{
	if (!texts)
		return;
	json_decref(texts->all);
	free(texts);
}

static const char *find(const struct texts *texts, const char *key)
{
	return json_string_value(json_object_get(texts->all, key));
}

/* ---- sentences ---- */

static const char *value_of(struct text name, const char *const *values)
{
	for (; values[0] && values[1]; values += 2)
		if (text_is(name, values[0]))
			return values[1];
	return NULL;
}

static void add_part(struct line *line, const char *from, size_t length)
{
	char part[LINE_SIZE];

	if (length >= sizeof part)
		length = sizeof part - 1;
	memcpy(part, from, length);
	part[length] = '\0';
	line_add(line, part);
}

struct line texts_fill(const struct texts *texts, const char *const *key_and_values)
{
	const char *text = find(texts, key_and_values[0]), *open;
	struct line line = {""};

	if (!text)
		return line_of(key_and_values[0]);
	while ((open = strchr(text, '{')) != NULL) {
		size_t length = strcspn(open, "}");
		const char *value =
			value_of((struct text){open + 1, length - 1}, key_and_values + 1);

		add_part(&line, text, (size_t)(open - text));
		if (value)
			line_add(&line, value);
		else
			add_part(&line, open, length + 1);
		text = open + length + (open[length] != '\0');
	}
	line_add(&line, text);
	return line;
}

static struct line say_of(const struct texts *texts, const char *group, const char *what)
{
	char key[TEXT_KEY_SIZE];

	snprintf(key, sizeof key, "%s.%s", group, what);
	return texts_say(texts, key);
}

struct line texts_side(const struct texts *texts, const char *side)
{
	return say_of(texts, "side", side);
}

struct line texts_rank(const struct texts *texts, char code)
{
	const char name[] = {code, '\0'};

	return say_of(texts, "rank", code == '?' ? "hidden" : name);
}

struct line texts_card(const struct texts *texts, const char *card)
{
	return say_of(texts, "card", card);
}

struct line texts_edition(const struct texts *texts, const char *edition)
{
	return say_of(texts, "edition", edition);
}

/* Some terms have a text for each of their values, others one for all. */
static struct line term(const struct texts *texts, const char *said)
{
	struct text rest = {said, strlen(said)};
	struct text first = text_take_word(&rest), value = rest;
	struct text second = text_take_word(&rest);
	char key[TEXT_KEY_SIZE];

	snprintf(key, sizeof key, "term.%.*s.%.*s", (int)first.length, first.at, (int)second.length,
		 second.at);
	if (find(texts, key))
		return texts_say(texts, key, "value", rest.length > 0 ? rest.at : "");
	snprintf(key, sizeof key, "term.%.*s", (int)first.length, first.at);
	return texts_say(texts, key, "value", value.length > 0 ? value.at : "");
}

struct line texts_terms(const struct texts *texts, const json_t *terms)
{
	struct line all = {""};

	for (size_t i = 0; i < json_array_size(terms); i++) {
		const char *said = json_string_value(json_array_get(terms, i));

		line_add(&all, ", ");
		line_add(&all, term(texts, said ? said : "").text);
	}
	return all;
}

struct line texts_list(const struct texts *texts, const json_t *words)
{
	size_t count = json_array_size(words);
	struct line first = {""};
	const char *word;

	for (size_t i = 0; i < count; i++) {
		word = json_string_value(json_array_get(words, i));
		word = word ? word : "";
		if (i + 1 == count && count > 1)
			return texts_say(texts, "guide.and", "first", first.text, "last", word);
		line_add(&first, i > 0 ? ", " : "");
		line_add(&first, word);
	}
	return first;
}

struct line texts_letter(const struct texts *texts, const char *side)
{
	struct line name = texts_side(texts, side);
	size_t length = 1;

	while (name.text[0] && !begins_sign(name.text[length]))
		length++;
	name.text[length] = '\0';
	return name;
}

/* ---- refusals ---- */

/* "a1, b1, …" */
static struct line some_squares(const json_t *squares, bool more)
{
	struct line list = {""};
	size_t i;
	json_t *name;

	json_array_foreach(squares, i, name)
	{
		line_add(&list, i > 0 ? ", " : "");
		line_add(&list, json_is_string(name) ? json_string_value(name) : "");
	}
	line_add(&list, more ? ", …" : "");
	return list;
}

/* A list that is cut short ends the sentence as well. */
static void add_squares(struct line *all, const struct texts *texts, const char *key,
			const json_t *squares, bool more)
{
	struct line list = some_squares(squares, more);
	struct line sentence = texts_say(texts, key, "squares", list.text);
	char *end = strstr(sentence.text, "….");

	if (json_array_size(squares) == 0)
		return;
	if (end)
		end[strlen("…")] = '\0';
	line_add(all, " ");
	line_add(all, sentence.text);
}

/* Of missing and extra squares only some are named: the longer list is cut short. */
static void add_places(struct line *all, const struct texts *texts, const json_t *why)
{
	const json_t *missing = json_object_get(why, "missing");
	const json_t *extra = json_object_get(why, "extra");
	size_t lost = json_array_size(missing), found = json_array_size(extra);
	bool more = json_is_true(json_object_get(why, "more"));

	add_squares(all, texts, "setup.missing", missing, more && lost >= found);
	add_squares(all, texts, "setup.extra", extra, more && found >= lost);
}

static void format_number(const json_t *why, const char *key, char text[24])
{
	snprintf(text, 24, "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(why, key)));
}

static const char *text_in(const json_t *why, const char *key)
{
	const char *text = json_string_value(json_object_get(why, key));

	return text ? text : "";
}

struct line texts_why(const struct texts *texts, const json_t *why)
{
	char key[TEXT_KEY_SIZE], count[24], total[24];
	struct line line;

	snprintf(key, sizeof key, "why.%s", text_in(why, "code"));
	if (!find(texts, key)) /* a newer board may have more */
		return texts_say(texts, "why.unknown");
	format_number(why, "count", count);
	format_number(why, "total", total);
	line = texts_say(texts, key, "count", count, "total", total, "detail",
			 text_in(why, "detail"), "form", text_in(why, "form"));
	add_places(&line, texts, why);
	return line;
}
