/* A line between a simulated board and a link. */
#include "tests/support/drivers/serial_line.h"

#include <stdio.h>
#include <string.h>

enum { STEP_US = 10000, CHUNK = 4096 };

/* ---- the daemon ---- */

static void note_tag(struct serial_tags *tags, const struct reading *reading)
{
	unsigned i = 0;

	while (i < tags->count && (tags->list[i].length != reading->tag_length ||
				   memcmp(tags->list[i].bytes, reading->tag, reading->tag_length)))
		i++;
	if (reading->closed && i == tags->count && i < SERIAL_TAGS_A_SQUARE) {
		tags->list[i].length = reading->tag_length;
		memcpy(tags->list[i].bytes, reading->tag, reading->tag_length);
		tags->count++;
	} else if (!reading->closed && i < tags->count) {
		tags->count--;
		memmove(&tags->list[i], &tags->list[i + 1], (tags->count - i) * sizeof *tags->list);
	}
}

static void hear_reading(void *owner, const struct reading *reading)
{
	struct serial_line *line = owner;

	if (reading->kind == READING_FRAME) {
		line->frames++;
		line->closed = reading->frame;
	} else if (reading->kind == READING_CONTACT) {
		line->contacts++;
		if (reading->closed)
			bits_add(&line->closed, reading->sq);
		else
			bits_drop(&line->closed, reading->sq);
	} else {
		line->tags++;
		note_tag(&line->seen[reading->sq], reading);
	}
}

static void hear_trouble(void *owner, const char *sentence, bool silent)
{
	struct serial_line *line = owner;

	line->is_silent = silent;

	snprintf(line->troubles[line->trouble_count++ % LINE_TROUBLES], SERIAL_SENTENCE, "%s",
		 sentence ? sentence : "");
}

const char *line_trouble(const struct serial_line *line)
{
	return line->trouble_count == 0 ? ""
					: line->troubles[(line->trouble_count - 1) % LINE_TROUBLES];
}

static bool tags_agree(const struct serial_tags *told, const struct serial_board_tags *there)
{
	if (told->count != there->count)
		return false;
	for (unsigned i = 0; i < told->count; i++)
		if (told->list[i].length != there->list[i].length ||
		    memcmp(told->list[i].bytes, there->list[i].bytes, told->list[i].length) != 0)
			return false;
	return true;
}

bool line_is_true(const struct serial_line *line)
{
	const struct serial_board *board = &line->board;

	for (unsigned n = 0; n < (unsigned)board->hello.columns * board->hello.rows; n++) {
		unsigned sq = sq_at(n % board->hello.columns, n / board->hello.columns);
		bool closed = board->closed[n / 8] >> n % 8 & 1;

		if (board->hello.sensors & SERIAL_REEDS && bits_has(line->closed, sq) != closed)
			return false;
		if (!tags_agree(&line->seen[sq], &board->tags[n]))
			return false;
	}
	return line->frames > 0;
}

/* ---- the line ---- */

static unsigned roll(struct serial_line *line, unsigned sides)
{
	line->chance = line->chance * UINT32_C(1664525) + UINT32_C(1013904223);
	return (line->chance >> 8) % sides;
}

static size_t damage(const struct line_fault *fault, uint8_t byte, uint8_t out[2])
{
	out[0] = out[1] = byte;
	if (fault->kind == LINE_CHANGES)
		out[0] = (uint8_t)(fault->becomes >= 0 ? fault->becomes : byte ^ fault->by);
	return fault->kind == LINE_LOSES ? 0 : fault->kind == LINE_DOUBLES ? 2 : 1;
}

/* what is left of one byte on its way */
static size_t carry(struct serial_line *line, bool to_host, uint8_t byte, uint8_t out[2])
{
	uint64_t *count = to_host ? &line->to_host : &line->to_board;
	uint64_t at = (*count)++;
	struct line_fault noise = {.becomes = -1};

	if (line->is_cut || (line->is_deaf && !to_host))
		return 0;
	if (line->noise > 0 && roll(line, 1000) < line->noise) {
		noise.kind = (enum line_kind)(LINE_LOSES + roll(line, 3));
		noise.by = (uint8_t)(1 + roll(line, 255));
		return damage(&noise, byte, out);
	}
	if (line->fault.kind != LINE_IS_GOOD && line->fault.to_host == to_host &&
	    line->fault.at == at)
		return damage(&line->fault, byte, out);
	out[0] = byte;
	return 1;
}

void line_inject(struct serial_line *line, const uint8_t *bytes, size_t count)
{
	serial_link_hear(&line->link, bytes, count, line->now_us);
	serial_link_tick(&line->link, line->now_us);
}

static void carry_to_host(struct serial_line *line)
{
	uint8_t bytes[CHUNK], out[2];
	size_t count;

	while ((count = serial_board_take(&line->board, bytes, sizeof bytes)) > 0)
		for (size_t i = 0; i < count; i++)
			serial_link_hear(&line->link, out, carry(line, true, bytes[i], out),
					 line->now_us);
}

static void carry_to_board(struct serial_line *line)
{
	uint8_t bytes[SERIAL_OUT], out[2];
	size_t count = line->link.out_count;

	memcpy(bytes, line->link.out, count);
	serial_link_sent(&line->link, count);
	if (line->echoes)
		serial_link_hear(&line->link, bytes, count, line->now_us);
	for (size_t i = 0; i < count && !line->echoes; i++)
		serial_board_hear(&line->board, out, carry(line, false, bytes[i], out),
				  line->now_us);
}

bool line_run(struct serial_line *line, unsigned ms)
{
	uint64_t until_us = line->now_us + ms * UINT64_C(1000);

	do {
		serial_board_tick(&line->board, line->now_us);
		carry_to_host(line);
		serial_link_tick(&line->link, line->now_us);
		carry_to_board(line);
		serial_link_tick(&line->link, line->now_us);
		if (serial_link_deadline(&line->link) <= line->now_us)
			return false;
		if (line->now_us < until_us)
			line->now_us += STEP_US;
	} while (line->now_us < until_us);
	return true;
}

void line_init(struct serial_line *line, enum board_id squares, uint8_t sensors, unsigned scan_hz)
{
	const struct board_listener listener = {
		.owner = line, .reading = hear_reading, .trouble = hear_trouble};

	memset(line, 0, sizeof *line);
	line->now_us = 5000000;
	line->fault.becomes = -1;
	line->chance = 1;
	serial_board_init(&line->board, boards[squares].columns, boards[squares].rows, sensors);
	serial_link_init(&line->link, squares, 0, 115200, scan_hz, &listener);
}

void line_start(struct serial_line *line)
{
	serial_board_start(&line->board, SERIAL_BY_POWER, line->now_us);
	serial_link_open(&line->link, "/dev/ttyACM0", false, line->now_us);
}
