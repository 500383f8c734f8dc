/*
 * Reads the preparation of a recorded game: options, set-ups, decks, tags. Its actions are skipped,
 * except for the cards that a recording hides.
 */
#include "daemon/cli/judge/game_start.h"

#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/lines.h"
#include "rules/game.h"
#include "rules/square.h"
#include "rules/text.h"

#include <string.h>

static void keep(struct game_start *start, const struct record_reader *reader,
		 const struct game *prepared)
{
	start->game = *prepared;
	start->is_study = reader->is_study;
	start->to_move = reader->is_study ? reader->to_move : SIDE_RED;
}

/* from the line on that has just been read */
static void note_hidden(struct hidden_cards *hidden, struct lines *lines)
{
	do
		hidden_cards_note(hidden, (struct text){lines->text, lines->length});
	while (lines_next(lines) && !record_begins_game(lines->text, lines->length));
}

/* The game is kept as it was before the line that began the play. */
static enum record_event read_lines(struct game_start *start, struct lines *lines,
				    struct record_reader *reader)
{
	struct game prepared = {0};

	while (lines_next(lines)) {
		enum record_event event;

		if (reader->in_game && record_begins_game(lines->text, lines->length))
			break;
		prepared = reader->game;
		event = record_read(reader, lines->text, lines->length);
		if (event == RECORD_MALFORMED)
			return event;
		if (event == RECORD_TAG && start->tag_count < GAME_START_TAGS)
			start->tags[start->tag_count++] = reader->tag;
		if (reader->started) {
			keep(start, reader, &prepared);
			note_hidden(&start->hidden, lines);
			return RECORD_NOTHING;
		}
	}
	prepared = reader->game;
	keep(start, reader, &prepared);
	return record_finish(reader);
}

int game_start_read(struct game_start *start, const char *path)
{
	struct record_reader reader;
	struct lines lines;
	enum record_event event;
	int error = lines_open(&lines, path);

	if (error) {
		fprintf(stderr, "%s: cannot be opened: %s\n", path, strerror(-error));
		return EXIT_MALFORMED;
	}
	memset(start, 0, sizeof *start);
	record_reader_init(&reader);
	event = read_lines(start, &lines, &reader);
	if (event == RECORD_MALFORMED)
		lines_complain(&lines, reader.reason);
	lines_close(&lines);
	return event == RECORD_MALFORMED ? EXIT_MALFORMED : EXIT_FINE;
}
