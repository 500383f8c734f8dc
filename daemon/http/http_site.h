/*
 * What the web server answers: the pages, and what its owner's callbacks say. It knows requests and
 * answers, neither connections nor time.
 */
#ifndef DAEMON_HTTP_HTTP_SITE_H
#define DAEMON_HTTP_HTTP_SITE_H

#include "daemon/http/http.h"
#include "daemon/http/http_archive.h"
#include "daemon/http/http_files.h"

#include <microhttpd.h>

enum {
	BODY_MAX = 512,	       /* of a request that is read */
	BODY_DRAIN = 64 * 1024 /* of one that is received to the end, to be refused politely */
};

struct site {
	struct web_files files;
	char *plain_page; /* for when there are none */
	struct http_answers answers;
	struct http_archive archive;
};

/* What a request brought with it. */
struct body {
	size_t size; /* of which no more than BODY_MAX are here */
	char text[BODY_MAX];
};

struct request {
	struct MHD_Connection *connection;
	const char *path, *method;
	const struct body *body; /* NULL without */
	const char *from;
	uint64_t now_us; /* of the machine */
};

int site_init(struct site *site, const struct http_options *options,
	      const struct http_answers *answers);
void site_finish(struct site *site);

/* Both queue an answer; MHD_NO if they cannot, and then the connection is of no more use. */
enum MHD_Result site_answer(struct site *site, const struct request *request);
enum MHD_Result site_refuse_length(struct MHD_Connection *connection);

#endif
