/*
 * What the referee wants of this seat now, from a view alone: one sentence and the squares that it
 * is about; and one sentence for each event that needs one. The pages say the same
 * (web-ui/common/wants.js). Pure.
 */
#ifndef DAEMON_CLI_HANDHELD_CONSOLE_WANT_H
#define DAEMON_CLI_HANDHELD_CONSOLE_WANT_H

#include "daemon/cli/handheld/console/texts.h"

enum want_kind {
	WANT_STARTING, /* no view has come yet */
	WANT_STOPPED,
	WANT_OVER,
	WANT_GUIDE,
	WANT_PAUSED,
	WANT_SETUP,
	WANT_PLACE, /* ready was said, and the table does not show the set-up yet */
	WANT_READY, /* it does, and the other side is waited for */
	WANT_WAIT,
	WANT_TURN,
	WANT_TARGET,
	WANT_CONFIRM_ATTACK,
	WANT_CONFIRM_PLACES,
	WANT_DEFENCE,
	WANT_OFFER_DRAW,
	WANT_OFFER_TAKEBACK,
};

struct want {
	enum want_kind kind;
	struct line text;
	struct bits marks;
};

struct want want_of(const struct texts *texts, const json_t *view);

/* false if the event needs no sentence */
bool want_event(const struct texts *texts, const json_t *event, struct line *sentence);

/* "Boat, Armour" from an array of cards */
struct line want_cards(const struct texts *texts, const json_t *cards);

/* ---- looking into views and events ---- */

/* "" if it is not there or no text */
const char *json_text(const json_t *object, const char *key);
bool json_truth(const json_t *object, const char *key);
const char *side_opposite(const char *side);
/* the squares in an array of names; what is no square is left out */
struct bits json_squares(const json_t *list);

#endif
