/*
 * Encodes payloads as frames and finds frames in a stream of bytes. Freestanding, so that firmware
 * can use the same code.
 */
#include "serial_frame.h"

static const uint16_t crc_start = 0xFFFF;

uint16_t serial_crc(uint16_t crc, uint8_t byte)
{
	crc = (uint16_t)(crc ^ (uint16_t)((uint16_t)byte << 8));
	for (uint8_t i = 0; i < 8; i++)
		crc = (uint16_t)((uint16_t)(crc << 1) ^ (crc & 0x8000u ? 0x1021u : 0u));
	return crc;
}

/* ---- encoding ---- */

struct wire {
	uint8_t *bytes;
	size_t count;
	uint16_t crc;
};

static void put(struct wire *wire, uint8_t byte)
{
	wire->crc = serial_crc(wire->crc, byte);
	if (byte == SERIAL_START || byte == SERIAL_ESCAPE) {
		wire->bytes[wire->count++] = SERIAL_ESCAPE;
		byte ^= SERIAL_FLIP;
	}
	wire->bytes[wire->count++] = byte;
}

size_t serial_frame_encode(const struct serial_frame *frame, uint8_t bytes[SERIAL_WIRE])
{
	struct wire wire = {bytes, 0, crc_start};
	uint16_t crc;

	bytes[wire.count++] = SERIAL_START;
	put(&wire, frame->length);
	put(&wire, frame->sequence);
	put(&wire, frame->type);
	for (uint8_t i = 0; i < frame->length && i < SERIAL_PAYLOAD; i++)
		put(&wire, frame->payload[i]);
	crc = wire.crc;
	put(&wire, (uint8_t)(crc >> 8));
	put(&wire, (uint8_t)(crc & 0xFF));
	return wire.count;
}

/* ---- decoding ---- */

void serial_decoder_reset(struct serial_decoder *decoder)
{
	decoder->inside = false;
	decoder->escaped = false;
	decoder->at = 0;
}

static enum serial_heard begin(struct serial_decoder *decoder)
{
	/* repeated starts are not a frame that was cut: a line may idle like that */
	bool cut = decoder->inside && (decoder->at > 0 || decoder->escaped);

	decoder->inside = true;
	decoder->escaped = false;
	decoder->at = 0;
	decoder->crc = crc_start;
	return cut ? SERIAL_CUT : SERIAL_NOTHING;
}

static enum serial_heard give_up(struct serial_decoder *decoder)
{
	serial_decoder_reset(decoder);
	return SERIAL_DAMAGED;
}

static enum serial_heard store(struct serial_decoder *decoder, uint8_t byte)
{
	struct serial_frame *frame = &decoder->frame;
	uint8_t at = decoder->at++;

	decoder->crc = serial_crc(decoder->crc, byte);
	if (at == 0 && byte > SERIAL_PAYLOAD)
		return give_up(decoder);
	if (at == 0)
		frame->length = byte;
	else if (at == 1)
		frame->sequence = byte;
	else if (at == 2)
		frame->type = byte;
	else if (at < 3 + frame->length)
		frame->payload[at - 3] = byte;
	if (decoder->at < frame->length + SERIAL_AROUND)
		return SERIAL_NOTHING;
	/* a CRC taken over itself as well is 0 */
	if (decoder->crc != 0)
		return give_up(decoder);
	serial_decoder_reset(decoder);
	return SERIAL_FRAME;
}

enum serial_heard serial_decoder_take(struct serial_decoder *decoder, uint8_t byte)
{
	if (byte == SERIAL_START)
		return begin(decoder);
	if (!decoder->inside)
		return SERIAL_NOISE;
	if (!decoder->escaped && byte != SERIAL_ESCAPE)
		return store(decoder, byte);
	if (!decoder->escaped) {
		decoder->escaped = true;
		return SERIAL_NOTHING;
	}
	decoder->escaped = false;
	byte ^= SERIAL_FLIP;
	/* no other byte is ever escaped, so this one was damaged */
	if (byte != SERIAL_START && byte != SERIAL_ESCAPE)
		return give_up(decoder);
	return store(decoder, byte);
}
