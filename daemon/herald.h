/*
 * The herald: tells each audience what is for it on its own topics, and hears what is said there.
 * It is given events and views that are made for one audience and adds nothing to them but the box.
 *
 * Seats are told before the public: players do not wait for those who watch.
 */
#ifndef DAEMON_HERALD_H
#define DAEMON_HERALD_H

#include "daemon/link.h"
#include "daemon/seats.h"
#include "daemon/session.h"

struct herald;

struct herald_parts {
	struct loop *loop;
	struct link *link;
	struct seats *seats;
	struct session *session;
	unsigned delay_s; /* of what the public is told */
	void *owner;
	/* a line from the virtual table */
	void (*table)(void *owner, const char *line, size_t length);
};

int herald_create(struct herald **herald, const struct herald_parts *parts);
void herald_destroy(struct herald *herald);

void herald_tell(struct herald *herald, const struct telling *tellings, unsigned count);
void herald_show(struct herald *herald, unsigned audiences); /* bits 1u << enum audience */
void herald_clear(struct herald *herald, enum seat seat);    /* nothing there any more */

void herald_hear(struct herald *herald, const char *topic, const void *payload, size_t length);

void herald_begin(struct herald *herald); /* with a broker that has acknowledged nothing yet */
void herald_published(struct herald *herald, int id);
int64_t herald_published_entry(const struct herald *herald);
void herald_set_published_entry(struct herald *herald, int64_t entry);

/* whether a word has the form of one: short, single blanks, nothing but visible characters */
bool herald_is_word(const char *word);

/* What the public has been told of the game, be it late: as the last state that it was sent says.
 */
struct herald_shown {
	int64_t game, plies;
	bool paused;
};
const struct herald_shown *herald_shown(const struct herald *herald);

struct herald_counts {
	uint64_t published, forged, malformed, flooding;
};
const struct herald_counts *herald_counts(const struct herald *herald);

#endif
