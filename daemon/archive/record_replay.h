/*
 * Plays the record of one game again, from its first line to its result, by the rules.
 *
 * A record has a part for each time that the arbiter corrected the position. The parts are one
 * game: hands and piles of cards go on from one to the next as they were, whatever a later part
 * says of decks. (A reader that takes each part by itself, such as `adjutant judge`, must deal a
 * later part's deck anew and so may give a hand a card too early; see record_writer.h.)
 */
#ifndef DAEMON_ARCHIVE_RECORD_REPLAY_H
#define DAEMON_ARCHIVE_RECORD_REPLAY_H

#include "daemon/base/trouble.h"
#include "rules/game.h"
#include "rules/record.h"

/* What is done with a game that ended before it began: no set-ups, no play, this line. */
#define ENDED_BEFORE_PLAY "# ended before play began: "

/* Any may be NULL. */
struct record_replay_listener {
	void *context;
	/* a part is about to begin; the pieces stand as it begins. Parts are counted from 0. */
	void (*begin)(void *context, const struct record_reader *reader, unsigned part);
	/* reader->report, reader->ply, reader->action_text */
	void (*played)(void *context, const struct record_reader *reader);
};

struct replayed {
	unsigned edition;
	unsigned parts;	    /* 0 if play never began */
	uint32_t plies;	    /* of all parts */
	enum winner winner; /* WINNER_NONE: it goes on */
	enum reason reason;
	unsigned long line; /* the one reached, from 1 */
	struct game game;   /* as it stands at the end */
};

/*
 * Returns 0, or -EBADMSG with a sentence if the text is no record of a game, or the rules do not
 * allow something in it, or its result is not what they say.
 */
int record_replay(const char *text, size_t length, const struct record_replay_listener *listener,
		  struct replayed *replayed, struct trouble *trouble);

#endif
