/* Composes the public course of a game from its journal, and reads it again. */
#include "daemon/archive/course.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADS_A_LINE = 4, HEAD_DIGITS = 2 * COURSE_BYTES };

/* ---- composing ---- */

struct composing {
	FILE *to;
	int64_t until, start, nonce;
	bool knows_forks, is_committed;
	FILE *heads; /* come after the line `committed`, which is found among them */
	uint64_t last;
	unsigned on_line;
};

static bool on_start(void *context, const struct entry *entry)
{
	struct composing *composing = context;

	composing->start = entry->seq;
	return false;
}

static bool on_nonce(void *context, const struct entry *entry)
{
	struct composing *composing = context;

	composing->nonce = entry->seq;
	return true;
}

/* "adjutantd VERSION BOOT-ID"; runs of older versions have no id */
static bool on_run(void *context, const struct entry *entry)
{
	struct composing *composing = context;
	struct text rest = {entry->body, entry->length}, boot;
	uint8_t bytes[SEED_SIZE];
	char digits[TOKEN_TEXT] = "";

	text_take_word(&rest);
	text_take_word(&rest);
	boot = text_take_word(&rest);
	if (boot.length == TOKEN_TEXT - 1)
		snprintf(digits, sizeof digits, "%.*s", (int)boot.length, boot.at);
	if (!hex_parse(digits, bytes, sizeof bytes))
		snprintf(digits, sizeof digits, "-");
	fprintf(composing->to, "# run %" PRId64 " %s\n", entry->seq, digits);
	return true;
}

/* "NUMBER HASH SIGNATURE"; once a game */
static bool on_fork(void *context, const struct entry *entry)
{
	struct composing *composing = context;
	struct text rest = {entry->body, entry->length};
	struct text number = text_take_word(&rest), hash = text_take_word(&rest);

	if (entry->seq <= composing->until)
		fprintf(composing->to, "# fork %" PRId64 " %.*s %.*s\n", entry->seq,
			(int)number.length, number.at, (int)hash.length, hash.at);
	return false;
}

static bool on_out(void *context, const struct entry *entry)
{
	struct composing *composing = context;
	uint64_t number = entry_public_number(entry->who);
	char digits[HASH_TEXT];

	if (entry->seq > composing->until || number == 0)
		return entry->seq <= composing->until;
	hex_format(entry->hash, HASH_SIZE, digits);
	if (composing->nonce > 0 && entry->seq > composing->nonce && !composing->is_committed) {
		fprintf(composing->to, "# committed %" PRIu64 " %s\n", number, digits);
		composing->is_committed = true;
	}
	if (composing->last == 0 || composing->last + 1 != number ||
	    composing->on_line == HEADS_A_LINE) {
		fprintf(composing->heads, "%s# heads %" PRIu64, composing->last ? "\n" : "",
			number);
		composing->on_line = 0;
	}
	fprintf(composing->heads, " %.*s", HEAD_DIGITS, digits);
	composing->on_line++;
	composing->last = number;
	return true;
}

static int compose(struct composing *composing, struct journal *journal, int64_t game,
		   struct trouble *trouble)
{
	int error = journal_each(journal, game, ENTRY_START, on_start, composing, trouble);

	if (!error)
		error = journal_each(journal, game, ENTRY_NONCE, on_nonce, composing, trouble);
	if (!error)
		error = journal_each_run(journal, composing->start, composing->until, on_run,
					 composing, trouble);
	if (!error && composing->knows_forks)
		error = journal_each(journal, game, ENTRY_FORK, on_fork, composing, trouble);
	if (!error)
		error = journal_each(journal, game, ENTRY_OUT, on_out, composing, trouble);
	return error;
}

int course_compose(struct journal *journal, int64_t game, int64_t until, unsigned version,
		   char **lines, struct trouble *trouble)
{
	char *heads = NULL;
	size_t length, heads_length;
	struct composing composing = {.until = until,
				      .knows_forks = version >= 3,
				      .to = open_memstream(lines, &length),
				      .heads = open_memstream(&heads, &heads_length)};
	int error = -ENOMEM;

	snprintf(trouble->text, sizeof trouble->text, "there is no memory left");
	if (composing.to && composing.heads)
		error = compose(&composing, journal, game, trouble);
	if (composing.heads && fclose(composing.heads) != 0 && !error)
		error = -ENOMEM;
	if (!error && heads_length > 0)
		fprintf(composing.to, "%s\n", heads);
	if (composing.to && fclose(composing.to) != 0 && !error)
		error = -ENOMEM;
	free(heads);
	if (error && composing.to) {
		free(*lines);
		*lines = NULL;
	}
	return error;
}

/* ---- reading ---- */

static bool take_digits(struct text word, uint8_t *bytes, size_t count)
{
	char digits[HASH_TEXT];

	if (word.length != 2 * count)
		return false;
	memcpy(digits, word.at, word.length);
	digits[word.length] = '\0';
	return hex_parse(digits, bytes, count);
}

