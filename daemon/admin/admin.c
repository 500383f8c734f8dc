/* Pairs devices, routes words to itself or to the session, and answers operators. */
#include "daemon/admin/admin.h"

#include "daemon/base/crypto.h"
#include "daemon/base/exchange.h"
#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/base/qr.h"
#include "daemon/base/version.h"
#include "daemon/broker/access.h"
#include "daemon/broker/link.h"
#include "daemon/config/config.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void admin_init(struct admin *admin, const struct config *config)
{
	admin->config = config;
	admin->linger_until_us = TIME_NEVER;
}

/* ---- pairing ---- */

#define UNREACHABLE                                                                                \
	"this machine has no network address, so no other device can come with this code: make "   \
	"another once it is on the network"

/* the code in an address needs no hyphens; behind the # it stays in the device */
static void make_url(struct admin *admin, enum seat seat, const char *code, char url[ADMIN_URL])
{
	const char *page = seat == SEAT_TABLE ? "table" : seat == SEAT_ARBITER ? "arbiter" : "play";
	char letters[CODE_SIZE], *to = letters, address[CONFIG_NAME];
	bool unreachable = !admin_address(admin, address);

	for (; *code; code++)
		if (*code != '-')
			*to++ = *code;
	*to = '\0';
	snprintf(url, ADMIN_URL, "http://%s:%u/%s#%s", address, admin->http_port, page, letters);
	if (unreachable && !admin->unreachable)
		log_warning(UNREACHABLE);
	admin->unreachable = unreachable;
}

/* The arbiter's is written with the word by which it was asked for. */
static int note_code(struct admin *admin, enum seat seat, enum code_wish wish, struct refusal *why)
{
	static const char *const names[] = {[WISH_OF_ARBITER] = "arbiter",
					    [WISH_OF_OPERATOR] = "operator",
					    [WISH_OF_TABLE] = "table"};

	if (wish == WISH_OF_SEAT || (seat != SEAT_RED && seat != SEAT_BLUE))
		return 0;
	return session_note_code(admin->session, seat == SEAT_RED ? SIDE_RED : SIDE_BLUE,
				 names[wish], wish != WISH_OF_ARBITER, why);
}

int admin_offer(struct admin *admin, enum seat seat, bool move, enum code_wish wish,
		struct admin_code *code, struct refusal *why)
{
	int error;

	if (seat == SEAT_TABLE && admin->config->driver != DRIVER_VIRTUAL) {
		*why = refusal_of(REFUSAL_NO_VIRTUAL_TABLE);
		return -EINVAL;
	}
	error = seats_offer(admin->seats, seat, move, loop_now_us(admin->loop), code->code);
	if (error) {
		*why = refusal_with(REFUSAL_SEAT_TAKEN, seat_name(seat));
		return error;
	}
	error = note_code(admin, seat, wish, why);
	if (error)
		return error;
	seats_short_code(admin->seats, seat, code->short_code);
	make_url(admin, seat, code->code, code->url);
	return 0;
}

/* Only where it is so, as most boards have no certificate. */
static void set_tls(const struct admin *admin, json_t *content)
{
	if (*admin->config->certificate)
		json_object_set_new(content, "tls", json_true());
}

/* The box is made with a key that only a device with the code and the right secret can make. */
void admin_seal_credentials(const struct admin *admin, enum seat seat, char encoded[ADMIN_BOX])
{
	const struct credentials *own = seats_credentials(admin->seats, seat);
	json_t *content = json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:i}", "seat", seat_name(seat),
				    "board", admin->config->board, "user", own->user, "password",
				    own->password, "client", own->client, "websocket",
				    admin->websocket_port, "mqtt", admin->mqtt_port);
	uint8_t box[2 * 256 + BOX_OVERHEAD];
	size_t length;
	char *text;

	set_tls(admin, content);
	text = json_dumps(content, JSON_COMPACT);
	length = seats_seal(admin->seats, seat, text, strlen(text), 256, box, sizeof box);
	json_decref(content);
	sodium_memzero(text, strlen(text));
	free(text);
	sodium_bin2base64(encoded, ADMIN_BOX, box, length, sodium_base64_VARIANT_ORIGINAL);
}

