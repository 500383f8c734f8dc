/* Closes connections by shutting the socket down, since libmicrohttpd owns it and notices. */
#include "daemon/http/http_limits.h"

#include "daemon/base/loop.h"

#include <stddef.h>
#include <sys/socket.h>

static bool stays(const struct visitor *visitor)
{
	return visitor->present && !visitor->leaving;
}

static void ask_to_go(struct visitor *visitor)
{
	visitor->leaving = true;
	shutdown(visitor->fd, SHUT_RDWR);
}

/* those of one address, or of all if there is none */
static bool matches(const struct visitor *visitor, const uint32_t *address)
{
	return stays(visitor) && (!address || visitor->address == *address);
}

static void make_room(struct http_limits *limits, const uint32_t *address, unsigned max)
{
	struct visitor *first = NULL;
	unsigned count = 0;

	for (unsigned i = 0; i < VISITORS_PLACES; i++) {
		struct visitor *visitor = &limits->places[i];

		if (!matches(visitor, address))
			continue;
		count++;
		if (!first || visitor->until_us < first->until_us)
			first = visitor;
	}
	if (count >= max)
		ask_to_go(first);
}

static struct visitor *free_place(struct http_limits *limits)
{
	for (unsigned i = 0; i < VISITORS_PLACES; i++)
		if (!limits->places[i].present)
			return &limits->places[i];
	return NULL;
}

struct visitor *http_limits_enter(struct http_limits *limits, int fd, uint32_t address,
				  uint64_t until_us)
{
	struct visitor *visitor = free_place(limits);

	if (!visitor)
		return NULL;
	make_room(limits, &address, VISITORS_SAME_MAX);
	make_room(limits, NULL, VISITORS_MAX);
	*visitor = (struct visitor){
		.present = true, .fd = fd, .address = address, .until_us = until_us};
	if (++limits->count > limits->peak)
		limits->peak = limits->count;
	return visitor;
}

void http_limits_leave(struct http_limits *limits, struct visitor *visitor)
{
	limits->count--;
	*visitor = (struct visitor){.fd = -1};
}

uint64_t http_limits_check(struct http_limits *limits, uint64_t now_us)
{
	uint64_t next_us = TIME_NEVER;

	for (unsigned i = 0; i < VISITORS_PLACES; i++) {
		struct visitor *visitor = &limits->places[i];

		if (!stays(visitor))
			continue;
		if (visitor->until_us <= now_us)
			ask_to_go(visitor);
		else if (visitor->until_us < next_us)
			next_us = visitor->until_us;
	}
	return next_us;
}
