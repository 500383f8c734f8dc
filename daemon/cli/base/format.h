/* Durations and lists of squares as people read them. */
#ifndef DAEMON_CLI_BASE_FORMAT_H
#define DAEMON_CLI_BASE_FORMAT_H

#include "rules/bits.h"
#include "rules/square.h"

enum { SPAN_SIZE = 24 };

/* "a1, b1 and c1", so many at most: "a1, b1 and 7 more" */
void format_squares(struct bits squares, unsigned most, char *text, size_t room);

/* "1.2 ms", "340 ms", "2.1 s" */
void format_span(uint32_t us, char text[SPAN_SIZE]);

#endif
