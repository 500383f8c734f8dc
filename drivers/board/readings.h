/* Readings as lines of a recording: open, close, tag, untag, frame. Times and words are not theirs:
 * t_us is 0.
 */
#ifndef DRIVERS_BOARD_READINGS_H
#define DRIVERS_BOARD_READINGS_H

#include "drivers/board/board.h"
#include "rules/square.h"

/* false if the line is none of these, or not for a board of this size */
bool reading_parse(enum board_id squares, const char *line, size_t length, struct reading *reading);

#endif
