/* The table of hardware/protocol.md, and the current. */
#include "picture.h"

#include "pins.h"

enum { FULL = 255 };

/* what all channels together may be, beside what dark lamps take */
static const uint32_t idle_ma = (LAMPS * (uint32_t)LAMP_IDLE_UA + 999) / 1000;
#define BUDGET ((LAMP_CURRENT_LIMIT_MA - idle_ma) * FULL / LAMP_CHANNEL_MA)

/* the first step of a rhythm is its highest bit */
static const struct look {
	struct picture_colour colour;
	uint16_t rhythm;
} looks[SERIAL_LAMP_COUNT] = {
	[SERIAL_LAMP_OFF] = {{0, 0, 0}, 0x0000},
	[SERIAL_LAMP_FROM] = {{48, 48, 48}, 0xFFFF},
	[SERIAL_LAMP_TO] = {{160, 160, 160}, 0xFFFF},
	[SERIAL_LAMP_PUT] = {{0, 160, 96}, 0xF0F0},
	[SERIAL_LAMP_TAKE] = {{192, 64, 0}, 0xCCCC},
	[SERIAL_LAMP_BACK] = {{192, 128, 0}, 0xCC00},
	[SERIAL_LAMP_CHECK] = {{160, 160, 0}, 0xFF00},
	[SERIAL_LAMP_FAULT] = {{192, 0, 64}, 0x8000},
	[SERIAL_LAMP_TURN] = {{0, 80, 160}, 0xFFFC},
	[SERIAL_LAMP_EMPTY] = {{0, 40, 80}, 0xFFFF},
	[SERIAL_LAMP_READY] = {{0, 80, 48}, 0xFEFE},
	[SERIAL_LAMP_TEST] = {{255, 255, 255}, 0xEEEE},
};

uint16_t picture_lit(uint8_t step)
{
	uint16_t lit = 0;

	for (uint8_t meaning = 0; meaning < SERIAL_LAMP_COUNT; meaning++)
		if (looks[meaning].rhythm & (uint16_t)(0x8000u >> step))
			lit |= (uint16_t)(1u << meaning);
	return lit;
}

static uint16_t sum_of(const struct picture_colour *colour)
{
	return (uint16_t)(colour->red + colour->green + colour->blue);
}

/* the channels of all lamps at full brightness, at the step that takes most */
static uint32_t most_of(const uint8_t counts[SERIAL_LAMP_COUNT])
{
	uint32_t most = 0;

	for (uint8_t step = 0; step < PICTURE_STEPS; step++) {
		uint16_t lit = picture_lit(step);
		uint32_t sum = 0;

		for (uint8_t meaning = 0; meaning < SERIAL_LAMP_COUNT; meaning++)
			if (lit >> meaning & 1)
				sum += (uint32_t)counts[meaning] * sum_of(&looks[meaning].colour);
		if (sum > most)
			most = sum;
	}
	return most;
}

static uint8_t scale(uint8_t channel, uint32_t brightness, uint32_t divisor)
{
	return (uint8_t)(channel * brightness / divisor);
}

void picture_make(struct picture *picture, const struct serial_lamps *lamps, uint8_t limit)
{
	uint8_t counts[SERIAL_LAMP_COUNT] = {0};
	uint32_t brightness = lamps->brightness < limit ? lamps->brightness : limit;
	uint32_t divisor = FULL, most;

	picture->used = 0;
	for (uint8_t square = 0; square < BOARD_SQUARES; square++) {
		uint8_t meaning = serial_lamp_of(lamps, square);

		counts[meaning]++;
		picture->used |= (uint16_t)(1u << meaning);
	}
	most = most_of(counts) * brightness;
	if (most > BUDGET * FULL) {
		brightness *= BUDGET;
		divisor = most;
	}
	for (uint8_t meaning = 0; meaning < SERIAL_LAMP_COUNT; meaning++) {
		const struct picture_colour *full = &looks[meaning].colour;

		picture->colours[meaning] =
			(struct picture_colour){scale(full->red, brightness, divisor),
						scale(full->green, brightness, divisor),
						scale(full->blue, brightness, divisor)};
	}
}
