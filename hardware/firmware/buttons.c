/*
 * Debounced: a change counts once it has lasted for 20 ms. A button that is down from the start on, or
 * hangs, is told like any other.
 */
#include "buttons.h"

#include "clock.h"
#include "contacts.h"
#include "link.h"
#include "pins.h"

#include <avr/io.h>

enum { STILL_US = 20000 };

static struct button {
	bool is_down, was_down; /* as told, and as seen last */
	uint32_t since_us;	/* when that was seen first */
} buttons[BUTTONS];

static bool have_changed;

void buttons_begin(void)
{
	BUTTON_RED_PORT |= _BV(BUTTON_RED_BIT);
	BUTTON_BLUE_PORT |= _BV(BUTTON_BLUE_BIT);
}

static bool is_down(uint8_t number)
{
	return number == 0 ? !(BUTTON_RED_PIN & _BV(BUTTON_RED_BIT))
			   : !(BUTTON_BLUE_PIN & _BV(BUTTON_BLUE_BIT));
}

static void tell(uint8_t number)
{
	struct serial_pressed pressed = {contacts_time_us(), number, buttons[number].is_down};
	struct serial_frame frame;

	serial_put_pressed(&frame, &pressed);
	link_say(&frame);
	have_changed = true;
}

static void look(uint8_t number, uint32_t now_us)
{
	struct button *button = &buttons[number];
	bool down = is_down(number);

	if (down != button->was_down) {
		button->was_down = down;
		button->since_us = now_us;
	}
	if (down == button->is_down || now_us - button->since_us < STILL_US)
		return;
	button->is_down = down;
	tell(number);
}

void buttons_look(void)
{
	uint32_t now_us = clock_us();

	for (uint8_t i = 0; i < BUTTONS; i++)
		look(i, now_us);
}

bool buttons_have_changed(void)
{
	bool result = have_changed;

	have_changed = false;
	return result;
}
