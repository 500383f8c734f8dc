/*
 * Connects seats, the two brokers and the publisher: admits devices, passes messages on, and feeds
 * the spectators' broker, from which nothing ever comes back.
 */
#include "daemon/admin/admin.h"
#include "daemon/base/crypto.h"
#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/broker/broker.h"
#include "daemon/broker/keeper.h"
#include "daemon/broker/link.h"
#include "daemon/config/config.h"
#include "daemon/main.h"
#include "daemon/referee/refusal.h"
#include "daemon/seats/publisher.h"
#include "daemon/seats/seats.h"
#include "daemon/seats/waiting.h"
#include "daemon/session/session.h"
#include "rules/square.h"
#include "rules/view.h"

#include <string.h>

void main_note_seats(struct adjutantd *self)
{
	struct session_seated seated = {.has_arbiter = seats_is_paired(self->seats, SEAT_ARBITER)};

	for (unsigned i = SEAT_RED; i <= SEAT_BLUE; i++)
		if (seats_is_paired(self->seats, (enum seat)i))
			memcpy(seated.users[i == SEAT_RED ? SIDE_RED : SIDE_BLUE],
			       seats_credentials(self->seats, (enum seat)i)->user, TOKEN_TEXT);
	if (self->session)
		session_set_seated(self->session, &seated);
}

static void admitted(void *owner, enum seat seat, const struct credentials *credentials)
{
	struct adjutantd *self = owner;

	main_note_seats(self);
	if (!link_is_up(self->link)) {
		self->admissions_missed[seat] = true;
		return;
	}
	link_command(self->link, access_admit(seat, credentials), true);
	/* the public view shows that the seat is taken; its own device gets the rest */
	publisher_show(self->publisher, (1u << AUDIENCE_COUNT) - 1);
}

static void expel(struct adjutantd *self, enum seat seat, const struct credentials *credentials)
{
	publisher_clear(self->publisher, seat);
	link_command(self->link, access_expel(credentials), false);
}

/* Only the first start: a broker that goes on running does not know who was admitted since. */
static void miss_expulsion(struct adjutantd *self, enum seat seat,
			   const struct credentials *credentials)
{
	if (!self->expulsions_missed[seat].user[0])
		self->expulsions_missed[seat] = *credentials;
}

static void expelled(void *owner, enum seat seat, const struct credentials *credentials)
{
	struct adjutantd *self = owner;

	main_note_seats(self);
	if (self->publisher)
		publisher_forget(self->publisher, seat);
	if (!self->publisher || !link_is_up(self->link)) {
		miss_expulsion(self, seat, credentials);
		return;
	}
	expel(self, seat, credentials);
	main_show_everyone(self);
}

/* It is heard before the connection ends, as the broker keeps the order. */
static void losing(void *owner, enum seat seat, enum seat_loss why)
{
	struct adjutantd *self = owner;

	if (self->publisher && link_is_up(self->link))
		publisher_tell_loss(self->publisher, seat, why);
}

/* A seat that was given up while the broker could not be reached still exists there. */
static void make_up_for_expulsions(struct adjutantd *self)
{
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (self->expulsions_missed[i].user[0])
			expel(self, (enum seat)i, &self->expulsions_missed[i]);
	memset(self->expulsions_missed, 0, sizeof self->expulsions_missed);
}

static void make_up_for_admissions(struct adjutantd *self)
{
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (self->admissions_missed[i] && seats_is_paired(self->seats, (enum seat)i))
			link_command(self->link,
				     access_admit((enum seat)i,
						  seats_credentials(self->seats, (enum seat)i)),
				     false);
	memset(self->admissions_missed, 0, sizeof self->admissions_missed);
}

static void change_role(struct adjutantd *self, enum seat seat)
{
	const struct credentials *own = seats_credentials(self->seats, seat);

	if (!seats_is_paired(self->seats, seat))
		return;
	if (!self->publisher || !link_is_up(self->link)) {
		miss_expulsion(self, seat, own);
		self->admissions_missed[seat] = true;
		return;
	}
	link_command(self->link, access_expel(own), false);
	link_command(self->link, access_admit(seat, own), false);
}

/*
 * The connections end, and the devices come back by themselves with the same credentials. An empty
 * view would tell them that they have lost their seats, so they are shown none; the new views take
 * the place of the old ones. Words that wait were meant for the other side.
 */
void main_swap_seats(struct adjutantd *self)
{
	seats_swap(self->seats);
	main_note_seats(self);
	for (unsigned i = SEAT_RED; i <= SEAT_BLUE; i++) {
		if (self->publisher)
			publisher_forget(self->publisher, (enum seat)i);
		change_role(self, (enum seat)i);
	}
	/* nobody sits there now, and what the other was shown must not stay */
	for (unsigned i = SEAT_RED; i <= SEAT_BLUE; i++)
		if (self->publisher && link_is_up(self->link) &&
		    !seats_is_paired(self->seats, (enum seat)i))
			publisher_clear(self->publisher, (enum seat)i);
}

/* ---- the players' broker ---- */

static void grant_seats(void *owner, struct access_grants *grants)
{
	struct adjutantd *self = owner;

	grants->has_table = self->config.driver == DRIVER_VIRTUAL;
	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		grants->paired[i] = seats_is_paired(self->seats, (enum seat)i);
		grants->seats[i] = *seats_credentials(self->seats, (enum seat)i);
	}
	/* it begins with those who have a seat now, and no one has to be let in a second time */
	memset(self->expulsions_missed, 0, sizeof self->expulsions_missed);
	memset(self->admissions_missed, 0, sizeof self->admissions_missed);
}

