/*
 * Merges the readings of a running daemon and the keys typed meanwhile into one stream, on one
 * clock.
 */
#include "daemon/cli/sensors/table_source.h"

#include "daemon/base/clock.h"
#include "daemon/cli/operator/operator.h"
#include "daemon/referee/recording_head.h"
#include "daemon/table/table.h"
#include "rules/text.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- opening ---- */

static int complain(const struct command *command, const char *why)
{
	fprintf(stderr, "adjutant %s: %s\n", command->name, why);
	return EXIT_MALFORMED;
}

static bool is_played(json_t *status)
{
	const char *phase = json_string_value(json_object_get(status, "phase"));

	return phase && strcmp(phase, "setup") != 0 && strcmp(phase, "over") != 0 &&
	       !json_is_true(json_object_get(status, "paused"));
}

static bool is_stopped(json_t *status)
{
	const char *phase = json_string_value(json_object_get(status, "phase"));

	return phase && strcmp(phase, "stopped") == 0;
}

static int look_at(struct table_source *source, json_t *status)
{
	const char *driver = json_string_value(json_object_get(status, "driver"));

	if (is_stopped(status))
		return complain(source->command,
				"the daemon does not read its board, because it cannot write its "
				"journal; `adjutant status` tells more");
	if (is_played(status))
		return complain(source->command,
				"a game is being played: pause it first, with `adjutant pause`");
	snprintf(source->board.driver, sizeof source->board.driver, "%s",
		 driver ? driver : "unknown");
	return EXIT_FINE;
}

int source_open(struct table_source *source, const struct command *command, const char *state_dir)
{
	static const char request[] = "{\"do\":\"watch\"}\n";
	json_t *status = operator_ask(state_dir, json_pack("{s:s}", "do", "status"));
	int result;

	memset(source, 0, sizeof *source);
	source->command = command;
	source->fd = -1;
	recording_reader_init(&source->reader);
	if (!status)
		return EXIT_MALFORMED;
	result = look_at(source, status);
	json_decref(status);
	if (result != EXIT_FINE)
		return result;
	source->fd = operator_connect(state_dir);
	if (source->fd < 0)
		return EXIT_MALFORMED;
	if (send(source->fd, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request))
		return EXIT_FINE;
	source_close(source);
	return complain(command, "the daemon has hung up");
}

void source_close(struct table_source *source)
{
	if (source->fd >= 0)
		close(source->fd);
	source->fd = -1;
}

/* ---- time ---- */

uint64_t source_now_us(const struct table_source *source)
{
	return source->last_us + (clock_now_us() - source->here_us);
}

/*
 * The frame at the head carries the time of whatever came before it, which may be long ago. Where
 * the daemon's clock is now is known with the first reading after it.
 */
static void stamp(struct table_source *source)
{
	uint64_t now_us = source_now_us(source), told_us = source->input.t_us;

	if (source->begun && !source->joined) {
		source->behind_us = told_us > now_us ? told_us - now_us : 0;
		source->joined = true;
	}
	source->begun = true;
	source->input.t_us = told_us - source->behind_us;
	source->last_us = source->input.t_us;
	source->here_us = clock_now_us();
}

/* ---- the board ---- */

/* Returns what follows the prefix, NULL if the line does not begin with it. */
static const char *after(const char *line, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(line, prefix, length) == 0 ? line + length : NULL;
}

/* Whether that is news. While nothing is known yet, it is only where things stand. */
static bool hear_of_board(struct table_source *source, const char *line)
{
	struct source_board *board = &source->board;
	const char *silent = after(line, RECORDING_BOARD_SILENT);
	const char *sentence = silent ? silent : after(line, RECORDING_BOARD);

	if (!sentence)
		return false;
	board->silent = silent != NULL;
	board->is_over = strcmp(sentence, "ok") == 0;
	if (!board->is_over)
		snprintf(board->trouble, sizeof board->trouble, "%.*s", SOURCE_SENTENCE - 1,
			 sentence);
	return source->begun && board->trouble[0];
}

