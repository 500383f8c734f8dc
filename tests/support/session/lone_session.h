/*
 * A session for a test, with a scratch directory, the default configuration and a loop of its own.
 * Its host ignores everything, unless the test has one.
 */
#ifndef TESTS_SUPPORT_SESSION_LONE_SESSION_H
#define TESTS_SUPPORT_SESSION_LONE_SESSION_H

#include "daemon/archive/journal.h"
#include "daemon/base/loop.h"
#include "daemon/config/config.h"
#include "daemon/session/session.h"
#include "tests/support/archive/archive.h"

/* a game of quick-barrage in which red has made the first move */
#define LONE_SESSION_PLAYED                                                                        \
	"setup red .F.B..../..1...../2.3.M29.\nsetup blue 9..2M..2/...1.3../....B.F.\n"            \
	"begin red\nplay red a3-a4\n"

struct lone_session {
	char dir[SCRATCH_PATH];
	struct config config; /* may be changed before the start */
	struct loop *loop;
	struct session *session; /* NULL before the start and when the test has destroyed it */
};

void lone_session_prepare(struct lone_session *self);
/* Writes a game of quick-barrage from which the session goes on, and one entry as it is, whether it
 * makes sense or not; body NULL: none. */
void lone_session_write(struct lone_session *self, const char *facts, enum entry_kind kind,
			const char *body);
/* host NULL: the one that ignores everything */
struct session *lone_session_start(struct lone_session *self, const struct session_host *host);
void lone_session_end(struct lone_session *self); /* the session alone */
void lone_session_finish(struct lone_session *self);

#endif
