/*
 * A view says how much time was left when it was made, and a device counts down from there. So that
 * a device that connects later, or again, does not start from an old value, views are published
 * again every few seconds while a clock runs.
 *
 * That is not an event, has no number and is not written down. The interval starts with the clock,
 * which everyone sees, and all views are published at once: nothing that a seat does in private
 * shifts it.
 */
#include "daemon/base/loop.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/batch.h"
#include "daemon/session/session_inside.h"

enum { RENEW_US = 5000000 };

/* A clock starts with an event, which is shown; the set-up time starts without one. */
void session_renew_later(struct session *session)
{
	bool setup = referee_setup_clock_runs(session->match.referee);

	if (session->renew.at_us == TIME_NEVER &&
	    (setup || referee_clock_runs(session->match.referee)))
		timer_set(&session->renew, loop_now_us(session->loop) + (setup ? 0 : RENEW_US));
}

/* Once more after the clock has stopped: the time may have run out. */
void session_renew_due(struct timer *timer)
{
	struct session *session = timer->owner;

	/* a view must not count an event that has not been published yet */
	if (batch_has_entries(&session->batch))
		session_commit(session);
	if (!session->journal) {
		session_is_ready(session);
		return;
	}
	session->outbox.result.audiences = EVERYONE;
	if (referee_setup_clock_runs(session->match.referee) ||
	    referee_clock_runs(session->match.referee))
		timer_set(timer, loop_now_us(session->loop) + RENEW_US);
	session_is_ready(session);
}
