/*
 * A simulated board at one end of a line, the daemon's link at the other, and between them whatever
 * can happen to bytes. Time passes only when a test says so.
 */
#ifndef TESTS_SUPPORT_DRIVERS_SERIAL_LINE_H
#define TESTS_SUPPORT_DRIVERS_SERIAL_LINE_H

#include "drivers/serial/serial_link.h"
#include "tests/support/drivers/serial_board.h"

enum { LINE_TROUBLES = 32 };

enum line_kind { LINE_IS_GOOD, LINE_LOSES, LINE_CHANGES, LINE_DOUBLES };

/* What happens to a byte, and to which one. */
struct line_fault {
	enum line_kind kind;
	bool to_host;
	uint64_t at; /* how many bytes went that way before it */
	uint8_t by;  /* the bits that a change flips ... */
	int becomes; /* ... or what it becomes, if not negative */
};

struct serial_line {
	struct serial_board board;
	struct serial_link link;
	uint64_t now_us;

	bool is_cut;  /* bytes vanish both ways */
	bool is_deaf; /* those to the board do */
	bool echoes;  /* what the host sends comes back to it, and no board is there */
	struct line_fault fault;
	unsigned noise;		    /* how many of a thousand bytes are damaged */
	uint32_t chance;	    /* state of a simple generator */
	uint64_t to_host, to_board; /* bytes so far */

	/* what was reported to the daemon */
	struct bits closed;
	struct serial_tags seen[SQ_COUNT];
	unsigned frames, contacts, tags;
	unsigned trouble_count; /* sentences and all-clears */
	char troubles[LINE_TROUBLES][SERIAL_SENTENCE];
	bool is_silent; /* as reported last */
};

void line_init(struct serial_line *line, enum board_id squares, uint8_t sensors, unsigned scan_hz);
/* Power for the board, a port for the link. */
void line_start(struct serial_line *line);
/* Returns false if the link wants to be woken at once again and again, which is spinning. */
bool line_run(struct serial_line *line, unsigned ms);
/* gives the link bytes that no board sent */
void line_inject(struct serial_line *line, const uint8_t *bytes, size_t count);

/* The trouble as last reported to the daemon; "" if none. */
const char *line_trouble(const struct serial_line *line);
/* whether the daemon knows what the board shows */
bool line_is_true(const struct serial_line *line);

#endif
