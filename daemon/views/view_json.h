/*
 * Makes the retained messages: the whole situation as one audience may know it. It gets only that
 * audience's view and what is open to it, and so cannot show more.
 */
#ifndef DAEMON_VIEWS_VIEW_JSON_H
#define DAEMON_VIEWS_VIEW_JSON_H

#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "daemon/views/board_status.h"
#include "daemon/views/tips.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/square.h"
#include "rules/view.h"

/*
 * What an audience may know besides where the pieces are. The parts for other audiences are empty.
 */
struct situation {
	uint64_t seq; /* the number of the latest event on the audience's topic */
	int64_t game;
	const char *id, *title, *edition, *phase, *broadcast;
	const struct options *rules; /* of this game */
	bool paused, correcting, over, begun, can_take_back;
	bool ready[SIDE_COUNT];
	bool told_ready[SIDE_COUNT]; /* which everybody has been told are ready, during set-up */
	bool arranged[SIDE_COUNT];   /* which armies have been told, during set-up */
	unsigned placed[SIDE_COUNT]; /* how many pieces each half of the table shows */
	bool paired_red, paired_blue, paired_arbiter;
	bool has_arbiter;	   /* one is there, or can come: a code has been given out */
	bool settling[SIDE_COUNT]; /* puts its pieces right */
	uint8_t draw_offer, takeback_offer, rematch_offer; /* enum side, SIDE_NONE */
	const struct referee_undone *undone;  /* what was taken back and is to be put right */
	struct referee_correction correction; /* offered; by SIDE_NONE: none */
	struct referee_correction as_it_is;   /* a seat's; from SQ_OFF_BOARD: none */
	bool face_up[SIDE_COUNT];	      /* after the end: the army was turned over */
	const struct board_status *status;
	struct table_touch touch; /* what hands have changed on the table */
	bool has_clock;
	uint64_t left_ms[SIDE_COUNT];
	uint8_t running; /* enum side; SIDE_NONE: the clock is stopped */
	bool is_setup_timed;
	uint64_t setup_left_ms;
	json_t *commitments;		   /* or NULL; the caller keeps ownership */
	json_t *proposal;		   /* of another game, likewise */
	json_t *tally;			   /* of those two this evening, likewise */
	const char *board_key;		   /* as digits, "" while nothing is signed */
	const char *head, *head_signature; /* what the public was told last, likewise */
	uint64_t head_seq;		   /* its number on the public's topic, or 0 */
	uint64_t fork;			   /* number of a head that the board has lost, or 0 */
	const char *trouble;		   /* a sentence, or NULL */
	const char *event, *site, *red_name, *blue_name; /* "" where not known */
	bool reads_tags; /* the board tells pieces apart by itself */
	/* a seat's */
	const struct output *question; /* or NULL */
	struct table_offer offer;      /* from: SQ_OFF_BOARD while it holds no piece */
	bool has_called;	       /* the arbiter, who has not said anything since */
	const struct tips *tips;       /* NULL: nothing is taught */
	json_t *battle; /* the latest one as told to this seat, or NULL; the caller's */
	/* why it is not ready although it has said so, or NULL */
	const struct refusal *setup_trouble;
	const char *pad; /* what is to be said of the pieces tapped on its pad, or NULL ... */
	struct bits pad_squares;	/* ... and of which squares, of any number */
	uint8_t announced[2];		/* cards of its own, enum card; CARD_NONE */
	const struct output *challenge; /* while it decides on a defence card, or NULL */
	/* a seat's and the arbiter's: what the board does not see, and why */
	const struct referee_line *lines;
	unsigned line_count;
	struct bits single; /* ... squares by themselves */
	struct bits faulty; /* not relied on: named to the arbiter, and lamps show them */
	/* the arbiter's */
	struct bits closed;
	bool called[SIDE_COUNT]; /* which sides wait for the arbiter, and since when */
	uint64_t called_us[SIDE_COUNT];
	const char *storage, *board; /* "ok", or a sentence */
};

/*
 * {"up":[squares],"down":[squares]}, as it is in views and told in between; the caller owns it.
 */
json_t *view_json_touch(const struct table_touch *touch);

/* The caller owns it. */
json_t *view_json(const struct view *view, const struct situation *situation);

#endif
