/*
 * What can be wrong with a serial board, each in one sentence that says what to do about it. Of
 * several faults only the worst is told, once, and the next when that is mended.
 */
#ifndef DRIVERS_SERIAL_SERIAL_FAULTS_H
#define DRIVERS_SERIAL_SERIAL_FAULTS_H

#include "drivers/board/board.h"
#include "drivers/serial/serial_message.h"
#include "rules/bits.h"
#include "rules/square.h"

enum { SERIAL_SENTENCE = 200, SERIAL_PORT_NAME = 64 };

enum serial_fault { /* the worst first */
		    SERIAL_FAULT_OLDER,
		    SERIAL_FAULT_NEWER,
		    SERIAL_FAULT_SIZE,
		    SERIAL_FAULT_NO_SENSORS,
		    SERIAL_FAULT_SENSORS, /* not the configured ones */
		    SERIAL_FAULT_ECHO,
		    SERIAL_FAULT_NONSENSE,
		    SERIAL_FAULT_DEAF,
		    SERIAL_FAULT_TEXT,
		    SERIAL_FAULT_GARBAGE,
		    SERIAL_FAULT_NEVER_HEARD,
		    SERIAL_FAULT_SILENT, /* up to here the table is not known */
		    SERIAL_FAULT_FLOOD,
		    SERIAL_FAULT_RESTARTS,
		    SERIAL_FAULT_CUT,
		    SERIAL_FAULT_DAMAGED,
		    SERIAL_FAULT_UNANSWERED,
		    SERIAL_FAULT_DROPPED,
		    SERIAL_FAULT_SUPPLY,
		    SERIAL_FAULT_READERS,
		    SERIAL_FAULT_SETTING,
		    SERIAL_FAULT_COUNT
};

/* The facts in the sentences. */
struct serial_facts {
	char port[SERIAL_PORT_NAME];
	unsigned sensors, baud, scan_hz; /* as configured */
	enum board_id squares;
	struct serial_hello hello;
	struct serial_health health;
	struct bits silent; /* squares whose reader does not respond */
};

struct serial_faults {
	struct board_listener listener;
	struct serial_facts facts;
	uint32_t active;		     /* one bit per fault */
	bool renew;			     /* the facts of the fault that was told have changed */
	int told;			     /* which fault, or one of the following */
	char port_sentence[SERIAL_SENTENCE]; /* why there is no port; "": there is one */
	char sentence[SERIAL_SENTENCE];	     /* the one told last */
};

enum { SERIAL_TOLD_NOTHING = -1, SERIAL_TOLD_PORT = -2 };

void serial_faults_init(struct serial_faults *faults, const struct board_listener *listener);
void serial_faults_set(struct serial_faults *faults, enum serial_fault fault, bool active);
bool serial_faults_has(const struct serial_faults *faults, enum serial_fault fault);
/* other readers are silent than before */
void serial_faults_renew(struct serial_faults *faults, enum serial_fault fault);
/* There is no port, for this reason; NULL: there is one. */
void serial_faults_port(struct serial_faults *faults, const char *sentence);
/*
 * Tells the worst fault if that has changed. That nothing is wrong is told only if the board works:
 * a board that has not answered yet leaves the last sentence as it is.
 */
void serial_faults_settle(struct serial_faults *faults, bool works);

#endif
