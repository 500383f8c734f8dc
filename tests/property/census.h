/*
 * Every action that could be named at all, put to the validator one by one, against the list that
 * the generator makes. In Battle Cards that is a great many, so there only some squares of
 * departure may be asked.
 */
#ifndef TESTS_PROPERTY_CENSUS_H
#define TESTS_PROPERTY_CENSUS_H

#include "tests/property/match.h"

#include <stdlib.h>

enum {
	CENSUS_MAX = 16384,
	CENSUS_CHOICES = HAND_SIZE + 2 /* no card, those in hand, one that is not */
};

struct census {
	struct match *match;
	struct view view;   /* the arbiter's */
	struct bits asked;  /* squares of departure */
	unsigned generated; /* by the generator, wherever they depart */
	unsigned count;	    /* of those, the ones asked about */
	unsigned allowed;   /* by the validator */
	bool unknown;	    /* one was allowed that the generator does not have */
	bool surplus;	    /* one was allowed with more cards than may be played together */
	bool oracle_differs;
	uint32_t keys[CENSUS_MAX];
};

/* a number that two actions share only if they are the same; a swap is the same from both ends */
static inline uint32_t census_key(const struct action *action)
{
	bool turned = action->kind == ACTION_SWAP && action->from > action->to;
	unsigned from = turned ? action->to : action->from, to = turned ? action->from : action->to;

	if (action->kind == ACTION_EXCHANGE)
		from = action->cards[0];
	return (uint32_t)action->kind << 28 | from << 20 | to << 12 |
	       (uint32_t)action->movement << 9 | (uint32_t)(action->attack) << 8 |
	       (uint32_t)action->attack_card << 4 | action->defence;
}

static inline void census_note(void *context, const struct action *action)
{
	struct census *census = context;

	census->generated++;
	if (action->kind == ACTION_EXCHANGE || bits_has(census->asked, action->from))
		census->keys[census->count++ % CENSUS_MAX] = census_key(action);
}

