/*
 * Splitting lines into words, parsing numbers and writing into bounded buffers, for the formats
 * that Adjutant reads and writes.
 */
#ifndef RULES_TEXT_H
#define RULES_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* a piece of somebody else's text */
struct text {
	const char *at;
	size_t length;
};

/* the next word of a line, taken off its front; length 0 at the end */
struct text text_take_word(struct text *line);

/* a line without blanks at either end */
struct text text_trim(struct text line);

bool text_is(struct text text, const char *word);

/* splits at the first separator: returns what is before it, leaves what is behind it */
struct text text_take_until(struct text *rest, char separator);

/* the same for a list: tells whether the separator was there, and so another item must follow */
struct text text_take_item(struct text *rest, char separator, bool *more);

/* the next line of a text that has several; false at its end */
bool text_take_line(struct text *rest, struct text *line);

/* a decimal number of digits only; false if it is none or above the limit */
bool text_number(struct text text, uint64_t limit, uint64_t *number);

/* pairs of hexadecimal digits as bytes; false if it is something else or more than max */
bool text_hex(struct text text, size_t max, uint8_t *bytes, uint8_t *length);

/* whether it is UTF-8 without control characters other than tab */
bool text_is_clean(struct text text);

/* whether beside that it has no character that only changes how others are shown */
bool text_is_visible(struct text text);

/* whether it is one or more words of visible ASCII characters with single blanks between them */
bool text_is_words(struct text text);

/* A buffer that is written front to back; what does not fit is dropped and overflow set. */
struct out {
	char *at;
	size_t size, length;
	bool overflow;
};

struct out out_init(char *buffer, size_t size); /* size counts the terminator */
void out_char(struct out *out, char c);
void out_string(struct out *out, const char *string);
void out_text(struct out *out, struct text text);
void out_number(struct out *out, uint64_t number);

#endif
