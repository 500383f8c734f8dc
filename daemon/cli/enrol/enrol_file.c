/*
 * Reads and writes STATE/pieces. Writing replaces the whole file at once, with mode 0600, because
 * tag numbers reveal ranks.
 */
#include "daemon/cli/enrol/enrol_file.h"

#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/lines.h"
#include "daemon/cli/sensors/seen_tags.h"
#include "daemon/table/table.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FORMAT_NAME "adjutant-pieces"

/* ---- reading ---- */

static const char *read_first(struct text line)
{
	struct text name = text_take_word(&line);
	uint64_t version;

	if (!text_is(name, FORMAT_NAME) || !text_number(line, UINT32_MAX, &version) || version == 0)
		return "the first line must be \"" FORMAT_NAME " 1\"";
	return version > 1 ? "this file has a newer version than 1, which is the one that this "
			     "program reads"
			   : NULL;
}

static const char *read_tag(struct enrol *enrol, struct text line)
{
	struct text word = text_take_word(&line), number = text_take_word(&line);
	struct text colour = text_take_word(&line);
	enum side side = side_parse(colour.at, colour.length);
	enum piece piece = line.length == 1 ? piece_parse(line.at[0]) : PIECE_NONE;
	struct tag tag = {0};

	if (!text_is(word, "tag") || side == SIDE_NONE || piece == PIECE_NONE ||
	    !text_hex(number, TAG_BYTES, tag.id, &tag.length))
		return "a line is \"tag NUMBER COLOUR CODE\"";
	if (!enrol_has_room(enrol))
		return "there are more pieces here than two armies have";
	return enrol_add(enrol, &tag, side, piece) ? "this tag is another piece's already" : NULL;
}

/* without what other systems end their lines with */
static struct text line_of(const struct lines *lines)
{
	struct text line = {lines->text, lines->length};

	if (line.length > 0 && line.at[line.length - 1] == '\r')
		line.length--;
	return text_trim(line);
}

static bool read_lines(struct enrol *enrol, struct lines *lines)
{
	bool begun = false;

	while (lines_next(lines)) {
		struct text line = line_of(lines);
		const char *why = NULL;

		if (!text_is_clean(line))
			why = "this is not text (UTF-8 is expected)";
		else if (line.length == 0 || line.at[0] == '#')
			continue;
		else if (begun)
			why = read_tag(enrol, line);
		else
			why = read_first(line);
		if (why) {
			lines_complain(lines, why);
			return false;
		}
		begun = true;
	}
	return true;
}

int enrol_file_read(struct enrol *enrol, const char *path)
{
	struct lines lines;
	int error = strcmp(path, "-") == 0 ? -ENOENT : lines_open(&lines, path);
	bool good;

	if (error == -ENOENT)
		return EXIT_FINE;
	if (error) {
		fprintf(stderr, "adjutant enrol: %s: %s\n", path, strerror(-error));
		return EXIT_MALFORMED;
	}
	good = read_lines(enrol, &lines);
	error = lines_close(&lines);
	if (good && error)
		fprintf(stderr, "adjutant enrol: %s: %s\n", path, strerror(-error));
	return good && !error ? EXIT_FINE : EXIT_MALFORMED;
}

/* ---- writing ---- */

static bool print(FILE *to, const struct enrol *enrol)
{
	char number[TAG_TEXT];

	fprintf(to, FORMAT_NAME " 1\n");
	for (unsigned i = 0; i < enrol->count; i++) {
		const struct enrol_tag *tag = &enrol->tags[i];

		if (tag->piece == PIECE_NONE)
			continue;
		seen_tags_format(&tag->tag, number);
		fprintf(to, "tag %s %s %c\n", number, side_name((enum side)tag->side),
			piece_code((enum piece)tag->piece));
	}
	return fflush(to) == 0 && !ferror(to);
}

/* Root enrols for the daemon, which runs as the owner of the directory and must read the file. */
static int give_away(int fd, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	struct stat status;
	int error = 0;

	if (geteuid() == 0 &&
	    (!dir || stat(dir, &status) != 0 || fchown(fd, status.st_uid, status.st_gid) != 0))
		error = -errno;
	free(dir);
	return error;
}

/*
 * A newly created file, not one that another user has put there: its owner may be changed. Returns
 * a descriptor, or -errno.
 */
static int create_new(const char *path)
{
	int fd, error;

	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return -errno;
	error = fchmod(fd, 0600) == 0 ? give_away(fd, path) : -errno;
	if (!error)
		return fd;
	close(fd);
	return error;
}

static int write_new(const struct enrol *enrol, const char *path)
{
	int fd = create_new(path), error = 0;
	FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;

	if (!file) {
		error = fd < 0 ? fd : -errno;
		if (fd >= 0)
			close(fd);
		return error;
	}
	if (!print(file, enrol) || fsync(fd) != 0)
		error = errno ? -errno : -EIO;
	if (fclose(file) != 0 && !error)
		error = -errno;
	return error;
}

static int replace(const struct enrol *enrol, const char *path, bool only_try)
{
	size_t room = strlen(path) + sizeof ".new";
	char *new = malloc(room);
	int error;

	if (!new)
		return -ENOMEM;
	snprintf(new, room, "%s.new", path);
	error = write_new(enrol, new);
	if (!error && !only_try && rename(new, path) != 0)
		error = -errno;
	if (error || only_try)
		unlink(new);
	free(new);
	return error;
}

int enrol_file_write(const struct enrol *enrol, const char *path)
{
	if (strcmp(path, "-") == 0)
		return print(stdout, enrol) ? 0 : -EIO;
	return replace(enrol, path, false);
}

int enrol_file_try(const struct enrol *enrol, const char *path)
{
	return strcmp(path, "-") == 0 ? 0 : replace(enrol, path, true);
}
