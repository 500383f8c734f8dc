/*
 * Hostile boards on a serial line. libFuzzer's bytes become bytes on the line, frames with a good
 * CRC, time, and ports that come and go.
 *
 * Whatever comes: nothing breaks, readings are of this board, sentences are text, the daemon is
 * neither flooded nor woken without end; and every frame that is understood is written as it was
 * read.
 */
#include "drivers/serial/serial_link.h"
#include "tests/fuzz/expect.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	DEEDS_MAX = 400,
	/* what a second may bring: the limit, what its last frame adds, and all there is twice,
	 * for somebody who asks */
	READINGS_A_SECOND = SERIAL_FLOOD_READINGS + SERIAL_CHANGES + 2 * (300 + 1),
	SECOND_US = 1000000
};

struct fuzz {
	const uint8_t *at, *end;
	struct serial_link link;
	enum board_id squares, size; /* of the edition; of the board */
	uint64_t now_us, second_us;
	unsigned readings;
	uint8_t sequence;
	bool told_trouble;
	uint64_t read_us; /* the time of the latest reading */
};

static uint8_t take(struct fuzz *fuzz)
{
	return fuzz->at < fuzz->end ? *fuzz->at++ : 0;
}

/* ---- what the daemon is told ---- */

static void hear_reading(void *owner, const struct reading *reading)
{
	struct fuzz *fuzz = owner;
	struct bits frame = reading->frame;

	fuzz->readings++;
	expect(reading->t_us <= fuzz->now_us, "a reading is not from the future");
	expect(reading->t_us >= fuzz->read_us, "readings come in the order of their times");
	fuzz->read_us = reading->t_us;
	if (reading->kind == READING_FRAME) {
		while (bits_any(frame))
			expect(board_has(fuzz->squares, bits_take(&frame)),
			       "a frame fits the board");
		return;
	}
	expect(board_has(fuzz->squares, reading->sq), "a reading is of this board");
	if (reading->kind == READING_TAG_SEEN)
		expect(reading->tag_length >= 1 && reading->tag_length <= READING_TAG,
		       "a tag has a number");
	else
		expect(reading->kind == READING_CONTACT, "there are three kinds of readings");
}

static void hear_trouble(void *owner, const char *sentence, bool silent)
{
	struct fuzz *fuzz = owner;

	expect(sentence || !silent, "nobody is silent without trouble");
	expect(sentence || fuzz->told_trouble, "all is clear only after trouble");
	fuzz->told_trouble = sentence != NULL;
	if (!sentence)
		return;
	expect(strlen(sentence) > 20 && strlen(sentence) < SERIAL_SENTENCE, "it is a sentence");
	for (; *sentence; sentence++)
		expect(*sentence >= ' ' && *sentence < 0x7F, "a sentence is text");
}

/* ---- frames by themselves ---- */

static bool reads_as_itself(const struct serial_frame *frame)
{
	static struct serial_hello hello;
	static struct serial_heartbeat beat;
	static struct serial_contacts contacts;
	static struct serial_changed changed;
	static struct serial_tag tag;
	static struct serial_health health;
	static struct serial_answer answer;
	static struct serial_configure configure;
	static struct serial_pressed pressed;
	static struct serial_lamps lamps;
	static uint8_t wanted, major, minor, first, count;
	struct serial_frame again = *frame;

	if (serial_get_hello(frame, &hello))
		return strlen(hello.firmware) <= SERIAL_NAME &&
		       strlen(hello.version) <= SERIAL_VERSION && hello.pads <= SERIAL_PADS &&
		       hello.buttons <= SERIAL_BUTTONS;
	if (serial_get_heartbeat(frame, &beat))
		serial_put_heartbeat(&again, &beat);
	if (serial_get_contacts(frame, &contacts))
		serial_put_contacts(&again, &contacts);
	if (serial_get_changed(frame, &changed))
		serial_put_changed(&again, &changed);
	if (serial_get_tag(frame, &tag))
		serial_put_tag(&again, &tag);
	if (serial_get_health(frame, &health))
		serial_put_health(&again, &health);
	if (serial_get_answer(frame, &answer))
		serial_put_answer(&again, &answer);
	if (serial_get_pressed(frame, &pressed))
		serial_put_pressed(&again, &pressed);
	if (serial_get_lamps(frame, &lamps))
		serial_put_lamps(&again, &lamps);
	if (serial_get_configure(frame, &configure))
		serial_put_configure(&again, &configure);
	if (serial_get_report(frame, &wanted))
		serial_put_report(&again, wanted);
	if (serial_get_ask(frame, &major, &minor))
		serial_put_ask(&again, major, minor);
	if (serial_get_tags(frame, &first, &count)) {
		struct serial_uid uid;
		uint8_t at = 0;

		serial_begin_tags(&again, first);
		while (serial_next_tag(frame, &at, &uid))
			expect(serial_add_tag(&again, &uid), "what was there fits");
		serial_end_tags(&again, count);
	}
	/* what a later version adds is not written again */
	return again.length <= frame->length &&
	       memcmp(again.payload, frame->payload, again.length) == 0;
}

