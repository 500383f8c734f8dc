/*
 * Routes requests and makes the answers. Nothing from a request is ever repeated in an answer or
 * logged: the address of a page may contain a pairing code.
 */
#include "daemon/http/http_site.h"

#include "daemon/base/log.h"
#include "daemon/http/http_give.h"
#include "daemon/http/http_page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_SIZE = 4096, CLAIM_VERSION = 2, SHORT_VERSION = 1, CLAIM_DIGITS = 64, ETAG_SIZE = 64 };

enum MHD_Result site_refuse_length(struct MHD_Connection *connection)
{
	return http_refuse_json(
		connection, MHD_HTTP_CONTENT_TOO_LARGE,
		"{\"error\":\"this is longer than any request that is answered here\"}");
}

/* ---- files ---- */

static ssize_t read_file(void *owner, uint64_t position, char *to, size_t max)
{
	const struct web_file *file = owner;
	ssize_t size = pread(file->fd, to, max, (off_t)position);

	/* less than was promised: the file was truncated, and the client must notice */
	return size > 0 ? size : MHD_CONTENT_READER_END_WITH_ERROR;
}

static bool is_known(struct MHD_Connection *connection, const char *etag)
{
	const char *known =
		MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");

	return known && (strcmp(known, "*") == 0 || strstr(known, etag));
}

static struct MHD_Response *file_response(const struct web_file *file, off_t size, bool known)
{
	if (known)
		return http_constant("");
	return MHD_create_response_from_callback((uint64_t)size, READ_SIZE, read_file, (void *)file,
						 NULL);
}

/* Browsers use this form; a client with another spelling gets the file uncompressed. */
static bool unpacks(struct MHD_Connection *connection)
{
	const char *codings =
		MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
	const char *gzip = codings ? strstr(codings, "gzip") : NULL;

	return gzip && gzip[strlen("gzip")] != ';';
}

static bool has_file_headers(struct MHD_Response *response, const char *etag, bool packed)
{
	return MHD_add_response_header(response, "ETag", etag) == MHD_YES &&
	       MHD_add_response_header(response, "Vary", "Accept-Encoding") == MHD_YES &&
	       (!packed ||
		MHD_add_response_header(response, "Content-Encoding", "gzip") == MHD_YES);
}

/* A file that is written to in its place is served as it is now. packed: it is compressed, which
 * was asked for; its name is that of what is in it. */
static enum MHD_Result give_file(struct MHD_Connection *connection, const struct web_file *file,
				 const struct web_file *packed)
{
	const struct http_manner manner = {file->type, http_may_ask_again,
					   strcmp(file->path, "/watch.html") == 0};
	const struct web_file *given = packed ? packed : file;
	struct MHD_Response *response;
	struct stat about;
	char etag[ETAG_SIZE];
	bool known;

	if (fstat(given->fd, &about) < 0)
		return http_fail(connection);
	snprintf(etag, sizeof etag, "\"%llx-%llx-%lx\"", (unsigned long long)about.st_size,
		 (unsigned long long)about.st_mtim.tv_sec, (unsigned long)about.st_mtim.tv_nsec);
	known = is_known(connection, etag);
	response = file_response(given, about.st_size, known);
	if (response && !has_file_headers(response, etag, packed && !known)) {
		MHD_destroy_response(response);
		return MHD_NO;
	}
	return http_give(connection, known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response,
			 &manner);
}

/* ---- what others answer ---- */

/* A browser names the origin of the page that asks; pages of other origins are refused. */
static bool is_foreign(struct MHD_Connection *connection)
{
	const char *origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin");
	const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");

	if (!origin)
		return false;
	if (strncasecmp(origin, "http://", 7) == 0)
		origin += 7;
	else if (strncasecmp(origin, "https://", 8) == 0)
		origin += 8;
	else
		return true;
	return !host || strcasecmp(origin, host) != 0;
}

static bool are_digits(const char *text)
{
	return text && strlen(text) == CLAIM_DIGITS &&
	       strspn(text, "0123456789abcdef") == CLAIM_DIGITS;
}

static bool is_claim(const json_t *asked, struct http_claim *claim)
{
	claim->key = json_string_value(json_object_get(asked, "key"));
	claim->proof = json_string_value(json_object_get(asked, "proof"));
	return json_integer_value(json_object_get(asked, "v")) == CLAIM_VERSION &&
	       are_digits(claim->key) && are_digits(claim->proof);
}

/* The first version had no exchange of keys. To accept it would let anyone between ask for it. */
static bool is_of_other_version(const json_t *asked)
{
	const json_t *version = json_object_get(asked, "v");

	return json_object_get(asked, "claim") ||
	       (version && json_integer_value(version) != CLAIM_VERSION);
}

