/*
 * The next game, from the virtual table's page: what can be proposed, and proposing it to those who
 * sit there. They answer on their handhelds: the table itself agrees to nothing.
 */
#include "daemon/admin/admin.h"
#include "daemon/admin/admin_box.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/session.h"
#include "daemon/views/refusal_json.h"

static json_t *choices(const struct admin *admin)
{
	return json_pack("{s:b,s:o,s:o}", "ok", 1, "editions",
			 session_editions_json(admin->session), "aside",
			 session_aside_json(admin->session));
}

/* A text that is no word cannot be written down. */
static json_t *propose(struct admin *admin, const char *text)
{
	struct refusal why = refusal_of(REFUSAL_NOT_A_WORD);

	if (session_is_word(text))
		session_propose_at_table(admin->session, text, &why);
	return why.code == REFUSAL_NONE
		       ? json_pack("{s:b}", "ok", 1)
		       : json_pack("{s:b,s:o}", "ok", 0, "why", refusal_json(&why));
}

unsigned admin_next(struct admin *admin, const char *box, json_t **answer)
{
	json_t *question = admin_unseal(admin, box, "next");
	const char *text = json_string_value(json_object_get(question, "text"));

	if (!question)
		return admin_refuse(answer);
	*answer = admin_seal_answer(admin, question, text ? propose(admin, text) : choices(admin));
	return 200;
}
