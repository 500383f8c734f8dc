/* What is asked at the desk. */
#include "daemon/desk.h"

#include "daemon/log.h"
#include "daemon/qr.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef ADJUTANT_VERSION
#define ADJUTANT_VERSION "0.1.0"
#endif

void desk_init(struct desk *desk, const struct config *config)
{
	desk->config = config;
	desk->linger_until_us = TIME_NEVER;
}

/* ---- pairing ---- */

#define UNREACHABLE                                                                                \
	"this machine has no network address, so no other device can come with this code: make "   \
	"another once it is on the network"

/* the code in an address needs no hyphens; behind the # it stays in the device */
static void make_url(struct desk *desk, enum seat seat, const char *code, char url[DESK_URL])
{
	const char *page = seat == SEAT_TABLE ? "table" : seat == SEAT_ARBITER ? "arbiter" : "play";
	char letters[CODE_SIZE], *to = letters, address[CONFIG_NAME];
	bool unreachable = !desk_address(desk, address);

	for (; *code; code++)
		if (*code != '-')
			*to++ = *code;
	*to = '\0';
	snprintf(url, DESK_URL, "http://%s:%u/%s#%s", address, desk->http_port, page, letters);
	if (unreachable && !desk->unreachable)
		log_warning(UNREACHABLE);
	desk->unreachable = unreachable;
}

int desk_offer(struct desk *desk, enum seat seat, bool move, char code[CODE_SIZE],
	       char url[DESK_URL], char why[SESSION_WHY])
{
	int error;

	if (seat == SEAT_TABLE && desk->config->driver != DRIVER_VIRTUAL) {
		snprintf(why, SESSION_WHY, "this board is a real one: there is no virtual table");
		return -EINVAL;
	}
	error = seats_offer(desk->seats, seat, move, time_now_us(), code);
	if (error) {
		snprintf(why, SESSION_WHY,
			 "seat %s is taken; its owner can move it to another device, or it can be "
			 "unpaired",
			 seat_name(seat));
		return error;
	}
	make_url(desk, seat, code, url);
	return 0;
}

/* Only where it is so, as most boards have no certificate. */
static void set_tls(const struct desk *desk, json_t *content)
{
	if (*desk->config->certificate)
		json_object_set_new(content, "tls", json_true());
}

static json_t *sealed_credentials(const struct desk *desk, enum seat seat)
{
	const struct credentials *own = seats_credentials(desk->seats, seat);
	json_t *content = json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:i}", "seat", seat_name(seat),
				    "board", desk->config->board, "user", own->user, "password",
				    own->password, "client", own->client, "websocket",
				    desk->websocket_port, "mqtt", desk->mqtt_port);
	char *text, encoded[1024];
	uint8_t box[2 * 256 + BOX_OVERHEAD];
	size_t length;

	set_tls(desk, content);
	text = json_dumps(content, JSON_COMPACT);
	length = seats_seal(desk->seats, seat, text, strlen(text), 256, box, sizeof box);
	json_decref(content);
	sodium_memzero(text, strlen(text));
	free(text);
	sodium_bin2base64(encoded, sizeof encoded, box, length, sodium_base64_VARIANT_ORIGINAL);
	return json_pack("{s:s}", "box", encoded);
}

unsigned desk_pair(struct desk *desk, const char *claim, const char *from, json_t **answer)
{
	enum seat seat;

	if (!link_is_up(desk->link)) { /* nobody could be let in; the code stays valid */
		*answer = json_pack("{s:s}", "error",
				    "The board is just starting: try again in a moment.");
		return 503;
	}
	switch (seats_claim(desk->seats, claim, from, time_now_us(), &seat)) {
	case CLAIM_GRANTED:
		*answer = sealed_credentials(desk, seat);
		if (seat == SEAT_TABLE) /* what another device has asked for it could not read */
			desk->codes_asked_ms = desk->pieces_asked_ms = 0;
		log_info("seat %s is paired", seat_name(seat));
		return 200;
	case CLAIM_WRONG:
		*answer = json_pack("{s:s}", "error",
				    "This code is not valid, or not any more: ask for a new one.");
		return 403;
	case CLAIM_TOO_MANY:
		break;
	}
	*answer = json_pack("{s:s}", "error", "Too many wrong codes: wait a minute.");
	return 429;
}

json_t *desk_page_config(const struct desk *desk)
{
	json_t *config = json_pack("{s:s,s:s,s:i,s:i,s:s}", "board", desk->config->board, "title",
				   desk->config->title, "websocket", desk->websocket_port, "mqtt",
				   desk->mqtt_port, "version", ADJUTANT_VERSION);

	set_tls(desk, config);
	return config;
}

