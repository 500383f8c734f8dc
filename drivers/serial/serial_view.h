/*
 * The state of a serial board as far as it has been reported: which contacts are closed and which
 * tags are seen. Turns reports into readings, and tracks which parts of a full report are still to
 * come. Knows nothing of bytes and lines; the time of the next report is set beforehand.
 *
 * Tags are reported before the frame that completes a full report, so that with the frame
 * everything is known.
 */
#ifndef DRIVERS_SERIAL_SERIAL_VIEW_H
#define DRIVERS_SERIAL_SERIAL_VIEW_H

#include "drivers/board/board.h"
#include "drivers/serial/serial_frame.h"
#include "drivers/serial/serial_message.h"
#include "rules/bits.h"
#include "rules/square.h"

struct serial_tags {
	uint8_t count;
	struct {
		uint8_t length;
		uint8_t bytes[SERIAL_UID];
	} list[SERIAL_TAGS_A_SQUARE]; /* in the order of their arrival */
};

/* where a1 lies on a board, if its own first square is not there; both: diagonally opposite */
enum { SERIAL_A1_RIGHT = 1, SERIAL_A1_FAR = 2 };

struct serial_view {
	enum board_id squares; /* those that are played on; the board may have more */
	uint8_t columns, rows; /* of the board itself */
	uint8_t pads;	       /* readers beside the squares, numbered behind the last */
	uint8_t buttons;
	uint8_t corner; /* SERIAL_A1_...: its own first square is not a1 */
	struct board_listener listener;
	uint8_t sensors; /* SERIAL_REEDS, SERIAL_READERS */
	uint8_t missing; /* SERIAL_WANT_...: still missing until the view is complete */
	bool sound;	 /* nothing was lost since it was last complete */
	bool frame_due;	 /* a frame is to be reported as soon as it is complete ... */
	bool tags_due;	 /* ... after all tags, not only those that have changed */
	struct bits closed;
	struct bits
		covered; /* squares by the board's numbers whose tags have arrived, while tags are missing */
	struct serial_tags seen[SQ_COUNT];
	uint64_t t_us; /* of the readings being reported */
	unsigned told; /* readings so far; wraps around */
};

void serial_view_init(struct serial_view *view, enum board_id squares,
		      const struct board_listener *listener);
/* A board has said what it is: everything must arrive, and will be reported. */
void serial_view_begin(struct serial_view *view, const struct serial_hello *hello);
/* Something may have been lost: everything must arrive again, and differences will be reported. */
void serial_view_doubt(struct serial_view *view);
/* Nothing was lost, but everything is to arrive again to make sure. */
void serial_view_refresh(struct serial_view *view);
/* Reports everything, now or as soon as the view is sound again. */
void serial_view_tell(struct serial_view *view);

/* Sets the time of what follows, or that of the report before it, if that is later. */
void serial_view_at(struct serial_view *view, uint64_t t_us);

/*
 * A report from the board. False if it makes no sense on this board, and then nothing has changed.
 */
bool serial_view_contacts(struct serial_view *view, const struct serial_contacts *contacts);
bool serial_view_changed(struct serial_view *view, const struct serial_changed *changed);
bool serial_view_tags(struct serial_view *view, const struct serial_frame *frame);
bool serial_view_tag(struct serial_view *view, const struct serial_tag *tag);
bool serial_view_pressed(struct serial_view *view, const struct serial_pressed *pressed);

/*
 * From the number that a square has on the wire, which must be below serial_view_count().
 * SQ_OFF_BOARD if it is not played on: a smaller game lies at the board's a1 corner.
 */
unsigned serial_view_square(const struct serial_view *view, unsigned number);
unsigned serial_view_count(const struct serial_view *view);

#endif
