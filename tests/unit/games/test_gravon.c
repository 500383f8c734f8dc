/*
 * Games in Gravon's format: written, read again by an independent reader, and played to the same
 * end.
 */
#include "daemon/games/gravon.h"
#include "tests/support/rules/play.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static struct played original, again;
static struct trouble trouble;
static char *xml, record[65536];
static size_t xml_length;

void setUp(void)
{
	xml = NULL;
	record[0] = '\0';
}

void tearDown(void)
{
	free(xml);
}

static int write_xml(const char *text)
{
	FILE *to = open_memstream(&xml, &xml_length);
	int error = gravon_write(to, text, strlen(text), &trouble);

	fclose(to);
	return error;
}

/* ---- reading it ---- */

/* The value of an attribute in the element that begins here. */
static void attribute(const char *element, const char *name, char *value, size_t room)
{
	const char *end = strchr(element, '>'), *at = strstr(element, name);

	TEST_ASSERT_TRUE_MESSAGE(at && at < end, element);
	at += strlen(name) + 2;
	TEST_ASSERT_TRUE(strcspn(at, "\"") < room);
	snprintf(value, room, "%.*s", (int)strcspn(at, "\""), at);
}

static const char *find(const char *from, const char *element)
{
	const char *at = strstr(from, element);

	TEST_ASSERT_NOT_NULL_MESSAGE(at, element);
	return at;
}

static void add(const char *line)
{
	TEST_ASSERT_TRUE(strlen(record) + strlen(line) + 1 < sizeof record);
	strcat(record, line);
}

static char code_of(char letter, char first)
{
	static const char codes[] = "B123456789MF";

	return letter >= first && letter < first + 12 ? codes[letter - first] : '.';
}

static void read_setup(const char *field, const char *colour, unsigned first_row, char first)
{
	char rows[64], *to = rows;

	to += sprintf(to, "setup %s ", colour);
	for (unsigned i = 0; i < 40; i++) {
		if (i > 0 && i % 10 == 0)
			*to++ = '/';
		*to++ = code_of(field[first_row * 10 + i], first);
	}
	strcpy(to, "\n");
	add(rows);
}

/* "K10" is j10 */
static void square(const char *name, char out[8])
{
	TEST_ASSERT_NOT_NULL(strchr("ABCDEFGHIK", name[0]));
	snprintf(out, 8, "%c%s", name[0] == 'K' ? 'j' : (char)(name[0] + 32), name + 1);
}

/* Whether it was an attack is not said: both are tried. */
static void read_move(const char *element, unsigned ply)
{
	char id[8], source[8], target[8], from[8], to[8], line[48];
	size_t length = strlen(record);

	attribute(element, "id", id, sizeof id);
	attribute(element, "source", source, sizeof source);
	attribute(element, "target", target, sizeof target);
	TEST_ASSERT_EQUAL(ply, strtoul(id, NULL, 10));
	square(source, from);
	square(target, to);
	for (const char *kind = "-x"; *kind; kind++) {
		snprintf(line, sizeof line, "%u %s %s%c%s\n", ply, ply % 2 ? "red" : "blue", from,
			 *kind, to);
		record[length] = '\0';
		add(line);
		play_record(&again, record);
		if (again.rule == RULE_OK)
			return;
	}
	TEST_FAIL_MESSAGE(line);
}

static void read_xml(const char *edition)
{
	const char *at = find(xml, "<field ");
	char field[128], line[64];
	unsigned ply = 0;

	snprintf(line, sizeof line, "adjutant-game 1\nedition %s\n", edition);
	add(line);
	attribute(at, "content", field, sizeof field);
	TEST_ASSERT_EQUAL(100, strlen(field));
	TEST_ASSERT_EQUAL_STRING_LEN("AA__AA__AAAA__AA__AA", field + 40, 20);
	read_setup(field, "red", 0, 'B');
	read_setup(field, "blue", 6, 'N');
	while ((at = strstr(at + 1, "<move ")))
		read_move(at, ++ply);
	play_record(&again, record);
}

static void expect_result(const char *type, const char *winner)
{
	const char *at = find(xml, "<result ");
	char value[8];

	attribute(at, "type", value, sizeof value);
	TEST_ASSERT_EQUAL_STRING(type, value);
	attribute(at, "winner", value, sizeof value);
	TEST_ASSERT_EQUAL_STRING(winner, value);
}

