/*
 * Battle Cards: names and kinds of the cards, piles, hands and discards. Where a card lets a piece
 * go is in card_moves.c.
 */
#include "rules/cards.h"

#include <string.h>

static const char *const names[CARD_END] = {
	[CARD_NONE] = "none",
	[CARD_BOAT] = "boat",
	[CARD_JUMP] = "jump",
	[CARD_CHARGE_2] = "charge-2",
	[CARD_CHARGE_3] = "charge-3",
	[CARD_FEINT] = "feint",
	[CARD_SWAP] = "swap",
	[CARD_ATTACK_1] = "attack+1",
	[CARD_ATTACK_2] = "attack+2",
	[CARD_ATTACK_3] = "attack+3",
	[CARD_MOCK_ATTACK] = "mock-attack",
	[CARD_ARMOUR] = "armour",
	[CARD_SPY_ATTACK] = "spy-attack",
	[CARD_DEFENCE_1] = "defence+1",
	[CARD_DEFENCE_2] = "defence+2",
	[CARD_DEFENCE_3] = "defence+3",
};

const char *card_name(enum card card)
{
	return names[card];
}

enum card card_parse(const char *text, size_t length)
{
	for (unsigned i = CARD_NONE + 1; i < CARD_END; i++)
		if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0)
			return (enum card)i;
	return CARD_NONE;
}

bool card_is_movement(enum card card)
{
	return card >= CARD_BOAT && card <= CARD_SWAP;
}

bool card_is_attack(enum card card)
{
	return card >= CARD_ATTACK_1 && card <= CARD_SPY_ATTACK;
}

bool card_is_defence(enum card card)
{
	return card >= CARD_DEFENCE_1 && card <= CARD_DEFENCE_3;
}

struct battle_terms card_terms(enum card attack, enum card defence)
{
	struct battle_terms terms = {
		.mock = attack == CARD_MOCK_ATTACK,
		.armour = attack == CARD_ARMOUR,
		.spy_wins = attack == CARD_SPY_ATTACK,
	};

	if (attack >= CARD_ATTACK_1 && attack <= CARD_ATTACK_3)
		terms.attack_bonus = (uint8_t)(attack - CARD_ATTACK_1 + 1);
	if (card_is_defence(defence))
		terms.defence_bonus = (uint8_t)(defence - CARD_DEFENCE_1 + 1);
	return terms;
}

static void hand_add(struct card_stock *stock, enum card card)
{
	stock->hand[stock->held++] = (uint8_t)card;
}

static void hand_remove(struct card_stock *stock, enum card card)
{
	for (unsigned i = 0; i < stock->held; i++) {
		if (stock->hand[i] != card)
			continue;
		memmove(&stock->hand[i], &stock->hand[i + 1], HAND_SIZE - 1u - i);
		stock->held--;
		stock->hand[stock->held] = CARD_NONE;
		return;
	}
}

static void draw(struct card_stock *stock)
{
	hand_add(stock, stock->pile[0]);
	memmove(stock->pile, stock->pile + 1, CARD_COUNT - 1);
	stock->piled--;
	stock->pile[stock->piled] = CARD_NONE;
}

static void put_under(struct card_stock *stock, enum card card)
{
	hand_remove(stock, card);
	stock->pile[stock->piled++] = (uint8_t)card;
}

bool stock_deal(struct card_stock *stock, const uint8_t *deck, size_t count)
{
	unsigned seen = 0;

	memset(stock, 0, sizeof *stock);
	if (count > CARD_COUNT)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (seen & 1u << deck[i])
			return false;
		seen |= 1u << deck[i];
		stock->pile[stock->piled++] = deck[i];
	}
	while (stock->held < HAND_SIZE && stock->piled > 0)
		draw(stock);
	return true;
}

bool stock_holds(const struct card_stock *stock, enum card card)
{
	return card != CARD_NONE && memchr(stock->hand, card, HAND_SIZE);
}

bool stock_may_exchange(const struct card_stock *stock)
{
	return !stock->exchanged && stock->held > 0 && stock->piled > 0;
}

bool stock_may_mulligan(const struct card_stock *stock, const uint8_t cards[HAND_SIZE])
{
	bool distinct = cards[0] != cards[1] && cards[0] != cards[2] && cards[1] != cards[2];

	return !stock->mulliganed && distinct && stock_holds(stock, cards[0]) &&
	       stock_holds(stock, cards[1]) && stock_holds(stock, cards[2]);
}

void stock_discard(struct card_stock *stock, enum card card)
{
	hand_remove(stock, card);
	stock->discard |= (uint16_t)(1u << card);
}

void stock_exchange(struct card_stock *stock, enum card card)
{
	put_under(stock, card);
	draw(stock);
	stock->exchanged = true;
}

void stock_mulligan(struct card_stock *stock, const uint8_t cards[HAND_SIZE])
{
	for (unsigned i = 0; i < HAND_SIZE; i++)
		put_under(stock, cards[i]);
	for (unsigned i = 0; i < HAND_SIZE; i++)
		draw(stock);
	stock->mulliganed = true;
}

void stock_end_turn(struct card_stock *stock)
{
	stock->exchanged = false;
	if (stock->held < HAND_SIZE && stock->piled > 0)
		draw(stock);
}
