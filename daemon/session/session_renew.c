/*
 * A view tells how much time was left when it was made, and a device counts on from there. So that
 * who comes later, or again, does not count on from long ago, views are shown anew every few
 * seconds while anybody's time runs.
 *
 * That is no event, has no number and is not written down. Its beat begins with the clock, which
 * everybody sees, and goes to all at once: nothing that a seat does in private moves it.
 */
#include "daemon/session/session_inside.h"

enum { RENEW_US = 5000000 };

/* A clock begins with an event, which is shown; the time to set up begins without a word. */
void session_renew_later(struct session *session)
{
	bool setup = referee_setup_clock_runs(session->match.referee);

	if (session->renew.at_us == TIME_NEVER &&
	    (setup || referee_clock_runs(session->match.referee)))
		timer_set(&session->renew, loop_now_us(session->loop) + (setup ? 0 : RENEW_US));
}

/* Once more when time has ceased to run: it may have run out. */
void session_renew_due(struct timer *timer)
{
	struct session *session = timer->owner;

	/* a view must not count what nobody has been told yet */
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
