/*
 * A board that was put back from a backup: all that is in its state directory was put back. What it has
 * published since is known elsewhere, to its witness (witness.h) and to the devices that were shown it (`seen`). Either
 * has the head that the board signed then, and the board admits it for the rest of the game.
 */
#include "daemon/archive/journal.h"
#include "daemon/archive/published.h"
#include "daemon/archive/witness.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/base/trouble.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/batch.h"
#include "daemon/session/session_inside.h"
#include "rules/text.h"
#include "rules/view.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static bool take_bytes(struct text *rest, uint8_t *bytes, size_t count)
{
	struct text word = text_take_word(rest);
	size_t length;

	return sodium_base642bin(bytes, count, word.at, word.length, NULL, &length, NULL,
				 sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
	       length == count;
}

/* "seen NUMBER HASH SIGNATURE" */
static bool read_seen(const char *word, struct published_head *head)
{
	struct text rest = {word, strlen(word)};

	return text_is(text_take_word(&rest), "seen") &&
	       text_number(text_take_word(&rest), INT64_MAX, &head->number) &&
	       take_bytes(&rest, head->hash, HASH_SIZE) &&
	       take_bytes(&rest, head->signature, SIGNATURE_SIZE) && rest.length == 0;
}

struct search {
	const struct published_head *head;
	bool is_other; /* something else was told under its number */
};

static bool look_at_told(void *context, const struct entry *entry)
{
	struct search *search = context;

	if (entry_public_number(entry->who) != search->head->number)
		return true;
	search->is_other = memcmp(entry->hash, search->head->hash, HASH_SIZE) != 0;
	return false;
}

/* Only this game is looked through: an old head must not cost a look at the whole archive. */
static bool is_lost(const struct session *session, const struct published_head *head)
{
	struct search search = {.head = head};
	struct trouble unused;

	if (head->number > session->public_head.number)
		return true;
	journal_each(session->journal, session->match.number, ENTRY_OUT, look_at_told, &search,
		     &unused);
	return search.is_other;
}

static bool shows_fork(const struct session *session, const char *word, struct published_head *head)
{
	return read_seen(word, head) && published_head_is_signed(session->key.public_key, head) &&
	       is_lost(session, head);
}

bool session_is_vain_seen(const struct session *session, const char *word)
{
	struct text rest = {word, strlen(word)};
	struct published_head head;

	return text_is(text_take_word(&rest), "seen") &&
	       (session->match.fork > 0 || !shows_fork(session, word, &head));
}

/* The entry is the evidence: anyone who knows the board's key can check it. */
static void admit(struct session *session, const char *by, const struct published_head *head)
{
	char hash[HASH_TEXT], signature[SIGNATURE_TEXT], body[SIGNATURE_TEXT + HASH_TEXT + 24];

	hex_format(head->hash, HASH_SIZE, hash);
	hex_format(head->signature, SIGNATURE_SIZE, signature);
	snprintf(body, sizeof body, "%" PRIu64 " %s %s", head->number, hash, signature);
	batch_note(&session->batch, ENTRY_FORK, by, body);
	session->match.fork = head->number;
	session->batch.changed = EVERYONE;
	log_warning("this board was put back to an earlier state: it has published number %" PRIu64
		    " before, which is not in its journal",
		    head->number);
}

void session_say_seen(struct session *session, enum audience speaker, const char *word)
{
	struct published_head head;

	if (session->match.fork > 0)
		return;
	if (shows_fork(session, word, &head))
		admit(session, audience_name(speaker), &head);
	else
		session->refusal = refusal_of(REFUSAL_NO_SUCH_WORD);
}

/* One that is behind says nothing: it is not synced. */
void session_heed_witness(struct session *session)
{
	struct published_head head;

	witness_read(&session->witness, &session->key, &head);
	if (session->match.fork == 0 && head.number >= session->public_head.number &&
	    head.number > 0 && is_lost(session, &head))
		admit(session, "board", &head);
}
