/*
 * A web server with a page that others want while it is abused: for tests that wear it down, each of
 * which includes this once.
 */
#ifndef TESTS_SUPPORT_WEB_WEB_ABUSE_H
#define TESTS_SUPPORT_WEB_WEB_ABUSE_H

#include "tests/support/web/web.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* A server that would answer a trickle of bytes must wait for this many: half a minute. */
	TRICKLE_MAX = 600,
	TRICKLE_MS = 50
};

static const char *program;
static struct reply reply;

void setUp(void)
{
	web_begin(program);
	web_put("index.html", "the index");
}

void tearDown(void)
{
	web_end();
}

static inline void serve(unsigned patience_s)
{
	web_serve(&(struct web_options){.patience_s = patience_s});
}

static inline void expect_service(const char *when)
{
	web_get(&reply, "/");
	TEST_ASSERT_EQUAL_UINT_MESSAGE(200, reply.status, when);
	TEST_ASSERT_EQUAL_STRING_MESSAGE("the index", reply.body, when);
}

/* that character again and again; the caller frees it */
static inline char *text_of(char c, size_t size)
{
	char *text = malloc(size + 1);

	TEST_ASSERT_NOT_NULL(text);
	memset(text, c, size);
	text[size] = '\0';
	return text;
}

#endif
