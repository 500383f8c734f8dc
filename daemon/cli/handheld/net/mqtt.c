/*
 * Runs libmosquitto in the handheld's loop: reconnects, opens and seals boxes, passes views, events
 * and words on. Does not know what they mean.
 */
#include "daemon/cli/handheld/net/mqtt.h"

#include "daemon/base/crypto.h"
#include "daemon/cli/handheld/net/dial.h"
#include "daemon/cli/handheld/net/envelope.h"
#include "daemon/cli/handheld/net/mqtt_inside.h"
#include "daemon/cli/handheld/net/order.h"

#include <errno.h>
#include <mosquitto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void lose(struct wire *wire);

/* ---- what the owner is told ---- */

static void tell_link(struct wire *wire)
{
	bool online = wire->ready && wire->alive && wire->fresh;

	if (wire->ready == wire->told_connected && online == wire->told_online)
		return;
	wire->told_connected = wire->ready;
	wire->told_online = online;
	wire->events.link(wire->events.owner, wire->ready, online);
}

/* ---- writing ---- */

/* libmosquitto shakes hands for TLS while it reads, and writes nothing until that is done */
static bool shakes_hands(const struct wire *wire)
{
	return wire->access->tls && !wire->greeted;
}

void mqtt_write_out(struct wire *wire)
{
	if (!wire->client || wire->inside || wire->watch.fd < 0)
		return;
	while (mosquitto_want_write(wire->client)) {
		errno = 0;
		if (mosquitto_loop_write(wire->client, 1) != MOSQ_ERR_SUCCESS) {
			lose(wire);
			return;
		}
		if (errno == EAGAIN || errno == EINPROGRESS || errno == ENOTCONN ||
		    shakes_hands(wire))
			break;
	}
	watch_change(&wire->watch, EPOLLIN | (mosquitto_want_write(wire->client) ? EPOLLOUT : 0u));
}

static void on_publish(struct mosquitto *client, void *context, int id)
{
	struct wire *wire = context;

	(void)client;
	(void)id;
	wire->unacknowledged--;
	loop_note_owed(wire->loop, -1);
}

/* ---- messages ---- */

static void release(struct wire *wire)
{
	json_t *event;

	while ((event = order_release(&wire->order)) != NULL) {
		wire->events.event(wire->events.owner, event);
		json_decref(event);
	}
	/* a view follows every event: it is asked for only if it does not come by itself */
	if (order_is_behind(&wire->order) && wire->patience.at_us == TIME_NEVER)
		timer_set(&wire->patience, loop_machine_us(wire->loop) + PATIENCE_US);
}

static void take_view(struct wire *wire, json_t *view)
{
	if (wire->moved_from[0])
		mqtt_seat_confirm(wire);
	if (order_take_view(&wire->order, view))
		wire->events.view(wire->events.owner, view);
	wire->fresh = true;
	wire->doubtful = false;
	timer_set(&wire->patience, TIME_NEVER);
	tell_link(wire);
	release(wire);
}

static void take_event(struct wire *wire, json_t *event)
{
	const char *name = json_string_value(json_object_get(event, "event"));

	if (name && strcmp(name, "answer") == 0)
		mqtt_words_answer(wire, event);
	if (name && strcmp(name, "unpaired") == 0) /* it has no number */
		wire->events.event(wire->events.owner, event);
	order_take_event(&wire->order, event);
	release(wire);
}

static void take_online(struct wire *wire, const struct mosquitto_message *message)
{
	wire->alive = message->payloadlen == 4 && memcmp(message->payload, "true", 4) == 0;
	tell_link(wire);
}

static void on_message(struct mosquitto *client, void *context,
		       const struct mosquitto_message *message)
{
	struct wire *wire = context;
	bool is_view = strcmp(message->topic, wire->view) == 0;
	json_t *value;

	(void)client;
	loop_note_heard(wire->loop);
	if (strcmp(message->topic, wire->online) == 0) {
		take_online(wire, message);
		return;
	}
	/* An empty view is in no box: the broker is asked, which refuses those who have no seat. */
	if (message->payloadlen <= 0) {
		wire->doubtful = wire->doubtful || is_view;
		wire->failed = wire->failed || is_view;
		return;
	}
	value = envelope_open(wire->access, message->payload, (size_t)message->payloadlen);
	if (value && is_view)
		take_view(wire, value);
	else if (value && strcmp(message->topic, wire->event) == 0)
		take_event(wire, value);
	json_decref(value);
}

