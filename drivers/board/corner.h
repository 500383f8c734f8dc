/*
 * Which corner of a board is a1, by the words of the configuration. Bit 0 of a word's place: columns
 * begin on the right; bit 1: rows begin at the far end.
 */
#ifndef DRIVERS_BOARD_CORNER_H
#define DRIVERS_BOARD_CORNER_H

extern const char *const corner_words[]; /* ends with NULL */

#endif
