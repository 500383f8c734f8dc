/* Measured by the divider at SUPPLY against the controller's inner 1.1 V, which is exact within a tenth. */
#include "supply.h"

#include "clock.h"
#include "pins.h"

#include <avr/io.h>

enum {
	EVERY_US = 100000,
	LOW_MV = 4300, /* a lamp's blue needs that much */
	FINE_MV = 4500,
	SMOOTH = 4 /* of so many measurements the new one is one */
};

static uint32_t last_us;
static uint16_t mv;
static bool is_low, has_changed, is_measuring;

static void start(void)
{
	ADCSRA |= _BV(ADSC);
}

static uint16_t result(void)
{
	while (ADCSRA & _BV(ADSC))
		;
	return (uint16_t)((uint32_t)ADC * SUPPLY_MV_AT_1100 / 1024);
}

/* The first measurement after the reference was chosen means nothing. */
void supply_begin(void)
{
	ADMUX = _BV(REFS1) | _BV(REFS0) | SUPPLY_ADC;
	ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
	start();
	result();
	start();
	mv = result();
	is_low = mv < LOW_MV;
}

static void judge(void)
{
	bool was_low = is_low;

	is_low = mv < (was_low ? FINE_MV : LOW_MV);
	if (is_low != was_low)
		has_changed = true;
}

/* A measurement takes 0.1 ms, so its result is taken the next time. */
void supply_measure(void)
{
	uint32_t now_us = clock_us();

	if (now_us - last_us < EVERY_US)
		return;
	last_us = now_us;
	if (is_measuring)
		mv = (uint16_t)(((uint32_t)mv * (SMOOTH - 1) + result()) / SMOOTH);
	judge();
	start();
	is_measuring = true;
}

uint16_t supply_mv(void)
{
	return mv;
}

bool supply_is_low(void)
{
	return is_low;
}

bool supply_has_changed(void)
{
	bool changed = has_changed;

	has_changed = false;
	return changed;
}