/* ---- connection ---- */

static void on_connect(struct mosquitto *client, void *context, int code)
{
	struct wire *wire = context;

	(void)client;
	wire->greeted = true;
	if (code != 0) {
		wire->failed = true;
		if (++wire->refusals == REFUSALS || wire->doubtful)
			wire->events.refused(wire->events.owner);
		wire->doubtful = false;
		return;
	}
	wire->refusals = 0;
	mqtt_seat_subscribe(wire);
}

/* The first of three topics tells; they are answered in order. */
static void on_subscribe(struct mosquitto *client, void *context, int id, int count,
			 const int *granted)
{
	struct wire *wire = context;

	(void)client;
	if (id != wire->asked)
		return;
	if (count > 0 && granted[0] >= 128 && mqtt_seat_try_other(wire))
		return;
	if (count > 0 && granted[0] >= 128)
		wire->failed = true;
	if (wire->ready || wire->failed)
		return;
	wire->ready = true;
	wire->began_us = loop_machine_us(wire->loop);
	tell_link(wire);
	if (!wire->moved_from[0]) /* what waits was meant for the seat that it had */
		mqtt_words_again(wire);
}

static void drop(struct wire *wire)
{
	watch_remove(&wire->dialled);
	dial_abandon(wire->dial);
	wire->dial = NULL;
	watch_remove(&wire->watch);
	timer_set(&wire->misc, TIME_NEVER);
	timer_set(&wire->patience, TIME_NEVER);
	if (wire->client)
		mosquitto_destroy(wire->client);
	wire->client = NULL;
	loop_note_owed(wire->loop, -wire->unacknowledged);
	wire->unacknowledged = 0;
	mqtt_seat_go_back(wire);
	wire->greeted = wire->ready = wire->alive = wire->fresh = wire->failed = false;
	tell_link(wire);
}

static void lose(struct wire *wire)
{
	uint64_t now = loop_machine_us(wire->loop);
	bool was_ready = wire->ready, quick = now - wire->began_us < QUICK_US;

	/* one that never lasts must not be tried ever faster: another may have our name */
	if (was_ready && now - wire->began_us > RETRY_MAX_US)
		wire->retry_us = RETRY_US;
	drop(wire);
	wire->asks_port = !was_ready && quick; /* after a restart it may be another */
	/* not all at once when the broker comes back */
	timer_set(&wire->retry, now + wire->retry_us / 2 + random_below((uint32_t)wire->retry_us));
	wire->retry_us = 2 * wire->retry_us > RETRY_MAX_US ? RETRY_MAX_US : 2 * wire->retry_us;
}

static void socket_ready(struct watch *watch, uint32_t events)
{
	struct wire *wire = watch->owner;
	bool broken = (events & (EPOLLHUP | EPOLLERR)) != 0, shakes = shakes_hands(wire);
	int result = MOSQ_ERR_SUCCESS;

	wire->inside = true;
	if (broken || shakes || events & EPOLLIN)
		result = mosquitto_loop_read(wire->client, 1);
	wire->inside = false;
	if (result == MOSQ_ERR_TLS && shakes)
		wire->events.untrusted(wire->events.owner);
	if (broken && shakes) /* which it would wait out */
		lose(wire);
	else if (result != MOSQ_ERR_SUCCESS || wire->failed)
		lose(wire);
	else
		mqtt_write_out(wire);
}

static void misc_due(struct timer *timer)
{
	struct wire *wire = timer->owner;

	if (mosquitto_loop_misc(wire->client) != MOSQ_ERR_SUCCESS) {
		lose(wire);
		return;
	}
	mqtt_write_out(wire);
	if (wire->client)
		timer_set(timer, loop_machine_us(timer->loop) + MISC_US);
}

/* Timed out: subscribe again for the view, and give up a connection that was never accepted. */
static void patience_due(struct timer *timer)
{
	struct wire *wire = timer->owner;

	if (!wire->ready) {
		lose(wire);
		return;
	}
	mosquitto_subscribe(wire->client, NULL, wire->view, 1);
	timer_set(timer, loop_machine_us(timer->loop) + PATIENCE_US);
	mqtt_write_out(wire);
}

