/* QR codes, in a terminal or for a page. */
#ifndef DAEMON_BASE_QR_H
#define DAEMON_BASE_QR_H

#include <stdio.h>

/*
 * Draws the code with half blocks, two rows of modules in a line, dark on light whatever the
 * terminal's colours are, with a quiet zone, each line indented by `indent` blanks. Returns 0 or
 * -errno (text too long).
 */
int qr_print(FILE *to, const char *text, unsigned indent);

/* Several beside each other, QR_BESIDE at most, each indented. */
enum { QR_BESIDE = 4 };
int qr_print_beside(FILE *to, const char *const texts[], unsigned count, unsigned indent);

/* How many columns it has, and half as many lines, with its quiet zone; 0 if there is none. */
unsigned qr_width(const char *text);

/*
 * The code for a page that draws it by itself: rows of '1' (dark) and '0' with '/' between them, no
 * quiet zone. The caller frees it; NULL if the text is too long or memory is short.
 */
char *qr_modules(const char *text);

#endif
