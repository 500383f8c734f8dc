/*
 * How the daemon keeps its broker awake: when it knocks, how often, and until when. The loop is the
 * test's own, in which time passes only when it is told to, and so is the broker, which takes what
 * comes and counts it.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp() */
#include "daemon/base/crypto.h"
#include "daemon/broker/link.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
	CONNECT = 1,
	UNSUBSCRIBE = 10,
	TYPES = 16,
	TIMERS = 4,
	MS = 1000,
	SECOND = 1000 * MS,
	WINDOW_KNOCKS = 299 /* one each 10 ms within 3 s, but for both ends */
};

static const char silence[] = "adjutant/v1/table/nothing";

/* ---- a loop ---- */

static uint64_t now_us;
static struct timer *timers[TIMERS];
static unsigned timer_count;
static struct watch *watched;

uint64_t loop_machine_us(const struct loop *loop)
{
	(void)loop;
	return now_us;
}

uint64_t loop_now_us(const struct loop *loop)
{
	return loop_machine_us(loop);
}

void timer_init_machine(struct loop *loop, struct timer *timer, timer_due *due, void *owner)
{
	(void)loop;
	TEST_ASSERT_TRUE(timer_count < TIMERS);
	timers[timer_count++] = timer;
	*timer = (struct timer){.due = due, .owner = owner, .at_us = TIME_NEVER};
}

void timer_init(struct loop *loop, struct timer *timer, timer_due *due, void *owner)
{
	timer_init_machine(loop, timer, due, owner);
}

void timer_set(struct timer *timer, uint64_t at_us)
{
	timer->at_us = at_us;
}

void timer_finish(struct timer *timer)
{
	timer->at_us = TIME_NEVER;
}

int watch_add(struct loop *loop, struct watch *watch, int fd, uint32_t events, watch_ready *ready,
	      void *owner)
{
	(void)events;
	*watch = (struct watch){loop, fd, ready, owner};
	watched = watch;
	return 0;
}

int watch_change(struct watch *watch, uint32_t events)
{
	(void)watch;
	(void)events;
	return 0;
}

void watch_remove(struct watch *watch)
{
	watch->fd = -1;
}

void loop_note_heard(struct loop *loop)
{
	(void)loop;
}

void loop_note_owed(struct loop *loop, int more)
{
	(void)loop;
	(void)more;
}

/* ---- a broker ---- */

static char directory[64];
static struct sockaddr_un address;
static int listener, host;
static unsigned packets[TYPES]; /* so far, by their type */
static unsigned knocks;		/* of these, what is unsubscribed from nothing */

static void note_packet(unsigned type, const uint8_t *body, size_t length)
{
	enum { HEAD = 4 }; /* an id, and how long the topic is */

	packets[type]++;
	if (type == UNSUBSCRIBE && length == HEAD + strlen(silence) &&
	    memcmp(body + HEAD, silence, strlen(silence)) == 0)
		knocks++;
}

/* All that has come. Its length is in a packet's second byte, and in the third if need be. */
static void take_packets(void)
{
	uint8_t bytes[4096];
	ssize_t count = host < 0 ? 0 : recv(host, bytes, sizeof bytes, MSG_DONTWAIT);
	size_t rest = count < 0 ? 0 : (size_t)count;

	for (const uint8_t *at = bytes; rest > 0;) {
		size_t head = at[1] < 0x80 ? 2 : 3;
		size_t length = at[1] < 0x80 ? at[1] : (at[1] & 0x7Fu) + (size_t)at[2] * 0x80;

		TEST_ASSERT_TRUE_MESSAGE(head + length <= rest, "half a packet");
		note_packet(at[0] >> 4, at + head, length);
		at += head + length;
		rest -= head + length;
	}
}

/* Time passes, up to and with this moment. */
static void run(uint64_t us)
{
	uint64_t until_us = now_us + us;

	for (;;) {
		struct timer *next = NULL;

		for (unsigned i = 0; i < timer_count; i++)
			if (timers[i]->at_us <= until_us &&
			    (!next || timers[i]->at_us < next->at_us))
				next = timers[i];
		if (!next)
			break;
		now_us = next->at_us > now_us ? next->at_us : now_us;
		next->at_us = TIME_NEVER;
		next->due(next);
		take_packets();
	}
	now_us = until_us;
}

/* ---- the link ---- */

static struct link *link_tried;
static unsigned ups, downs;

static void on_up(void *owner)
{
	(void)owner;
	ups++;
}

static void on_down(void *owner)
{
	(void)owner;
	downs++;
}

static void on_published(void *owner, int id)
{
	(void)owner;
	(void)id;
}

static void call_broker(void)
{
	TEST_ASSERT_EQUAL(0, link_connect(link_tried, address.sun_path));
	host = accept(listener, NULL, NULL);
	TEST_ASSERT_TRUE(host >= 0);
	take_packets();
	TEST_ASSERT_EQUAL_UINT(1, packets[CONNECT]);
}

/* The broker says yes. */
static void answer_call(void)
{
	static const uint8_t yes[] = {0x20, 2, 0, 0};

	TEST_ASSERT_EQUAL(sizeof yes, write(host, yes, sizeof yes));
	watched->ready(watched, EPOLLIN);
	TEST_ASSERT_EQUAL_UINT(1, ups);
	take_packets();
	memset(packets, 0, sizeof packets);
}

static void hang_up(void)
{
	close(host);
	host = -1;
	watched->ready(watched, EPOLLIN | EPOLLHUP);
	TEST_ASSERT_EQUAL_UINT(1, downs);
	ups = downs = 0;
}

