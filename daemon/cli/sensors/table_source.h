/*
 * What a table says, for commands that watch one: the readings of a running adjutantd as they come,
 * with the keys that are typed meanwhile, or those of a recording at once. No hardware is opened:
 * whatever the daemon reads, these commands can watch.
 *
 * A daemon's clock is not ours. What comes from it is put on a clock that goes on while nothing
 * comes: source_now_us().
 */
#ifndef DAEMON_CLI_SENSORS_TABLE_SOURCE_H
#define DAEMON_CLI_SENSORS_TABLE_SOURCE_H

#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/recording.h"
#include "daemon/referee/referee.h"
#include "daemon/table/table.h"

#include <stdio.h>

enum source_event {
	SOURCE_INPUT, /* source.input */
	SOURCE_KEY,   /* a line was typed: its first letter is in source.key, '\n' if it is empty */
	SOURCE_TAP,   /* a tag has come to a pad beside the board: source.tap */
	SOURCE_BOARD, /* the daemon says something new of its board: source.board */
	SOURCE_QUIET, /* nothing within the time */
	SOURCE_END,   /* the daemon has gone */
	SOURCE_BROKEN /* something came that cannot be understood; that has been said */
};

enum { SOURCE_BYTES = 8192, SOURCE_DRIVER = 16, SOURCE_SENTENCE = 256 };

/* How the daemon's board is doing. */
struct source_board {
	char driver[SOURCE_DRIVER];
	char trouble[SOURCE_SENTENCE]; /* the last that it told, "" if never any */
	bool is_over;		       /* it has been mended */
	bool silent;		       /* because of it the board cannot be read */
};

struct table_source {
	const struct command *command;
	int fd;
	bool keys_ended;
	char key;
	struct input input;
	struct tag tap;
	struct recording_reader reader;
	struct source_board board;

	bool begun;	  /* the head has come */
	bool joined;	  /* and something after it: the clocks are one */
	uint64_t last_us; /* of the last input ... */
	uint64_t here_us; /* ... and when that was here */
	uint64_t behind_us;
	char typed; /* the first letter of the line that is being typed, 0: none yet */
	size_t length;
	char bytes[SOURCE_BYTES];
};

/*
 * Begins to listen to the daemon with its state in this directory, or in the default one. Returns
 * EXIT_FINE; or EXIT_MALFORMED after having said why not, for instance because a game is being
 * played. The first event is then a frame, with which the state of the board is known; keys are not
 * read before it.
 */
int source_open(struct table_source *source, const struct command *command, const char *state_dir);
void source_close(struct table_source *source);

/* Waits so long at most. When the end of the keys has been reached, it is as if 'q' were typed. */
enum source_event source_next(struct table_source *source, int timeout_ms);

uint64_t source_now_us(const struct table_source *source);

/* what the daemon says of its board, for people: a line */
void source_tell_board(FILE *to, const struct source_board *board);

/* ---- recordings ---- */

struct recorded {
	struct referee_options options; /* edition and sensors */
	struct input *inputs;		/* readings only; freed by the caller */
	size_t count;
};

/* Returns EXIT_FINE, or EXIT_MALFORMED after having said why not. */
int recorded_load(struct recorded *recorded, const struct command *command, const char *path);

#endif
