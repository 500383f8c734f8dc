/*
 * The prompt of a view in the reader's language (daemon/views/prompt.c decides what is in it), and a
 * sentence for each event that needs one. Pure.
 */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_WANT_H
#define DAEMON_CLI_HANDHELD_CONSOLE_WANT_H

#include "daemon/cli/handheld/console/texts.h"
#include "rules/bits.h"

/* as named in prompts */
enum want_kind {
	WANT_STARTING, /* no view has come yet */
	WANT_STOPPED,
	WANT_OVER,
	WANT_GUIDE,
	WANT_PAUSED,
	WANT_SETUP,
	WANT_PLACING, /* ready was said, but the table does not show the set-up yet */
	WANT_WAIT,
	WANT_TURN,
	WANT_QUESTION,
	WANT_OFFER,
};

struct want {
	enum want_kind kind;
	bool is_asked; /* something waits for an answer */
	struct line text;
	struct bits marks;
};

struct want want_of(const struct texts *texts, const json_t *view);

/* The text of a key with its arguments, as in prompts: {key, args}. */
struct line want_say(const struct texts *texts, const json_t *said);
/* The question before a grave action is carried out. */
struct line want_doubt(const struct texts *texts, const json_t *action);

/* false if the event needs no sentence */
bool want_event(const struct texts *texts, const json_t *event, struct line *sentence);

/* "Boat, Armour" from an array of cards */
struct line want_cards(const struct texts *texts, const json_t *cards);

/* ---- looking into views and events ---- */

/* "" if it is missing or not a text */
const char *want_text(const json_t *object, const char *key);
bool want_truth(const json_t *object, const char *key);
const char *want_side_opposite(const char *side);
/* the squares in an array of names; others are left out */
struct bits want_squares(const json_t *list);

#endif
