/*
 * Merges the view topic and the event topic into one ordered stream, by the rules numbered in
 * order.h.
 */
#include "daemon/cli/handheld/net/order.h"

#include <stdio.h>
#include <string.h>

void order_init(struct order *order)
{
	memset(order, 0, sizeof *order);
	order->last = -1;
}

static void drop(struct order *order, unsigned i)
{
	json_decref(order->held[i]);
	order->held[i] = order->held[--order->count];
}

void order_finish(struct order *order)
{
	while (order->count > 0)
		drop(order, 0);
}

static json_int_t count_of(const json_t *value)
{
	return json_integer_value(json_object_get(value, "seq"));
}

static unsigned find(const struct order *order, json_int_t seq)
{
	unsigned i = 0;

	while (i < order->count && count_of(order->held[i]) != seq)
		i++;
	return i;
}

/* If too many are held, the dropped ones are contained in the view that they wait for. */
void order_take_event(struct order *order, json_t *event)
{
	json_int_t seq = count_of(event);

	if ((order->last >= 0 && seq <= order->last) || find(order, seq) < order->count)
		return;
	if (order->count < ORDER_HELD)
		order->held[order->count++] = json_incref(event);
}

bool order_take_view(struct order *order, const json_t *view)
{
	const char *game = json_string_value(json_object_get(view, "id"));
	json_int_t seq = count_of(view);
	bool is_older = order->last >= 0 && seq < order->last;

	if (is_older && game && strcmp(game, order->game) == 0)
		return false;
	for (unsigned i = order->count; i-- > 0;)
		if (is_older || count_of(order->held[i]) <= seq) /* older: a new count */
			drop(order, i);
	order->last = seq;
	order->number = json_integer_value(json_object_get(view, "game"));
	snprintf(order->game, sizeof order->game, "%s", game ? game : "");
	return true;
}

json_t *order_release(struct order *order)
{
	unsigned i = find(order, order->last + 1);
	json_t *event;

	if (order->last < 0 || i == order->count)
		return NULL;
	event = json_incref(order->held[i]);
	drop(order, i);
	order->last++;
	return event;
}

bool order_is_behind(const struct order *order)
{
	return order->count > 0;
}
