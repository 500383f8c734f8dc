/* What stands. */
#include "daemon/standing.h"

#include "rules/text.h"

#include <stdio.h>
#include <string.h>

void standing_init(struct standing *standing)
{
	memset(standing, 0, sizeof *standing);
	standing->moves = json_array();
}

void standing_finish(struct standing *standing)
{
	json_decref(standing->moves);
	standing->moves = NULL;
}

/* Guides that are told at one moment belong together and replace those of before. */
static void note_guide(struct standing *standing, const struct output *output)
{
	if (standing->guide_count > 0 && standing->guides[0].t_us != output->t_us)
		standing->guide_count = 0;
	if (standing->guide_count < STANDING_GUIDES)
		standing->guides[standing->guide_count++] = *output;
}

static void forget(struct standing *standing)
{
	standing->guide_count = 0;
	standing->asked[SIDE_RED] = standing->asked[SIDE_BLUE] = false;
}

void standing_note(struct standing *standing, const struct output *output)
{
	switch ((enum event)output->event) {
	case EVENT_GUIDE:
		note_guide(standing, output);
		break;
	case EVENT_BOARD_OK:
		standing->guide_count = 0;
		break;
	case EVENT_ASK:
		standing->asked[output->side] = true;
		standing->questions[output->side] = *output;
		break;
	case EVENT_ASK_CLOSED:
		standing->asked[output->side] = false;
		break;
	case EVENT_CLOCK:
		standing->has_clock = true;
		standing->clock = *output;
		break;
	case EVENT_MOVE:
	case EVENT_SWAP:
	case EVENT_BATTLE:
		standing->guide_count = 0;
		break;
	case EVENT_OVER:
		forget(standing);
		break;
	default:
		break;
	}
}

/* what everyone saw of an action: no ranks, and no card that went back under the pile */
static void note_move(struct standing *standing, struct text rest)
{
	struct text colour = text_take_word(&rest), behind = rest;
	struct text action = text_trim(text_take_until(&behind, '='));
	struct text first = action;
	struct text outcome = text_trim(behind);
	char line[128];

	(void)colour;
	first = text_take_word(&action);
	if (text_is(first, "exchange") || text_is(first, "mulligan"))
		action.length = 0;
	outcome = text_take_word(&outcome);
	snprintf(line, sizeof line, "%.*s%s%.*s%s%.*s", (int)first.length, first.at,
		 action.length ? " " : "", (int)action.length, action.at, outcome.length ? " " : "",
		 (int)outcome.length, outcome.at);
	json_array_append_new(standing->moves, json_string(line));
}

void standing_fact(struct standing *standing, const char *fact)
{
	struct text rest = {fact, strlen(fact)}, word = text_take_word(&rest);

	if (text_is(word, "play"))
		note_move(standing, rest);
	else if (text_is(word, "takeback") && json_array_size(standing->moves) > 0)
		json_array_remove(standing->moves, json_array_size(standing->moves) - 1);
	else if (text_is(word, "reposition"))
		json_array_append_new(standing->moves, json_string("corrected"));
}
