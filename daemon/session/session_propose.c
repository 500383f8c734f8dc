/*
 * A new game by agreement of those who sit there: a proposal, which the other player agrees to or
 * not. It is open until something is played. Both proposing the same is agreeing; who sits alone
 * needs nobody. A game that is being played is set aside by it.
 */
#include "daemon/base/crypto.h"
#include "daemon/match/proposal.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/batch.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "rules/edition.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORM "offer-game EDITION keep|swap|lot NAME=VALUE .. | offer-game continue NUMBER"

static struct proposal *open_one(struct session *session)
{
	return &session->match.proposal;
}

static bool is_being_played(const struct session *session)
{
	enum phase phase = referee_phase(session->match.referee);

	return session->match.number > 0 && phase != PHASE_SETUP && phase != PHASE_OVER;
}

static void tell(struct session *session, enum side side, const char *what)
{
	const struct proposal *proposal = open_one(session);
	json_t *event = session_make_event(session, "proposal");

	json_object_set_new(event, "do", json_string(what));
	json_object_set_new(event, "side",
			    side < SIDE_COUNT ? json_string(side_name(side)) : json_null());
	json_object_set_new(event, "number", json_integer((json_int_t)proposal->number));
	if (strcmp(what, "offer") == 0)
		json_object_set_new(event, "text", json_string(proposal->text));
	batch_tell(&session->batch, EVERYONE, event);
	session->batch.changed = EVERYONE;
}

/* ---- beginning it ---- */

/* As when players go on another day: so it can be continued. */
static void set_aside(struct session *session, enum side side)
{
	struct input input = {.kind = INPUT_WORD, .word = "adjourn"};

	if (!is_being_played(session) || referee_is_paused(session->match.referee))
		return;
	input.speaker = (uint8_t)audience_of(side < SIDE_COUNT ? side : SIDE_RED);
	session_feed(session, &input);
}

static struct new_game game_of(const struct proposed *proposed)
{
	return (struct new_game){
		.is_rematch = proposed->is_same,
		.keeps_names = true,
		.edition = proposed->edition,
		.options = proposed->options,
		.red = proposed->names[SIDE_RED][0] ? proposed->names[SIDE_RED] : NULL,
		.blue = proposed->names[SIDE_BLUE][0] ? proposed->names[SIDE_BLUE] : NULL};
}

static void begin(struct session *session, enum side by, struct refusal *why)
{
	struct proposed proposed;
	struct new_game wanted;

	if (!proposal_read(open_one(session)->text, &proposed))
		return;
	set_aside(session, by);
	wanted = game_of(&proposed);
	wanted.sides_change = proposed.colours == COLOURS_EXCHANGED ||
			      (proposed.colours == COLOURS_BY_LOT && random_below(2) == 1);
	if (proposed.continues > 0)
		session_continue(session, proposed.continues, why);
	else
		session_new(session, &wanted, why);
	proposal_free(&proposed);
}

static bool is_agreed(const struct session *session)
{
	const struct proposal *proposal = &session->match.proposal;

	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (session->seated.users[i][0] && !proposal->agreed[i])
			return false;
	return true;
}

static void agree(struct session *session, enum side side, struct refusal *why)
{
	struct proposal *proposal = open_one(session);

	proposal->agreed[side] = true;
	tell(session, side, "accept");
	if (is_agreed(session))
		begin(session, side, why);
}

/* ---- words ---- */

/* What could not begin is refused before anyone is asked. */
static struct refusal check(struct session *session, const char *text)
{
	struct refusal why = refusal_of(REFUSAL_NONE);
	struct proposed proposed;
	struct new_game wanted;

	if (!proposal_read(text, &proposed))
		return refusal_with(REFUSAL_MALFORMED, FORM);
	wanted = game_of(&proposed);
	if (proposed.continues == 0)
		session_can_begin(session, &wanted, &why);
	else if (proposed.continues == session->match.number ||
		 session_aside_seats(session, proposed.continues) == NOBODY_STAYS)
		why = refusal_of(REFUSAL_NOT_YOUR_GAME);
	proposal_free(&proposed);
	return why;
}

