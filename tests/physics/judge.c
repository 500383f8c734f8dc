/* Right, wrong, lost, asked, unseen. */
#include "tests/physics/judge.h"

#include "daemon/referee/referee_look.h"
#include "tests/physics/evening.h"

#include <stdio.h>

#define STUCK_S 150.0
#define UNSEEN_S 0.5 /* after which a piece that stands should be seen */
#define CHANCE_S 4.0 /* within which an unseen piece need not have been noticed */

const char *const verdict_names[] = {"fine", "wrong", "illegal", "stuck"};

void judge_fail(struct evening *evening, enum verdict verdict, const char *what)
{
	struct judge *judge = &evening->judge;

	if (judge->verdict != VERDICT_FINE)
		return;
	if (judge->premature.open) /* whatever came of it, that was not played */
		verdict = VERDICT_WRONG;
	judge->verdict = verdict;
	judge->failed_s = evening->t_s;
	snprintf(judge->what, sizeof judge->what, "%s", what);
	if (evening->attack.active)
		judge->styles[evening->attack.style].wrong++;
}

/* ---- what it announces ---- */

static void tell(const struct output *output, char what[32])
{
	char from[SQ_NAME_SIZE] = "?", to[SQ_NAME_SIZE] = "?";

	if (output->from < SQ_COUNT)
		sq_format(output->from, from);
	if (output->sq < SQ_COUNT)
		sq_format(output->sq, to);
	snprintf(what, 32, "%s %s%s%s",
		 output->event == EVENT_ILLEGAL	     ? "illegal"
		 : output->event == EVENT_TAKEN_BACK ? "took back"
						     : "played",
		 from, output->event == EVENT_ATTACK ? "x" : "-", to);
}

static bool is_played(const struct evening *evening, const struct output *output)
{
	size_t i = evening->judge.committed;
	const struct report_view *what;

	if (i >= evening->begun)
		return false;
	what = evening_action(evening, i);
	return what->attack == (output->event == EVENT_ATTACK) && what->side == output->side &&
	       what->from == output->from && what->to == output->sq;
}

static void count_move(struct evening *evening, const struct output *output)
{
	struct judge *judge = &evening->judge;
	size_t i = judge->committed;
	double at_s = (double)output->t_us / 1e6, delay_s = at_s - judge->let_go_s[i];

	judge->moves++;
	judge->offered_idle += judge->offered[i];
	if (judge->asked[i] || judge->said[i])
		return;
	if (judge->let_go_s[i] <= 0 || delay_s < 0)
		delay_s = 0;
	judge->delay_ms[judge->delays++] = (uint32_t)(delay_s * 1000);
}

/* a move that was not played; if its piece is held, it may yet be taken back */
static void mistake(struct evening *evening, const struct output *output, const char *what)
{
	struct judge *judge = &evening->judge;
	bool held = evening_is_held(evening, evening->home[output->from]);

	if (judge->premature.open || output->event == EVENT_ATTACK || !held) {
		judge_fail(evening, VERDICT_WRONG, what);
		return;
	}
	judge->premature.open = true;
	judge->premature.from = output->from;
	judge->premature.to = output->sq;
}

/* whether the last move was announced when it was as it would be in the end, but still in a hand */
static bool was_not_let_go(const struct evening *evening, const struct output *output)
{
	size_t last = evening->judge.committed;
	const struct report_view *what;

	if (last == 0 || evening->judge.let_go_s[last - 1] > 0)
		return false;
	what = evening_action(evening, last - 1);
	return what->from == output->from && what->to == output->sq;
}

static void take_back(struct evening *evening, const struct output *output)
{
	struct judge *judge = &evening->judge;
	char what[32];

	tell(output, what);
	judge->rethought++;
	if (!judge->premature.open && was_not_let_go(evening, output)) {
		judge->committed--;
		return;
	}
	if (!judge->premature.open || judge->premature.from != output->from ||
	    judge->premature.to != output->sq)
		judge_fail(evening, VERDICT_WRONG, what);
	judge->premature.open = false;
}

static void commit(struct evening *evening, const struct output *output)
{
	struct judge *judge = &evening->judge;
	bool attack = output->event == EVENT_ATTACK;
	char what[32];

	tell(output, what);
	if (judge->premature.open || !is_played(evening, output)) {
		mistake(evening, output, what);
		return;
	}
	if (attack) {
		struct style_count *style = &judge->styles[evening->attack.style];

		judge->attacks++;
		style->made++;
		style->unasked += !judge->asked[judge->committed];
		style->unsaid += judge->said[judge->committed] == 0;
		style->traced += evening->attack.traced;
		style->words += judge->said[judge->committed];
	} else {
		count_move(evening, output);
	}
	judge->committed++;
	judge->progress_s = evening->t_s;
}

