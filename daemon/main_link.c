/*
 * Connects seats, broker, link and publisher: starts and restarts the broker, admits devices,
 * passes messages on.
 */
#include "daemon/admin/admin.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/broker/broker.h"
#include "daemon/broker/link.h"
#include "daemon/config/config.h"
#include "daemon/main.h"
#include "daemon/referee/refusal.h"
#include "daemon/seats/publisher.h"
#include "daemon/seats/seats.h"
#include "daemon/seats/waiting.h"
#include "daemon/session/session.h"
#include "rules/view.h"

#include <string.h>

enum { CONNECT_US = 20000, RESTART_MAX_US = 10000000 };

static void admitted(void *owner, enum seat seat, const struct credentials *credentials)
{
	struct adjutantd *self = owner;

	if (!link_is_up(self->link)) {
		self->admissions_missed = true;
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

	if (self->publisher)
		publisher_forget(self->publisher, seat);
	if (!self->publisher || !link_is_up(self->link)) {
		miss_expulsion(self, seat, credentials);
		return;
	}
	expel(self, seat, credentials);
	main_show_everyone(self);
}

/* A seat that was given up while the broker could not be reached still exists there. */
static void make_up_for_expulsions(struct adjutantd *self)
{
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (self->expulsions_missed[i].user[0])
			expel(self, (enum seat)i, &self->expulsions_missed[i]);
	memset(self->expulsions_missed, 0, sizeof self->expulsions_missed);
}

static void link_up(void *owner)
{
	struct adjutantd *self = owner;

	self->restart_us = RESTART_US;
	self->broker_served = true;
	self->admin.broker_trouble = NULL;
	make_up_for_expulsions(self);
	for (unsigned i = 0; self->admissions_missed && i < SEAT_COUNT; i++)
		if (seats_is_paired(self->seats, (enum seat)i))
			link_command(self->link,
				     access_admit((enum seat)i,
						  seats_credentials(self->seats, (enum seat)i)),
				     false);
	self->admissions_missed = false;
	publisher_begin(self->publisher);
	main_tell_again(self, INT64_MAX);
	publisher_show(self->publisher, (1u << AUDIENCE_COUNT) - 1);
	if (self->announced)
		return;
	self->announced = true;
	/* operators come when there is something to operate */
	if (!self->control && main_start_control(self) < 0)
		loop_stop(self->loop);
	main_announce(self);
}

static void link_down(void *owner)
{
	struct adjutantd *self = owner;

	log_warning("the connection to the broker is lost; it is made again");
	timer_set(&self->connect, loop_machine_us(self->loop) + CONNECT_US);
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

static void command_refused(void *owner, const char *why)
{
	(void)owner;
	log_warning("the broker refuses a change of access: %s", why);
}

int main_start_broker(struct adjutantd *self)
{
	struct access_grants grants = {.board = self->config.board,
				       .daemon = self->own,
				       .has_table = self->config.driver == DRIVER_VIRTUAL};
	int error;

	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		grants.paired[i] = seats_is_paired(self->seats, (enum seat)i);
		grants.seats[i] = *seats_credentials(self->seats, (enum seat)i);
	}
	/* it begins with those who have a seat now */
	memset(self->expulsions_missed, 0, sizeof self->expulsions_missed);
	self->broker_starts++;
	self->broker_served = false;
	error = broker_start(self->broker, &grants);
	self->admin.websocket_port = broker_websocket_port(self->broker);
	self->admin.mqtt_port = broker_mqtt_port(self->broker);
	return error;
}

/* Later each time, until it has worked. */
static void start_later(struct adjutantd *self, const char *why)
{
	self->admin.broker_trouble = why;
	self->restart_at_us = loop_machine_us(self->loop) + self->restart_us;
	self->restart_us *= 2;
	if (self->restart_us > RESTART_MAX_US)
		self->restart_us = RESTART_MAX_US;
	timer_set(&self->connect, self->restart_at_us);
}

/* One timer for both: a broker that is not there is started, one that is there is called. */
void main_connect_due(struct timer *timer)
{
	struct adjutantd *self = timer->owner;

	if (!broker_is_running(self->broker) && loop_machine_us(self->loop) < self->restart_at_us) {
		timer_set(timer, self->restart_at_us);
		return;
	}
	if (!broker_is_running(self->broker) && main_start_broker(self) < 0) {
		start_later(self, "the broker cannot be started; the log tells why");
		return;
	}
	if (link_connect(self->link, broker_socket(self->broker)) < 0)
		timer_set(timer, loop_machine_us(self->loop) + CONNECT_US);
}

/* Mosquitto itself does not say much: only that it cannot make a listener. */
static const char *broker_fate(const struct adjutantd *self)
{
	if (self->broker_served)
		return "the broker ended; it is started again";
	if (self->config.certificate[0])
		return "the broker ends before anybody can connect; it is started again, but look "
		       "at certificate and private-key in [broker]: they must belong together, in "
		       "PEM and without a passphrase";
	return "the broker ends before anybody can connect; it is started again, and the log has "
	       "its own last words";
}

static void broker_ended(void *owner)
{
	struct adjutantd *self = owner;
	const char *fate = broker_fate(self);

	log_warning("%s", fate);
	start_later(self, fate);
	/* an operator who waits for the table must be told why it does not come */
	if (!self->control)
		main_start_control(self);
}

int main_make_link(struct adjutantd *self)
{
	const struct link_events events = {.owner = self,
					   .up = link_up,
					   .down = link_down,
					   .message = message,
					   .published = message_published,
					   .refused = command_refused};
	const struct broker_events broker_events = {.owner = self, .ended = broker_ended};
	const struct seats_events seats_events = {
		.owner = self, .admitted = admitted, .expelled = expelled};
	int error;

	token_make(self->own.user);
	token_make(self->own.password);
	token_make(self->own.client);
	error = seats_create(&self->seats, self->config.board, self->config.code_minutes,
			     &seats_events);
	if (!error)
		error = broker_create(&self->broker, self->loop, &self->config, &broker_events);
	if (!error)
		error = link_create(&self->link, self->loop, self->config.board, &self->own,
				    &events);
	return error;
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