static bool prepare(struct wire *wire)
{
	const struct access *access = wire->access;

	wire->client = mosquitto_new(access->client, true, wire);
	if (!wire->client)
		return false;
	mosquitto_connect_callback_set(wire->client, on_connect);
	mosquitto_subscribe_callback_set(wire->client, on_subscribe);
	mosquitto_message_callback_set(wire->client, on_message);
	mosquitto_publish_callback_set(wire->client, on_publish);
	mosquitto_int_option(wire->client, MOSQ_OPT_TCP_NODELAY, 1);
	if (access->tls &&
	    mosquitto_tls_set(wire->client, access->ca[0] ? access->ca : NULL,
			      access->ca[0] ? NULL : "/etc/ssl/certs", NULL, NULL, NULL))
		return false;
	return mosquitto_username_pw_set(wire->client, access->user, access->password) ==
	       MOSQ_ERR_SUCCESS;
}

static void follow_move(struct wire *wire, const struct dialled *dialled)
{
	if (!dialled->moved)
		return;
	wire->access->mqtt_port = dialled->mqtt_port;
	wire->access->tls = dialled->tls;
	wire->retry_us = RETRY_US;
	wire->events.moved(wire->events.owner);
}

static void dial_done(struct watch *watch, uint32_t events)
{
	struct wire *wire = watch->owner;
	struct dialled dialled;
	int fd;

	(void)events;
	watch_remove(watch);
	dialled = dial_end(wire->dial);
	wire->dial = NULL;
	wire->client = dialled.client;
	wire->began_us = loop_machine_us(wire->loop);
	follow_move(wire, &dialled);
	if (dialled.result == MOSQ_ERR_TLS)
		wire->events.untrusted(wire->events.owner);
	fd = dialled.result == MOSQ_ERR_SUCCESS ? mosquitto_socket(wire->client) : -1;
	if (fd < 0 ||
	    watch_add(wire->loop, &wire->watch, fd, EPOLLIN | EPOLLOUT, socket_ready, wire) < 0) {
		lose(wire);
		return;
	}
	timer_set(&wire->misc, loop_machine_us(wire->loop) + MISC_US);
	timer_set(&wire->patience, loop_machine_us(wire->loop) + PATIENCE_US);
}

/* Each attempt has a client of its own: libmosquitto would say what was on its way again, after newer things. */
static void attempt(struct wire *wire)
{
	drop(wire);
	wire->began_us = loop_machine_us(wire->loop);
	if (prepare(wire))
		wire->dial = dial_begin(wire->access, wire->client, wire->asks_port, KEEPALIVE_S);
	if (wire->dial)
		wire->client = NULL; /* until it comes back */
	if (!wire->dial || watch_add(wire->loop, &wire->dialled, dial_fd(wire->dial), EPOLLIN,
				     dial_done, wire) < 0)
		lose(wire);
}

static void retry_due(struct timer *timer)
{
	attempt(timer->owner);
}

void wire_open(struct wire *wire)
{
	attempt(wire);
}

/* ---- making and unmaking ---- */

int wire_create(struct wire **made, struct loop *loop, struct access *access,
		const struct wire_events *events)
{
	struct wire *wire = calloc(1, sizeof *wire);

	if (!wire)
		return -ENOMEM;
	mosquitto_lib_init();
	wire->loop = loop;
	wire->access = access;
	wire->events = *events;
	wire->retry_us = RETRY_US;
	wire->dialled.fd = wire->watch.fd = -1;
	order_init(&wire->order);
	mqtt_seat_name(wire);
	timer_init_machine(loop, &wire->misc, misc_due, wire);
	timer_init_machine(loop, &wire->retry, retry_due, wire);
	timer_init_machine(loop, &wire->patience, patience_due, wire);
	timer_init_machine(loop, &wire->words, mqtt_words_due, wire);
	*made = wire;
	return 0;
}

void wire_destroy(struct wire *wire)
{
	if (!wire)
		return;
	watch_remove(&wire->dialled);
	watch_remove(&wire->watch);
	if (wire->client && wire->ready) {
		mosquitto_disconnect(wire->client);
		mosquitto_loop_write(wire->client, 1);
	}
	if (wire->client)
		mosquitto_destroy(wire->client);
	timer_finish(&wire->misc);
	timer_finish(&wire->retry);
	timer_finish(&wire->patience);
	timer_finish(&wire->words);
	order_finish(&wire->order);
	if (wire->dial)
		dial_abandon(wire->dial); /* which may still use the library */
	else
		mosquitto_lib_cleanup();
	free(wire);
}
