/*
 * Which seat this device hears: its own or, after the colours were exchanged, the other player's. The board gives a
 * device the other seat with the same credentials and keys, so a device whose seat is denied looks there; a view that it
 * can open shows that it sits there now.
 */
#include "daemon/cli/handheld/net/mqtt.h"
#include "daemon/cli/handheld/net/mqtt_inside.h"
#include "daemon/cli/handheld/net/order.h"
#include "daemon/cli/handheld/net/outbox.h"

#include <mosquitto.h>
#include <stdio.h>
#include <string.h>

void mqtt_seat_name(struct wire *wire)
{
	const char *board = wire->access->board, *seat = wire->access->seat;

	snprintf(wire->view, TOPIC_SIZE, "adjutant/v1/%s/seat/%s/view", board, seat);
	snprintf(wire->event, TOPIC_SIZE, "adjutant/v1/%s/seat/%s/event", board, seat);
	snprintf(wire->say, TOPIC_SIZE, "adjutant/v1/%s/seat/%s/say", board, seat);
	snprintf(wire->online, TOPIC_SIZE, "adjutant/v1/%s/public/online", board);
}

void mqtt_seat_subscribe(struct wire *wire)
{
	mosquitto_subscribe(wire->client, &wire->asked, wire->event, 1);
	mosquitto_subscribe(wire->client, NULL, wire->view, 1);
	mosquitto_subscribe(wire->client, NULL, wire->online, 1);
}

static void sit_at(struct wire *wire, const char *seat)
{
	char at[sizeof wire->moved_from];

	snprintf(at, sizeof at, "%s", seat);
	snprintf(wire->access->seat, sizeof wire->access->seat, "%s", at);
	order_finish(&wire->order);
	order_init(&wire->order);
	mqtt_seat_name(wire);
}

bool mqtt_seat_try_other(struct wire *wire)
{
	bool is_red = strcmp(wire->access->seat, "red") == 0;

	if (wire->moved_from[0]) {
		mqtt_seat_go_back(wire);
		return false;
	}
	snprintf(wire->moved_from, sizeof wire->moved_from, "%s", wire->access->seat);
	sit_at(wire, is_red ? "blue" : "red");
	mqtt_seat_subscribe(wire);
	return true;
}

void mqtt_seat_go_back(struct wire *wire)
{
	if (!wire->moved_from[0])
		return;
	sit_at(wire, wire->moved_from);
	wire->moved_from[0] = '\0';
}

/* What was said at the other seat was meant for the game before. */
void mqtt_seat_confirm(struct wire *wire)
{
	char before[sizeof wire->moved_from];

	memcpy(before, wire->moved_from, sizeof before);
	wire->moved_from[0] = '\0';
	sayings_forget(&wire->sayings);
	wire->events.changed(wire->events.owner, before);
}
