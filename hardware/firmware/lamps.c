/*
 * The chain is sent the picture when it looks different, and every second all the same, in case a
 * lamp was disturbed. Time goes in steps of the rhythm.
 */
#include "lamps.h"

#include "buttons.h"
#include "chain.h"
#include "clock.h"
#include "contacts.h"
#include "link.h"
#include "pads.h"
#include "pins.h"
#include "scan.h"
#include "settings.h"

#include <avr/pgmspace.h>
#include <string.h>

enum {
	STEP_US = 125000,
	STEPS_A_SECOND = 8,
	SILENCE_STEPS = 25 * STEPS_A_SECOND, /* of the host, after which all is dark */
	PICTURE_BYTES = (BOARD_SQUARES + 1) / 2
};

static const uint8_t square_of_lamp[] PROGMEM = SQUARE_OF_LAMP;

static struct serial_lamps shown;
static bool has_picture, has_news;
static uint8_t step;	     /* of the rhythm, and of what is due every second */
static uint32_t step_us;     /* when it began */
static uint8_t silent_steps; /* since the host was heard */
static uint8_t steps;	     /* of the second */
static uint16_t idle_s, lit; /* since anything changed; meanings that are lit */
static uint32_t sent_us;     /* when the chain had got all */

static const struct picture_colour dark;

void lamps_begin(void)
{
	chain_begin();
	has_news = true;
}

/* What comes behind the board's squares is not looked at. */
static bool is_other(const struct serial_lamps *lamps)
{
	return !has_picture || shown.brightness != lamps->brightness ||
	       memcmp(shown.lamps, lamps->lamps, PICTURE_BYTES) != 0;
}

bool lamps_show(const struct serial_lamps *lamps)
{
	if (lamps->count < PICTURE_BYTES)
		return false;
	if (is_other(lamps))
		idle_s = 0;
	shown = *lamps;
	has_picture = has_news = true;
	return true;
}

static bool is_idle(void)
{
	return settings.dark_min > 0 && idle_s / 60 >= settings.dark_min;
}

static void count_second(void)
{
	has_news = true;
	if (idle_s < UINT16_MAX)
		idle_s++;
}

/* A picture of long ago is not shown again when the host comes back: it sends one then. */
static void count_step(void)
{
	step = (step + 1) % PICTURE_STEPS;
	step_us += STEP_US;
	if (++steps == STEPS_A_SECOND) {
		steps = 0;
		count_second();
	}
	if (silent_steps < SILENCE_STEPS)
		silent_steps++;
	else
		has_picture = false;
	has_news |= (picture_lit(step) ^ lit) != 0;
}

/* All are asked, so that none keeps its news for later. */
static void look_for_changes(void)
{
	bool changed = contacts_have_changed();

	changed |= buttons_have_changed();
	changed |= pads_were_used();
	if (changed) {
		has_news |= is_idle();
		idle_s = 0;
	}
	if (link_was_heard())
		silent_steps = 0;
}

static void send(const struct picture *picture)
{
	scan_hold();
	for (uint8_t lamp = 0; lamp < LAMPS; lamp++) {
		uint8_t meaning = serial_lamp_of(&shown, pgm_read_byte(&square_of_lamp[lamp]));
		bool is_lit = picture && lit >> meaning & 1;

		chain_send(is_lit ? &picture->colours[meaning] : &dark);
		scan_step();
	}
	scan_release();
	sent_us = clock_us();
}

static void refresh(void)
{
	struct picture picture;

	lit = picture_lit(step);
	has_news = false;
	if (has_picture && !is_idle()) {
		picture_make(&picture, &shown, (uint8_t)settings.lamp_limit);
		send(&picture);
	} else {
		send(NULL);
	}
}

void lamps_go_on(void)
{
	uint32_t now_us = clock_us();

	look_for_changes();
	while (clock_is_past(now_us, step_us + STEP_US))
		count_step();
	if (has_news && now_us - sent_us >= LAMP_RESET_US)
		refresh();
}
