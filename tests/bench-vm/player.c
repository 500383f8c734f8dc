/*
 * Two people at a real table: player TABLE STATE TAPE, or - for standard input
 *
 * Does what is on a tape at the time it says, the first line at once. A tape is a recording (see
 * adjutant(1)) with a few words more. Words that are said go to the daemon with its state in STATE.
 * `until` waits until the daemon's status has a value: `until phase over`, `until table !ok` (any
 * other), `until table ~newer` (one that has this extended regular expression in it). `run` runs a
 * command. While any of these lasts, time on the tape stands still. Everything else goes to TABLE,
 * line by line.
 *
 * It judges nothing but whether the daemon takes what is said: what the daemon made of it is for
 * others to look up.
 */
#include "daemon/cli/operator/operator.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_SIZE = 512, VALUE_SIZE = 256, PATIENCE_US = 120 * 1000000, POLL_US = 100000 };

struct player {
	int table;
	const char *state;
	uint64_t shift_us; /* the time at which the tape began */
	unsigned line;
};

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void sleep_until(uint64_t t_us)
{
	const struct timespec until = {(time_t)(t_us / 1000000), (long)(t_us % 1000000) * 1000};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
}

/* "red attack e6" */
static bool say(const struct player *player, char *said)
{
	char *word = strchr(said, ' ');
	json_t *answer;

	if (!word)
		return false;
	*word++ = '\0';
	answer = operator_ask(player->state,
			      json_pack("{s:s,s:s,s:s}", "do", "say", "who", said, "word", word));
	json_decref(answer);
	return answer;
}

static bool has_pattern(const char *text, const char *pattern)
{
	regex_t compiled;
	bool found;

	if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	found = regexec(&compiled, text, 0, NULL, 0) == 0;
	regfree(&compiled);
	return found;
}

static bool is_value(const char *now, const char *wanted)
{
	if (wanted[0] == '~')
		return has_pattern(now, wanted + 1);
	return wanted[0] == '!' ? strcmp(now, wanted + 1) != 0 : strcmp(now, wanted) == 0;
}

/* Leaves the value that it has now in `now`. */
static bool has_value(const struct player *player, const char *key, const char *wanted,
		      char now[VALUE_SIZE])
{
	json_t *status = operator_ask(player->state, json_pack("{s:s}", "do", "status"));
	const char *value = json_string_value(json_object_get(status, key));

	snprintf(now, VALUE_SIZE, "%s", value ? value : "nothing");
	json_decref(status);
	return value && is_value(now, wanted);
}

/* "table ok" */
static bool wait_until(const struct player *player, char *condition)
{
	uint64_t end_us = now_us() + PATIENCE_US;
	char *wanted = strchr(condition, ' '), now[VALUE_SIZE];

	if (!wanted)
		return false;
	*wanted++ = '\0';
	while (!has_value(player, condition, wanted, now)) {
		if (now_us() > end_us) {
			fprintf(stderr, "player: waits in vain for %s %s: it is %s\n", condition,
				wanted, now);
			return false;
		}
		sleep_until(now_us() + POLL_US);
	}
	return true;
}

static bool show(const struct player *player, char *line)
{
	size_t length = strlen(line);

	line[length] = '\n';
	return write(player->table, line, length + 1) == (ssize_t)length + 1;
}

/* A line without its time. */
static bool act(struct player *player, char *line)
{
	uint64_t begun_us = now_us();
	bool good;

	if (strncmp(line, "say ", 4) == 0)
		good = say(player, line + 4);
	else if (strncmp(line, "until ", 6) == 0)
		good = wait_until(player, line + 6);
	else if (strncmp(line, "run ", 4) == 0)
		good = system(line + 4) == 0;
	else
		return show(player, line);
	player->shift_us += now_us() - begun_us;
	return good;
}

static bool play(struct player *player, FILE *tape)
{
	char line[LINE_SIZE], *rest;

	for (player->line = 1; fgets(line, sizeof line - 1, tape); player->line++) {
		uint64_t t_us = strtoull(line, &rest, 10);

		line[strcspn(line, "\n")] = '\0';
		if (rest == line || *rest != ' ')
			continue; /* a comment, or the head */
		if (player->shift_us == 0)
			player->shift_us = now_us() - t_us;
		sleep_until(player->shift_us + t_us);
		if (!act(player, rest + 1))
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	struct player player = {.table = -1};
	FILE *tape = argc != 4 ? NULL : strcmp(argv[3], "-") == 0 ? stdin : fopen(argv[3], "r");

	if (!tape) {
		fputs("usage: player TABLE STATE TAPE\n", stderr);
		return 2;
	}
	player.table = open(argv[1], O_WRONLY | O_NOCTTY | O_CLOEXEC);
	player.state = argv[2];
	if (player.table < 0) {
		fprintf(stderr, "player: %s: %s\n", argv[1], strerror(errno));
		return 2;
	}
	if (play(&player, tape))
		return 0;
	fprintf(stderr, "player: %s:%u: that could not be done\n", argv[3], player.line);
	return 1;
}
