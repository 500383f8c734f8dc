/* What the session tells, and who hears it. */
#include "daemon/main.h"

#include <stdlib.h>

static void told(void *owner, const struct telling *tellings, unsigned count, unsigned audiences)
{
	struct adjutantd *self = owner;

	/* while there is no link, the journal keeps it for later */
	if (self->publisher && link_is_up(self->link)) {
		publisher_tell(self->publisher, tellings, count);
		publisher_show(self->publisher, audiences);
	}
	admin_after(&self->admin);
}

static void changed(void *owner)
{
	show_everyone(owner);
}

void show_everyone(struct adjutantd *self)
{
	if (self->publisher && link_is_up(self->link))
		publisher_show(self->publisher, (1u << AUDIENCE_COUNT) - 1);
}

/* A game may want another board than the one before, or than was thought before it was loaded. */
static void scan(void *owner)
{
	struct adjutantd *self = owner;

	if (!self->driver)
		return; /* it has not begun yet, and will tell by itself */
	start_board(self);
	if (self->sensors)
		self->driver->scan(self->sensors);
}

static void over(void *owner)
{
	struct adjutantd *self = owner;

	timer_set(&self->linger,
		  time_now_us() + (uint64_t)self->config.linger_minutes * 60 * 1000000);
}

/*
 * An arbiter of other people's game would see their ranks in it, as a player would see the next
 * player's. The table's page is the board's own, whoever plays: it is shown no rank and stays.
 */
static void give_up_seats(struct adjutantd *self, enum seats_kept seats_kept)
{
	timer_set(&self->linger, TIME_NEVER);
	if (seats_kept == EVERYBODY_STAYS)
		return;
	seats_unpair(self->seats, SEAT_RED);
	seats_unpair(self->seats, SEAT_BLUE);
	if (seats_kept != ARBITER_STAYS)
		seats_unpair(self->seats, SEAT_ARBITER);
}

void linger_due(struct timer *timer)
{
	give_up_seats(timer->owner, NOBODY_STAYS);
}

static void begun(void *owner, enum seats_kept seats_kept)
{
	struct adjutantd *self = owner;

	if (self->control)
		control_end_recordings(self->control);
	give_up_seats(self, seats_kept);
}

/*
 * A seat of which only the journal knew. If it is the first that was opened, the broker may have
 * been started without it; otherwise the seat was given up while nothing could be written.
 */
static void seat_recalled(struct adjutantd *self, enum seat seat)
{
	if (self->journal_known)
		seats_unpair(self->seats, seat);
	else if (link_is_up(self->link))
		link_command(self->link, access_admit(seat, seats_credentials(self->seats, seat)),
			     false);
	else if (self->publisher)
		self->admissions_missed = true;
}

static void journal_opened(void *owner, struct journal *journal)
{
	struct adjutantd *self = owner;
	bool paired[SEAT_COUNT];

	for (unsigned i = 0; i < SEAT_COUNT; i++)
		paired[i] = seats_is_paired(self->seats, (enum seat)i);
	seats_keep_in(self->seats, journal);
	if (!journal)
		return;
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (!paired[i] && seats_is_paired(self->seats, (enum seat)i))
			seat_recalled(self, (enum seat)i);
	if (!self->journal_known && self->publisher)
		publisher_set_published_entry(self->publisher, kept_published(self));
	self->journal_known = true;
}

static void heard(void *owner, const char *line)
{
	struct adjutantd *self = owner;

	if (self->control)
		control_record(self->control, line);
}

static void seen(void *owner, const char *line)
{
	struct adjutantd *self = owner;

	if (self->control)
		control_watch(self->control, line);
}

static bool word(void *owner, enum audience speaker, const char *said, char why[])
{
	struct adjutantd *self = owner;

	return admin_word(&self->admin, speaker, said, why);
}

int64_t kept_published(const struct adjutantd *self)
{
	struct journal *journal = self->session ? session_journal(self->session) : NULL;
	char kept[24];

	if (!journal || !journal_recall(journal, "published", kept, sizeof kept))
		return 0;
	return strtoll(kept, NULL, 10);
}

/* the first transactions of a run are written before there is a publisher */
static int64_t published(void *owner)
{
	const struct adjutantd *self = owner;

	return self->publisher ? publisher_published_entry(self->publisher) : kept_published(self);
}

int start_session(struct adjutantd *self)
{
	const struct session_events events = {
		.owner = self,
		.told = told,
		.changed = changed,
		.scan = scan,
		.over = over,
		.begun = begun,
		.journal = journal_opened,
		.heard = heard,
		.seen = seen,
		.word = word,
		.published = published,
	};

	return session_create(&self->session, self->loop, &self->config, &events);
}
