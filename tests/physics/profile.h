/*
 * How people are: four kinds of hands and habits, and a fifth whose numbers are drawn for each
 * player of each game. README.md says where the numbers are from.
 */
#ifndef TESTS_PHYSICS_PROFILE_H
#define TESTS_PHYSICS_PROFILE_H

#include "tests/property/chance.h"

enum attack_style {
	ATTACK_SIDE,	   /* touched from the side */
	ATTACK_PUSH,	   /* pushed */
	ATTACK_TOP,	   /* clacked on its top */
	ATTACK_LIFT_OWN,   /* own piece lifted, then the other */
	ATTACK_LIFT_ENEMY, /* the other way round */
	ATTACK_SHOWN,	   /* the owner lifts the piece attacked */
	ATTACK_REPLACE,	   /* own piece put in its place */
	ATTACK_BACK,	   /* touched, and back to the own square */
	ATTACK_AWAITED,	   /* the owner lifts the piece attacked before the other has come */
	ATTACK_LEANT,	   /* set down on the way, against the piece attacked */
	ATTACK_TAKEN, /* the piece attacked is taken first, then the own one put in its place */
	ATTACK_STYLES
};
extern const char *const attack_style_names[ATTACK_STYLES];

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
	double one_hand;    /* takes both pieces of a battle in one hand */
	double linger;	    /* keeps a piece of a battle in the hand for 10-20 s */
	double park;	    /* stands a captured piece on an empty square for a while */
	double consider;    /* takes up another piece first, and puts it back */
	double fiddle;	    /* plays with a piece while the other side thinks */
	double early;	    /* takes up the next piece while the other side still acts */
	double rest;	    /* leaves the hand on a piece that stands where it is meant to */
	double between;	    /* sets a piece down on the line between two squares first */
	double astray;	    /* tries what is illegal, and puts it right */
	double sweep;	    /* a sleeve pushes three pieces */
	double knock;	    /* pushes a piece off its place, and has it put back */
	double both_hands;  /* straightens two pieces at once */
	double low_thought; /* thinks with the piece held low over the board */
	double style[ATTACK_STYLES]; /* shares of the ways to attack */
};

enum { PROFILES = 5 };
extern const struct profile profiles[PROFILES];

/* a null pointer if there is none of that name */
const struct profile *profile_find(const char *name);

/* a person of that kind */
struct profile profile_person(const struct profile *kind, struct chance *chance);

#endif
