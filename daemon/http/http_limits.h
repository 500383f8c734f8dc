/*
 * Who is connected to the web server, and until when that is tolerated. libmicrohttpd closes
 * connections on which nothing moves; here are the rules it does not have: a request must be
 * complete within a time however busily its bytes trickle in, and when there are too many
 * connections it is the one nearest to the end of its time that goes, not the newcomer.
 */
#ifndef DAEMON_HTTP_HTTP_LIMITS_H
#define DAEMON_HTTP_HTTP_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	VISITORS_MAX = 256,	   /* forty phones that all load a page, six connections each */
	VISITORS_SAME_MAX = 192,   /* from one address, which may be a whole club's */
	VISITORS_LEAVING_MAX = 64, /* asked to go but not yet gone */
	VISITORS_PLACES = VISITORS_MAX + VISITORS_LEAVING_MAX
};

struct visitor {
	bool present, leaving;
	int fd;		  /* libmicrohttpd's */
	uint32_t address; /* IPv4, as the network has it */
	uint64_t until_us;
};

struct http_limits {
	struct visitor places[VISITORS_PLACES];
	unsigned count, peak; /* now, and at most since somebody has set it back */
};

/* Asks others to go if there are too many. NULL if there is no place at all. */
struct visitor *http_limits_enter(struct http_limits *limits, int fd, uint32_t address,
				  uint64_t until_us);
void http_limits_leave(struct http_limits *limits, struct visitor *visitor);

/* Asks those to go whose time is over. Returns when the next one's is; TIME_NEVER if there is none.
 */
uint64_t http_limits_check(struct http_limits *limits, uint64_t now_us);

#endif
