/*
 * Past games over HTTP: a list, a game to step through, and a game as a file. The archive is read for it in the
 * loop that also referees, so it is done only so often, and only so much of it waits for slow
 * networks at a time.
 */
#ifndef DAEMON_HTTP_HTTP_ARCHIVE_H
#define DAEMON_HTTP_HTTP_ARCHIVE_H

#include "daemon/http/http.h"

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	ARCHIVE_BURST = 60, /* questions at once after a silence ... */
	ARCHIVE_EACH_US =
		100000, /* ... and how long it takes to earn another, for everyone together */
	ARCHIVE_LENT_MAX = 8 * 1024 * 1024 /* bytes of answers that are on their way */
};

struct http_archive {
	uint64_t paid_us; /* the time that questions have used up */
	size_t lent;
};

/* Whether a path is of the archive, "/games.json" or "/games/12.json", and what it asks for. */
bool http_archive_parse(const char *path, struct http_question *question);

/* Takes one from the allowance; false: it is used up. */
bool http_archive_allows(struct http_archive *archive, uint64_t now_us);

/* A response with the text, which it frees; NULL for want of memory, the text being freed too. */
struct MHD_Response *http_archive_lend(struct http_archive *archive, char *text, size_t length);

#endif
