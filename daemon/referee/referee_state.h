/* The state of the referee: one struct without pointers to the outside, and what its files share.
 */
#ifndef DAEMON_REFEREE_REFEREE_STATE_H
#define DAEMON_REFEREE_REFEREE_STATE_H

#include "daemon/referee/referee.h"
#include "daemon/referee/referee_history.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

struct clock {
	uint64_t left_us[SIDE_COUNT];
	uint64_t since_us;     /* when the running clock began to count */
	uint64_t turn_left_us; /* what the running side had when its turn began, for Bronstein */
	uint64_t told_us;      /* the running side's time at the latest event of its last minute */
	uint64_t setup_due_us; /* end of the set-up time, TABLE_NEVER if there is none */
	uint8_t running;       /* enum side, SIDE_NONE */
	bool stopped;	       /* the running clock is held (referee_clock_must_stand()) */
};

/* What taking the last move back does to the clocks. */
struct clock_before {
	uint64_t left_us[SIDE_COUNT]; /* when the move was made, without what it was given for it */
	uint64_t turn_left_us;
};

struct referee {
	struct referee_options options;
	struct table table;
	struct game game;
	struct referee_history history; /* the turns that can be taken back */
	struct referee_undone undone;	/* while people put that right on the table */
	bool begun;			/* play has, with the pieces that were there at the time */
	uint8_t phase;
	bool paused;
	bool correcting;	 /* a mishap has not been put right yet */
	bool denied[SIDE_COUNT]; /* has said that its pieces do not stand right (PHASE_SETTLE) */
	struct bits disturbed[SIDE_COUNT]; /* meanwhile: pieces that were off together */
	bool faulted;	   /* a sensor has failed and no action has been made since */
	uint64_t now_us;   /* of the latest input */
	uint64_t met_us;   /* of the latest one that had an effect, or the latest deadline met */
	uint64_t heard_us; /* of the latest except ticks: being woken must change nothing */
	/* The time of the latest restart, the beginning of time if resumed; no clock has run since
	 * then. Words that are accepted meanwhile move it on. */
	uint64_t restart_us;
	bool restarted; /* and the table has not been compared with the record since */
	bool blind;	/* resumed: the table is not known before its first full scan */

	/* set-up */
	bool ready[SIDE_COUNT], complete[SIDE_COUNT], told_complete[SIDE_COUNT];
	bool has_setup_clock;
	bool is_study;
	uint8_t first_to_move; /* enum side */
	uint8_t tag_piece[TABLE_TAGS];

	/* Battle Cards */
	uint8_t movement, attack_card; /* announced by the side to move */
	struct action pending;	       /* the attack that waits for an answer */

	/* words */
	uint8_t draw_offer, takeback_offer;   /* enum side, SIDE_NONE */
	struct referee_correction correction; /* offered by a player */
	bool told_suspended;

	struct clock clock;
	struct clock_before clock_before;
};

/* An input being handled: where its outputs go. */
struct referee_ctx {
	struct referee *referee;
	referee_sink *sink;
	void *context;
};

static inline struct output referee_output_of(enum event event, uint64_t t_us, enum audience to)
{
	return (struct output){
		.t_us = t_us,
		.to = (uint8_t)to,
		.event = (uint8_t)event,
		.running = SIDE_NONE,
	};
}

static inline void referee_send(const struct referee_ctx *ctx, const struct output *output)
{
	ctx->sink(ctx->context, output);
}

/* whether gestures are read and words of a turn are accepted */
static inline bool referee_goes_on(const struct referee *referee)
{
	return referee->phase == PHASE_PLAY && !referee->paused;
}

/* ---- referee.c ---- */
void referee_drain(const struct referee_ctx *ctx); /* passes on what the table has found */
/*
 * ... but for actions and what follows them: while one is settled or taken back, its turn has not been
 * announced nor its clock been switched. They are played when the findings are drained next.
 */