static void listen_there(void)
{
	const char *temporary = getenv("TMPDIR");

	snprintf(directory, sizeof directory, "%s/adjutant-test-XXXXXX",
		 temporary ? temporary : P_tmpdir);
	TEST_ASSERT_NOT_NULL(mkdtemp(directory));
	address.sun_family = AF_UNIX;
	snprintf(address.sun_path, sizeof address.sun_path, "%s/broker.sock", directory);
	listener = socket(AF_UNIX, SOCK_STREAM, 0);
	TEST_ASSERT_EQUAL(0, bind(listener, (struct sockaddr *)&address, sizeof address));
	TEST_ASSERT_EQUAL(0, listen(listener, 1));
}

void setUp(void)
{
	const struct link_events events = {.up = on_up, .down = on_down, .published = on_published};
	struct credentials own;

	now_us = SECOND;
	timer_count = knocks = ups = downs = 0;
	memset(packets, 0, sizeof packets);
	host = -1;
	TEST_ASSERT_EQUAL(0, crypto_init());
	listen_there();
	token_make(own.user);
	token_make(own.password);
	token_make(own.client);
	TEST_ASSERT_EQUAL(0, link_create(&link_tried, NULL, "table", &own, &events));
}

void tearDown(void)
{
	link_destroy(link_tried);
	if (host >= 0)
		close(host);
	close(listener);
	unlink(address.sun_path);
	rmdir(directory);
}

/* ---- tests ---- */

static void nothing_without_a_page(void)
{
	call_broker();
	answer_call();
	run(60 * (uint64_t)SECOND);
	TEST_ASSERT_EQUAL_UINT(0, packets[UNSUBSCRIBE]);
}

static void knocks_for_three_seconds(void)
{
	call_broker();
	answer_call();
	link_hurry(link_tried);
	TEST_ASSERT_EQUAL_UINT(0, knocks);
	run(10 * MS);
	TEST_ASSERT_EQUAL_UINT(1, knocks);
	run(2990 * MS);
	TEST_ASSERT_EQUAL_UINT(WINDOW_KNOCKS, knocks);
	run(60 * (uint64_t)SECOND);
	TEST_ASSERT_EQUAL_UINT(WINDOW_KNOCKS, knocks);
}

static void nothing_is_said_that_could_be_heard(void)
{
	call_broker();
	answer_call();
	link_hurry(link_tried);
	run(4 * SECOND);
	TEST_ASSERT_EQUAL_UINT(WINDOW_KNOCKS, packets[UNSUBSCRIBE]);
	packets[UNSUBSCRIBE] = 0;
	for (unsigned i = 0; i < TYPES; i++)
		TEST_ASSERT_EQUAL_UINT(0, packets[i]);
}

static void many_pages_do_not_multiply_them(void)
{
	call_broker();
	answer_call();
	for (unsigned i = 0; i < 100; i++)
		link_hurry(link_tried);
	for (unsigned i = 0; i < 1000; i++) {
		run(MS);
		link_hurry(link_tried);
	}
	TEST_ASSERT_EQUAL_UINT(100, knocks);
	run(60 * (uint64_t)SECOND);
	TEST_ASSERT_EQUAL_UINT(100 + WINDOW_KNOCKS, knocks);
}

static void a_later_page_counts_from_then(void)
{
	call_broker();
	answer_call();
	link_hurry(link_tried);
	run(2 * SECOND);
	link_hurry(link_tried);
	run(60 * (uint64_t)SECOND);
	TEST_ASSERT_EQUAL_UINT(200 + WINDOW_KNOCKS, knocks);
	link_hurry(link_tried);
	run(60 * (uint64_t)SECOND);
	TEST_ASSERT_EQUAL_UINT(200 + 2 * WINDOW_KNOCKS, knocks);
}

static void not_without_a_broker(void)
{
	link_hurry(link_tried);
	run(SECOND);
	call_broker();
	answer_call();
	link_hurry(link_tried);
	run(SECOND);
	TEST_ASSERT_EQUAL_UINT(100, knocks);
	hang_up();
	link_hurry(link_tried);
	run(SECOND);
	call_broker();
	answer_call();
	run(SECOND); /* the broker is a new one, and the clients of the old one come again */
	TEST_ASSERT_EQUAL_UINT(100, knocks);
	link_hurry(link_tried);
	run(60 * (uint64_t)SECOND);
	TEST_ASSERT_EQUAL_UINT(100 + WINDOW_KNOCKS, knocks);
}

static void a_page_while_the_broker_is_called(void)
{
	call_broker();
	link_hurry(link_tried);
	run(SECOND);
	TEST_ASSERT_EQUAL_UINT(0, knocks);
	answer_call();
	run(SECOND);
	TEST_ASSERT_EQUAL_UINT(100, knocks);
	link_hurry(link_tried);
	run(60 * (uint64_t)SECOND);
	TEST_ASSERT_EQUAL_UINT(100 + WINDOW_KNOCKS, knocks);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(nothing_without_a_page);
	RUN_TEST(knocks_for_three_seconds);
	RUN_TEST(nothing_is_said_that_could_be_heard);
	RUN_TEST(many_pages_do_not_multiply_them);
	RUN_TEST(a_later_page_counts_from_then);
	RUN_TEST(not_without_a_broker);
	RUN_TEST(a_page_while_the_broker_is_called);
	return UNITY_END();
}
