/*
 * The conversation with a serial board: bytes in, readings, troubles and bytes out, time as an
 * input. Has no port, no clock and no memory of its own, so that everything that can go wrong on a
 * line can be tried without one. hardware/protocol.md is the contract.
 *
 * The state of a link:
 *
 *   1 CLOSED   there is no port
 *   2 ASKING   asks for a hello, every half second, later every two; after a while says what seems
 *              to be wrong, and wants the port opened anew if that lasts
 *   3 REFUSED  the board has said hello and cannot be used; asks again every five seconds, since
 *              it may get another firmware
 *   4 TALKING  readings pass on; whatever is lost is asked for again
 *
 * What happens in which:
 *
 *   opened           -> ASKING
 *   closed           -> CLOSED
 *   a good hello     ASKING, REFUSED, TALKING (the board has restarted) -> TALKING, and asks for a
 *                    full report
 *   a bad hello      -> REFUSED
 *   other frames     TALKING: passed on; else only noted
 *   2.5 s silence    TALKING -> ASKING
 *   not configured   TALKING -> ASKING: the board has restarted and its hello was lost
 *   gap, damage      TALKING: asks for a full report
 *   a flood          any: hears nothing until the second is over
 */
#ifndef DRIVERS_SERIAL_SERIAL_LINK_H
#define DRIVERS_SERIAL_SERIAL_LINK_H

#include "drivers/board/remote_clock.h"
#include "drivers/serial/serial_faults.h"
#include "drivers/serial/serial_view.h"

enum {
	SERIAL_OUT = 512, /* bytes that wait to be sent */
	/* in a second; more is a flood */
	SERIAL_FLOOD_BYTES = 128 * 1024,
	SERIAL_FLOOD_FRAMES = 2000,
	SERIAL_FLOOD_READINGS = 4000
};

enum serial_state { SERIAL_CLOSED, SERIAL_ASKING, SERIAL_REFUSED, SERIAL_TALKING };

struct serial_link {
	enum serial_state state;
	struct serial_view view;
	struct remote_clock clock; /* the board's, since it said hello */
	struct serial_faults faults;
	struct serial_decoder decoder;
	bool probing;	   /* nobody knows yet whether there is a board: silence is no fault */
	bool ever_talked;  /* a board has worked here */
	uint64_t heard_us; /* the last good frame */

	/* asking */
	unsigned asks;
	uint64_t ask_us, verdict_us, stuck_us; /* when next */
	struct {
		unsigned latest, frames, nonsense, echoes; /* since the last verdict */
		unsigned bytes,
			text; /* since a frame, and some more of late: few may come at a time */
	} heard;

	/* talking */
	uint8_t sequence;  /* of the last frame heard */
	bool was_complete; /* since the hello */
	bool skips;	   /* frames were passed over: the next need not follow the last */
	bool in_noise;
	unsigned reports; /* asked for in vain */
	uint64_t report_us, reported_us, refresh_us;
	bool configured;
	unsigned configures; /* said so far */
	uint8_t configure_sequence;
	uint64_t configure_us;

	/* what goes wrong while talking */
	uint64_t window_us; /* when counting ends; UINT64_MAX: nothing to be counted */
	struct {
		unsigned cut, damaged, gaps, nonsense, restarts;
	} wrong;

	/* floods */
	uint64_t second_us; /* when it began */
	unsigned bytes, frames, told;
	bool flooded; /* hears nothing until the second is over */

	uint8_t sequence_out;
	uint8_t out[SERIAL_OUT];
	size_t out_count;
};

/* scan_hz 0: as the board has it; sensors: those that it must have, SERIAL_REEDS, SERIAL_READERS, 0
 * if any will do */
void serial_link_init(struct serial_link *link, enum board_id squares, unsigned sensors,
		      unsigned baud, unsigned scan_hz, const struct board_listener *listener);
/* A port was opened. While probing, nothing is said of a port where nobody answers. */
void serial_link_open(struct serial_link *link, const char *port, bool probing, uint64_t now_us);
/* The port is gone, or was never there, and this is why; NULL if that is nothing to be told. */
void serial_link_close(struct serial_link *link, const char *sentence);

void serial_link_hear(struct serial_link *link, const uint8_t *bytes, size_t count,
		      uint64_t now_us);
/* Does what is due. Also to be called after serial_link_hear(). */
void serial_link_tick(struct serial_link *link, uint64_t now_us);
/* When to tick next at the latest; UINT64_MAX: never. After a tick it lies ahead. */
uint64_t serial_link_deadline(const struct serial_link *link);
/* The daemon wants to know all there is. */
void serial_link_scan(struct serial_link *link, uint64_t now_us);

/* bytes to be sent; after sending some of them: */
void serial_link_sent(struct serial_link *link, size_t count);

/* Until the deadline nothing is heard, and what arrives meanwhile is to be thrown away. */
bool serial_link_is_flooded(const struct serial_link *link);
/* Nobody has answered for long: opening the port anew, or another one, may help. */
bool serial_link_is_stuck(const struct serial_link *link, uint64_t now_us);

#endif
