/*
 * A resumed referee beside a living one, for tests: made of the living one's facts and saved state
 * alone, given the same inputs in a time base of its own, and compared with it at every step.
 */
#ifndef TESTS_SUPPORT_TABLE_BESIDE_H
#define TESTS_SUPPORT_TABLE_BESIDE_H

#include "daemon/referee/referee_resume.h"
#include "daemon/referee/referee_state.h"

enum {
	BESIDE_FACTS = 4096,
	BESIDE_OUTPUTS = 1024 /* of one input */
};

struct heard {
	struct output list[BESIDE_OUTPUTS];
	unsigned count;
};

struct beside {
	struct referee prepared; /* for the game, before any input */
	char facts[BESIDE_FACTS][FACT_SIZE];
	unsigned fact_count;
	char saved[REFEREE_STATE_SIZE]; /* the latest that a daemon would have written */
	struct heard living, resumed;	/* of the present input */
	struct referee referee;		/* the resumed one, if there is one */
	bool is_there;
	uint64_t cut_us, base_us; /* what is cut_us for the living one is base_us for the other */
	const char *wrong;	  /* the first error found, NULL if none */
};

/* the living one is ready for its first input */
void beside_begin(struct beside *beside, const struct referee *living);

/* for each output of the living one, and after each of its inputs */
void beside_hear(struct beside *beside, const struct output *output);
void beside_follow(struct beside *beside, const struct referee *living, const struct input *input);

/*
 * The power is cut now, in the living one's time; the restart is its next input. `lazily`: only
 * what a daemon would have saved is there, which without clocks must be enough.
 */
void beside_resume(struct beside *beside, const struct referee *living, bool lazily,
		   uint64_t base_us);

/* prints both sides' outputs and states */
void beside_tell(const struct beside *beside, const struct referee *living);

#endif
