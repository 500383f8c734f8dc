/* An output of the referee as a JSON object, with the keys in the order of the format. */
#ifndef DAEMON_VIEWS_EVENT_JSON_H
#define DAEMON_VIEWS_EVENT_JSON_H

#include "daemon/referee/referee.h"
#include "rules/bits.h"

#include <jansson.h>

/* The caller owns it. If memory ran out it is NULL or incomplete (memory.h). */
json_t *event_json(const struct output *output);

/* only the fields particular to the event: no time, audience or name */
json_t *event_fields_json(const struct output *output);

/* squares and cards as lists of their names, without CARD_NONE */
json_t *event_json_squares(struct bits squares);
json_t *event_json_nearest(struct bits squares, unsigned from); /* the nearest first */
json_t *event_json_cards(const uint8_t *cards, unsigned count);

/* a row or column of the table (table.h), as "row": "4" or "column": "d" */
void event_json_set_line(json_t *object, unsigned line);

#endif
