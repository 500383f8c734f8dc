/* What people hear, and what they answer: truly, and in their own time. */
#include "daemon/referee/referee_look.h"
#include "tests/physics/people.h"

#include <stdio.h>

/* ---- hearing ---- */

static double heed_s(struct evening *evening, enum side side)
{
	return evening->t_s +
	       dice_pause(&evening->chance, evening->people[side].profile.heed_s, 0.5);
}

static void fought(struct evening *evening)
{
	struct attack *attack = &evening->attack;
	unsigned outcome = evening_action(evening, evening->begun - 1)->outcome;

	attack->fought = true;
	evening->played = evening->begun;
	if (outcome == OUTCOME_ATTACKER)
		evening->home[attack->to] = (uint8_t)attack->attacker;
	else if (outcome == OUTCOME_BOTH)
		evening->home[attack->to] = NOBODY;
	evening->home[attack->from] = NOBODY;
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		evening->people[side].next_s =
			evening->t_s + dice_pause(&evening->chance, 0.7, 0.4);
}

static void hear_guide(struct evening *evening, const struct output *output)
{
	struct told *told = &evening->people[output->side].told;

	if (!told->open)
		*told = (struct told){.open = true, .due_s = heed_s(evening, output->side)};
	told->guide = output->guide;
	told->squares = output->squares;
}

static void hear_question(struct evening *evening, const struct output *output)
{
	enum side side = output->to == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE;
	bool opens = output->event == EVENT_ASK;

	if (output->to != AUDIENCE_RED && output->to != AUDIENCE_BLUE)
		return;
	evening->people[side].asked = (struct asked){
		.question = opens ? output->question : QUESTION_NONE,
		.squares = output->squares,
		.due_s = heed_s(evening, side),
	};
}

void people_hear(struct evening *evening, const struct output *output)
{
	bool open = output->to == AUDIENCE_PUBLIC;

	if (output->event == EVENT_ASK || output->event == EVENT_ASK_CLOSED)
		hear_question(evening, output);
	else if (open && output->event == EVENT_ATTACK)
		fought(evening);
	else if (open && output->event == EVENT_GUIDE && output->side < SIDE_COUNT)
		hear_guide(evening, output);
	else if (open && output->event == EVENT_BOARD_OK)
		evening->people[SIDE_RED].told.open = evening->people[SIDE_BLUE].told.open = false;
}

/* ---- answering ---- */

/* what a question about squares is truly answered with; SQ_OFF_BOARD if it is beside the point */
static unsigned target_of(const struct evening *evening, enum side side, struct bits choices)
{
	const struct attack *attack = &evening->attack;
	const struct report_view *what;

	if (attack->active && !attack->fought && attack->side == side)
		return bits_has(choices, attack->to) ? attack->to : SQ_OFF_BOARD;
	if (evening->played == evening->judge.committed)
		return SQ_OFF_BOARD;
	what = evening_action(evening, evening->judge.committed);
	if (what->side != side)
		return SQ_OFF_BOARD;
	if (bits_has(choices, what->from)) /* a contact that hides that the piece has left */
		return what->from;
	return bits_has(choices, what->to) ? what->to : SQ_OFF_BOARD;
}

static void answer_target(struct evening *evening, enum side side, unsigned sq)
{
	char word[STROKE_WORD_SIZE] = "target ";

	if (sq == SQ_OFF_BOARD)
		return;
	sq_format(sq, word + 7);
	evening_say(evening, side, word);
}

bool people_answer(struct evening *evening, enum side side)
{
	struct asked *asked = &evening->people[side].asked;
	enum table_question question = (enum table_question)asked->question;
	unsigned target = target_of(evening, side, asked->squares);

	if (question == QUESTION_NONE || evening->t_s < asked->due_s)
		return false;
	asked->question = QUESTION_NONE;
	if (question == QUESTION_TARGET)
		answer_target(evening, side, target);
	else if (question == QUESTION_CONFIRM_ATTACK)
		evening_say(evening, side, target != SQ_OFF_BOARD ? "confirm" : "deny");
	else if (question == QUESTION_CONFIRM_PLACES)
		evening_say(evening, side, "confirm");
	return true;
}

