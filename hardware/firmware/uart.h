/*
 * Bytes to and from the host, by interrupts in both directions. A byte takes 87 us and the receiver holds two,
 * so interrupts must never be off for longer than 170 us: nothing here holds them off for more than 5.
 */
#ifndef HARDWARE_FIRMWARE_UART_H
#define HARDWARE_FIRMWARE_UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_begin(void);
/* How many bytes can be sent at once without waiting. */
uint8_t uart_room(void);
/* For as many bytes as there is room. */
void uart_send(const uint8_t *bytes, uint8_t count);
bool uart_has_heard(void);
/* Only if something has been heard. */
uint8_t uart_take(void);

#endif
