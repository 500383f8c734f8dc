/*
 * Frames on a serial line between a board's microcontroller and the daemon: how bytes become frames
 * and frames bytes. serial_message.h defines their contents. hardware/protocol.md is the contract.
 *
 * Firmware authors: copy this file, serial_frame.c, serial_message.h and serial_message.c, all to
 * one place, which is why they include each other without a folder. They need no heap, no C library
 * and nothing wider than 16-bit integers to be fast, and can be called from C++.
 *
 *     7E | length | sequence | type | payload ... | CRC high | CRC low
 *
 * 7E never occurs inside a frame, so whatever was lost or changed, the next 7E begins a frame.
 */
#ifndef DRIVERS_SERIAL_SERIAL_FRAME_H
#define DRIVERS_SERIAL_SERIAL_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	SERIAL_START = 0x7E,
	SERIAL_ESCAPE = 0x7D,
	SERIAL_FLIP = 0x20,  /* an escaped byte has this bit flipped */
	SERIAL_PAYLOAD = 64, /* bytes, at most */
	SERIAL_AROUND = 5,   /* length, sequence, type and CRC */
	/* a whole frame if every byte but the first needs to be escaped */
	SERIAL_WIRE = 1 + 2 * (SERIAL_PAYLOAD + SERIAL_AROUND)
};

struct serial_frame {
	uint8_t length; /* of the payload */
	uint8_t sequence;
	uint8_t type;
	uint8_t payload[SERIAL_PAYLOAD];
};

/* The effect of a byte on a decoder. */
enum serial_heard {
	SERIAL_NOTHING, /* part of a frame that continues */
	SERIAL_FRAME,	/* completes a good frame, which stays in the decoder until the next byte */
	SERIAL_DAMAGED, /* the frame is discarded: wrong CRC, length or escape */
	SERIAL_CUT,	/* a frame began before the previous one was complete */
	SERIAL_NOISE	/* outside any frame */
};

struct serial_decoder {
	struct serial_frame frame;
	uint16_t crc;
	uint8_t at; /* bytes of the frame so far, without the start */
	bool inside, escaped;
};

/* CRC-16/IBM-3740, also known as CCITT-FALSE: polynomial 1021, from FFFF, nothing reflected. */
uint16_t serial_crc(uint16_t crc, uint8_t byte);

/* Writes a frame as it goes over the wire and returns its length; length <= SERIAL_PAYLOAD. */
size_t serial_frame_encode(const struct serial_frame *frame, uint8_t wire[SERIAL_WIRE]);

/* A zeroed decoder waits for a frame; this resets it to that. */
void serial_decoder_reset(struct serial_decoder *decoder);
enum serial_heard serial_decoder_take(struct serial_decoder *decoder, uint8_t byte);

#ifdef __cplusplus
}
#endif

#endif