/* What is offered calls nobody: whoever attacks without a trace looks for it. */
bool people_pick(struct evening *evening)
{
	struct attack *attack = &evening->attack;
	struct table_offer offer = referee_offer(evening->referee, attack->side);

	if (attack->words > 0 || offer.from != attack->from || !bits_has(offer.targets, attack->to))
		return false;
	if (attack->pick_s <= 0)
		attack->pick_s = heed_s(evening, attack->side);
	if (evening->t_s < attack->pick_s)
		return true;
	attack->words++;
	answer_target(evening, attack->side, attack->to);
	return true;
}

/* ---- putting right ---- */

static unsigned home_of(const struct evening *evening, unsigned piece)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (evening->home[sq] == piece)
			return sq;
	return SQ_OFF_BOARD;
}

/* a piece that stands wrong goes to where it belongs */
static void bring_home(struct evening *evening, const struct doer *doer, unsigned piece)
{
	unsigned home = home_of(evening, piece);

	gesture_take(doer, piece);
	gesture_lift(doer);
	if (home == SQ_OFF_BOARD) {
		gesture_box(doer, piece);
		return;
	}
	gesture_await_free(doer, home);
	gesture_bring(doer, piece, home);
	gesture_let_go(doer, piece);
}

/* The right piece stands there, and yet something is said of it: it is set down anew. */
static void reseat(const struct doer *doer, unsigned piece, unsigned sq, enum table_guide guide)
{
	bool looks_only = guide == GUIDE_CHECK && dice_happens(doer->chance, 0.7);

	if (looks_only)
		return;
	if (guide == GUIDE_CHECK || dice_happens(doer->chance, 0.5)) {
		gesture_straighten(doer, piece);
		return;
	}
	gesture_take(doer, piece);
	gesture_lift(doer);
	gesture_bring(doer, piece, sq);
	gesture_let_go(doer, piece);
}

static void put_right(struct evening *evening, const struct doer *doer, enum side side, unsigned sq,
		      enum table_guide guide)
{
	unsigned there = evening_stands(evening, sq), home = evening->home[sq];

	if (people_put_back(evening, side, sq))
		return;
	if (there != NOBODY && there == home)
		reseat(doer, there, sq, guide);
	else if (there != NOBODY)
		bring_home(evening, doer, there);
	else if (home != NOBODY && !evening_is_held(evening, home) &&
		 !evening->surface.pieces[home].off)
		bring_home(evening, doer, home);
}

/* the squares named, but for those of an attack that is being made: they are as they should be */
static struct bits squares_to_see_to(const struct evening *evening, const struct told *told)
{
	const struct attack *attack = &evening->attack;
	struct bits busy = bits_of(attack->from);

	if (evening_stands(evening, attack->to) != attack->defender)
		bits_add(&busy, attack->to);
	return attack->active ? bits_minus(told->squares, busy) : told->squares;
}

bool people_follow(struct evening *evening, enum side side)
{
	struct person *person = &evening->people[side];
	struct told *told = &person->told;
	struct bits squares = squares_to_see_to(evening, told);
	unsigned hand = person->hands[RIGHT].held ? LEFT : RIGHT, count = bits_count(squares);
	struct doer doer = evening_doer(evening, side, hand);

	if (!told->open || evening->t_s < told->due_s || count == 0 || doer.hand->held)
		return false;
	for (unsigned skip = chance_below(&evening->chance, count); skip > 0; skip--)
		bits_take(&squares);
	told->due_s = heed_s(evening, side) + 1;
	put_right(evening, &doer, side, bits_take(&squares), (enum table_guide)told->guide);
	return !person_is_idle(person);
}
