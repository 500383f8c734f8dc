/*
 * The console handheld line by line, for screen readers that work better that way, and for pipes:
 * every sentence is a line, menus are numbered, and an input line is a number, a letter or a word
 * of the handheld.
 */
#ifndef DAEMON_CLI_HANDHELD_FACE_PLAIN_H
#define DAEMON_CLI_HANDHELD_FACE_PLAIN_H

#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/texts.h"

#include <stdio.h>

enum { PLAIN_INPUT = 512 };

struct plain {
	FILE *out;
	unsigned told;	    /* sentences printed so far */
	struct line status; /* as printed last */
	struct line menu;   /* likewise */
	size_t length;
	char input[PLAIN_INPUT];
};

void plain_start(struct plain *plain, const struct console *console, FILE *out);
/* Prints what is new. */
void plain_show(struct plain *plain, const struct console *console);
/* Takes some bytes of input and carries out whole lines. */
void plain_take(struct plain *plain, struct console *console, const char *bytes, size_t count,
		uint64_t now_us);

#endif
