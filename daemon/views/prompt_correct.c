/* What a prompt says of corrections by the players themselves, which they need where no arbiter is. */
#include "daemon/views/prompt.h"
#include "daemon/views/prompt_inside.h"

#include <stdio.h>

enum { WORD_SIZE = 64 };

/* the referee takes such words then, and the session where there is no arbiter */
static bool may_correct(const struct scene *scene)
{
	return !scene->has_arbiter && !scene->is_paused && !scene->is_silent && scene->you[0] &&
	       (prompt_is(scene->phase, "play") || prompt_is(scene->phase, "settle"));
}

static json_t *args_of(const json_t *correction, const char *side)
{
	json_t *args = json_pack("{s:s,s:s}", "from", prompt_text(correction, "from"), "square",
				 prompt_text(correction, "sq"));

	if (side[0])
		json_object_set_new(args, "side", json_string(side));
	return args;
}

static const json_t *offered_by(const struct scene *scene, const char *side)
{
	const json_t *offer = json_object_get(scene->view, "correction");

	return may_correct(scene) && prompt_is(prompt_text(offer, "side"), side) ? offer : NULL;
}

bool prompt_about_correction(struct prompt *prompt, const struct scene *scene)
{
	const json_t *offer = offered_by(scene, scene->other);

	if (!offer)
		return false;
	prompt_say(prompt, "offer", PROMPT_ANSWER_CORRECTION, args_of(offer, scene->other));
	prompt_mark(prompt, prompt_text(offer, "from"), "from");
	prompt_mark(prompt, prompt_text(offer, "sq"), "to");
	return true;
}

void prompt_say_own_correction(struct prompt *prompt, const struct scene *scene)
{
	const json_t *offer = offered_by(scene, scene->you);

	if (offer)
		prompt_say_more(prompt, PROMPT_OFFERED_CORRECTION, args_of(offer, scene->other));
}

/* What the table shows is said with its squares before it is proposed. */
static void add_as_it_is(json_t *list, const struct scene *scene)
{
	const json_t *shown = json_object_get(scene->view, "as_it_is");
	char word[WORD_SIZE];
	json_t *action;

	if (!shown)
		return;
	snprintf(word, sizeof word, "offer-correction %s %s", prompt_text(shown, "from"),
		 prompt_text(shown, "sq"));
	action = prompt_add_action(list, PROMPT_AS_IT_IS, word);
	json_object_set_new(action, "grave", json_true());
	json_object_set_new(action, "args", args_of(shown, ""));
}

void prompt_add_corrections(const struct scene *scene, const char *kind, json_t *list)
{
	if (offered_by(scene, scene->you))
		prompt_add_action(list, PROMPT_WITHDRAW_CORRECTION, "withdraw-correction");
	else if (may_correct(scene) && !json_object_get(scene->view, "correction") &&
		 !prompt_is(kind, "offer"))
		add_as_it_is(list, scene);
}

void prompt_add_elsewhere(const struct scene *scene, json_t *list)
{
	json_t *action;

	if (!may_correct(scene) || json_object_get(scene->view, "correction"))
		return;
	action = prompt_add_action(list, PROMPT_STANDS_ELSEWHERE, "offer-correction");
	json_object_set_new(action, "picks", json_pack("[s,s]", "piece", "free"));
}