static void players_started(void *owner)
{
	struct adjutantd *self = owner;
	const struct broker *broker = keeper_broker(self->players);

	self->admin.websocket_port = broker_websocket_port(broker);
	self->admin.mqtt_port = broker_mqtt_port(broker);
}

/* When both brokers are there; but not being able to have spectators keeps no one from playing. */
static void announce_when_ready(struct adjutantd *self)
{
	bool has_watch =
		link_is_up(keeper_link(self->spectators)) || keeper_trouble(self->spectators);

	if (self->announced || !link_is_up(self->link) || !has_watch)
		return;
	self->announced = true;
	/* operators come when there is something to operate */
	if (!self->control && main_start_control(self) < 0)
		loop_stop(self->loop);
	main_announce(self);
}

static void players_up(void *owner)
{
	struct adjutantd *self = owner;

	self->admin.broker_trouble = NULL;
	make_up_for_expulsions(self);
	make_up_for_admissions(self);
	publisher_begin(self->publisher);
	main_tell_again(self, INT64_MAX);
	publisher_show(self->publisher, (1u << AUDIENCE_COUNT) - 1);
	announce_when_ready(self);
}

static void message(void *owner, const char *topic, const void *payload, size_t length)
{
	struct adjutantd *self = owner;

	publisher_hear(self->publisher, topic, payload, length);
}

static void message_published(void *owner, int id)
{
	struct adjutantd *self = owner;

	publisher_published(self->publisher, id);
	session_set_published(self->session, publisher_published_entry(self->publisher));
}

static void players_ended(void *owner)
{
	struct adjutantd *self = owner;

	self->admin.broker_trouble = keeper_trouble(self->players);
	/* an operator who waits for the table must be told why it does not come */
	if (!self->control)
		main_start_control(self);
}

/* ---- the spectators' broker ---- */

static void grant_no_seat(void *owner, struct access_grants *grants)
{
	(void)owner;
	(void)grants;
}

static void spectators_started(void *owner)
{
	struct adjutantd *self = owner;
	const struct broker *broker = keeper_broker(self->spectators);

	self->admin.watch_port = broker_websocket_port(broker);
	self->admin.watch_mqtt_port = broker_mqtt_port(broker);
}

static void spectators_up(void *owner)
{
	struct adjutantd *self = owner;

	publisher_show_spectators(self->publisher);
	announce_when_ready(self);
}

static void shown_to_spectators(void *owner, int id)
{
	struct adjutantd *self = owner;

	(void)id;
	publisher_spectators_have(self->publisher);
}

static void spectators_ended(void *owner)
{
	announce_when_ready(owner);
}

/* ---- making and starting ---- */

/*
 * Trouble with the players' broker is trouble of the board; with the spectators', it is logged and
 * tried again.
 */
int main_start_brokers(struct adjutantd *self)
{
	int error = keeper_start(self->players);

	keeper_start(self->spectators);
	return error;
}

static int make_keepers(struct adjutantd *self)
{
	const struct keeper_events players = {.owner = self,
					      .grant = grant_seats,
					      .started = players_started,
					      .up = players_up,
					      .message = message,
					      .published = message_published,
					      .ended = players_ended};
	const struct keeper_events spectators = {.owner = self,
						 .grant = grant_no_seat,
						 .started = spectators_started,
						 .up = spectators_up,
						 .published = shown_to_spectators,
						 .ended = spectators_ended};
	int error = keeper_create(&self->players, BROKER_OF_PLAYERS, self->loop, &self->config,
				  &players);

	if (!error)
		error = keeper_create(&self->spectators, BROKER_OF_SPECTATORS, self->loop,
				      &self->config, &spectators);
	if (!error)
		self->link = keeper_link(self->players);
	return error;
}

int main_make_link(struct adjutantd *self)
{
	const struct seats_events seats_events = {
		.owner = self, .admitted = admitted, .expelled = expelled, .losing = losing};
	int error = seats_create(&self->seats, self->config.board, self->config.code_minutes,
				 &seats_events);

	return error ? error : make_keepers(self);
}

/*
 * Those that wait are written together, so that each waits for the disk about once, whoever says
 * many. A word about a seat or a game may do more than that: it is the last of its turn.
 */
static void words(void *owner)
{
	struct adjutantd *self = owner;
	struct admin_after after = {0};
	struct waiting_word word;
	struct refusal why;
	bool is_last = false;
	enum said said;

	session_together_begin(self->session);
	while (!is_last && publisher_next_word(self->publisher, &word)) {
		is_last = admin_is_alone(word.speaker, word.word);
		if (is_last)
			session_together_end(self->session);
		said = admin_say(&self->admin, word.speaker, word.id, word.word, &after);
		if (said == SAID_ANSWERED &&
		    !session_answer(self->session, word.speaker, word.id, &why))
			publisher_refused(self->publisher, &word);
	}
	session_together_end(self->session);
	main_publish_then(self, &after, NULL);
}

static void table_line(void *owner, const char *line, size_t length)
{
	main_board_hear(owner, line, length);
}

int main_start_publisher(struct adjutantd *self)
{
	const struct publisher_parts parts = {.loop = self->loop,
					      .link = self->link,
					      .spectators = keeper_link(self->spectators),
					      .seats = self->seats,
					      .session = self->session,
					      .delay_s = self->config.delay_s,
					      .owner = self,
					      .words = words,
					      .table = table_line};
	int error = publisher_create(&self->publisher, &parts);

	if (!error)
		publisher_set_published_entry(self->publisher, session_published(self->session));
	return error;
}
