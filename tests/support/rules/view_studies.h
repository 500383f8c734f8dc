/*
 * Studies of what audiences are shown, under each disclosure and with and without the memory aid:
 * for the tests of views, each of which includes this once.
 */
#ifndef TESTS_SUPPORT_RULES_VIEW_STUDIES_H
#define TESTS_SUPPORT_RULES_VIEW_STUDIES_H

#include "tests/support/rules/studies.h"

static inline struct report_view told(enum audience audience)
{
	struct report_view view;

	report_view_make(&view, &game.reader.report, audience);
	return view;
}

/* the four settings of a game */
enum { OPEN, OPEN_AID, OUTCOME, OUTCOME_AID, SETTINGS };
static const char *const options[SETTINGS] = {
	[OPEN] = "",
	[OPEN_AID] = "option memory-aid on\n",
	[OUTCOME] = "option disclosure outcome\n",
	[OUTCOME_AID] = "option disclosure outcome\noption memory-aid on\n",
};

static inline void play_set(unsigned setting, const char *red, const char *blue,
			    const char *actions)
{
	snprintf(message, sizeof message, "%s%s", options[setting], actions);
	PLAY(.edition = "battle-cards", .options = options[setting], .red = red, .blue = blue,
	     .decks = "deck red mock-attack,attack+3,swap,boat\ndeck blue "
		      "defence+1,jump,feint,armour\n",
	     .actions = actions);
	TEST_ASSERT_EQUAL_MESSAGE(RULE_OK, game.rule, message);
}

static inline void compare_views(const struct game *a, const struct game *b, enum audience audience)
{
	struct view one, other;

	view_make(&one, a, audience);
	view_make(&other, b, audience);
	TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&one, &other, sizeof one, message);
}

static inline void compare_told(const struct report *a, const struct report *b,
				enum audience audience)
{
	struct report_view one, other;

	report_view_make(&one, a, audience);
	report_view_make(&other, b, audience);
	TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&one, &other, sizeof one, message);
}

#endif