struct line {
	char kind; /* of run, fork, committed, heads: its first letter; 0: none of them */
	uint64_t number;
	struct text rest;
};

static struct line read_line(struct text text)
{
	static const char *const kinds[] = {"run", "fork", "committed", "heads"};
	struct line line = {.kind = 0};
	struct text mark = text_take_word(&text), word = text_take_word(&text);
	struct text number = text_take_word(&text);

	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (text_is(mark, "#") && text_is(word, kinds[i]))
			line.kind = kinds[i][0];
	if (!text_number(number, INT64_MAX, &line.number) || number.at[0] == '0')
		line.kind = 0;
	line.rest = text;
	return line;
}

void course_read(struct text lines, struct course *course)
{
	struct text text, word;
	uint8_t unused[COURSE_BYTES];

	memset(course, 0, sizeof *course);
	while (text_take_line(&lines, &text)) {
		struct line line = read_line(text);

		course->runs += line.kind == 'r';
		if (line.kind == 'f')
			text_number(text_take_word(&line.rest), INT64_MAX, &course->fork);
		if (line.kind == 'c') {
			course->committed = line.number;
			course->is_committed =
				take_digits(line.rest, course->committed_hash, HASH_SIZE);
		}
		if (line.kind != 'h')
			continue;
		if (course->first == 0)
			course->first = line.number;
		for (course->last = line.number - 1; line.rest.length > 0; course->last++) {
			word = text_take_word(&line.rest);
			if (!take_digits(word, unused, COURSE_BYTES))
				break;
		}
	}
}

/* Calls for every head until one is the one looked for; number 0: any. */
static enum course_answer search(struct text lines, uint64_t *number, const uint8_t hash[HASH_SIZE])
{
	struct text text;
	uint8_t bytes[COURSE_BYTES];

	while (text_take_line(&lines, &text)) {
		struct line line = read_line(text);

		for (uint64_t at = line.number; line.kind == 'h' && line.rest.length > 0; at++) {
			bool same = take_digits(text_take_word(&line.rest), bytes, COURSE_BYTES) &&
				    memcmp(bytes, hash, COURSE_BYTES) == 0;

			if (*number == 0 && !same)
				continue;
			if (*number != 0 && at != *number)
				continue;
			*number = at;
			return same ? COURSE_SAME : COURSE_OTHER;
		}
	}
	return COURSE_NOT_HERE;
}

enum course_answer course_ask(struct text lines, uint64_t number, const uint8_t hash[HASH_SIZE])
{
	return number > 0 ? search(lines, &number, hash) : COURSE_NOT_HERE;
}

bool course_has(struct text lines, const uint8_t hash[HASH_SIZE], uint64_t *number)
{
	*number = 0;
	return search(lines, number, hash) == COURSE_SAME;
}

/* ---- checking ---- */

static bool is_boot(struct text word)
{
	uint8_t bytes[SEED_SIZE];

	return text_is(word, "-") || take_digits(word, bytes, sizeof bytes);
}

/* 1 to 4 heads, whose numbers are greater than those before them */
static bool is_heads(struct line line, uint64_t *last)
{
	uint8_t bytes[COURSE_BYTES];
	unsigned count = 0;

	if (line.number <= *last)
		return false;
	for (*last = line.number - 1; line.rest.length > 0; (*last)++, count++)
		if (!take_digits(text_take_word(&line.rest), bytes, COURSE_BYTES))
			return false;
	return count > 0 && count <= HEADS_A_LINE;
}

static bool is_fork(struct line line)
{
	struct text number = text_take_word(&line.rest);
	uint8_t hash[HASH_SIZE];
	uint64_t lost;

	return text_number(number, INT64_MAX, &lost) && number.at[0] != '0' &&
	       take_digits(line.rest, hash, HASH_SIZE);
}

static bool is_sound(struct line line, uint64_t *last_run, uint64_t *last_head)
{
	uint8_t hash[HASH_SIZE];

	if (line.kind == 'c')
		return take_digits(line.rest, hash, HASH_SIZE);
	if (line.kind == 'f')
		return is_fork(line);
	if (line.kind == 'h')
		return is_heads(line, last_head);
	if (line.kind != 'r' || line.number <= *last_run)
		return false;
	*last_run = line.number;
	return is_boot(line.rest);
}

/* Runs, then a fork, then the commitments, then heads; a reader must find no second answer to a question. */
bool course_is_sound(struct text lines)
{
	static const char order[] = "rfch";
	uint64_t last_run = 0, last_head = 0;
	unsigned at = 0;
	struct text text;

	while (text_take_line(&lines, &text)) {
		struct line line = read_line(text);
		unsigned place = (unsigned)strcspn(order, (char[]){line.kind, '\0'});

		if (!text_is_words(text) || place < at || !is_sound(line, &last_run, &last_head))
			return false;
		at = line.kind == 'c' || line.kind == 'f' ? place + 1 : place;
	}
	return true;
}
