/*
 * Who may do what at our two brokers, for Mosquitto's dynamic security plugin: the file that each
 * starts with, and the commands that change it while it runs. Everything is forbidden unless
 * granted, and a subscription is granted for exactly the filters below, by their text.
 *
 * Topics below are relative to adjutant/v1/BOARD/. At the players' broker, where everyone has
 * credentials:
 *   daemon   writes everything below that, reads the words of seats
 *   red      reads seat/red/view, seat/red/event; writes seat/red/say; blue likewise
 *   arbiter  reads arbiter/view, arbiter/event; writes arbiter/say
 *   table    writes table/say (only if the board has a virtual table)
 *   these    read public/state, public/event, public/online
 * At the spectators' broker:
 *   daemon   writes public/#, reads nothing
 *   anyone   reads public/#, public/+, public/state, public/event, public/online
 * At both the daemon has the plugin's own topic.
 */
#ifndef DAEMON_BROKER_ACCESS_H
#define DAEMON_BROKER_ACCESS_H

#include "daemon/base/crypto.h"

#include <jansson.h>

#define ACCESS_CONTROL_TOPIC "$CONTROL/dynamic-security/v1"

enum seat { SEAT_RED, SEAT_BLUE, SEAT_ARBITER, SEAT_TABLE, SEAT_COUNT };

const char *seat_name(enum seat seat); /* "red", "blue", "arbiter", "table" */
bool seat_parse(const char *name, enum seat *seat);

/* What a device shows to the broker. */
struct credentials {
	char user[TOKEN_TEXT], password[TOKEN_TEXT], client[TOKEN_TEXT];
};

struct access_grants {
	const char *board;
	struct credentials daemon;
	bool paired[SEAT_COUNT];
	struct credentials seats[SEAT_COUNT];
	bool has_table;	     /* there is a virtual table */
	bool for_spectators; /* the broker that anyone may come to; it has no seats */
};

/* The plugin's configuration file; the caller owns it. NULL if memory is short. */
json_t *access_file(const struct access_grants *grants);

/* Commands for $CONTROL/dynamic-security/v1: {"commands":[...]}; the caller owns them. */
json_t *access_admit(enum seat seat, const struct credentials *credentials);
json_t *access_expel(const struct credentials *credentials); /* throws out the live session too */

/* Whether a response to commands reports an error, and the reason. */
bool access_failed(json_t *response, const char **why);

#endif
