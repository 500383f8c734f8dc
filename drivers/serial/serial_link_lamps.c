/*
 * The lamps of a serial board: the whole picture each time, after hello, on a change and every ten
 * seconds; sooner again while it is not acknowledged. A board without lamps, or of the time before
 * them, is sent nothing.
 */
#include "drivers/board/lamps.h"
#include "drivers/serial/serial_frame.h"
#include "drivers/serial/serial_link.h"
#include "drivers/serial/serial_link_inside.h"
#include "drivers/serial/serial_message.h"
#include "drivers/serial/serial_view.h"
#include "rules/square.h"

#include <assert.h>
#include <string.h>

enum {
	SINCE_MINOR = 1,
	ANSWER_US = 500 * SERIAL_MS,
	AGAIN_US = 10 * SERIAL_SECOND_US,
	TRIES_IN_HASTE = 4
};

static_assert((int)LAMP_COUNT == (int)SERIAL_LAMP_COUNT &&
		      (int)LAMP_TEST == (int)SERIAL_LAMP_TEST &&
		      (int)LAMP_TURN == (int)SERIAL_LAMP_TURN,
	      "the lamps have the protocol's numbers");

bool serial_has_lamps(const struct serial_link *link)
{
	const struct serial_hello *hello = &link->faults.facts.hello;

	return hello->minor >= SINCE_MINOR && hello->parts & SERIAL_HAS_LAMPS;
}

bool serial_link_has_lamps(const struct serial_link *link)
{
	return link->state == SERIAL_TALKING && serial_has_lamps(link);
}

unsigned serial_link_pads(const struct serial_link *link)
{
	return link->state == SERIAL_TALKING ? link->view.pads : 0;
}

void serial_link_light(struct serial_link *link, unsigned brightness, unsigned dark_min)
{
	link->lamps.brightness = (uint8_t)brightness;
	link->lamps.dark_min = (uint16_t)dark_min;
}

/* Squares that are not played on stay dark. */
static void say_lamps(struct serial_link *link, uint64_t now_us)
{
	struct serial_lamps lamps = {.brightness = link->lamps.brightness};
	struct serial_frame frame;

	for (unsigned n = 0; n < serial_view_count(&link->view); n++) {
		unsigned sq = serial_view_square(&link->view, n);

		serial_set_lamp(&lamps, (uint8_t)n,
				sq == SQ_OFF_BOARD ? (uint8_t)LAMP_OFF
						   : link->lamps.picture.of[sq]);
	}
	serial_put_lamps(&frame, &lamps);
	link->lamps.sequence = serial_say(link, &frame);
	link->lamps.tries++;
	link->lamps.due_us = now_us + (link->lamps.tries < TRIES_IN_HASTE ? ANSWER_US : AGAIN_US);
}

void serial_lamps_begin(struct serial_link *link, uint64_t now_us)
{
	link->lamps.tries = 0;
	link->lamps.due_us = serial_has_lamps(link) ? now_us : SERIAL_NEVER;
}

void serial_link_show(struct serial_link *link, const struct lamp_picture *picture, uint64_t now_us)
{
	if (memcmp(&link->lamps.picture, picture, sizeof *picture) == 0)
		return;
	link->lamps.picture = *picture;
	if (link->state == SERIAL_TALKING)
		serial_lamps_begin(link, now_us);
}

void serial_lamps_tick(struct serial_link *link, uint64_t now_us)
{
	if (serial_is_due(link->lamps.due_us, now_us))
		say_lamps(link, now_us);
}

/* One that is refused is not sent again at once: it would be refused again. */
void serial_lamps_answered(struct serial_link *link, const struct serial_answer *answer,
			   uint64_t now_us)
{
	if (link->lamps.tries == 0 || answer->sequence != link->lamps.sequence ||
	    answer->refusal == SERIAL_NOT_NOW)
		return;
	link->lamps.tries = 0;
	link->lamps.due_us = now_us + AGAIN_US;
}
