/* Takes proposals apart, and makes of them what people are shown. */
#include "daemon/match/proposal.h"

#include "rules/text.h"

#include <stdio.h>
#include <string.h>

/* ---- values ---- */

/* As in an address: %XX is a byte. */
static bool decode(struct text from, char *to, size_t room)
{
	size_t length = 0;

	for (size_t i = 0; i < from.length; i++, length++) {
		uint8_t byte = (uint8_t)from.at[i], digits;

		if (byte == '%' &&
		    (i + 2 >= from.length ||
		     !text_hex((struct text){from.at + i + 1, 2}, 1, &byte, &digits)))
			return false;
		if (from.at[i] == '%')
			i += 2;
		if (length + 1 >= room || byte == '\0')
			return false;
		to[length] = (char)byte;
	}
	to[length] = '\0';
	return text_is_visible((struct text){to, length});
}

static bool read_name(struct text value, char name[80])
{
	return decode(value, name, 80);
}

static bool add_option(struct proposed *proposed, struct text name, struct text value)
{
	char plain[80], line[REFEREE_WORD_SIZE];

	if (name.length == 0 || !decode(value, plain, sizeof plain))
		return false;
	snprintf(line, sizeof line, "%.*s %s", (int)name.length, name.at, plain);
	return json_array_append_new(proposed->options, json_string(line)) == 0;
}

static bool read_item(struct proposed *proposed, struct text item)
{
	struct text value = item;
	struct text name = text_take_until(&value, '=');

	if (name.length == item.length)
		return false;
	if (text_is(name, "red"))
		return read_name(value, proposed->names[SIDE_RED]);
	if (text_is(name, "blue"))
		return read_name(value, proposed->names[SIDE_BLUE]);
	return add_option(proposed, name, value);
}

/* ---- the whole ---- */

static bool read_colours(struct text word, uint8_t *colours)
{
	static const char *const names[] = {
		[COLOURS_KEPT] = "keep", [COLOURS_EXCHANGED] = "swap", [COLOURS_BY_LOT] = "lot"};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (text_is(word, names[i])) {
			*colours = (uint8_t)i;
			return true;
		}
	return false;
}

static bool read_continued(struct text rest, struct proposed *proposed)
{
	uint64_t number;

	if (!text_number(rest, INT64_MAX, &number) || number == 0)
		return false;
	proposed->continues = (int64_t)number;
	return true;
}

static bool read_all(struct text rest, struct proposed *proposed)
{
	struct text first = text_take_word(&rest);

	if (text_is(first, "continue"))
		return read_continued(rest, proposed);
	if (first.length == 0 || first.length >= sizeof proposed->edition ||
	    !read_colours(text_take_word(&rest), &proposed->colours))
		return false;
	proposed->is_same = text_is(first, "same");
	snprintf(proposed->edition, sizeof proposed->edition, "%.*s", (int)first.length, first.at);
	while (rest.length > 0)
		if (!read_item(proposed, text_take_word(&rest)))
			return false;
	/* the same game has the same rules */
	return !proposed->is_same || json_array_size(proposed->options) == 0;
}

bool proposal_read(const char *text, struct proposed *proposed)
{
	memset(proposed, 0, sizeof *proposed);
	proposed->options = json_array();
	if (proposed->options && read_all((struct text){text, strlen(text)}, proposed))
		return true;
	proposal_free(proposed);
	return false;
}

void proposal_free(struct proposed *proposed)
{
	json_decref(proposed->options);
	memset(proposed, 0, sizeof *proposed);
}

/* ---- what is shown ---- */

static void add_term(json_t *terms, const char *first, const char *rest)
{
	char term[REFEREE_WORD_SIZE + 16];

	snprintf(term, sizeof term, "%s%s%s", first, rest[0] ? " " : "", rest);
	json_array_append_new(terms, json_string(term));
}

/* as they will sit, if that is known */
static void add_names(json_t *terms, const struct proposed *proposed)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = proposed->colours == COLOURS_EXCHANGED ? side_other((enum side)i)
									: (enum side)i;

		if (proposed->names[i][0])
			add_term(terms,
				 proposed->colours == COLOURS_BY_LOT ? "player" : side_name(side),
				 proposed->names[i]);
	}
}

static json_t *terms_of(const struct proposed *proposed, bool sets_aside)
{
	json_t *terms = json_array();
	char number[24];

	if (proposed->continues > 0) {
		snprintf(number, sizeof number, "%lld", (long long)proposed->continues);
		add_term(terms, "continue", number);
	}
	if (proposed->is_same)
		add_term(terms, "same", "");
	if (proposed->colours != COLOURS_KEPT)
		add_term(terms, proposed->colours == COLOURS_EXCHANGED ? "swap" : "lot", "");
	json_array_extend(terms, proposed->options);
	add_names(terms, proposed);
	if (sets_aside)
		add_term(terms, "aside", "");
	return terms;
}

json_t *proposal_json(const struct proposal *proposal, const char *edition, bool sets_aside)
{
	struct proposed proposed;
	json_t *json;

	if (!proposal->is_open || !proposal_read(proposal->text, &proposed))
		return NULL;
	json = json_pack(
		"{s:I,s:o,s:{s:b,s:b},s:s,s:o}", "number", (json_int_t)proposal->number, "side",
		proposal->by < SIDE_COUNT ? json_string(side_name((enum side)proposal->by))
					  : json_null(),
		"agreed", "red", proposal->agreed[SIDE_RED], "blue", proposal->agreed[SIDE_BLUE],
		"edition", proposed.is_same || proposed.continues > 0 ? edition : proposed.edition,
		"terms", terms_of(&proposed, sets_aside));
	proposal_free(&proposed);
	return json;
}
