/*
 * A board on a serial line: a microcontroller that scans reeds or tag readers and speaks the
 * protocol of hardware/protocol.md. This file opens and closes the port; serial_link handles what
 * is said over it.
 *
 * A missing port is looked for every two seconds, which costs one system call; a port that goes
 * away is noticed at once. With port = auto all USB serial ports are tried in turn until a board
 * says hello and can be used.
 */
#include "drivers/board/board.h"
#include "drivers/board/lamps.h"
#include "drivers/board/remote_clock.h"
#include "drivers/serial/serial_faults.h"
#include "drivers/serial/serial_link.h"
#include "drivers/serial/serial_message.h"
#include "drivers/serial/serial_port.h"
#include "drivers/serial/serial_settings.h"
#include "rules/square.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX

enum {
	RETRY_US = 250 * 1000,
	RETRY_MAX_US = 2 * 1000 * 1000,
	PROBE_US = 5 * 1000 * 1000, /* for each of several ports */
	WRITE_US = 20 * 1000,
	READ = 1024,
	READS = 8 /* per wake-up; then others have their turn */
};

struct sensors {
	struct board_host host;
	struct serial_settings settings;
	struct serial_link link;
	struct serial_port port;
	char remark[SERIAL_SENTENCE];
	bool was_flooded;
	uint64_t retry_us; /* when to open a port; NEVER while one is open */
	uint64_t write_us; /* when to go on writing */
	unsigned pause_us;

	/* auto */
	char candidate[SERIAL_DEVICE]; /* the last one tried */
	uint64_t probe_us;	       /* when to try the next; NEVER once a board was found */
	unsigned opened;	       /* in this round */
	bool was_refused;	       /* a board that cannot be used said hello in this round */
	int error;		       /* the first error of this round ... */
	char failed[SERIAL_DEVICE];    /* ... and its port */
};

static uint64_t now_of(const struct sensors *sensors)
{
	return sensors->host.now_us(sensors->host.owner);
}

/* ---- closing ---- */

/* The interval grows, up to two seconds. */
static void retry_later(struct sensors *sensors)
{
	sensors->retry_us = now_of(sensors) + sensors->pause_us;
	sensors->pause_us *= 2;
	if (sensors->pause_us > RETRY_MAX_US)
		sensors->pause_us = RETRY_MAX_US;
}

static void close_port(struct sensors *sensors)
{
	if (!sensors->port.port)
		return;
	sensors->host.watch(sensors->host.owner, -1);
	serial_port_close(&sensors->port);
	sensors->write_us = sensors->probe_us = NEVER;
	sensors->was_flooded = false;
}

/* A board that was unplugged, or fell silent, remains the trouble until something replaces it. */
static bool was_told(const struct sensors *sensors)
{
	return sensors->link.ever_talked && sensors->link.faults.sentence[0];
}

static void tell_port(struct sensors *sensors, int error, const char *path)
{
	char sentence[SERIAL_SENTENCE];

	if ((error == -ENOENT || error == -ENXIO) && was_told(sensors))
		return;
	serial_port_explain(error, path, sentence, sizeof sentence);
	serial_link_close(&sensors->link, sentence);
}

static void lose_port(struct sensors *sensors, int error)
{
	/* drivers differ in how they report that the device is gone */
	tell_port(sensors, error == -EIO || error == -ENXIO ? -ENODEV : error,
		  sensors->port.device);
	close_port(sensors);
	sensors->candidate[0] = '\0';
	sensors->pause_us = RETRY_US;
	retry_later(sensors);
}

/* ---- opening ---- */

static int open_port(struct sensors *sensors, const char *path, bool probing)
{
	int error = serial_port_open(&sensors->port, path, sensors->settings.baud);

	if (error)
		return error;
	error = sensors->host.watch(sensors->host.owner, sensors->port.fd);
	if (error) {
		serial_port_close(&sensors->port);
		return error;
	}
	sensors->retry_us = NEVER;
	sensors->probe_us = probing ? now_of(sensors) + PROBE_US : NEVER;
	serial_link_open(&sensors->link, sensors->port.device, probing, now_of(sensors));
	return 0;
}

static void open_named(struct sensors *sensors)
{
	int error = open_port(sensors, sensors->settings.port, false);

	if (!error)
		return;
	tell_port(sensors, error, sensors->settings.port);
	retry_later(sensors);
}

