/*
 * A web server with a few pages, and what it answered last: for tests of its pages and answers,
 * each of which includes this once.
 */
#ifndef TESTS_SUPPORT_WEB_WEB_BENCH_H
#define TESTS_SUPPORT_WEB_WEB_BENCH_H

#include "tests/support/web/web.h"

#include "unity.h"

#define SECRET "this is for nobody"

static const char *program;
static struct reply reply;

void setUp(void)
{
	web_begin(program);
}

void tearDown(void)
{
	web_end();
}

static inline void serve_pages(void)
{
	web_put("index.html", "the index");
	web_put("play.html", "for players");
	web_put("watch.html", "for spectators");
	web_put("lib/", NULL);
	web_put("lib/mqtt.js", "a library");
	web_serve(&(struct web_options){0});
}

static inline void expect(unsigned status, const char *body, const char *what)
{
	TEST_ASSERT_EQUAL_UINT_MESSAGE(status, reply.status, what);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(body, reply.body, what);
}

static inline void expect_header(const char *name, const char *value)
{
	const char *found = web_header(&reply, name);

	TEST_ASSERT_NOT_NULL_MESSAGE(found, name);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(value, found, name);
}

#endif
