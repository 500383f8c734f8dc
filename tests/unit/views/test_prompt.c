/*
 * Prompts: what is decided in every situation that a view can be in, and that the situations leave
 * out nothing that a prompt can say.
 */
#include "daemon/views/prompt.h"
#include "tests/support/views/situations.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static json_t *all;

void setUp(void)
{
}

void tearDown(void)
{
}

static void expect_equal(const json_t *situation, const json_t *prompt)
{
	const json_t *wanted = json_object_get(situation, "prompt");
	char *is = json_dumps(prompt, JSON_SORT_KEYS), *should = json_dumps(wanted, JSON_SORT_KEYS);

	TEST_ASSERT_EQUAL_STRING_MESSAGE(should, is,
					 json_string_value(json_object_get(situation, "name")));
	free(is);
	free(should);
}

static void test_every_situation_has_its_prompt(void)
{
	const json_t *situations = json_object_get(all, "situations");

	TEST_ASSERT_GREATER_THAN(100, json_array_size(situations));
	for (size_t i = 0; i < json_array_size(situations); i++) {
		const json_t *situation = json_array_get(situations, i);
		json_t *view = situation_view(all, situation), *prompt = prompt_json(view);

		expect_equal(situation, prompt);
		json_decref(prompt);
		json_decref(view);
	}
}

/* ---- coverage ---- */

static bool said[PROMPT_KEYS];

static void note_key(const char *name)
{
	for (unsigned i = 0; i < PROMPT_KEYS; i++)
		if (strcmp(name, prompt_key_name((enum prompt_key)i)) == 0)
			said[i] = true;
}

/* every "key" in it, however deep */
static void note_keys(const json_t *json)
{
	const char *name;
	json_t *value;
	size_t i;

	if (json_is_object(json))
		json_object_foreach((json_t *)json, name, value)
		{
			if (strcmp(name, "key") == 0)
				note_key(json_string_value(value));
			note_keys(value);
		}
	else
		json_array_foreach(json, i, value) note_keys(value);
}

static void test_situations_leave_out_nothing_that_can_be_said(void)
{
	const json_t *situations = json_object_get(all, "situations");

	for (size_t i = 0; i < json_array_size(situations); i++)
		note_keys(json_object_get(json_array_get(situations, i), "prompt"));
	for (unsigned i = 0; i < PROMPT_KEYS; i++)
		TEST_ASSERT_TRUE_MESSAGE(said[i], prompt_key_name((enum prompt_key)i));
}

int main(void)
{
	int status;

	UNITY_BEGIN();
	all = situations_load();
	TEST_ASSERT_NOT_NULL(all);
	RUN_TEST(test_every_situation_has_its_prompt);
	RUN_TEST(test_situations_leave_out_nothing_that_can_be_said);
	status = UNITY_END();
	json_decref(all);
	return status;
}
