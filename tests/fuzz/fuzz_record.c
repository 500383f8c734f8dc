/*
 * Hostile records. Any bytes are read as the command reads a file of records, and whatever is made
 * of them, some things hold: a reason is text and ends, pieces only leave, and an action that was
 * played can be written down and read again.
 */
#include "daemon/cli/base/lines.h"
#include "rules/perft.h"
#include "rules/record.h"
#include "tests/fuzz/expect.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* perft is worth its time only where there is little to count */
enum { FEW_PIECES = 5 };

static unsigned pieces(const struct game *game)
{
	return bits_count(public_occupied(&game->position.open));
}

static void expect_reason(const struct record_reader *reader)
{
	const char *end = memchr(reader->reason, '\0', sizeof reader->reason);

	expect(end && end > reader->reason, "a malformed line has a reason, and the reason an end");
	expect(text_is_clean((struct text){reader->reason, (size_t)(end - reader->reason)}),
	       "a reason is text");
}

static bool parse(const struct record_reader *reader, const char *words, struct action *action)
{
	char reason[RECORD_REASON_SIZE];
	struct out out = out_init(reason, sizeof reason);

	return record_parse_action(reader->game.position.open.board, reader->report.side,
				   (struct text){words, strlen(words)}, action, &out);
}

static void expect_played(const struct record_reader *reader, unsigned pieces_before)
{
	char words[RECORD_ACTION_SIZE];
	struct action action, again;
	unsigned lost = pieces_before - pieces(&reader->game);
	unsigned expected = reader->report.outcome == OUTCOME_BOTH ? 2 : 1;

	if (!reader->report.attack || reader->report.outcome == OUTCOME_NONE)
		expected = 0;
	expect(lost == expected, "as many pieces leave as the outcome says");
	expect(reader->stopped || reader->next_ply == reader->game.plies + UINT64_C(1),
	       "plies are numbered as they are played");
	expect(memchr(reader->action_text, '\0', sizeof reader->action_text),
	       "an action's text ends");
	if (!reader->report.legal)
		return;
	expect(parse(reader, reader->action_text, &action), "the text of a played action is one");
	record_format_action(&action, words);
	expect(parse(reader, words, &again) && memcmp(&action, &again, sizeof action) == 0,
	       "a played action that is written is read as itself");
}

static void expect_views(const struct game *game)
{
	struct view view;

	for (unsigned audience = 0; audience < AUDIENCE_COUNT; audience++) {
		view_make(&view, game, (enum audience)audience);
		expect(audience != AUDIENCE_ARBITER || !memchr(view.code, '?', SQ_COUNT),
		       "the arbiter knows all");
		for (unsigned sq = 0; audience == AUDIENCE_PUBLIC && sq < SQ_COUNT; sq++)
			expect(piece_parse(view.code[sq]) == PIECE_NONE,
			       "the public knows no rank");
	}
}

static void expect_complete(const struct record_reader *reader)
{
	const struct game *game = &reader->game;

	record_result_agrees(reader);
	if (reader->stopped)
		return;
	expect_views(game);
	if (game_is_over(game))
		expect(perft(game, 1) == 0, "when it is over nothing can be played");
	else
		expect(perft(game, 1) > 0, "as long as it goes on something can be played");
	if (pieces(game) <= FEW_PIECES)
		perft(game, 2);
}

/* what the command does with an event; false if it would stop reading */
static bool hear(const struct record_reader *reader, enum record_event event,
		 unsigned pieces_before)
{
	if (event == RECORD_MALFORMED)
		expect_reason(reader);
	if (event == RECORD_PLAYED)
		expect_played(reader, pieces_before);
	return event != RECORD_MALFORMED;
}

static bool finish_game(struct record_reader *reader)
{
	bool goes_on = hear(reader, record_finish(reader), 0);

	if (goes_on)
		expect_complete(reader);
	return goes_on;
}

static bool read_line(struct record_reader *reader, const char *line, size_t length)
{
	unsigned pieces_before;

	if (reader->in_game && record_begins_game(line, length) && !finish_game(reader))
		return false;
	pieces_before = pieces(&reader->game);
	return hear(reader, record_read(reader, line, length), pieces_before);
}

/*
 * Lines as lines_next() cuts them. Each is laid against the end of a buffer of its own, so that
 * reading past the end of a line is seen even where the file goes on.
 */
static bool read_all(struct record_reader *reader, const uint8_t *data, size_t size)
{
	static char *buffer;
	bool goes_on = true;

	if (!buffer)
		buffer = malloc(LINE_BUFFER);
	while (goes_on && size > 0) {
		const uint8_t *newline = memchr(data, '\n', size);
		size_t length = newline ? (size_t)(newline - data) : size;
		size_t kept = length < LINE_BUFFER ? length : LINE_BUFFER;

		memcpy(buffer + LINE_BUFFER - kept, data, kept);
		goes_on = read_line(reader, buffer + LINE_BUFFER - kept, kept);
		length += newline != NULL;
		data += length;
		size -= length;
	}
	return goes_on;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct record_reader reader;

	record_reader_init(&reader);
	if (read_all(&reader, data, size))
		finish_game(&reader);
	return 0;
}
