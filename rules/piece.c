/*
 * Codes and ranks of the pieces, and the outcome of a battle. What cards change in it comes in as
 * an argument.
 */
#include "rules/piece.h"

static const char codes[PIECE_KINDS + 1] = ".123456789MBF";

static const char *const names[PIECE_KINDS] = {
	"none",	 "Spy",	    "Scout",   "Miner",	  "Sergeant", "Lieutenant", "Captain",
	"Major", "Colonel", "General", "Marshal", "Bomb",     "Flag",
};

char piece_code(enum piece piece)
{
	return codes[piece];
}

enum piece piece_parse(char code)
{
	for (unsigned i = 1; i < PIECE_KINDS; i++)
		if (codes[i] == code)
			return (enum piece)i;
	return PIECE_NONE;
}

const char *piece_name(enum piece piece)
{
	return names[piece];
}

static enum outcome compare(unsigned attack, unsigned defence)
{
	if (attack == defence)
		return OUTCOME_BOTH;
	return attack > defence ? OUTCOME_ATTACKER : OUTCOME_DEFENDER;
}

enum outcome battle_resolve(enum piece attacker, enum piece defender, struct battle_terms terms)
{
	bool spy = attacker == PIECE_SPY;

	if (terms.mock)
		return OUTCOME_NONE;
	if (defender == PIECE_FLAG)
		return OUTCOME_ATTACKER;
	if (defender == PIECE_BOMB)
		return attacker == PIECE_MINER || terms.armour ? OUTCOME_ATTACKER
							       : OUTCOME_DEFENDER;
	if (spy && (defender == PIECE_MARSHAL || terms.spy_wins))
		return OUTCOME_ATTACKER;
	return compare((unsigned)attacker + terms.attack_bonus,
		       (unsigned)defender + terms.defence_bonus);
}

const char *outcome_name(enum outcome outcome)
{
	static const char *const text[] = {"none", "attacker", "defender", "both"};

	return text[outcome];
}
