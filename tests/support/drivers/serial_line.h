/*
 * A simulated board at one end of a line, the daemon's link at the other, and between them whatever
 * can happen to bytes. Time passes only when it is told to.
 */
#ifndef TESTS_SUPPORT_DRIVERS_SERIAL_LINE_H
#define TESTS_SUPPORT_DRIVERS_SERIAL_LINE_H

#include "drivers/serial/serial_link.h"
#include "tests/support/drivers/serial_board.h"

enum { LINE_TROUBLES = 32 };

enum line_kind { LINE_IS_GOOD, LINE_LOSES, LINE_CHANGES, LINE_DOUBLES };

/* What happens to a byte, and to which. */
struct line_fault {
	enum line_kind kind;
	bool to_host;
	uint64_t at; /* how many bytes went before it that way */
	uint8_t by;  /* what a change turns over ... */
	int becomes; /* ... or what it becomes, if not negative */
};

struct serial_line {
	struct serial_board board;
	struct serial_link link;
	uint64_t now_us;

	bool is_cut;  /* bytes vanish both ways */
	bool is_deaf; /* those to the board do */
	bool echoes;  /* what the host says comes back to it, and no board is there */
	struct line_fault fault;
	unsigned noise;		    /* in a thousand bytes something happens to so many */
	uint32_t chance;	    /* state of a simple generator */
	uint64_t to_host, to_board; /* bytes so far */

	/* what the daemon has been told */
	struct bits closed;
	struct serial_tags seen[SQ_COUNT];
	unsigned frames, contacts, tags;
	unsigned trouble_count; /* sentences and all-clears */
	char troubles[LINE_TROUBLES][SERIAL_SENTENCE];
	bool is_silent; /* as told last */
};

void line_init(struct serial_line *line, enum board_id squares, uint8_t sensors, unsigned scan_hz);
/* Power for the board, a port for the link. */
void line_start(struct serial_line *line);
/* Returns false if the link wanted to be woken at once and again, which is spinning. */
bool line_run(struct serial_line *line, unsigned ms);
/* gives the link bytes that nobody sent */
void line_inject(struct serial_line *line, const uint8_t *bytes, size_t count);

/* What is wrong as the daemon was told last; "" if nothing. */
const char *line_trouble(const struct serial_line *line);
/* whether the daemon knows what the board shows */
bool line_is_true(const struct serial_line *line);

#endif
