/*
 * Runs libmosquitto's client in the daemon's loop: connection, publishing, acknowledgements,
 * commands to the security plugin. Does not know what a topic means.
 */
#include "daemon/broker/link.h"

#include "daemon/base/log.h"

#include <errno.h>
#include <mosquitto.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	COMMAND_MS = 300,   /* of silence, while a command is waited for */
	HURRY_US = 3000000, /* from the request for a page to its connection, on a slow phone */
	KEEPALIVE_S = 30,
	KNOCK_US = 10000,
	MISC_US = 5000000,
	PREFIX_SIZE = 80,
	READ_AT_ONCE = 256, /* messages, before others get their turn */
	TOPIC_SIZE = 160
};

#define CONTROL_TOPIC ACCESS_CONTROL_TOPIC

struct link {
	struct mosquitto *client;
	struct loop *loop;
	struct watch watch;
	struct timer misc; /* keep-alive */
	struct timer knock;
	uint64_t hurry_until_us;
	struct link_events events;
	struct credentials own;
	char prefix[PREFIX_SIZE]; /* adjutant/v1/BOARD/ */
	bool up, writing;
	bool inside;	    /* libmosquitto has called and waits for its callback to return */
	int awaited;	    /* id of a command that is waited for, 0 if there is none */
	int unacknowledged; /* messages of ours */
	bool asked;	    /* for a sign of life, and there was none since */
	uint64_t signs;
};

static int errno_of(int result)
{
	switch (result) {
	case MOSQ_ERR_SUCCESS:
		return 0;
	case MOSQ_ERR_ERRNO:
		return errno ? -errno : -EIO;
	case MOSQ_ERR_NOMEM:
		return -ENOMEM;
	case MOSQ_ERR_NO_CONN:
	case MOSQ_ERR_CONN_LOST:
		return -ENOTCONN;
	default:
		return -EPROTO;
	}
}

static void topic_of(const struct link *link, const char *below, char topic[TOPIC_SIZE])
{
	snprintf(topic, TOPIC_SIZE, "%s%s", link->prefix, below);
}

/* ---- the connection in the loop ---- */

static void forget_connection(struct link *link)
{
	watch_remove(&link->watch);
	timer_set(&link->misc, TIME_NEVER);
	timer_set(&link->knock, TIME_NEVER);
	loop_note_owed(link->loop, -link->unacknowledged);
	link->unacknowledged = 0;
	link->hurry_until_us = 0;
	link->asked = false;
	link->up = false;
}

/* Also if it was never up: a broker may accept a connection and close it without a word. */
static void lost(struct link *link)
{
	forget_connection(link);
	link->events.down(link->events.owner);
}

/*
 * Messages published within a callback are written after it returns: if writing failed,
 * libmosquitto would call back again and deadlock on its own lock.
 */
static void write_out(struct link *link)
{
	bool writing;

	if (link->watch.fd < 0 || link->inside)
		return;
	if (mosquitto_want_write(link->client) &&
	    mosquitto_loop_write(link->client, 1) != MOSQ_ERR_SUCCESS) {
		lost(link);
		return;
	}
	writing = mosquitto_want_write(link->client);
	if (writing != link->writing)
		watch_change(&link->watch, EPOLLIN | (writing ? EPOLLOUT : 0u));
	link->writing = writing;
}

static bool is_readable(const struct link *link)
{
	struct pollfd poll_fd = {.fd = link->watch.fd, .events = POLLIN};

	return link->watch.fd >= 0 && poll(&poll_fd, 1, 0) > 0;
}

/*
 * Everything that has arrived is read before anything is done about it: a seat's word must not be
 * hidden behind another seat's many.
 */
static int read_all(struct link *link)
{
	int result = MOSQ_ERR_SUCCESS;

	for (unsigned i = 0; i < READ_AT_ONCE && result == MOSQ_ERR_SUCCESS; i++) {
		if (i > 0 && !is_readable(link))
			break;
		link->inside = true;
		result = mosquitto_loop_read(link->client, 1);
		link->inside = false;
	}
	return result;
}

static void socket_ready(struct watch *watch, uint32_t events)
{
	struct link *link = watch->owner;
	int result = MOSQ_ERR_SUCCESS;

	if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
		result = read_all(link);
	if (result == MOSQ_ERR_SUCCESS)
		write_out(link);
	else
		lost(link);
}

