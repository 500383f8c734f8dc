/* What a prompt says of another game that is proposed. */
#include "daemon/views/prompt.h"
#include "daemon/views/prompt_inside.h"

static enum prompt_key key_of(const struct scene *scene, bool waits)
{
	if (waits)
		return PROMPT_OFFERED_GAME;
	return prompt_text(scene->proposal, "side")[0] ? PROMPT_ANSWER_GAME
						       : PROMPT_ANSWER_GAME_OF_TABLE;
}

/* The one who waits is told for whom, the one who is asked by whom. */
static json_t *args_of(const struct scene *scene, bool waits)
{
	const char *side = waits ? scene->other : prompt_text(scene->proposal, "side");
	json_t *args = json_pack("{s:s,s:O}", "edition", prompt_text(scene->proposal, "edition"),
				 "terms", json_object_get(scene->proposal, "terms"));

	if (side[0])
		json_object_set_new(args, "side", json_string(side));
	return args;
}

void prompt_add_proposal(json_t *also, const struct scene *scene)
{
	json_t *agreed = json_object_get(scene->proposal, "agreed");
	bool waits = json_is_true(json_object_get(agreed, scene->you));
	enum prompt_key key = key_of(scene, waits);

	if (!scene->proposal)
		return;
	json_array_append_new(also, json_pack("{s:s,s:o,s:o}", "key", prompt_key_name(key), "args",
					      args_of(scene, waits), "actions",
					      prompt_actions(scene, key)));
}
