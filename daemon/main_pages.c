/*
 * Connects the web server and the control socket to the admin.
 */
#include "daemon/admin/admin.h"
#include "daemon/admin/control.h"
#include "daemon/admin/metrics.h"
#include "daemon/base/loop.h"
#include "daemon/base/ports.h"
#include "daemon/broker/keeper.h"
#include "daemon/broker/link.h"
#include "daemon/config/config.h"
#include "daemon/http/http.h"
#include "daemon/main.h"
#include "daemon/session/session.h"

#include <errno.h>
#include <string.h>

/* ---- pages ---- */

static unsigned pair(void *owner, const struct http_claim *shown, const char *from, json_t **answer)
{
	struct adjutantd *self = owner;

	return admin_pair(&self->admin, shown->key, shown->proof, from, answer);
}

static unsigned short_code(void *owner, const json_t *asked, const char *from, json_t **answer)
{
	struct adjutantd *self = owner;

	return admin_short(&self->admin, asked, from, answer);
}

static json_t *page_config(void *owner)
{
	struct adjutantd *self = owner;

	return admin_page_config(&self->admin);
}

static char *metrics(void *owner)
{
	struct adjutantd *self = owner;

	const struct metrics_broker players = {link_is_up(self->link),
					       keeper_starts(self->players)};
	const struct metrics_broker spectators = {link_is_up(keeper_link(self->spectators)),
						  keeper_starts(self->spectators)};

	return metrics_text(self->session, self->publisher, &players, &spectators,
			    loop_now_us(self->loop) - self->started_us);
}

static unsigned codes(void *owner, const char *box, json_t **answer)
{
	struct adjutantd *self = owner;
	unsigned status = admin_codes(&self->admin, box, answer);

	main_publish(self); /* that there is one */
	return status;
}

static unsigned pieces(void *owner, const char *box, json_t **answer)
{
	struct adjutantd *self = owner;

	return admin_pieces(&self->admin, box, answer);
}

static unsigned hello(void *owner, const char *box, json_t **answer)
{
	struct adjutantd *self = owner;

	return admin_hello(&self->admin, box, answer);
}

static unsigned next_game(void *owner, const char *box, json_t **answer)
{
	struct adjutantd *self = owner;
	unsigned status;

	main_note_seats(self);
	status = admin_next(&self->admin, box, answer);
	main_publish(self);
	return status;
}

static void visited(void *owner)
{
	struct adjutantd *self = owner;

	self->admin.visits++;
	link_hurry(self->link);
	link_hurry(keeper_link(self->spectators));
}

/* If it cannot be found out beforehand, http_create() tells why. */
static uint16_t any_port(const struct config *config)
{
	uint16_t port;

	return port_find_any(config->listen, PORT_OF_PAGES, &port) == 0 ? port : 0;
}

int main_start_http(struct adjutantd *self)
{
	const struct http_answers answers = {.owner = self,
					     .pair = pair,
					     .config = page_config,
					     .metrics = metrics,
					     .codes = codes,
					     .pieces = pieces,
					     .hello = hello,
					     .next = next_game,
					     .games = main_answer_games,
					     .visited = visited,
					     .short_code = short_code};
	struct http_options options = {.address = self->config.listen,
				       .port = self->config.http_port,
				       .web_dir = self->config.web_dir,
				       .title = self->config.title};
	int error;

	if (options.port == 0)
		options.port = any_port(&self->config);
	error = http_create(&self->http, self->loop, &options, &answers);
	if (error == -EADDRINUSE && self->config.ports_are_preferences) {
		options.port = any_port(&self->config);
		error = http_create(&self->http, self->loop, &options, &answers);
	}
	return error;
}

/* ---- operators ---- */

static json_t *request(void *owner, json_t *request)
{
	struct adjutantd *self = owner;
	const char *what = json_string_value(json_object_get(request, "do"));
	struct admin_after after = {0};
	json_t *answer;

	if (what && strcmp(what, "lamps") == 0)
		return main_lamps_request(self, request);
	if (what && strcmp(what, "pads") == 0)
		return main_pads_request(self);
	answer = admin_request(&self->admin, request, &after);

	main_publish_then(self, &after, answer);
	return answer;
}

static json_t *record(void *owner)
{
	struct adjutantd *self = owner;
	int64_t game, entry;
	int error = session_write_down(self->session, &game, &entry);

	main_publish(self);
	if (error)
		return json_pack("{s:b,s:s}", "ok", 0, "why",
				 "nothing can be recorded while the archive cannot be written; see "
				 "`adjutant status`");
	return json_pack("{s:b,s:I,s:I}", "ok", 1, "game", (json_int_t)game, "entry",
			 (json_int_t)entry);
}

static char *table_head(void *owner)
{
	struct adjutantd *self = owner;

	return session_table_head(self->session);
}

int main_start_control(struct adjutantd *self)
{
	const struct control_events events = {
		.owner = self, .request = request, .record = record, .table_head = table_head};

	return control_create(&self->control, self->loop, self->config.state_dir, &events);
}
