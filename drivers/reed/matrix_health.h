/*
 * What can be learnt about a matrix by watching a game: which diodes are missing. Pure; readings
 * and their times are inputs. Contacts that bounce too long are found by the self-test: in play
 * they are debounced, and rate-limited if they flutter.
 *
 * If the diode of a square X leaks, then X, once closed, joins its row and its column: any
 * other closed square in that row and any in that column make the fourth corner of the rectangle
 * look closed, a ghost. Four closed corners alone tell nothing, since four pieces look the same.
 * But:
 *
 * - Three corners closed and the fourth open, for a while, prove the diode of the corner opposite
 *   the open one. In an ordinary game nearly every diode is proved by the time both armies stand.
 * - A ghost comes and goes in the same scan as one of the three others. Two hands do that by
 *   chance now and then, so it counts only if it has happened several times, against a diode that
 *   is not proved. The one that explains most of it is the likeliest.
 *
 * Which of two squares that change together is the ghost cannot be seen from here. A self-test,
 * which knows where pieces stand, can tell.
 */
#ifndef DRIVERS_REED_MATRIX_HEALTH_H
#define DRIVERS_REED_MATRIX_HEALTH_H

#include "rules/bits.h"
#include "rules/square.h"

enum { MATRIX_SUSPECT = 3 }; /* coincidences that make a diode suspect */

struct matrix_health {
	struct bits closed;

	/* changes of one scan */
	struct bits before;
	uint64_t scan_us;
	bool changing;

	struct bits proved; /* diodes */
	bool judged;	    /* what this frame proves has been taken */
	uint16_t suspicions[SQ_COUNT];
};

void matrix_health_init(struct matrix_health *health);
/* a full frame: where things stand, not a change */
void matrix_health_frame(struct matrix_health *health, struct bits closed, uint64_t t_us);
/* a change; those of one scan have times within a millisecond of each other */
void matrix_health_contact(struct matrix_health *health, unsigned sq, bool closed, uint64_t t_us);
/* that it is so late now: what came before is complete */
void matrix_health_time(struct matrix_health *health, uint64_t t_us);

/* the squares whose diodes are most suspect: several if it might be one or another, none if none */
struct bits matrix_health_suspects(const struct matrix_health *health);

#endif
