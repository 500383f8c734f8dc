/*
 * The newest head that the board has published, kept outside its state directory. Whoever puts a state
 * directory back from a backup puts all of it back; what lies elsewhere still knows what came after, and with the
 * board's own signature under it.
 *
 * It is written after the journal and never synced: after a power cut it may be behind, which says
 * nothing. Only one that is ahead does.
 */
#ifndef DAEMON_ARCHIVE_WITNESS_H
#define DAEMON_ARCHIVE_WITNESS_H

#include "daemon/archive/published.h"
#include "daemon/base/crypto.h"

struct witness {
	int fd; /* -1: there is none */
};

/* In paths_witness_directory(), a file for each board's key. None is no error, as long as it is said what is wrong. */
void witness_open(struct witness *witness, const struct board_key *key);
void witness_close(struct witness *witness);

/* What was published last; number 0: nothing is known, or it is not signed with the key. */
void witness_read(const struct witness *witness, const struct board_key *key,
		  struct published_head *head);
void witness_write(struct witness *witness, const struct published_head *head);

#endif
