/* Bytes that belong in no record, and records that are cut or damaged anywhere. */
#include "tests/support/rules/record_expect.h"

/* ---- bytes ---- */

static void what_is_not_utf8_is_refused(void)
{
	static const char *const bad[] = {
		"\x80",
		"\xbf",
		"\xc3",
		"\xc3(",
		"\xc0\xaf",
		"\xc1\xbf",
		"\xe0\x80\xaf",
		"\xe2\x82",
		"\xe2(\xa1",
		"\xed\xa0\x80",
		"\xed\xbf\xbf",
		"\xf0\x80\x80\xaf",
		"\xf0\x9f\x98",
		"\xf4\x90\x80\x80",
		"\xf8\x88\x80\x80\x80",
		"\xfe",
		"\xff",
	};
	static const char *const good[] = {"\xc2\xa0",	       "\xdf\xbf",	  "\xe0\xa0\x80",
					   "\xed\x9f\xbf",     "\xee\x80\x80",	  "\xef\xbf\xbd",
					   "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};

	for (unsigned i = 0; i < ROWS(bad); i++) {
		char line[64];

		snprintf(line, sizeof line, "event x%sy", bad[i]);
		expect_bad_line(FIRST, line);
		snprintf(line, sizeof line, "# x%s", bad[i]);
		expect_bad_line(FIRST, line);
		snprintf(line, sizeof line, "1 red a1-a2 {%s}", bad[i]);
		expect_bad_line(STUDY, line);
	}
	for (unsigned i = 0; i < ROWS(good); i++) {
		snprintf(text, sizeof text, FIRST "event x%s\n# y%s\n%s", good[i], good[i],
			 strstr(STUDY, "edition"));
		expect_good(text);
	}
}

static void control_characters_are_refused(void)
{
	for (int c = 0; c < 0x80; c++) {
		char record[] = FIRST "event x?y\nedition barrage\n";

		if (c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f))
			continue;
		*strchr(record, '?') = (char)c;
		expect_malformed(record, sizeof record - 1, 2);
	}
}

static void a_line_may_have_4096_bytes(void)
{
	size_t start = strlen(FIRST);

	memcpy(text, FIRST, start);
	memset(text + start, 'x', 5000);
	text[start] = '#';
	text[start + 4096] = '\0';
	strcat(text, "\n");
	strcat(text, strstr(STUDY, "edition"));
	expect_good(text);
	memset(text + start, 'x', 5000);
	text[start] = '#';
	text[start + 4097] = '\n';
	expect_malformed(text, start + 4098, 2);
}

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static void random_bytes_are_malformed(void)
{
	uint32_t state = 1;

	for (unsigned round = 0; round < 2000; round++) {
		size_t length = next_random(&state) % 600;

		for (size_t i = 0; i < length; i++)
			text[i] = (char)next_random(&state);
		play_text(&game, text, length);
		TEST_ASSERT_TRUE(game.malformed);
		TEST_ASSERT_TRUE(strlen(game.reader.reason) > 5);
	}
}

/* ---- every kind of line, cut and damaged ---- */

static const char everything[] = FIRST
	"event Winter cup\n# a comment\nsite Zürich\nedition battle-cards\n"
	"option two-squares 5\noption more-squares off\noption immobile-moved arbiter\n"
	"option disclosure outcome\noption memory-aid on\noption bluff on\n"
	"tag 04A1B2C3 red M\n"
	"setup red FBBBBB1222/2233334455/666777889M\n"
	"setup blue 666777889M/2233334455/FBBBBB1222\n"
	"deck red boat,jump,charge-2,charge-3,feint,swap,attack+1,defence+1,attack+2,attack+3,"
	"mock-attack,armour,spy-attack,defence+2,defence+3\n"
	"deck blue defence+1,mock-attack,armour,boat,jump,charge-2,charge-3,feint,swap,attack+1,"
	"attack+2,attack+3,spy-attack,defence+2,defence+3\n"
	"0 red mulligan jump,boat,charge-2\n0 blue mulligan armour,defence+1,mock-attack\n"
	"1 red a3-a4 {the first}\n2 blue exchange boat\n3 red swap a2 a4\n"
	"4 blue a8-a7\n5 red a4-a6\n6 blue j8-j7\n7 red +feint b3-a4\n8 blue +charge-2 j7-j5\n"
	"9 red j3-j4\n10 blue j5xj4 /defence+1\n11 red +attack+1 a6xa7\n12 blue resign\n"
	"result red resigned {a pity}\n";

static const char plain[] = EDITION "option two-squares 5\n" RED BLUE
				    "1 red b1-b10\n2 blue a10xb10\n3 red e4-e5 {slowly}\n"
				    "4 blue f7-f6\n5 red j4-j5\n6 blue i9-i1\n7 red c2-c4\n"
				    "8 blue i1-b1\n9 red h3-h4\nresult draw agreed\n";

