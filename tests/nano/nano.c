/* The controller and its time. */
#include "tests/nano/nano_logic.h"

#include <simavr/avr_uart.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* simavr takes eleven bits a byte */
enum { BYTE_CYCLES = 1496, HERTZ = 16000000, RJMP_SELF = 0xCFFF };

/* Time is not waited for. */
static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
	(void)avr;
	(void)cycles;
}

/* simavr speaks on standard output. */
static void complain(avr_t *avr, const int level, const char *format, va_list arguments)
{
	(void)avr;
	if (level <= LOG_ERROR)
		vfprintf(stderr, format, arguments);
}

static bool load_firmware(struct nano *nano, const char *path)
{
	elf_firmware_t firmware;
	uint32_t flags = 0;

	avr_global_logger_set(complain);
	memset(&firmware, 0, sizeof firmware);
	if (elf_read_firmware(path, &firmware) != 0)
		return false;
	nano->avr = avr_make_mcu_by_name("atmega328p");
	if (!nano->avr)
		return false;
	avr_init(nano->avr);
	nano->avr->log = 0;
	firmware.frequency = HERTZ;
	avr_load_firmware(nano->avr, &firmware);
	for (uint32_t i = 0; i < firmware.symbolcount; i++)
		if (strcmp(firmware.symbol[i]->symbol, "_end") == 0)
			nano->fixed_end = (uint16_t)firmware.symbol[i]->addr;
	nano->avr->frequency = HERTZ;
	nano->avr->vcc = nano->avr->avcc = 5000;
	nano->avr->sleep = no_sleep;
	avr_ioctl(nano->avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
	flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
	avr_ioctl(nano->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	return true;
}

struct nano *nano_make(const char *firmware, const char *directory, const char *const *faults,
		       int count)
{
	struct nano *nano = calloc(1, sizeof *nano);

	if (!nano || !wiring_make(&nano->wiring, directory, faults, count)) {
		free(nano);
		return NULL;
	}
	if (!load_firmware(nano, firmware)) {
		fprintf(stderr, "%s cannot be loaded\n", firmware);
		free(nano);
		return NULL;
	}
	nano->lowest_stack = UINT16_MAX;
	nano_logic_make(nano);
	nano->is_starting = true;
	nano_supply(nano, 5000);
	for (int i = 0; i < NANO_BUTTONS; i++)
		nano_press(nano, i, false);
	return nano;
}

void nano_destroy(struct nano *nano)
{
	if (!nano)
		return;
	avr_terminate(nano->avr);
	free(nano);
}

/* ---- running ---- */

uint64_t nano_us(const struct nano *nano)
{
	return nano->avr->cycle / NANO_US;
}

static avr_cycle_count_t nothing(avr_t *avr, avr_cycle_count_t when, void *param)
{
	(void)avr;
	(void)when;
	(void)param;
	return 0;
}

static void give_byte(struct nano *nano)
{
	if (nano->heard_count == 0 || nano->avr->cycle < nano->next_byte)
		return;
	avr_raise_irq(nano->uart_in, nano->heard[0]);
	memmove(nano->heard, nano->heard + 1, --nano->heard_count);
	nano->next_byte = nano->avr->cycle + BYTE_CYCLES;
}

static void watch(struct nano *nano)
{
	const avr_t *avr = nano->avr;
	uint16_t stack = (uint16_t)(avr->data[R_SPL] | avr->data[R_SPH] << 8);

	if (stack > 0x100 && stack < nano->lowest_stack)
		nano->lowest_stack = stack;
	if (avr->pc == 0)
		nano_logic_restart(nano);
	if (avr->sreg[S_I])
		nano->is_starting = false;
	if (avr->sreg[S_I] || nano->is_starting)
		nano->deaf_since = avr->cycle;
	else if (avr->cycle - nano->deaf_since > nano->deaf_cycles)
		nano->deaf_cycles = (uint32_t)(avr->cycle - nano->deaf_since);
}

/* A timer makes the controller wake at that time, however soundly it sleeps. */
static void run_slice(struct nano *nano, uint64_t to)
{
	avr_t *avr = nano->avr;

	if (to <= avr->cycle)
		return;
	avr_cycle_timer_register(avr, to - avr->cycle, nothing, nano);
	while (avr->cycle < to) {
		int state = avr_run(avr);

		if (state == cpu_Done || state == cpu_Crashed) {
			fprintf(stderr, "the controller has stopped\n");
			exit(2);
		}
		watch(nano);
	}
}

void nano_run_to(struct nano *nano, uint64_t cycle)
{
	while (nano->avr->cycle < cycle) {
		bool waits = nano->heard_count > 0 && nano->next_byte < cycle;

		run_slice(nano, waits && nano->next_byte > nano->avr->cycle ? nano->next_byte
				: waits					    ? nano->avr->cycle + 1
									    : cycle);
		give_byte(nano);
	}
	lamp_chain_tick(&nano->lamps, nano_logic_ns(nano));
}

void nano_run(struct nano *nano, uint64_t us)
{
	nano_run_to(nano, nano->avr->cycle + us * NANO_US);
}

/* ---- what happens to it ---- */

void nano_contact(struct nano *nano, int square, bool closed)
{
	matrix_set(&nano->matrix, square, closed);
}

void nano_press(struct nano *nano, int button, bool down)
{
	nano_logic_press(nano, button, down);
}

/* Through the divider of the board. */
void nano_supply(struct nano *nano, unsigned mv)
{
	const struct netlist *list = &nano->wiring.list;
	double high = wiring_ohms(list->parts[netlist_part(list, "R29")].value);
	double low = wiring_ohms(list->parts[netlist_part(list, "R30")].value);

	nano->supply_mv = mv;
	avr_raise_irq(nano->supply_in, (uint32_t)(mv * low / (high + low)));
}

void nano_hear(struct nano *nano, const uint8_t *bytes, size_t count)
{
	if (nano->unplugged || count > sizeof nano->heard - nano->heard_count)
		return;
	if (nano->heard_count == 0 && nano->next_byte < nano->avr->cycle + BYTE_CYCLES)
		nano->next_byte = nano->avr->cycle + BYTE_CYCLES;
	memcpy(nano->heard + nano->heard_count, bytes, count);
	nano->heard_count += count;
}

size_t nano_take(struct nano *nano, uint8_t *bytes, size_t room)
{
	size_t count = nano->said_count < room ? nano->said_count : room;

	memcpy(bytes, nano->said, count);
	nano->said_count -= count;
	memmove(nano->said, nano->said + count, nano->said_count);
	return count;
}

void nano_reset(struct nano *nano)
{
	nano->said_count = nano->heard_count = 0;
	avr_reset(nano->avr);
	nano_logic_restart(nano);
}

void nano_hang(struct nano *nano)
{
	uint32_t end = nano->avr->flashend - 1;

	nano->avr->flash[end] = RJMP_SELF & 0xFF;
	nano->avr->flash[end + 1] = RJMP_SELF >> 8;
	nano->avr->pc = end;
}
