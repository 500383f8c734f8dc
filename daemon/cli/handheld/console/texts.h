/*
 * What people read, in their language: the catalogues of the pages, which the console uses too.
 * English replaces a key that another language does not have.
 */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_TEXTS_H
#define DAEMON_CLI_HANDHELD_CONSOLE_TEXTS_H

#include "rules/square.h"

#include <jansson.h>

enum { LINE_SIZE = 640, LANGUAGE_SIZE = 3 };

/* A sentence, by value; cut off if it does not fit. */
struct line {
	char text[LINE_SIZE];
};

struct texts;

/* The language of LC_ALL, LC_MESSAGES or LANG; "en" if there is no catalogue for it. */
void texts_choose(char language[LANGUAGE_SIZE]);

/* Reads DIRECTORY/en.json and that of the language. Returns 0 or -errno, and then *texts is not
 * set. */
int texts_load(struct texts **texts, const char *directory, const char *language);
void texts_free(struct texts *texts);

/*
 * The text of a key; {name} is replaced by its value: texts_say(texts, KEY, NAME, VALUE, NAME,
 * VALUE, ...)
 */
#define texts_say(texts, ...) texts_fill(texts, (const char *const[]){__VA_ARGS__, NULL})
struct line texts_fill(const struct texts *texts, const char *const *key_and_values);

struct line texts_side(const struct texts *texts, const char *side);
struct line texts_rank(const struct texts *texts, char code); /* '?' if it is hidden */
struct line texts_card(const struct texts *texts, const char *card);

struct line texts_edition(const struct texts *texts, const char *edition);
/* ", colours exchanged, Ann plays Red": of a proposed game (daemon/match/proposal.h) */
struct line texts_terms(const struct texts *texts, const json_t *terms);

/* "a1, b2 and c3" from an array of strings */
struct line texts_list(const struct texts *texts, const json_t *words);

/* Why something was refused: {"code", and its arguments}. */
struct line texts_why(const struct texts *texts, const json_t *why);

/* The first character of a side's name, which stands for it in pictures. */
struct line texts_letter(const struct texts *texts, const char *side);

/* ---- lines ---- */

struct line line_of(const char *text);
void line_add(struct line *line, const char *text);
/* the width of a text in columns */
unsigned line_width(const char *text);
/*
 * The length of the part of a text that fits into this many columns, broken at a blank if there is
 * one; *next is where the rest begins.
 */
size_t line_break(const char *text, unsigned columns, size_t *next);

#endif
