/* Makes a session and what it needs. */
#include "tests/support/session/lone_session.h"

#include "tests/support/archive/archive_maker.h"

#include <stdio.h>
#include <unity.h>

static void ignore_line(void *owner, enum session_line kind, const char *line)
{
	(void)owner, (void)kind, (void)line;
}

static void ignore_ready(void *owner)
{
	(void)owner;
}

void lone_session_prepare(struct lone_session *self)
{
	self->session = NULL;
	scratch_make(self->dir);
	config_default(&self->config);
	snprintf(self->config.state_dir, sizeof self->config.state_dir, "%s", self->dir);
	TEST_ASSERT_EQUAL(0, loop_create(&self->loop));
}

void lone_session_write(struct lone_session *self, const char *facts, enum entry_kind kind,
			const char *body)
{
	struct archive_maker maker;

	maker_open(&maker, self->dir);
	maker_run(&maker);
	maker_start(&maker, "adjutant-game 1\nedition quick-barrage\n");
	maker_facts(&maker, facts);
	if (body)
		maker_add(&maker, kind, "", body);
	maker_close(&maker);
}

struct session *lone_session_start(struct lone_session *self, const struct session_host *host)
{
	static const struct session_host deaf = {.line = ignore_line, .ready = ignore_ready};

	TEST_ASSERT_EQUAL(
		0, session_create(&self->session, self->loop, &self->config, host ? host : &deaf));
	return self->session;
}

void lone_session_end(struct lone_session *self)
{
	session_destroy(self->session);
	self->session = NULL;
}

void lone_session_finish(struct lone_session *self)
{
	lone_session_end(self);
	loop_destroy(self->loop);
	scratch_remove(self->dir);
}
