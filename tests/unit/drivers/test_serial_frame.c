/*
 * Frames of the serial protocol and what is in them: the published vectors both ways, every single
 * byte changed, lost or doubled, and lengths that lie.
 */
#include "tests/support/drivers/serial_words.h"

#include "unity.h"

#include <stdio.h>
#include <string.h>

enum { LINE = SERIAL_WORDS };

void setUp(void)
{
}

void tearDown(void)
{
}

/* ---- the vectors ---- */

struct bytes {
	uint8_t list[LINE];
	size_t count;
};

static const char *const heard_names[] = {[SERIAL_NOTHING] = "nothing",
					  [SERIAL_FRAME] = "frame",
					  [SERIAL_DAMAGED] = "damaged",
					  [SERIAL_CUT] = "cut",
					  [SERIAL_NOISE] = "noise"};

static enum serial_heard take_all(struct serial_decoder *decoder, const struct bytes *bytes)
{
	enum serial_heard heard = SERIAL_NOTHING;

	for (size_t i = 0; i < bytes->count; i++) {
		heard = serial_decoder_take(decoder, bytes->list[i]);
		if (i + 1 < bytes->count)
			TEST_ASSERT_EQUAL_STRING("nothing", heard_names[heard]);
	}
	return heard;
}

static void check_vector(const struct bytes *bytes, const char *meaning)
{
	struct serial_decoder decoder = {0};
	struct serial_frame again;
	char words[SERIAL_WORDS];
	uint8_t wire[SERIAL_WIRE];
	enum serial_heard heard = take_all(&decoder, bytes);

	if (heard != SERIAL_FRAME) {
		TEST_ASSERT_EQUAL_STRING(meaning, heard_names[heard]);
		return;
	}
	TEST_ASSERT_EQUAL_UINT_MESSAGE(1, serial_words(&decoder.frame, words, &again), meaning);
	TEST_ASSERT_EQUAL_STRING(meaning, words);
	TEST_ASSERT_EQUAL_UINT(bytes->count, serial_frame_encode(&again, wire));
	TEST_ASSERT_EQUAL_UINT8_ARRAY(bytes->list, wire, bytes->count);
}

static void read_vector(char *line, struct bytes *bytes, const char **meaning)
{
	char *bar = strstr(line, " | ");
	unsigned byte;
	int length;

	TEST_ASSERT_NOT_NULL_MESSAGE(bar, line);
	*bar = '\0';
	*meaning = bar + 3;
	bar[3 + strcspn(bar + 3, "\n")] = '\0';
	bytes->count = 0;
	for (; sscanf(line, " %2x%n", &byte, &length) == 1; line += length)
		bytes->list[bytes->count++] = (uint8_t)byte;
	TEST_ASSERT_EQUAL_STRING("", line);
}

typedef void checking(const struct bytes *bytes, const char *meaning);

static unsigned each_vector_in(const char *path, checking *check)
{
	FILE *in = fopen(path, "r");
	static struct bytes bytes;
	char line[LINE];
	const char *meaning;
	unsigned count = 0;

	TEST_ASSERT_NOT_NULL_MESSAGE(in, path);
	while (fgets(line, sizeof line, in)) {
		if (!strchr("0123456789ABCDEF", line[0]) || !strstr(line, " | "))
			continue;
		read_vector(line, &bytes, &meaning);
		check(&bytes, meaning);
		count++;
	}
	fclose(in);
	return count;
}

/* those of the list and those of the text */
static unsigned each_vector(checking *check)
{
	return each_vector_in("hardware/vectors.txt", check) +
	       each_vector_in("hardware/protocol.md", check);
}

static void test_vectors(void)
{
	TEST_ASSERT_EQUAL_UINT(40 + 28, each_vector(check_vector));
}

static void test_crc_check_value(void)
{
	uint16_t crc = 0xFFFF;

	for (const char *at = "123456789"; *at; at++)
		crc = serial_crc(crc, (uint8_t)*at);
	TEST_ASSERT_EQUAL_HEX16(0x29B1, crc);
}

/* ---- damage ---- */

static bool is_frame(const struct bytes *bytes)
{
	struct serial_decoder decoder = {0};
	bool found = false;

	for (size_t i = 0; i < bytes->count; i++)
		found |= serial_decoder_take(&decoder, bytes->list[i]) == SERIAL_FRAME;
	return found;
}

static void change_each_byte(const struct bytes *bytes, const char *meaning)
{
	struct bytes changed = *bytes;

	if (!is_frame(bytes))
		return;
	for (size_t at = 0; at < bytes->count; at++)
		for (unsigned by = 1; by < 256; by++) {
			changed.list[at] = (uint8_t)(bytes->list[at] ^ by);
			TEST_ASSERT_FALSE_MESSAGE(is_frame(&changed), meaning);
			changed.list[at] = bytes->list[at];
		}
}

static void test_every_change_of_a_byte_is_noticed(void)
{
	each_vector(change_each_byte);
}

