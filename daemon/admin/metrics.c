/*
 * Writes the Prometheus metrics: what the public has been told of the game, and the health of the
 * daemon. Nothing here moves when a piece is lifted or a seat speaks.
 */
#define _GNU_SOURCE /* for open_memstream() with glibc's older headers */
#include "daemon/admin/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void figure(FILE *to, const char *name, const char *type, const char *help, uint64_t value)
{
	fprintf(to, "# HELP adjutant_%s %s\n# TYPE adjutant_%s %s\nadjutant_%s %" PRIu64 "\n", name,
		help, name, type, name, value);
}

static bool is_ok(json_t *status, const char *key)
{
	const char *value = json_string_value(json_object_get(status, key));

	return value && value[0] == 'o' && value[1] == 'k' && value[2] == '\0';
}

static uint64_t resident_bytes(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	unsigned long size = 0, resident = 0;

	if (!file)
		return 0;
	if (fscanf(file, "%lu %lu", &size, &resident) != 2)
		resident = 0;
	fclose(file);
	return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Readers of this are the public: they learn nothing earlier than spectators do. */
static void game_figures(FILE *to, const struct publisher_shown *shown)
{
	figure(to, "game", "gauge", "Number of the game, as the public was last told.",
	       (uint64_t)shown->game);
	figure(to, "plies", "gauge", "Actions played in it, likewise.", (uint64_t)shown->plies);
	figure(to, "paused", "gauge", "1 while the game is paused, likewise.", shown->paused);
}

static void health_figures(FILE *to, struct session *session)
{
	json_t *status = session_status(session);

	figure(to, "storage_ok", "gauge", "0 while the journal cannot be written.",
	       is_ok(status, "storage"));
	figure(to, "table_ok", "gauge", "0 while the board does not answer.",
	       is_ok(status, "table"));
	figure(to, "failed_lines", "gauge", "Rows and columns of the board that have failed.",
	       json_array_size(json_object_get(status, "failed")));
	json_decref(status);
}

/*
 * This is public. What a seat says and is told, how often and when, is its own affair, so words,
 * events, messages and transactions are not counted here; nor are readings of the board, since
 * lifting a piece and putting it back is not public, or not yet.
 */
static void traffic_figures(FILE *to, const struct session_counts *session,
			    const struct publisher_counts *publisher)
{
	figure(to, "failed_commits_total", "counter", "Transactions that failed.",
	       session->refused_commits);
	figure(to, "forged_total", "counter", "Words in boxes that did not open.",
	       publisher->forged);
	figure(to, "malformed_total", "counter", "Messages that made no sense.",
	       publisher->malformed);
	figure(to, "flooding_total", "counter", "Words that came too fast.", publisher->flooding);
}

static void broker_figures(FILE *to, const struct metrics_broker *players,
			   const struct metrics_broker *spectators)
{
	figure(to, "broker_up", "gauge", "1 while the players' broker is connected.",
	       players->is_up);
	figure(to, "broker_starts_total", "counter", "How often the players' broker was started.",
	       players->starts);
	figure(to, "spectators_up", "gauge", "1 while the spectators' broker is connected.",
	       spectators->is_up);
	figure(to, "spectators_starts_total", "counter",
	       "How often the spectators' broker was started.", spectators->starts);
}

char *metrics_text(struct session *session, const struct publisher *publisher,
		   const struct metrics_broker *players, const struct metrics_broker *spectators,
		   uint64_t since_us)
{
	char *text = NULL;
	size_t length;
	FILE *to = open_memstream(&text, &length);

	if (!to)
		return NULL;
	game_figures(to, publisher_shown(publisher));
	health_figures(to, session);
	traffic_figures(to, session_counts(session), publisher_counts(publisher));
	broker_figures(to, players, spectators);
	figure(to, "uptime_seconds", "gauge", "Since the daemon began.", since_us / 1000000);
	figure(to, "resident_bytes", "gauge", "Memory of the daemon.", resident_bytes());
	fclose(to);
	return text;
}
