/*
 * QR codes as they stand in the terminal: what is printed is read back module by module and
 * compared with what libqrencode computes.
 */
#include "daemon/base/qr.h"

#include "unity.h"

#include <errno.h>
#include <qrencode.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 177 + 16, QUIET = 4, URL_MAX = 120 };

static const char colours[] = "\033[38;5;16;48;5;231m";
static const char as_before[] = "\033[0m";

struct picture {
	bool dark[SIDE_MAX][SIDE_MAX];
	int columns, rows;
};

void setUp(void)
{
}

void tearDown(void)
{
}

static char *printed(const char *text, unsigned indent)
{
	char *out = NULL;
	size_t size;
	FILE *to = open_memstream(&out, &size);

	TEST_ASSERT_NOT_NULL(to);
	TEST_ASSERT_EQUAL_INT(0, qr_print(to, text, indent));
	fclose(to);
	return out;
}

static const char *skip(const char *at, const char *expected)
{
	TEST_ASSERT_EQUAL_STRING_LEN(expected, at, strlen(expected));
	return at + strlen(expected);
}

/* Reads one block: bit 0 for the upper module, bit 1 for the lower one. */
static const char *read_block(const char *at, unsigned *modules)
{
	static const char *const blocks[] = {" ", "\u2580", "\u2584", "\u2588"};

	for (*modules = 0; *modules < 4; ++*modules)
		if (strncmp(at, blocks[*modules], strlen(blocks[*modules])) == 0)
			return at + strlen(blocks[*modules]);
	TEST_FAIL_MESSAGE("neither a blank nor a half block nor a block");
	return at;
}

static const char *read_line(const char *at, unsigned indent, struct picture *picture)
{
	int column = 0;

	for (unsigned i = 0; i < indent; i++)
		at = skip(at, " ");
	at = skip(at, colours);
	for (; *at != '\033'; column++) {
		unsigned modules;

		TEST_ASSERT_LESS_THAN(SIDE_MAX, column);
		at = read_block(at, &modules);
		picture->dark[picture->rows][column] = modules & 1;
		picture->dark[picture->rows + 1][column] = modules & 2;
	}
	if (picture->rows > 0)
		TEST_ASSERT_EQUAL_INT(picture->columns, column);
	picture->columns = column;
	picture->rows += 2;
	return skip(skip(at, as_before), "\n");
}

static void read_picture(const char *out, unsigned indent, struct picture *picture)
{
	memset(picture, 0, sizeof *picture);
	while (*out) {
		TEST_ASSERT_LESS_THAN(SIDE_MAX - 1, picture->rows);
		out = read_line(out, indent, picture);
	}
}

static bool shows(const struct picture *picture, const QRcode *code)
{
	for (int row = 0; row < picture->rows; row++)
		for (int column = 0; column < picture->columns; column++) {
			int r = row - QUIET, c = column - QUIET;
			bool inside = r >= 0 && r < code->width && c >= 0 && c < code->width;
			bool dark = inside && (code->data[r * code->width + c] & 1);

			if (picture->dark[row][column] != dark)
				return false;
		}
	return true;
}

/* Of the smallest version, it has the most correction that does not need a larger one. */
static QRcode *expected(const char *text)
{
	QRcode *smallest = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);

	TEST_ASSERT_NOT_NULL(smallest);
	for (int level = QR_ECLEVEL_H; level > QR_ECLEVEL_L; level--) {
		QRcode *code = QRcode_encodeString(text, smallest->version, (QRecLevel)level,
						   QR_MODE_8, 1);

		if (code && code->version == smallest->version) {
			QRcode_free(smallest);
			return code;
		}
		QRcode_free(code);
	}
	return smallest;
}

static int check(const char *text, unsigned indent)
{
	static struct picture picture;
	QRcode *code = expected(text);
	char *out = printed(text, indent);
	int version = code->version;

	read_picture(out, indent, &picture);
	TEST_ASSERT_EQUAL_INT_MESSAGE(code->width + 2 * QUIET, picture.columns, text);
	TEST_ASSERT_INT_WITHIN_MESSAGE(1, picture.columns, picture.rows, text);
	TEST_ASSERT_TRUE_MESSAGE(shows(&picture, code), text);
	QRcode_free(code);
	free(out);
	return version;
}

static void test_addresses_of_every_length(void)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	char url[URL_MAX + 1] = "http://192.168.178.21:8080/play#";
	int version = 0;

	for (unsigned length = 1; length <= URL_MAX; length++) {
		char text[URL_MAX + 1];

		if (length > 32)
			url[length - 1] = letters[length * 7 % 32];
		snprintf(text, sizeof text, "%.*s", (int)length, url);
		version = check(text, 0);
	}
	TEST_ASSERT_GREATER_THAN(5, version);
}

static void test_indented(void)
{
	check("http://192.168.178.21:8080/play#abcdefghijklmnopqrstuvwxyz", 4);
	check("http://board.local/arbiter#abcdefghijklmnopqrstuvwxyz", 1);
}

static void test_other_text(void)
{
	check("0123456789", 0);
	check("ADJUTANT", 0);
	check("h\303\274tte", 0);
}

static void test_a_pairing_address_fits_a_small_terminal(void)
{
	char *out = printed("http://192.168.178.21:8080/play#abcdefghijklmnopqrstuvwxyz", 2);
	unsigned lines = 0;

	for (const char *at = out; *at; at++)
		lines += *at == '\n';
	TEST_ASSERT_LESS_THAN(24, lines);
	free(out);
}

static void test_what_cannot_be_drawn(void)
{
	static char long_text[4000];
	char *out = NULL;
	size_t size;
	FILE *to = open_memstream(&out, &size);

	memset(long_text, 'a', sizeof long_text - 1);
	TEST_ASSERT_EQUAL_INT(-ERANGE, qr_print(to, long_text, 0));
	TEST_ASSERT_EQUAL_INT(-EINVAL, qr_print(to, "", 0));
	fclose(to);
	TEST_ASSERT_EQUAL_STRING("", out);
	free(out);
}

static void test_a_full_device_is_noticed(void)
{
	FILE *to = fopen("/dev/full", "w");

	TEST_ASSERT_NOT_NULL(to);
	TEST_ASSERT_EQUAL_INT(-EIO, qr_print(to, "adjutant", 0));
	fclose(to);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_addresses_of_every_length);
	RUN_TEST(test_indented);
	RUN_TEST(test_other_text);
	RUN_TEST(test_a_pairing_address_fits_a_small_terminal);
	RUN_TEST(test_what_cannot_be_drawn);
	RUN_TEST(test_a_full_device_is_noticed);
	return UNITY_END();
}