static bool is_same(const struct proposal *proposal, enum side by, const char *text)
{
	return proposal->is_open && proposal->by != by && strcmp(proposal->text, text) == 0;
}

static void open_new(struct session *session, enum side by, const char *text)
{
	struct proposal *proposal = open_one(session);
	uint64_t number = proposal->number + 1;

	*proposal = (struct proposal){.number = number, .is_open = true, .by = (uint8_t)by};
	if (by < SIDE_COUNT)
		proposal->agreed[by] = true;
	snprintf(proposal->text, sizeof proposal->text, "%s", text);
	tell(session, by, "offer");
}

static void propose(struct session *session, enum side by, const char *text, struct refusal *why)
{
	*why = check(session, text);
	if (why->code != REFUSAL_NONE)
		return;
	if (by < SIDE_COUNT && is_same(open_one(session), by, text)) {
		agree(session, by, why);
		return;
	}
	open_new(session, by, text);
	if (is_agreed(session))
		begin(session, by, why);
}

/* No word leads to it, so it is written here. */
void session_propose_at_table(struct session *session, const char *text, struct refusal *why)
{
	*why = refusal_of(REFUSAL_NONE);
	if (session_is_stopped(session, why))
		return;
	session->at_us = session_now(session);
	propose(session, SIDE_NONE, text, why);
	session_settle(session);
}

/* A number says which one is meant: it may have been replaced meanwhile. */
static bool is_meant(struct session *session, struct text number)
{
	uint64_t meant;

	return open_one(session)->is_open && text_number(number, INT64_MAX, &meant) &&
	       meant == open_one(session)->number;
}

static void answer(struct session *session, enum side side, struct text word, struct text number,
		   struct refusal *why)
{
	if (!is_meant(session, number) || open_one(session)->agreed[side]) {
		*why = refusal_of(REFUSAL_NOTHING_OFFERED);
	} else if (text_is(word, "accept-game")) {
		agree(session, side, why);
	} else {
		tell(session, side, "decline");
		open_one(session)->is_open = false;
	}
}

static void withdraw(struct session *session, enum side side, struct refusal *why)
{
	if (!open_one(session)->is_open || open_one(session)->by != side) {
		*why = refusal_of(REFUSAL_NOTHING_OFFERED);
		return;
	}
	tell(session, side, "withdraw");
	open_one(session)->is_open = false;
}

/* What can be proposed is not written down: it is the same every day. */
static void say_games(struct session *session, enum audience speaker)
{
	session_add_event(session, speaker, "games", json_object(),
			  json_pack("{s:o,s:o}", "editions", session_editions_json(session),
				    "aside", session_aside_json(session)));
}

bool session_proposal_word(struct session *session, enum audience speaker, const char *line)
{
	enum side side = speaker == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE;
	struct text rest = {line, strlen(line)};
	struct text word = text_take_word(&rest);

	if (speaker != AUDIENCE_RED && speaker != AUDIENCE_BLUE)
		return false;
	if (text_is(word, "offer-game"))
		propose(session, side, rest.at, &session->refusal);
	else if (text_is(word, "accept-game") || text_is(word, "decline-game"))
		answer(session, side, word, rest, &session->refusal);
	else if (text_is(word, "withdraw-game"))
		withdraw(session, side, &session->refusal);
	else if (text_is(word, "games"))
		say_games(session, speaker);
	else
		return false;
	return true;
}

/* What one who has left proposed is as good as withdrawn. */
json_t *session_proposal_json(const struct session *session)
{
	const struct proposal *proposal = &session->match.proposal;
	const struct referee_options *options = referee_options(session->match.referee);
	char edition[24];

	if (!proposal->is_open || !session->journal ||
	    (proposal->by < SIDE_COUNT && !session->seated.users[proposal->by][0]))
		return NULL;
	snprintf(edition, sizeof edition, "%s", editions[options->edition].id);
	if (strncmp(proposal->text, "continue ", 9) == 0)
		session_aside_edition(session, strtoll(proposal->text + 9, NULL, 10), edition);
	return proposal_json(proposal, edition, is_being_played(session));
}
