/* Changing games: continuing one, setting one aside, writing its record. session_new.c prepares a
 * new game, match_load.c loads one from the journal. */
#include "daemon/archive/commitments.h"
#include "daemon/archive/journal.h"
#include "daemon/archive/record_writer.h"
#include "daemon/base/log.h"
#include "daemon/base/trouble.h"
#include "daemon/config/config.h"
#include "daemon/match/match.h"
#include "daemon/match/pieces.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/answers.h"
#include "daemon/session/batch.h"
#include "daemon/session/outbox.h"
#include "daemon/session/rate_limit.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "daemon/session/shown.h"
#include "daemon/table/table.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void restart(struct session *session)
{
	struct input input = {.kind = INPUT_RESTART};

	session_feed(session, &input);
}

/* ---- on the table ---- */

/* Resets what belongs to one game, then asks the board for all that it shows. */
static void put_on_table(struct session *session)
{
	session->batch.game = session->match.number;
	shown_clear(&session->shown);
	rate_limit_init(&session->rate_limit);
}

int session_load(struct session *session, int64_t game, struct trouble *trouble)
{
	int error = match_load(&session->match, session->journal, game, trouble);

	put_on_table(session);
	return error;
}

/* ---- continuing a game ---- */

static void recall_seqs(struct session *session)
{
	struct moments *moments = &session->moments;
	char text[192];

	*moments = (struct moments){0};
	if (journal_recall(session->journal, "topic-seqs", text, sizeof text))
		sscanf(text,
		       "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
		       " %" SCNu64 " %" SCNu64,
		       &session->batch.seq[AUDIENCE_PUBLIC], &session->batch.seq[AUDIENCE_RED],
		       &session->batch.seq[AUDIENCE_BLUE], &session->batch.seq[AUDIENCE_ARBITER],
		       &moments->turn[AUDIENCE_RED], &moments->turn[AUDIENCE_BLUE],
		       &moments->offer[AUDIENCE_RED], &moments->offer[AUDIENCE_BLUE]);
	memcpy(session->batch.written_seq, session->batch.seq, sizeof session->batch.seq);
}

/* Only at the beginning of a run: later we know better than the journal. */
static void recall_published(struct session *session)
{
	char text[24];

	if (session->published >= 0)
		return;
	session->published = 0;
	if (journal_recall(session->journal, "published", text, sizeof text))
		session->published = strtoll(text, NULL, 10);
}

static int64_t current_game(struct session *session)
{
	char text[24];

	if (journal_recall(session->journal, "current-game", text, sizeof text))
		return strtoll(text, NULL, 10);
	return journal_last_game(session->journal);
}

/* Continuing a game is a power cut seen from the other side: the table is compared and people are
 * guided. */
static int take_up(struct session *session)
{
	int error;

	/* if the game that was to replace it never came, or it is requested again */
	if (session->match.is_shelved) {
		batch_note(&session->batch, ENTRY_UNSHELVE, "", "");
		session_aside_forget(session, session->match.number);
	}
	session->match.is_shelved = false;
	restart(session);
	session_heed_witness(session);
	error = session_commit(session);
	if (error)
		return error;
	if (referee_phase(session->match.referee) == PHASE_OVER && !session->match.has_record)
		session_finish_game(session);
	else if (referee_phase(session->match.referee) == PHASE_OVER)
		session->outbox.result.is_over = true;
	session_rematch(session);
	session->outbox.result.audiences = EVERYONE;
	session->outbox.result.wants_scan = true;
	return session->journal ? 0 : -EIO; /* any of these may have stopped play */
}

/* The game on the table keeps the pieces that it began with; the next one will use those of the
 * file. */
static void look_at_pieces(const struct session *session)
{
	struct trouble trouble = {""};
	char *lines = NULL;
	int error = 0;

	if (session->config->options.table.sensors & SENSOR_RFID)
		error = pieces_read(session->config->state_dir, &lines, &trouble);
	if (error && error != -ENOENT)
		log_error("the next game will want its pieces: %s", trouble.text);
	free(lines);
}

/* The journal is sound but the game is not: another can be begun. */
static void give_up_game(struct session *session, const struct trouble *trouble)
{
	snprintf(session->game_trouble, sizeof session->game_trouble, "%.*s", SESSION_WHY - 1,
		 trouble->text);
	log_error("%s", trouble->text);
	/* not even its options could be read */
	if (referee_options(session->match.referee)->table.settle_us == 0)
		referee_init(session->match.referee, &session->config->options);
	referee_give_up(session->match.referee);
}

static int begin_first(struct session *session, struct trouble *trouble)
{
	struct new_game first = {0};
	struct out sentence = out_init(trouble->text, sizeof trouble->text);
	struct refusal why;
	int error = session_new(session, &first, &why);

	if (error)
		refusal_sentence(&why, &sentence);
	return error;
}

