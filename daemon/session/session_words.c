/* The words that the session answers itself, without the referee: openings, a look, a rematch. */
#include "daemon/archive/commitments.h"
#include "daemon/archive/journal.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/batch.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "rules/game.h"
#include "rules/square.h"
#include "rules/view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

static void say_openings(struct session *session, enum audience speaker)
{
	enum side side = speaker == AUDIENCE_RED    ? SIDE_RED
			 : speaker == AUDIENCE_BLUE ? SIDE_BLUE
						    : SIDE_NONE;
	json_t *event;

	if (!commitments_made(&session->match.commitments)) {
		session->refusal = refusal_of(REFUSAL_GAME_NOT_BEGUN);
		return;
	}
	if (speaker == AUDIENCE_ARBITER)
		batch_note(&session->batch, ENTRY_LOOK, "arbiter", "all openings");
	event = session_make_event(session, "openings");
	json_object_set_new(event, "list", commitments_openings(&session->match.commitments, side));
	batch_tell(&session->batch, session_topic_of(speaker), event);
}

static json_t *all_rows(const struct session *session)
{
	const struct game *game = referee_game(session->match.referee);
	char red[VIEW_ROWS_SIZE], blue[VIEW_ROWS_SIZE];
	struct view view;
	unsigned rows;

	view_make(&view, game, AUDIENCE_ARBITER);
	rows = boards[view.open.board].rows;
	view_rows(&view, SIDE_RED, 0, rows, red);
	view_rows(&view, SIDE_BLUE, 0, rows, blue);
	return json_pack("{s:s,s:s}", "red", red, "blue", blue);
}

/* The look is on record before anything is shown. */
static void say_look(struct session *session)
{
	json_t *event = session_make_event(session, "looked"), *rows = all_rows(session);

	batch_note(&session->batch, ENTRY_LOOK, "arbiter", "all ranks");
	json_object_update(event, rows);
	json_decref(rows);
	batch_tell(&session->batch, session_topic_of(AUDIENCE_ARBITER), event);
}

/*
 * An army is its owner's secret, also when the game is over: the owner alone turns it over, and the
 * other side need not agree. A game that merely cannot be continued may go on, so it is not over.
 */
static void say_show_army(struct session *session, enum side side)
{
	const struct match *match = &session->match;

	if (!game_is_over(referee_game(match->referee)))
		session->refusal = refusal_of(REFUSAL_GAME_NOT_OVER);
	else if (!commitments_made(&match->commitments))
		session->refusal = refusal_of(REFUSAL_GAME_NOT_BEGUN);
	else if (!match->has_record)
		session->refusal =
			refusal_with(REFUSAL_FAILED, "the record of the game is not written yet");
	else if (!match->is_face_up[side])
		session_reveal(session, side);
}

json_t *session_look(struct session *session, const char *who, struct refusal *why)
{
	json_t *rows = NULL;

	if (!session->journal) {
		*why = refusal_with(REFUSAL_FAILED, "play is stopped: nobody can look now");
		return NULL;
	}
	batch_note(&session->batch, ENTRY_LOOK, who, "all ranks");
	if (session_commit(session) == 0)
		rows = all_rows(session);
	else
		*why = refusal_with(REFUSAL_FAILED,
				    "that you looked could not be written down, so you cannot");
	if (!rows && session->journal)
		*why = refusal_with(REFUSAL_FAILED, "there is no memory left");
	return rows;
}

static bool has_ranks(const struct session *session, enum side side)
{
	struct referee_snapshot snapshot;

	referee_look(session->match.referee, session->at_us, &snapshot);
	return snapshot.begun || snapshot.arranged[side];
}

static json_t *code_event(const struct session *session, enum side side)
{
	json_t *event = session_make_event(session, "word");

	json_object_set_new(event, "side", json_string(side_name(side)));
	json_object_set_new(event, "word", json_string("move-seat"));
	return event;
}

int session_note_code(struct session *session, enum side side, const char *by, bool is_now,
		      struct refusal *why)
{
	int error;

	if (!session->journal) {
		*why = refusal_with(REFUSAL_FAILED, "play is stopped: no code can be given now");
		return -EIO;
	}
	if (!has_ranks(session, side))
		return 0;
	batch_note(&session->batch, ENTRY_LOOK, by,
		   side == SIDE_RED ? "by a code for red" : "by a code for blue");
	batch_tell(&session->batch, EVERYONE & ~session_topic_of(AUDIENCE_PUBLIC),
		   code_event(session, side));
	error = is_now ? session_commit(session) : 0;
	if (error)
		*why = refusal_with(REFUSAL_FAILED,
				    "that there is a code could not be written down, so there is "
				    "none");
	return error;
}

void session_rematch(struct session *session)
{
	struct new_game again = {.is_rematch = true};
	struct refusal unused; /* both words have been accepted */

	if (session->match.wants_rematch[SIDE_RED] && session->match.wants_rematch[SIDE_BLUE])
		session_new(session, &again, &unused);
}

bool session_own_word(struct session *session, enum audience speaker, const char *word)
{
	bool is_player = speaker == AUDIENCE_RED || speaker == AUDIENCE_BLUE;

	if (strcmp(word, "openings") == 0)
		say_openings(session, speaker);
	else if (strcmp(word, "look") == 0 && speaker == AUDIENCE_ARBITER)
		say_look(session);
	else if (strcmp(word, "show-army") == 0 && is_player)
		say_show_army(session, speaker == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE);
	else if (strncmp(word, "seen ", 5) == 0)
		session_say_seen(session, speaker, word);
	else
		return session_proposal_word(session, speaker, word);
	return true;
}
