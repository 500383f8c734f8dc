/* Private to the files that compose a record: the record as far as it is written. */
#ifndef DAEMON_ARCHIVE_RECORD_WRITER_INSIDE_H
#define DAEMON_ARCHIVE_RECORD_WRITER_INSIDE_H

#include "daemon/archive/record_writer.h"
#include "rules/record.h"

/* A game with the piles and hands, which it keeps to itself. */
struct course {
	struct game game;
	struct card_stock stocks[SIDE_COUNT];
};

struct composing {
	const struct game_log *game_log;
	struct trouble *trouble;
	FILE *to; /* NULL: nothing is written */
	struct ending *ending;
	struct text rows[SIDE_COUNT]; /* set-ups, or positions of a study */
	bool is_study, begun, later;
	struct course start; /* how this part began */
	size_t *plays;	     /* of this part: which facts, without those taken back */
	size_t play_count;
	size_t fact;	   /* the one being looked at */
	size_t correction; /* the first fact of the one that is under way */
	bool correcting;
};

/* "play COLOUR ACTION = OUTCOME A D": whose, what, and what came of it (empty without a battle) */
bool play_split(const char *fact, enum side *side, struct text *words, struct text *battle);

/* ---- finished_part.c ---- */
void part_put(const struct composing *composing, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void part_write_head(const struct composing *composing);
void part_write(const struct composing *composing); /* all but a result */

/* ---- finished_follow.c ---- */
/* The beginning of the game, of what was prepared. */
bool follow_begin(struct composing *composing, enum side to_move);
/* Plays what the part has, from its beginning; false if the rules do not allow it. */
bool follow_part(const struct composing *composing, struct course *course);
/* One of the arbiter's corrections; false if it makes no sense. */
bool follow_correction(struct game *game, const char *fact);

#endif
