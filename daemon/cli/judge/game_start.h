/*
 * How a recorded game begins: options, set-ups, decks, tags. Its actions are not looked at, but for
 * the cards that a recording of it hides.
 */
#ifndef DAEMON_CLI_JUDGE_GAME_START_H
#define DAEMON_CLI_JUDGE_GAME_START_H

#include "daemon/cli/judge/hidden_cards.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/square.h"

enum { GAME_START_TAGS = 80 };

struct game_start {
	struct game game; /* prepared, not begun */
	bool is_study;
	enum side to_move;
	unsigned tag_count;
	struct record_tag tags[GAME_START_TAGS];
	struct hidden_cards hidden;
};

/* Reads the first game of a file. Returns EXIT_FINE, or EXIT_MALFORMED after saying why. */
int game_start_read(struct game_start *start, const char *path);

#endif
