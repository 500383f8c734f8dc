/* Squares and times as people read them. */
#ifndef CLI_SPELL_H
#define CLI_SPELL_H

#include "rules/square.h"

enum { SPAN_SIZE = 24 };

/* "a1, b1 and c1", so many at most: "a1, b1 and 7 more" */
void spell_squares(struct bits squares, unsigned most, char *text, size_t room);

/* "1.2 ms", "340 ms", "2.1 s" */
void spell_span(uint32_t us, char text[SPAN_SIZE]);

#endif
