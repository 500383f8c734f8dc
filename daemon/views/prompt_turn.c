/* What a player who is to move is told beside that: how to attack, what the board may not see. */
#include "daemon/views/prompt.h"
#include "daemon/views/prompt_inside.h"

#include <stdlib.h>
#include <string.h>

enum { UNREAD_NAMED = 2 }; /* lines; of more it is just said that there are many */

/* Where the board sees nothing the player says what was moved; said once, beside the turn. */
static void say_unread(struct prompt *prompt, const struct scene *scene)
{
	const json_t *lines = json_object_get(scene->unread, "lines");
	json_t *squares = json_object_get(scene->unread, "squares");
	size_t count = json_array_size(lines);

	if (!scene->unread)
		return;
	if (count > UNREAD_NAMED)
		prompt_say_more(prompt, PROMPT_UNREAD_MANY, NULL);
	for (size_t i = 0; i < count && count <= UNREAD_NAMED; i++) {
		json_t *line = json_array_get(lines, i);
		bool is_row = json_object_get(line, "row") != NULL;

		prompt_say_more(prompt, is_row ? PROMPT_UNREAD_ROW : PROMPT_UNREAD_COLUMN,
				json_deep_copy(line));
	}
	if (count == 0)
		prompt_say_more(prompt, PROMPT_UNREAD_SQUARES,
				json_pack("{s:O}", "squares", squares));
}

/*
 * Taught once, in each player's first turn: a touch leaves no trace on contacts, these gestures do (row 7,
 * 8).
 */
static void say_how_to_attack(struct prompt *prompt, const struct scene *scene)
{
	json_int_t ply = json_integer_value(json_object_get(scene->view, "ply"));

	if (ply <= 2)
		prompt_say_more(prompt, PROMPT_HOW_TO_ATTACK, NULL);
}

/* A piece that was set down far from the middle looks like one in the hand. */
static void say_held(struct prompt *prompt, const struct scene *scene)
{
	json_t *stands = json_object_get(json_object_get(scene->view, "held"), "stands");

	if (json_array_size(stands) > 0)
		prompt_say_more(prompt, PROMPT_HELD_CENTRE, json_pack("{s:O}", "squares", stands));
}

char prompt_own_rank(const struct scene *scene, const char *sq)
{
	const char *rows = prompt_text(scene->view, scene->you);

	for (long row = strtol(sq + 1, NULL, 10); row > 1 && *rows; rows++)
		row -= *rows == '/';
	for (int column = sq[0] - 'a'; column > 0 && *rows && *rows != '/'; column--)
		rows++;
	return *rows && !strchr("./?", *rows) ? *rows : '\0';
}

void prompt_say_which(struct prompt *prompt, const struct scene *scene, const json_t *guide)
{
	const json_t *squares = json_object_get(guide, "squares");
	const char *what = prompt_text(guide, "do");
	bool is_back = prompt_is(what, "place") || prompt_is(what, "put-back");

	if (!is_back || !scene->you[0] || !prompt_is(prompt_text(guide, "side"), scene->you))
		return;
	for (size_t i = 0; i < json_array_size(squares); i++) {
		const char *sq = json_string_value(json_array_get(squares, i));
		char rank[] = {prompt_own_rank(scene, sq), '\0'};

		if (rank[0])
			prompt_say_more(prompt, PROMPT_GUIDE_WHICH,
					json_pack("{s:s,s:s}", "square", sq, "rank", rank));
	}
}

void prompt_say_beside_turn(struct prompt *prompt, const struct scene *scene)
{
	if (!prompt_may_act(scene) || !prompt_is(prompt->kind, "turn"))
		return;
	say_how_to_attack(prompt, scene);
	say_held(prompt, scene);
	say_unread(prompt, scene);
}
