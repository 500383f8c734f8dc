/*
 * How a table is read, as the lines at the head of a recording: sensors, timings and clock. The
 * same lines are written to the journal with each game, so that it continues as it began even if
 * the configuration changes meanwhile.
 */
#ifndef DAEMON_REFEREE_RECORDING_HEAD_H
#define DAEMON_REFEREE_RECORDING_HEAD_H

#include "daemon/referee/referee.h"
#include "rules/text.h"

enum { RECORDING_HEAD_SIZE = 512 };

/* "option settle-ms 800" ... "sensors reed", each with its newline */
void recording_head_format(const struct referee_options *options, struct out *out);

/*
 * The state of the board, as the daemon reports it to clients that watch: a sentence, or "ok".
 * After RECORDING_BOARD_SILENT the board cannot be read until that is mended. A comment in
 * recordings.
 */
#define RECORDING_BOARD "# board: "
#define RECORDING_BOARD_SILENT "# board silent: "
/* A tag at a pad beside the board, "red tag 04A1B2" or "red untag 04A1B2": likewise. */
#define RECORDING_PAD "# pad: "

/* false if a line makes no sense */
bool recording_head_read(struct referee_options *options, const char *lines);

/*
 * A word as a recording may hold it: what would reveal a rank or a hidden card becomes an asterisk. While a game is
 * going on so does a card that is announced: it may yet be taken back into the hand.
 */
void recording_hide_word(const char *word, bool is_over, struct out *out);

#endif
