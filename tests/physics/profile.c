/* The kinds of people. */
#include "tests/physics/profile.h"

#include "tests/physics/dice.h"

#include <stddef.h>
#include <string.h>

const char *const attack_style_names[ATTACK_STYLES] = {
	"side",	   "push", "top",     "lift-own", "lift-enemy", "shown",
	"replace", "back", "awaited", "leant",	  "taken",
};

/* clang-format off */
#define STYLES                                                                                     \
	.style = {                                                                                 \
		[ATTACK_SIDE] = 0.30,	  [ATTACK_PUSH] = 0.08,	      [ATTACK_TOP] = 0.12,         \
		[ATTACK_LIFT_OWN] = 0.16, [ATTACK_LIFT_ENEMY] = 0.08, [ATTACK_SHOWN] = 0.10,       \
		[ATTACK_REPLACE] = 0.10,  [ATTACK_BACK] = 0.06,                                    \
	}
/* clang-format on */

const struct profile profiles[PROFILES] = {
	{
		.name = "careful",
		.pace = 1.25,
		.scatter_mm = 1.5,
		.tremor_mm = 0.15,
		.lean_deg = 4,
		.lift_s = {0.25, 0.40},
		.height_mm = {35, 70},
		.low = 0.01,
		.low_mm = {6, 12},
		.slide = 0.10,
		.slide_mm_s = {220, 380},
		.nudge = 0.003,
		.nudge_mm = {0.5, 3},
		.ponder_s = 3.0,
		.hold = 0.10,
		.second = 0.010,
		.straighten = 0.03,
		.quick = 0.02,
		.eager = 0.02,
		.detour = 0.10,
		.says_attack = 0.15,
		.done = 0.10,
		.heed_s = 2.0,
		.one_hand = 0.25,
		STYLES,
	},
	{
		.name = "ordinary",
		.pace = 1.0,
		.scatter_mm = 2.3,
		.tremor_mm = 0.25,
		.lean_deg = 8,
		.lift_s = {0.20, 0.35},
		.height_mm = {20, 60},
		.low = 0.04,
		.low_mm = {4, 12},
		.slide = 0.20,
		.slide_mm_s = {300, 550},
		.nudge = 0.010,
		.nudge_mm = {1, 5},
		.ponder_s = 2.0,
		.hold = 0.10,
		.second = 0.015,
		.straighten = 0.04,
		.quick = 0.08,
		.eager = 0.08,
		.detour = 0.15,
		.says_attack = 0.10,
		.done = 0.10,
		.heed_s = 2.0,
		.one_hand = 0.25,
		STYLES,
	},
	{
		.name = "hasty",
		.pace = 0.65,
		.scatter_mm = 2.8,
		.tremor_mm = 0.3,
		.lean_deg = 12,
		.lift_s = {0.15, 0.22},
		.height_mm = {10, 40},
		.low = 0.08,
		.low_mm = {3, 10},
		.slide = 0.20,
		.slide_mm_s = {450, 900},
		.nudge = 0.025,
		.nudge_mm = {1, 7},
		.ponder_s = 0.9,
		.hold = 0.06,
		.second = 0.020,
		.straighten = 0.02,
		.quick = 0.20,
		.eager = 0.20,
		.detour = 0.15,
		.says_attack = 0.10,
		.done = 0.15,
		.heed_s = 1.2,
		.one_hand = 0.25,
		STYLES,
	},
	{
		.name = "sloppy",
		.pace = 0.9,
		.scatter_mm = 3.2,
		.tremor_mm = 0.5,
		.lean_deg = 16,
		.lift_s = {0.15, 0.35},
		.height_mm = {6, 45},
		.low = 0.12,
		.low_mm = {2, 10},
		.slide = 0.30,
		.slide_mm_s = {350, 750},
		.nudge = 0.035,
		.nudge_mm = {1, 8},
		.ponder_s = 1.8,
		.hold = 0.12,
		.second = 0.020,
		.straighten = 0.05,
		.quick = 0.10,
		.eager = 0.12,
		.detour = 0.25,
		.says_attack = 0.08,
		.done = 0.08,
		.heed_s = 3.5,
		.one_hand = 0.25,
		STYLES,
	},
	{.name = "any"},
};

const struct profile *profile_find(const char *name)
{
	for (unsigned i = 0; i < PROFILES; i++)
		if (strcmp(name, profiles[i].name) == 0)
			return &profiles[i];
	return NULL;
}

/* ---- people whose numbers are drawn ---- */

static void draw_range(struct chance *chance, double range[2], double least, double most)
{
	range[0] = dice_between(chance, least, most);
	range[1] = dice_between(chance, range[0], most);
}

/* half of the people do not have the habit at all */
static double habit(struct chance *chance, double most)
{
	return dice_happens(chance, 0.5) ? 0 : dice_between(chance, 0, most);
}

static void draw_hands(struct profile *person, struct chance *chance)
{
	person->pace = dice_between(chance, 0.5, 1.7);
	person->scatter_mm = dice_between(chance, 0.8, 3.2);
	person->tremor_mm = dice_between(chance, 0.05, 0.7);
	person->lean_deg = dice_between(chance, 2, 20);
	draw_range(chance, person->lift_s, 0.12, 0.6);
	draw_range(chance, person->height_mm, 8, 90);
	person->low = habit(chance, 0.3);
	draw_range(chance, person->low_mm, 1, 14);
	person->slide = habit(chance, 0.9);
	draw_range(chance, person->slide_mm_s, 100, 1000);
	person->nudge = habit(chance, 0.06);
	draw_range(chance, person->nudge_mm, 0.5, 6);
}

static void draw_habits(struct profile *person, struct chance *chance)
{
	person->ponder_s = dice_between(chance, 0.4, 6);
	person->hold = habit(chance, 0.4);
	person->second = habit(chance, 0.08);
	person->straighten = habit(chance, 0.15);
	person->quick = habit(chance, 0.5);
	person->eager = habit(chance, 0.5);
	person->detour = habit(chance, 0.6);
	person->says_attack = habit(chance, 0.5);
	person->done = habit(chance, 0.6);
	person->heed_s = dice_between(chance, 0.6, 6);
	person->low_thought = habit(chance, 0.5);
	person->both_hands = habit(chance, 0.5);
}

static void draw_oddities(struct profile *person, struct chance *chance)
{
	person->one_hand = habit(chance, 0.7);
	person->linger = habit(chance, 0.2);
	person->park = habit(chance, 0.15);
	person->consider = habit(chance, 0.2);
	person->fiddle = habit(chance, 0.06);
	person->early = habit(chance, 0.05);
	person->rest = habit(chance, 0.4);
	person->between = habit(chance, 0.08);
	person->astray = habit(chance, 0.04);
	person->sweep = habit(chance, 0.04);
	person->knock = habit(chance, 0.04);
}

struct profile profile_person(const struct profile *kind, struct chance *chance)
{
	struct profile person = *kind;
	double sum = 0;

	if (strcmp(kind->name, "any") != 0)
		return person;
	draw_hands(&person, chance);
	draw_habits(&person, chance);
	draw_oddities(&person, chance);
	for (unsigned i = 0; i < ATTACK_STYLES; i++)
		sum += person.style[i] = dice_between(chance, 0, 1) * dice_between(chance, 0, 1);
	for (unsigned i = 0; i < ATTACK_STYLES; i++)
		person.style[i] /= sum;
	return person;
}
