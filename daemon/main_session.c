/* The session, and who is told what it leads to: it is asked after each call of it. */
#include "daemon/admin/admin.h"
#include "daemon/admin/control.h"
#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/broker/link.h"
#include "daemon/main.h"
#include "daemon/seats/publisher.h"
#include "daemon/seats/seats.h"
#include "daemon/session/session.h"
#include "rules/view.h"

static bool can_publish(const struct adjutantd *self)
{
	return self->publisher && link_is_up(self->link);
}

void main_show_everyone(struct adjutantd *self)
{
	if (can_publish(self))
		publisher_show(self->publisher, (1u << AUDIENCE_COUNT) - 1);
}

/* ---- seats ---- */

/*
 * Before other people's game. The table's page belongs to the board and is shown no rank: it stays.
 */
static void give_up_seats(struct adjutantd *self, enum seat_loss why)
{
	seats_unpair(self->seats, SEAT_RED, why);
	seats_unpair(self->seats, SEAT_BLUE, why);
	seats_unpair(self->seats, SEAT_ARBITER, why);
}

static void keep_seats(struct adjutantd *self, enum seats_kept seats_kept)
{
	timer_set(&self->linger, TIME_NEVER);
	if (seats_kept == NOBODY_STAYS)
		give_up_seats(self, LOSS_OTHERS_PLAY);
	else if (seats_kept == SIDES_CHANGE &&
		 (!session_journal(self->session) || session_colours_are_crossed(self->session)))
		main_swap_seats(self);
}

void main_linger_due(struct timer *timer)
{
	struct adjutantd *self = timer->owner;

	timer_set(timer, TIME_NEVER);
	give_up_seats(self, LOSS_LONG_OVER);
}

/*
 * A seat of which only the journal knew. If it is the first that was opened, the broker may have
 * been started without it; otherwise the seat was given up while nothing could be written.
 */
static void seat_recalled(struct adjutantd *self, enum seat seat)
{
	if (self->journal_known)
		seats_unpair(self->seats, seat, LOSS_FREED);
	else if (link_is_up(self->link))
		link_command(self->link, access_admit(seat, seats_credentials(self->seats, seat)),
			     false);
	else if (self->publisher)
		self->admissions_missed[seat] = true;
}

static void follow_journal(struct adjutantd *self)
{
	struct journal *journal = session_journal(self->session);
	bool paired[SEAT_COUNT];

	for (unsigned i = 0; i < SEAT_COUNT; i++)
		paired[i] = seats_is_paired(self->seats, (enum seat)i);
	seats_keep_in(self->seats, journal);
	if (!journal)
		return;
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (!paired[i] && seats_is_paired(self->seats, (enum seat)i))
			seat_recalled(self, (enum seat)i);
	main_note_seats(self);
	if (session_colours_are_crossed(self->session)) /* power failed before they changed seats */
		main_swap_seats(self);
	if (!self->journal_known && self->publisher)
		publisher_set_published_entry(self->publisher, session_published(self->session));
	self->journal_known = true;
}

/* ---- publishing ---- */

static void tell_one(void *context, const struct session_event *event)
{
	struct adjutantd *self = context;

	publisher_tell(self->publisher, event, 1);
}

void main_tell_again(struct adjutantd *self, int64_t until_entry)
{
	if (can_publish(self))
		session_each_told(self->session, publisher_published_entry(self->publisher),
				  until_entry, tell_one, self);
}

static void begin_game(struct adjutantd *self, enum seats_kept seats_kept)
{
	if (self->control)
		control_end_recordings(self->control);
	keep_seats(self, seats_kept);
}

/* A game may want another board than the one before, or than was thought before it was loaded. */
static void scan(struct adjutantd *self)
{
	if (!self->driver)
		return; /* it has not begun yet, and will tell by itself */
	main_start_board(self);
	if (self->sensors)
		self->driver->scan(self->sensors);
}

/* While there is no link the journal keeps events for later. What the board says when it is asked
 * comes back here, so that is last. */
void main_publish(struct adjutantd *self)
{
	struct session_result result;

	session_take(self->session, &result);
	if (result.journal_changed)
		follow_journal(self);
	if (result.again_until > 0)
		main_tell_again(self, result.again_until);
	if (can_publish(self))
		publisher_tell(self->publisher, result.events, result.event_count);
	if (result.is_over)
		timer_set(&self->linger,
			  loop_now_us(self->loop) +
				  (uint64_t)self->config.linger_minutes * 60 * 1000000);
	if (result.has_begun)
		begin_game(self, result.seats_kept);
	if (can_publish(self))
		publisher_show(self->publisher, result.audiences);
	if (can_publish(self) && result.touch)
		publisher_tell_touch(self->publisher, result.touch);
	main_lamps_show(self);
	if (result.wants_scan)
		scan(self);
	session_result_free(&result);
}

void main_publish_then(struct adjutantd *self, const struct admin_after *after, json_t *answer)
{
	main_publish(self);
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (after->vacated & 1u << i)
			seats_unpair(self->seats, (enum seat)i,
				     after->left & 1u << i ? LOSS_LEFT : LOSS_FREED);
	if (after->add_status)
		admin_add_status(&self->admin, answer);
}

/* ---- the session ---- */

static void line(void *owner, enum session_line kind, const char *line)
{
	struct adjutantd *self = owner;

	if (self->control && kind == LINE_HEARD)
		control_record(self->control, line);
	else if (self->control)
		control_watch(self->control, line);
}

static void ready(void *owner)
{
	main_publish(owner);
}

int main_start_session(struct adjutantd *self)
{
	const struct session_host host = {.owner = self, .line = line, .ready = ready};
	int error = session_create(&self->session, self->loop, &self->config, &host);

	if (!error)
		main_publish(self);
	return error;
}