/* ---- words ---- */

static void say_move_seat(struct desk *desk, enum audience speaker, enum seat seat, char why[])
{
	char code[CODE_SIZE], url[DESK_URL], *modules;

	if (desk_offer(desk, seat, true, code, url, why) < 0)
		return;
	modules = qr_modules(url);
	session_add_event(desk->session, speaker, "code",
			  json_pack("{s:s,s:s,s:s,s:s}", "seat", seat_name(seat), "code", code,
				    "url", url, "modules", modules ? modules : ""));
	free(modules);
}

/* Not one that this board has no room for: nobody could play it. */
static int new_game(struct desk *desk, const struct new_game *wanted, char why[SESSION_WHY])
{
	const char *name = wanted->edition ? wanted->edition : "";
	unsigned edition = edition_find(name, strlen(name)), line;
	char reason[SESSION_WHY - 60];

	if (edition == EDITION_NONE || config_check_board(desk->config, editions[edition].board,
							  reason, sizeof reason, &line) == 0)
		return session_new(desk->session, wanted, why);
	snprintf(why, SESSION_WHY, "this board cannot be used for %s: %s", editions[edition].id,
		 reason);
	return -EINVAL;
}

static void say_new(struct desk *desk, const char *edition, char why[])
{
	struct new_game wanted = {.is_arbiters = true, .edition = edition[0] ? edition : NULL};

	new_game(desk, &wanted, why);
}

/* "VERB SEAT" of the arbiter */
static bool seat_word(const char *word, const char *verb, enum seat *seat)
{
	size_t length = strlen(verb);

	return strncmp(word, verb, length) == 0 && word[length] == ' ' &&
	       seat_parse(word + length + 1, seat);
}

static bool arbiter_word(struct desk *desk, const char *word, char why[])
{
	enum seat seat;

	if (seat_word(word, "pair", &seat))
		say_move_seat(desk, AUDIENCE_ARBITER, seat, why);
	else if (seat_word(word, "unpair", &seat))
		desk->unpairing[seat] = true;
	else if (strcmp(word, "new") == 0 || strncmp(word, "new ", 4) == 0)
		say_new(desk, word[3] ? word + 4 : "", why);
	else
		return false;
	return true;
}

bool desk_word(struct desk *desk, enum audience speaker, const char *word, char why[])
{
	static const enum seat seats[] = {[AUDIENCE_RED] = SEAT_RED,
					  [AUDIENCE_BLUE] = SEAT_BLUE,
					  [AUDIENCE_ARBITER] = SEAT_ARBITER};

	if (strcmp(word, "move-seat") == 0) {
		say_move_seat(desk, speaker, seats[speaker], why);
		return true;
	}
	if (strcmp(word, "unpair") == 0) {
		desk->unpairing[seats[speaker]] = true;
		return true;
	}
	return speaker == AUDIENCE_ARBITER && arbiter_word(desk, word, why);
}

void desk_after(struct desk *desk)
{
	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		if (desk->unpairing[i])
			seats_unpair(desk->seats, (enum seat)i);
		desk->unpairing[i] = false;
	}
}

/* ---- requests of operators ---- */

static json_t *refused(const char *why)
{
	return json_pack("{s:b,s:s}", "ok", 0, "why", why);
}

static json_t *granted(void)
{
	return json_pack("{s:b}", "ok", 1);
}

static const char *broker_state(const struct desk *desk)
{
	if (link_is_up(desk->link))
		return "ok";
	return desk->broker_trouble ? desk->broker_trouble : "is being started";
}

static json_t *ask_status(struct desk *desk)
{
	char address[CONFIG_NAME];
	json_t *answer = granted(), *status = session_status(desk->session);
	json_t *paired = json_array();

	desk_address(desk, address);
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (seats_is_paired(desk->seats, (enum seat)i))
			json_array_append_new(paired, json_string(seat_name((enum seat)i)));
	json_object_update(answer, status);
	json_decref(status);
	json_object_set_new(answer, "paired", paired);
	json_object_set_new(answer, "ready", json_boolean(link_is_up(desk->link)));
	json_object_set_new(answer, "broker", json_string(broker_state(desk)));
	json_object_set_new(answer, "board", json_string(desk->config->board));
	json_object_set_new(answer, "title", json_string(desk->config->title));
	json_object_set_new(answer, "address", json_string(address));
	json_object_set_new(answer, "http", json_integer(desk->http_port));
	json_object_set_new(answer, "websocket", json_integer(desk->websocket_port));
	json_object_set_new(answer, "mqtt", json_integer(desk->mqtt_port));
	json_object_set_new(answer, "driver", json_string(driver_name(desk->config->driver)));
	json_object_set_new(answer, "pid", json_integer(getpid()));
	json_object_set_new(answer, "version", json_string(ADJUTANT_VERSION));
	return answer;
}

