/* A refusal on the wire: {"code", and its arguments}. */
#ifndef DAEMON_VIEWS_REFUSAL_JSON_H
#define DAEMON_VIEWS_REFUSAL_JSON_H

#include "daemon/referee/refusal.h"

#include <jansson.h>

/* The caller owns it. */
json_t *refusal_json(const struct refusal *refusal);

/*
 * The same from the journal; REFUSAL_NONE for NULL. Versions up to 0.1.0 wrote a sentence, which is
 * REFUSAL_FAILED's text then, as is the name of a code that this version does not know.
 */
struct refusal refusal_from_json(const json_t *why);

#endif