static void misc_due(struct timer *timer)
{
	struct link *link = timer->owner;

	if (mosquitto_loop_misc(link->client) != MOSQ_ERR_SUCCESS) {
		lost(link);
		return;
	}
	write_out(link);
	timer_set(&link->misc, loop_machine_us(link->loop) + MISC_US);
}

/*
 * Unsubscribing from an unused topic is the smallest request a broker answers. The topic says what
 * it is for to those who read the broker's log.
 */
static void request_answer(struct link *link, const char *unused)
{
	char topic[TOPIC_SIZE];

	topic_of(link, unused, topic);
	mosquitto_unsubscribe(link->client, NULL, topic);
	write_out(link);
}

/* A broker that has not yet accepted the connection may do so within the window. */
static void knock_due(struct timer *timer)
{
	struct link *link = timer->owner;

	if (loop_now_us(link->loop) >= link->hurry_until_us)
		return;
	timer_set(&link->knock, loop_machine_us(link->loop) + KNOCK_US);
	if (link->up)
		request_answer(link, "nothing");
}

/* One that has not answered is not asked again: it would have to read all that when it wakes up. */
void link_ask(struct link *link)
{
	if (!link->up || link->asked)
		return;
	link->asked = true;
	request_answer(link, "pulse");
}

uint64_t link_signs(const struct link *link)
{
	return link->signs;
}

static void note_sign(struct link *link)
{
	link->signs++;
	link->asked = false;
}

void link_hurry(struct link *link)
{
	uint64_t now_us = loop_now_us(link->loop);

	if (now_us >= link->hurry_until_us)
		timer_set(&link->knock, loop_machine_us(link->loop) + KNOCK_US);
	link->hurry_until_us = now_us + HURRY_US;
}

static int prepare(struct link *link);

/*
 * Each connection starts with an empty queue. libmosquitto would resend what the last broker has
 * not acknowledged, after newer messages, and an old view would end up retained.
 */
int link_connect(struct link *link, const char *socket_path)
{
	int result;

	forget_connection(link);
	result = prepare(link);
	if (result)
		return result;
	errno = 0;
	result = mosquitto_connect(link->client, socket_path, 0, KEEPALIVE_S);
	if (result != MOSQ_ERR_SUCCESS)
		return errno_of(result);
	link->writing = false;
	result = watch_add(link->loop, &link->watch, mosquitto_socket(link->client), EPOLLIN,
			   socket_ready, link);
	if (result)
		return result;
	timer_set(&link->misc, loop_machine_us(link->loop) + MISC_US);
	write_out(link);
	return 0;
}

bool link_is_up(const struct link *link)
{
	return link->up;
}

/* ---- what libmosquitto calls ---- */

static void subscribe(struct link *link)
{
	static const char *const wanted[] = {"seat/red/say", "seat/blue/say", "arbiter/say",
					     "table/say"};
	char topic[TOPIC_SIZE];

	for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		topic_of(link, wanted[i], topic);
		mosquitto_subscribe(link->client, NULL, topic, 1);
	}
	mosquitto_subscribe(link->client, NULL, CONTROL_TOPIC "/response", 1);
}

static void on_connect(struct mosquitto *client, void *context, int code)
{
	struct link *link = context;

	(void)client;
	note_sign(link);
	if (code != 0) {
		log_error("a broker refuses the daemon itself: %s", mosquitto_connack_string(code));
		return;
	}
	if (link->events.message)
		subscribe(link);
	link->up = true;
	link_publish(link, "public/online", "true", 4, true);
	link->events.up(link->events.owner);
}

static void hear_response(struct link *link, const void *payload, size_t length)
{
	json_t *response = json_loadb(payload, length, 0, NULL);
	const char *why = NULL;

	if (response && access_failed(response, &why))
		link->events.refused(link->events.owner, why);
	json_decref(response);
}

static void on_message(struct mosquitto *client, void *context,
		       const struct mosquitto_message *message)
{
	struct link *link = context;
	size_t prefix = strlen(link->prefix);

	(void)client;
	note_sign(link);
	if (!link->events.message)
		return;
	loop_note_heard(link->loop);
	if (message->retain || message->payloadlen < 0) /* words are never retained */
		return;
	if (strcmp(message->topic, CONTROL_TOPIC "/response") == 0)
		hear_response(link, message->payload, (size_t)message->payloadlen);
	else if (strncmp(message->topic, link->prefix, prefix) == 0)
		link->events.message(link->events.owner, message->topic + prefix, message->payload,
				     (size_t)message->payloadlen);
}

