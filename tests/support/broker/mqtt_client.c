/* libmosquitto, one step at a time. */
#include "tests/support/broker/mqtt_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { STEP_MS = 20, KEEPALIVE_S = 60 };

struct mqtt_login mqtt_login_of(const struct credentials *credentials)
{
	return (struct mqtt_login){.client = credentials->client,
				   .user = credentials->user,
				   .password = credentials->password};
}

/* ---- what libmosquitto calls ---- */

static void on_connect(struct mosquitto *mosquitto, void *context, int code)
{
	struct mqtt_client *client = context;

	(void)mosquitto;
	client->connack = code;
}

static void on_disconnect(struct mosquitto *mosquitto, void *context, int code)
{
	struct mqtt_client *client = context;

	(void)mosquitto;
	(void)code;
	client->gone = true;
}

static void on_subscribe(struct mosquitto *mosquitto, void *context, int id, int count,
			 const int *granted)
{
	struct mqtt_client *client = context;

	(void)mosquitto;
	(void)id;
	/* version 5 has several ways to refuse */
	client->suback = count > 0 && granted[0] < REFUSED ? granted[0] : REFUSED;
}

static void on_publish(struct mosquitto *mosquitto, void *context, int id)
{
	struct mqtt_client *client = context;

	(void)mosquitto;
	(void)id;
	client->pubacks++;
}

static void on_message(struct mosquitto *mosquitto, void *context,
		       const struct mosquitto_message *message)
{
	struct mqtt_client *client = context;
	struct heard *heard = &client->heard[client->heard_count];

	(void)mosquitto;
	if (client->heard_count == HEARD_MAX) {
		fprintf(stderr, "a client has heard more than a test can keep\n");
		abort();
	}
	client->heard_count++;
	snprintf(heard->topic, sizeof heard->topic, "%s", message->topic);
	snprintf(heard->payload, sizeof heard->payload, "%.*s", message->payloadlen,
		 message->payloadlen ? (const char *)message->payload : "");
	heard->retained = message->retain;
}

/* ---- waiting ---- */

/* One step; a broker that has been silent for too long fails the test. */
static void step(struct mqtt_client *client, unsigned *waited_ms)
{
	if (*waited_ms > MQTT_PATIENCE_MS) {
		fprintf(stderr, "the broker does not answer\n");
		abort();
	}
	if (mosquitto_loop(client->client, STEP_MS, 1) != MOSQ_ERR_SUCCESS)
		client->gone = true;
	*waited_ms += STEP_MS; /* or less, if something happened: patience is not a measurement */
}

bool mqtt_hears(struct mqtt_client *client, const char *topic, const char *payload)
{
	unsigned waited_ms = 0;

	while (!client->gone && !mqtt_heard(client, topic, payload))
		step(client, &waited_ms);
	return mqtt_heard(client, topic, payload) != NULL;
}

void mqtt_wait_until_gone(struct mqtt_client *client)
{
	unsigned waited_ms = 0;

	while (!client->gone)
		step(client, &waited_ms);
}

/* ---- connecting ---- */

static void prepare(struct mqtt_client *client, const struct mqtt_login *login)
{
	const char *will = login->will_text ? login->will_text : "will";

	*client = (struct mqtt_client){.connack = NOT_CONNECTED};
	client->client = mosquitto_new(login->client, !login->keeps_session, client);
	if (!client->client)
		abort();
	mosquitto_connect_callback_set(client->client, on_connect);
	mosquitto_disconnect_callback_set(client->client, on_disconnect);
	mosquitto_subscribe_callback_set(client->client, on_subscribe);
	mosquitto_publish_callback_set(client->client, on_publish);
	mosquitto_message_callback_set(client->client, on_message);
	if (login->version)
		mosquitto_int_option(client->client, MOSQ_OPT_PROTOCOL_VERSION, login->version);
	if (login->user)
		mosquitto_username_pw_set(client->client, login->user, login->password);
	if (login->will)
		mosquitto_will_set(client->client, login->will, (int)strlen(will), will, 1, false);
}

/* A broker that has just been started does not listen yet. */
static void find_broker(struct mqtt_client *client, const char *host, int port)
{
	static const struct timespec pause = {.tv_nsec = STEP_MS * 1000000};

	for (unsigned waited_ms = 0; waited_ms <= MQTT_PATIENCE_MS; waited_ms += STEP_MS) {
		if (mosquitto_connect(client->client, host, port, KEEPALIVE_S) == MOSQ_ERR_SUCCESS)
			return;
		nanosleep(&pause, NULL);
	}
	fprintf(stderr, "there is no broker at %s, port %d\n", host, port);
	abort();
}

int mqtt_open(struct mqtt_client *client, const char *socket, int port,
	      const struct mqtt_login *login)
{
	unsigned waited_ms = 0;

	mosquitto_lib_init();
	prepare(client, login);
	find_broker(client, port ? "127.0.0.1" : socket, port);
	while (!client->gone && client->connack == NOT_CONNECTED)
		step(client, &waited_ms);
	return client->connack;
}

static void finish(struct mqtt_client *client)
{
	mosquitto_destroy(client->client);
	client->client = NULL;
	mosquitto_lib_cleanup();
}

void mqtt_close(struct mqtt_client *client)
{
	unsigned waited_ms = 0;

	if (!client->client)
		return;
	/* the broker closes the connection when it has read the goodbye */
	if (!client->gone && mosquitto_disconnect(client->client) == MOSQ_ERR_SUCCESS)
		while (!client->gone)
			step(client, &waited_ms);
	finish(client);
}

void mqtt_vanish(struct mqtt_client *client)
{
	shutdown(mosquitto_socket(client->client), SHUT_RDWR);
	finish(client);
}

/* ---- publishing and receiving ---- */

int mqtt_subscribe(struct mqtt_client *client, const char *filter)
{
	unsigned waited_ms = 0;

	client->suback = -1;
	if (mosquitto_subscribe(client->client, NULL, filter, 1) != MOSQ_ERR_SUCCESS)
		return REFUSED;
	while (!client->gone && client->suback < 0)
		step(client, &waited_ms);
	return client->suback < 0 ? REFUSED : client->suback;
}

bool mqtt_publish(struct mqtt_client *client, const char *topic, const void *payload, int length,
		  bool retain)
{
	unsigned pubacks = client->pubacks, waited_ms = 0;

	if (mosquitto_publish(client->client, NULL, topic, length, payload, 1, retain) !=
	    MOSQ_ERR_SUCCESS)
		return false;
	while (!client->gone && client->pubacks == pubacks)
		step(client, &waited_ms);
	return client->pubacks > pubacks;
}

bool mqtt_say(struct mqtt_client *client, const char *topic, const char *text)
{
	return mqtt_publish(client, topic, text, (int)strlen(text), false);
}

const struct heard *mqtt_heard(const struct mqtt_client *client, const char *topic,
			       const char *payload)
{
	for (unsigned i = 0; i < client->heard_count; i++)
		if (strcmp(client->heard[i].topic, topic) == 0 &&
		    strcmp(client->heard[i].payload, payload) == 0)
			return &client->heard[i];
	return NULL;
}

void mqtt_forget(struct mqtt_client *client)
{
	client->heard_count = 0;
}
