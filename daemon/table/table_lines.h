/* Rows and columns that fail as a whole: the table's state of them. */
#ifndef DAEMON_TABLE_TABLE_LINES_H
#define DAEMON_TABLE_TABLE_LINES_H

#include "rules/bits.h"
#include "rules/square.h"

struct table;

enum {
	LINE_NONE,
	LINES_ON_AXIS = 10,
	LINE_ROWS = 1, /* from the first row on */
	LINE_COLUMNS = LINE_ROWS + LINES_ON_AXIS,
	LINE_END = LINE_COLUMNS + LINES_ON_AXIS
};

enum line_sensor { LINE_CONTACTS, LINE_READER, LINE_SENSORS };

enum line_state {
	LINE_WORKS,
	LINE_FAILED, /* shows nothing but its fault */
	LINE_RETURNS /* shows something else again: works if that lasts until back_us */
};

struct table_line {
	uint64_t back_us;
	uint64_t blip_us; /* when it was last gone for a moment; 0 if it never was */
	uint8_t state;	  /* enum line_state */
	uint8_t how;	  /* enum table_fault, unless LINE_WORKS */
	uint8_t failures; /* so far */
	bool suspected;	  /* the arbiter has been told */
};

/* Squares that changed alike within a few scans. */
struct line_group {
	struct bits squares;
	uint64_t first_us; /* of the first change */
	uint64_t due_us;   /* when it is judged; TABLE_NEVER if none is watched */
	bool closed;	   /* what they changed to */
	bool at_rest;	   /* while nothing was played */
};

struct table_lines {
	struct table_line of[LINE_SENSORS][LINE_END];
	struct bits squares;  /* of failed lines: not read */
	struct bits untagged; /* no reader answers for them */
	struct line_group recent[LINE_SENSORS], watched[LINE_SENSORS];
	uint64_t tags_us[SQ_COUNT]; /* when the first tag came or the last went */
	uint64_t frame_us;	    /* of the latest full scan */
	uint64_t next_us;	    /* the next deadline */
};

/* a row or column: LINE_ROWS + row, LINE_COLUMNS + column */
bool table_has_line(const struct table *table, unsigned line);
struct bits table_line_squares(const struct table *table, unsigned line);
bool table_line_failed(const struct table *table, unsigned line); /* its contacts or its reader */

#endif
