/*
 * Remembers the last battle as each seat was told of it, and forgets it when a second move has
 * followed. Never combines what two seats were told.
 */
#include "daemon/views/last_battle.h"

#include <string.h>

enum { MOVES_AFTER = 1 /* how many may follow before it is forgotten */ };

void last_battle_finish(struct last_battle *battle)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		json_decref(battle->told[i]);
		battle->told[i] = NULL;
	}
}

void last_battle_note(struct last_battle *battle, enum side side, size_t moves, const json_t *event)
{
	static const char *const keys[] = {"side",     "from",	   "sq",   "outcome",
					   "attacker", "defender", "cards"};
	json_t *told = json_object();

	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
		if (json_object_get(event, keys[i]))
			json_object_set(told, keys[i], json_object_get(event, keys[i]));
	json_decref(battle->told[side]);
	battle->told[side] = told;
	battle->moves[side] = moves;
}

enum side last_battle_recall(struct last_battle *battle, const char *who, size_t moves,
			     const char *told)
{
	enum side side = strncmp(who, "red ", 4) == 0	 ? SIDE_RED
			 : strncmp(who, "blue ", 5) == 0 ? SIDE_BLUE
							 : SIDE_NONE;
	json_t *event = NULL;
	const char *name = "";

	if (side != SIDE_NONE && strstr(told, "\"battle\""))
		event = json_loads(told, 0, NULL);
	if (event && json_unpack(event, "{s:s}", "event", &name) == 0 &&
	    strcmp(name, "battle") == 0)
		last_battle_note(battle, side, moves, event);
	else
		side = SIDE_NONE;
	json_decref(event);
	return side;
}

void last_battle_take_back(struct last_battle *battle, size_t moves)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		if (battle->moves[i] <= moves)
			continue;
		json_decref(battle->told[i]);
		battle->told[i] = NULL;
	}
}

json_t *last_battle_shown(const struct last_battle *battle, enum side side, size_t moves)
{
	return moves - battle->moves[side] <= MOVES_AFTER ? battle->told[side] : NULL;
}
