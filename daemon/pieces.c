/* The pieces of a board. */
#include "daemon/pieces.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 16384 };

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

/* keeps the lines that are tags; the number of the first that is nothing, or 0 */
static unsigned sift(char *text, char *kept)
{
	struct text rest = {text, strlen(text)};
	struct record_tag tag;

	for (unsigned number = 1; rest.length > 0; number++) {
		struct text line = text_trim(text_take_until(&rest, '\n'));

		if (line.length == 0 || line.at[0] == '#' ||
		    (number == 1 && text_is(line, FIRST_LINE)))
			continue;
		if (number == 1 || !parse(line, &tag))
			return number;
		memcpy(kept, line.at, line.length);
		kept[line.length] = '\n';
		kept += line.length + 1;
	}
	*kept = '\0';
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

int pieces_read(const char *state_dir, char **lines, struct trouble *trouble)
{
	char path[320], *text = malloc(FILE_MAX), *kept = malloc(FILE_MAX + 1);
	unsigned wrong = 0;
	int error = text && kept ? 0 : -ENOMEM;

	snprintf(path, sizeof path, "%s/pieces", state_dir);
	if (!error)
		error = read_all(path, text);
	if (!error)
		wrong = sift(text, kept);
	if (error && error != -ENOENT)
		snprintf(trouble->text, sizeof trouble->text, "%.150s cannot be read: %s", path,
			 strerror(-error));
	if (wrong) {
		snprintf(trouble->text, sizeof trouble->text,
			 "%.150s:%u: this is not a piece; `adjutant enrol` writes the file anew",
			 path, wrong);
		error = -EINVAL;
	}
	free(text);
	if (error) {
		free(kept);
		return error;
	}
	*lines = kept;
	return 0;
}
