/*
 * The cause of a start stands in MCUSR. A bootloader may have cleared it there and left it in r2, as optiboot does
 * since its version 4.6; of others the cause is unknown.
 */
#include "start.h"

#include "drivers/serial/serial_message.h"

#include <avr/io.h>
#include <avr/wdt.h>

static const uint32_t powered = UINT32_C(0x5EED1E55);

/* These outlive a restart. What power leaves in them is chance. */
static uint32_t mark __attribute__((section(".noinit")));
static uint16_t count __attribute__((section(".noinit")));
static uint8_t flags __attribute__((section(".noinit")));

/* Before anything else: r2 lives no longer, and the watchdog still runs after it has struck. */
void start_early(void) __attribute__((naked, used, section(".init3")));

void start_early(void)
{
	__asm__ volatile("sts %0, r2" : "=m"(flags));
	if (MCUSR)
		flags = MCUSR;
	MCUSR = 0;
	wdt_disable();
}

uint8_t start_cause(void)
{
	if (flags & _BV(WDRF))
		return SERIAL_BY_WATCHDOG;
	if (flags & _BV(PORF))
		return SERIAL_BY_POWER;
	if (flags & _BV(BORF))
		return SERIAL_BY_BROWN_OUT;
	return flags & _BV(EXTRF) ? SERIAL_BY_BUTTON : SERIAL_BY_UNKNOWN;
}

void start_begin(void)
{
	uint8_t cause = start_cause();

	if (mark != powered || cause == SERIAL_BY_POWER)
		count = 0;
	else if ((cause == SERIAL_BY_WATCHDOG || cause == SERIAL_BY_BROWN_OUT) &&
		 count < UINT16_MAX)
		count++;
	mark = powered;
	wdt_enable(WDTO_500MS);
}

uint16_t start_count(void)
{
	return count;
}

void start_go_on(void)
{
	wdt_reset();
}
