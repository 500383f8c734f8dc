/*
 * Keeps the set of tags seen on each square, from readings. Does not know which piece has which
 * tag.
 */
#include "daemon/cli/sensors/seen_tags.h"

#include <string.h>

bool seen_tags_equal(const struct tag *a, const struct tag *b)
{
	return a->length == b->length && memcmp(a->id, b->id, a->length) == 0;
}

static unsigned find(const struct seen_tags *tags, unsigned sq, const struct tag *tag)
{
	unsigned i = 0;

	while (i < tags->count[sq] && !seen_tags_equal(&tags->on[sq][i], tag))
		i++;
	return i;
}

bool seen_tags_change(struct seen_tags *tags, unsigned sq, const struct tag *tag, bool seen)
{
	unsigned i = find(tags, sq, tag);
	bool known = i < tags->count[sq];

	if (known == seen || i == TAGS_PER_SQUARE)
		return false;
	if (seen)
		tags->on[sq][tags->count[sq]++] = *tag;
	else
		tags->on[sq][i] = tags->on[sq][--tags->count[sq]];
	return true;
}

void seen_tags_format(const struct tag *tag, char text[TAG_TEXT])
{
	static const char digits[] = "0123456789ABCDEF";

	for (unsigned i = 0; i < tag->length; i++) {
		*text++ = digits[tag->id[i] >> 4];
		*text++ = digits[tag->id[i] & 15];
	}
	*text = '\0';
}
