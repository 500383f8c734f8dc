/* How the hands react to the referee: answer, continue, put the table right. */
#include "tests/support/table/hands.h"

static void defend(struct hands *hands, enum side side)
{
	struct view view;
	unsigned card;

	view_make(&view, referee_game(&hands->referee), audience_of(side));
	card = view.cards[side].hand[hands_roll(hands, HAND_SIZE)];
	if (card_is_defence((enum card)card) || chance_once_in(&hands->chance, 8))
		hands_say(hands, audience_of(side), "card defend %s",
			  card ? card_name((enum card)card) : "nothing");
	if (hands->referee.phase == PHASE_DEFENCE)
		hands_say(hands, audience_of(side), "card defend none");
}

static void answer_target(struct hands *hands, enum side side)
{
	unsigned sq = hands_any_of(hands, hands->choices[side]);
	char name[SQ_NAME_SIZE];

	if (sq == SQ_OFF_BOARD || chance_once_in(&hands->chance, 2))
		return;
	sq_format(sq, name);
	hands_say(hands, audience_of(side), "%s %s",
		  chance_once_in(&hands->chance, 3) ? "attack" : "target", name);
}

static void answer(struct hands *hands, enum side side)
{
	enum table_question question = (enum table_question)hands->asked[side];

	hands->asked[side] = QUESTION_NONE;
	if (question != QUESTION_NONE)
		hands_wait(hands, 200, 1500);
	switch (question) {
	case QUESTION_DEFENCE:
		defend(hands, side);
		break;
	case QUESTION_TARGET:
		answer_target(hands, side);
		break;
	case QUESTION_CONFIRM_ATTACK:
		if (!chance_once_in(&hands->chance, 3))
			hands_say(hands, audience_of(side), "%s",
				  chance_once_in(&hands->chance, 2) ? "confirm" : "deny");
		break;
	case QUESTION_CONFIRM_PLACES:
		hands_say(hands, audience_of(side), "%s",
			  chance_once_in(&hands->chance, 8) ? "deny" : "confirm");
		break;
	case QUESTION_NONE:
		break;
	}
}

/* continues whatever has been stopped */
static void go_on(struct hands *hands)
{
	if (hands->referee.paused)
		hands_say(hands, AUDIENCE_ARBITER, "resume");
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (hands->referee.denied[i] && !chance_once_in(&hands->chance, 4))
			hands_say(hands, audience_of((enum side)i), "confirm");
	if (hands->referee.phase == PHASE_ARBITER || hands->referee.phase == PHASE_SETTLE)
		hands_say(hands, AUDIENCE_ARBITER, "correct done");
}

void hands_settle_down(struct hands *hands)
{
	for (unsigned i = 0; i < 3; i++) {
		hands_wait(hands, 900, 1600);
		hands_tick(hands);
		answer(hands, SIDE_RED);
		answer(hands, SIDE_BLUE);
	}
	go_on(hands);
	if (!chance_once_in(&hands->chance, 8))
		hands_tidy(hands);
}
