/*
 * A board with pieces: where every magnet is, and what the sensors under the squares say of it.
 *
 * Pieces are put anywhere in space by surface_put(); surface_scan() looks at the sensors as a
 * controller does, mostly 500 times a second, one row after the other.
 */
#ifndef TESTS_PHYSICS_SURFACE_H
#define TESTS_PHYSICS_SURFACE_H

#include "rules/square.h"
#include "tests/physics/reed.h"

#define SQUARE_MM 40.0
#define PIECE_MM 24.0	     /* the side of a base */
#define PIECE_TALL_MM 38.0   /* with what shows its rank */
#define SURFACE_SCAN_S 0.002 /* between two looks at a contact, if nothing else is said */
#define SURFACE_ROW_S 0.0002 /* from row to row in a scan */
#define SURFACE_POLL_S 0.06  /* between two looks at an antenna */

enum { PIECES_MAX = 80, SURFACE_REACH = 2, SURFACE_NEAR = 25 };

/* antennas under the squares, each looked at in turn */
struct antenna_lot {
	double reach_mm;  /* from the middle of the square, with the tag on the board */
	double height_mm; /* over the middle */
	double missed;	  /* share of looks that fail though the tag is in reach */
};

struct surface_kind {
	const char *name;
	bool reeds, antennas;
	struct magnet magnet;
	double strength_least, strength_most; /* of a piece's magnet, as a share of its rating */
	struct reed_lot lot;
	struct antenna_lot antenna;
	double scan_s;	    /* between two looks at a contact; 0: SURFACE_SCAN_S */
	double debounced_s; /* the controller reports what has lasted so long */
	bool drawn;	    /* the numbers are drawn anew for each game */
};

enum { SURFACE_KINDS = 11 };
extern const struct surface_kind surface_kinds[SURFACE_KINDS];

struct body {
	struct vec at;	 /* the middle of its underside */
	struct vec axis; /* upwards if it stands straight */
	double strength;
	bool off; /* the board, in the box */
	unsigned near_count;
	uint8_t near_sq[SURFACE_NEAR];
	double near_at[SURFACE_NEAR]; /* what it does to those reeds */
};

/* where a tag is seen, SQ_OFF_BOARD if nowhere, and looks in which it was not found there lately */
struct sighting {
	uint8_t sq, missed;
};

enum { SIGHTINGS = 2 };

/* a sensor has changed: for a tag the piece, else PIECES_MAX */
typedef void surface_sink(void *context, double t_s, unsigned sq, unsigned piece, bool seen);

struct surface {
	struct surface_kind kind;
	enum board_id id;
	double looked_s; /* at the contacts, for the last time */
	double differs_s
		[SQ_COUNT]; /* since when a contact differs from what was reported; 0: not */
	bool reported[SQ_COUNT];
	struct chance chance;
	struct field field;
	struct reed reeds[SQ_COUNT];
	double at[SQ_COUNT]; /* ampere-turns */
	struct bits stirred; /* their field has changed, or their blades are not at rest */
	struct body pieces[PIECES_MAX];
	unsigned piece_count;
	struct sighting sightings[PIECES_MAX][SIGHTINGS];
};

const struct surface_kind *surface_kind_find(const char *name);

/* the same, or if its numbers are drawn, a board on which pieces that stand are seen */
struct surface_kind surface_kind_board(const struct surface_kind *kind, struct chance *chance);

void surface_init(struct surface *surface, const struct surface_kind *kind, enum board_id id,
		  uint64_t seed);

struct vec surface_middle(unsigned sq);
unsigned surface_square(struct vec at); /* the nearest; it may be off the board */

/* a new piece on a square, at its middle; returns its number */
unsigned surface_add(struct surface *surface, unsigned sq);

/* a piece is at this point, leaning by so much in radians */
void surface_put(struct surface *surface, unsigned piece, struct vec at, double lean_x,
		 double lean_y);
void surface_take_off(struct surface *surface, unsigned piece);

/* reports what has changed since the scan before */
void surface_scan(struct surface *surface, double t_s, surface_sink *sink, void *context);

bool surface_contact(const struct surface *surface, unsigned sq);

/* whether a sensor of the square reports the piece */
bool surface_sees(const struct surface *surface, unsigned sq, unsigned piece);

#endif
