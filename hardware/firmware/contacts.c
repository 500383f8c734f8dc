/* Changes from scan to scan. */
#include "contacts.h"

#include "clock.h"
#include "link.h"
#include "scan.h"

#include <avr/pgmspace.h>

static const uint8_t row_of_output[] PROGMEM = ROW_OF_OUTPUT;
static const uint8_t column_of_bit[] PROGMEM = COLUMN_OF_BIT;

static struct scan known;
static struct serial_changed changed;
static bool have_changed;

void contacts_begin(void)
{
	scan_begin(&known);
}

static uint8_t square_of(uint8_t output, uint8_t bit)
{
	return (uint8_t)(pgm_read_byte(&row_of_output[output]) * BOARD_COLUMNS +
			 pgm_read_byte(&column_of_bit[bit]));
}

static void say_changed(void)
{
	struct serial_frame frame;

	serial_put_changed(&frame, &changed);
	link_say(&frame);
	changed.count = 0;
}

static void compare_row(uint8_t output, uint16_t closed)
{
	uint16_t differing = closed ^ known.closed[output];

	for (uint8_t bit = 0; differing; bit++, differing >>= 1, closed >>= 1) {
		if (!(differing & 1))
			continue;
		if (changed.count == SERIAL_CHANGES)
			say_changed();
		changed.changes[changed.count++] =
			(uint8_t)(square_of(output, bit) | (closed & 1 ? SERIAL_ON : 0));
	}
}

static void compare(const struct scan *scan)
{
	changed.t_us = scan->t_us;
	changed.count = 0;
	for (uint8_t output = 0; output < BOARD_ROWS; output++)
		compare_row(output, scan->closed[output]);
	if (changed.count > 0)
		say_changed();
	known = *scan;
	have_changed = true;
}

/* All changes of a scan at once take two frames, which fit if none of their bytes needs escaping but a few. */
bool contacts_tell_changes(void)
{
	struct scan scan;

	while (link_has_room() && scan_take(&scan))
		compare(&scan);
	return !scan_is_waiting();
}

uint32_t contacts_time_us(void)
{
	uint32_t now_us;

	do {
		contacts_tell_changes();
		now_us = clock_us();
	} while (scan_is_waiting() && link_has_room());
	return now_us;
}

void contacts_tell_all(void)
{
	struct serial_contacts all = {.t_us = contacts_time_us(), .count = (BOARD_SQUARES + 7) / 8};
	struct serial_frame frame;

	for (uint8_t output = 0; output < BOARD_ROWS; output++)
		for (uint8_t bit = 0; bit < COLUMN_BITS; bit++)
			if (known.closed[output] >> bit & 1) {
				uint8_t square = square_of(output, bit);

				all.bits[square / 8] |= (uint8_t)(1 << square % 8);
			}
	serial_put_contacts(&frame, &all);
	link_say(&frame);
}

bool contacts_have_changed(void)
{
	bool result = have_changed;

	have_changed = false;
	return result;
}
