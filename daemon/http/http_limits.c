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

static unsigned count_of(const struct http_limits *limits, uint32_t address)
{
	unsigned count = 0;

	for (unsigned i = 0; i < VISITORS_PLACES; i++)
		count += stays(&limits->places[i]) && limits->places[i].address == address;
	return count;
}

/* Closes the connection of this address that is nearest to its time limit. */
static void close_one_of(struct http_limits *limits, uint32_t address)
{
	struct visitor *first = NULL;

	for (unsigned i = 0; i < VISITORS_PLACES; i++) {
		struct visitor *visitor = &limits->places[i];

		if (stays(visitor) && visitor->address == address &&
		    (!first || visitor->until_us < first->until_us))
			first = visitor;
	}
	if (first)
		ask_to_go(first);
}

/*
 * The address that has most connections gives way. If only time limits decided, slow readers, who have more
 * time than a newcomer, would stay, and a phone's connections would close each other.
 */
void http_limits_give_way(struct http_limits *limits)
{
	uint32_t crowded = 0;
	unsigned most = 0;

	for (unsigned i = 0; i < VISITORS_PLACES; i++) {
		const struct visitor *visitor = &limits->places[i];
		unsigned count = stays(visitor) ? count_of(limits, visitor->address) : 0;

		if (count > most) {
			most = count;
			crowded = visitor->address;
		}
	}
	if (most > 0)
		close_one_of(limits, crowded);
}

static unsigned count_staying(const struct http_limits *limits)
{
	unsigned count = 0;

	for (unsigned i = 0; i < VISITORS_PLACES; i++)
		count += stays(&limits->places[i]);
	return count;
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
	if (count_of(limits, address) >= VISITORS_SAME_MAX)
		close_one_of(limits, address);
	if (count_staying(limits) >= VISITORS_MAX)
		http_limits_give_way(limits);
	*visitor = (struct visitor){
		.present = true, .fd = fd, .address = address, .until_us = until_us};
	if (++limits->count > limits->peak)
		limits->peak = limits->count;
	return visitor;
}

void http_limits_leave(struct http_limits *limits, struct visitor *visitor)
{
	limits->count--;
	limits->left = true;
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
