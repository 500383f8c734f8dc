/* Private to the files of serial_link. */
#ifndef DRIVERS_SERIAL_SERIAL_LINK_INSIDE_H
#define DRIVERS_SERIAL_SERIAL_LINK_INSIDE_H

#include "drivers/serial/serial_faults.h"
#include "drivers/serial/serial_frame.h"
#include "drivers/serial/serial_link.h"
#include "drivers/serial/serial_message.h"

#define SERIAL_NEVER UINT64_MAX

enum {
	SERIAL_MS = 1000,
	SERIAL_SECOND_US = 1000 * SERIAL_MS,
	SERIAL_REPORT_US = 500 * SERIAL_MS, /* for an answer to arrive */
	SERIAL_ANSWER_US = SERIAL_SECOND_US /* for a board that has fallen silent */
};

static inline bool serial_is_due(uint64_t at_us, uint64_t now_us)
{
	return at_us <= now_us;
}

static inline uint64_t serial_later(uint64_t a_us, uint64_t b_us)
{
	return a_us > b_us ? a_us : b_us;
}

static inline uint64_t serial_sooner(uint64_t a_us, uint64_t b_us)
{
	return a_us < b_us ? a_us : b_us;
}

/* ---- serial_link.c ---- */

void serial_begin_asking(struct serial_link *link, uint64_t patience_us, uint64_t now_us);
void serial_begin_talking(struct serial_link *link, uint64_t now_us);
void serial_refuse(struct serial_link *link, enum serial_fault fault, uint64_t now_us);
/* the board has answered what was configured */
void serial_configured(struct serial_link *link, const struct serial_answer *answer,
		       uint64_t now_us);
/* a full report is complete */
void serial_reported(struct serial_link *link, uint64_t now_us);
/* Something may have been lost: requests a full report, which repairs it. */
void serial_doubt(struct serial_link *link, uint64_t now_us);

/* Sends a message, which gets the next sequence number; returns that. */
uint8_t serial_say(struct serial_link *link, struct serial_frame *frame);

/* ---- serial_link_lamps.c ---- */

/* whether the board that talks has lamps that we know how to use */
bool serial_has_lamps(const struct serial_link *link);
void serial_lamps_begin(struct serial_link *link, uint64_t now_us);
void serial_lamps_tick(struct serial_link *link, uint64_t now_us);
void serial_lamps_answered(struct serial_link *link, const struct serial_answer *answer,
			   uint64_t now_us);

/* ---- serial_link_wrong.c ---- */

/* Of the faults of a device that does not talk, at most one is set; -1: none. */
void serial_set_asking_fault(struct serial_link *link, int fault);
bool serial_has_asking_fault(const struct serial_link *link);
void serial_forget_talking_faults(struct serial_link *link);
/* `what` is one of link->wrong */
void serial_count_wrong(struct serial_link *link, unsigned *what, uint64_t now_us);
void serial_end_window(struct serial_link *link, uint64_t now_us);

/* ---- serial_link_hear.c ---- */

void serial_begin_second(struct serial_link *link, uint64_t now_us);

#endif