/* what a page of ours has posted; NULL if it is not JSON */
static json_t *posted(const struct request *request)
{
	const struct body *body = request->body;

	return body ? json_loadb(body->text, body->size, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

static const char no_claim[] = "{\"error\":\"this is not {\\\"v\\\": 2, \\\"key\\\" and "
			       "\\\"proof\\\": 64 hexadecimal digits each}\"}";
static const char no_short[] = "{\"error\":\"this is not {\\\"v\\\": 1, \\\"seat\\\" and more}\"}";
static const char other_version[] =
	"{\"error\":\"This device and the board are of different versions, and pair differently: load "
	"the page anew, or update the older one.\"}";

static enum MHD_Result pair(struct site *site, const struct request *request)
{
	json_t *asked = posted(request), *answer = NULL;
	struct http_claim claim;
	unsigned status;

	if (!is_claim(asked, &claim)) {
		bool other = is_of_other_version(asked);

		json_decref(asked);
		return http_refuse_json(request->connection, MHD_HTTP_BAD_REQUEST,
					other ? other_version : no_claim);
	}
	status = site->answers.pair(site->answers.owner, &claim, request->from, &answer);
	json_decref(asked);
	return http_give_json(request->connection, status, answer);
}

static enum MHD_Result short_code(struct site *site, const struct request *request)
{
	json_t *asked = posted(request), *answer = NULL;
	unsigned status;

	if (!json_is_object(asked) ||
	    json_integer_value(json_object_get(asked, "v")) != SHORT_VERSION) {
		bool other = json_object_get(asked, "v") != NULL;

		json_decref(asked);
		return http_refuse_json(request->connection, MHD_HTTP_BAD_REQUEST,
					other ? other_version : no_short);
	}
	status = site->answers.short_code(site->answers.owner, asked, request->from, &answer);
	json_decref(asked);
	return http_give_json(request->connection, status, answer);
}

/* what the virtual table asks for in a box of its own */
static enum MHD_Result answer_box(struct site *site, const struct request *request,
				  unsigned (*find)(void *owner, const char *box, json_t **answer))
{
	json_t *asked = posted(request), *answer = NULL;
	const char *box = json_string_value(json_object_get(asked, "box"));
	unsigned status;

	if (!box) {
		json_decref(asked);
		return http_refuse_json(request->connection, MHD_HTTP_BAD_REQUEST,
					"{\"error\":\"this is not {\\\"box\\\": base64}\"}");
	}
	status = find(site->answers.owner, box, &answer);
	json_decref(asked);
	return http_give_json(request->connection, status, answer);
}

/* What is posted is short, and comes from our own pages. */
static enum MHD_Result take_posted(struct site *site, const struct request *request)
{
	if (is_foreign(request->connection))
		return http_refuse_json(request->connection, MHD_HTTP_FORBIDDEN,
					"{\"error\":\"pages of others may not pair\"}");
	if (request->body && request->body->size > BODY_MAX)
		return site_refuse_length(request->connection);
	if (strcmp(request->path, "/pair") == 0)
		return pair(site, request);
	if (strcmp(request->path, "/short") == 0)
		return short_code(site, request);
	if (strcmp(request->path, "/hello") == 0)
		return answer_box(site, request, site->answers.hello);
	if (strcmp(request->path, "/next") == 0)
		return answer_box(site, request, site->answers.next);
	return answer_box(site, request,
			  strcmp(request->path, "/codes") == 0 ? site->answers.codes
							       : site->answers.pieces);
}

static enum MHD_Result config(struct site *site, const struct request *request)
{
	return http_give_json(request->connection, MHD_HTTP_OK,
			      site->answers.config(site->answers.owner));
}

static enum MHD_Result metrics(struct site *site, const struct request *request)
{
	char *text = site->answers.metrics(site->answers.owner);

	if (!text)
		return http_fail(request->connection);
	return http_give_text(request->connection, MHD_HTTP_OK, text, http_type_metrics);
}

/* ---- methods ---- */

static const char for_reading[] = "GET, HEAD";

static bool is_reading(const char *method)
{
	return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

static bool is_posting(const char *method)
{
	return strcmp(method, "POST") == 0;
}

/* ---- past games ---- */

static const struct {
	const char *type, *ending; /* ending: of a file to be kept */
} games_as[] = {
	[HTTP_ASKED_LIST] = {http_type_json, NULL},
	[HTTP_ASKED_GAME] = {http_type_json, NULL},
	[HTTP_ASKED_RECORD] = {http_type_text, "game"},
	[HTTP_ASKED_GRAVON] = {"application/xml", "xml"},
	[HTTP_ASKED_TEXT] = {http_type_text, "txt"},
};

static bool has_file_name(struct MHD_Response *response, const struct http_question *question)
{
	char text[80];

	if (!games_as[question->asked].ending)
		return true;
	snprintf(text, sizeof text, "attachment; filename=\"adjutant-%lld.%s\"",
		 (long long)question->game, games_as[question->asked].ending);
	return MHD_add_response_header(response, "Content-Disposition", text) == MHD_YES;
}

/* Takes the text. */
static enum MHD_Result give_game(struct site *site, const struct request *request,
				 const struct http_question *question, char *text, size_t length)
{
	const struct http_manner manner = {games_as[question->asked].type, http_keep_nowhere,
					   false};
	struct MHD_Response *response = http_archive_lend(&site->archive, text, length);

	if (response && !has_file_name(response, question)) {
		MHD_destroy_response(response);
		return MHD_NO;
	}
	return http_give(request->connection, MHD_HTTP_OK, response, &manner);
}

static enum MHD_Result refuse_for_now(struct MHD_Connection *connection)
{
	const struct http_manner manner = {http_type_json, http_keep_nowhere, false};
	struct MHD_Response *response =
		http_constant("{\"error\":\"many ask for games just now; try again in a moment\"}");

	if (response && MHD_add_response_header(response, "Retry-After", "1") == MHD_NO) {
		MHD_destroy_response(response);
		return MHD_NO;
	}
	return http_give(connection, MHD_HTTP_SERVICE_UNAVAILABLE, response, &manner);
}

/* What is no number is none: the list begins with the latest game. */
static void read_before(const struct request *request, struct http_question *question)
{
	const char *before =
		MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, "before");

	if (question->asked == HTTP_ASKED_LIST && before && strlen(before) <= 12 &&
	    strspn(before, "0123456789") == strlen(before))
		question->game = strtoll(before, NULL, 10);
}

static enum MHD_Result games(struct site *site, const struct request *request,
			     struct http_question *question)
{
	size_t length = 0;
	char *text = NULL;
	json_t *answer;
	unsigned status;

	if (!is_reading(request->method))
		return http_refuse_method(request->connection, for_reading);
	if (!http_archive_allows(&site->archive, request->now_us))
		return refuse_for_now(request->connection);
	read_before(request, question);
	status = site->answers.games(site->answers.owner, question, &text, &length);
	if (status == MHD_HTTP_OK && text)
		return give_game(site, request, question, text, length);
	answer = json_pack("{s:s}", "error", text ? text : "the archive cannot be read");
	free(text);
	return http_give_json(request->connection, status == MHD_HTTP_OK ? 500 : status, answer);
}

/* ---- routes ---- */

static const struct {
	const char *path, *methods;
	bool (*is_allowed)(const char *method);
	enum MHD_Result (*answer)(struct site *site, const struct request *request);
} routes[] = {
	{"/config.json", for_reading, is_reading, config},
	{"/metrics", for_reading, is_reading, metrics},
	{"/pair", "POST", is_posting, take_posted},
	{"/short", "POST", is_posting, take_posted},
	{"/codes", "POST", is_posting, take_posted},
	{"/pieces", "POST", is_posting, take_posted},
	{"/hello", "POST", is_posting, take_posted},
	{"/next", "POST", is_posting, take_posted},
};

/* where people look for pages, and find out if there are none */
static bool is_page(const char *path)
{
	static const char *const pages[] = {"/", "/play", "/table", "/arbiter", "/watch", "/games"};

	for (unsigned i = 0; i < sizeof pages / sizeof *pages; i++)
		if (strcmp(path, pages[i]) == 0)
			return true;
	return false;
}

static enum MHD_Result give_page(const struct site *site, const struct request *request)
{
	static const struct http_manner as_page = {http_type_html, http_may_ask_again, false};
	const struct web_file *file = web_files_find(&site->files, request->path);
	bool plain = !file && site->plain_page && is_page(request->path);

	if (!file && !plain)
		return http_refuse(request->connection, MHD_HTTP_NOT_FOUND,
				   "There is no such page here.\n");
	if (!is_reading(request->method))
		return http_refuse_method(request->connection, for_reading);
	if (site->answers.visited && is_page(request->path))
		site->answers.visited(site->answers.owner);
	if (file)
		return give_file(request->connection, file,
				 unpacks(request->connection) ? web_files_packed(&site->files, file)
							      : NULL);
	return http_give(request->connection, MHD_HTTP_OK, http_constant(site->plain_page),
			 &as_page);
}

enum MHD_Result site_answer(struct site *site, const struct request *request)
{
	struct http_question question;

	for (unsigned i = 0; i < sizeof routes / sizeof *routes; i++) {
		if (strcmp(request->path, routes[i].path) != 0)
			continue;
		if (!routes[i].is_allowed(request->method))
			return http_refuse_method(request->connection, routes[i].methods);
		return routes[i].answer(site, request);
	}
	if (site->answers.games && http_archive_parse(request->path, &question))
		return games(site, request, &question);
	return give_page(site, request);
}

/* ---- */

static void open_files(struct site *site, const char *folder)
{
	int error = folder && *folder ? web_files_open(&site->files, folder) : -ENOENT;

	if (error)
		log_notice("there are no web pages in \"%s\" (%s): a plain page stands in for them",
			   folder ? folder : "", strerror(-error));
	else if (!web_files_find(&site->files, "/"))
		log_notice("there is no index.html in %s: a plain page stands in for it", folder);
}

int site_init(struct site *site, const struct http_options *options,
	      const struct http_answers *answers)
{
	*site = (struct site){.answers = *answers};
	open_files(site, options->web_dir);
	if (web_files_find(&site->files, "/"))
		return 0;
	site->plain_page = http_page_make(options->title ? options->title : "Adjutant");
	if (site->plain_page)
		return 0;
	web_files_close(&site->files);
	return -ENOMEM;
}

void site_finish(struct site *site)
{
	free(site->plain_page);
	web_files_close(&site->files);
}
