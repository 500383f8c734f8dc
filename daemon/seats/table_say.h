/*
 * What the virtual table says, out of its box: {"run","epoch","n","lines"}. The first three tell it
 * from a copy (fresh.h).
 */
#ifndef DAEMON_SEATS_TABLE_SAY_H
#define DAEMON_SEATS_TABLE_SAY_H

#include "daemon/seats/seats.h"

#include <stddef.h>

enum {
	TABLE_SAY_MAX = 8192, /* bytes of lines at once ... */
	TABLE_BOX_MAX = 17408 /* ... and of their box, in which a newline needs two */
};

enum table_say { TABLE_SAID, TABLE_FORGED, TABLE_MALFORMED };

/* The lines are terminated. */
enum table_say table_say_open(struct seats *seats, const void *box, size_t length,
			      char lines[TABLE_SAY_MAX + 1]);

#endif
