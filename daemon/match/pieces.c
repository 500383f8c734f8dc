/*
 * Reads the board's set of pieces, or makes up a set of tags for a virtual table. Tag numbers
 * reveal ranks, so no message here quotes one beside a piece.
 */
#include "daemon/match/pieces.h"

#include "daemon/base/crypto.h"
#include "daemon/table/table.h"
#include "rules/edition.h"
#include "rules/piece.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_MAX = 16384,
	MADE_UP_BYTES = 7, /* the length of most tags' numbers */
	MADE_UP_LINE = sizeof "tag 04112233445566 blue M\n"
};

#define FIRST_LINE "adjutant-pieces 1"

static bool parse(struct text line, struct record_tag *tag)
{
	struct text word = text_take_word(&line), number = text_take_word(&line);
	struct text colour = text_take_word(&line);

	memset(tag, 0, sizeof *tag);
	tag->side = (uint8_t)side_parse(colour.at, colour.length);
	tag->piece = (uint8_t)(line.length == 1 ? piece_parse(line.at[0]) : PIECE_NONE);
	return text_is(word, "tag") && text_hex(number, TAG_MAX, tag->id, &tag->length) &&
	       tag->length > 0 && tag->side != SIDE_NONE && tag->piece != PIECE_NONE;
}

bool pieces_add(struct referee *referee, const char *lines)
{
	struct text rest = {lines, strlen(lines)};
	struct record_tag tag;

	while (rest.length > 0)
		if (!parse(text_take_until(&rest, '\n'), &tag) || !referee_add_tag(referee, &tag))
			return false;
	return true;
}

unsigned pieces_list(const char *lines, struct record_tag set[TABLE_TAGS])
{
	struct text rest = {lines, strlen(lines)};
	unsigned count = 0;

	while (count < TABLE_TAGS && rest.length > 0 &&
	       parse(text_take_until(&rest, '\n'), &set[count]))
		count++;
	return count;
}

/* ---- the file ---- */

/* A file being filtered: the lines that are tags, and the first error. */
struct sifting {
	char *kept; /* where the next line goes */
	struct record_tag tags[TABLE_TAGS];
	unsigned lines[TABLE_TAGS]; /* the line of each tag */
	unsigned count;
	char wrong[80]; /* never names a rank; a number alone tells none */
};

static unsigned line_of(const struct sifting *sifting, const struct record_tag *tag)
{
	for (unsigned i = 0; i < sifting->count; i++)
		if (sifting->tags[i].length == tag->length &&
		    memcmp(sifting->tags[i].id, tag->id, tag->length) == 0)
			return sifting->lines[i];
	return 0;
}

static void format_number(const struct record_tag *tag, char *text)
{
	for (unsigned i = 0; i < tag->length; i++)
		snprintf(text + 2 * i, 3, "%02X", tag->id[i]);
}

static bool has_room(struct sifting *sifting, const struct record_tag *tag)
{
	unsigned before = line_of(sifting, tag);
	char number[2 * TAG_MAX + 1] = "";

	format_number(tag, number);
	if (before > 0)
		snprintf(sifting->wrong, sizeof sifting->wrong, "tag %s is in line %u already",
			 number, before);
	else if (sifting->count == TABLE_TAGS)
		snprintf(sifting->wrong, sizeof sifting->wrong,
			 "tag %s is one more than the %d of two armies", number, TABLE_TAGS);
	return sifting->wrong[0] == '\0';
}

static bool keep_tag(struct sifting *sifting, struct text line, unsigned number)
{
	struct record_tag tag;

	if (!parse(line, &tag)) {
		snprintf(sifting->wrong, sizeof sifting->wrong, "this is not a piece");
		return false;
	}
	if (!has_room(sifting, &tag))
		return false;
	sifting->tags[sifting->count] = tag;
	sifting->lines[sifting->count++] = number;
	memcpy(sifting->kept, line.at, line.length);
	sifting->kept[line.length] = '\n';
	sifting->kept += line.length + 1;
	return true;
}

/* without the line endings of other systems, as `adjutant enrol` reads it too */
static struct text take_line(struct text *rest)
{
	struct text line = text_take_until(rest, '\n');

	if (line.length > 0 && line.at[line.length - 1] == '\r')
		line.length--;
	return text_trim(line);
}

static bool begins(struct sifting *sifting, struct text line)
{
	if (text_is(line, FIRST_LINE))
		return true;
	snprintf(sifting->wrong, sizeof sifting->wrong,
		 "the first line must be \"" FIRST_LINE "\"");
	return false;
}

