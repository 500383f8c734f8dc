/* Private to this room: what its lists and its games have in common. */
#ifndef DAEMON_GAMES_GAMES_INSIDE_H
#define DAEMON_GAMES_GAMES_INSIDE_H

#include "daemon/archive/game_log.h"
#include "rules/text.h"

#include <jansson.h>

/* what a person typed; "" for what no text should have in it */
json_t *games_text(struct text text);
json_t *games_result(struct text text);		     /* of "red flag" */
json_t *games_head(const struct game_log *game_log); /* number, time, edition, names */

#endif
