/* Private to the files that compose a record: the record as far as it is written. */
#ifndef DAEMON_ARCHIVE_RECORD_WRITER_INSIDE_H
#define DAEMON_ARCHIVE_RECORD_WRITER_INSIDE_H

#include "daemon/archive/game_log.h"
#include "daemon/archive/record_writer.h"
#include "daemon/base/trouble.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/square.h"

struct composing {
	const struct game_log *game_log;
	struct trouble *trouble;
	FILE *to; /* NULL: nothing is written */
	struct ending *ending;
	const char *rows[SIDE_COUNT]; /* set-ups, or positions of a study; NULL before they come */
	bool is_study, begun, later;
	struct game start; /* how this part began */
	size_t *plays;	   /* of this part: which facts, without those taken back */
	size_t play_count;
	size_t fact;	   /* the one being looked at */
	size_t correction; /* the first fact of the one that is under way */
	bool correcting;
};

/* ---- record_part.c ---- */
void record_part_put(const struct composing *composing, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void record_part_write_head(const struct composing *composing);
void record_part_write(const struct composing *composing); /* all but a result */

/* ---- record_follow.c ---- */
/* The beginning of the game, of what was prepared. */
bool record_follow_begin(struct composing *composing, enum side to_move);
/* Plays what the part has, from its beginning; false if the rules do not allow it. */
bool record_follow_part(const struct composing *composing, struct game *game);
/* One of the arbiter's corrections. */
void record_follow_correction(struct game *game, const struct fact *fact);

#endif
