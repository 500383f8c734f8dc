/* Loads a game from the journal: its entries, one after the other, as facts and not as inputs. */
#include "daemon/archive/commitments.h"
#include "daemon/archive/journal.h"
#include "daemon/base/memory.h"
#include "daemon/match/match.h"
#include "daemon/match/pieces.h"
#include "daemon/match/proposal.h"
#include "daemon/referee/recording_head.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_resume.h"
#include "daemon/views/board_status.h"
#include "daemon/views/last_battle.h"
#include "daemon/views/tips.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loading {
	struct match *match;
	struct record_reader reader;
	struct referee_options options;
	bool has_start, prepared, failed, is_short;
	char *state;
	char wrong[200];
};

static bool fail(struct loading *loading, int64_t seq, const char *what)
{
	snprintf(loading->wrong, sizeof loading->wrong, "entry %" PRId64 ": %s", seq, what);
	loading->failed = true;
	return false;
}

static void copy_header(char *to, size_t room, struct text rest)
{
	snprintf(to, room, "%.*s", (int)rest.length, rest.at);
}

static void read_header(struct match_names *names, struct text line)
{
	struct text word = text_take_word(&line);

	if (text_is(word, "event"))
		copy_header(names->event, sizeof names->event, line);
	else if (text_is(word, "site"))
		copy_header(names->site, sizeof names->site, line);
	else if (text_is(word, "date"))
		copy_header(names->date, sizeof names->date, line);
	else if (text_is(word, "round"))
		copy_header(names->round, sizeof names->round, line);
	else if (text_is(word, "red"))
		copy_header(names->red, sizeof names->red, line);
	else if (text_is(word, "blue"))
		copy_header(names->blue, sizeof names->blue, line);
}

static bool load_start(struct loading *loading, const struct entry *entry)
{
	struct text rest = {entry->body, entry->length};

	memset(&loading->match->names, 0, sizeof loading->match->names);
	record_reader_init(&loading->reader);
	while (rest.length > 0) {
		struct text line = text_take_until(&rest, '\n');

		read_header(&loading->match->names, line);
		if (record_read(&loading->reader, line.at, line.length) == RECORD_MALFORMED)
			return fail(loading, entry->seq, loading->reader.reason);
	}
	loading->has_start = true;
	referee_options_default(&loading->options, loading->reader.game.edition);
	return true;
}

static bool load_table(struct loading *loading, const struct entry *entry)
{
	if (!loading->has_start || !recording_head_read(&loading->options, entry->body))
		return fail(loading, entry->seq, "how the table is read makes no sense");
	loading->options.rules = loading->reader.game.options;
	referee_init(loading->match->referee, &loading->options);
	referee_prepare(loading->match->referee, &loading->reader.game, false, SIDE_RED);
	loading->prepared = true;
	return true;
}

static bool load_pieces(struct loading *loading, const struct entry *entry)
{
	return (loading->prepared && pieces_add(loading->match->referee, entry->body)) ||
	       fail(loading, entry->seq, "the tags of the pieces make no sense");
}

static bool load_fact(struct loading *loading, const struct entry *entry)
{
	struct match *match = loading->match;
	struct text line = {entry->body, entry->length};
	struct fact fact;

	if (!loading->prepared ||
	    !fact_parse(editions[loading->options.edition].board, line, &fact) ||
	    !referee_apply_fact(match->referee, &fact))
		return fail(loading, entry->seq, "the rules do not allow what was played");
	match_follow(match, &fact);
	return true;
}

static bool load_nonces(struct loading *loading, const struct entry *entry)
{
	struct match *match = loading->match;
	enum board_id board = editions[loading->options.edition].board;

	commitments_init(&match->commitments, match->id);
	return commitments_read(&match->commitments, board, entry->body) ||
	       fail(loading, entry->seq, "the openings make no sense");
}

/* words of players that still hold */
static void recall_word(struct match *match, const struct entry *entry)
{
	const char *name = "", *side, *word;
	json_int_t t_us;
	json_t *event = NULL;
	unsigned who;

	if (strstr(entry->body, "\"rematch\"") || strstr(entry->body, "\"call-arbiter\"") ||
	    strstr(entry->body, "\"withdraw-call\""))
		event = json_loads(entry->body, 0, NULL);
	if (event &&
	    json_unpack(event, "{s:s,s:s,s:s,s:I}", "event", &name, "side", &side, "word", &word,
			"t", &t_us) == 0 &&
	    strcmp(name, "word") == 0) {
		who = strcmp(side, "red") == 0 ? SIDE_RED : SIDE_BLUE;
		if (strcmp(word, "rematch") == 0)
			match->wants_rematch[who] = true;
		else if (strcmp(word, "withdraw-call") == 0)
			match->calls[who].is_open = false;
		else if (strcmp(word, "call-arbiter") == 0)
			match->calls[who] =
				(struct match_call){.is_open = true, .t_us = (uint64_t)t_us};
	}
	json_decref(event);
}

static uint8_t side_of(const json_t *event)
{
	const char *side = json_string_value(json_object_get(event, "side"));

	return !side ? SIDE_NONE : strcmp(side, "red") == 0 ? SIDE_RED : SIDE_BLUE;
}