void referee_drain_until_played(const struct referee_ctx *ctx);
void referee_ask_places(const struct referee_ctx *ctx, enum side side, uint64_t t_us);

/* ---- referee_restart.c ---- */
uint64_t referee_restart_deadline(const struct referee *referee);
bool referee_restart_waits(const struct referee *referee, const struct input *input);
void referee_restart_go_on(const struct referee_ctx *ctx, uint64_t t_us);
void referee_restart_input(const struct referee_ctx *ctx, const struct input *input,
			   uint64_t before_us);

/* ---- referee_save.c: words of a saved state ---- */
extern const char *const referee_save_sensors[LINE_SENSORS];
extern const char *const referee_save_line_faults[TABLE_FAULTS]; /* NULL where not of a line */

/* ---- referee_facts.c ---- */
void referee_facts_begin(const struct referee_ctx *ctx, uint64_t t_us);
void referee_facts_play(const struct referee_ctx *ctx, const struct action *action,
			const struct report *report, uint64_t t_us);
void referee_facts_end(const struct referee_ctx *ctx, uint64_t t_us);
void referee_facts_place(const struct referee_ctx *ctx, unsigned sq, enum side side,
			 enum piece piece, uint64_t t_us); /* SIDE_NONE: the square is empty */
void referee_facts_turn(const struct referee_ctx *ctx, enum side side, uint64_t t_us);
void referee_facts_takeback(const struct referee_ctx *ctx, uint64_t t_us);
void referee_facts_reposition(const struct referee_ctx *ctx, uint64_t t_us);

/* ---- referee_play.c ---- */
void referee_play_begin(const struct referee_ctx *ctx, uint64_t t_us);
void referee_play_found(const struct referee_ctx *ctx, const struct finding *finding);
void referee_play_action(const struct referee_ctx *ctx, const struct action *action, uint64_t t_us,
			 uint64_t last_change_us);
/* whether that would be legal; only the side itself may be told */
bool referee_play_allows(const struct referee *referee, const struct finding *finding);
void referee_play_defence(const struct referee_ctx *ctx, enum card card, uint64_t t_us);
/* The player of the last move thinks better of it (table_thought.c). False if it stands: that
 * player has no time left. */
bool referee_play_think_again(const struct referee_ctx *ctx, uint64_t t_us);
void referee_play_challenge(const struct referee_ctx *ctx, uint64_t t_us);
/* what the side attacked is shown while it decides */
struct output referee_play_challenge_shown(const struct referee *referee, uint64_t t_us);
void referee_play_drop_challenge(const struct referee_ctx *ctx, uint64_t t_us); /* if one is open */
/* last_change_us: of the contacts, if an action ends the game; t_us otherwise */
void referee_play_over(const struct referee_ctx *ctx, uint64_t t_us, uint64_t last_change_us);
void referee_play_turn(const struct referee_ctx *ctx, uint64_t t_us);
void referee_play_guide_to_position(const struct referee_ctx *ctx,
				    uint64_t t_us); /* if the game goes on */
void referee_play_announce_cards(
	struct referee *referee); /* to the table: what they make possible */

/* ---- referee_setup.c ---- */
void referee_setup_check(const struct referee_ctx *ctx,
			 uint64_t t_us); /* after a change at the table */
/* Whether a side has said ready and its squares are not right yet; then why, for its owner. */
bool referee_setup_is_waiting(const struct referee *referee, enum side side, struct refusal *why);
bool referee_setup_word(const struct referee_ctx *ctx, enum side side, struct text word,
			struct text rest, uint64_t t_us, enum refusal_code *why);

/* ---- referee_words.c, referee_arbiter.c ---- */
void referee_words_hear(const struct referee_ctx *ctx, const struct input *input);
void referee_words_announce(const struct referee_ctx *ctx, enum side side, uint64_t t_us,
			    const char *word);
void referee_words_refuse(const struct referee_ctx *ctx, enum audience speaker, uint64_t t_us,
			  const char *word, const struct refusal *why);