struct step {
	char action[RECORD_ACTION_SIZE];
	bool legal;
	uint32_t plies;
};

struct trace {
	struct step steps[64];
	unsigned count;
	bool malformed;
	bool cut; /* the last line, unfinished, was an action */
};

static void trace_line(struct trace *trace, struct record_reader *reader, const char *line,
		       size_t length, bool whole)
{
	enum record_event event = record_read(reader, line, length);
	struct step *step = &trace->steps[trace->count];

	trace->malformed = event == RECORD_MALFORMED;
	if (event != RECORD_PLAYED || trace->count == ROWS(trace->steps))
		return;
	memcpy(step->action, reader->action_text, sizeof step->action);
	step->legal = reader->report.legal;
	step->plies = reader->game.plies;
	trace->count++;
	trace->cut = !whole;
}

static void trace_text(struct trace *trace, const char *record, size_t length)
{
	struct record_reader reader;
	const char *end = record + length;

	memset(trace, 0, sizeof *trace);
	record_reader_init(&reader);
	while (record < end && !trace->malformed) {
		const char *newline = memchr(record, '\n', (size_t)(end - record));
		const char *stop = newline ? newline : end;

		trace_line(trace, &reader, record, (size_t)(stop - record), newline != NULL);
		record = newline ? newline + 1 : end;
	}
	if (!trace->malformed)
		trace->malformed = record_finish(&reader) == RECORD_MALFORMED;
}

/* Whole lines must have been judged as in the whole record; a line that was cut may be a shorter
 * action. */
static void check_prefix(const struct trace *whole, const struct trace *part, size_t length)
{
	unsigned same = part->count - part->cut;

	snprintf(text, sizeof text, "the first %zu bytes", length);
	TEST_ASSERT_TRUE_MESSAGE(part->count <= whole->count, text);
	for (unsigned i = 0; i < same; i++)
		TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&whole->steps[i], &part->steps[i],
						 sizeof part->steps[i], text);
	if (part->cut)
		TEST_ASSERT_EQUAL_MESSAGE(0,
					  strncmp(whole->steps[same].action,
						  part->steps[same].action,
						  strlen(part->steps[same].action)),
					  text);
}

static void check_every_cut(const char *record)
{
	static struct trace whole, part;
	unsigned accepted = 0;
	size_t length = strlen(record);

	trace_text(&whole, record, length);
	TEST_ASSERT_FALSE(whole.malformed);
	TEST_ASSERT_TRUE(whole.count > 5);
	for (unsigned i = 0; i < whole.count; i++)
		TEST_ASSERT_TRUE_MESSAGE(whole.steps[i].legal, whole.steps[i].action);
	for (size_t cut = 0; cut < length; cut++) {
		/* a copy of just that size lets the sanitizers see a byte read too far */
		char *copy = memcpy(text + sizeof text - cut, record, cut);

		trace_text(&part, copy, cut);
		accepted += !part.malformed;
		check_prefix(&whole, &part, cut);
	}
	TEST_ASSERT_TRUE(accepted >= whole.count);
}

static void a_record_may_be_cut_anywhere(void)
{
	check_every_cut(plain);
}

static void a_record_with_cards_may_be_cut_anywhere(void)
{
	check_every_cut(everything);
}

/* Bytes changed, left out or put in at random: anything but a crash, and no malformed line without
 * a reason. */
static void damage(const char *record)
{
	static const char alphabet[] = "abjx-+/,.{}# \t\r\n019MBF\x80\xff";
	uint32_t state = 7;
	size_t length = strlen(record);

	for (unsigned round = 0; round < 20000; round++) {
		size_t at = next_random(&state) % length, rest = length - at;
		char c = alphabet[next_random(&state) % sizeof alphabet];
		unsigned how = next_random(&state) % 3;

		memcpy(text, record, length);
		text[at] = c;
		if (how == 1)
			memmove(text + at, text + at + 1, rest - 1);
		if (how == 2)
			memcpy(text + at + 1, record + at, rest);
		play_text(&game, text, length - (how == 1) + (how == 2));
		TEST_ASSERT_TRUE(!game.malformed || strlen(game.reader.reason) > 5);
	}
}

static void a_record_may_be_damaged_anywhere(void)
{
	damage(plain);
	damage(everything);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(what_is_not_utf8_is_refused);
	RUN_TEST(control_characters_are_refused);
	RUN_TEST(a_line_may_have_4096_bytes);
	RUN_TEST(random_bytes_are_malformed);
	RUN_TEST(a_record_may_be_cut_anywhere);
	RUN_TEST(a_record_with_cards_may_be_cut_anywhere);
	RUN_TEST(a_record_may_be_damaged_anywhere);
	return UNITY_END();
}
