/*
 * Tells what a device says for the first time from a copy of it, without either side's clock and
 * without writing anything down. A device that begins to speak asks for a place: the token of this
 * run of the daemon, which is random and known to nobody after it, and an epoch, which no other
 * gets. What it says then has both, and a number that rises. Later epochs end earlier ones.
 *
 * Asking for a place changes nothing for others: only something said from a later place does. So a
 * copied request gains nothing, not even to disturb.
 */
#ifndef DAEMON_SEATS_FRESH_H
#define DAEMON_SEATS_FRESH_H

#include "daemon/base/crypto.h"

#include <stdbool.h>
#include <stdint.h>

/* What is said in one does not have to wait for what is said in the other. */
enum fresh_channel { FRESH_SAYING, FRESH_ASKING, FRESH_CHANNELS };

struct fresh {
	char run[TOKEN_TEXT];
	int64_t issued; /* the latest epoch that was given to a device */
	struct {
		int64_t epoch, number;
	} latest[FRESH_CHANNELS];
};

/* where in the order something was said */
struct fresh_stamp {
	const char *run;
	int64_t epoch, number;
};

void fresh_begin(struct fresh *fresh); /* with a token of its own */
int64_t fresh_issue(struct fresh *fresh);

/* Whether nothing so late has been said yet; then it has been. */
bool fresh_take(struct fresh *fresh, enum fresh_channel channel, const struct fresh_stamp *stamp);

#endif