int session_go_on(struct session *session, struct trouble *trouble)
{
	int64_t game = current_game(session);
	int error;

	recall_seqs(session);
	recall_published(session);
	if (game == 0)
		return begin_first(session, trouble);
	error = session_load(session, game, trouble);
	if (error == -EINVAL && session->journal) {
		give_up_game(session, trouble);
		return 0;
	}
	/* the word that led to this game may be repeated in it */
	if (!error)
		error = answers_recall(&session->answers, session->journal, game - 1, trouble);
	if (!error)
		error = answers_recall(&session->answers, session->journal, game, trouble);
	if (error)
		return error;
	look_at_pieces(session);
	/* the latest entry may not have been published, if the previous run ended just after
	 * writing it */
	session->outbox.result.again_until = journal_head(session->journal)->seq;
	return take_up(session);
}

void session_go_back(struct session *session)
{
	int64_t game = current_game(session);
	struct trouble unused;

	if (game > 0 && session_load(session, game, &unused) == 0)
		return;
	match_clear(&session->match);
	put_on_table(session);
}

/* ---- one game after another ---- */

bool session_is_stopped(const struct session *session, struct refusal *why)
{
	char text[REFUSAL_TEXT_SIZE];

	if (session->journal)
		return false;
	snprintf(text, sizeof text, "play is stopped: %.*s", REFUSAL_TEXT_SIZE - 20,
		 session->trouble.text);
	*why = refusal_with(REFUSAL_FAILED, text);
	return true;
}

int session_leave_game(struct session *session, struct refusal *why)
{
	enum phase phase = referee_phase(session->match.referee);
	int error;

	if (session->match.number == 0 || phase == PHASE_OVER)
		return 0;
	if (phase != PHASE_SETUP && !referee_is_paused(session->match.referee)) {
		*why = refusal_of(REFUSAL_GAME_IN_PLAY);
		return -EBUSY;
	}
	if (phase != PHASE_SETUP)
		session_aside_note(session);
	batch_note(&session->batch, ENTRY_SHELVE, "",
		   phase == PHASE_SETUP ? "dropped" : "adjourned");
	error = session_commit(session);
	if (error)
		session_is_stopped(session, why);
	return error;
}

/* Loads a game without putting it on the table, to see whether it can be continued. */
static int load_aside(const struct session *session, int64_t game, struct match *match,
		      struct refusal *why)
{
	struct trouble trouble = {""};
	int error = match_load(match, session->journal, game, &trouble);

	if (!error && referee_phase(match->referee) == PHASE_OVER) {
		snprintf(trouble.text, sizeof trouble.text, "game %" PRId64 " is over", game);
		error = -EINVAL;
	}
	if (error)
		*why = refusal_with(REFUSAL_FAILED, trouble.text);
	return error;
}

/* Exchanges the game on the table with `next`. */
static int change_to(struct session *session, struct match *next, struct refusal *why)
{
	enum seats_kept seats_kept = session_aside_seats(session, next->number);
	struct match before = session->match;
	int error;

	session->match = *next;
	*next = before;
	put_on_table(session);
	session->game_trouble[0] = '\0';
	outbox_begin_game(&session->outbox, seats_kept);
	if (seats_kept == SIDES_CHANGE)
		session_colours_change(session, session->match.number);
	error = take_up(session);
	if (error)
		session_is_stopped(session, why);
	return error;
}

int session_continue(struct session *session, int64_t game, struct refusal *why)
{
	struct match next;
	char text[48];
	int error;

	if (session_is_stopped(session, why))
		return -EIO;
	if (game == session->match.number) {
		*why = refusal_with(REFUSAL_FAILED, "that game is on the table");
		return -EALREADY;
	}
	if (game < 1 || game > journal_last_game(session->journal)) {
		snprintf(text, sizeof text, "there is no game %" PRId64, game);
		*why = refusal_with(REFUSAL_FAILED, text);
		return -ENOENT;
	}
	if (match_init(&next) < 0) {
		*why = refusal_with(REFUSAL_FAILED, "there is no memory left");
		return -ENOMEM;
	}
	/* nothing is written for a game that is refused */
	error = load_aside(session, game, &next, why);
	if (!error)
		error = session_leave_game(session, why);
	if (!error)
		error = change_to(session, &next, why);
	match_finish(&next);
	return error;
}

/* ---- the end ---- */

void session_reveal(struct session *session, enum side side)
{
	json_t *event = session_make_event(session, "revealed");

	if (side != SIDE_NONE)
		json_object_set_new(event, "side", json_string(side_name(side)));
	json_object_set_new(event, "openings",
			    commitments_openings(&session->match.commitments, side));
	batch_tell(&session->batch, EVERYONE, event);
	session->batch.changed = EVERYONE;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (side == SIDE_NONE || side == i)
			session->match.is_face_up[i] = true;
}

void session_finish_game(struct session *session)
{
	struct trouble trouble = {""};
	char *record = NULL;
	int error = record_writer_seal(session->journal, session->match.number, &session->key,
				       &record, &trouble);

	if (error) {
		log_error("the record of game %" PRId64 " could not be written: %s",
			  session->match.number, trouble.text);
	} else {
		batch_note(&session->batch, ENTRY_RECORD, "", record);
		session_tally_count(session);
		/* a game that never began made no commitments, and nothing of it is revealed */
		if (session->config->broadcast == BROADCAST_AFTER &&
		    commitments_made(&session->match.commitments))
			session_reveal(session, SIDE_NONE);
		session->match.has_record = session_commit(session) == 0;
	}
	free(record);
	session->outbox.result.is_over = true;
}
