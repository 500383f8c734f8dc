/*
 * A console handheld without screen and network: views and keys go in, words and what is shown come
 * out. For its tests, each of which includes this once.
 */
#ifndef TESTS_SUPPORT_CLI_CONSOLE_BENCH_H
#define TESTS_SUPPORT_CLI_CONSOLE_BENCH_H

#include "daemon/cli/handheld/console/console.h"

#include "daemon/base/crypto.h"
#include "daemon/views/prompt.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

#define SECOND UINT64_C(1000000)

static struct texts *texts;
static struct console console;
static uint64_t now;
static char said[16][CONSOLE_WORD];
static unsigned said_count;
static bool has_left;
static unsigned saved;

static inline void hear(void *owner, const char *word)
{
	(void)owner;
	snprintf(said[said_count++ % 16], CONSOLE_WORD, "%s", word);
}

static inline void save(void *owner, const json_t *formations)
{
	(void)owner;
	saved = (unsigned)json_array_size(json_object_get(formations, "barrage"));
}

static inline void leave(void *owner)
{
	(void)owner;
	has_left = true;
}

/* in turn, so that every square comes once */
static inline uint32_t dice(uint32_t bound)
{
	static uint32_t last;

	return last++ % bound;
}

void setUp(void)
{
	static const struct console_events events = {NULL, hear, save, leave, dice};

	console_init(&console, texts, &events);
	said_count = saved = 0;
	has_left = false;
	now = 100 * SECOND;
}

void tearDown(void)
{
	console_finish(&console);
}

/* ---- what comes from the board ---- */

static const char base[] =
	"'seq':1,'id':'g1','edition':'barrage','army':{'M':8},'columns':10,'rows':10,'lakes':['c5'],"
	"'phase':'play','you':'red','turn':'red','guides':[],'paused':false,'correcting':false,"
	"'offers':{'draw':null,'takeback':null},'question':null,'tags':false,'clock':null,"
	"'ready':{'red':true,'blue':true},"
	"'red':'F........./2........./39......../MB2......1/........../........../........../"
	"........../........../..........',"
	"'blue':'........../........../........../........../........../........../??......../"
	"?........./........../..........'";

static inline json_t *parse(const char *fields)
{
	char text[4096], *quote = text;
	json_t *value;

	snprintf(text, sizeof text, "{%s}", fields);
	while ((quote = strchr(quote, '\'')) != NULL)
		*quote = '"';
	value = json_loads(text, 0, NULL);
	TEST_ASSERT_NOT_NULL_MESSAGE(value, fields);
	return value;
}

static inline void show(const char *fields)
{
	json_t *view = parse(base), *more = parse(fields);

	json_object_update(view, more);
	json_object_set_new(view, "prompt", prompt_json(view)); /* as the board makes it */
	console_take_view(&console, view, now);
	json_decref(more);
	json_decref(view);
	now += SECOND; /* people do not press a key within a moment */
}

static inline void happen(const char *fields)
{
	json_t *event = parse(fields);

	console_take_event(&console, event, now);
	json_decref(event);
	now += SECOND;
}

static inline void show_setup(void)
{
	show("'phase':'setup','turn':null,'ready':{'red':false,'blue':false},"
	     "'red':'........../........../........../........../........../........../"
	     "........../........../........../..........',"
	     "'blue':'........../........../........../........../........../........../"
	     "........../........../........../..........'");
}

/* ---- what the player does and sees ---- */

/* With the four buttons alone. */
static inline void choose(const char *label)
{
	struct menu menu;

	menu_make(&menu, &console);
	for (unsigned i = 0; i < menu.count; i++) {
		if (strcmp(menu.items[console.selected].label, label) == 0) {
			console_press(&console, PRESS_ENTER, now);
			return;
		}
		console_press(&console, PRESS_DOWN, now);
	}
	TEST_FAIL_MESSAGE(label);
}

static inline bool offers(const char *label)
{
	struct menu menu;

	menu_make(&menu, &console);
	for (unsigned i = 0; i < menu.count; i++)
		if (strcmp(menu.items[i].label, label) == 0)
			return true;
	return false;
}

static inline void expect_said(const char *word)
{
	TEST_ASSERT_GREATER_THAN_MESSAGE(0, said_count, word);
	TEST_ASSERT_EQUAL_STRING(word, said[(said_count - 1) % 16]);
	said_count = 0;
}

static inline void expect_told(const char *sentence)
{
	TEST_ASSERT_EQUAL_STRING(sentence, console_told(&console, console.told - 1));
}

static inline void expect_sentence(const char *sentence)
{
	TEST_ASSERT_EQUAL_STRING(sentence, console_sentence(&console).text);
}

/* whether a text is in the picture of the board */
static inline bool pictured(const char *text)
{
	struct picture picture;

	if (!console_picture(&console, &picture))
		return false;
	for (unsigned i = 0; i < picture.rows; i++)
		if (strstr(picture_line(&picture, texts, i).text, text))
			return true;
	return false;
}

#endif
