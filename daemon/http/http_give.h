/*
 * Answers as the web server gives them: with the headers by which a browser lets them do no more than they must.
 * Nothing from a request is repeated here.
 */
#ifndef DAEMON_HTTP_HTTP_GIVE_H
#define DAEMON_HTTP_HTTP_GIVE_H

#include <jansson.h>
#include <microhttpd.h>
#include <stdbool.h>

extern const char http_type_json[], http_type_text[], http_type_html[], http_type_metrics[];
extern const char http_may_ask_again[], http_keep_nowhere[];

/* How the client should treat an answer. */
struct http_manner {
	const char *type;
	const char *cache;
	bool embeddable; /* in pages of others */
};

/* All queue an answer; MHD_NO if they cannot. This takes the response, which may be NULL for want of memory. */
enum MHD_Result http_give(struct MHD_Connection *connection, unsigned status,
			  struct MHD_Response *response, const struct http_manner *manner);
/* Frees the text. */
enum MHD_Result http_give_text(struct MHD_Connection *connection, unsigned status, char *text,
			       const char *type);
/* Releases the JSON, which may be NULL for want of memory. */
enum MHD_Result http_give_json(struct MHD_Connection *connection, unsigned status, json_t *json);

/* a text that outlives the connection */
struct MHD_Response *http_constant(const char *text);

enum MHD_Result http_refuse(struct MHD_Connection *connection, unsigned status, const char *why);
enum MHD_Result http_refuse_method(struct MHD_Connection *connection, const char *allowed);
enum MHD_Result http_refuse_json(struct MHD_Connection *connection, unsigned status,
				 const char *json);
enum MHD_Result http_fail(struct MHD_Connection *connection);

#endif
