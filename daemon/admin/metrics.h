/* What Prometheus may read: public facts and health, never anything of a seat. */
#ifndef DAEMON_ADMIN_METRICS_H
#define DAEMON_ADMIN_METRICS_H

#include "daemon/seats/publisher.h"
#include "daemon/session/session.h"

struct metrics_broker {
	bool is_up;
	unsigned starts;
};

/* In Prometheus's text format; freed with free(). */
char *metrics_text(struct session *session, const struct publisher *publisher,
		   const struct metrics_broker *players, const struct metrics_broker *spectators,
		   uint64_t since_us);

#endif
