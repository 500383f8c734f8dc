/* A visitor is asked to go by shutting the socket down: libmicrohttpd, which owns it, notices. */
#include "daemon/http_visitors.h"

#include "daemon/loop.h"

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

static void make_room(struct visitors *visitors, const uint32_t *address, unsigned max)
{
	struct visitor *first = NULL;
	unsigned count = 0;

	for (unsigned i = 0; i < VISITORS_PLACES; i++) {
		struct visitor *visitor = &visitors->places[i];

		if (!matches(visitor, address))
			continue;
		count++;
		if (!first || visitor->until_us < first->until_us)
			first = visitor;
	}
	if (count >= max)
		ask_to_go(first);
}

static struct visitor *free_place(struct visitors *visitors)
{
	for (unsigned i = 0; i < VISITORS_PLACES; i++)
		if (!visitors->places[i].present)
			return &visitors->places[i];
	return NULL;
}

struct visitor *visitors_enter(struct visitors *visitors, int fd, uint32_t address,
			       uint64_t until_us)
{
	struct visitor *visitor = free_place(visitors);

	if (!visitor)
		return NULL;
	make_room(visitors, &address, VISITORS_SAME_MAX);
	make_room(visitors, NULL, VISITORS_MAX);
	*visitor = (struct visitor){
		.present = true, .fd = fd, .address = address, .until_us = until_us};
	if (++visitors->count > visitors->peak)
		visitors->peak = visitors->count;
	return visitor;
}

void visitors_leave(struct visitors *visitors, struct visitor *visitor)
{
	visitors->count--;
	*visitor = (struct visitor){.fd = -1};
}

uint64_t visitors_check(struct visitors *visitors, uint64_t now_us)
{
	uint64_t next_us = TIME_NEVER;

	for (unsigned i = 0; i < VISITORS_PLACES; i++) {
		struct visitor *visitor = &visitors->places[i];

		if (!stays(visitor))
			continue;
		if (visitor->until_us <= now_us)
			ask_to_go(visitor);
		else if (visitor->until_us < next_us)
			next_us = visitor->until_us;
	}
	return next_us;
}
