/*
 * The conversation with a serial board: bytes in; readings, faults and bytes out; time as an input.
 * Has no port, no clock and no allocation, so that everything that can go wrong on a line can be
 * tested without one. hardware/protocol.md is the contract.
 *
 * The state of a link:
 *
 *   1 CLOSED   there is no port
 *   2 ASKING   asks for a hello, every half second, later every two; after a while reports what
 *              seems to be wrong, and wants the port reopened if that lasts
 *   3 REFUSED  the board has said hello and cannot be used; asks again every five seconds, since it
 *              may get another firmware
 *   4 TALKING  readings are passed on; whatever is lost is requested again
 *
 * Events and states:
 *
 *   opened           -> ASKING
 *   closed           -> CLOSED
 *   a good hello     ASKING, REFUSED, TALKING (the board has restarted) -> TALKING, and requests a
 *                    full report
 *   a bad hello      -> REFUSED
 *   other frames     TALKING: passed on; else only noted
 *   2.5 s silence    TALKING -> ASKING
 *   not configured   TALKING -> ASKING: the board has restarted and its hello was lost
 *   gap, damage      TALKING: requests a full report
 *   a flood          any: ignores input until the second is over
 */
#ifndef DRIVERS_SERIAL_SERIAL_LINK_H
#define DRIVERS_SERIAL_SERIAL_LINK_H

#include "drivers/board/board.h"
#include "drivers/board/lamps.h"
#include "drivers/board/remote_clock.h"
#include "drivers/serial/serial_faults.h"
#include "drivers/serial/serial_frame.h"
#include "drivers/serial/serial_view.h"
#include "rules/square.h"

enum {
	SERIAL_OUT = 512, /* bytes waiting to be sent */
	/* per second; more is a flood */
	SERIAL_FLOOD_BYTES = 128 * 1024,
	SERIAL_FLOOD_FRAMES = 2000,
	SERIAL_FLOOD_READINGS = 4000
};

enum serial_state { SERIAL_CLOSED, SERIAL_ASKING, SERIAL_REFUSED, SERIAL_TALKING };

struct serial_link {
	enum serial_state state;
	struct serial_view view;
	struct remote_clock clock; /* the board's, since its hello */
	struct serial_faults faults;
	struct serial_decoder decoder;
	bool probing;	   /* it is not known whether there is a board: silence is not a fault */
	bool ever_talked;  /* a board has worked here */
	uint64_t heard_us; /* when the last good frame came */

	/* asking */
	unsigned asks;
	uint64_t ask_us, verdict_us, stuck_us; /* when each is next due */
	struct {
		unsigned latest, frames, nonsense, echoes; /* since the last verdict */
		unsigned bytes,
			text; /* since a frame, and some from before: few may come at a time */
	} heard;

	/* talking */
	uint8_t sequence;  /* of the last frame received */
	bool was_complete; /* since the hello */
	bool skips;	   /* frames were ignored: the next need not follow the last */
	bool in_noise;
	unsigned reports; /* requested without success */
	uint64_t report_us, reported_us, refresh_us;
	bool configured;
	unsigned configures; /* sent so far */
	uint8_t configure_sequence;
	uint64_t configure_us;

	/* lamps, on a board that has them */
	struct {
		struct lamp_picture picture; /* that they are to show */
		uint8_t brightness;
		uint16_t dark_min;
		bool keeps_own_dark; /* the board refuses that setting */
		uint8_t sequence;    /* of the latest that was sent ... */
		unsigned tries;	     /* ... how often in vain */
		uint64_t due_us;     /* when it is sent next */
	} lamps;

	/* errors while talking */
	uint64_t window_us; /* when counting ends; UINT64_MAX: nothing to count */
	struct {
		unsigned cut, damaged, gaps, nonsense, restarts;
	} wrong;

	/* floods */
	uint64_t second_us; /* when it began */
	unsigned bytes, frames, told;
	bool flooded; /* ignores input until the second is over */

	uint8_t sequence_out;
	uint8_t out[SERIAL_OUT];
	size_t out_count;
};

/* scan_hz 0: the board's own rate; sensors: those that it must have, SERIAL_REEDS, SERIAL_READERS,
 * 0 if any will do */
void serial_link_init(struct serial_link *link, enum board_id squares, unsigned sensors,
		      unsigned baud, unsigned scan_hz, const struct board_listener *listener);
/* Before anything is heard: a1 is not where the board begins to count; SERIAL_A1_RIGHT, SERIAL_A1_FAR. */
void serial_link_turn(struct serial_link *link, unsigned corner);
/* Likewise: how bright the lamps are, 0 to 255, and after how many minutes of rest they go dark; 0: never. */
void serial_link_light(struct serial_link *link, unsigned brightness, unsigned dark_min);
/* What the lamps are to show from now on, on this board or any that comes. */
void serial_link_show(struct serial_link *link, const struct lamp_picture *picture,
		      uint64_t now_us);
/* Whether a board talks that has lamps. */
bool serial_link_has_lamps(const struct serial_link *link);
/* how many pads it has, 0 while it does not answer */
unsigned serial_link_pads(const struct serial_link *link);
/* A port was opened. While probing, a port where no board answers is not reported. */
void serial_link_open(struct serial_link *link, const char *port, bool probing, uint64_t now_us);
/* The port is gone, or was never there, for this reason; NULL if that need not be told. */
void serial_link_close(struct serial_link *link, const char *sentence);

void serial_link_hear(struct serial_link *link, const uint8_t *bytes, size_t count,
		      uint64_t now_us);
/* Does what is due. Also to be called after serial_link_hear(). */
void serial_link_tick(struct serial_link *link, uint64_t now_us);
/* When to tick next at the latest; UINT64_MAX: never. After a tick it lies ahead. */
uint64_t serial_link_deadline(const struct serial_link *link);
/* Requests everything that the board shows. */
void serial_link_scan(struct serial_link *link, uint64_t now_us);

/* bytes to be sent; after sending some of them: */
void serial_link_sent(struct serial_link *link, size_t count);

/* Until the deadline input is ignored, and the caller discards what arrives. */
bool serial_link_is_flooded(const struct serial_link *link);
/* No board has answered for long: reopening the port, or trying another one, may help. */
bool serial_link_is_stuck(const struct serial_link *link, uint64_t now_us);

#endif
