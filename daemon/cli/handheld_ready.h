/*
 * Whether the own set-up stands, as far as this device can know. That ready was said is in the
 * view, but the referee takes the word also while the table shows something else; what became of it
 * comes by events and is remembered here. The pages judge it alike (web-ui/play/setup.js). Pure.
 */
#ifndef CLI_HANDHELD_READY_H
#define CLI_HANDHELD_READY_H

#include <jansson.h>
#include <stdbool.h>

enum { READY_TROUBLE = 160 };

struct readiness {
	bool complete;		     /* the referee has said so */
	bool asked;		     /* ready was said, and not answered yet */
	bool changed;		     /* another formation was sent since ready was said */
	json_int_t on_table;	     /* own pieces, by the latest view */
	char trouble[READY_TROUBLE]; /* what kept ready from being so, in the referee's words */
};

/* For another game: all zero. */
void readiness_take_view(struct readiness *readiness, const json_t *view);
/* true if something came of it */
bool readiness_take_event(struct readiness *readiness, const json_t *event, const char *you);

void readiness_say(struct readiness *readiness);    /* ready is said */
void readiness_answer(struct readiness *readiness); /* something was answered, or never will be */
void readiness_change(struct readiness *readiness); /* another formation is sent */

/* It was said, and as far as one can see here it is so. */
bool readiness_holds(const struct readiness *readiness, const json_t *view);

#endif
