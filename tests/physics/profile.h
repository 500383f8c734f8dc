/* How people are: four kinds of hands and habits. README.md says where the numbers are from. */
#ifndef TESTS_PHYSICS_PROFILE_H
#define TESTS_PHYSICS_PROFILE_H

/* lengths in mm, times in seconds, angles in degrees, the rest are probabilities */
struct profile {
	const char *name;
	/* hands */
	double pace;	   /* of every motion; 1 is Fitts' law as it was measured */
	double scatter_mm; /* deviation along x and y of a piece that is set down */
	double tremor_mm;
	double lean_deg;	     /* deviation of a held piece from upright */
	double lift_s[2];	     /* least and most */
	double height_mm[2];	     /* of a carried piece */
	double low, low_mm[2];	     /* carried low, and how low */
	double slide, slide_mm_s[2]; /* slid along the board, and how fast */
	double nudge, nudge_mm[2];   /* a neighbour is pushed on the way, and how far */
	/* habits */
	double ponder_s;    /* median of the time before a move */
	double hold;	    /* thinks with the piece in the hand */
	double second;	    /* thinks again after setting down */
	double straighten;  /* straightens a piece while nothing is going on */
	double quick;	    /* answers before the referee has spoken */
	double eager;	    /* begins the next turn while a battle is being cleared up */
	double detour;	    /* sets a piece down where it does not belong after a battle */
	double says_attack; /* names the target on the handheld at once */
	double done;	    /* presses Done after a move */
	double heed_s;	    /* median of the time until a handheld is looked at */
};

enum { PROFILES = 4 };
extern const struct profile profiles[PROFILES];

/* a null pointer if there is none of that name */
const struct profile *profile_find(const char *name);

#endif
