/* Frames by the project's own encoder and decoder. */
#include "link.h"

#include "uart.h"

static const uint16_t most = 65535;

static struct serial_decoder decoder;
static uint8_t sequence; /* of the next frame of ours */
static uint8_t last;	 /* of the host's frame before ... */
static bool has_last;	 /* ... if there was one */
static bool was_heard;
static uint16_t dropped, damaged;

bool link_has_room(void)
{
	return uart_room() >= SERIAL_WIRE;
}

/* A frame that is lost uses up a number all the same: by that the host sees it. */
void link_say(struct serial_frame *frame)
{
	static uint8_t wire[SERIAL_WIRE];
	uint8_t count;

	frame->sequence = sequence++;
	count = (uint8_t)serial_frame_encode(frame, wire);
	if (count <= uart_room())
		uart_send(wire, count);
	else if (dropped < most)
		dropped++;
}

static bool is_new(uint8_t number)
{
	bool repeats = has_last && number == last;

	has_last = true;
	last = number;
	was_heard = true;
	return !repeats;
}

const struct serial_frame *link_hear(void)
{
	while (uart_has_heard()) {
		enum serial_heard heard = serial_decoder_take(&decoder, uart_take());

		if (heard == SERIAL_FRAME && decoder.frame.type & SERIAL_FROM_HOST &&
		    is_new(decoder.frame.sequence))
			return &decoder.frame;
		if ((heard == SERIAL_DAMAGED || heard == SERIAL_CUT) && damaged < most)
			damaged++;
	}
	return NULL;
}

bool link_was_heard(void)
{
	bool result = was_heard;

	was_heard = false;
	return result;
}

uint16_t link_dropped(void)
{
	return dropped;
}

uint16_t link_damaged(void)
{
	return damaged;
}
