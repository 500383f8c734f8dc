/* Loading a game from the journal: its entries, one after the other, as facts and not as inputs. */
#include "daemon/session/session_inside.h"

#include "daemon/referee/recording_head.h"
#include "daemon/referee/referee_resume.h"
#include "daemon/session/pieces.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void game_clear(struct session *session)
{
	board_status_finish(&session->status);
	board_status_init(&session->status);
	last_battle_finish(&session->last_battle);
	commitments_init(&session->commitments, session->id);
	memset(session->wants_rematch, 0, sizeof session->wants_rematch);
	memset(session->calls, 0, sizeof session->calls);
	memset(session->placed, 0, sizeof session->placed);
	memset(session->shown_homes, SQ_OFF_BOARD, sizeof session->shown_homes);
	rate_limit_init(
		&session->rate_limit); /* whoever goes on from here asks the board what it shows */
	free(session->state);
	session->state = NULL;
	session->has_record = session->is_shelved = false;
}

struct loading {
	struct session *session;
	struct record_reader reader;
	struct referee_options options;
	bool has_start, has_table, prepared, failed;
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

static void read_header(struct particulars *names, struct text line)
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

	memset(&loading->session->particulars, 0, sizeof loading->session->particulars);
	record_reader_init(&loading->reader);
	while (rest.length > 0) {
		struct text line = text_take_until(&rest, '\n');

		read_header(&loading->session->particulars, line);
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
	referee_init(loading->session->referee, &loading->options);
	referee_prepare(loading->session->referee, &loading->reader.game, false, SIDE_RED);
	loading->prepared = true;
	return true;
}

static bool load_pieces(struct loading *loading, const struct entry *entry)
{
	return (loading->prepared && pieces_add(loading->session->referee, entry->body)) ||
	       fail(loading, entry->seq, "the tags of the pieces make no sense");
}

static bool load_fact(struct loading *loading, const struct entry *entry)
{
	struct session *session = loading->session;
	struct text line = {entry->body, entry->length};
	struct fact fact;

	if (!loading->prepared ||
	    !fact_parse(editions[loading->options.edition].board, line, &fact) ||
	    !referee_apply_fact(session->referee, &fact))
		return fail(loading, entry->seq, "the rules do not allow what was played");
	tell_follow(session, &fact);
	return true;
}

static bool load_nonces(struct loading *loading, const struct entry *entry)
{
	struct session *session = loading->session;
	enum board_id board = editions[loading->options.edition].board;

	commitments_init(&session->commitments, session->id);
	return commitments_read(&session->commitments, board, entry->body) ||
	       fail(loading, entry->seq, "the openings make no sense");
}

static void load_state(struct loading *loading, const struct entry *entry)
{
	free(loading->state);
	loading->state = strdup(entry->body);
}

static void load_name(struct session *session, const struct entry *entry)
{
	snprintf(session->id, sizeof session->id, "%s", entry->body);
	commitments_init(&session->commitments, session->id);
}

static void load_event(struct session *session, const struct entry *entry)
{
	words_recall(session, entry);
	last_battle_recall(&session->last_battle, entry->who, board_status_moves(&session->status),
			   entry->body);
}

static bool load_entry(void *context, const struct entry *entry)
{
	struct loading *loading = context;
	struct session *session = loading->session;

	switch (entry->kind) {
	case ENTRY_NAME:
		load_name(session, entry);
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
		load_event(session, entry);
		break;
	case ENTRY_WORD:
		if (strcmp(entry->who, audience_name(AUDIENCE_ARBITER)) == 0)
			words_answer_calls(session);
		break;
	case ENTRY_RECORD:
		session->has_record = true;
		break;
	case ENTRY_SHELVE:
	case ENTRY_UNSHELVE:
		session->is_shelved = entry->kind == ENTRY_SHELVE;
		break;
	default:
		break;
	}
	return true;
}

static int check_loaded(struct loading *loading, struct trouble *trouble)
{
	struct session *session = loading->session;
	struct text state = {loading->state, loading->state ? strlen(loading->state) : 0};

	if (!loading->failed && !loading->prepared)
		fail(loading, 0, "the game has no beginning");
	if (!loading->failed && loading->state && !referee_restore(session->referee, state))
		fail(loading, 0, "the saved state makes no sense");
	if (!loading->failed)
		return 0;
	snprintf(trouble->text, sizeof trouble->text,
		 "game %" PRId64
		 " cannot be continued (%.100s); `adjutant verify` tells more, `adjutant "
		 "new` begins another",
		 session->game, loading->wrong);
	return -EINVAL;
}

int game_load(struct session *session, int64_t game, struct trouble *trouble)
{
	struct loading *loading = calloc(1, sizeof *loading);
	int error;

	if (!loading)
		return -ENOMEM;
	loading->session = session;
	session->game = session->batch.game = game;
	game_clear(session);
	error = journal_each(session->journal, game, ENTRY_ANY, load_entry, loading, trouble);
	if (!error)
		error = check_loaded(loading, trouble);
	free(session->state);
	session->state = loading->state;
	free(loading);
	return error;
}
