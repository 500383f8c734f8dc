/* simavr's pins on the nodes of the wiring, and the chips between them. */
#include "tests/nano/nano_logic.h"

#include <simavr/avr_adc.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- pins ---- */

/* The port (0: B) and bit of a pin's printed name. */
static bool find_pin(const char *name, int *port, int *bit)
{
	int number = atoi(name + 1);

	if (name[0] == 'A' && number < 6) {
		*port = 1;
		*bit = number;
		return true;
	}
	*port = number < 8 ? 2 : 0;
	*bit = number < 8 ? number : number - 8;
	return name[0] == 'D' && number < 14;
}

static avr_irq_t *pin_irq(struct nano *nano, int port, int bit)
{
	return avr_io_getirq(nano->avr, AVR_IOCTL_IOPORT_GETIRQ((unsigned)"BCD"[port]), bit);
}

static int nano_part(const struct nano *nano)
{
	return netlist_part(&nano->wiring.list, "A1");
}

static struct source source_at(const struct nano *nano, int part, const char *pin)
{
	return wiring_source(&nano->wiring, part, pin);
}

/* What an input hears of the controller; if nothing, as with a pull-up. */
static struct nano_input input_at(const struct nano *nano, int part, const char *pin)
{
	struct source source = source_at(nano, part, pin);
	struct nano_input input = {-1, 0, 1};

	if (source.kind == SOURCE_LEVEL)
		input.level = source.level;
	if (source.kind == SOURCE_PIN && source.part == nano_part(nano) &&
	    !find_pin(nano->wiring.list.pins[source.pin].name, &input.port, &input.bit))
		input.port = -1;
	return input;
}

static int level_of(const struct nano *nano, const struct nano_input *input)
{
	return input->port < 0 ? input->level : nano->levels[input->port] >> input->bit & 1;
}

static bool is_pin(const struct nano *nano, const struct source *source, int part, const char *name)
{
	return source->kind == SOURCE_PIN && source->part == part &&
	       strcmp(nano->wiring.list.pins[source->pin].name, name) == 0;
}

/* ---- logic ---- */

static void choose_row(struct nano *nano)
{
	int row = 0;

	for (int i = 0; i < 4; i++)
		row |= level_of(nano, &nano->row_inputs[i]) << i;
	nano->row = row;
}

static void send_data(struct nano *nano)
{
	int level = nano->last_shift < 0 ? 1 : nano->shifts[nano->last_shift].bits >> 7 & 1;

	avr_raise_irq(nano->data_in, (uint32_t)level);
}

/* Inputs D0 to D7 are bits 0 to 7; the matrix has those of both chips. */
static void load(struct nano *nano)
{
	unsigned lows = matrix_lows(&nano->matrix, nano->row);

	nano->scans += nano->row == 0;
	for (int i = 0; i < 2; i++)
		nano->shifts[i].bits = (uint8_t) ~(lows >> 8 * i);
	send_data(nano);
}

static void shift(struct nano *nano)
{
	uint8_t before[2] = {nano->shifts[0].bits, nano->shifts[1].bits};

	for (int i = 0; i < 2; i++) {
		int from = nano->shifts[i].serial_from;

		nano->shifts[i].bits =
			(uint8_t)(before[i] << 1 | (from < 0 ? 1 : before[from] >> 7));
	}
	send_data(nano);
}

uint64_t nano_logic_ns(const struct nano *nano)
{
	return nano->avr->cycle * 125 / 2;
}

static void see_pads(struct nano *nano)
{
	for (int i = 0; i < NANO_PADS; i++) {
		bool reset = !level_of(nano, &nano->pad_resets[i]);
		bool selected = !level_of(nano, &nano->pad_selects[i]);

		if (reset != nano->pads[i].is_reset)
			pad_reader_reset(&nano->pads[i], reset);
		if (selected != nano->pads[i].is_selected)
			pad_reader_select(&nano->pads[i], selected);
	}
}

