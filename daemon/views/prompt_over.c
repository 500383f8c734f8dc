/* What a prompt says when the game is over: who won and how, and what one of the players would like. */
#include "daemon/views/prompt.h"
#include "daemon/views/prompt_inside.h"

static enum prompt_key result_key(const char *winner, const char *you)
{
	if (!winner[0])
		return PROMPT_RESULT_NONE;
	if (prompt_is(winner, "draw"))
		return PROMPT_RESULT_DRAW;
	if (you[0])
		return prompt_is(winner, you) ? PROMPT_RESULT_YOU_WIN : PROMPT_RESULT_YOU_LOSE;
	return prompt_is(winner, "red") ? PROMPT_RESULT_RED : PROMPT_RESULT_BLUE;
}

static void say_reason(struct prompt *prompt, const char *by)
{
	static const struct {
		const char *by;
		enum prompt_key key;
	} reasons[] = {{"flag", PROMPT_REASON_FLAG},
		       {"immobile", PROMPT_REASON_IMMOBILE},
		       {"both-immobile", PROMPT_REASON_BOTH_IMMOBILE},
		       {"agreed", PROMPT_REASON_AGREED},
		       {"time", PROMPT_REASON_TIME},
		       {"forfeit", PROMPT_REASON_FORFEIT},
		       {"arbiter", PROMPT_REASON_ARBITER}};

	for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (prompt_is(by, reasons[i].by))
			prompt_say_more(prompt, reasons[i].key, NULL);
}

/* by name: the other one has lost */
static void say_who_resigned(struct prompt *prompt, const struct scene *scene, const char *winner)
{
	const char *loser = prompt_is(winner, "red") ? "blue" : "red";

	if (prompt_is(loser, scene->you))
		prompt_say_more(prompt, PROMPT_REASON_RESIGNED_OWN, NULL);
	else
		prompt_say_more(prompt, PROMPT_REASON_RESIGNED, prompt_side_args(loser));
}

static bool is_face_up(const struct scene *scene, const char *side)
{
	return json_is_true(json_object_get(json_object_get(scene->view, "face_up"), side));
}

/* What one of them has done, as long as the other might do the same. */
static void say_whose_army(struct prompt *prompt, const struct scene *scene)
{
	bool red = is_face_up(scene, "red"), blue = is_face_up(scene, "blue");
	const char *side = red ? "red" : "blue";

	if (red != blue && !prompt_is(side, scene->you))
		prompt_say_more(prompt, PROMPT_THEIR_ARMY, prompt_side_args(side));
}

/* One player waits for the other; when both want to play again, the game begins. */
void prompt_about_over(struct prompt *prompt, const struct scene *scene)
{
	const json_t *result = json_object_get(scene->view, "result");
	const char *who = prompt_text(scene->offers, "rematch");

	prompt_say(prompt, "over", result_key(prompt_text(result, "winner"), scene->you), NULL);
	if (prompt_is(prompt_text(result, "by"), "resigned"))
		say_who_resigned(prompt, scene, prompt_text(result, "winner"));
	else
		say_reason(prompt, prompt_text(result, "by"));
	say_whose_army(prompt, scene);
	if (who[0] && prompt_is(who, scene->you))
		prompt_say_more(prompt, PROMPT_OFFERED_REMATCH, prompt_side_args(scene->other));
	else if (who[0])
		prompt_say_more(prompt, PROMPT_THEIR_REMATCH, prompt_side_args(who));
}