/* "red tag 04A1B2": it does not matter whose pad it is, nor when a tag has gone. */
static bool hear_of_pad(struct table_source *source, const char *line)
{
	const char *told = after(line, RECORDING_PAD);
	struct text rest = {told, told ? strlen(told) : 0};
	struct tag tag = {0};

	if (!told)
		return false;
	text_take_word(&rest);
	if (!text_is(text_take_word(&rest), "tag") ||
	    !text_hex(rest, TAG_BYTES, tag.id, &tag.length))
		return false;
	source->tap = tag;
	return source->begun;
}

void source_tell_board(FILE *to, const struct source_board *board)
{
	if (board->is_over)
		fprintf(to, "The board answers again.\n");
	else
		fprintf(to, "The daemon says of its board: %s.\n", board->trouble);
}

/* ---- lines ---- */

static bool take_line(struct table_source *source, enum source_event *event)
{
	char *newline = memchr(source->bytes, '\n', source->length);
	size_t length = newline ? (size_t)(newline - source->bytes) : 0;
	enum recording_event what;
	bool news, tapped;

	if (!newline)
		return false;
	what = recording_read(&source->reader, source->bytes, length);
	*newline = '\0';
	news = what == RECORDING_NOTHING && hear_of_board(source, source->bytes);
	tapped = what == RECORDING_NOTHING && hear_of_pad(source, source->bytes);
	source->length -= length + 1;
	memmove(source->bytes, newline + 1, source->length);
	*event = news ? SOURCE_BOARD : tapped ? SOURCE_TAP : SOURCE_QUIET;
	if (what == RECORDING_MALFORMED) {
		fprintf(stderr, "adjutant %s: the daemon says something strange: %s\n",
			source->command->name, source->reader.reason);
		*event = SOURCE_BROKEN;
	}
	if (what == RECORDING_INPUT) {
		source->input = source->reader.input;
		stamp(source);
		*event = SOURCE_INPUT;
	}
	return true;
}

static enum source_event hear(struct table_source *source)
{
	ssize_t count = recv(source->fd, source->bytes + source->length,
			     sizeof source->bytes - source->length, MSG_DONTWAIT);

	if (count > 0) {
		source->length += (size_t)count;
		return SOURCE_QUIET;
	}
	return count < 0 && (errno == EAGAIN || errno == EINTR) ? SOURCE_QUIET : SOURCE_END;
}

/* Typed bytes: only the first letter of a line counts. */
static enum source_event take_key(struct table_source *source)
{
	char c;
	ssize_t count = read(STDIN_FILENO, &c, 1);

	if (count < 0 && errno == EINTR)
		return SOURCE_QUIET;
	if (count <= 0) {
		source->keys_ended = true;
		source->key = 'q';
		return SOURCE_KEY;
	}
	if (c != '\n') {
		if (c != ' ' && c != '\t' && c != '\r' && !source->typed)
			source->typed = c;
		return SOURCE_QUIET;
	}
	source->key = source->typed ? source->typed : '\n';
	source->typed = 0;
	return SOURCE_KEY;
}

/* ---- the next thing ---- */

static enum source_event wait_for(struct table_source *source, int timeout_ms)
{
	struct pollfd fds[] = {
		{.fd = source->fd, .events = POLLIN},
		{.fd = source->keys_ended || !source->begun ? -1 : STDIN_FILENO, .events = POLLIN},
	};
	int ready = poll(fds, 2, timeout_ms);

	if (ready < 0 && errno != EINTR)
		return SOURCE_END;
	if (ready <= 0)
		return SOURCE_QUIET;
	/* keys are few, readings may be a flood */
	return fds[1].revents ? take_key(source) : hear(source);
}

enum source_event source_next(struct table_source *source, int timeout_ms)
{
	uint64_t until_us = clock_now_us() + (uint64_t)timeout_ms * 1000;

	for (;;) {
		uint64_t now_us = clock_now_us();
		enum source_event event;

		while (take_line(source, &event))
			if (event != SOURCE_QUIET)
				return event;
		event = wait_for(source,
				 now_us < until_us ? (int)((until_us - now_us) / 1000) + 1 : 0);
		if (event != SOURCE_QUIET)
			return event;
		if (now_us >= until_us && !memchr(source->bytes, '\n', source->length))
			return SOURCE_QUIET;
	}
}
