/* Gathering what the journal has of a game. */
#include "daemon/chronicle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gathering {
	struct chronicle *chronicle;
	size_t room;
	int64_t shelved_seq;
	int error;
};

static char *copy_of(const struct entry *entry)
{
	char *copy = malloc(entry->length + 1);

	if (copy) {
		memcpy(copy, entry->body, entry->length);
		copy[entry->length] = '\0';
	}
	return copy;
}

/* The later of two entries counts. */
static void keep(struct gathering *gathering, char **place, const struct entry *entry)
{
	free(*place);
	*place = copy_of(entry);
	if (!*place)
		gathering->error = -ENOMEM;
}

static bool on_start(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	gathering->chronicle->started_ms = entry->wall_ms;
	keep(gathering, &gathering->chronicle->head, entry);
	return gathering->error == 0;
}

static bool on_table(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	keep(gathering, &gathering->chronicle->table, entry);
	return gathering->error == 0;
}

static bool on_name(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;
	char *id = gathering->chronicle->id;

	snprintf(id, sizeof gathering->chronicle->id, "%s", entry->body);
	return true;
}

static bool on_nonce(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	keep(gathering, &gathering->chronicle->nonces, entry);
	return gathering->error == 0;
}

static bool make_room(struct gathering *gathering)
{
	struct chronicle *chronicle = gathering->chronicle;
	size_t room = gathering->room ? 2 * gathering->room : 256;
	char **facts;

	if (chronicle->fact_count < gathering->room)
		return true;
	facts = realloc(chronicle->facts, room * sizeof *facts);
	if (!facts)
		return false;
	chronicle->facts = facts;
	gathering->room = room;
	return true;
}

static bool on_fact(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;
	struct chronicle *chronicle = gathering->chronicle;
	char *fact = make_room(gathering) ? copy_of(entry) : NULL;

	if (!fact) {
		gathering->error = -ENOMEM;
		return false;
	}
	chronicle->facts[chronicle->fact_count++] = fact;
	return true;
}

static bool on_shelve(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	gathering->shelved_seq = entry->seq;
	gathering->chronicle->shelved = true;
	gathering->chronicle->dropped = strcmp(entry->body, "dropped") == 0;
	return true;
}

static bool on_unshelve(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	if (entry->seq > gathering->shelved_seq)
		gathering->chronicle->shelved = gathering->chronicle->dropped = false;
	return true;
}

static bool on_record(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;
	struct chronicle *chronicle = gathering->chronicle;

	keep(gathering, &chronicle->record, entry);
	chronicle->record_length = entry->length;
	chronicle->record_seq = entry->seq;
	return gathering->error == 0;
}

static int gather(struct gathering *gathering, struct journal *journal, struct trouble *trouble)
{
	static const struct {
		const char *kind;
		entry_visitor *visit;
	} kinds[] = {
		{"start", on_start},	   {"table", on_table},	  {"name", on_name},
		{"nonce", on_nonce},	   {"fact", on_fact},	  {"shelve", on_shelve},
		{"unshelve", on_unshelve}, {"record", on_record},
	};

	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		int error = journal_each(journal, gathering->chronicle->game, kinds[i].kind,
					 kinds[i].visit, gathering, trouble);

		if (error)
			return error;
		if (gathering->error) {
			snprintf(trouble->text, sizeof trouble->text, "there is no memory left");
			return gathering->error;
		}
	}
	return 0;
}

int chronicle_read(struct chronicle *chronicle, struct journal *journal, int64_t game,
		   struct trouble *trouble)
{
	struct gathering gathering = {.chronicle = chronicle};
	int error;

	memset(chronicle, 0, sizeof *chronicle);
	chronicle->game = game;
	error = gather(&gathering, journal, trouble);
	if (!error && !chronicle->head) {
		snprintf(trouble->text, sizeof trouble->text, "there is no game %lld",
			 (long long)game);
		error = -ENOENT;
	}
	if (error)
		chronicle_finish(chronicle);
	return error;
}

void chronicle_finish(struct chronicle *chronicle)
{
	for (size_t i = 0; i < chronicle->fact_count; i++)
		free(chronicle->facts[i]);
	free(chronicle->facts);
	free(chronicle->head);
	free(chronicle->table);
	free(chronicle->nonces);
	free(chronicle->record);
	memset(chronicle, 0, sizeof *chronicle);
}

/* ---- asking it ---- */

bool take_line(struct text *rest, struct text *line)
{
	if (rest->length == 0)
		return false;
	*line = text_take_until(rest, '\n');
	return true;
}

struct text chronicle_header(const struct chronicle *chronicle, const char *word)
{
	struct text rest = {chronicle->head, strlen(chronicle->head)}, line;

	while (take_line(&rest, &line)) {
		struct text value = text_trim(line);

		if (text_is(text_take_word(&value), word))
			return value;
	}
	return (struct text){"", 0};
}

bool fact_is(const char *fact, const char *word, struct text *rest)
{
	struct text line = {fact, strlen(fact)};
	bool is = text_is(text_take_word(&line), word);

	if (is && rest)
		*rest = line;
	return is;
}

bool result_parse(struct text words, enum winner *winner, enum reason *reason)
{
	struct text who = text_take_word(&words);

	*winner = WINNER_NONE;
	*reason = REASON_NONE;
	for (unsigned i = WINNER_RED; i <= WINNER_DRAW; i++)
		if (text_is(who, winner_name((enum winner)i)))
			*winner = (enum winner)i;
	for (unsigned i = REASON_NONE + 1; i < REASON_COUNT; i++)
		if (text_is(words, reason_name((enum reason)i)))
			*reason = (enum reason)i;
	return *winner != WINNER_NONE && *reason != REASON_NONE;
}
