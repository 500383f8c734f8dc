/* QR codes in a terminal. */
#ifndef DAEMON_QR_H
#define DAEMON_QR_H

#include <stdio.h>

/*
 * Draws the code with half blocks, two rows of modules in a line, dark on light whatever the
 * terminal's colours are, with a quiet zone, each line indented by `indent` blanks. Returns 0 or
 * -errno (text too long).
 */
int qr_print(FILE *to, const char *text, unsigned indent);

#endif
