/*
 * Who sits where in a game whose players changed colours. The seats are exchanged after the game has been
 * written, by others: if power fails in between, names and devices would lie crosswise. So the game is
 * written with those who are to sit there, and whoever finds them crosswise exchanges them.
 */
#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "rules/square.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NAME_OF_COLOURS "colours"

enum { COLOURS_SIZE = 24 + 2 * TOKEN_TEXT };

static const char *user_or_none(const char *user)
{
	return user[0] ? user : "-";
}

void session_colours_change(struct session *session, int64_t game)
{
	snprintf(session->colours, sizeof session->colours, "%" PRId64 " %s %s", game,
		 user_or_none(session->seated.users[SIDE_BLUE]),
		 user_or_none(session->seated.users[SIDE_RED]));
}

void session_colours_keep(struct session *session)
{
	if (session->colours[0])
		journal_keep(session->journal, NAME_OF_COLOURS, session->colours);
}

bool session_colours_are_crossed(const struct session *session)
{
	char text[COLOURS_SIZE], red[TOKEN_TEXT], blue[TOKEN_TEXT];
	const char *now_red = user_or_none(session->seated.users[SIDE_RED]);
	const char *now_blue = user_or_none(session->seated.users[SIDE_BLUE]);
	int64_t game;

	if (!session->journal ||
	    !journal_recall(session->journal, NAME_OF_COLOURS, text, sizeof text) ||
	    sscanf(text, "%" SCNd64 " %32s %32s", &game, red, blue) != 3)
		return false;
	return game == session->match.number && strcmp(red, blue) != 0 &&
	       strcmp(now_red, blue) == 0 && strcmp(now_blue, red) == 0;
}
