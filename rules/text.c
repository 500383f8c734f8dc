/*
 * Splits lines into words, parses numbers, and writes into buffers without running over. No locale,
 * no allocation.
 */
#include "rules/text.h"

#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static struct text advance(struct text text, size_t n)
{
	return (struct text){text.at + n, text.length - n};
}

struct text text_trim(struct text line)
{
	while (line.length > 0 && is_blank(line.at[0]))
		line = advance(line, 1);
	while (line.length > 0 && is_blank(line.at[line.length - 1]))
		line.length--;
	return line;
}

struct text text_take_word(struct text *line)
{
	struct text word = text_trim(*line);
	size_t n = 0;

	while (n < word.length && !is_blank(word.at[n]))
		n++;
	*line = text_trim(advance(word, n));
	word.length = n;
	return word;
}

bool text_is(struct text text, const char *word)
{
	return text.length == strlen(word) && memcmp(text.at, word, text.length) == 0;
}

struct text text_take_until(struct text *rest, char separator)
{
	const char *found = rest->length ? memchr(rest->at, separator, rest->length) : NULL;
	struct text before = *rest;

	if (found) {
		before.length = (size_t)(found - rest->at);
		*rest = advance(*rest, before.length + 1);
	} else {
		*rest = advance(*rest, rest->length);
	}
	return before;
}

bool text_take_line(struct text *rest, struct text *line)
{
	if (rest->length == 0)
		return false;
	*line = text_take_until(rest, '\n');
	return true;
}

struct text text_take_item(struct text *rest, char separator, bool *more)
{
	*more = rest->length && memchr(rest->at, separator, rest->length);
	return text_take_until(rest, separator);
}

bool text_number(struct text text, uint64_t limit, uint64_t *number)
{
	uint64_t n = 0;

	if (text.length == 0)
		return false;
	for (size_t i = 0; i < text.length; i++) {
		unsigned digit = (unsigned)(unsigned char)text.at[i] - '0';

		if (digit > 9 || n > limit / 10 || n * 10 > limit - digit)
			return false;
		n = n * 10 + digit;
	}
	*number = n;
	return true;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool text_hex(struct text text, size_t max, uint8_t *bytes, uint8_t *length)
{
	if (text.length == 0 || text.length % 2 != 0 || text.length > 2 * max)
		return false;
	for (size_t i = 0; i < text.length; i += 2) {
		int high = hex_digit(text.at[i]), low = hex_digit(text.at[i + 1]);

		if (high < 0 || low < 0)
			return false;
		bytes[i / 2] = (uint8_t)(high * 16 + low);
	}
	*length = (uint8_t)(text.length / 2);
	return true;
}

/*
 * The length of one well-formed UTF-8 character, or 0: overlong forms, surrogates and anything
 * above U+10FFFF are not well-formed.
 */
static size_t utf8_length(const unsigned char *s, size_t room)
{
	size_t length = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	if (length == 1)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4 || length > room)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

bool text_is_clean(struct text text)
{
	const unsigned char *s = (const unsigned char *)text.at;

	for (size_t i = 0; i < text.length;) {
		size_t n = utf8_length(s + i, text.length - i);

		if (n == 0 || s[i] == 0x7f || (s[i] < 0x20 && s[i] != '\t'))
			return false;
		i += n;
	}
	return true;
}

/*
 * C1 controls, which terminals obey as they do escape sequences (U+0080 to U+009F), and the marks, embeddings
 * and isolates that change the direction of all that follows (U+061C, U+200E and F, U+202A to E, U+2066 to 9).
 */
static bool is_unseen(const unsigned char *s)
{
	return (s[0] == 0xc2 && s[1] < 0xa0) || (s[0] == 0xd8 && s[1] == 0x9c) ||
	       (s[0] == 0xe2 && s[1] == 0x80 &&
		(s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xaa && s[2] <= 0xae))) ||
	       (s[0] == 0xe2 && s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9);
}

bool text_is_visible(struct text text)
{
	const unsigned char *s = (const unsigned char *)text.at;

	if (!text_is_clean(text))
		return false;
	for (size_t i = 0; i < text.length; i += utf8_length(s + i, text.length - i))
		if (is_unseen(s + i))
			return false;
	return true;
}

bool text_is_words(struct text text)
{
	bool was_blank = true; /* as if there had been one before */

	for (size_t i = 0; i < text.length; i++) {
		bool is_blank = text.at[i] == ' ';

		if (text.at[i] < ' ' || text.at[i] > '~' || (is_blank && was_blank))
			return false;
		was_blank = is_blank;
	}
	return !was_blank;
}

struct out out_init(char *buffer, size_t size)
{
	buffer[0] = '\0';
	return (struct out){buffer, size, 0, false};
}

void out_char(struct out *out, char c)
{
	out_text(out, (struct text){&c, 1});
}

void out_string(struct out *out, const char *string)
{
	out_text(out, (struct text){string, strlen(string)});
}

void out_text(struct out *out, struct text text)
{
	if (text.length >= out->size - out->length) {
		out->overflow = true;
		return;
	}
	memcpy(out->at + out->length, text.at, text.length);
	out->length += text.length;
	out->at[out->length] = '\0';
}

void out_number(struct out *out, uint64_t number)
{
	char digits[20];
	size_t n = sizeof digits;

	do {
		digits[--n] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	out_text(out, (struct text){digits + n, sizeof digits - n});
}
