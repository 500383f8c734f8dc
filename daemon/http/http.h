/*
 * Pages, pairing and metrics over HTTP, by libmicrohttpd in the daemon's loop. Serves only the
 * files of one folder that existed when it started. Holds no state of the game: its answers come
 * from callbacks.
 */
#ifndef DAEMON_HTTP_HTTP_H
#define DAEMON_HTTP_HTTP_H

#include "daemon/base/loop.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct http;

/* What a device shows to take a seat, each of 64 hexadecimal digits. */
struct http_claim {
	const char *key, *proof;
};

/* What is asked of past games: the list, from before a game on; one game; it as a file. */
enum http_asked {
	HTTP_ASKED_LIST,
	HTTP_ASKED_GAME,
	HTTP_ASKED_RECORD,
	HTTP_ASKED_GRAVON,
	HTTP_ASKED_TEXT
};
struct http_question {
	enum http_asked asked;
	int64_t game; /* list: the games before this one; 0: all */
};

/*
 * What happens elsewhere, called from within the loop. Strings that are returned are freed with
 * free(). None of them may destroy the server.
 */
struct http_answers {
	void *owner;
	/*
	 * POST /pair {"v":2,"key":"64 hex digits","proof":"64 hex digits"}: the status (200, 403,
	 * 429), and a JSON object (what the owner answers, or {"error":"one sentence"}), which is
	 * then http's. `from` is the address that asks.
	 */
	unsigned (*pair)(void *owner, const struct http_claim *claim, const char *from,
			 json_t **answer);
	json_t *(*config)(void *owner); /* GET /config.json: what a page needs to connect */
	char *(*metrics)(void *owner);	/* GET /metrics, in Prometheus's text format */
	/*
	 * POST /codes {"box":"base64"}: what the virtual table asks for, sealed by it; the status
	 * (200, 403) and an answer as for pair.
	 */
	unsigned (*codes)(void *owner, const char *box, json_t **answer);
	unsigned (*pieces)(void *owner, const char *box, json_t **answer); /* POST /pieces, alike */
	unsigned (*hello)(void *owner, const char *box, json_t **answer);  /* POST /hello, alike */
	unsigned (*next)(void *owner, const char *box, json_t **answer);   /* POST /next, alike */
	/*
	 * GET /games.json, /games/12.json and the like: the status (200, 403, 404, 406, 500, 503), and with
	 * 200 a text and its length, else one sentence; either is the caller's to free.
	 */
	unsigned (*games)(void *owner, const struct http_question *question, char **text,
			  size_t *length);
	/* a page is being opened, which will connect in a moment; may be NULL */
	void (*visited)(void *owner);
	/*
	 * POST /short {"v":1,..}: a short code, in two steps; the status (200, 400, 403, 429) and an
	 * answer as for pair.
	 */
	unsigned (*short_code)(void *owner, const json_t *asked, const char *from, json_t **answer);
};

struct http_options {
	const char *address; /* IPv4 */
	uint16_t port;	     /* 0: any free one */
	const char *web_dir; /* may be missing: then there is one plain page */
	const char *title;   /* of the board, for that page */
	unsigned patience_s; /* connections that make no progress; 0: 15 */
};

/* Returns 0 or -errno after having logged why in one sentence. */
int http_create(struct http **http, struct loop *loop, const struct http_options *options,
		const struct http_answers *answers);
void http_destroy(struct http *http);
uint16_t http_port(const struct http *http);

#endif
