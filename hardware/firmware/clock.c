/* Time by timer 1 and the number of its overflows. */
#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint32_t overflows; /* each is 32768 us */

ISR(TIMER1_OVF_vect)
{
	overflows++;
}

void clock_begin(void)
{
	TCCR1A = 0;
	TCCR1B = _BV(CS11); /* 16 MHz / 8 */
	TIMSK1 |= _BV(TOIE1);
}

uint32_t clock_us(void)
{
	uint8_t status = SREG;
	uint32_t high;
	uint16_t low;

	cli();
	low = TCNT1;
	high = overflows;
	/* it has overflowed, and the interrupt waits */
	if (TIFR1 & _BV(TOV1) && low < 0x8000)
		high++;
	SREG = status;
	return (high << 15) + low / CLOCK_TICKS_A_US;
}

bool clock_is_past(uint32_t now_us, uint32_t at_us)
{
	return (int32_t)(now_us - at_us) >= 0;
}