/* Whatever happens to one byte, the frame behind it is heard: a start is never missed. */
static void expect_next_frame(const struct bytes *before)
{
	struct serial_frame ack = {.type = SERIAL_ACK, .length = 1, .sequence = 13, .payload = {1}};
	struct serial_decoder decoder = {0};
	uint8_t wire[SERIAL_WIRE];
	size_t count = serial_frame_encode(&ack, wire);
	enum serial_heard heard = SERIAL_NOTHING;

	for (size_t i = 0; i < before->count; i++)
		serial_decoder_take(&decoder, before->list[i]);
	for (size_t i = 0; i < count; i++)
		heard = serial_decoder_take(&decoder, wire[i]);
	TEST_ASSERT_EQUAL_STRING("frame", heard_names[heard]);
	TEST_ASSERT_EQUAL_UINT8(13, decoder.frame.sequence);
}

static void lose_and_double_each_byte(const struct bytes *bytes, const char *meaning)
{
	(void)meaning;
	for (size_t at = 0; at < bytes->count; at++) {
		struct bytes lost = *bytes, twice = *bytes;

		memmove(lost.list + at, lost.list + at + 1, bytes->count - at - 1);
		lost.count--;
		expect_next_frame(&lost);
		memmove(twice.list + at + 1, bytes->list + at, bytes->count - at);
		twice.count++;
		expect_next_frame(&twice);
	}
}

static void test_the_next_frame_is_heard_after_any_loss(void)
{
	each_vector(lose_and_double_each_byte);
}

static void test_every_length_and_byte_goes_through(void)
{
	for (unsigned length = 0; length <= SERIAL_PAYLOAD; length++)
		for (unsigned seed = 0; seed < 256; seed++) {
			struct serial_frame frame = {.length = (uint8_t)length,
						     .type = (uint8_t)(seed * 7),
						     .sequence = (uint8_t)seed};
			struct serial_decoder decoder = {0};
			struct bytes wire;

			for (unsigned i = 0; i < length; i++)
				frame.payload[i] = (uint8_t)(seed + (seed & 1 ? 0 : i * 3));
			wire.count = serial_frame_encode(&frame, wire.list);
			TEST_ASSERT_TRUE(wire.count <= SERIAL_WIRE);
			TEST_ASSERT_NULL(memchr(wire.list + 1, SERIAL_START, wire.count - 1));
			TEST_ASSERT_EQUAL_INT(SERIAL_FRAME, take_all(&decoder, &wire));
			TEST_ASSERT_EQUAL_MEMORY(&frame, &decoder.frame, 3 + length);
		}
}

/* ---- payloads that lie ---- */

/* Shorter than they should be: what is read is refused, never made up. */
static void shorten(const struct bytes *bytes, const char *meaning)
{
	struct serial_decoder decoder = {0};
	struct serial_frame again;
	char words[SERIAL_WORDS], shorter[SERIAL_WORDS];

	if (take_all(&decoder, bytes) != SERIAL_FRAME)
		return;
	serial_words(&decoder.frame, words, &again);
	while (decoder.frame.length-- > 0) {
		unsigned understood = serial_words(&decoder.frame, shorter, &again);

		TEST_ASSERT_TRUE_MESSAGE(understood <= 1, meaning);
		/* a list may be a shorter list */
		TEST_ASSERT_TRUE(!understood || strcmp(words, shorter) != 0);
	}
}

static void test_short_payloads(void)
{
	each_vector(shorten);
}

static void test_a_hello_must_be_whole(void)
{
	struct serial_hello is = {.major = SERIAL_MAJOR, .firmware = "name", .version = "1"};
	struct serial_frame frame = {0};

	serial_put_hello(&frame, &is);
	TEST_ASSERT_TRUE(serial_get_hello(&frame, &is));
	frame.payload[11] = 200; /* a name longer than the frame */
	TEST_ASSERT_FALSE(serial_get_hello(&frame, &is));
	frame.length = SERIAL_PAYLOAD;
	frame.payload[11] = SERIAL_NAME + 1; /* ... or than a name may be */
	frame.payload[12 + SERIAL_NAME + 1] = 0;
	TEST_ASSERT_FALSE(serial_get_hello(&frame, &is));
	frame.payload[11] = SERIAL_NAME;
	frame.payload[12 + SERIAL_NAME] = SERIAL_VERSION + 1;
	TEST_ASSERT_FALSE(serial_get_hello(&frame, &is));
	frame.payload[12 + SERIAL_NAME] = SERIAL_VERSION;
	TEST_ASSERT_TRUE(serial_get_hello(&frame, &is));
	frame.payload[0] = 9; /* of another version only the two numbers count */
	TEST_ASSERT_TRUE(serial_get_hello(&frame, &is));
	TEST_ASSERT_EQUAL_UINT8(9, is.major);
	TEST_ASSERT_EQUAL_STRING("", is.firmware);
}

