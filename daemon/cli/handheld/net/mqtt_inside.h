/* What the parts of a seat's link share. */
#ifndef DAEMON_CLI_HANDHELD_NET_MQTT_INSIDE_H
#define DAEMON_CLI_HANDHELD_NET_MQTT_INSIDE_H

#include "daemon/base/loop.h"
#include "daemon/cli/handheld/net/access.h"
#include "daemon/cli/handheld/net/dial.h"
#include "daemon/cli/handheld/net/mqtt.h"
#include "daemon/cli/handheld/net/order.h"
#include "daemon/cli/handheld/net/outbox.h"

#include <mosquitto.h>

enum {
	RETRY_US = 500000,	/* before the first attempt to connect again; doubled ... */
	RETRY_MAX_US = 8000000, /* ... up to this */
	PATIENCE_US = 5000000,	/* for the broker's answer, and for a view when one is missing */
	QUICK_US = 1000000,	/* who says no so soon is there */
	KEEPALIVE_S = 30,
	MISC_US = 1000000,
	TOPIC_SIZE = 160,
	REFUSALS = 3, /* a board that is just starting may not know its seats yet */
};

struct wire {
	struct loop *loop;
	struct access *access;
	struct wire_events events;
	struct dial *dial;	  /* the present attempt, while names are looked up */
	struct mosquitto *client; /* one for each attempt; NULL in between */
	struct watch dialled, watch;
	struct timer misc, retry, patience, words;
	struct order order;
	struct sayings sayings;
	uint64_t began_us, retry_us;
	unsigned refusals;
	int unacknowledged; /* words on their way to the broker */
	bool asks_port;	    /* with the next attempt: the board may listen elsewhere */
	bool greeted;	    /* the broker has answered */
	bool ready;	    /* connected, and subscribed */
	bool alive;	    /* what the daemon says of itself */
	bool fresh;	    /* the view came over this connection */
	bool doubtful;	    /* there was no view: this device may have lost its seat */
	bool failed;	    /* libmosquitto has called and must return before it can be dropped */
	bool inside;	    /* ... it has called */
	bool told_connected, told_online;
	int asked; /* the subscription whose answer tells whether it may hear the seat */
	char moved_from
		[8]; /* the seat that it had, while it is not certain that it has the other */
	char view[TOPIC_SIZE], event[TOPIC_SIZE], say[TOPIC_SIZE], online[TOPIC_SIZE];
};

void mqtt_write_out(struct wire *wire); /* as much as the socket takes */

/* ---- mqtt_words.c ---- */
void mqtt_words_due(struct timer *timer);
void mqtt_words_again(struct wire *wire); /* all that wait are said at once */
void mqtt_words_answer(struct wire *wire, const json_t *event);

/* ---- mqtt_seat.c ---- */
void mqtt_seat_name(struct wire *wire); /* the topics */
void mqtt_seat_subscribe(struct wire *wire);
/*
 * This device may not hear its seat: the colours may have been exchanged. True if the other seat is tried now; a
 * view in this device's box will show it.
 */
bool mqtt_seat_try_other(struct wire *wire);
void mqtt_seat_confirm(struct wire *wire); /* there was a view */
void mqtt_seat_go_back(struct wire *wire); /* the connection has ended before */

#endif
