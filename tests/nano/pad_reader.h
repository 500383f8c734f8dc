/*
 * An MFRC522 as its registers show it, with at most one tag before its antenna (or two, which collide): what firmware
 * needs of it to read a tag's number. The tag answers as ISO 14443-3 has it, in its own time.
 */
#ifndef TESTS_NANO_PAD_READER_H
#define TESTS_NANO_PAD_READER_H

#include <stdbool.h>
#include <stdint.h>

enum { PAD_READER_FIFO = 64, PAD_READER_UID = 10 };

struct pad_tag {
	uint8_t length; /* 4, 7, 10; 0: there is none */
	uint8_t uid[PAD_READER_UID];
};

struct pad_reader {
	bool absent;   /* not plugged in, or broken */
	bool collides; /* a second tag is there */
	struct pad_tag tag;

	bool is_selected, is_reset;
	int byte; /* of the transfer */
	uint8_t address, registers[64];
	uint8_t fifo[PAD_READER_FIFO], fifo_count;
	uint8_t answer[PAD_READER_FIFO], answer_count;
	uint64_t answer_us; /* when it comes; 0: none does */
	uint64_t field_us;  /* since when there has been a field; 0: there is none */
	enum { TAG_IDLE, TAG_READY } state;
	uint8_t level;
	unsigned woken;
};

void pad_reader_reset(struct pad_reader *reader, bool reset);
void pad_reader_select(struct pad_reader *reader, bool selected);
/* A byte each way. */
uint8_t pad_reader_byte(struct pad_reader *reader, uint8_t byte, uint64_t now_us);

#endif
