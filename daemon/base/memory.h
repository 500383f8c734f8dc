/*
 * Shortage of memory in JSON. A JSON object that ran short of memory while it was made is not an
 * error that each of its makers checks: it is counted here, and what must not go out by halves asks
 * for the count before it lets anything go (daemon/session/batch.h).
 */
#ifndef DAEMON_BASE_MEMORY_H
#define DAEMON_BASE_MEMORY_H

/* Counts from now on; to be called before the first JSON value is made. */
void memory_watch_json(void);

/* How often there was no memory for a JSON value since then. */
unsigned memory_json_shortages(void);

#endif
