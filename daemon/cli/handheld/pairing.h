/*
 * How a console handheld gets a seat: with a code that is given or typed, or because this user had
 * the seat last time. Errors go to standard error, in the user's language.
 */
#ifndef DAEMON_CLI_HANDHELD_PAIRING_H
#define DAEMON_CLI_HANDHELD_PAIRING_H

#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/net/access.h"

/* NULL where nothing is said of it */
struct sit_wish {
	const char *board, *state; /* where its pages are, or the daemon's state on this machine */
	const char *seat;
	const char *ca;
	char *code; /* is wiped out */
};

/* directory: where seats are kept. Returns a status to exit with. */
int pairing_sit_down(struct access *access, const struct sit_wish *wish, const struct texts *texts,
		     const char *directory);

#endif
