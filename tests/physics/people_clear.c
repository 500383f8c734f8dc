/*
 * Clearing up after a battle: who must leave leaves, who has won stands where the piece attacked
 * stood, in whatever order and by whatever detours people get there.
 */
#include "tests/physics/people.h"

/* the hand that holds a piece; false if none does */
static bool holder_of(struct evening *evening, unsigned piece, struct doer *doer)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		for (unsigned i = 0; i < HANDS; i++)
			if (hand_holds(&evening->people[side].hands[i], piece)) {
				*doer = evening_doer(evening, (enum side)side, i);
				return true;
			}
	return false;
}

/* the owner takes it, or whoever has fought it */
static bool taker_of(struct evening *evening, enum side owner, struct doer *doer)
{
	bool by_owner = dice_happens(&evening->chance, 0.6);
	enum side first = by_owner ? owner : side_other(owner);

	return people_free_hand(evening, first, doer) ||
	       people_free_hand(evening, side_other(first), doer);
}

/* set down on a square for a while, and taken up again */
static void stop_over(const struct doer *doer, unsigned piece, unsigned sq)
{
	gesture_await_free(doer, sq);
	gesture_bring(doer, piece, sq);
	gesture_let_go(doer, piece);
	gesture_pause(doer, 1.5);
	gesture_take(doer, piece);
	gesture_lift(doer);
}

struct journey {
	unsigned piece;
	enum side owner;
	unsigned from; /* where it stood before the battle */
	unsigned to;   /* SQ_OFF_BOARD: into the box */
};

/* while the hand is full a piece that has lost stands about */
static void park(struct evening *evening, const struct doer *doer, const struct journey *journey)
{
	unsigned sq = people_empty_near(evening, journey->from);

	if (sq == SQ_OFF_BOARD || !people_are(evening, doer->profile->park))
		return;
	evening_note(evening, "stands a captured piece on an empty square");
	stop_over(doer, journey->piece, sq);
}

static void travel(struct evening *evening, const struct doer *doer, const struct journey *journey,
		   bool in_hand)
{
	gesture_pause(doer, 0.5);
	if (!in_hand) {
		gesture_take(doer, journey->piece);
		gesture_lift(doer);
	}
	if (in_hand && journey->to != journey->from &&
	    dice_happens(doer->chance, doer->profile->detour))
		stop_over(doer, journey->piece, journey->from);
	if (dice_happens(doer->chance, 0.15))
		gesture_pause(doer, 2.5);
	if (people_are(evening, doer->profile->linger))
		gesture_wait(doer, dice_between(doer->chance, 10, 20));
	if (journey->to == SQ_OFF_BOARD) {
		park(evening, doer, journey);
		gesture_box(doer, journey->piece);
		return;
	}
	gesture_await_free(doer, journey->to);
	gesture_bring(doer, journey->piece, journey->to);
	gesture_let_go(doer, journey->piece);
}

/* The hand that holds the attacker takes the other piece as well. */
static void take_along(const struct doer *doer, const struct attack *attack)
{
	struct vec beside = surface_middle(attack->to);

	beside.x += beside.x > surface_middle(attack->from).x ? -PIECE_MM - 2 : PIECE_MM + 2;
	beside.z = 3;
	gesture_pause(doer, 0.5);
	gesture_hover(doer, beside);
	hand_add(doer->hand, STROKE_GRASP)->piece = (uint8_t)attack->defender;
	gesture_lift(doer);
}

/* both in one hand: first the one that stays is set down, then the other goes */
static void clear_with_one_hand(const struct doer *doer, const struct attack *attack,
				unsigned outcome)
{
	take_along(doer, attack);
	if (outcome == OUTCOME_ATTACKER) {
		gesture_bring(doer, attack->attacker, attack->to);
		gesture_let_go(doer, attack->attacker);
	}
	gesture_box(doer, NOBODY);
}

static void clear_piece(struct evening *evening, const struct journey *journey)
{
	struct doer doer;
	bool in_hand = holder_of(evening, journey->piece, &doer);
	unsigned sq = surface_square(evening->surface.pieces[journey->piece].at);

	if (!in_hand && sq == journey->to)
		return; /* it stands where it should */
	if (in_hand || taker_of(evening, journey->owner, &doer))
		travel(evening, &doer, journey, in_hand);
}

static bool one_hand_will_do(struct evening *evening, unsigned outcome, struct doer *doer)
{
	const struct attack *attack = &evening->attack;

	return outcome != OUTCOME_DEFENDER && holder_of(evening, attack->attacker, doer) &&
	       doer->hand->held == 1 && evening_stands(evening, attack->to) == attack->defender &&
	       dice_happens(&evening->chance, doer->profile->one_hand);
}

void people_clear(struct evening *evening)
{
	struct attack *attack = &evening->attack;
	unsigned outcome = evening_action(evening, evening->begun - 1)->outcome;
	struct journey journeys[] = {
		{attack->attacker, attack->side, attack->from,
		 outcome == OUTCOME_ATTACKER ? attack->to : SQ_OFF_BOARD},
		{attack->defender, side_other(attack->side), attack->to,
		 outcome == OUTCOME_DEFENDER ? attack->to : SQ_OFF_BOARD},
	};
	bool attacker_first = dice_happens(&evening->chance, 0.5);
	struct doer doer;

	evening_note(evening, "clearing up: %s",
		     outcome == OUTCOME_ATTACKER   ? "the attacker has won"
		     : outcome == OUTCOME_DEFENDER ? "the attacker has lost"
						   : "both have lost");
	if (one_hand_will_do(evening, outcome, &doer)) {
		clear_with_one_hand(&doer, attack, outcome);
	} else {
		clear_piece(evening, &journeys[attacker_first ? 0 : 1]);
		clear_piece(evening, &journeys[attacker_first ? 1 : 0]);
	}
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		if (dice_happens(&evening->chance, evening->people[side].profile.straighten))
			people_straighten_beside(evening, (enum side)side, attack->to);
	attack->active = false;
	evening->clearing = true;
}
