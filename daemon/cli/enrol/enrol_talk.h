/* What `adjutant enrol` says to the person who lays the pieces down. */
#ifndef DAEMON_CLI_ENROL_ENROL_TALK_H
#define DAEMON_CLI_ENROL_ENROL_TALK_H

#include "daemon/cli/enrol/enrol_set.h"
#include "daemon/cli/sensors/table_source.h"

#include <stdio.h>

struct enrol_talk {
	FILE *to;
	bool keys;	       /* there is a keyboard */
	bool pads;	       /* pieces are held to a pad, one by one */
	bool bar;	       /* it is a terminal: one line changes as pieces come */
	unsigned count, batch; /* as shown last */
};

void talk_init(struct enrol_talk *talk, FILE *to, bool keys);

/* the next pieces */
void talk_ask(struct enrol_talk *talk, const struct enrol *set);
/* how many lie there, if that is news */
void talk_progress(struct enrol_talk *talk, const struct enrol *set);
/* what a reading of this square led to */
void talk_notice(struct enrol_talk *talk, enum enrol_notice notice, const struct enrol_tag *tag,
		 unsigned sq);
/* why the pieces on the board were not taken */
void talk_refusal(struct enrol_talk *talk, const struct enrol *set, enum enrol_answer answer);
/* what the daemon says of its board */
void talk_board(struct enrol_talk *talk, const struct source_board *board);
/* how it ended, with tags that are worn out or belong to no piece */
void talk_end(struct enrol_talk *talk, const struct enrol *set);

#endif
