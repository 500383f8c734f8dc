/*
 * Going along with a game by the rules, for the position that a correction leaves, with the cards
 * that are held then, and for the end.
 */
#include "daemon/archive/record_writer_inside.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/position.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"

#include <stdlib.h>

/* false if the rules do not allow it, or come to something else than people were told */
static bool follow_play(struct game *game, const struct fact *fact)
{
	struct report report;
	struct fact again;

	game_play(game, &fact->action, &report);
	fact_of_play(&fact->action, &report, &again);
	return report.legal && fact_equals(fact, &again);
}

/* The beginning of the game, as a reader of its record will have it. */
static bool read_start(struct composing *composing, const char *text, size_t length)
{
	struct record_reader reader;
	struct text rest = {text, length}, line;

	record_reader_init(&reader);
	while (text_take_line(&rest, &line))
		if (record_read(&reader, line.at, line.length) == RECORD_MALFORMED)
			return false;
	if (record_finish(&reader) != RECORD_NOTHING)
		return false;
	composing->start = reader.game;
	return true;
}

bool record_follow_begin(struct composing *composing, enum side to_move)
{
	FILE *to = composing->to;
	size_t length, play_count = composing->play_count;
	char *text = NULL;
	bool good;

	composing->start.position.open.to_move = (uint8_t)to_move;
	composing->to = open_memstream(&text, &length);
	composing->play_count = 0; /* what has been played comes behind it */
	if (composing->to)
		record_part_write(composing);
	good = composing->to && fclose(composing->to) == 0;
	composing->to = to;
	composing->play_count = play_count;
	if (good)
		good = read_start(composing, text, length);
	free(text);
	return good;
}

bool record_follow_part(const struct composing *composing, struct game *game)
{
	*game = composing->start;
	for (size_t i = 0; i < composing->play_count; i++)
		if (!follow_play(game, &composing->game_log->facts[composing->plays[i]]))
			return false;
	return true;
}

void record_follow_correction(struct game *game, const struct fact *fact)
{
	struct position *position = &game->position;

	if (fact->kind == FACT_TURN)
		position->open.to_move = fact->side;
	if (fact->kind != FACT_PLACE)
		return;
	position_remove(position, fact->sq);
	if (fact->side != SIDE_NONE)
		position_put(position, fact->sq, fact->side, fact->piece);
}