/* keeps the lines that are tags; returns the number of the first wrong line, or 0 */
static unsigned sift(struct sifting *sifting, const char *text)
{
	struct text rest = {text, strlen(text)};
	bool begun = false;

	for (unsigned number = 1; rest.length > 0; number++) {
		struct text line = take_line(&rest);

		if (line.length == 0 || line.at[0] == '#')
			continue;
		if (begun ? !keep_tag(sifting, line, number) : !begins(sifting, line))
			return number;
		begun = true;
	}
	*sifting->kept = '\0';
	return 0;
}

static int read_all(const char *path, char *text)
{
	FILE *file = fopen(path, "re");
	size_t length;
	int error;

	if (!file)
		return -errno;
	length = fread(text, 1, FILE_MAX, file);
	error = ferror(file) ? -EIO : length == FILE_MAX ? -EFBIG : 0;
	text[length < FILE_MAX ? length : FILE_MAX - 1] = '\0';
	fclose(file);
	return error;
}

/* People must correct an error themselves: `adjutant enrol` does not accept such a file either. */
static int sift_file(const char *path, const char *text, char *kept, struct trouble *trouble)
{
	struct sifting sifting = {.kept = kept};
	unsigned line = sift(&sifting, text);

	if (line == 0)
		return 0;
	snprintf(trouble->text, sizeof trouble->text,
		 "%.100s:%u: %s; put it right, `adjutant enrol` asks for what is missing", path,
		 line, sifting.wrong);
	return -EINVAL;
}

/* Another user has enrolled them; the message says how to mend that. */
static void explain(const char *state_dir, const char *path, int error, struct trouble *trouble)
{
	if (error == -EACCES)
		snprintf(trouble->text, sizeof trouble->text,
			 "%.70s is not this user's to read: sudo chown --reference=%.60s %.70s",
			 path, state_dir, path);
	else
		snprintf(trouble->text, sizeof trouble->text, "%.150s cannot be read: %s", path,
			 strerror(-error));
}

int pieces_read(const char *state_dir, char **lines, struct trouble *trouble)
{
	char path[320], *text = malloc(FILE_MAX), *kept = malloc(FILE_MAX + 1);
	int error = text && kept ? 0 : -ENOMEM;

	snprintf(path, sizeof path, "%s/pieces", state_dir);
	if (!error)
		error = read_all(path, text);
	if (error && error != -ENOENT)
		explain(state_dir, path, error, trouble);
	if (!error)
		error = sift_file(path, text, kept, trouble);
	free(text);
	if (error) {
		free(kept);
		return error;
	}
	*lines = kept;
	return 0;
}

/* ---- made-up pieces ---- */

struct made_up {
	uint8_t number[MADE_UP_BYTES]; /* the first member, by which they are sorted */
	uint8_t side, piece;
};

static int by_number(const void *a, const void *b)
{
	return memcmp(a, b, MADE_UP_BYTES);
}

/* 48 random bits: a collision within one game is less likely than any other mishap */
static unsigned draw_army(const struct edition *edition, enum side side, struct made_up *army)
{
	unsigned count = 0;

	for (unsigned piece = 0; piece < PIECE_KINDS; piece++)
		for (unsigned i = 0; i < edition->army[piece]; i++) {
			struct made_up *new = &army[count++];

			*new = (struct made_up){.side = (uint8_t)side, .piece = (uint8_t)piece};
			random_fill(new->number, sizeof new->number);
			new->number[0] = 0x04; /* as those of the best-known maker begin */
		}
	return count;
}

static void out_piece(struct out *out, const struct made_up *piece)
{
	char digits[3];

	out_string(out, "tag ");
	for (unsigned i = 0; i < MADE_UP_BYTES; i++) {
		snprintf(digits, sizeof digits, "%02X", piece->number[i]);
		out_string(out, digits);
	}
	out_char(out, ' ');
	out_string(out, side_name(piece->side));
	out_char(out, ' ');
	out_char(out, piece_code(piece->piece));
	out_char(out, '\n');
}

char *pieces_make_up(unsigned edition)
{
	struct made_up pieces[TABLE_TAGS];
	unsigned count = draw_army(&editions[edition], SIDE_RED, pieces);
	char lines[TABLE_TAGS * MADE_UP_LINE];
	struct out out = out_init(lines, sizeof lines);

	count += draw_army(&editions[edition], SIDE_BLUE, pieces + count);
	/* by the random numbers, so that a place in the list reveals no rank */
	qsort(pieces, count, sizeof *pieces, by_number);
	for (unsigned i = 0; i < count; i++)
		out_piece(&out, &pieces[i]);
	return strdup(lines);
}
