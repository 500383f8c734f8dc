/*
 * The control socket: STATE/control.sock, for the operator on this machine (mode 0600). One JSON
 * object a line in, one a line out. Two requests turn the connection into a stream, which lasts until
 * the other end closes:
 *   {"do":"record"}   what the referee hears of this game, after the answer, which has the game and
 *                     the last entry of the journal. When another game begins the stream ends, with
 *                     a line that says so.
 *   {"do":"watch"}    what the sensors say, as a recording that begins now, with the table as it
 *                     stands; whatever is played. How the board is doing comes in comments
 *                     (RECORDING_BOARD), at the head and whenever it changes; so do tags at its
 *                     pads (RECORDING_PAD).
 */
#ifndef DAEMON_ADMIN_CONTROL_H
#define DAEMON_ADMIN_CONTROL_H

#include "daemon/base/loop.h"

#include <jansson.h>

struct control;

struct control_events {
	void *owner;
	json_t *(*request)(void *owner, json_t *request); /* the answer becomes control's */
	json_t *(*record)(void *owner);	  /* where in the journal the stream begins; likewise */
	char *(*table_head)(void *owner); /* the first lines of a recording; freed with free() */
};

/* Returns 0 or -errno after having logged why. */
int control_create(struct control **control, struct loop *loop, const char *state_dir,
		   const struct control_events *events);
void control_destroy(struct control *control);

/* the last line of {"do":"record"}, if it ends because another game is on the table */
#define CONTROL_NEXT_GAME "next-game"

/* a line for everyone who records; for everyone who watches */
void control_record(struct control *control, const char *line);
void control_watch(struct control *control, const char *line);
/* another game is on the table */
void control_end_recordings(struct control *control);

#endif