static void on_publish(struct mosquitto *client, void *context, int id)
{
	struct link *link = context;

	(void)client;
	note_sign(link);
	if (link->unacknowledged > 0) {
		link->unacknowledged--;
		loop_note_owed(link->loop, -1);
	}
	if (id == link->awaited)
		link->awaited = 0;
	link->events.published(link->events.owner, id);
}

static void on_unsubscribe(struct mosquitto *client, void *context, int id)
{
	(void)client;
	(void)id;
	note_sign(context);
}

/* ---- publishing ---- */

static int publish(struct link *link, const char *topic, const void *payload, size_t length,
		   bool retain)
{
	int id, result = mosquitto_publish(link->client, &id, topic, (int)length, payload, 1,
					   retain);

	if (result == MOSQ_ERR_SUCCESS) {
		link->unacknowledged++;
		loop_note_owed(link->loop, 1);
	}
	write_out(link);
	/* without a connection it is queued all the same */
	return result == MOSQ_ERR_SUCCESS || result == MOSQ_ERR_NO_CONN ? id : errno_of(result);
}

int link_publish(struct link *link, const char *below, const void *payload, size_t length,
		 bool retain)
{
	char topic[TOPIC_SIZE];

	topic_of(link, below, topic);
	return publish(link, topic, payload, length, retain);
}

unsigned link_unacknowledged(const struct link *link)
{
	return (unsigned)link->unacknowledged;
}

/* The broker acknowledges a command when it has done what it says. */
static int await(struct link *link, int id)
{
	bool is_silent = false;

	link->awaited = id;
	while (link->awaited && link->watch.fd >= 0 && !is_silent) {
		struct pollfd poll_fd = {.fd = link->watch.fd, .events = POLLIN};

		is_silent = poll(&poll_fd, 1, COMMAND_MS) == 0;
		if (!is_silent)
			socket_ready(&link->watch, EPOLLIN);
	}
	return link->awaited ? -ETIMEDOUT : 0;
}

int link_command(struct link *link, json_t *commands, bool wait)
{
	char *text = commands ? json_dumps(commands, JSON_COMPACT) : NULL;
	int result = text ? publish(link, CONTROL_TOPIC, text, strlen(text), false) : -ENOMEM;

	json_decref(commands);
	free(text);
	if (result < 0 || !wait)
		return result < 0 ? result : 0;
	return await(link, result);
}

/* ---- making and unmaking ---- */

static int prepare(struct link *link)
{
	char topic[TOPIC_SIZE];
	int result = mosquitto_reinitialise(link->client, link->own.client, true, link);

	if (result != MOSQ_ERR_SUCCESS)
		return errno_of(result);

	mosquitto_connect_callback_set(link->client, on_connect);
	mosquitto_message_callback_set(link->client, on_message);
	mosquitto_publish_callback_set(link->client, on_publish);
	mosquitto_unsubscribe_callback_set(link->client, on_unsubscribe);
	/* TCP_NODELAY: an answer must not wait for the acknowledgement of another message */
	mosquitto_int_option(link->client, MOSQ_OPT_SEND_MAXIMUM, 65535);
	result = mosquitto_username_pw_set(link->client, link->own.user, link->own.password);
	topic_of(link, "public/online", topic);
	if (result == MOSQ_ERR_SUCCESS)
		result = mosquitto_will_set(link->client, topic, 5, "false", 1, true);
	return errno_of(result);
}

int link_create(struct link **made, struct loop *loop, const char *board,
		const struct credentials *own, const struct link_events *events)
{
	struct link *link = calloc(1, sizeof *link);

	if (!link)
		return -ENOMEM;
	link->loop = loop;
	link->watch.fd = -1;
	link->events = *events;
	link->own = *own;
	snprintf(link->prefix, sizeof link->prefix, "adjutant/v1/%s/", board);
	mosquitto_lib_init();
	link->client = mosquitto_new(own->client, true, link);
	if (!link->client) {
		link_destroy(link);
		return -ENOMEM;
	}
	timer_init_machine(loop, &link->misc, misc_due, link);
	timer_init_machine(loop, &link->knock, knock_due, link);
	*made = link;
	return 0;
}

void link_destroy(struct link *link)
{
	if (!link)
		return;
	if (link->up) {
		link_publish(link, "public/online", "false", 5, true);
		mosquitto_disconnect(link->client);
	}
	watch_remove(&link->watch);
	timer_finish(&link->misc);
	timer_finish(&link->knock);
	if (link->client)
		mosquitto_destroy(link->client);
	mosquitto_lib_cleanup();
	free(link);
}
