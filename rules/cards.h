/*
 * Battle Cards: the fifteen cards, and each side's pile, hand and discard. Which moves a card
 * makes possible is card_moves.c's matter.
 */
#ifndef RULES_CARDS_H
#define RULES_CARDS_H

#include "rules/piece.h"
#include "rules/square.h"

enum card {
	CARD_NONE,
	CARD_BOAT,
	CARD_JUMP,
	CARD_CHARGE_2,
	CARD_CHARGE_3,
	CARD_FEINT,
	CARD_SWAP,
	CARD_ATTACK_1,
	CARD_ATTACK_2,
	CARD_ATTACK_3,
	CARD_MOCK_ATTACK,
	CARD_ARMOUR,
	CARD_SPY_ATTACK,
	CARD_DEFENCE_1,
	CARD_DEFENCE_2,
	CARD_DEFENCE_3,
	CARD_END,
	CARD_COUNT = CARD_END - 1
};

enum { HAND_SIZE = 3 };

/* One side's cards. Unused places are CARD_NONE, so that equal states are equal bytes. */
struct card_stock {
	uint8_t pile[CARD_COUNT]; /* top first */
	uint8_t piled;
	uint8_t hand[HAND_SIZE];
	uint8_t held;
	bool exchanged;	  /* on the last own turn */
	bool mulliganed;  /* may be done once */
	uint16_t discard; /* face up: bit (1 << card) for each card played */
};

const char *card_name(enum card card);
enum card card_parse(const char *text, size_t length); /* CARD_NONE if there is no such card */

bool card_is_movement(enum card card);
bool card_is_attack(enum card card);
bool card_is_defence(enum card card);

/* what an attack card (or CARD_NONE) and a defence card (or CARD_NONE) make of a battle */
struct battle_terms card_terms(enum card attack, enum card defence);

/*
 * Lays out a deck, top card first, and draws the first hand. False if there are two of one card or
 * more than fifteen.
 */
bool stock_deal(struct card_stock *stock, const uint8_t *deck, size_t count);

bool stock_holds(const struct card_stock *stock, enum card card);
bool stock_may_exchange(const struct card_stock *stock);

/* whether these are exactly the three cards in hand, and none has been put under before */
bool stock_may_mulligan(const struct card_stock *stock, const uint8_t cards[HAND_SIZE]);

/*
 * Preconditions of the next two: the card is in the hand, and the matching stock_may_…() has
 * returned true.
 */
void stock_discard(struct card_stock *stock, enum card card);
void stock_exchange(struct card_stock *stock, enum card card);
void stock_mulligan(struct card_stock *stock, const uint8_t cards[HAND_SIZE]);

/* the end of an own turn: draws one card if fewer than three are held and the pile has one */
void stock_end_turn(struct card_stock *stock);

#endif
