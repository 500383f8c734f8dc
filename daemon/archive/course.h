/*
 * The course of a game as the public could follow it, for the proof behind its record: lines by
 * which a person who has kept anything of what the board published can tell whether a record is of
 * that very game.
 *
 *   # run SEQ BOOT                the daemon was started again: its entry, and the id of that run
 *   # fork SEQ NUMBER HASH        the board admitted that it was put back to an earlier state: its entry, and
 *                                 a head that it had published and lost
 *   # committed NUMBER HASH       the head that was shown with the commitments
 *   # heads NUMBER DIGITS ...     every head that was shown, the first with this number, the others
 *                                 following without a gap; 32 digits of each
 *
 * A head is the hash of the entry of something that the public was told, and has the number that
 * this has on the public's topic. Its place in the journal is not published: what lies between two
 * places would show how much a seat had said in private.
 */
#ifndef DAEMON_ARCHIVE_COURSE_H
#define DAEMON_ARCHIVE_COURSE_H

#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "rules/text.h"

enum { COURSE_BYTES = 16 /* of each head */ };

/*
 * Composes the lines of a game, as of an entry and for a version of the proof (2 knows no forks); the caller frees
 * them. Returns 0 or -errno.
 */
int course_compose(struct journal *journal, int64_t game, int64_t until, unsigned version,
		   char **lines, struct trouble *trouble);

/* Whether these are such lines, exactly as they are composed. */
bool course_is_sound(struct text lines);

/* What the lines say. */
struct course {
	bool is_committed;
	uint64_t committed; /* the number of the head that was shown with the commitments */
	uint8_t committed_hash[HASH_SIZE];
	uint64_t first, last; /* numbers of its heads; 0: none */
	uint64_t fork;	      /* the number of a head that was published and lost; 0: none */
	unsigned runs;	      /* how often the daemon was started during the game */
};

void course_read(struct text lines, struct course *course);

enum course_answer {
	COURSE_SAME,	/* this head was shown in this game */
	COURSE_OTHER,	/* another was shown under its number */
	COURSE_NOT_HERE /* none was shown under this number in this game, as far as it is recorded */
};

enum course_answer course_ask(struct text lines, uint64_t number, const uint8_t hash[HASH_SIZE]);
/* Finds a head whose number is not known. */
bool course_has(struct text lines, const uint8_t hash[HASH_SIZE], uint64_t *number);

#endif
