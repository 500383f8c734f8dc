/*
 * The publisher: publishes events and views on the topics of their audience, and receives words
 * there. It is given what was made for one audience and adds nothing but the number and the box.
 *
 * Seats are told before the public: players do not wait for spectators.
 */
#ifndef DAEMON_SEATS_PUBLISHER_H
#define DAEMON_SEATS_PUBLISHER_H

#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/broker/link.h"
#include "daemon/seats/seats.h"
#include "daemon/seats/waiting.h"
#include "daemon/session/session.h"
#include "rules/view.h"

struct publisher;

struct publisher_parts {
	struct loop *loop;
	struct link *link;	 /* to the players' broker */
	struct link *spectators; /* to theirs; what is public goes to both */
	struct seats *seats;
	const struct session *session; /* for its views */
	unsigned delay_s;	       /* of what the public is told */
	void *owner;
	/* Words wait: the owner takes them (publisher_next_word()). */
	void (*words)(void *owner);
	/* a line from the virtual table */
	void (*table)(void *owner, const char *line, size_t length);
};

int publisher_create(struct publisher **publisher, const struct publisher_parts *parts);
void publisher_destroy(struct publisher *publisher);

void publisher_tell(struct publisher *publisher, const struct session_event *events,
		    unsigned count);
/*
 * What hands do on the table, to everyone, with no number: it is neither counted nor told again.
 */
void publisher_tell_touch(struct publisher *publisher, const json_t *touch);
/*
 * To a seat's device that is about to lose it: why, in its own box, with no number. It is the last thing
 * that it is told. Of seats without a topic of their own nothing is told.
 */
void publisher_tell_loss(struct publisher *publisher, enum seat seat, enum seat_loss why);
void publisher_show(struct publisher *publisher, unsigned audiences); /* bits 1u << enum audience */
void publisher_clear(struct publisher *publisher, enum seat seat);    /* nothing there any more */

void publisher_hear(struct publisher *publisher, const char *topic, const void *payload,
		    size_t length);

/*
 * The next word of a seat or the arbiter, well-formed, with the id that its device gave it; seats
 * take turns. False: no more for now. publisher_refused() is told of the one that was taken last, if
 * it was refused.
 */
bool publisher_next_word(struct publisher *publisher, struct waiting_word *word);
void publisher_refused(struct publisher *publisher, const struct waiting_word *word);
/* What a seat has said and that has not had its turn is dropped: its owner has lost it. */
void publisher_forget(struct publisher *publisher, enum seat seat);

void publisher_begin(
	struct publisher *publisher); /* with a broker that has acknowledged nothing yet */
void publisher_published(struct publisher *publisher, int id);
int64_t publisher_published_entry(const struct publisher *publisher);
void publisher_set_published_entry(struct publisher *publisher, int64_t entry);

/*
 * The spectators' broker is told what the players' broker is, if it is there and keeps up; what it
 * misses is made up for by the state. Nothing depends on its acknowledgements.
 */
void publisher_show_spectators(struct publisher *publisher); /* the last state, to a new broker */
void publisher_spectators_have(struct publisher *publisher); /* it has acknowledged a message */

/*
 * What the public has been told of the game, however late: taken from the last state that it was
 * sent.
 */
struct publisher_shown {
	int64_t game, plies;
	uint64_t told; /* the number of its latest event, over all games */
	bool paused;
};
const struct publisher_shown *publisher_shown(const struct publisher *publisher);

struct publisher_counts {
	uint64_t published, forged, malformed, flooding;
};
const struct publisher_counts *publisher_counts(const struct publisher *publisher);

#endif
