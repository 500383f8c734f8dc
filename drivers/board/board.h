/*
 * A board as the daemon sees it: something that says raw readings. What is behind it (a virtual
 * table, a recording, a reed matrix, a serial line) is the business of one file each.
 *
 * A reading carries the time at which the sensor saw it, on the clock of board_host: that of the
 * scan on a reed matrix, the controller's own on a serial line and the page's on a virtual table
 * (both by remote_clock.h), the recording's in a replay. It is told as soon as it is known, which
 * may be later; how much later at the most a driver states as its lag.
 *
 * A driver never blocks, never spins and never ends the daemon: what fails it says in one sentence
 * (trouble), and tries again by itself.
 */
#ifndef DRIVERS_BOARD_BOARD_H
#define DRIVERS_BOARD_BOARD_H

#include "rules/bits.h"
#include "rules/square.h"

#include <stddef.h>

enum { READING_TAG = 16 };

enum reading_kind {
	READING_FRAME,	 /* a full scan: frame */
	READING_CONTACT, /* sq, closed */
	READING_TAG_SEEN /* sq, closed (seen from now on, or no longer), tag */
};

struct reading {
	uint64_t t_us; /* when the sensor saw it, by board_host.now_us(); never later than now */
	uint8_t kind;
	uint8_t sq;
	bool closed;
	uint8_t tag_length;
	uint8_t tag[READING_TAG];
	struct bits frame;
};

/* What a driver tells. */
struct board_listener {
	void *owner;
	void (*reading)(void *owner, const struct reading *reading);
	/* NULL: it works again; silent: it cannot be read at all until this is mended */
	void (*trouble)(void *owner, const char *sentence, bool silent);
	/* the button on a side's own edge of the board goes down or comes up; NULL: of no interest */
	void (*pressed)(void *owner, enum side side, bool down, uint64_t t_us);
	/* A tag comes to the pad of a side, or has left it: as READING_TAG_SEEN, but for the square, which is
	 * SQ_OFF_BOARD; NULL: of no interest. A board whose squares read tags may have pads too. */
	void (*tapped)(void *owner, enum side side, const struct reading *reading);
};

/* How a driver gets its time: the daemon's loop, behind two calls. */
struct board_host {
	void *owner;
	/* wakes the driver when its descriptor is readable; -1 takes it out */
	int (*watch)(void *owner, int fd);
	/* wakes the driver at a time, by now_us(); UINT64_MAX: no more */
	void (*wake_at)(void *owner, uint64_t t_us);
	uint64_t (*now_us)(void *owner);
};

struct board_setting {
	const char *key, *value;
	unsigned line; /* in the configuration */
};

struct sensors;	     /* each driver's own */
struct lamp_picture; /* lamps.h */

struct board_driver {
	const char *name;
	/*
	 * Whether a board of this size can be had with these settings; no device is looked at.
	 * Returns 0; or -EINVAL, with a sentence in `why` and the number of the setting it is about
	 * in `which`, which is `count` if it is about none of them.
	 */
	int (*check)(enum board_id squares, const struct board_setting *settings, size_t count,
		     char *why, size_t room, size_t *which);
	/*
	 * Returns 0; or -EINVAL as check() does; or another -errno if it cannot be made now, with a
	 * sentence in `why` or nothing. A board that does not answer is not an error but trouble,
	 * told later.
	 */
	int (*create)(struct sensors **sensors, enum board_id squares,
		      const struct board_setting *settings, size_t count,
		      const struct board_host *host, const struct board_listener *listener,
		      char *why, size_t room, size_t *which);
	void (*destroy)(struct sensors *sensors);
	void (*wake)(
		struct sensors *sensors); /* its descriptor is readable, or its time has come */
	/* the daemon wants a full frame now; it comes as a reading, at once or soon */
	void (*scan)(struct sensors *sensors);
	/* a line that came from outside (a virtual table): false if it cannot be understood */
	bool (*hear)(struct sensors *sensors, const char *line, size_t length);
	/*
	 * For how long after an event its reading may still be on its way, as far as is known now:
	 * what the daemon waits before it takes a time for passed. More is possible, and then
	 * counts as later than it was. A driver that tells everything at once has no such function.
	 */
	uint64_t (*lag_us)(const struct sensors *sensors);
	/*
	 * What the lamps are to show from now on, whether or not a board is there. A driver whose boards
	 * have none has no such function.
	 */
	void (*show)(struct sensors *sensors, const struct lamp_picture *picture);
	/* whether the board that answers now has lamps; likewise */
	bool (*has_lamps)(const struct sensors *sensors);
	/* how many pads the board that answers now has; a driver whose boards have none has no such function */
	unsigned (*pads)(const struct sensors *sensors);
	/* worth knowing though the board works (a diode is suspect, a bus slow): NULL if nothing
	 * is; a driver that has never anything to say has no such function */
	const char *(*remark)(const struct sensors *sensors);
};

extern const struct board_driver board_virtual, board_replay, board_reed, board_serial;

#endif
