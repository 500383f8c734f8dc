/* Publishes to the spectators' broker while it keeps up, and remembers the state for when it does. */
#include "daemon/seats/feed.h"

#include <stdlib.h>
#include <string.h>

/* messages that the broker may owe us an answer for; those of a broker that hangs are in our memory */
enum { BACKLOG_MAX = 256 };

static void send(struct feed *feed, const char *topic, const char *text, size_t length,
		 bool is_state)
{
	if (!link_is_up(feed->link))
		return; /* it is shown the state when it comes */
	if (link_unacknowledged(feed->link) >= BACKLOG_MAX)
		feed->missed = true;
	else
		link_publish(feed->link, topic, text, length, is_state);
}

/* A view made anew would be ahead of a public that is told with a delay. */
static void keep(struct feed *feed, const char *text, size_t length)
{
	char *kept = realloc(feed->state, length + 1);

	if (!kept)
		return;
	memcpy(kept, text, length);
	feed->state = kept;
	feed->state_length = length;
}

void feed_publish(struct feed *feed, const char *topic, const char *text, size_t length,
		  bool is_state)
{
	if (is_state)
		keep(feed, text, length);
	send(feed, topic, text, length, is_state);
}

void feed_show(struct feed *feed, const char *topic)
{
	feed->missed = false;
	if (feed->state)
		send(feed, topic, feed->state, feed->state_length, true);
}

void feed_caught_up(struct feed *feed, const char *topic)
{
	if (feed->missed && link_unacknowledged(feed->link) == 0)
		feed_show(feed, topic);
}

void feed_finish(struct feed *feed)
{
	free(feed->state);
}
