/* Private to the console handheld's logic: what its files share. */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_INSIDE_H
#define DAEMON_CLI_HANDHELD_CONSOLE_INSIDE_H

#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/menu.h"
#include "daemon/cli/handheld/console/texts.h"

void console_go(struct console *console, enum page page);
void console_say(struct console *console, const char *word);
void console_tell_line(struct console *console, struct line sentence);
void console_tell_wanted(struct console *console, const char *sentence);
void console_tell_rule(struct console *console, const char *sentence);
void console_tell_key(struct console *console, const char *key);
void console_add_line(struct console *console, const char *text); /* to a text page */
void console_set_clock(struct console *console, const json_t *clock, uint64_t now_us);
json_int_t console_ply(const struct console *console);

/* ---- set-up (setup.c) ---- */

void setup_ready(struct console *console);
void setup_save(struct console *console);
void setup_arrange(struct console *console, enum act act, unsigned number);
void setup_take_saved(struct console *console, unsigned number);
void setup_take_typed(struct console *console);
void setup_place(struct console *console, unsigned sq);
struct line setup_explain_paste(const struct console *console);

/* ---- what lies beside the board (captured.c) ---- */

void captured_show(struct console *console);
struct line captured_cards(const struct console *console);

#endif