static void check_decoder(const uint8_t *bytes, size_t size)
{
	struct serial_decoder decoder = {0}, second = {0};
	uint8_t wire[SERIAL_WIRE];

	for (size_t i = 0; i < size; i++) {
		enum serial_heard heard = SERIAL_NOTHING;
		size_t count;

		if (serial_decoder_take(&decoder, bytes[i]) != SERIAL_FRAME)
			continue;
		expect(decoder.frame.length <= SERIAL_PAYLOAD, "a length is never trusted");
		expect(reads_as_itself(&decoder.frame), "a frame reads as itself");
		count = serial_frame_encode(&decoder.frame, wire);
		expect(count <= sizeof wire, "a frame fits on the wire");
		for (size_t k = 0; k < count; k++)
			heard = serial_decoder_take(&second, wire[k]);
		expect(heard == SERIAL_FRAME && memcmp(&second.frame, &decoder.frame,
						       3u + decoder.frame.length) == 0,
		       "a frame goes through");
	}
}

/* ---- deeds ---- */

static void hear(struct fuzz *fuzz, const uint8_t *bytes, size_t count)
{
	serial_link_hear(&fuzz->link, bytes, count, fuzz->now_us);
}

static void hear_frame(struct fuzz *fuzz, struct serial_frame *frame, uint8_t sequence)
{
	uint8_t wire[SERIAL_WIRE];
	size_t count;

	frame->sequence = sequence;
	count = serial_frame_encode(frame, wire);
	check_decoder(wire, count);
	hear(fuzz, wire, count);
}

static void hear_hello(struct fuzz *fuzz, uint8_t sensors)
{
	struct serial_hello hello = {.major = SERIAL_MAJOR,
				     .columns = boards[fuzz->size].columns,
				     .rows = boards[fuzz->size].rows,
				     .sensors = sensors,
				     .minor = SERIAL_MINOR,
				     .parts = SERIAL_HAS_LAMPS,
				     .pads = 2,
				     .buttons = 2};
	struct serial_frame frame;

	serial_put_hello(&frame, &hello);
	hear_frame(fuzz, &frame, fuzz->sequence++);
}

static void do_raw(struct fuzz *fuzz)
{
	size_t count = take(fuzz), left = (size_t)(fuzz->end - fuzz->at);

	count = count < left ? count : left;
	check_decoder(fuzz->at, count);
	hear(fuzz, fuzz->at, count);
	fuzz->at += count;
}

static void do_frame(struct fuzz *fuzz, bool follows)
{
	struct serial_frame frame = {.type = take(fuzz),
				     .length = (uint8_t)(take(fuzz) % (SERIAL_PAYLOAD + 1))};

	if (!follows)
		fuzz->sequence = take(fuzz);
	for (unsigned i = 0; i < frame.length; i++)
		frame.payload[i] = take(fuzz);
	hear_frame(fuzz, &frame, fuzz->sequence++);
}

static void pass_time(struct fuzz *fuzz, uint64_t us)
{
	fuzz->now_us += us;
	if (fuzz->now_us - fuzz->second_us < SECOND_US)
		return;
	fuzz->second_us = fuzz->now_us;
	fuzz->readings = 0;
}

static void do_port(struct fuzz *fuzz, uint8_t how)
{
	if (how & 1)
		serial_link_close(&fuzz->link,
				  how & 2 ? "this sentence says why there is no port" : NULL);
	else
		serial_link_open(&fuzz->link, "/dev/ttyACM0", how & 2, fuzz->now_us);
}

static void do_one(struct fuzz *fuzz)
{
	uint8_t deed = take(fuzz);

	switch (deed & 7) {
	case 0:
		do_raw(fuzz);
		break;
	case 1:
	case 2:
		do_frame(fuzz, (deed & 7) == 1);
		break;
	case 3:
		pass_time(fuzz, take(fuzz) * 10000u);
		break;
	case 4:
		pass_time(fuzz, (uint64_t)take(fuzz) * take(fuzz) * 100000);
		break;
	case 5:
		if (fuzz->readings < SERIAL_FLOOD_READINGS)
			serial_link_scan(&fuzz->link, fuzz->now_us);
		break;
	case 6:
		do_port(fuzz, take(fuzz));
		break;
	default:
		serial_link_sent(&fuzz->link, take(fuzz));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz fuzz;
	const struct board_listener listener = {
		.owner = &fuzz, .reading = hear_reading, .trouble = hear_trouble};
	uint8_t first;

	check_decoder(data, size);
	fuzz = (struct fuzz){.at = data, .end = data + size, .now_us = SECOND_US};
	first = take(&fuzz);
	fuzz.squares = first & 1 ? BOARD_SMALL : BOARD_LARGE;
	fuzz.size = first & 64 ? BOARD_LARGE : fuzz.squares;
	serial_link_init(&fuzz.link, fuzz.squares, 0, 115200, first & 16 ? 500 : 0, &listener);
	serial_link_turn(&fuzz.link, first & 128 ? SERIAL_A1_RIGHT | SERIAL_A1_FAR : 0);
	serial_link_open(&fuzz.link, "/dev/ttyACM0", first & 32, fuzz.now_us);
	if (first & 8)
		hear_hello(&fuzz, first >> 1 & 3);
	for (unsigned i = 0; i < DEEDS_MAX && fuzz.at < fuzz.end; i++) {
		do_one(&fuzz);
		serial_link_tick(&fuzz.link, fuzz.now_us);
		expect(serial_link_deadline(&fuzz.link) > fuzz.now_us, "nobody is woken at once");
		expect(fuzz.link.out_count <= SERIAL_OUT, "what waits has its place");
		expect(fuzz.readings <= 3 * READINGS_A_SECOND, "nobody is flooded");
	}
	return 0;
}
