/*
 * The session and its disk: opening the journal, stopping play when it fails, and retrying until it
 * works.
 *
 * What the journal does not hold has not happened. So when a write fails the game goes back to what
 * is written before anything more is shown, and when writing works again everything is loaded from
 * the journal, as after a power cut.
 */
#include "daemon/archive/journal.h"
#include "daemon/archive/witness.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/base/paths.h"
#include "daemon/base/trouble.h"
#include "daemon/base/version.h"
#include "daemon/session/answers.h"
#include "daemon/session/batch.h"
#include "daemon/session/session_inside.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
	RETRY_US = 2000000, /* between attempts to open a journal that failed ... */
	RETRY_SHARE = 20    /* ... plus this many times the duration of the last attempt */
};

/* ---- stopping ---- */

/* Logs a failure once, however many retries fail. Returns whether it is new. */
static bool note_trouble(struct session *session, const struct trouble *trouble)
{
	const char *text =
		trouble->text[0] ? trouble->text : "The journal fails. Start adjutantd again.";
	bool was_stopped = session->trouble.text[0] != '\0';

	if (strcmp(text, session->trouble.text) == 0)
		return false;
	log_error("play is %sstopped: %s", was_stopped ? "still " : "", text);
	snprintf(session->trouble.text, sizeof session->trouble.text, "%s", text);
	return true;
}

void session_stop(struct session *session, const struct trouble *trouble)
{
	bool is_news = note_trouble(session, trouble);

	batch_clear(&session->batch);
	answers_clear(&session->answers);
	session_forget_words(session);
	session->is_over = false;
	if (session->journal) {
		session_go_back(session);
		session->outbox.result.retired = session->journal;
		session->outbox.result.journal_changed = true;
		session->journal = NULL;
	}
	timer_set(&session->deadline, TIME_NEVER);
	timer_set(&session->flush, TIME_NEVER);
	timer_set(&session->retry, loop_now_us(session->loop) + RETRY_US);
	if (is_news)
		session->outbox.result.audiences = EVERYONE;
}

/* ---- the board's key ---- */

static bool is_file_with_contents(const char *dir, const char *name)
{
	char path[PATHS_SIZE + 16];
	struct stat status;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return stat(path, &status) == 0 && status.st_size > 0;
}

static const char *key_remedy(int error)
{
	switch (error) {
	case -EINVAL:
		return "it is not a key. Put the right one back.";
	case -EPERM:
		return "others may read or change it. Take that right from them (chmod 600).";
	case -ENOSPC:
	case -EDQUOT:
		return "the disk is full. Make room; play goes on by itself.";
	default:
		return NULL;
	}
}

/* An archive can be continued only with the key that it was begun with: no other is made for it. */
static int load_key(struct session *session, struct trouble *trouble)
{
	const char *dir = session->config->state_dir, *remedy;
	char path[PATHS_SIZE + 16];
	struct stat status;
	int error;

	snprintf(path, sizeof path, "%s/board.key", dir);
	if (stat(path, &status) < 0 && errno == ENOENT &&
	    is_file_with_contents(dir, "archive.db")) {
		snprintf(trouble->text, sizeof trouble->text,
			 "%.100s/board.key is gone, and with it the key that archive.db is signed "
			 "with. Put it back, or move archive.db and head away to begin anew.",
			 dir);
		return -ENOENT;
	}
	error = board_key_load(path, &session->key);
	remedy = key_remedy(error);
	if (error)
		snprintf(trouble->text, sizeof trouble->text,
			 "%.100s/board.key, the board's key, cannot be used: %s", dir,
			 remedy ? remedy : strerror(-error));
	return error;
}

/* ---- starting ---- */

/* Times in the journal stay as they were said; a person who reads them must know that they jump. */
static void compare_clock(struct session *session)
{
	int64_t back_ms = journal_last_wall_ms(session->journal) - loop_wall_ms(session->loop);

	if (back_ms > 0)
		log_warning("the clock of this machine is %lld s behind the last entry of the "
			    "journal: it was set back, or was ahead before",
			    (long long)(back_ms + 999) / 1000);
}

/*
 * A first write, to find out whether the disk can be written before anything relies on it. Its
 * random id makes the chains of two runs differ from here on, also those that go on from two copies
 * of one archive.
 */
static int note_run(struct session *session, struct trouble *trouble)
{
	char body[sizeof "adjutantd " ADJUTANT_VERSION " " + TOKEN_TEXT], boot[TOKEN_TEXT];
	struct entry entry = {.wall_ms = loop_wall_ms(session->loop),
			      .t_us = (int64_t)session_now(session),
			      .kind = ENTRY_RUN,
			      .who = "",
			      .body = body};
	char digits[HASH_TEXT];
	int error = journal_begin(session->journal, trouble);

	if (error)
		return error;
	compare_clock(session);
	token_make(boot);
	entry.length =
		(size_t)snprintf(body, sizeof body, "adjutantd " ADJUTANT_VERSION " %s", boot);
	hex_format(session->key.public_key, sizeof session->key.public_key, digits);
	journal_keep(session->journal, "board-key", digits); /* an error shows at the commit */
	error = journal_add(session->journal, &entry, trouble);
	return error ? error : journal_commit(session->journal, trouble);
}

static int open_journal(struct session *session, struct trouble *trouble)
{
	int error = load_key(session, trouble);

	if (!error)
		witness_open(&session->witness, &session->key);
	if (!error)
		error = journal_open(&session->journal, session->config->state_dir, &session->key,
				     trouble);
	if (error) {
		session->journal = NULL;
		return error;
	}
	error = note_run(session, trouble);
	if (error)
		return error;
	session_recall_head(session);
	session->outbox.result.journal_changed = true;
	return 0;
}

int session_start(struct session *session)
{
	struct trouble trouble = {""};
	int error;

	journal_close(session->outbox.result.retired); /* the archive has one user at a time */
	session->outbox.result.retired = NULL;
	error = open_journal(session, &trouble);

	if (!error) {
		error = session_go_on(session, &trouble);
		if (!session->journal) /* a commit failed on the way, which was reported */
			return error ? error : -EIO;
	}
	if (error)
		session_stop(session, &trouble);
	return error;
}

void session_retry_due(struct timer *timer)
{
	struct session *session = timer->owner;
	uint64_t began_us = loop_now_us(session->loop), now_us;

	if (session_start(session)) {
		loop_update_time(session->loop); /* checking a long archive takes a while */
		now_us = loop_now_us(session->loop);
		timer_set(timer, now_us + RETRY_US + RETRY_SHARE * (now_us - began_us));
	} else {
		log_notice("the journal works again: play goes on");
		session->trouble.text[0] = '\0';
		session->outbox.result.audiences = EVERYONE;
	}
	session_is_ready(session);
}
