/*
 * The console handheld on a whole terminal, by ncurses. It draws what the console says and turns
 * keys into presses; the terminal is as it was when it ends, however that comes about.
 */
#ifndef DAEMON_CLI_HANDHELD_FACE_SCREEN_H
#define DAEMON_CLI_HANDHELD_FACE_SCREEN_H

#include "daemon/cli/handheld/console/console.h"

bool screen_start(void); /* false if this is no terminal */
void screen_stop(void);	 /* any number of times */

void screen_draw(const struct console *console, uint64_t now_us);
void screen_resize(void);
unsigned screen_columns(void); /* of the terminal, before it is taken too */
/* Takes all keys that wait. */
void screen_read(struct console *console, uint64_t now_us);

#endif