/* what a side says, or the arbiter for it; REFUSAL_NONE, or why it cannot be done */
enum refusal_code referee_words_of_side(const struct referee_ctx *ctx, enum side side,
					struct text words, uint64_t t_us);
enum refusal_code referee_words_of_arbiter(const struct referee_ctx *ctx, struct text words,
					   uint64_t t_us);
/* how a word of the arbiter's is spelt that was REFUSAL_MALFORMED */
const char *referee_words_form(struct text words);
enum refusal_code referee_words_take_back(const struct referee_ctx *ctx, uint64_t t_us);
/* stops the clock and the reading of gestures; continues both, if nothing else stops them */
void referee_words_stop(const struct referee_ctx *ctx, uint64_t t_us);
void referee_words_resume(const struct referee_ctx *ctx, uint64_t t_us);

/* the arbiter's correction by which a piece changes its place, from the first word to the last */
void referee_arbiter_move(const struct referee_ctx *ctx, unsigned from, unsigned to, uint64_t t_us);

/* ---- referee_agree.c ---- */
extern const struct referee_correction referee_no_correction;
/* false if it is no word about a correction by the players */
bool referee_agree_word(const struct referee_ctx *ctx, enum side side, struct text word,
			struct text rest, uint64_t t_us, enum refusal_code *why);
struct referee_correction referee_agree_as_it_is(const struct referee *referee);

/* ---- referee_settle.c ---- */
/* A side has denied that the pieces on these squares are where they were. */
void referee_settle_begin(const struct referee_ctx *ctx, enum side side, struct bits squares,
			  uint64_t t_us);
/* A side has confirmed that its pieces are. */
void referee_settle_confirm(const struct referee_ctx *ctx, enum side side, uint64_t t_us);
/* All is taken to stand right, and play goes on. */
void referee_settle_end(const struct referee_ctx *ctx, uint64_t t_us);
void referee_settle_note(struct referee *referee); /* after a change at the table */
void referee_settle_restart(struct referee *referee);
void referee_settle_forget(struct referee *referee); /* the arbiter decides what stands where */

/* ---- referee_cards.c ---- */
/* the rest of the words "card" and "swap"; REFUSAL_NONE, or why it cannot be done */
enum refusal_code referee_cards_say(const struct referee_ctx *ctx, enum side side, struct text rest,
				    uint64_t t_us);
enum refusal_code referee_cards_swap(const struct referee_ctx *ctx, enum side side,
				     struct text rest, uint64_t t_us);

/* ---- referee_clock.c ---- */
void referee_clock_init(struct referee *referee);
void referee_clock_begin_setup(struct referee *referee, uint64_t t_us);
void referee_clock_begin(const struct referee_ctx *ctx, uint64_t t_us);
void referee_clock_switch(const struct referee_ctx *ctx, enum side to, uint64_t t_us,
			  uint64_t back_dated_us);
/* the running side's time ended at an earlier moment, if an action ended it */
void referee_clock_stop(const struct referee_ctx *ctx, uint64_t t_us, uint64_t back_dated_us);
/* As if the last switch had not been made: all the time since then is the other side's. Allowed if
 * that side would have any left. */
bool referee_clock_allows_back(const struct referee *referee, uint64_t t_us);
void referee_clock_switch_back(const struct referee_ctx *ctx, uint64_t t_us);
void referee_clock_go_on(const struct referee_ctx *ctx, uint64_t t_us);
void referee_clock_adjust(const struct referee_ctx *ctx, enum side side, uint64_t left_ms,
			  uint64_t t_us);
uint64_t referee_clock_deadline(const struct referee *referee);
void referee_clock_meet_deadline(const struct referee_ctx *ctx, uint64_t not_before_us);
void referee_clock_restart(struct referee *referee, uint64_t before_us, uint64_t t_us);
uint64_t referee_clock_left_at(const struct clock *clock, enum side side, uint64_t t_us);
bool referee_clock_must_stand(const struct referee *referee);

#endif
