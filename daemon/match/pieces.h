/*
 * The set of pieces that belongs to a board that reads tags: STATE/pieces, as `adjutant enrol`
 * writes it. First line "adjutant-pieces 1", then lines "tag UID COLOUR CODE" as in game records.
 * The numbers reveal the ranks: only the owner may read the file, like the journal.
 */
#ifndef DAEMON_MATCH_PIECES_H
#define DAEMON_MATCH_PIECES_H

#include "daemon/base/trouble.h"
#include "daemon/referee/referee.h"

/*
 * The tag lines of the set, checked, freed by the caller: no tag twice, no more than a table knows.
 * Returns 0; -ENOENT if nothing was enrolled; or -errno with a sentence that names file, line and
 * tag, but no rank.
 */
int pieces_read(const char *state_dir, char **lines, struct trouble *trouble);

/*
 * The same for pieces that are not of wood: both armies of an edition, with numbers that nobody has
 * seen before, in an order that tells nothing. NULL if there is no memory.
 */
char *pieces_make_up(unsigned edition);

/* Makes the tags known to a referee that is prepared; false if a line makes no sense. */
bool pieces_add(struct referee *referee, const char *lines);

#endif
