/*
 * How a turn that was taken back is put right on the table: which piece goes from where to where. Squares
 * and sides are everyone's; only its owner is told the rank of a piece, where the view shows it.
 */
#include "daemon/views/prompt.h"
#include "daemon/views/prompt_inside.h"

/*
 * Own pieces are named if where they will stand is where they stand in the end: not if an earlier turn is
 * taken back too.
 */
static json_t *args_of(const struct scene *scene, const char *side, const char *square,
		       bool is_last, bool *is_own)
{
	char rank[] = {prompt_own_rank(scene, square), '\0'};

	*is_own = is_last && rank[0] && prompt_is(side, scene->you);
	return *is_own ? json_pack("{s:s,s:s}", "square", square, "rank", rank)
		       : json_pack("{s:s,s:s}", "square", square, "side", side);
}

static void say_back(struct prompt *prompt, const struct scene *scene, const json_t *turn,
		     bool is_last)
{
	bool is_own;
	json_t *args = args_of(scene, prompt_text(turn, "side"), prompt_text(turn, "from"), is_last,
			       &is_own);

	json_object_set_new(args, "from", json_string(prompt_text(turn, "sq")));
	prompt_say_next(prompt, "guide", is_own ? PROMPT_UNDO_MOVE_OWN : PROMPT_UNDO_MOVE, args);
}

static void say_return(struct prompt *prompt, const struct scene *scene, const char *side,
		       const char *square, bool is_last)
{
	bool is_own;
	json_t *args = args_of(scene, side, square, is_last, &is_own);

	prompt_say_next(prompt, "guide", is_own ? PROMPT_UNDO_RETURN_OWN : PROMPT_UNDO_RETURN,
			args);
}

/* The one that won goes back first, and makes room. */
static void say_turn(struct prompt *prompt, const struct scene *scene, const json_t *turn,
		     bool is_last)
{
	const char *side = prompt_text(turn, "side"), *outcome = prompt_text(turn, "outcome");
	const char *other = prompt_is(side, "red") ? "blue" : "red";
	bool both = prompt_is(outcome, "both");

	if (!outcome[0] || prompt_is(outcome, "attacker"))
		say_back(prompt, scene, turn, is_last);
	if (both || prompt_is(outcome, "defender"))
		say_return(prompt, scene, side, prompt_text(turn, "from"), is_last);
	if (both || prompt_is(outcome, "attacker"))
		say_return(prompt, scene, other, prompt_text(turn, "sq"), is_last);
}

bool prompt_about_undone(struct prompt *prompt, const struct scene *scene)
{
	const json_t *turns = json_object_get(scene->view, "undone");
	size_t count = json_array_size(turns);

	for (size_t i = 0; i < count; i++)
		say_turn(prompt, scene, json_array_get(turns, i), i + 1 == count);
	return count > 0;
}
