/*
 * Games that were set aside, and who sat there: only the same devices may take them up by themselves,
 * since whoever sits there is shown the ranks. Others need the operator, and a code.
 */
#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/match/match.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/square.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASIDE_MOST = 16, ASIDE_LIST = ASIDE_MOST * 21, ASIDE_ONE = 2 * TOKEN_TEXT + 80 };

#define NAME_OF_LIST "aside"

/* the latest ones, in the order in which they were set aside */
struct list {
	int64_t games[ASIDE_MOST];
	unsigned count;
};

static void name_of(int64_t game, char name[32])
{
	snprintf(name, 32, "aside-%" PRId64, game);
}

static void drop(struct session *session, struct list *list, unsigned index)
{
	char name[32];

	name_of(list->games[index], name);
	journal_keep(session->journal, name, NULL);
	list->count--;
	memmove(&list->games[index], &list->games[index + 1],
		(list->count - index) * sizeof *list->games);
}

static void read_list(const struct session *session, struct list *list)
{
	char text[ASIDE_LIST] = "", *at = text, *end;

	list->count = 0;
	if (!session->journal || !journal_recall(session->journal, NAME_OF_LIST, text, sizeof text))
		return;
	while (list->count < ASIDE_MOST) {
		int64_t game = strtoll(at, &end, 10);

		if (end == at)
			break;
		list->games[list->count++] = game;
		at = end;
	}
}

static void write_list(struct session *session, const struct list *list)
{
	char text[ASIDE_LIST] = "";
	size_t length = 0;

	for (unsigned i = 0; i < list->count; i++)
		length += (size_t)snprintf(text + length, sizeof text - length, "%s%" PRId64,
					   i ? " " : "", list->games[i]);
	journal_keep(session->journal, NAME_OF_LIST, list->count ? text : NULL);
}

static void forget(struct session *session, struct list *list, int64_t game)
{
	for (unsigned i = 0; i < list->count; i++)
		if (list->games[i] == game)
			drop(session, list, i);
}

void session_set_seated(struct session *session, const struct session_seated *seated)
{
	session->seated = *seated;
}

static const char *user_or_none(const char *user)
{
	return user[0] ? user : "-";
}

void session_aside_note(struct session *session)
{
	const struct match *match = &session->match;
	const struct game *game = referee_game(match->referee);
	char name[32], text[ASIDE_ONE];
	struct list list;

	read_list(session, &list);
	forget(session, &list, match->number);
	if (list.count == ASIDE_MOST)
		drop(session, &list, 0);
	list.games[list.count++] = match->number;
	write_list(session, &list);
	name_of(match->number, name);
	snprintf(text, sizeof text, "%s %s %s %s %u", user_or_none(session->seated.users[SIDE_RED]),
		 user_or_none(session->seated.users[SIDE_BLUE]),
		 editions[referee_options(match->referee)->edition].id,
		 match->names.date[0] ? match->names.date : "-", (unsigned)game->plies);
	journal_keep(session->journal, name, text);
}

void session_aside_forget(struct session *session, int64_t number)
{
	struct list list;

	read_list(session, &list);
	forget(session, &list, number);
	write_list(session, &list);
}

/* ---- who may take it up ---- */

struct aside {
	char users[SIDE_COUNT][TOKEN_TEXT], edition[24], date[16];
	unsigned plies;
};

static bool recall(const struct session *session, int64_t game, struct aside *aside)
{
	char name[32], text[ASIDE_ONE];

	name_of(game, name);
	return session->journal && journal_recall(session->journal, name, text, sizeof text) &&
	       sscanf(text, "%32s %32s %23s %15s %u", aside->users[SIDE_RED],
		      aside->users[SIDE_BLUE], aside->edition, aside->date, &aside->plies) == 5;
}

/* an empty seat fits everyone */
static bool fits(const struct session *session, const struct aside *aside, bool exchanged)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		const char *user = session->seated.users[i];
		unsigned side = exchanged ? side_other((enum side)i) : i;

		if (user[0] && strcmp(user, aside->users[side]) != 0)
			return false;
	}
	return session->seated.users[SIDE_RED][0] || session->seated.users[SIDE_BLUE][0];
}

bool session_aside_edition(const struct session *session, int64_t game, char edition[24])
{
	struct aside aside = {.plies = 0};

	if (!recall(session, game, &aside))
		return false;
	memcpy(edition, aside.edition, sizeof aside.edition);
	return true;
}

enum seats_kept session_aside_seats(const struct session *session, int64_t game)
{
	struct aside aside = {.plies = 0};

	if (!recall(session, game, &aside))
		return NOBODY_STAYS;
	return fits(session, &aside, false)  ? EVERYBODY_STAYS
	       : fits(session, &aside, true) ? SIDES_CHANGE
					     : NOBODY_STAYS;
}

json_t *session_aside_json(const struct session *session)
{
	json_t *games = json_array();
	struct aside aside = {.plies = 0};
	struct list list;

	read_list(session, &list);
	for (unsigned i = list.count; i > 0; i--)
		if (list.games[i - 1] != session->match.number &&
		    session_aside_seats(session, list.games[i - 1]) != NOBODY_STAYS &&
		    recall(session, list.games[i - 1], &aside))
			json_array_append_new(
				games,
				json_pack("{s:I,s:s,s:s,s:i}", "game",
					  (json_int_t)list.games[i - 1], "edition", aside.edition,
					  "date", strcmp(aside.date, "-") == 0 ? "" : aside.date,
					  "plies", (int)aside.plies));
	return games;
}
