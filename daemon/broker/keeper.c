/* Starts, connects, restarts and watches over one broker. What is said there is its owner's. */
#include "daemon/broker/keeper.h"

#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/broker/access.h"

#include <errno.h>
#include <stdlib.h>

enum {
	CONNECT_US = 20000,
	RESTART_US = 200000, /* the first pause before it is started again */
	LASTED_US = 10000000,
	PULSE_US = 1000000, /* how often it is asked for a sign of life */
	SILENT_MAX = 8	    /* how often in a row it may fail to give one */
};

/* The longest pause: spectators must be served again soon after an attack is over. */
static const uint64_t restart_max_us[BROKER_COUNT] = {
	[BROKER_OF_PLAYERS] = 10000000, [BROKER_OF_SPECTATORS] = 2000000};

struct keeper {
	enum broker_kind kind;
	const struct config *config;
	struct loop *loop;
	struct keeper_events events;
	struct broker *broker;
	struct link *link;
	struct credentials own;
	struct timer connect, pulse;
	uint64_t restart_us, restart_at_us; /* the pause before its next start; its end */
	uint64_t started_us;
	uint64_t signs; /* of life that had been seen at the last beat */
	unsigned silent;
	unsigned starts;
	bool served; /* the one that was started last has been connected to */
	const char *trouble;
};

/* ---- starting ---- */

int keeper_start(struct keeper *keeper)
{
	struct access_grants grants = {.board = keeper->config->board,
				       .daemon = keeper->own,
				       .for_spectators = keeper->kind == BROKER_OF_SPECTATORS};
	int error;

	keeper->events.grant(keeper->events.owner, &grants);
	keeper->starts++;
	keeper->served = false;
	keeper->silent = 0;
	keeper->started_us = loop_machine_us(keeper->loop);
	error = broker_start(keeper->broker, &grants);
	keeper->events.started(keeper->events.owner);
	return error;
}

/* Later each time, until it has worked. */
static void start_later(struct keeper *keeper, const char *why)
{
	keeper->trouble = why;
	keeper->restart_at_us = loop_machine_us(keeper->loop) + keeper->restart_us;
	keeper->restart_us *= 2;
	if (keeper->restart_us > restart_max_us[keeper->kind])
		keeper->restart_us = restart_max_us[keeper->kind];
	timer_set(&keeper->connect, keeper->restart_at_us);
}

/* One timer for both: a broker that is not there is started, one that is there is called. */
static void connect_due(struct timer *timer)
{
	struct keeper *keeper = timer->owner;
	bool runs = broker_is_running(keeper->broker);

	if (!runs && loop_machine_us(keeper->loop) < keeper->restart_at_us) {
		timer_set(timer, keeper->restart_at_us);
		return;
	}
	if (!runs && keeper_start(keeper) < 0) {
		start_later(keeper, "the broker cannot be started; the log tells why");
		keeper->events.ended(keeper->events.owner);
		return;
	}
	if (link_connect(keeper->link, broker_socket(keeper->broker)) < 0)
		timer_set(timer, loop_machine_us(keeper->loop) + CONNECT_US);
}

void keeper_begin(struct keeper *keeper)
{
	uint64_t now_us = loop_machine_us(keeper->loop);

	timer_set(&keeper->connect, now_us);
	timer_set(&keeper->pulse, now_us + PULSE_US);
}

/* ---- ending ---- */

/* Mosquitto itself does not say much: only that it cannot make a listener. */
static const char *fate_of(const struct keeper *keeper)
{
	if (keeper->served)
		return "the broker ended; it is started again";
	if (keeper->config->certificate[0])
		return "the broker ends before anybody can connect; it is started again, but look "
		       "at certificate and private-key in [broker]: they must belong together, in "
		       "PEM and without a passphrase";
	return "the broker ends before anybody can connect; it is started again, and the log has "
	       "its own last words";
}

/* A broker that is overwhelmed as soon as it is there must not keep the machine busy. */
static void broker_ended(void *owner)
{
	struct keeper *keeper = owner;
	const char *fate = fate_of(keeper);

	if (loop_machine_us(keeper->loop) - keeper->started_us > LASTED_US)
		keeper->restart_us = RESTART_US;
	log_warning("%s", fate);
	start_later(keeper, fate);
	keeper->events.ended(keeper->events.owner);
}