/* ---- games ---- */

static char text[65536];

static void load(const char *name)
{
	char path[64];
	size_t length;
	FILE *file;

	snprintf(path, sizeof path, "tests/games/%s.game", name);
	file = fopen(path, "rb");
	TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
	length = fread(text, 1, sizeof text - 1, file);
	text[length] = '\0';
	fclose(file);
}

/* The game that is in `text` now. */
static void expect_text_back(const char *name, const char *type)
{
	char said[16];

	free(xml);
	xml = NULL;
	record[0] = '\0';
	play_record(&original, text);
	TEST_ASSERT_EQUAL_MESSAGE(0, write_xml(text), trouble.text);
	attribute(find(xml, "<game "), "type", said, sizeof said);
	TEST_ASSERT_EQUAL_STRING(type, said);
	read_xml(name);
	TEST_ASSERT_EQUAL_MEMORY(&original.reader.game.position, &again.reader.game.position,
				 sizeof original.reader.game.position);
}

static void expect_back(const char *name, const char *type)
{
	load(name);
	expect_text_back(name, type);
}

static void test_games_come_back(void)
{
	expect_back("barrage", "barrage");
	expect_result("1", "1");
	expect_back("original", "classic");
	expect_result("4", "3");
	expect_back("travel", "classic");
	expect_result("11", "1");
	load("duel");
	strcpy(strstr(text, "13 red"), "result blue forfeit\n");
	expect_text_back("duel", "duell");
	expect_result("3", "2");
}

#define BARRAGE                                                                                    \
	"adjutant-game 1\nred Anna <3 & \"co\"\nblue D\xc3\xb6rte\nedition barrage\n"              \
	"setup red ....F...../.......2.1/.....9.B2./M....3....\n"                                  \
	"setup blue .3......../........M./...B1..2../F2..9.....\n"

static void test_names(void)
{
	TEST_ASSERT_EQUAL(0, write_xml(BARRAGE "1 red f4-f5\n2 blue resign\n"));
	find(xml, "<player id=\"1\">Anna &lt;3 &amp; \"co\"</player>\n");
	find(xml, "<player id=\"2\">D\xc3\xb6rte</player>\n");
	TEST_ASSERT_NULL(strstr(xml, "id=\"2\" source"));
	expect_result("3", "1");
}

static void test_results(void)
{
	static const struct {
		const char *stated, *type, *winner;
	} rows[] = {
		{"draw agreed", "4", "3"},  {"red time", "11", "1"},   {"blue resigned", "3", "2"},
		{"blue forfeit", "3", "2"}, {"red arbiter", "3", "1"}, {"draw arbiter", "4", "3"},
	};

	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(text, sizeof text, BARRAGE "1 red f4-f5\nresult %s\n", rows[i].stated);
		free(xml);
		TEST_ASSERT_EQUAL_MESSAGE(0, write_xml(text), trouble.text);
		expect_result(rows[i].type, rows[i].winner);
	}
}

static void expect_refused(int error, const char *game, const char *why)
{
	free(xml);
	TEST_ASSERT_EQUAL_MESSAGE(error, write_xml(game), game);
	TEST_ASSERT_EQUAL(0, xml_length);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, why), trouble.text);
}

static void test_what_it_cannot_hold(void)
{
	load("battle-cards");
	expect_refused(-ENOTSUP, text, "cards");
	load("isf");
	expect_refused(-ENOTSUP, text, "set-ups");
	load("quick-barrage");
	expect_refused(-ENOTSUP, text, "small board");
	expect_refused(-ENOTSUP, BARRAGE "1 red f4-f5\n", "not over");
	expect_refused(-EBADMSG, BARRAGE "1 red f4-f6\nresult red time\n", "rules");
	expect_refused(-ENOTSUP,
		       "adjutant-game 1\nedition barrage\n# ended before play began: red time\n",
		       "before it began");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_games_come_back);
	RUN_TEST(test_names);
	RUN_TEST(test_results);
	RUN_TEST(test_what_it_cannot_hold);
	return UNITY_END();
}
