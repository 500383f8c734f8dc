/* What stands. */
#include "daemon/views/board_status.h"

#include "rules/text.h"

#include <stdio.h>
#include <string.h>

void board_status_init(struct board_status *status)
{
	memset(status, 0, sizeof *status);
	status->moves = json_array();
}

void board_status_finish(struct board_status *status)
{
	json_decref(status->moves);
	status->moves = NULL;
}

/* Guides that are told at one moment belong together and replace those of before. */
static void note_guide(struct board_status *status, const struct output *output)
{
	if (status->guide_count > 0 && status->guides[0].t_us != output->t_us)
		status->guide_count = 0;
	if (status->guide_count < BOARD_STATUS_GUIDES)
		status->guides[status->guide_count++] = *output;
}

static void forget(struct board_status *status)
{
	status->guide_count = 0;
	status->asked[SIDE_RED] = status->asked[SIDE_BLUE] = false;
}

void board_status_note(struct board_status *status, const struct output *output)
{
	switch ((enum event)output->event) {
	case EVENT_GUIDE:
		note_guide(status, output);
		break;
	case EVENT_BOARD_OK:
		status->guide_count = 0;
		break;
	case EVENT_ASK:
		status->asked[output->side] = true;
		status->questions[output->side] = *output;
		break;
	case EVENT_ASK_CLOSED:
		status->asked[output->side] = false;
		break;
	case EVENT_CLOCK:
		status->has_clock = true;
		status->clock = *output;
		break;
	case EVENT_MOVE:
	case EVENT_SWAP:
	case EVENT_BATTLE:
		status->guide_count = 0;
		break;
	case EVENT_OVER:
		forget(status);
		break;
	default:
		break;
	}
}

/* what everyone saw of an action: no ranks, and no card that went back under the pile */
static void note_move(struct board_status *status, struct text rest)
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
	json_array_append_new(status->moves, json_string(line));
}

void board_status_fact(struct board_status *status, const char *fact)
{
	struct text rest = {fact, strlen(fact)}, word = text_take_word(&rest);

	if (text_is(word, "play"))
		note_move(status, rest);
	else if (text_is(word, "takeback") && json_array_size(status->moves) > 0)
		json_array_remove(status->moves, json_array_size(status->moves) - 1);
	else if (text_is(word, "reposition"))
		json_array_append_new(status->moves, json_string("corrected"));
}
