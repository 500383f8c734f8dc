/*
 * The console handheld on a whole terminal, with ncurses. It draws what the console says and turns
 * keys into presses; the terminal is restored when it ends, however it ends.
 */
#ifndef DAEMON_CLI_HANDHELD_FACE_SCREEN_H
#define DAEMON_CLI_HANDHELD_FACE_SCREEN_H

#include "daemon/cli/handheld/console/console.h"

bool screen_start(void); /* false if this is not a terminal */
void screen_stop(void);	 /* may be called any number of times */

void screen_draw(const struct console *console, uint64_t now_us);
void screen_resize(void);
unsigned screen_columns(void); /* of the terminal; also valid before screen_start() */
/* Takes all pending keys. */
void screen_read(struct console *console, uint64_t now_us);

#endif