static inline int census_order(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static inline void census_suspect(struct census *census, bool *wrong, const struct action *action)
{
	*wrong = true;
	census->match->suspect = *action;
}

static inline bool census_ask(struct census *census, const struct action *action)
{
	uint32_t key = census_key(action);
	struct action more = *action;

	if (!game_allows(&census->match->game, action))
		return false;
	census->allowed++;
	more.surplus_card = true;
	if (action->kind != ACTION_SWAP && game_allows(&census->match->game, &more))
		census_suspect(census, &census->surplus, action);
	if (!bsearch(&key, census->keys, census->count, sizeof key, census_order))
		census_suspect(census, &census->unknown, action);
	return true;
}

typedef bool card_test(enum card card);

/* no card, the fitting ones in the hand, and one fitting card that is not in it */
static inline unsigned census_cards(struct census *census, enum side side, card_test *fits,
				    uint8_t choices[CENSUS_CHOICES])
{
	const uint8_t *hand = census->view.cards[side].hand;
	unsigned n = 0, missing = 1 + chance_below(&census->match->chance, CARD_COUNT);

	choices[n++] = CARD_NONE;
	for (unsigned i = 0; i < HAND_SIZE; i++)
		if (fits(hand[i]))
			choices[n++] = hand[i];
	if (fits((enum card)missing) && !memchr(hand, (int)missing, HAND_SIZE))
		choices[n++] = (uint8_t)missing;
	return n;
}

/* the same move with every attack card and every answer */
static inline void census_battle_cards(struct census *census, struct action action)
{
	uint8_t attack[CENSUS_CHOICES], defence[CENSUS_CHOICES];
	enum side other = side_other(action.side);
	unsigned attacks = census_cards(census, action.side, card_is_attack, attack);
	unsigned defences = census_cards(census, other, card_is_defence, defence);

	for (unsigned i = 0; i < attacks * defences; i++) {
		action.attack_card = attack[i / defences];
		action.defence = defence[i % defences];
		if (i > 0) /* without any it has been asked */
			census_ask(census, &action);
	}
}

static inline void census_move(struct census *census, unsigned from, unsigned to,
			       enum card movement)
{
	struct match *match = census->match;
	enum side side = match_to_move(match);
	struct action action = {
		.kind = ACTION_MOVE,
		.side = (uint8_t)side,
		.from = (uint8_t)from,
		.to = (uint8_t)to,
		.attack = match->oracle.side[to] == side_other(side),
		.movement = (uint8_t)movement,
	};
	bool allowed = census_ask(census, &action);

	if (movement == CARD_NONE &&
	    allowed != (oracle_judge(&match->oracle, side, from, to) == RULE_OK))
		census_suspect(census, &census->oracle_differs, &action);
	if (match_has_cards(match) && (action.attack || chance_once_in(&census->match->chance, 32)))
		census_battle_cards(census, action);
	action.attack = !action.attack;
	census_ask(census, &action);
}

static inline void census_swaps(struct census *census, unsigned a)
{
	struct action action = {
		.kind = ACTION_SWAP,
		.side = (uint8_t)match_to_move(census->match),
		.from = (uint8_t)a,
	};
	struct action turned = action;

	turned.to = (uint8_t)a;
	for (unsigned b = a; b < SQ_COUNT; b++) {
		action.to = turned.from = (uint8_t)b;
		if (!board_has(match_board(census->match), b))
			continue;
		if (census_ask(census, &action) != game_allows(&census->match->game, &turned))
			census_suspect(census, &census->unknown, &turned);
	}
}

static inline void census_exchanges(struct census *census)
{
	struct action action = {
		.kind = ACTION_EXCHANGE,
		.side = (uint8_t)match_to_move(census->match),
	};

	for (unsigned card = CARD_NONE; card < CARD_END; card++) {
		action.cards[0] = (uint8_t)card;
		census_ask(census, &action);
	}
}

static inline void census_from(struct census *census, unsigned from)
{
	enum board_id board = match_board(census->match);
	uint8_t movement[CENSUS_CHOICES];
	unsigned movements = 1;

	movement[0] = CARD_NONE;
	if (match_has_cards(census->match)) {
		movements = census_cards(census, match_to_move(census->match), card_is_movement,
					 movement);
		census_swaps(census, from);
	}
	for (unsigned to = 0; to < SQ_COUNT; to++)
		for (unsigned i = 0; board_has(board, to) && i < movements; i++)
			census_move(census, from, to, movement[i]);
}

static inline struct bits census_departures(struct match *match)
{
	enum board_id board = match_board(match);
	struct bits all = bits_or(boards[board].land, boards[board].lakes), some = BITS_NONE;

	if (!match_has_cards(match) || chance_once_in(&match->chance, 8))
		return all;
	for (unsigned i = 0; i < 16; i++)
		bits_add(&some, chance_below(&match->chance, SQ_COUNT));
	return bits_and(some, all);
}

static inline bool census_has_double(const struct census *census)
{
	for (unsigned i = 1; i < census->count; i++)
		if (census->keys[i - 1] == census->keys[i])
			return true;
	return false;
}

/* counts everything at the present position of the match */
static inline void census_take(struct census *census, struct match *match)
{
	struct bits left;

	census->match = match;
	census->asked = left = census_departures(match);
	census->generated = census->count = census->allowed = 0;
	census->unknown = census->surplus = census->oracle_differs = false;
	view_make(&census->view, &match->game, AUDIENCE_ARBITER);
	game_each_action(&match->game, census_note, census);
	if (census->count > CENSUS_MAX)
		abort();
	qsort(census->keys, census->count, sizeof *census->keys, census_order);
	while (bits_any(left))
		census_from(census, bits_take(&left));
	if (match_has_cards(match))
		census_exchanges(census);
}

#endif
