/*
 * A number has 4, 7 or 10 bytes and is asked for in up to three levels of four bytes each: as long as the first
 * of them is the sign that more follow, the tag is selected by what it has said, and asked for the next level.
 */
#include "tag.h"

#include "clock.h"
#include "mfrc522.h"

enum {
	FIELD_US = 6000, /* a tag needs five milliseconds of it to wake up */
	PATIENCE_US = 4000,
	WAKE_UP = 0x52,
	WAKE_UP_BITS = 7,
	ASK_NUMBER = 0x20,
	SELECT = 0x70,
	MORE_FOLLOWS = 0x88,
	LEVELS = 3,
	PART = 4 /* bytes, and one that is all of them together */
};

static enum { FIELD, WOKEN, NUMBER_ASKED, SELECTED } state;
static uint8_t level;
static uint32_t since_us;
static uint8_t bytes[MFRC522_MOST];

static void ask(uint8_t pad, uint8_t count, uint8_t bits)
{
	since_us = clock_us();
	mfrc522_ask(pad, bytes, count, bits);
}

void tag_begin(uint8_t pad)
{
	mfrc522_set_field(pad, true);
	state = FIELD;
	level = 0;
	since_us = clock_us();
}

static void wake(uint8_t pad)
{
	bytes[0] = WAKE_UP;
	ask(pad, 1, WAKE_UP_BITS);
	state = WOKEN;
}

/* 93, 95 and 97 are the levels */
static uint8_t level_code(void)
{
	return (uint8_t)(0x93 + 2 * level);
}

static void ask_number(uint8_t pad)
{
	bytes[0] = level_code();
	bytes[1] = ASK_NUMBER;
	ask(pad, 2, 0);
	state = NUMBER_ASKED;
}

/* CRC_A: polynomial 8408 reflected, from 6363 */
static uint16_t crc_of(const uint8_t *from, uint8_t count)
{
	uint16_t crc = 0x6363;

	for (uint8_t i = 0; i < count; i++) {
		crc ^= from[i];
		for (uint8_t bit = 0; bit < 8; bit++)
			crc = crc & 1 ? (uint16_t)(crc >> 1 ^ 0x8408) : crc >> 1;
	}
	return crc;
}

/* by the five bytes that it has said */
static void select(uint8_t pad)
{
	uint16_t crc;

	for (uint8_t i = PART + 1; i > 0; i--)
		bytes[i + 1] = bytes[i - 1];
	bytes[0] = level_code();
	bytes[1] = SELECT;
	crc = crc_of(bytes, PART + 3);
	bytes[PART + 3] = (uint8_t)(crc & 0xFF);
	bytes[PART + 4] = (uint8_t)(crc >> 8);
	ask(pad, PART + 5, 0);
	state = SELECTED;
}

static bool is_whole(uint8_t count)
{
	return count == PART + 1 && (bytes[0] ^ bytes[1] ^ bytes[2] ^ bytes[3]) == bytes[PART];
}

static enum tag_result take_number(uint8_t pad, uint8_t count, struct serial_uid *uid)
{
	bool follows = bytes[0] == MORE_FOLLOWS && level + 1 < LEVELS;

	if (!is_whole(count))
		return TAG_NONE;
	if (level == 0)
		uid->length = 0;
	for (uint8_t i = follows ? 1 : 0; i < PART; i++)
		uid->bytes[uid->length++] = bytes[i];
	if (!follows)
		return TAG_READ;
	select(pad);
	return TAG_PENDING;
}

static enum tag_result hear(uint8_t pad, struct serial_uid *uid)
{
	uint8_t count = mfrc522_answer(pad, bytes);

	if (count == 0)
		return TAG_NONE;
	if (state == NUMBER_ASKED)
		return take_number(pad, count, uid);
	if (state == SELECTED)
		level++;
	ask_number(pad);
	return TAG_PENDING;
}

static enum tag_result look(uint8_t pad, struct serial_uid *uid)
{
	uint32_t passed_us = clock_us() - since_us;

	if (state == FIELD) {
		if (passed_us >= FIELD_US)
			wake(pad);
		return TAG_PENDING;
	}
	if (mfrc522_has_answer(pad))
		return hear(pad, uid);
	return passed_us >= PATIENCE_US ? TAG_NONE : TAG_PENDING;
}

enum tag_result tag_go_on(uint8_t pad, struct serial_uid *uid)
{
	enum tag_result result = look(pad, uid);

	if (result != TAG_PENDING)
		mfrc522_set_field(pad, false);
	return result;
}
