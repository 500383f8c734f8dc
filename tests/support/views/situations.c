/* Builds each situation from a base and its differences. */
#include "tests/support/views/situations.h"

json_t *situations_load(void)
{
	return json_load_file("tests/prompts/situations.json", 0, NULL);
}

json_t *situation_view(const json_t *all, const json_t *situation)
{
	const char *base = json_string_value(json_object_get(situation, "base"));
	json_t *view = json_copy(json_object_get(json_object_get(all, "bases"), base));

	json_object_update(view, json_object_get(situation, "change"));
	return view;
}
