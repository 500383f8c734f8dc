/* Collects from public events what views need: the guides that still hold, and the moves so far. */
#include "daemon/views/board_status.h"

#include "rules/fact.h"
#include "rules/square.h"
#include "rules/text.h"

#include <string.h>

enum { MOVES_SHOWN = 1000, MOVES_CUT = 1000 }; /* at least so many; fewer than both together */

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

/* Guides that are told at the same time belong together and replace the earlier ones. */
static void note_guide(struct board_status *status, const struct output *output)
{
	if (status->guide_count > 0 && status->guides[0].t_us != output->t_us)
		status->guide_count = 0;
	if (status->guide_count < BOARD_STATUS_GUIDES)
		status->guides[status->guide_count++] = *output;
}

void board_status_note(struct board_status *status, const struct output *output)
{
	switch ((enum event)output->event) {
	case EVENT_GUIDE:
		note_guide(status, output);
		break;
	case EVENT_BOARD_OK:
	case EVENT_MOVE:
	case EVENT_TAKEN_BACK:
	case EVENT_SWAP:
	case EVENT_BATTLE:
	case EVENT_OVER:
		status->guide_count = 0;
		break;
	default:
		break;
	}
}

void board_status_play(struct board_status *status, const struct play_shown *play)
{
	char line[FACT_SIZE];

	play_shown_format(play, line);
	json_array_append_new(status->moves, json_string(line));
}

void board_status_take_back(struct board_status *status)
{
	if (board_status_moves(status) > 0)
		json_array_remove(status->moves, board_status_moves(status) - 1);
}

void board_status_correct(struct board_status *status)
{
	json_array_append_new(status->moves, json_string("corrected"));
}

/* cut at round numbers, or the list would shift with every move under those who read it */
json_t *board_status_latest(const struct board_status *status, size_t *before)
{
	size_t count = board_status_moves(status);
	json_t *latest;

	*before = count > MOVES_SHOWN ? (count - MOVES_SHOWN) / MOVES_CUT * MOVES_CUT : 0;
	if (*before == 0)
		return json_incref(status->moves);
	latest = json_array();
	for (size_t i = *before; i < count; i++)
		json_array_append(latest, json_array_get(status->moves, i));
	return latest;
}

/* "a4-a5", "a4xa5" or, in two words, "a4 a5" behind the word swap */
static bool read_squares(struct text word, struct text rest, enum board_id board, uint8_t *from,
			 uint8_t *to)
{
	struct text first = text_take_until(&word, '-');

	if (word.length == 0) {
		word = first;
		first = text_take_until(&word, 'x');
	}
	if (word.length == 0)
		word = text_take_word(&rest);
	return sq_parse(board, first.at, first.length, from) &&
	       sq_parse(board, word.at, word.length, to);
}

bool board_status_last(const struct board_status *status, enum board_id board, uint8_t *from,
		       uint8_t *to)
{
	size_t count = board_status_moves(status);
	const char *line =
		count == 0 ? "" : json_string_value(json_array_get(status->moves, count - 1));
	struct text rest = {line, strlen(line)}, word;

	while ((word = text_take_word(&rest)).length > 0)
		if (read_squares(word, rest, board, from, to))
			return true;
	return false;
}

size_t board_status_moves(const struct board_status *status)
{
	return json_array_size(status->moves);
}