static void tell_no_candidate(struct sensors *sensors)
{
	const struct serial_settings *settings = &sensors->settings;
	char sentence[SERIAL_SENTENCE];

	if (settings->has_usb)
		snprintf(sentence, sizeof sentence,
			 "no USB device %04x:%04x with a serial port is there: plug the board in, "
			 "or correct usb (lsusb lists what is there)",
			 settings->vendor, settings->product);
	else
		snprintf(sentence, sizeof sentence,
			 "no USB serial port is there: plug the board in, or set port if it is "
			 "wired to pins");
	serial_link_close(&sensors->link, sentence);
}

static void end_round(struct sensors *sensors, unsigned count)
{
	char sentence[SERIAL_SENTENCE];

	if (sensors->opened == 0 && sensors->error) {
		tell_port(sensors, sensors->error, sensors->failed);
	} else if (was_told(sensors) || sensors->was_refused) {
		/* it will come back; or its trouble was reported already, and matters more than
		 * this */
	} else if (count == 0) {
		tell_no_candidate(sensors);
	} else if (count > 1) {
		snprintf(sentence, sizeof sentence,
			 "none of %u USB serial ports answers as a board does: check its power and "
			 "firmware, or set port to the right one",
			 count);
		serial_link_close(&sensors->link, sentence);
	}
	sensors->candidate[0] = '\0';
	sensors->opened = 0;
	sensors->was_refused = false;
	sensors->error = 0;
	retry_later(sensors);
}

static void open_next(struct sensors *sensors)
{
	const struct serial_choice choice = {sensors->settings.has_usb, sensors->settings.vendor,
					     sensors->settings.product};
	char device[SERIAL_DEVICE];
	int count = serial_port_next(&choice, sensors->candidate, device), error;

	if (count < 0 || !device[0]) {
		end_round(sensors, count < 0 ? 0 : (unsigned)count);
		return;
	}
	memcpy(sensors->candidate, device, sizeof device);
	error = open_port(sensors, device, count > 1 || sensors->link.ever_talked);
	if (!error) {
		sensors->opened++;
		return;
	}
	if (!sensors->error) {
		sensors->error = error;
		memcpy(sensors->failed, device, sizeof device);
	}
	sensors->retry_us = now_of(sensors); /* the next one at once: there are only so many */
}

static void try_open(struct sensors *sensors)
{
	if (sensors->settings.port[0])
		open_named(sensors);
	else
		open_next(sensors);
}

/* No board answers here: reopens the same port, which restarts many controllers, or tries the next
 * one. */
static void leave_port(struct sensors *sensors)
{
	serial_link_close(&sensors->link, NULL);
	close_port(sensors);
	sensors->retry_us = now_of(sensors) + RETRY_US;
}

/* ---- bytes ---- */

/* A later minor version works, and may send messages that are ignored here. */
static void note_version(struct sensors *sensors)
{
	const struct serial_facts *facts = &sensors->link.faults.facts;

	sensors->remark[0] = '\0';
	if (facts->hello.minor > SERIAL_MINOR)
		snprintf(sensors->remark, sizeof sensors->remark,
			 "the board at %s speaks protocol %u.%u, newer than this adjutantd's "
			 "%d.%d: it works, and an update may make more of it",
			 facts->port, facts->hello.major, facts->hello.minor, SERIAL_MAJOR,
			 SERIAL_MINOR);
}

static const char *remark(const struct sensors *sensors)
{
	return sensors->remark[0] ? sensors->remark : NULL;
}

static void receive(struct sensors *sensors)
{
	uint8_t bytes[READ];
	int count = READ;

	for (unsigned i = 0; i < READS && count == READ; i++) {
		count = serial_port_read(&sensors->port, bytes, sizeof bytes);
		if (count < 0) {
			lose_port(sensors, count);
			return;
		}
		serial_link_hear(&sensors->link, bytes, (size_t)count, now_of(sensors));
	}
	if (sensors->link.state != SERIAL_TALKING)
		return;
	sensors->pause_us = RETRY_US;
	note_version(sensors);
}

/* A board that sends too much is not even read until its second is over. */
static void mind_flood(struct sensors *sensors)
{
	bool flooded = serial_link_is_flooded(&sensors->link);

	if (flooded == sensors->was_flooded)
		return;
	sensors->was_flooded = flooded;
	if (!flooded)
		serial_port_discard(&sensors->port);
	sensors->host.watch(sensors->host.owner, flooded ? -1 : sensors->port.fd);
}

