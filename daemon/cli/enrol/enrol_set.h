/*
 * A set of pieces whose tags are being learnt: which piece is asked for, which tags lie on the
 * board and what they are. All pieces of one kind are asked for at once, on any squares, and may
 * stay where they are: for a large army that is a dozen steps and no looking up of squares. Pure;
 * time is an input.
 *
 * Tags are watched as long as they lie there: one that keeps getting lost is worn out.
 */
#ifndef DAEMON_CLI_ENROL_ENROL_SET_H
#define DAEMON_CLI_ENROL_ENROL_SET_H

#include "daemon/cli/sensors/seen_tags.h"
#include "daemon/referee/referee.h"
#include "daemon/table/table.h"
#include "rules/piece.h"
#include "rules/square.h"

enum {
	ENROL_TAGS = 160,	 /* that can be seen in one go, those of other sets included */
	ENROL_AWAY_US = 1000000, /* one that was not seen for so long was taken away */
	ENROL_WORN_GAPS = 3,
	ENROL_WORN_PERCENT = 5 /* of the time that it lay there */
};

struct enrol_tag {
	struct tag tag;
	uint8_t side, piece; /* PIECE_NONE: not enrolled */
	uint16_t batch;	     /* with which it was; 0: it was known before */

	/* where it is seen */
	uint8_t places; /* on how many squares */
	uint8_t sq;	/* the last one, SQ_OFF_BOARD if it was never seen */
	bool tapped;	/* it was held to a pad, and is not enrolled since */
	uint16_t arrival;
	uint64_t since_us;	     /* that it is seen, or is not */
	uint64_t seen_us, unseen_us; /* while it lay there */
	uint32_t gaps;
};

/* what is asked for */
struct enrol_step {
	uint8_t side, piece;
	unsigned wanted;
};

struct enrol {
	uint8_t edition;
	uint64_t t_us;
	uint16_t batch, arrivals;
	unsigned count;
	struct enrol_tag tags[ENROL_TAGS];
	struct seen_tags seen;
	bool passed[SIDE_COUNT][PIECE_KINDS];		       /* not asked for again */
	struct enrol_step taken[SIDE_COUNT * PIECE_KINDS + 1]; /* by batch: each ends a step */
};

enum enrol_notice {
	ENROL_NOTHING,
	ENROL_NEW,   /* a tag that belongs to no piece yet */
	ENROL_KNOWN, /* one that does was laid down */
	ENROL_TWIN,  /* one is seen on two squares that do not touch */
	ENROL_FULL   /* too many tags */
};

enum enrol_answer { ENROL_TAKEN, ENROL_TOO_FEW, ENROL_TOO_MANY };

void enrol_init(struct enrol *enrol, unsigned edition);

/* A piece that is known from before. NULL, or the one that has this tag already. */
const struct enrol_tag *enrol_add(struct enrol *enrol, const struct tag *tag, enum side side,
				  enum piece piece);
/* whether another can be added */
bool enrol_has_room(const struct enrol *enrol);

/* false if nothing is left to ask for */
bool enrol_next(const struct enrol *enrol, struct enrol_step *step);

/* A tag's reading is told; `about` becomes the tag that the notice is about. */
enum enrol_notice enrol_input(struct enrol *enrol, const struct input *input,
			      const struct enrol_tag **about);
void enrol_time(struct enrol *enrol, uint64_t t_us);
/* A piece was held to a pad: it counts as lying there until it is taken. */
enum enrol_notice enrol_tap(struct enrol *enrol, const struct tag *tag,
			    const struct enrol_tag **about);

/* tags that lie on the board and are not enrolled, by their arrival; returns how many there are */
unsigned enrol_strangers(const struct enrol *enrol, const struct enrol_tag *list[ENROL_TAGS]);

/* "They lie there." */
enum enrol_answer enrol_take(struct enrol *enrol);
/* "Those that are here, and no more": the first of them, if there are too many. */
void enrol_take_some(struct enrol *enrol);
/* back before the last that were taken; false if there are none */
bool enrol_undo(struct enrol *enrol);

/* how many pieces are enrolled, and how many the edition needs */
unsigned enrol_done(const struct enrol *enrol);
unsigned enrol_missing(const struct enrol *enrol);

bool enrol_is_worn(const struct enrol *enrol, const struct enrol_tag *tag);

#endif
