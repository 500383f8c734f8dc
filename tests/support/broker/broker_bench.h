/*
 * A private broker and the loop it is in, both of the test itself: for tests of starting it, each
 * of which includes this once.
 */
#ifndef TESTS_SUPPORT_BROKER_BROKER_BENCH_H
#define TESTS_SUPPORT_BROKER_BROKER_BENCH_H

#include "tests/support/broker/broker_process.h"
#include "tests/support/broker/mqtt_client.h"

#include "unity.h"

static struct broker_process process;
static struct loop *loop;
static struct broker *broker;
static unsigned ends; /* reported by the broker */

static inline void on_end(void *owner)
{
	(void)owner;
	ends++;
}

void setUp(void)
{
	ends = 0;
	broker = NULL;
	broker_process_prepare(&process);
	TEST_ASSERT_EQUAL(0, loop_create(&loop));
}

void tearDown(void)
{
	broker_destroy(broker);
	loop_destroy(loop);
	broker_process_finish(&process);
}

static inline int create(void)
{
	struct broker_events events = {.ended = on_end};

	return broker_create(&broker, process.kind, loop, &process.config, &events);
}

static inline void assert_answers(void)
{
	struct mqtt_login login = mqtt_login_of(&process.grants.daemon);
	struct mqtt_client client;

	TEST_ASSERT_EQUAL(0, mqtt_open(&client, process.socket, 0, &login));
	mqtt_close(&client);
}

#endif