static json_t *ask_pair(struct desk *desk, json_t *request)
{
	char code[CODE_SIZE], url[DESK_URL], why[SESSION_WHY] = "";
	const char *name = json_string_value(json_object_get(request, "seat"));
	enum seat seat;
	json_t *answer;

	if (!name || !seat_parse(name, &seat))
		return refused("a seat is red, blue, arbiter or table");
	if (desk_offer(desk, seat, json_is_true(json_object_get(request, "move")), code, url, why) <
	    0)
		return refused(why);
	answer = json_pack("{s:b,s:s,s:s,s:i}", "ok", 1, "code", code, "url", url, "minutes",
			   (int)desk->config->code_minutes);
	if (desk->unreachable)
		json_object_set_new(answer, "note", json_string(UNREACHABLE));
	return answer;
}

static json_t *ask_unpair(struct desk *desk, json_t *request)
{
	const char *name = json_string_value(json_object_get(request, "seat"));
	enum seat seat;

	if (!name || !seat_parse(name, &seat))
		return refused("a seat is red, blue, arbiter or table");
	seats_unpair(desk->seats, seat);
	return granted();
}

static const char *name_in(json_t *request, const char *key)
{
	return json_string_value(json_object_get(request, key));
}

static json_t *ask_new(struct desk *desk, json_t *request)
{
	struct new_game wanted = {.edition = name_in(request, "edition"),
				  .options = json_object_get(request, "options"),
				  .event = name_in(request, "event"),
				  .site = name_in(request, "site"),
				  .round = name_in(request, "round"),
				  .red = name_in(request, "red"),
				  .blue = name_in(request, "blue")};
	char why[SESSION_WHY] = "";

	return new_game(desk, &wanted, why) ? refused(why) : ask_status(desk);
}

static json_t *ask_continue(struct desk *desk, json_t *request)
{
	char why[SESSION_WHY] = "";
	int64_t game = json_integer_value(json_object_get(request, "game"));

	return session_continue(desk->session, game, why) ? refused(why) : ask_status(desk);
}

static bool audience_parse(const char *name, enum audience *audience)
{
	for (unsigned i = AUDIENCE_RED; name && i < AUDIENCE_COUNT; i++) {
		*audience = (enum audience)i;
		if (strcmp(name, audience_name(*audience)) == 0)
			return true;
	}
	return false;
}

/* An operator speaks as the arbiter, or for a seat; either way it is written down as said. */
static json_t *ask_say(struct desk *desk, json_t *request)
{
	const char *word = name_in(request, "word");
	enum audience speaker;
	char token[TOKEN_TEXT], id[SESSION_ID], why[SESSION_WHY] = "";

	if (!audience_parse(name_in(request, "who"), &speaker))
		return refused("red, blue or arbiter can speak");
	if (!word || !herald_is_word(word))
		return refused("that is not a word");
	token_make(token);
	snprintf(id, sizeof id, "operator-%s", token); /* whose word it was stays on record */
	return session_say_now(desk->session, speaker, id, word, why) ? granted() : refused(why);
}

static json_t *ask_look(struct desk *desk)
{
	char why[SESSION_WHY] = "";
	json_t *rows = session_look(desk->session, "operator", why), *answer;

	if (!rows)
		return refused(why);
	answer = granted();
	json_object_update(answer, rows);
	json_decref(rows);
	return answer;
}

json_t *desk_request(struct desk *desk, json_t *request)
{
	const char *what = json_string_value(json_object_get(request, "do"));
	json_t *answer;

	if (!what)
		return refused("say what to do: {\"do\":\"status\"}");
	if (strcmp(what, "status") == 0)
		answer = ask_status(desk);
	else if (strcmp(what, "pair") == 0)
		answer = ask_pair(desk, request);
	else if (strcmp(what, "unpair") == 0)
		answer = ask_unpair(desk, request);
	else if (strcmp(what, "new") == 0)
		answer = ask_new(desk, request);
	else if (strcmp(what, "continue") == 0)
		answer = ask_continue(desk, request);
	else if (strcmp(what, "say") == 0)
		answer = ask_say(desk, request);
	else if (strcmp(what, "look") == 0)
		answer = ask_look(desk);
	else
		answer = refused("there is no such request");
	desk_after(desk);
	return answer;
}