static void test_squares_and_pads_share_their_numbers(void)
{
	struct serial_hello is = {
		.major = SERIAL_MAJOR, .minor = 1, .columns = 18, .rows = 7, .pads = 2};
	struct serial_frame frame;

	serial_put_hello(&frame, &is);
	TEST_ASSERT_TRUE(serial_get_hello(&frame, &is));
	TEST_ASSERT_EQUAL_UINT8(2, is.pads);
	is.pads = 3;
	serial_put_hello(&frame, &is);
	TEST_ASSERT_FALSE(serial_get_hello(&frame, &is));
	is.minor = 0; /* which had none, so they are not said */
	serial_put_hello(&frame, &is);
	TEST_ASSERT_TRUE(serial_get_hello(&frame, &is));
	TEST_ASSERT_EQUAL_UINT8(0, is.pads);
}

static void test_lamps_of_later_versions_are_off(void)
{
	struct serial_lamps is = {.brightness = 9};
	struct serial_frame frame;

	for (unsigned n = 0; n < 255; n++)
		serial_set_lamp(&is, (uint8_t)n, SERIAL_LAMP_TEST);
	serial_set_lamp(&is, 7, SERIAL_LAMP_COUNT);
	serial_put_lamps(&frame, &is);
	TEST_ASSERT_TRUE(serial_get_lamps(&frame, &is));
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_BYTES, is.count);
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_TEST, serial_lamp_of(&is, 6));
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_OFF, serial_lamp_of(&is, 7));
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_TEST, serial_lamp_of(&is, 125));
	TEST_ASSERT_EQUAL_UINT8(SERIAL_LAMP_OFF, serial_lamp_of(&is, 126));
}

static void test_names_are_made_harmless(void)
{
	struct serial_hello is = {
		.major = SERIAL_MAJOR, .firmware = "a\n\x1b[2J\xff\"", .version = "1"};
	struct serial_frame frame;

	serial_put_hello(&frame, &is);
	TEST_ASSERT_TRUE(serial_get_hello(&frame, &is));
	TEST_ASSERT_EQUAL_STRING("a??[2J?\"", is.firmware);
}

static void test_tags_must_be_where_they_say(void)
{
	struct serial_uid uid = {.square = 9, .length = 4, .bytes = {1, 2, 3, 4}};
	struct serial_frame frame = {0};
	uint8_t first, count;

	serial_begin_tags(&frame, 5);
	TEST_ASSERT_TRUE(serial_add_tag(&frame, &uid));
	serial_end_tags(&frame, 5);
	TEST_ASSERT_TRUE(serial_get_tags(&frame, &first, &count));
	serial_end_tags(&frame, 4); /* 9 is beyond */
	TEST_ASSERT_FALSE(serial_get_tags(&frame, &first, &count));
	serial_end_tags(&frame, 124); /* there is no square 128 */
	TEST_ASSERT_FALSE(serial_get_tags(&frame, &first, &count));
	serial_end_tags(&frame, 5);
	uid.square = 8; /* not in order */
	TEST_ASSERT_TRUE(serial_add_tag(&frame, &uid));
	TEST_ASSERT_FALSE(serial_get_tags(&frame, &first, &count));
	frame.length = 8;
	frame.payload[3] = 0; /* a tag without a number */
	TEST_ASSERT_FALSE(serial_get_tags(&frame, &first, &count));
	frame.payload[3] = 5; /* ... with more than there is */
	TEST_ASSERT_FALSE(serial_get_tags(&frame, &first, &count));
}

static void test_a_square_full_of_long_tags_fits(void)
{
	struct serial_frame frame = {0};
	struct serial_uid uid = {.square = 3, .length = SERIAL_UID};

	serial_begin_tags(&frame, 3);
	for (unsigned i = 0; i < SERIAL_TAGS_A_SQUARE; i++)
		TEST_ASSERT_TRUE(serial_add_tag(&frame, &uid));
	TEST_ASSERT_FALSE(serial_add_tag(&frame, &uid));
	TEST_ASSERT_EQUAL_UINT8(2 + SERIAL_TAGS_A_SQUARE * (2 + SERIAL_UID), frame.length);
}

static void test_settings_come_in_threes(void)
{
	struct serial_configure is = {.count = 1, .settings = {{SERIAL_SCAN_HZ, 500}}};
	struct serial_frame frame;

	serial_put_configure(&frame, &is);
	TEST_ASSERT_TRUE(serial_get_configure(&frame, &is));
	frame.length = 4;
	TEST_ASSERT_FALSE(serial_get_configure(&frame, &is));
	frame.length = 3 * (SERIAL_SETTINGS + 1);
	TEST_ASSERT_FALSE(serial_get_configure(&frame, &is));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_crc_check_value);
	RUN_TEST(test_vectors);
	RUN_TEST(test_every_change_of_a_byte_is_noticed);
	RUN_TEST(test_the_next_frame_is_heard_after_any_loss);
	RUN_TEST(test_every_length_and_byte_goes_through);
	RUN_TEST(test_short_payloads);
	RUN_TEST(test_a_hello_must_be_whole);
	RUN_TEST(test_squares_and_pads_share_their_numbers);
	RUN_TEST(test_lamps_of_later_versions_are_off);
	RUN_TEST(test_names_are_made_harmless);
	RUN_TEST(test_tags_must_be_where_they_say);
	RUN_TEST(test_a_square_full_of_long_tags_fits);
	RUN_TEST(test_settings_come_in_threes);
	return UNITY_END();
}