static void pin_changed(struct nano *nano, int port, uint8_t levels)
{
	int was_loading = !level_of(nano, &nano->load), was_high = level_of(nano, &nano->clock);
	int lamps_were = level_of(nano, &nano->lamp_wire), lamps_are;

	nano->levels[port] = levels;
	choose_row(nano);
	if (!level_of(nano, &nano->load) && !was_loading)
		load(nano);
	else if (!was_loading && !was_high && level_of(nano, &nano->clock))
		shift(nano);
	lamps_are = level_of(nano, &nano->lamp_wire);
	if (lamps_are != lamps_were)
		lamp_chain_edge(&nano->lamps, lamps_are, nano_logic_ns(nano));
	see_pads(nano);
}

struct hook {
	struct nano *nano;
	int port, bit;
};

static void on_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
	struct hook *hook = param;
	uint8_t levels = hook->nano->levels[hook->port];
	uint8_t mask = (uint8_t)(1u << hook->bit);

	(void)irq;
	levels = value & 1 ? levels | mask : levels & (uint8_t)~mask;
	if (levels != hook->nano->levels[hook->port])
		pin_changed(hook->nano, hook->port, levels);
}

static void on_uart(struct avr_irq_t *irq, uint32_t value, void *param)
{
	struct nano *nano = param;

	(void)irq;
	if (!nano->unplugged && nano->said_count < sizeof nano->said)
		nano->said[nano->said_count++] = (uint8_t)value;
}

/* Without a pad the pull-up is read. */
static void on_spi(struct avr_irq_t *irq, uint32_t value, void *param)
{
	struct nano *nano = param;
	uint8_t answer = 0xFF;

	(void)irq;
	for (int i = 0; i < NANO_PADS; i++) {
		struct pad_reader *pad = &nano->pads[i];

		if (nano->pad_wired[i] && !pad->absent && !pad->is_reset && pad->is_selected)
			answer = pad_reader_byte(pad, (uint8_t)value, nano_us(nano));
	}
	avr_raise_irq(nano->spi_in, answer);
}

/* ---- putting together ---- */

static void wire_logic(struct nano *nano)
{
	static const char *const rows[] = {"A0", "A1", "A2", "A3"};
	const struct netlist *list = &nano->wiring.list;
	int decoder = netlist_part(list, "U1");
	int inputs[MATRIX_INPUTS];
	struct source data = source_at(nano, nano_part(nano), "D4");
	char pin[4];

	nano->last_shift = -1;
	for (int i = 0; i < 4; i++)
		nano->row_inputs[i] = input_at(nano, decoder, rows[i]);
	nano->shifts[0].part = netlist_part(list, "U2");
	nano->shifts[1].part = netlist_part(list, "U3");
	nano->load = input_at(nano, nano->shifts[0].part, "PL");
	nano->clock = input_at(nano, nano->shifts[0].part, "CP");
	for (int i = 0; i < 2; i++) {
		struct source serial = source_at(nano, nano->shifts[i].part, "DS");

		nano->shifts[i].serial_from =
			is_pin(nano, &serial, nano->shifts[1 - i].part, "Q7") ? 1 - i : -1;
		if (is_pin(nano, &data, nano->shifts[i].part, "Q7"))
			nano->last_shift = i;
		for (int k = 0; k < 8; k++) {
			snprintf(pin, sizeof pin, "D%d", k);
			inputs[8 * i + k] = wiring_node(&nano->wiring, nano->shifts[i].part, pin);
		}
	}
	matrix_make(&nano->matrix, &nano->wiring, decoder, inputs);
}

/* The lamp that hears an output. */
static int lamp_behind(const struct nano *nano, int part, const char *output)
{
	for (int i = 0; i < nano->wiring.list.part_count; i++) {
		struct source in;

		if (!wiring_is(&nano->wiring, i, "WS2812B"))
			continue;
		in = source_at(nano, i, "DIN");
		if (is_pin(nano, &in, part, output))
			return i;
	}
	return -1;
}

