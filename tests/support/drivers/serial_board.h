/*
 * A simulated board on a serial line: what a good firmware does, by the letter of
 * hardware/protocol.md, with the files that firmware authors copy. It has no line and no clock:
 * bytes go in and out, time is an input. What a bad firmware or another version does can be
 * switched on; a bad line is simulated by the code that carries the bytes.
 */
#ifndef TESTS_SUPPORT_DRIVERS_SERIAL_BOARD_H
#define TESTS_SUPPORT_DRIVERS_SERIAL_BOARD_H

#include "drivers/serial/serial_message.h"

enum { SERIAL_BOARD_OUT = 1 << 16 };

struct serial_board_tags {
	uint8_t count;
	struct serial_uid list[SERIAL_TAGS_A_SQUARE];
};

struct serial_board {
	struct serial_hello hello; /* size, sensors, version: may be changed before the start */
	struct serial_health health;
	uint8_t closed[SERIAL_BITS];
	struct serial_board_tags tags[SERIAL_SQUARES];

	/* its faults */
	bool ignores_asks, ignores_reports, ignores_settings, ignores_lamps;
	bool says_more;	 /* as a later minor version would: longer payloads, unknown types */
	bool is_off;	 /* no power: neither receives nor sends anything */
	bool hello_lost; /* its first hello is */

	bool configured;
	uint16_t heartbeat_ms, health_s, lamp_limit, dark_min;
	uint8_t host_minor;			    /* as its last ask said */
	struct serial_lamps lamps;		    /* as heard last ... */
	unsigned pictures;			    /* ... and how many were */
	uint64_t start_us, heartbeat_us, health_us; /* the latter two: when due */
	uint8_t sequence;			    /* of the next frame */
	struct serial_decoder decoder;
	unsigned asked, reports_asked, configures; /* by the host so far */

	size_t room; /* for frames waiting to be sent: what does not fit is dropped */
	size_t out_count;
	uint8_t out[SERIAL_BOARD_OUT];
};

void serial_board_init(struct serial_board *board, uint8_t columns, uint8_t rows, uint8_t sensors);
/* Power comes, or it restarts for another cause. */
void serial_board_start(struct serial_board *board, enum serial_cause cause, uint64_t now_us);
void serial_board_hear(struct serial_board *board, const uint8_t *bytes, size_t count,
		       uint64_t now_us);
void serial_board_tick(struct serial_board *board, uint64_t now_us);
/* takes out what is to be sent, at most `room` bytes */
size_t serial_board_take(struct serial_board *board, uint8_t *bytes, size_t room);

void serial_board_contact(struct serial_board *board, uint8_t square, bool closed, uint64_t now_us);
void serial_board_tag(struct serial_board *board, const struct serial_uid *uid, bool seen,
		      uint64_t now_us);
void serial_board_press(struct serial_board *board, uint8_t button, bool down, uint64_t now_us);
/* A tag at a pad, whose square is left out. */
void serial_board_pad(struct serial_board *board, uint8_t pad, struct serial_uid uid, bool seen,
		      uint64_t now_us);
void serial_board_tell_health(struct serial_board *board, uint64_t now_us);
/* any frame; gets the next sequence number */
void serial_board_say(struct serial_board *board, struct serial_frame *frame);

#endif