void keeper_reap(struct keeper *keeper)
{
	broker_reap(keeper->broker);
}

/*
 * A broker that hangs is as good as dead, and is made so. Beats are counted, not time: a daemon
 * that was itself stopped for a while, or a machine that was asleep, has missed no answer.
 */
static void pulse_due(struct timer *timer)
{
	struct keeper *keeper = timer->owner;
	uint64_t signs = link_signs(keeper->link);

	keeper->silent = signs != keeper->signs ? 0 : keeper->silent + 1;
	keeper->signs = signs;
	if (broker_is_running(keeper->broker) && keeper->silent > SILENT_MAX) {
		log_error("%s has not answered for %d s and is ended", broker_name(keeper->broker),
			  SILENT_MAX);
		keeper->silent = 0;
		broker_kill(keeper->broker);
	}
	link_ask(keeper->link);
	timer_set(timer, loop_machine_us(keeper->loop) + PULSE_US);
}

/* ---- the connection ---- */

/* Players' handhelds are few and known: their broker is back at once whenever it has worked. */
static void link_up(void *owner)
{
	struct keeper *keeper = owner;

	if (keeper->kind == BROKER_OF_PLAYERS)
		keeper->restart_us = RESTART_US;
	keeper->served = true;
	keeper->trouble = NULL;
	keeper->events.up(keeper->events.owner);
}

static void link_down(void *owner)
{
	struct keeper *keeper = owner;

	log_warning("the connection to %s is lost; it is made again", broker_name(keeper->broker));
	timer_set(&keeper->connect, loop_machine_us(keeper->loop) + CONNECT_US);
}

static void published(void *owner, int id)
{
	struct keeper *keeper = owner;

	keeper->events.published(keeper->events.owner, id);
}

static void message(void *owner, const char *topic, const void *payload, size_t length)
{
	struct keeper *keeper = owner;

	keeper->events.message(keeper->events.owner, topic, payload, length);
}

static void refused(void *owner, const char *why)
{
	(void)owner;
	log_warning("the broker refuses a change of access: %s", why);
}

/* ---- making and unmaking ---- */

static int make_link(struct keeper *keeper)
{
	const struct link_events events = {.owner = keeper,
					   .up = link_up,
					   .down = link_down,
					   .message = keeper->events.message ? message : NULL,
					   .published = published,
					   .refused = refused};

	token_make(keeper->own.user);
	token_make(keeper->own.password);
	token_make(keeper->own.client);
	return link_create(&keeper->link, keeper->loop, keeper->config->board, &keeper->own,
			   &events);
}

int keeper_create(struct keeper **made, enum broker_kind kind, struct loop *loop,
		  const struct config *config, const struct keeper_events *events)
{
	struct keeper *keeper = calloc(1, sizeof *keeper);
	const struct broker_events broker_events = {.owner = keeper, .ended = broker_ended};
	int error;

	if (!keeper)
		return -ENOMEM;
	keeper->kind = kind;
	keeper->config = config;
	keeper->loop = loop;
	keeper->events = *events;
	keeper->restart_us = RESTART_US;
	timer_init_machine(loop, &keeper->connect, connect_due, keeper);
	timer_init_machine(loop, &keeper->pulse, pulse_due, keeper);
	error = broker_create(&keeper->broker, kind, loop, config, &broker_events);
	if (!error)
		error = make_link(keeper);
	if (error) {
		keeper_destroy(keeper);
		return error;
	}
	*made = keeper;
	return 0;
}

void keeper_destroy(struct keeper *keeper)
{
	if (!keeper)
		return;
	timer_finish(&keeper->connect);
	timer_finish(&keeper->pulse);
	link_destroy(keeper->link);
	broker_destroy(keeper->broker);
	free(keeper);
}

/* ---- asking ---- */

struct link *keeper_link(const struct keeper *keeper)
{
	return keeper->link;
}

const struct broker *keeper_broker(const struct keeper *keeper)
{
	return keeper->broker;
}

unsigned keeper_starts(const struct keeper *keeper)
{
	return keeper->starts;
}

const char *keeper_trouble(const struct keeper *keeper)
{
	return keeper->trouble;
}
