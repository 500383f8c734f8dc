/* The last battle, for each side. */
#include "daemon/views/last_battle.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOVES_SHOWN = 2 /* the battle itself and the move after it */ };

void last_battle_finish(struct last_battle *battle)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		json_decref(battle->told[i]);
		battle->told[i] = NULL;
	}
}

void last_battle_note(struct last_battle *battle, enum side side, const json_t *event)
{
	static const char *const keys[] = {"side",     "from",	   "sq",   "outcome",
					   "attacker", "defender", "cards"};
	json_t *told = json_object();

	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
		if (json_object_get(event, keys[i]))
			json_object_set(told, keys[i], json_object_get(event, keys[i]));
	json_decref(battle->told[side]);
	battle->told[side] = told;
}

void last_battle_recall(struct last_battle *battle, const char *who, const char *told)
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
		last_battle_note(battle, side, event);
	json_decref(event);
}

/* "e5xe6 attacker", perhaps with cards before it or between */
static bool is_of(const char *move, const json_t *told)
{
	const char *from, *sq, *outcome, *at, *end = strrchr(move, ' ');
	char attack[sizeof "a10xa10 "];

	/* jansson takes no const, though it changes nothing */
	if (json_unpack((json_t *)told, "{s:s,s:s,s:s}", "from", &from, "sq", &sq, "outcome",
			&outcome) < 0)
		return false;
	snprintf(attack, sizeof attack, "%sx%s ", from, sq);
	at = strstr(move, attack);
	return at && (at == move || at[-1] == ' ') && strcmp(end + 1, outcome) == 0;
}

json_t *last_battle_json(const struct last_battle *battle, enum side side, const json_t *moves)
{
	size_t count = json_array_size(moves);

	for (size_t i = count; battle->told[side] && i > 0 && count - i < MOVES_SHOWN; i--)
		if (is_of(json_string_value(json_array_get(moves, i - 1)), battle->told[side]))
			return json_incref(battle->told[side]);
	return json_null();
}
