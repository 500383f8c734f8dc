/* An output of the referee as a JSON object, with the keys in the order of the format. */
#ifndef CLI_EVENT_JSON_H
#define CLI_EVENT_JSON_H

#include "daemon/referee.h"

#include <jansson.h>

/* the caller owns it */
json_t *event_json(const struct output *output);

#endif
