/* The chip, and the tag behind it. */
#include "tests/nano/pad_reader.h"

#include <string.h>

enum {
	COMMAND = 0x01,
	COM_IRQ = 0x04,
	ERROR = 0x06,
	FIFO_DATA = 0x09,
	FIFO_LEVEL = 0x0A,
	BIT_FRAMING = 0x0D,
	TX_CONTROL = 0x14,
	TX_ASK = 0x15,
	VERSION = 0x37,
	TRANSCEIVE = 0x0C,
	ANTENNA = 0x03,
	RX_IRQ = 0x20,
	COLLISION = 0x08,
	MORE_FOLLOWS = 0x88,
	WAKE_US = 5000,	 /* of field before a tag hears anything */
	ANSWER_US = 400, /* for each exchange, and 85 for each byte */
	BYTE_US = 85
};

void pad_reader_reset(struct pad_reader *reader, bool reset)
{
	reader->is_reset = reset;
	if (!reset)
		return;
	memset(reader->registers, 0, sizeof reader->registers);
	reader->registers[VERSION] = 0x92;
	reader->registers[TX_CONTROL] = 0x80;
	reader->fifo_count = 0;
	reader->answer_us = reader->field_us = 0;
}

void pad_reader_select(struct pad_reader *reader, bool selected)
{
	reader->is_selected = selected;
	reader->byte = 0;
}

/* ---- the tag ---- */

/* CRC_A, written here by itself: the firmware's own would agree with its mistakes. */
static uint16_t crc_a(const uint8_t *bytes, int count)
{
	uint32_t crc = 0x6363;

	for (int i = 0; i < count; i++) {
		uint8_t byte = (uint8_t)(bytes[i] ^ (crc & 0xFF));

		byte = (uint8_t)(byte ^ byte << 4);
		crc = (crc >> 8 ^ (uint32_t)byte << 8 ^ (uint32_t)byte << 3 ^ byte >> 4) & 0xFFFF;
	}
	return (uint16_t)crc;
}

/* Four bytes of its number at this level, and the fifth that is all of them together. */
static void put_part(struct pad_reader *reader, uint8_t part[5])
{
	int at = 3 * reader->level;
	bool follows = at + 4 < reader->tag.length;

	part[0] = follows ? MORE_FOLLOWS : reader->tag.uid[at];
	memcpy(part + 1, reader->tag.uid + at + (follows ? 0 : 1), 3);
	part[4] = part[0] ^ part[1] ^ part[2] ^ part[3];
}

static void answer(struct pad_reader *reader, const uint8_t *bytes, uint8_t count, uint64_t now_us)
{
	memcpy(reader->answer, bytes, count);
	reader->answer_count = count;
	reader->answer_us = now_us + ANSWER_US + BYTE_US * count;
}

static void wake(struct pad_reader *reader, uint64_t now_us)
{
	static const uint8_t atqa[] = {0x44, 0x00};

	reader->state = TAG_READY;
	reader->level = 0;
	reader->woken++;
	answer(reader, atqa, sizeof atqa, now_us);
}

static void hear_level(struct pad_reader *reader, uint64_t now_us)
{
	uint8_t part[5], sak[3] = {0x04};
	uint16_t crc;

	put_part(reader, part);
	if (reader->fifo_count == 2 && reader->fifo[1] == 0x20) {
		answer(reader, part, sizeof part, now_us);
		return;
	}
	crc = crc_a(reader->fifo, 7);
	if (reader->fifo_count != 9 || reader->fifo[1] != 0x70 ||
	    memcmp(reader->fifo + 2, part, 5) != 0 || reader->fifo[7] != (crc & 0xFF) ||
	    reader->fifo[8] != crc >> 8) {
		reader->state = TAG_IDLE;
		return;
	}
	reader->level++;
	crc = crc_a(sak, 1);
	sak[1] = (uint8_t)(crc & 0xFF);
	sak[2] = (uint8_t)(crc >> 8);
	answer(reader, sak, sizeof sak, now_us);
}

static void transmit(struct pad_reader *reader, uint64_t now_us)
{
	bool is_heard = reader->tag.length > 0 && reader->field_us > 0 &&
			now_us - reader->field_us >= WAKE_US;
	bool is_short = (reader->registers[BIT_FRAMING] & 7) == 7;

	if (is_heard && is_short && reader->fifo_count == 1 && reader->fifo[0] == 0x52)
		wake(reader, now_us);
	else if (is_heard && !is_short && reader->state == TAG_READY && reader->fifo_count > 1 &&
		 reader->fifo[0] == 0x93 + 2 * reader->level)
		hear_level(reader, now_us);
	reader->fifo_count = 0;
}

/* ---- the chip ---- */

static void set_field(struct pad_reader *reader, uint8_t value, uint64_t now_us)
{
	bool on = (value & ANTENNA) == ANTENNA;

	if (on && reader->field_us == 0)
		reader->field_us = now_us;
	if (!on) {
		reader->field_us = 0;
		reader->state = TAG_IDLE;
	}
}

static void write(struct pad_reader *reader, uint8_t at, uint8_t value, uint64_t now_us)
{
	if (at == FIFO_DATA) {
		if (reader->fifo_count < PAD_READER_FIFO)
			reader->fifo[reader->fifo_count++] = value;
		return;
	}
	if (at == FIFO_LEVEL) {
		reader->fifo_count = value & 0x80 ? 0 : reader->fifo_count;
		return;
	}
	if (at == COM_IRQ) {
		if (!(value & 0x80))
			reader->registers[COM_IRQ] &= (uint8_t)~value;
		reader->answer_us = 0;
		return;
	}
	reader->registers[at] = value;
	if (at == TX_CONTROL)
		set_field(reader, value, now_us);
	if (at == BIT_FRAMING && value & 0x80 && reader->registers[COMMAND] == TRANSCEIVE)
		transmit(reader, now_us);
}

static void receive(struct pad_reader *reader, uint64_t now_us)
{
	if (reader->answer_us == 0 || now_us < reader->answer_us)
		return;
	reader->answer_us = 0;
	memcpy(reader->fifo, reader->answer, reader->answer_count);
	reader->fifo_count = reader->answer_count;
	reader->registers[COM_IRQ] |= RX_IRQ;
	reader->registers[ERROR] = reader->collides && reader->answer_count == 5 ? COLLISION : 0;
}

static uint8_t read(struct pad_reader *reader, uint8_t at)
{
	uint8_t value = reader->fifo[0];

	if (at == FIFO_LEVEL)
		return reader->fifo_count;
	if (at != FIFO_DATA)
		return reader->registers[at];
	if (reader->fifo_count > 0)
		memmove(reader->fifo, reader->fifo + 1, --reader->fifo_count);
	return value;
}

/* The first byte says where, and which way. */
uint8_t pad_reader_byte(struct pad_reader *reader, uint8_t byte, uint64_t now_us)
{
	receive(reader, now_us);
	if (reader->byte++ == 0) {
		reader->address = byte;
		return 0;
	}
	if (reader->address & 0x80)
		return read(reader, reader->address >> 1 & 0x3F);
	write(reader, reader->address >> 1 & 0x3F, byte, now_us);
	return 0;
}
