/*
 * Everyone who may connect to a private broker, for tests: the seats' devices, an anonymous client,
 * and the daemon itself, which knows everything. One broker for a whole test program.
 *
 * To prove that something does not arrive a test need not wait: a broker sends in order, so
 * whatever was to come has arrived when a message that was published after it has.
 */
#ifndef TESTS_SUPPORT_BROKER_AUDIENCES_H
#define TESTS_SUPPORT_BROKER_AUDIENCES_H

#include "tests/support/broker/broker_process.h"
#include "tests/support/broker/mqtt_client.h"

/* the seats, and one more */
enum { ANYONE = SEAT_COUNT, AUDIENCES };

#define BOARD "adjutant/v1/table/"
#define CONTROL "$CONTROL/dynamic-security/v1"
#define SENTINEL BOARD "public/online" /* all may read it */

extern struct broker_process process; /* prepared and started by the test */
extern struct mqtt_client server;     /* as the daemon */

const char *who(unsigned audience);

/* Both fail the test if that is not possible. */
void server_open(void);
void open_as(struct mqtt_client *client, unsigned audience);

struct mqtt_login login_of(unsigned audience);
int open_with(struct mqtt_client *client, const struct mqtt_login *login);

/*
 * After this call the client, which listens to the sentinel, has everything that was on its way to
 * it before.
 */
void catch_up(struct mqtt_client *client);
/* The broker has noticed everything that was done before, including closed connections. */
void catch_up_with_all(void);

#endif
