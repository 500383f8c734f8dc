/*
 * The set of pieces that belongs to a board that reads tags: STATE/pieces, as `adjutant enrol`
 * writes it. First line "adjutant-pieces 1", then lines "tag UID COLOUR CODE" as in game records.
 * The numbers reveal the ranks: only the owner may read the file, like the journal.
 */
#ifndef DAEMON_MATCH_PIECES_H
#define DAEMON_MATCH_PIECES_H

#include "daemon/base/trouble.h"
#include "daemon/referee/referee.h"
#include "daemon/table/table.h"
#include "rules/record.h"

/*
 * The tag lines of the set, checked, freed by the caller: no tag twice, no more than a table can
 * hold. Returns 0; -ENOENT if nothing was enrolled; or -errno with a sentence that names file, line
 * and tag, but no rank.
 */
int pieces_read(const char *state_dir, char **lines, struct trouble *trouble);

/*
 * The same for a virtual table: both armies of an edition, with numbers never seen before, in an
 * order that reveals nothing. NULL if memory ran out.
 */
char *pieces_make_up(unsigned edition);

/* The tags of such lines; returns how many. Those from the first line on that makes no sense are left out. */
unsigned pieces_list(const char *lines, struct record_tag set[TABLE_TAGS]);

/* Adds the tags to a referee that is prepared; false if a line makes no sense. */
bool pieces_add(struct referee *referee, const char *lines);

#endif