static void ask(struct evening *evening, const struct output *output)
{
	struct judge *judge = &evening->judge;
	const struct attack *attack = &evening->attack;
	bool attacks = attack->active && !attack->fought && output->to == audience_of(attack->side);

	if (output->question == QUESTION_CONFIRM_PLACES || output->question == QUESTION_DEFENCE)
		return;
	if (judge->committed < GAME_PLIES)
		judge->asked[judge->committed] = true;
	if (attacks)
		judge->asked_attack++;
	else if (output->question == QUESTION_TARGET)
		judge->asked_idle++;
	else
		judge->confirm_idle++;
}

/* ---- pieces that are not seen ---- */

static void name_squares(struct evening *evening, struct bits squares)
{
	for (unsigned i = 0; i < evening->surface.piece_count; i++) {
		unsigned sq = surface_square(evening->surface.pieces[i].at);

		if (evening->judge.standing[i].open && sq < SQ_COUNT && bits_has(squares, sq))
			evening->judge.standing[i].named = true;
	}
}

static void end_unseen(struct judge *judge, unsigned piece, double t_s)
{
	bool counts =
		judge->standing[piece].named || t_s - judge->standing[piece].since_s > CHANCE_S;

	if (judge->standing[piece].open && counts) {
		judge->unseen++;
		judge->noticed += judge->standing[piece].named;
	}
	judge->standing[piece].open = judge->standing[piece].named = false;
	judge->standing[piece].since_s = 0;
}

static void watch_piece(struct evening *evening, unsigned piece)
{
	struct judge *judge = &evening->judge;
	const struct body *there = &evening->surface.pieces[piece];
	unsigned sq = surface_square(there->at);
	bool stands = !there->off && !evening_is_held(evening, piece);

	if (!stands || sq >= SQ_COUNT || surface_sees(&evening->surface, sq, piece))
		end_unseen(judge, piece, evening->t_s);
	else if (judge->standing[piece].since_s <= 0)
		judge->standing[piece].since_s = evening->t_s;
	else if (evening->t_s - judge->standing[piece].since_s > UNSEEN_S)
		judge->standing[piece].open = true;
}

/* What is offered calls nobody, but it can be seen; so can the squares where a piece may stand unseen. */
static void watch_offers(struct evening *evening)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		struct table_offer offer = referee_offer(evening->referee, (enum side)side);

		if (bits_any(offer.targets) && evening->judge.committed < GAME_PLIES)
			evening->judge.offered[evening->judge.committed] = true;
		name_squares(evening, offer.stands);
	}
}

void judge_watch(struct evening *evening)
{
	watch_offers(evening);
	for (unsigned i = 0; i < evening->surface.piece_count; i++)
		watch_piece(evening, i);
	if (evening->t_s - evening->judge.progress_s > STUCK_S)
		judge_fail(evening, VERDICT_STUCK, "nothing");
}

/* ---- words ---- */

/* It is about the speaker's own latest action, even if the opponent has begun to answer. */
void judge_word(struct evening *evening, enum side side)
{
	size_t i = evening->begun;

	if (i > 0 && evening_action(evening, i - 1)->side != side)
		i--;
	if (i > 0)
		evening->judge.said[i - 1]++;
}

/* ---- all it says ---- */

void judge_hear(struct evening *evening, const struct output *output)
{
	struct judge *judge = &evening->judge;
	char what[32];

	if (output->event == EVENT_ASK)
		ask(evening, output);
	if (output->event == EVENT_ASK || output->event == EVENT_GUIDE ||
	    output->event == EVENT_FAULT)
		name_squares(evening, output->squares);
	if (output->event == EVENT_FAULT && output->to == AUDIENCE_ARBITER)
		judge->faults++;
	if (output->to != AUDIENCE_PUBLIC)
		return;
	if (output->event == EVENT_MOVE || output->event == EVENT_ATTACK)
		commit(evening, output);
	if (output->event == EVENT_TAKEN_BACK)
		take_back(evening, output);
	if (output->event == EVENT_GUIDE && !evening->attack.active && !evening->clearing)
		judge->guided++;
	if (output->event == EVENT_ILLEGAL && judge->tried.open &&
	    output->from == judge->tried.from && output->sq == judge->tried.to) {
		judge->caught++;
	} else if (output->event == EVENT_ILLEGAL) {
		tell(output, what);
		judge_fail(evening, VERDICT_ILLEGAL, what);
	}
}
