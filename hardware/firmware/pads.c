/* The pads take turns, some thirty times a second each. */
#include "pads.h"

#include "clock.h"
#include "contacts.h"
#include "host.h"
#include "link.h"
#include "mfrc522.h"
#include "pins.h"
#include "tag.h"

#include <string.h>

enum { GONE_US = 100000, PAUSE_US = 5000 };

static struct pad {
	bool is_silent;
	struct serial_uid uid; /* of the tag there; length 0: none */
	uint32_t seen_us;
} pads[PADS];

static uint8_t count;
static uint8_t turn; /* which pad's it is */
static bool is_reading, have_changed, were_used;
static uint32_t paused_us;

void pads_begin(void)
{
	mfrc522_begin();
	for (uint8_t i = 0; i < PADS; i++) {
		pads[i].is_silent = !mfrc522_is_there(i);
		if (!pads[i].is_silent)
			count = PADS;
	}
}

uint8_t pads_count(void)
{
	return count;
}

/* An older host would take the pad for a square. */
static void tell(uint8_t number, bool seen)
{
	struct serial_tag tag = {.t_us = contacts_time_us(), .seen = seen, .uid = pads[number].uid};
	struct serial_frame frame;

	were_used = true;
	if (!host_knows_pads())
		return;
	tag.uid.square = PAD_FIRST_SQUARE + number;
	serial_put_tag(&frame, &tag);
	link_say(&frame);
}

static void lose(uint8_t number)
{
	if (pads[number].uid.length > 0)
		tell(number, false);
	pads[number].uid.length = 0;
}

static void see(uint8_t number, const struct serial_uid *uid)
{
	struct pad *pad = &pads[number];

	pad->seen_us = clock_us();
	if (pad->uid.length == uid->length && memcmp(pad->uid.bytes, uid->bytes, uid->length) == 0)
		return;
	lose(number);
	pad->uid = *uid;
	tell(number, true);
}

static void miss(uint8_t number)
{
	if (clock_us() - pads[number].seen_us >= GONE_US)
		lose(number);
}

static void end_turn(uint8_t number)
{
	is_reading = false;
	paused_us = clock_us();
	turn = (uint8_t)(number + 1) % PADS;
}

static void begin_turn(uint8_t number)
{
	bool is_silent = !mfrc522_is_there(number);

	if (is_silent != pads[number].is_silent)
		have_changed = true;
	pads[number].is_silent = is_silent;
	if (is_silent) {
		miss(number);
		end_turn(number);
		return;
	}
	tag_begin(number);
	is_reading = true;
}

static void read(uint8_t number)
{
	static struct serial_uid uid;
	enum tag_result result = tag_go_on(number, &uid);

	if (result == TAG_PENDING)
		return;
	if (result == TAG_READ)
		see(number, &uid);
	else
		miss(number);
	end_turn(number);
}

void pads_go_on(void)
{
	if (is_reading)
		read(turn);
	else if (count > 0 && clock_us() - paused_us >= PAUSE_US)
		begin_turn(turn);
}

bool pads_have_changed(void)
{
	bool result = have_changed;

	have_changed = false;
	return result;
}

bool pads_were_used(void)
{
	bool result = were_used;

	were_used = false;
	return result;
}

uint8_t pads_put_silent(uint8_t *bits)
{
	if (count == 0)
		return 0;
	for (uint8_t i = 0; i < PADS; i++) {
		uint8_t square = PAD_FIRST_SQUARE + i;

		if (pads[i].is_silent)
			bits[square / 8] |= (uint8_t)(1 << square % 8);
	}
	return (PAD_FIRST_SQUARE + PADS + 7) / 8;
}
