/* What Prometheus may read: public facts and health, never anything of a seat. */
#ifndef DAEMON_METRICS_H
#define DAEMON_METRICS_H

#include "daemon/herald.h"
#include "daemon/session.h"

/* In Prometheus's text format; freed with free(). */
char *metrics_text(struct session *session, const struct herald *herald, bool broker_is_up,
		   unsigned broker_starts, uint64_t since_us);

#endif
