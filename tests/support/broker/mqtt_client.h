/*
 * An MQTT client for tests: publishes what it is told to, and keeps what it receives. Every call
 * waits for the broker's answer, so that no test has to guess how long that takes; a broker that
 * does not answer at all fails the test.
 */
#ifndef TESTS_SUPPORT_BROKER_MQTT_CLIENT_H
#define TESTS_SUPPORT_BROKER_MQTT_CLIENT_H

#include "daemon/broker/access.h"

#include <mosquitto.h>

enum {
	HEARD_MAX = 256,
	HEARD_TEXT = 160,
	REFUSED = 0x80, /* what a broker answers instead of the QoS of a subscription */
	NOT_CONNECTED = -1,
	MQTT_PATIENCE_MS = 60000 /* after which a broker counts as hung */
};

struct heard {
	char topic[HEARD_TEXT], payload[HEARD_TEXT]; /* both cut off */
	bool retained;
};

struct mqtt_client {
	struct mosquitto *client;
	int connack;	  /* NOT_CONNECTED until answered; 0 is yes */
	int suback;	  /* of the last subscription; -1 until answered */
	unsigned pubacks; /* so far */
	bool gone;	  /* the broker has closed the connection */
	unsigned heard_count;
	struct heard heard[HEARD_MAX];
};

/* What to connect with; NULL where nothing is to be sent. */
struct mqtt_login {
	const char *client, *user, *password;
	const char *will;      /* its topic */
	const char *will_text; /* NULL is "will" */
	bool keeps_session;
	int version; /* MQTT_PROTOCOL_V31, ...; 0 is 3.1.1 */
};

struct mqtt_login mqtt_login_of(const struct credentials *credentials);

/*
 * Connects to a Unix socket, or to a port of 127.0.0.1 if that is not 0, as soon as the broker
 * listens there. Returns the answer: 0 is yes. The client must be closed in any case.
 */
int mqtt_open(struct mqtt_client *client, const char *socket, int port,
	      const struct mqtt_login *login);
void mqtt_close(struct mqtt_client *client);  /* says goodbye */
void mqtt_vanish(struct mqtt_client *client); /* does not, so that its will is published */

/* Returns the answer: QoS, or REFUSED, which MQTT 3.1 cannot say. */
int mqtt_subscribe(struct mqtt_client *client, const char *filter);

/* QoS 1, and waits for the answer; returns false if the broker closes the connection instead. */
bool mqtt_publish(struct mqtt_client *client, const char *topic, const void *payload, int length,
		  bool retain);
bool mqtt_say(struct mqtt_client *client, const char *topic, const char *text);

/* Waits until it has received that; returns false if the connection is closed before. */
bool mqtt_hears(struct mqtt_client *client, const char *topic, const char *payload);
const struct heard *mqtt_heard(const struct mqtt_client *client, const char *topic,
			       const char *payload);
void mqtt_forget(struct mqtt_client *client); /* what it has received so far */
void mqtt_wait_until_gone(struct mqtt_client *client);

#endif
