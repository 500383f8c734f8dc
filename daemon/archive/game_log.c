/*
 * Gathers from the journal what one game consists of: its preparation, its facts, its record. Does
 * not interpret the facts.
 */
#include "daemon/archive/game_log.h"

#include "rules/edition.h"
#include "rules/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gathering {
	struct game_log *game_log;
	size_t room;
	unsigned edition; /* as the head says, or EDITION_NONE */
	int64_t shelved_seq;
	int64_t turned_ms; /* when the latest turn ended */
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
	struct text edition;

	gathering->game_log->started_ms = entry->wall_ms;
	keep(gathering, &gathering->game_log->head, entry);
	if (gathering->error)
		return false;
	edition = game_log_header(gathering->game_log, "edition");
	gathering->edition = edition_find(edition.at, edition.length);
	return true;
}

static bool on_table(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	keep(gathering, &gathering->game_log->table, entry);
	return gathering->error == 0;
}

static bool on_name(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;
	char *id = gathering->game_log->id;

	snprintf(id, sizeof gathering->game_log->id, "%s", entry->body);
	return true;
}

static bool on_nonce(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	keep(gathering, &gathering->game_log->nonces, entry);
	gathering->game_log->began_ms = entry->wall_ms;
	return gathering->error == 0;
}

static bool make_room(struct gathering *gathering)
{
	struct game_log *game_log = gathering->game_log;
	size_t room = gathering->room ? 2 * gathering->room : 256;
	struct fact *facts;

	if (game_log->fact_count < gathering->room)
		return true;
	facts = realloc(game_log->facts, room * sizeof *facts);
	if (!facts)
		return false;
	game_log->facts = facts;
	gathering->room = room;
	return true;
}

/* By the wall clock, which somebody may have set back. */
static void add_spent(struct gathering *gathering, const struct fact *fact, int64_t wall_ms)
{
	struct game_log *game_log = gathering->game_log;
	int64_t since_ms = gathering->turned_ms ? gathering->turned_ms : game_log->began_ms;

	if (fact->kind == FACT_PLAY && since_ms && wall_ms > since_ms)
		game_log->spent_ms[fact->action.side] += wall_ms - since_ms;
	gathering->turned_ms = wall_ms;
}

/* The head was gathered before; without an edition in it no fact makes sense. */
static bool on_fact(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;
	struct game_log *game_log = gathering->game_log;
	struct text line = {entry->body, entry->length};
	struct fact *fact;

	if (!make_room(gathering)) {
		gathering->error = -ENOMEM;
		return false;
	}
	fact = &game_log->facts[game_log->fact_count++];
	*fact = (struct fact){.kind = FACT_NONE};
	if (gathering->edition != EDITION_NONE)
		fact_parse(editions[gathering->edition].board, line, fact);
	add_spent(gathering, fact, entry->wall_ms);
	return true;
}

static bool on_shelve(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	gathering->shelved_seq = entry->seq;
	gathering->game_log->was_shelved = true;
	gathering->game_log->shelved = true;
	gathering->game_log->dropped = strcmp(entry->body, "dropped") == 0;
	return true;
}

static bool on_unshelve(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;

	if (entry->seq > gathering->shelved_seq)
		gathering->game_log->shelved = gathering->game_log->dropped = false;
	return true;
}

static bool on_record(void *context, const struct entry *entry)
{
	struct gathering *gathering = context;
	struct game_log *game_log = gathering->game_log;

	keep(gathering, &game_log->record, entry);
	game_log->record_length = entry->length;
	game_log->record_seq = entry->seq;
	game_log->ended_ms = entry->wall_ms;
	return gathering->error == 0;
}

static int gather(struct gathering *gathering, struct journal *journal, bool is_whole,
		  struct trouble *trouble)
{
	static const struct {
		enum entry_kind kind;
		entry_visitor *visit;
		bool is_long; /* and so left out at a glance */
	} kinds[] = {
		{ENTRY_START, on_start, false},	      {ENTRY_TABLE, on_table, true},
		{ENTRY_NAME, on_name, false},	      {ENTRY_NONCE, on_nonce, false},
		{ENTRY_FACT, on_fact, true},	      {ENTRY_SHELVE, on_shelve, false},
		{ENTRY_UNSHELVE, on_unshelve, false}, {ENTRY_RECORD, on_record, false},
	};

	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		int error;

		if (kinds[i].is_long && !is_whole)
			continue;
		error = journal_each(journal, gathering->game_log->game, kinds[i].kind,
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

static int read_game(struct game_log *game_log, struct journal *journal, int64_t game,
		     bool is_whole, struct trouble *trouble)
{
	struct gathering gathering = {.game_log = game_log, .edition = EDITION_NONE};
	int error;

	memset(game_log, 0, sizeof *game_log);
	game_log->game = game;
	error = gather(&gathering, journal, is_whole, trouble);
	if (!error && !game_log->head) {
		snprintf(trouble->text, sizeof trouble->text, "there is no game %lld",
			 (long long)game);
		error = -ENOENT;
	}
	if (error)
		game_log_finish(game_log);
	return error;
}

int game_log_read(struct game_log *game_log, struct journal *journal, int64_t game,
		  struct trouble *trouble)
{
	return read_game(game_log, journal, game, true, trouble);
}

int game_log_glance(struct game_log *game_log, struct journal *journal, int64_t game,
		    struct trouble *trouble)
{
	return read_game(game_log, journal, game, false, trouble);
}

void game_log_finish(struct game_log *game_log)
{
	free(game_log->facts);
	free(game_log->head);
	free(game_log->table);
	free(game_log->nonces);
	free(game_log->record);
	memset(game_log, 0, sizeof *game_log);
}

/* ---- asking it ---- */

struct text game_log_header(const struct game_log *game_log, const char *word)
{
	struct text rest = {game_log->head, strlen(game_log->head)}, line;

	while (text_take_line(&rest, &line)) {
		struct text value = text_trim(line);

		if (text_is(text_take_word(&value), word))
			return value;
	}
	return (struct text){"", 0};
}
