/*
 * What a board has beside its squares and lamps. The buttons: a short press is the word of the player on that side, said as by an operator for
 * that seat: `ready` while people set up, `done` in play.
 */
#include "daemon/admin/admin.h"
#include "daemon/base/crypto.h"
#include "daemon/main.h"
#include "daemon/session/session.h"
#include "drivers/board/buttons.h"
#include "rules/square.h"
#include "rules/view.h"

#include <stdio.h>
#include <string.h>

/* NULL: there is nothing to be said by it now */
static const char *word_now(const struct adjutantd *self)
{
	json_t *status = session_status(self->session);
	const char *phase = json_string_value(json_object_get(status, "phase")), *word = NULL;

	if (phase && strcmp(phase, "setup") == 0)
		word = "ready";
	else if (phase && strcmp(phase, "play") == 0)
		word = "done";
	json_decref(status);
	return word;
}

void main_board_pressed(void *owner, enum side side, bool down, uint64_t t_us)
{
	struct adjutantd *self = owner;
	struct admin_after after = {0};
	char token[TOKEN_TEXT], id[SESSION_ID];
	const char *word;

	if (!buttons_hear(&self->buttons, side, down, t_us))
		return;
	word = word_now(self);
	if (!word)
		return;
	token_make(token);
	snprintf(id, sizeof id, SESSION_BUTTON "%s", token);
	admin_say(&self->admin, audience_of(side), id, word, &after);
	main_publish_then(self, &after, NULL);
}

json_t *main_pads_request(const struct adjutantd *self)
{
	bool can_have = self->sensors && self->driver->pads;

	return json_pack("{s:b,s:i}", "ok", 1, "pads",
			 can_have ? (int)self->driver->pads(self->sensors) : 0);
}
