/* Which games can be proposed on this board, and what people may choose of each. */
#include "daemon/config/config.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "rules/edition.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Of all rules those that players choose by taste; the others are the edition's and the club's. */
static const char *const asked[] = {"memory-aid", "disclosure", "training", "bluff"};

static const char *const clocks[] = {
	"none",		 "move 30",	    "move 60",	"fischer 5+3", "fischer 10+5",
	"fischer 20+10", "bronstein 10+10", "total 20", "total 40"};

static bool is_asked(const struct edition *edition, const char *name)
{
	if (strcmp(name, "bluff") == 0 && !edition->cards)
		return false;
	for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++)
		if (strcmp(asked[i], name) == 0)
			return true;
	return false;
}

static json_t *option_json(const char *name, const char *value)
{
	return json_pack("{s:s,s:s,s:o}", "name", name, "value", value, "values", json_array());
}

/* What is configured, unless it is none of these, comes first: it need not be said. */
static json_t *clock_json(const struct clock_options *clock)
{
	json_t *json = option_json("clock", clock->kind == CLOCK_NONE ? "none" : "");
	json_t *values = json_object_get(json, "values");

	if (clock->kind != CLOCK_NONE)
		json_array_append_new(values, json_string(""));
	for (unsigned i = 0; i < sizeof clocks / sizeof *clocks; i++)
		json_array_append_new(values, json_string(clocks[i]));
	return json;
}

static json_t *options_json(const struct edition *edition, const struct referee_options *options)
{
	json_t *list = json_array();
	const char *name, *value;

	json_array_append_new(list, clock_json(&options->clock));
	for (unsigned i = 0; options_get(&options->rules, i, &name, &value); i++) {
		json_t *option;

		if (!is_asked(edition, name))
			continue;
		option = option_json(name, value);
		for (const char *const *each = options_values(i); *each; each++)
			json_array_append_new(json_object_get(option, "values"),
					      json_string(*each));
		json_array_append_new(list, option);
	}
	return list;
}

json_t *session_editions_json(const struct session *session)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < EDITION_COUNT; i++) {
		struct referee_options options;
		struct refusal unused;

		if (!session_has_room(session, i, &unused))
			continue;
		config_options_of(session->config, i, &options);
		json_array_append_new(list, json_pack("{s:s,s:o}", "id", editions[i].id, "options",
						      options_json(&editions[i], &options)));
	}
	return list;
}
