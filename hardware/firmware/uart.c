/* Rings of bytes between the UART's interrupts and the rest. */
#include "uart.h"

#include "pins.h"

#include <avr/interrupt.h>
#include <avr/io.h>

/* A refresh of all lamps takes 5 ms, in which 58 bytes may come. */
enum { IN_SIZE = 128, OUT_SIZE = 256 };

static volatile uint8_t in[IN_SIZE], in_put, in_got;
/* uint8_t wraps where this ring does */
static volatile uint8_t out[OUT_SIZE], out_put, out_got;

ISR(USART_RX_vect)
{
	uint8_t byte = UDR0, next = (uint8_t)(in_put + 1) % IN_SIZE;

	if (next == in_got)
		return; /* the frame will be found to be damaged, and said again */
	in[in_put] = byte;
	in_put = next;
}

ISR(USART_UDRE_vect)
{
	if (out_got == out_put)
		UCSR0B &= (uint8_t)~_BV(UDRIE0);
	else
		UDR0 = out[out_got++];
}

void uart_begin(void)
{
	/* at double speed, where 115200 is met within 2.1 %; rounded to the nearest */
	UCSR0A = _BV(U2X0);
	UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
	UBRR0 = (uint16_t)((F_CPU / 4 / SERIAL_BAUD - 1) / 2);
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

uint8_t uart_room(void)
{
	return (uint8_t)(out_got - out_put - 1);
}

void uart_send(const uint8_t *bytes, uint8_t count)
{
	for (uint8_t i = 0; i < count; i++) {
		out[out_put] = bytes[i];
		out_put = (uint8_t)(out_put + 1);
	}
	UCSR0B |= _BV(UDRIE0);
}

bool uart_has_heard(void)
{
	return in_put != in_got;
}

uint8_t uart_take(void)
{
	uint8_t byte = in[in_got];

	in_got = (uint8_t)(in_got + 1) % IN_SIZE;
	return byte;
}
