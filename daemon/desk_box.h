/*
 * What the virtual table asks for over HTTP, and what it is answered, in boxes that only its own
 * page can make and open: whoever overhears both learns nothing, and whoever repeats a question is
 * not answered.
 */
#ifndef DAEMON_DESK_BOX_H
#define DAEMON_DESK_BOX_H

#include "daemon/desk.h"

/*
 * The question in a box (base64), a JSON object of the caller's; NULL if the table has not made it,
 * or if its "at" is not after *asked_ms, which becomes it.
 */
json_t *desk_unseal(const struct desk *desk, const char *encoded, int64_t *asked_ms);

/* {"box":"base64"} for the table; takes the content, of which nothing stays in memory. NULL if
 * there is none or it is too long. */
json_t *desk_seal(const struct desk *desk, json_t *content);

/* what everybody else is answered; returns the status */
unsigned desk_refuse(json_t **answer);

#endif
