/*
 * How a table is read, as the lines at the head of a recording: sensors, timings and clock. The
 * same lines go into the journal with each game, so that it goes on as it began whatever is
 * configured meanwhile.
 */
#ifndef DAEMON_REFEREE_RECORDING_HEAD_H
#define DAEMON_REFEREE_RECORDING_HEAD_H

#include "daemon/referee/referee.h"

enum { RECORDING_HEAD_SIZE = 512 };

/* "option settle-ms 800" ... "sensors reed", each with its newline */
void recording_head_format(const struct referee_options *options, struct out *out);

/*
 * The state of the board, as the daemon reports it to those who watch: a sentence, or "ok". After
 * RECORDING_BOARD_SILENT the board cannot be read until that is mended. A comment in recordings.
 */
#define RECORDING_BOARD "# board: "
#define RECORDING_BOARD_SILENT "# board silent: "

/* false if a line makes no sense */
bool recording_head_read(struct referee_options *options, const char *lines);

/*
 * A word as a recording may hold it: what would give a rank or a hidden card away becomes an
 * asterisk.
 */
void recording_hide_word(const char *word, struct out *out);

#endif
