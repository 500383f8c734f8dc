/*
 * A seat's words until they are answered. Each word has an id, by which the daemon recognises a
 * repeated one: so a word is simply sent again when no answer comes or the connection was lost, and
 * is still carried out once. A word that stays unanswered for long is given up: said much later it
 * would fall into another position. No I/O; time is an input.
 */
#ifndef DAEMON_CLI_HANDHELD_NET_OUTBOX_H
#define DAEMON_CLI_HANDHELD_NET_OUTBOX_H

#include "daemon/base/crypto.h"

enum { SAYING_WORD = 160, SAYINGS_MAX = 16 };

struct saying {
	char id[TOKEN_TEXT], word[SAYING_WORD];
	int64_t game, seen; /* what its speaker had before its eyes; 0: nothing yet */
	uint64_t again_us, pause_us, until_us;
};

struct sayings {
	unsigned count;
	struct saying waiting[SAYINGS_MAX]; /* in the order in which they were said */
};

/* Parts of visible characters, single blanks between them. */
bool saying_is_word(const char *word);

/* NULL if it is not a word, or too many are waiting already; otherwise to be sent. */
struct saying *sayings_add(struct sayings *sayings, const char *word, uint64_t now_us);
/* Removes the one with this id; false if there is none. */
bool sayings_answered(struct sayings *sayings, const char *id, struct saying *which);
/* The next one to be repeated now; NULL if there is none. */
const struct saying *sayings_again(struct sayings *sayings, uint64_t now_us);
void sayings_forget(struct sayings *sayings); /* all */
/* Removes one that is too old. */
bool sayings_expired(struct sayings *sayings, uint64_t now_us, struct saying *which);
uint64_t sayings_deadline(const struct sayings *sayings); /* UINT64_MAX if none is waiting */

#endif
