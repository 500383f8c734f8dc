/*
 * The parts of the daemon and their connections: each main_*.c creates some parts and passes on
 * what they report. adjutantd.c puts them together.
 */
#ifndef DAEMON_MAIN_H
#define DAEMON_MAIN_H

#include "daemon/admin/admin.h"
#include "daemon/admin/control.h"
#include "daemon/base/loop.h"
#include "daemon/broker/access.h"
#include "daemon/broker/keeper.h"
#include "daemon/broker/link.h"
#include "daemon/config/config.h"
#include "daemon/http/http.h"
#include "daemon/seats/publisher.h"
#include "daemon/seats/seats.h"
#include "daemon/session/session.h"
#include "drivers/board/board.h"
#include "drivers/board/buttons.h"
#include "drivers/board/lamps.h"
#include "rules/square.h"

struct adjutantd {
	struct config config;
	struct loop *loop;
	struct seats *seats;
	struct keeper *players, *spectators; /* of their brokers */
	struct link *link;		     /* to the players' */
	struct session *session;
	struct publisher *publisher;
	struct http *http;
	struct control *control;
	struct admin admin;

	const struct board_driver *driver; /* NULL before the board's turn in start() */
	struct sensors *sensors;	   /* NULL: it could not be made */
	enum board_id squares;		   /* of the board that the driver was made for */
	struct watch board_watch;
	struct timer board_timer;
	char remark[SESSION_WHY];  /* the latest of the board's */
	char missing[SESSION_WHY]; /* why there are no sensors, as it was told */
	bool board_has_trouble;
	struct lamp_picture lamps; /* as the driver was told last ... */
	bool lamps_told;	   /* ... if it was */
	struct buttons buttons;
	bool lamps_tested; /* what an operator wants is shown instead of the game ... */
	struct lamp_picture test_lamps;
	struct timer test_end; /* ... until then */

	struct timer watchdog, linger;
	uint64_t started_us;
	struct credentials expulsions_missed[SEAT_COUNT]; /* without a user: none */
	bool announced, journal_known;
	bool admissions_missed[SEAT_COUNT]; /* the broker that runs does not know them yet */
};

/* All return 0 or -errno, after having logged why. */

/* ---- main_session.c ---- */
int main_start_session(struct adjutantd *self);
/* Publishes what the session's latest calls have led to: to be called after each of them. */
void main_publish(struct adjutantd *self);
/* The same, and then does what is left to do; answer: of a request, or NULL. */
void main_publish_then(struct adjutantd *self, const struct admin_after *after, json_t *answer);
/* Tells again what the broker may not have: entries up to this one. */
void main_tell_again(struct adjutantd *self, int64_t until_entry);
void main_linger_due(struct timer *timer);
void main_show_everyone(struct adjutantd *self); /* everything may have changed */

/* ---- main_board.c ---- */
/*
 * Creates the driver, if there is none or the game needs another board. An error is reported as the
 * board's trouble.
 */
void main_start_board(struct adjutantd *self);
void main_board_due(struct timer *timer);
void main_board_hear(struct adjutantd *self, const char *line, size_t length); /* from outside */

/* ---- main_buttons.c ---- */
void main_board_pressed(void *owner, enum side side, bool down, uint64_t t_us);
/* {"do":"pads"}: how many the board that answers now has: {"ok":true,"pads":2} */
json_t *main_pads_request(const struct adjutantd *self);

/* ---- main_lamps.c ---- */
void main_lamps_start(struct adjutantd *self);
/* The lamps, as the game is now: nothing is shown before it is on the disk, so it is called after the session's
 * calls. */
void main_lamps_show(struct adjutantd *self);
/*
 * {"do":"lamps"}: whether the board has any: {"ok":true,"lamps":false}. With "test":["a1"..] just these are lit,
 * with no square the game's again. That lasts for fifteen seconds unless it is asked for again.
 */
json_t *main_lamps_request(struct adjutantd *self, const json_t *request);

/* ---- main_link.c ---- */
int main_make_link(struct adjutantd *self); /* seats, brokers and links; not connected yet */
int main_start_publisher(struct adjutantd *self);
int main_start_brokers(struct adjutantd *self);
void main_note_seats(struct adjutantd *self); /* the session knows who sits where */
void main_swap_seats(struct adjutantd *self); /* red's device and blue's */

/* ---- main_games.c ---- */
/* What is asked of past games over HTTP (http.h). */
unsigned main_answer_games(void *owner, const struct http_question *question, char **text,
			   size_t *length);

/* ---- main_pages.c ---- */
int main_start_http(struct adjutantd *self);
int main_start_control(struct adjutantd *self);
void main_announce(
	struct adjutantd *self); /* to those at the terminal, and to the service manager */

#endif
