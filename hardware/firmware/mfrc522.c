/* By the chip's data sheet, sections 8.1.2 (SPI) and 9 (registers). */
#include "mfrc522.h"

#include "pins.h"

#include <avr/io.h>
#include <util/delay.h>

enum {
	COMMAND = 0x01,
	COM_IRQ = 0x04,
	ERROR = 0x06,
	FIFO_DATA = 0x09,
	FIFO_LEVEL = 0x0A,
	BIT_FRAMING = 0x0D,
	MODE = 0x11,
	TX_CONTROL = 0x14,
	TX_ASK = 0x15,
	VERSION = 0x37,

	IDLE = 0x00,
	TRANSCEIVE = 0x0C,

	ALL_IRQS = 0x7F,
	RX_IRQ = 0x20,
	FLUSH = 0x80,
	START_SEND = 0x80,
	ANY_ERROR = 0x1B, /* protocol, parity, collision, overflow */
	FORCE_100_ASK = 0x40,
	CRC_PRESET_6363 = 0x3D,
	ANTENNA = 0x03,
	ANTENNA_OFF = 0x80, /* of TX_CONTROL, as after a reset */
	READ = 0x80
};

static void select(uint8_t pad, bool selected)
{
	if (pad == 0 && selected)
		PAD_SELECT_RED_PORT &= (uint8_t)~_BV(PAD_SELECT_RED_BIT);
	else if (pad == 0)
		PAD_SELECT_RED_PORT |= _BV(PAD_SELECT_RED_BIT);
	else if (selected)
		PAD_SELECT_BLUE_PORT &= (uint8_t)~_BV(PAD_SELECT_BLUE_BIT);
	else
		PAD_SELECT_BLUE_PORT |= _BV(PAD_SELECT_BLUE_BIT);
}

static uint8_t exchange(uint8_t byte)
{
	SPDR = byte;
	while (!(SPSR & _BV(SPIF)))
		;
	return SPDR;
}

static void write(uint8_t pad, uint8_t at, uint8_t value)
{
	select(pad, true);
	exchange((uint8_t)(at << 1));
	exchange(value);
	select(pad, false);
}

static uint8_t read(uint8_t pad, uint8_t at)
{
	uint8_t value;

	select(pad, true);
	exchange((uint8_t)(at << 1 | READ));
	value = exchange(0);
	select(pad, false);
	return value;
}

/* A pad that is not plugged in reads as all ones by the pull-up. */
static void begin_spi(void)
{
	select(0, false);
	select(1, false);
	PAD_SELECT_RED_DDR |= _BV(PAD_SELECT_RED_BIT);
	PAD_SELECT_BLUE_DDR |= _BV(PAD_SELECT_BLUE_BIT);
	PAD_MOSI_DDR |= _BV(PAD_MOSI_BIT);
	PAD_SCK_DDR |= _BV(PAD_SCK_BIT);
	PAD_MISO_PORT |= _BV(PAD_MISO_BIT);
	_Static_assert(F_CPU / 16 <= PAD_SPI_HZ,
		       "the clock of SPI is a sixteenth of the controller's");
	SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR0);
}

void mfrc522_begin(void)
{
	PAD_RESET_PORT &= (uint8_t)~_BV(PAD_RESET_BIT);
	PAD_RESET_DDR |= _BV(PAD_RESET_BIT);
	begin_spi();
	_delay_ms(1);
	PAD_RESET_PORT |= _BV(PAD_RESET_BIT);
	_delay_ms(50);
}

bool mfrc522_is_there(uint8_t pad)
{
	uint8_t version = read(pad, VERSION);

	if (version == 0x00 || version == 0xFF)
		return false;
	if (read(pad, TX_ASK) == FORCE_100_ASK)
		return true;
	write(pad, TX_ASK, FORCE_100_ASK);
	write(pad, MODE, CRC_PRESET_6363);
	return read(pad, TX_ASK) == FORCE_100_ASK;
}

void mfrc522_set_field(uint8_t pad, bool on)
{
	write(pad, TX_CONTROL, ANTENNA_OFF | (on ? ANTENNA : 0));
}

void mfrc522_ask(uint8_t pad, const uint8_t *bytes, uint8_t count, uint8_t bits)
{
	write(pad, COMMAND, IDLE);
	write(pad, COM_IRQ, ALL_IRQS);
	write(pad, FIFO_LEVEL, FLUSH);
	for (uint8_t i = 0; i < count; i++)
		write(pad, FIFO_DATA, bytes[i]);
	write(pad, BIT_FRAMING, bits);
	write(pad, COMMAND, TRANSCEIVE);
	write(pad, BIT_FRAMING, START_SEND | bits);
}

bool mfrc522_has_answer(uint8_t pad)
{
	return read(pad, COM_IRQ) & RX_IRQ;
}

uint8_t mfrc522_answer(uint8_t pad, uint8_t bytes[MFRC522_MOST])
{
	uint8_t count = read(pad, FIFO_LEVEL);

	if (read(pad, ERROR) & ANY_ERROR || count > MFRC522_MOST)
		return 0;
	for (uint8_t i = 0; i < count; i++)
		bytes[i] = read(pad, FIFO_DATA);
	return count;
}
