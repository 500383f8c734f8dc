/*
 * A file, line by line, to inih and from there to the keys.
 *
 * inih skips what it does not understand, tells only of the first such line, cuts long lines, takes
 * indented lines as the continuation of a value, and can be built to do some of that otherwise. So
 * it gets only lines that leave it no choice; everything else is complained of before it sees it,
 * and it gets an empty line instead.
 */
#include "daemon/config/config_inside.h"
#include "rules/text.h"

#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <string.h>

enum {
	LINE_MAX_BYTES = 1024, /* kept of a line; the rest can only be a comment or too long */
	FILE_MAX_BYTES = 256 * 1024, /* who names /dev/zero shall get an answer */
	LINE_LONGEST = 198, /* of what counts: inih's own limit, unless it was built otherwise */
	LINE_ENDS = 2	    /* '\n' and '\0' */
};

/* inih gets this for a section that is none: the keys in it are passed over. */
static const struct text no_section = {"[-]", 3};
static const struct text nothing = {"", 0};

void config_complain(struct config_reader *reader, unsigned line, const char *format, ...)
{
	va_list arguments;

	fprintf(reader->complaints, "%s:%u: ", reader->name, line);
	va_start(arguments, format);
	vfprintf(reader->complaints, format, arguments);
	va_end(arguments);
	fputc('\n', reader->complaints);
	reader->errors++;
}

/* ---- lines ---- */

