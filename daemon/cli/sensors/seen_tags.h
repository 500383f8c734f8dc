/* Which tags are seen on which squares, by what the readers have said. Pure. */
#ifndef DAEMON_CLI_SENSORS_SEEN_TAGS_H
#define DAEMON_CLI_SENSORS_SEEN_TAGS_H

#include "daemon/table/table.h"
#include "rules/square.h"

struct seen_tags {
	struct tag on[SQ_COUNT][TAGS_PER_SQUARE];
	uint8_t count[SQ_COUNT];
};

/* Seen from now on, or no longer; false if that was known, or more are seen there than one can
 * think of. */
bool seen_tags_change(struct seen_tags *tags, unsigned sq, const struct tag *tag, bool seen);

bool seen_tags_equal(const struct tag *a, const struct tag *b);

enum { TAG_TEXT = 2 * TAG_BYTES + 1 };
void seen_tags_format(const struct tag *tag, char text[TAG_TEXT]); /* "04A1B2C3" */

#endif
