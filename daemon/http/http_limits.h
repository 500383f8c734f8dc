/*
 * Limits the connections to the web server. libmicrohttpd closes idle ones; these are the rules
 * that it lacks: a request must be complete within a time however slowly its bytes trickle in, and
 * if there are too many connections, the address that has most of them loses the one nearest to its
 * time limit; the newcomer stays.
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
	unsigned count, peak; /* now, and the maximum since it was last reset */
	bool left;	      /* a connection has ended since it was last reset */
};

/* Closes others if there are too many. NULL if there is no room at all. */
struct visitor *http_limits_enter(struct http_limits *limits, int fd, uint32_t address,
				  uint64_t until_us);
/* Closes one, whatever their number: descriptors are short. */
void http_limits_give_way(struct http_limits *limits);
void http_limits_leave(struct http_limits *limits, struct visitor *visitor);

/*
 * Closes those whose time is over. Returns when the next one's will be; TIME_NEVER if there is
 * none.
 */
uint64_t http_limits_check(struct http_limits *limits, uint64_t now_us);

#endif
