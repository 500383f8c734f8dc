/*
 * Everybody who may come to a private broker, for tests: the seats' devices, anyone, and the daemon
 * itself, which knows everything. One broker for a whole test program.
 *
 * That something does not arrive is no matter of waiting: a broker sends in order, so whatever was
 * to come is there when a message that was published after it is.
 */
#ifndef TESTS_SUPPORT_BROKER_AUDIENCES_H
#define TESTS_SUPPORT_BROKER_AUDIENCES_H

#include "tests/support/broker/broker_process.h"
#include "tests/support/broker/mqtt_client.h"

/* the seats, and one more */
enum { ANYONE = SEAT_COUNT, AUDIENCES };

#define BOARD "adjutant/v1/table/"
#define CONTROL "$CONTROL/dynamic-security/v1"
#define SENTINEL BOARD "public/sentinel"

extern struct broker_process process; /* prepared and started by the test */
extern struct mqtt_client server;     /* as the daemon */

const char *who(unsigned audience);

/* Both end the test with a failure if that is not possible. */
void server_open(void);
void open_as(struct mqtt_client *client, unsigned audience);

struct mqtt_login login_of(unsigned audience);
int open_with(struct mqtt_client *client, const struct mqtt_login *login);

/*
 * Everything that was on its way to a client, which listens to the sentinel, before this call is
 * there after it.
 */
void catch_up(struct mqtt_client *client);
/* The broker has noticed everything that was done before, also that connections are closed. */
void catch_up_with_all(void);

#endif