/* From lamp to lamp, as far as they live and have supply. */
static void wire_lamps(struct nano *nano)
{
	const struct wiring *wiring = &nano->wiring;
	int part = lamp_behind(nano, nano_part(nano), "D5");

	if (part >= 0)
		nano->lamp_wire = input_at(nano, part, "DIN");
	while (part >= 0 && !wiring->dead[part] && nano->lamps.count < LAMP_CHAIN_MOST &&
	       wiring_node(wiring, part, "VSS") == wiring->ground) {
		nano->lamps.squares[nano->lamps.count++] = wiring_square(wiring, part);
		part = lamp_behind(nano, part, "DOUT");
	}
}

static void wire_pads(struct nano *nano)
{
	static const char *const headers[] = {"J5", "J6"};
	int own = nano_part(nano);

	for (int i = 0; i < NANO_PADS; i++) {
		int header = netlist_part(&nano->wiring.list, headers[i]);
		struct source clock = source_at(nano, header, "2"),
			      out = source_at(nano, header, "3");

		nano->pad_selects[i] = input_at(nano, header, "1");
		nano->pad_resets[i] = input_at(nano, header, "7");
		nano->pad_wired[i] = is_pin(nano, &clock, own, "D13") &&
				     is_pin(nano, &out, own, "D11") &&
				     wiring_node(&nano->wiring, header, "8") == nano->wiring.three;
		pad_reader_reset(&nano->pads[i], true);
	}
}

static void hook_up(struct nano *nano)
{
	static struct hook hooks[3][8];
	int port, bit;

	for (port = 0; port < 3; port++)
		for (bit = 0; bit < 8; bit++) {
			hooks[port][bit] = (struct hook){nano, port, bit};
			avr_irq_register_notify(pin_irq(nano, port, bit), on_pin,
						&hooks[port][bit]);
		}
	nano->data_in = pin_irq(nano, 2, 4);
	nano->button_in[0] = pin_irq(nano, 2, 6);
	nano->button_in[1] = pin_irq(nano, 2, 7);
	nano->uart_in = avr_io_getirq(nano->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
	nano->spi_in = avr_io_getirq(nano->avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
	nano->supply_in = avr_io_getirq(nano->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC6);
	avr_irq_register_notify(
		avr_io_getirq(nano->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_uart,
		nano);
	avr_irq_register_notify(avr_io_getirq(nano->avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT),
				on_spi, nano);
}

/*
 * simavr gives an input with a pull-up its level again whenever anything is written to the port, unless it
 * has been told of what pulls from outside.
 */
void nano_logic_press(struct nano *nano, int button, bool down)
{
	avr_ioport_external_t external = {.name = 'D', .mask = 3 << 6};

	nano->pressed[button] = down;
	for (int i = 0; i < NANO_BUTTONS; i++)
		if (!nano->pressed[i])
			external.value |= 1 << (6 + i);
	avr_ioctl(nano->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &external);
	avr_raise_irq(nano->button_in[button], !down);
}

/* D2 and D3 could interrupt while they are low, which simavr looks at in every cycle unless told not to. */
static void ignore_interrupts(struct nano *nano)
{
	for (uint8_t i = 0; i < 2; i++)
		avr_extint_set_strict_lvl_trig(nano->avr, i, 0);
}

/* A restart makes simavr forget what it was told of its inputs, and tells nothing twice. */
static void tell_again(avr_irq_t *irq, uint32_t value)
{
	avr_raise_irq(irq, !value);
	avr_raise_irq(irq, value);
}

void nano_logic_restart(struct nano *nano)
{
	ignore_interrupts(nano);
	nano->restarts++;
	nano->is_starting = true;
	memset(nano->levels, 0, sizeof nano->levels);
	for (int i = 0; i < 24; i++)
		pin_irq(nano, i / 8, i % 8)->value = 0;
	tell_again(nano->data_in, 1);
	for (int i = 0; i < NANO_BUTTONS; i++)
		tell_again(nano->button_in[i], !nano->pressed[i]);
	see_pads(nano);
}

void nano_logic_make(struct nano *nano)
{
	ignore_interrupts(nano);
	nano->row = MATRIX_NONE;
	wire_logic(nano);
	wire_lamps(nano);
	wire_pads(nano);
	hook_up(nano);
	send_data(nano);
}
