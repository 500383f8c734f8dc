/*
 * The kit, put together: the controller and its four tiles with the ribbons between them, as their netlists have it,
 * and what somebody has soldered wrong.
 *
 * Nodes are what is connected by copper. A fault is a line of text; a part of a tile is called by the ribbon's header,
 * J2/D7, and a pin of it J2/D7.1:
 *
 *   lift J2/D7.1            the joint has no contact
 *   short J2/D7.1 J2/D7.2   solder between two pins
 *   swap J1.3 J1.5          two wires are exchanged
 *   turn J2/D7              a part with two pins, or the ribbon of a tile (turn J2), is the other way round
 *   stuck J2/SW7            a reed that never opens
 *   dead J2/SW7, J2/LED7    a reed that never closes, a lamp that does nothing
 */
#ifndef TESTS_NANO_WIRING_H
#define TESTS_NANO_WIRING_H

#include "tests/nano/netlist.h"

enum { WIRING_TILES = 4, WIRING_TILE_ROWS = 5, WIRING_SQUARES = 100, WIRING_COLUMNS = 10 };

struct wiring {
	struct netlist list;
	int node_of_net[NETLIST_NETS]; /* a net's representative */
	int extra;		       /* nets of lifted pins */
	bool stuck[NETLIST_PARTS], dead[NETLIST_PARTS];
	int five, ground, three; /* nodes of the supplies */
};

enum source_kind { SOURCE_NONE, SOURCE_LEVEL, SOURCE_PIN };

/* What says which level a node has: a constant, or an output. */
struct source {
	enum source_kind kind;
	int level;
	int part; /* whose output it is ... */
	int pin;  /* ... an index into the list's pins */
};

/* false, with a complaint, if the lists cannot be read or a fault makes no sense */
bool wiring_make(struct wiring *wiring, const char *directory, const char *const *faults,
		 int count);
/* -1: not connected */
int wiring_node(const struct wiring *wiring, int part, const char *pin);
/* Seen from a part's input: through resistors and buffers to what drives it, which is never that part itself. */
struct source wiring_source(const struct wiring *wiring, int part, const char *pin);
/* The square at which a reed or a lamp of a tile lies. */
int wiring_square(const struct wiring *wiring, int part);
bool wiring_is(const struct wiring *wiring, int part, const char *symbol);
double wiring_ohms(const char *value);

#endif