static json_t *granted_seat(const struct admin *admin, const struct seat_grant *grant)
{
	char box[ADMIN_BOX], key[HASH_TEXT];

	admin_seal_credentials(admin, grant->seat, box);
	hex_format(grant->key, KEY_SIZE, key);
	return json_pack("{s:i,s:s,s:s,s:s,s:s}", "v", EXCHANGE_VERSION, "seat",
			 seat_name(grant->seat), "board", admin->config->board, "key", key, "box",
			 box);
}

static enum claim take_claim(struct admin *admin, const char *key, const char *proof,
			     const char *from, struct seat_grant *grant)
{
	struct seat_claim claim = {{0}, {0}}; /* which no code fits, if it is none */

	if (!hex_parse(key, claim.key, KEY_SIZE) || !hex_parse(proof, claim.proof, HASH_SIZE))
		claim = (struct seat_claim){{0}, {0}};
	return seats_claim(admin->seats, &claim, from, loop_now_us(admin->loop), grant);
}

unsigned admin_pair(struct admin *admin, const char *key, const char *proof, const char *from,
		    json_t **answer)
{
	struct seat_grant grant;

	if (!link_is_up(admin->link)) { /* no device could be let in; the code stays valid */
		*answer = json_pack("{s:s}", "error",
				    "The board is just starting: try again in a moment.");
		return 503;
	}
	switch (take_claim(admin, key, proof, from, &grant)) {
	case CLAIM_GRANTED:
		*answer = granted_seat(admin, &grant);
		log_info("seat %s is paired", seat_name(grant.seat));
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

/* What a projector shows to those who would like to watch on their phones; not of an address that leads them to themselves. */
static void add_way_to_watch(const struct admin *admin, json_t *config)
{
	char address[CONFIG_NAME], url[ADMIN_URL];
	char *modules;

	if (!admin_address(admin, address) || strncmp(address, "127.", 4) == 0)
		return;
	snprintf(url, sizeof url, "http://%s:%u/watch", address, admin->http_port);
	modules = qr_modules(url);
	if (modules)
		json_object_set_new(config, "way",
				    json_pack("{s:s,s:s}", "url", url, "modules", modules));
	free(modules);
}

json_t *admin_page_config(const struct admin *admin)
{
	json_t *config = json_pack("{s:s,s:s,s:i,s:i,s:i,s:s}", "board", admin->config->board,
				   "title", admin->config->title, "watch", admin->watch_port,
				   "watch_mqtt", admin->watch_mqtt_port, "mqtt", admin->mqtt_port,
				   "version", ADJUTANT_VERSION);

	set_tls(admin, config);
	add_way_to_watch(admin, config);
	return config;
}

/* ---- words ---- */

static const enum seat seats_of[] = {
	[AUDIENCE_RED] = SEAT_RED, [AUDIENCE_BLUE] = SEAT_BLUE, [AUDIENCE_ARBITER] = SEAT_ARBITER};

static void say_move_seat(struct admin *admin, enum audience speaker, enum seat seat,
			  struct refusal *why)
{
	struct admin_code code;
	char *modules;

	if (admin_offer(admin, seat, true,
			seats_of[speaker] == seat ? WISH_OF_SEAT : WISH_OF_ARBITER, &code, why) < 0)
		return;
	modules = qr_modules(code.url);
	session_add_event(
		admin->session, speaker, "code", json_pack("{s:s}", "seat", seat_name(seat)),
		json_pack("{s:s,s:s,s:s,s:s}", "code", code.code, "short", code.short_code, "url",
			  code.url, "modules", modules ? modules : ""));
	free(modules);
}

static void say_new(struct admin *admin, const char *edition, struct refusal *why)
{
	struct new_game wanted = {.edition = edition[0] ? edition : NULL};

	session_new(admin->session, &wanted, why);
}

/* "VERB SEAT" of the arbiter */
static bool seat_word(const char *word, const char *verb, enum seat *seat)
{
	size_t length = strlen(verb);

	return strncmp(word, verb, length) == 0 && word[length] == ' ' &&
	       seat_parse(word + length + 1, seat);
}

static bool is_new(const char *word)
{
	return strcmp(word, "new") == 0 || strncmp(word, "new ", 4) == 0;
}

/* about a seat or a game, and so not for the referee */
static bool is_own_word(enum audience speaker, const char *word)
{
	enum seat seat;

	if (strcmp(word, "move-seat") == 0 || strcmp(word, "unpair") == 0)
		return true;
	return speaker == AUDIENCE_ARBITER &&
	       (is_new(word) || seat_word(word, "pair", &seat) || seat_word(word, "unpair", &seat));
}

/* which may lead to another game */
static bool is_of_next_game(const char *word)
{
	return strncmp(word, "offer-game ", 11) == 0 || strncmp(word, "accept-game ", 12) == 0;
}

bool admin_is_alone(enum audience speaker, const char *word)
{
	return is_of_next_game(word) ||
	       (is_own_word(speaker, word) && strcmp(word, "move-seat") != 0);
}

static void do_own_word(struct admin *admin, enum audience speaker, const char *word,
			unsigned *vacated, struct refusal *why)
{
	enum seat seat;

	if (strcmp(word, "move-seat") == 0)
		say_move_seat(admin, speaker, seats_of[speaker], why);
	else if (strcmp(word, "unpair") == 0)
		*vacated = 1u << seats_of[speaker];
	else if (seat_word(word, "pair", &seat))
		say_move_seat(admin, AUDIENCE_ARBITER, seat, why);
	else if (seat_word(word, "unpair", &seat))
		*vacated = 1u << seat;
	else
		say_new(admin, word[3] ? word + 4 : "", why);
}

enum said admin_say(struct admin *admin, enum audience speaker, const char *id, const char *word,
		    struct admin_after *after)
{
	struct refusal why = refusal_of(REFUSAL_NONE);
	unsigned leaving = 0;
	enum said said;

	if (!is_own_word(speaker, word))
		return session_say(admin->session, speaker, id, word);
	said = session_word_begin(admin->session, speaker, id, word);
	if (said != SAID_NEW)
		return said;
	do_own_word(admin, speaker, word, &leaving, &why);
	said = session_word_end(admin->session, speaker, id, word, &why);
	if (said != SAID_ANSWERED)
		return said;
	after->vacated |= leaving;
	if (strcmp(word, "unpair") == 0)
		after->left |= leaving;
	return said;
}

/* ---- requests of operators ---- */

static json_t *refused(const char *why)
{
	return json_pack("{s:b,s:s}", "ok", 0, "why", why);
}

static json_t *refused_for(const struct refusal *why)
{
	char sentence[2 * REFUSAL_TEXT_SIZE];
	struct out out = out_init(sentence, sizeof sentence);

	refusal_sentence(why, &out);
	return refused(sentence);
}

static json_t *granted(void)
{
	return json_pack("{s:b}", "ok", 1);
}

static const char *broker_state(const struct admin *admin)
{
	if (link_is_up(admin->link))
		return "ok";
	return admin->broker_trouble ? admin->broker_trouble : "is being started";
}

void admin_add_status(const struct admin *admin, json_t *answer)
{
	char address[CONFIG_NAME];
	json_t *status = session_status(admin->session), *paired = json_array();

	admin_address(admin, address);
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (seats_is_paired(admin->seats, (enum seat)i))
			json_array_append_new(paired, json_string(seat_name((enum seat)i)));
	json_object_update(answer, status);
	json_decref(status);
	json_object_set_new(answer, "paired", paired);
	json_object_set_new(answer, "ready", json_boolean(link_is_up(admin->link)));
	json_object_set_new(answer, "broker", json_string(broker_state(admin)));
	json_object_set_new(answer, "board", json_string(admin->config->board));
	json_object_set_new(answer, "title", json_string(admin->config->title));
	json_object_set_new(answer, "address", json_string(address));
	json_object_set_new(answer, "http", json_integer(admin->http_port));
	json_object_set_new(answer, "websocket", json_integer(admin->websocket_port));
	json_object_set_new(answer, "mqtt", json_integer(admin->mqtt_port));
	json_object_set_new(answer, "visits", json_integer(admin->visits));
	json_object_set_new(answer, "watch", json_integer(admin->watch_port));
	json_object_set_new(answer, "watch_mqtt", json_integer(admin->watch_mqtt_port));
	json_object_set_new(answer, "driver",
			    json_string(config_driver_name(admin->config->driver)));
	json_object_set_new(answer, "pid", json_integer(getpid()));
	json_object_set_new(answer, "version", json_string(ADJUTANT_VERSION));
}

/* who sits where shows only when a new game has been published */
static json_t *granted_with_status(struct admin_after *after)
{
	after->add_status = true;
	return granted();
}

static json_t *ask_pair(struct admin *admin, json_t *request)
{
	struct admin_code code;
	struct refusal why;
	const char *name = json_string_value(json_object_get(request, "seat"));
	enum seat seat;
	json_t *answer;

	if (!name || !seat_parse(name, &seat))
		return refused("a seat is red, blue, arbiter or table");
	if (admin_offer(admin, seat, json_is_true(json_object_get(request, "move")),
			WISH_OF_OPERATOR, &code, &why) < 0)
		return refused_for(&why);
	answer = json_pack("{s:b,s:s,s:s,s:s,s:i}", "ok", 1, "code", code.code, "short",
			   code.short_code, "url", code.url, "minutes",
			   (int)admin->config->code_minutes);
	if (admin->unreachable)
		json_object_set_new(answer, "note", json_string(UNREACHABLE));
	return answer;
}

static json_t *ask_unpair(json_t *request, struct admin_after *after)
{
	const char *name = json_string_value(json_object_get(request, "seat"));
	enum seat seat;

	if (!name || !seat_parse(name, &seat))
		return refused("a seat is red, blue, arbiter or table");
	after->vacated |= 1u << seat;
	return granted();
}

static const char *name_in(json_t *request, const char *key)
{
	return json_string_value(json_object_get(request, key));
}

static json_t *ask_new(struct admin *admin, json_t *request, struct admin_after *after)
{
	struct new_game wanted = {.frees_seats = json_is_true(json_object_get(request, "free")),
				  .edition = name_in(request, "edition"),
				  .options = json_object_get(request, "options"),
				  .event = name_in(request, "event"),
				  .site = name_in(request, "site"),
				  .round = name_in(request, "round"),
				  .red = name_in(request, "red"),
				  .blue = name_in(request, "blue")};
	struct refusal why;

	if (wanted.options && !json_is_array(wanted.options))
		return refused("options are a list: [\"memory-aid on\"]");
	return session_new(admin->session, &wanted, &why) ? refused_for(&why)
							  : granted_with_status(after);
}

static json_t *ask_continue(struct admin *admin, json_t *request, struct admin_after *after)
{
	struct refusal why;
	int64_t game = json_integer_value(json_object_get(request, "game"));

	return session_continue(admin->session, game, &why) ? refused_for(&why)
							    : granted_with_status(after);
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
static json_t *ask_say(struct admin *admin, json_t *request, struct admin_after *after)
{
	const char *word = name_in(request, "word");
	enum audience speaker;
	char token[TOKEN_TEXT], id[SESSION_ID];
	struct refusal why = refusal_of(REFUSAL_NOT_A_WORD);

	if (!audience_parse(name_in(request, "who"), &speaker))
		return refused("red, blue or arbiter can speak");
	if (!word || !session_is_word(word))
		return refused_for(&why);
	token_make(token);
	snprintf(id, sizeof id, SESSION_OPERATOR "%s", token);
	admin_say(admin, speaker, id, word, after);
	return session_answer(admin->session, speaker, id, &why) ? granted() : refused_for(&why);
}

static json_t *ask_look(struct admin *admin)
{
	struct refusal why;
	json_t *rows = session_look(admin->session, "operator", &why), *answer;

	if (!rows)
		return refused_for(&why);
	answer = granted();
	json_object_update(answer, rows);
	json_decref(rows);
	return answer;
}

json_t *admin_request(struct admin *admin, json_t *request, struct admin_after *after)
{
	const char *what = json_string_value(json_object_get(request, "do"));
	json_t *answer;

	if (!what)
		return refused("say what to do: {\"do\":\"status\"}");
	if (strcmp(what, "status") == 0)
		answer = granted_with_status(after);
	else if (strcmp(what, "pair") == 0)
		answer = ask_pair(admin, request);
	else if (strcmp(what, "unpair") == 0)
		answer = ask_unpair(request, after);
	else if (strcmp(what, "new") == 0)
		answer = ask_new(admin, request, after);
	else if (strcmp(what, "continue") == 0)
		answer = ask_continue(admin, request, after);
	else if (strcmp(what, "say") == 0)
		answer = ask_say(admin, request, after);
	else if (strcmp(what, "look") == 0)
		answer = ask_look(admin);
	else
		answer = refused("there is no such request");
	return answer;
}
