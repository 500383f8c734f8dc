/*
 * What a serial board shows, as far as it has told: which contacts are closed and which tags are
 * seen. Turns what the board says into readings, and knows which parts of a full report are still
 * to come. Knows nothing of bytes and lines; the time of what is said next is told beforehand.
 *
 * Tags are reported before the frame that completes a full report, so that with the frame
 * everything is known.
 */
#ifndef DRIVERS_SERIAL_SERIAL_VIEW_H
#define DRIVERS_SERIAL_SERIAL_VIEW_H

#include "drivers/board/board.h"
#include "drivers/serial/serial_message.h"

struct serial_tags {
	uint8_t count;
	struct {
		uint8_t length;
		uint8_t bytes[SERIAL_UID];
	} list[SERIAL_TAGS_A_SQUARE]; /* in the order in which they came */
};

struct serial_view {
	enum board_id squares;
	struct board_listener listener;
	uint8_t sensors; /* SERIAL_REEDS, SERIAL_READERS */
	uint8_t missing; /* SERIAL_WANT_...: still to come until the view is complete */
	bool sound;	 /* nothing was lost since it was complete last */
	bool frame_due;	 /* a frame is to be told as soon as it is complete ... */
	bool tags_due;	 /* ... and all tags before it, not only those that have changed */
	struct bits closed;
	struct bits covered; /* squares whose tags have come, while tags are missing */
	struct serial_tags seen[SQ_COUNT];
	uint64_t t_us; /* of the readings that are told now */
	unsigned told; /* readings so far; wraps */
};

void serial_view_init(struct serial_view *view, enum board_id squares,
		      const struct board_listener *listener);
/* A board has said what sensors it has: everything must come, and will be told. */
void serial_view_begin(struct serial_view *view, uint8_t sensors);
/* Something may have been lost: everything must come again, what differs will be told. */
void serial_view_doubt(struct serial_view *view);
/* Nothing was lost, but everything shall come again to be sure of it. */
void serial_view_refresh(struct serial_view *view);
/* Tells all there is, now or as soon as the view is sound again. */
void serial_view_tell(struct serial_view *view);

/* What follows was so at this time, or at that of what came before it, if that is later. */
void serial_view_at(struct serial_view *view, uint64_t t_us);

/* What the board says. False if it makes no sense on this board, and then nothing has changed. */
bool serial_view_contacts(struct serial_view *view, const struct serial_contacts *contacts);
bool serial_view_changed(struct serial_view *view, const struct serial_changed *changed);
bool serial_view_tags(struct serial_view *view, const struct serial_frame *frame);
bool serial_view_tag(struct serial_view *view, const struct serial_tag *tag);

/* from the number that a square has on the wire, which must be below serial_view_count() */
unsigned serial_view_square(const struct serial_view *view, unsigned number);
unsigned serial_view_count(const struct serial_view *view);

#endif