/* The next line without its end; false if there is none. What does not fit is only counted. */
static bool take_line(struct config_reader *reader, char *line, size_t *length)
{
	size_t n = 0;
	int c;

	while ((c = getc(reader->in)) != EOF && c != '\n' && reader->bytes < FILE_MAX_BYTES) {
		if (n < LINE_MAX_BYTES)
			line[n] = (char)c;
		n++;
		reader->bytes++;
	}
	reader->bytes++;
	if (c == EOF && ferror(reader->in))
		reader->failure = errno ? errno : EIO;
	*length = n < LINE_MAX_BYTES ? n : LINE_MAX_BYTES;
	return !reader->failure && (c != EOF || n > 0);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* a ';' behind a blank, or at the beginning of the line; a '#' only there */
static struct text without_comment(struct text line)
{
	if (line.length > 0 && (line.at[0] == ';' || line.at[0] == '#'))
		return nothing;
	for (size_t i = 1; i < line.length; i++)
		if (line.at[i] == ';' && is_blank(line.at[i - 1]))
			line.length = i;
	return text_trim(line);
}

static struct text what_counts(const struct config_reader *reader, struct text line)
{
	if (reader->line == 1 && line.length >= 3 && memcmp(line.at, "\xef\xbb\xbf", 3) == 0)
		line = (struct text){line.at + 3, line.length - 3};
	if (line.length > 0 && line.at[line.length - 1] == '\r')
		line.length--;
	return without_comment(text_trim(line));
}

static bool is_key(struct text key)
{
	for (size_t i = 0; i < key.length; i++)
		if (key.at[i] == '\0' || !strchr("abcdefghijklmnopqrstuvwxyz"
						 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.",
						 key.at[i]))
			return false;
	return key.length > 0 && key.length <= KEY_LONGEST;
}

static void complain_of_section(struct config_reader *reader, struct text name)
{
	char list[VALUE_LONGEST];

	config_list(list, sizeof list, config_sections);
	config_complain(reader, reader->line, "there is no section [%.*s]: it must be one of %s",
			(int)name.length, name.at, list);
}

static struct text judged_section(struct config_reader *reader, struct text line)
{
	struct text name = {line.at + 1, line.length - 2};

	if (line.length < 2 || line.at[line.length - 1] != ']') {
		config_complain(reader, reader->line,
				"a section is a name in brackets and nothing else: [board]");
		return no_section;
	}
	if (!config_knows_section(name.at, name.length)) {
		complain_of_section(reader, name);
		return no_section;
	}
	return line;
}

static struct text judged_setting(struct config_reader *reader, struct text line)
{
	struct text value = line;
	bool has_value;
	struct text key = text_trim(text_take_item(&value, '=', &has_value));

	if (has_value && is_key(key))
		return line;
	/* not shown: who knows what it is */
	if (!has_value)
		config_complain(reader, reader->line,
				"there is no '=' in this line: write KEY = VALUE, a [section], or "
				"a comment behind ';' or '#'");
	else
		config_complain(reader, reader->line,
				"there is no key before the '=': a key is 1 to %d letters, digits, "
				"hyphens, dots and underscores",
				KEY_LONGEST);
	return nothing;
}

/* What inih shall see of a line. */
static struct text judged(struct config_reader *reader, struct text line, size_t longest)
{
	if (line.length == 0)
		return nothing;
	if (line.length > longest) {
		config_complain(reader, reader->line,
				"this line is too long: it may have %zu bytes", longest);
		return line.at[0] == '[' ? no_section : nothing;
	}
	if (!text_is_clean(line)) {
		config_complain(reader, reader->line,
				"this line is not text in UTF-8, or has control characters in it");
		return line.at[0] == '[' ? no_section : nothing;
	}
	return line.at[0] == '[' ? judged_section(reader, line) : judged_setting(reader, line);
}

/* an ini_reader */
static char *next_line(char *into, int room, void *stream)
{
	struct config_reader *reader = stream;
	char buffer[LINE_MAX_BYTES];
	struct text line = {buffer, 0};
	size_t longest = (size_t)room - LINE_ENDS;

	if (reader->bytes > FILE_MAX_BYTES || !take_line(reader, buffer, &line.length))
		return NULL;
	reader->line++;
	if (reader->bytes > FILE_MAX_BYTES) {
		config_complain(reader, reader->line,
				"this is too long for a configuration, which ends at %d bytes",
				FILE_MAX_BYTES);
		return NULL;
	}
	line = judged(reader, what_counts(reader, line),
		      longest < LINE_LONGEST ? longest : LINE_LONGEST);
	memcpy(into, line.at, line.length);
	memcpy(into + line.length, "\n", LINE_ENDS);
	return into;
}

/* ---- settings ---- */

/* an ini_handler */
static int take_setting(void *context, const char *section, const char *name, const char *value)
{
	struct config_reader *reader = context;

	if (section[0] == '\0')
		config_complain(reader, reader->line,
				"%s stands before the first section: begin with [board]", name);
	else if (!config_knows_section(section, strlen(section)))
		; /* complained of when it began */
	else if (strlen(value) > VALUE_LONGEST)
		config_complain(reader, reader->line,
				"the value of %s is too long: it may have %d bytes", name,
				VALUE_LONGEST);
	else
		config_set_key(reader, section, name, value);
	return 1;
}

int config_read_stream(struct config *config, FILE *in, const char *name, FILE *complaints)
{
	struct config_reader reader = {
		.config = *config, .in = in, .complaints = complaints, .name = name};
	unsigned errors;

	errno = 0;
	/* inih gets no line that it would reject, so this can only be a shortage of memory */
	if (ini_parse_stream(next_line, &reader, take_setting, &reader) < 0)
		return -ENOMEM;
	if (reader.failure)
		return -reader.failure;
	errors = reader.errors;
	config_game_apply(&reader);
	if (reader.errors > errors)
		reader.board_is_unclear = true;
	config_check(&reader);
	if (reader.errors == 0)
		*config = reader.config;
	return (int)reader.errors;
}

int config_read(struct config *config, const char *path)
{
	FILE *in = fopen(path, "r");
	int result = in ? config_read_stream(config, in, path, stderr) : -errno;

	if (result < 0)
		fprintf(stderr, "%s: cannot be read: %s\n", path, strerror(-result));
	if (in)
		fclose(in);
	return result;
}
