/* Turns the referee's outputs into events for each audience. */
#include "daemon/archive/commitments.h"
#include "daemon/archive/journal.h"
#include "daemon/base/log.h"
#include "daemon/config/config.h"
#include "daemon/match/match.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/batch.h"
#include "daemon/session/session_inside.h"
#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "daemon/views/board_status.h"
#include "daemon/views/event_json.h"
#include "rules/fact.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The topics that an output goes to. Players get everything that is public on their own topic, at
 * once and in order, except where they get a version of their own.
 */
static unsigned topics_of(const struct output *output)
{
	enum audience mover = audience_of((enum side)output->side);

	if (output->to != AUDIENCE_PUBLIC)
		return session_topic_of((enum audience)output->to);
	if (output->event == EVENT_BATTLE)
		return session_topic_of(AUDIENCE_PUBLIC) | session_topic_of(AUDIENCE_ARBITER);
	if (output->event == EVENT_ILLEGAL)
		return EVERYONE & ~session_topic_of(mover);
	return EVERYONE;
}

static void set_openings(const struct session *session, json_t *event, bool attacker, bool defender)
{
	json_t *list = commitments_battle_openings(&session->match.commitments, attacker, defender);

	if (json_array_size(list) > 0)
		json_object_set_new(event, "openings", list);
	else
		json_decref(list);
}

/* With this broadcast setting the public is told what both players have been shown. */
static void reveal_to_public(const struct session *session, const struct output *output,
			     json_t *event)
{
	const struct output *red = &session->match.battles[SIDE_RED],
			    *blue = &session->match.battles[SIDE_BLUE];
	bool attacker = red->attacker != PIECE_NONE && red->attacker == blue->attacker;
	bool defender = red->defender != PIECE_NONE && red->defender == blue->defender;
	char code[2] = "";

	if (session->config->broadcast != BROADCAST_REVEALED || output->outcome == OUTCOME_NONE)
		return;
	if (attacker) {
		code[0] = piece_code(red->attacker);
		json_object_set_new(event, "attacker", json_string(code));
	}
	if (defender) {
		code[0] = piece_code(red->defender);
		json_object_set_new(event, "defender", json_string(code));
	}
	set_openings(session, event, attacker, defender);
}

static void complete_battle(struct session *session, const struct output *output, json_t *event)
{
	enum side side = output->to == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE;

	if (output->to == AUDIENCE_PUBLIC) {
		reveal_to_public(session, output, event);
		return;
	}
	session->match.battles[side] = *output;
	match_note_battle(&session->match, side, event);
	set_openings(session, event, output->attacker != PIECE_NONE,
		     output->defender != PIECE_NONE);
}

/* ---- rows and columns that fail ---- */

void session_line_sentence(unsigned line, enum table_fault fault, char sentence[LINE_SENTENCE])
{
	static const char *const what[TABLE_FAULTS] = {
		[FAULT_LINE_SILENT] = "has gone silent: look at its connector",
		[FAULT_LINE_STUCK] = "shows pieces everywhere: look at its connector",
		[FAULT_LINE_FLICKERS] = "comes and goes: look at its connector",
		[FAULT_LINE_READER] =
			"has a tag reader that has stopped answering: look at its cable",
		[FAULT_LINE_DECLARED] = "is not relied on, by the arbiter's word",
		[FAULT_LINE_SUSPECTED] =
			"may have gone silent, unless its pieces were lifted: look at its connector",
	};
	bool is_row = line < LINE_COLUMNS;

	if (is_row)
		snprintf(sentence, LINE_SENTENCE, "row %u %s", line - LINE_ROWS + 1, what[fault]);
	else
		snprintf(sentence, LINE_SENTENCE, "column %c %s", (char)('a' + line - LINE_COLUMNS),
			 what[fault]);
}

static void log_line_fault(const struct output *output)
{
	char sentence[LINE_SENTENCE];

	for (unsigned fault = FAULT_LINE_SILENT; fault < TABLE_FAULTS; fault++) {
		if (strcmp(output->text, referee_fault_name((enum table_fault)fault)) != 0)
			continue;
		session_line_sentence(output->line, (enum table_fault)fault, sentence);
		log_warning("%s", sentence);
	}
}

static void note_moment(struct session *session, const struct output *output)
{
	bool is_turn = output->event == EVENT_TURN || output->event == EVENT_ASK;
	bool is_offer = output->event == EVENT_WORD && strncmp(output->text, "offer-", 6) == 0;

	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		if (!(topics_of(output) & session_topic_of((enum audience)i)))
			continue;
		if (is_turn)
			session->moments.turn[i] = session->batch.seq[i];
		if (is_offer)
			session->moments.offer[i] = session->batch.seq[i];
	}
}

void session_tell_output(struct session *session, const struct output *output)
{
	json_t *event = event_json(output);

	if (output->to == AUDIENCE_PUBLIC)
		board_status_note(&session->match.status, output);
	json_object_del(event, "to");
	json_object_set_new(event, "game", json_integer(session->match.number));
	if (output->event == EVENT_BATTLE)
		complete_battle(session, output, event);
	if (output->event == EVENT_ERROR)
		session->refusal = output->why;
	if (output->event == EVENT_FAULT && output->line != LINE_NONE)
		log_line_fault(output);
	if (output->event == EVENT_OVER)
		session->is_over = true;
	if (output->event == EVENT_WORD && strcmp(output->text, "rematch") == 0)
		session->match.wants_rematch[output->side] = true;
	if (output->event == EVENT_WORD && strcmp(output->text, "call-arbiter") == 0)
		session->match.calls[output->side] =
			(struct match_call){.is_open = true, .t_us = output->t_us};
	if (output->event == EVENT_WORD && strcmp(output->text, "withdraw-call") == 0)
		session->match.calls[output->side].is_open = false;
	batch_tell(&session->batch, topics_of(output), event);
	note_moment(session, output);
}

/* Play begins: the board commits to every rank before the first move. */
static void make_commitments(struct session *session)
{
	struct view view;
	json_t *event = session_make_event(session, "commitments");
	char *lines;

	view_make(&view, referee_game(session->match.referee), AUDIENCE_ARBITER);
	commitments_init(&session->match.commitments, session->match.id);
	commitments_make(&session->match.commitments, &view);
	lines = commitments_format(&session->match.commitments);
	batch_note(&session->batch, ENTRY_NONCE, "", lines);
	free(lines);
	json_object_set_new(event, "id", json_string(session->match.id));
	json_object_set_new(event, "list", commitments_list(&session->match.commitments));
	batch_tell(&session->batch, EVERYONE, event);
}

void session_tell_fact(struct session *session, const struct fact *fact)
{
	char text[FACT_SIZE];
	struct out out = out_init(text, sizeof text);

	fact_format(fact, &out);
	batch_note(&session->batch, ENTRY_FACT, "", text);
	match_follow(&session->match, fact);
	if (fact->kind == FACT_BEGIN)
		make_commitments(session);
}