static void transmit(struct sensors *sensors)
{
	struct serial_link *link = &sensors->link;
	int count = 0;

	if (link->out_count > 0)
		count = serial_port_write(&sensors->port, link->out, link->out_count);
	if (count < 0) {
		lose_port(sensors, count);
		return;
	}
	serial_link_sent(link, (size_t)count);
	sensors->write_us = link->out_count > 0 ? now_of(sensors) + WRITE_US : NEVER;
}

static bool is_over(const struct sensors *sensors)
{
	uint64_t now_us = now_of(sensors);

	return serial_link_is_stuck(&sensors->link, now_us) || sensors->probe_us <= now_us;
}

static void work(struct sensors *sensors)
{
	if (!sensors->was_flooded)
		receive(sensors);
	if (!sensors->port.port)
		return;
	serial_link_tick(&sensors->link, now_of(sensors));
	mind_flood(sensors);
	if (sensors->link.state == SERIAL_TALKING)
		sensors->probe_us = NEVER; /* this is the board */
	if (sensors->link.state == SERIAL_REFUSED)
		sensors->was_refused = true;
	if (is_over(sensors))
		leave_port(sensors);
}

static uint64_t sooner(uint64_t a_us, uint64_t b_us)
{
	return a_us < b_us ? a_us : b_us;
}

static void wake(struct sensors *sensors)
{
	uint64_t due;

	if (sensors->port.port)
		work(sensors);
	while (!sensors->port.port && sensors->retry_us <= now_of(sensors))
		try_open(sensors);
	if (sensors->port.port)
		transmit(sensors);
	due = sooner(serial_link_deadline(&sensors->link), sensors->write_us);
	due = sooner(due, sensors->probe_us);
	sensors->host.wake_at(sensors->host.owner, sooner(due, sensors->retry_us));
}

/* ---- the driver ---- */

static void scan(struct sensors *sensors)
{
	serial_link_scan(&sensors->link, now_of(sensors));
}

/* It is sent when the driver is woken: the caller may be hearing a reading of this very board. */
static void show(struct sensors *sensors, const struct lamp_picture *picture)
{
	uint64_t now_us = now_of(sensors);

	serial_link_show(&sensors->link, picture, now_us);
	if (sensors->port.port)
		sensors->host.wake_at(sensors->host.owner, now_us);
}

static bool has_lamps(const struct sensors *sensors)
{
	return serial_link_has_lamps(&sensors->link);
}

static unsigned pads(const struct sensors *sensors)
{
	return serial_link_pads(&sensors->link);
}

static uint64_t lag_us(const struct sensors *sensors)
{
	return remote_clock_lag_us(&sensors->link.clock);
}

/* The board itself says, once connected, whether it has as many squares as are needed. */
static int check(enum board_id squares, const struct board_setting *lines, size_t count, char *why,
		 size_t room, size_t *which)
{
	struct serial_settings settings;

	(void)squares;
	return serial_settings_read(&settings, lines, count, why, room, which);
}

static int create(struct sensors **made, enum board_id squares, const struct board_setting *lines,
		  size_t count, const struct board_host *host,
		  const struct board_listener *listener, char *why, size_t room, size_t *which)
{
	struct serial_settings settings;
	struct sensors *sensors;
	int error = serial_settings_read(&settings, lines, count, why, room, which);

	if (error)
		return error;
	sensors = calloc(1, sizeof *sensors);
	if (!sensors)
		return -ENOMEM;
	sensors->host = *host;
	sensors->settings = settings;
	sensors->write_us = sensors->probe_us = NEVER;
	sensors->pause_us = RETRY_US;
	serial_link_init(&sensors->link, squares, settings.sensors, settings.baud, settings.scan_hz,
			 listener);
	serial_link_turn(&sensors->link, settings.corner);
	serial_link_light(&sensors->link, settings.brightness, settings.dark_minutes);
	*made = sensors;
	/* not before the daemon knows its driver */
	sensors->retry_us = now_of(sensors);
	host->wake_at(host->owner, sensors->retry_us);
	return 0;
}

static void destroy(struct sensors *sensors)
{
	close_port(sensors);
	sensors->host.wake_at(sensors->host.owner, NEVER);
	free(sensors);
}

const struct board_driver board_serial = {
	.name = "serial",
	.check = check,
	.create = create,
	.destroy = destroy,
	.wake = wake,
	.scan = scan,
	.hear = NULL,
	.lag_us = lag_us,
	.show = show,
	.has_lamps = has_lamps,
	.pads = pads,
	.remark = remark,
};
