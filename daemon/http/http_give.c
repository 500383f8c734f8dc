/* Queues answers, with the headers that each has, and refusals. */
#include "daemon/http/http_give.h"

#include <stdlib.h>
#include <string.h>

const char http_type_json[] = "application/json";
const char http_type_text[] = "text/plain; charset=utf-8";
const char http_type_html[] = "text/html; charset=utf-8";
/* Prometheus's text format */
const char http_type_metrics[] = "text/plain; version=0.0.4; charset=utf-8";

#define POLICY                                                                                     \
	"default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "                  \
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "

const char http_may_ask_again[] = "no-cache"; /* kept, but only used when still the same */
const char http_keep_nowhere[] = "no-store";

static bool has_headers(struct MHD_Response *response, const struct http_manner *manner)
{
	const char *const headers[][2] = {
		{"Content-Type", manner->type},
		{"Cache-Control", manner->cache},
		{"Content-Security-Policy", manner->embeddable ? POLICY "*" : POLICY "'none'"},
		{"Cross-Origin-Resource-Policy",
		 manner->embeddable ? "cross-origin" : "same-origin"},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
	};

	for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++)
		if (MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_NO)
			return false;
	return true;
}

/* Takes the response, which may be NULL for want of memory. */
enum MHD_Result http_give(struct MHD_Connection *connection, unsigned status,
			  struct MHD_Response *response, const struct http_manner *manner)
{
	enum MHD_Result result = MHD_NO;

	if (!response)
		return MHD_NO;
	if (has_headers(response, manner))
		result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

struct MHD_Response *http_constant(const char *text)
{
	/* it is only read, whatever the parameter's type says */
	return MHD_create_response_from_buffer(strlen(text), (char *)text, MHD_RESPMEM_PERSISTENT);
}

/* Frees the text. */
enum MHD_Result http_give_text(struct MHD_Connection *connection, unsigned status, char *text,
			       const char *type)
{
	const struct http_manner manner = {type, http_keep_nowhere, false};
	struct MHD_Response *response =
		MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);

	if (!response)
		free(text);
	return http_give(connection, status, response, &manner);
}

/* ---- refusals ---- */

enum MHD_Result http_refuse(struct MHD_Connection *connection, unsigned status, const char *why)
{
	const struct http_manner manner = {http_type_text, http_keep_nowhere, false};

	return http_give(connection, status, http_constant(why), &manner);
}

enum MHD_Result http_refuse_method(struct MHD_Connection *connection, const char *allowed)
{
	const struct http_manner manner = {http_type_text, http_keep_nowhere, false};
	struct MHD_Response *response = http_constant("This is not what can be done here.\n");

	if (response && MHD_add_response_header(response, "Allow", allowed) == MHD_NO) {
		MHD_destroy_response(response);
		return MHD_NO;
	}
	return http_give(connection, MHD_HTTP_METHOD_NOT_ALLOWED, response, &manner);
}

enum MHD_Result http_refuse_json(struct MHD_Connection *connection, unsigned status,
				 const char *json)
{
	const struct http_manner manner = {http_type_json, http_keep_nowhere, false};

	return http_give(connection, status, http_constant(json), &manner);
}

enum MHD_Result http_fail(struct MHD_Connection *connection)
{
	return http_refuse_json(
		connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
		"{\"error\":\"the board has no answer now; try again in a moment\"}");
}

enum MHD_Result http_give_json(struct MHD_Connection *connection, unsigned status, json_t *json)
{
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

	json_decref(json);
	return text ? http_give_text(connection, status, text, http_type_json)
		    : http_fail(connection);
}
