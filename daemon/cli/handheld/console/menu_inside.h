/* Private to the files that make menus. */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_MENU_INSIDE_H
#define DAEMON_CLI_HANDHELD_CONSOLE_MENU_INSIDE_H

#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/menu.h"

/* Labels are texts, or keys of texts. When the menu is full, nothing is added and the last item is
 * returned. */
struct menu_item *menu_add(struct menu *menu, const char *label, enum act act);
struct menu_item *menu_add_text(struct menu *menu, const struct console *console, const char *key,
				enum act act);
/* adds an action of the prompt as this console offers it */
void menu_add_action(struct menu *menu, const struct console *console, const json_t *action);
void menu_add_back(struct menu *menu, const struct console *console);

/* ---- pages ---- */

void menu_cards(struct menu *menu, const struct console *console);
void menu_card(struct menu *menu, const struct console *console);
void menu_order(struct menu *menu, const struct console *console);
void menu_pick(struct menu *menu, const struct console *console);
void menu_pieces(struct menu *menu, const struct console *console);
void menu_formations(struct menu *menu, const struct console *console);
void menu_games(struct menu *menu, const struct console *console);

#endif
