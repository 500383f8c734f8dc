/*
 * How a console handheld gets a seat: with a code that is given or typed, or because this user had
 * the seat last time. Errors go to standard error, in the user's language.
 */
#ifndef DAEMON_CLI_HANDHELD_PAIRING_H
#define DAEMON_CLI_HANDHELD_PAIRING_H

#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/net/access.h"

/* NULL where not given */
struct sit_wish {
	/* the address of its pages, or the daemon's state directory on this machine */
	const char *board, *state;
	const char *seat;
	const char *ca;
	char *code; /* is wiped */
};

/* directory: where seats are kept. Returns an exit status. */
int pairing_sit_down(struct access *access, const struct sit_wish *wish, const struct texts *texts,
		     const char *directory);

#endif
