/*
 * How often each of two players has won against the other this evening: counted when a game has its
 * record, and begun anew with other people, or after a night. Players are known by their names or,
 * without, by their devices, and so keep what they have won when they change colours.
 */
#include "daemon/archive/journal.h"
#include "daemon/base/loop.h"
#include "daemon/match/match.h"
#include "daemon/referee/referee.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "rules/game.h"
#include "rules/square.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_OF_TALLY "tally"

enum { TALLY_SIZE = 512, EVENING_MS = 8 * 3600 * 1000 };

/* Sides are those of the latest game. */
struct tally {
	int64_t game, at_ms; /* the latest game, and when it ended */
	int64_t won[SIDE_COUNT], drawn;
	char players[SIDE_COUNT][80];
};

static bool recall(const struct session *session, struct tally *tally)
{
	char text[TALLY_SIZE] = "";
	const char *red, *blue;
	json_int_t game, at_ms, won[SIDE_COUNT], drawn;
	json_t *kept;
	bool good;

	if (!session->journal ||
	    !journal_recall(session->journal, NAME_OF_TALLY, text, sizeof text))
		return false;
	kept = json_loads(text, 0, NULL);
	good = json_unpack(kept, "[I,I,I,I,I,s,s]", &game, &at_ms, &won[SIDE_RED], &won[SIDE_BLUE],
			   &drawn, &red, &blue) == 0;
	if (good) {
		*tally = (struct tally){
			game, at_ms, {won[SIDE_RED], won[SIDE_BLUE]}, drawn, {"", ""}};
		snprintf(tally->players[SIDE_RED], sizeof tally->players[SIDE_RED], "%s", red);
		snprintf(tally->players[SIDE_BLUE], sizeof tally->players[SIDE_BLUE], "%s", blue);
	}
	json_decref(kept);
	return good;
}

static void keep(struct session *session, const struct tally *tally)
{
	json_t *kept = json_pack("[I,I,I,I,I,s,s]", (json_int_t)tally->game,
				 (json_int_t)tally->at_ms, (json_int_t)tally->won[SIDE_RED],
				 (json_int_t)tally->won[SIDE_BLUE], (json_int_t)tally->drawn,
				 tally->players[SIDE_RED], tally->players[SIDE_BLUE]);
	char *text = kept ? json_dumps(kept, JSON_COMPACT) : NULL;

	if (text)
		journal_keep(session->journal, NAME_OF_TALLY, text);
	free(text);
	json_decref(kept);
}

/* "=Ann", or the user of a device; "" where neither is known */
static void name_player(const struct session *session, enum side side, char player[80])
{
	const struct match_names *names = &session->match.names;
	const char *name = side == SIDE_RED ? names->red : names->blue;

	if (name[0])
		snprintf(player, 80, "=%.78s", name);
	else
		snprintf(player, 80, "%s", session->seated.users[side]);
}

static bool are_known(const struct tally *tally)
{
	return tally->players[SIDE_RED][0] && tally->players[SIDE_BLUE][0] &&
	       strcmp(tally->players[SIDE_RED], tally->players[SIDE_BLUE]) != 0;
}

static bool are_same(const struct tally *tally, const struct tally *before, bool crossed)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		unsigned other = crossed ? side_other((enum side)i) : i;

		if (strcmp(tally->players[i], before->players[other]) != 0)
			return false;
	}
	return true;
}

/* What they had won before, if it was they, and not long ago. */
static void go_on_from(struct tally *tally, const struct tally *before)
{
	bool crossed = are_same(tally, before, true);

	if (tally->at_ms - before->at_ms > EVENING_MS || tally->at_ms < before->at_ms ||
	    (!crossed && !are_same(tally, before, false)))
		return;
	tally->drawn = before->drawn;
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		tally->won[i] = before->won[crossed ? side_other((enum side)i) : i];
}

void session_tally_count(struct session *session)
{
	const struct game *game = referee_game(session->match.referee);
	struct tally before = {.game = 0},
		     tally = {.game = session->match.number, .at_ms = loop_wall_ms(session->loop)};
	bool has_before = recall(session, &before);

	for (unsigned i = 0; i < SIDE_COUNT; i++)
		name_player(session, (enum side)i, tally.players[i]);
	/* a record that is written again after a power cut is that of the same game */
	if (!are_known(&tally) || (has_before && before.game == tally.game))
		return;
	if (has_before)
		go_on_from(&tally, &before);
	for (unsigned i = 0; i < SIDE_COUNT; i++)
		tally.won[i] += game->winner == winner_of((enum side)i);
	tally.drawn += game->winner == WINNER_DRAW;
	keep(session, &tally);
}

json_t *session_tally_json(const struct session *session)
{
	struct tally tally;

	if (!game_is_over(referee_game(session->match.referee)) || !recall(session, &tally) ||
	    tally.game != session->match.number)
		return NULL;
	return json_pack("{s:I,s:I,s:I}", "red", (json_int_t)tally.won[SIDE_RED], "blue",
			 (json_int_t)tally.won[SIDE_BLUE], "drawn", (json_int_t)tally.drawn);
}