/* What is proposed and has not been answered. */
static void take_proposal(struct proposal *proposal, const json_t *event, const char *what)
{
	const char *text = json_string_value(json_object_get(event, "text"));
	json_int_t number = json_integer_value(json_object_get(event, "number"));
	uint8_t side = side_of(event);

	if (strcmp(what, "offer") == 0)
		*proposal = (struct proposal){.number = (uint64_t)number, .by = side};
	if (strcmp(what, "offer") == 0 && text)
		snprintf(proposal->text, sizeof proposal->text, "%s", text);
	proposal->is_open = strcmp(what, "offer") == 0 || strcmp(what, "accept") == 0;
	if (side < SIDE_COUNT)
		proposal->agreed[side] = true;
}

static void recall_proposal(struct match *match, const struct entry *entry)
{
	json_t *event =
		strstr(entry->body, "\"proposal\"") ? json_loads(entry->body, 0, NULL) : NULL;
	const char *name = json_string_value(json_object_get(event, "event"));
	const char *what = json_string_value(json_object_get(event, "do"));

	if (name && what && strcmp(name, "proposal") == 0)
		take_proposal(&match->proposal, event, what);
	json_decref(event);
}

/* An army that was turned over, or both. What was told decides, whatever the configuration says now. */
static void recall_revealed(struct match *match, const struct entry *entry)
{
	json_t *event =
		strstr(entry->body, "\"revealed\"") ? json_loads(entry->body, 0, NULL) : NULL;
	const char *name = json_string_value(json_object_get(event, "event"));
	uint8_t side = side_of(event);
	bool counts =
		name && strcmp(name, "revealed") == 0 && game_is_over(referee_game(match->referee));

	for (unsigned i = 0; counts && i < SIDE_COUNT; i++)
		if (side == SIDE_NONE || side == i)
			match->is_face_up[i] = true;
	json_decref(event);
}

static void load_state(struct loading *loading, const struct entry *entry)
{
	free(loading->state);
	loading->state = strdup(entry->body);
	loading->is_short = loading->is_short || !loading->state;
}

static void load_name(struct match *match, const struct entry *entry)
{
	snprintf(match->id, sizeof match->id, "%s", entry->body);
	commitments_init(&match->commitments, match->id);
}

static void load_event(struct match *match, const struct entry *entry)
{
	enum side side;

	recall_word(match, entry);
	recall_proposal(match, entry);
	recall_revealed(match, entry);
	side = last_battle_recall(&match->last_battle, entry->who,
				  board_status_moves(&match->status), entry->body);
	if (side != SIDE_NONE)
		tips_battle(&match->tips[side], match->last_battle.told[side]);
}

static bool load_entry(void *context, const struct entry *entry)
{
	struct loading *loading = context;
	struct match *match = loading->match;

	switch (entry->kind) {
	case ENTRY_NAME:
		load_name(match, entry);
		break;
	case ENTRY_START:
		return load_start(loading, entry);
	case ENTRY_TABLE:
		return load_table(loading, entry);
	case ENTRY_PIECES:
		return load_pieces(loading, entry);
	case ENTRY_FACT:
		return load_fact(loading, entry);
	case ENTRY_NONCE:
		return load_nonces(loading, entry);
	case ENTRY_STATE:
		load_state(loading, entry);
		break;
	case ENTRY_OUT:
		load_event(match, entry);
		break;
	case ENTRY_WORD:
		if (strcmp(entry->who, audience_name(AUDIENCE_ARBITER)) == 0)
			match_answer_calls(match);
		break;
	case ENTRY_FORK:
		match->fork = strtoull(entry->body, NULL, 10);
		break;
	case ENTRY_RECORD:
		match->has_record = true;
		break;
	case ENTRY_SHELVE:
	case ENTRY_UNSHELVE:
		match->is_shelved = entry->kind == ENTRY_SHELVE;
		break;
	default:
		break;
	}
	return true;
}

/* Half a game must not be mistaken for the whole. */
static int run_short(struct trouble *trouble)
{
	snprintf(trouble->text, sizeof trouble->text,
		 "The game cannot be loaded: memory has run out. End other programs; play goes on "
		 "by itself.");
	return -ENOMEM;
}

static int check_loaded(struct loading *loading, struct trouble *trouble)
{
	struct match *match = loading->match;
	struct text state = {loading->state, loading->state ? strlen(loading->state) : 0};

	if (!loading->failed && !loading->prepared)
		fail(loading, 0, "the game has no beginning");
	if (!loading->failed && loading->state && !referee_restore(match->referee, state))
		fail(loading, 0, "the saved state makes no sense");
	if (!loading->failed)
		return 0;
	snprintf(trouble->text, sizeof trouble->text,
		 "game %" PRId64
		 " cannot be continued (%.100s); `adjutant verify` tells more, `adjutant "
		 "new` begins another",
		 match->number, loading->wrong);
	return -EINVAL;
}

int match_load(struct match *match, struct journal *journal, int64_t number,
	       struct trouble *trouble)
{
	struct loading *loading = calloc(1, sizeof *loading);
	unsigned shortages = memory_json_shortages();
	int error;

	if (!loading)
		return run_short(trouble);
	loading->match = match;
	match_clear(match);
	match->number = number;
	error = journal_each(journal, number, ENTRY_ANY, load_entry, loading, trouble);
	if (!error && (loading->is_short || shortages != memory_json_shortages()))
		error = run_short(trouble);
	if (!error)
		error = check_loaded(loading, trouble);
	match->state = loading->state;
	free(loading);
	return error;
}
