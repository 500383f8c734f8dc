/*
 * What hands do on the table while it is played, told before there is a verdict: squares that have
 * become empty, and on which a piece has been set down. Anybody at the table sees that; it has no number
 * and is not journalled, so it waits for no disk. Views have it too, so nothing depends on whether
 * it arrives. Contacts that flutter are told of at most twenty times a second.
 */
#include "daemon/base/loop.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "daemon/table/table.h"
#include "daemon/views/view_json.h"
#include "rules/bits.h"

#include <string.h>

enum { APART_US = 50000 };

struct table_touch session_touch(const struct session *session)
{
	struct table_touch nothing;

	memset(&nothing, 0, sizeof nothing);
	return session->journal ? referee_touch(session->match.referee) : nothing;
}

static bool is_same(const struct table_touch *a, const struct table_touch *b)
{
	return bits_equal(a->up, b->up) && bits_equal(a->down, b->down);
}

/* 0 is no number */
static json_t *make_event(const struct session *session)
{
	json_t *event = json_pack("{s:i,s:s,s:I}", "seq", 0, "event", "touch", "game",
				  (json_int_t)session->match.number);
	json_t *squares = view_json_touch(&session->touch);

	json_object_update(event, squares);
	json_decref(squares);
	return event;
}

void session_touch_tell(struct session *session, struct session_result *result)
{
	struct table_touch touch = session_touch(session);
	uint64_t now_us = loop_now_us(session->loop), next_us = session->touch_us + APART_US;
	bool in_views = result->audiences == EVERYONE;

	timer_set(&session->touched, TIME_NEVER);
	if (is_same(&touch, &session->touch))
		return;
	if (!in_views && session->touch_us > 0 && now_us < next_us) {
		timer_set(&session->touched, next_us);
		return;
	}
	session->touch = touch;
	session->touch_us = now_us;
	if (!in_views)
		result->touch = make_event(session);
}

/* The state by then is told, which may be the one that was told last. */
void session_touch_due(struct timer *timer)
{
	session_is_ready(timer->owner);
}
