/*
 * Answers what is asked of past games: what the public has been told of them, from the journal that the session
 * writes.
 */
#include "daemon/archive/journal.h"
#include "daemon/base/log.h"
#include "daemon/base/trouble.h"
#include "daemon/games/games.h"
#include "daemon/http/http.h"
#include "daemon/main.h"
#include "daemon/seats/publisher.h"
#include "daemon/session/session.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { FINE = 200, FORBIDDEN = 403, NOT_FOUND = 404, UNFIT = 406, BROKEN = 500, NOT_NOW = 503 };

static int ask(struct journal *journal, uint64_t told, const struct http_question *question,
	       json_t **json, char **text, size_t *length, struct trouble *trouble)
{
	switch (question->asked) {
	case HTTP_ASKED_LIST:
		return games_list(journal, told, question->game, json, trouble);
	case HTTP_ASKED_GAME:
		return games_show(journal, told, question->game, json, trouble);
	case HTTP_ASKED_RECORD:
		return games_export(journal, told, question->game, GAMES_RECORD, text, length,
				    trouble);
	case HTTP_ASKED_GRAVON:
		return games_export(journal, told, question->game, GAMES_GRAVON, text, length,
				    trouble);
	case HTTP_ASKED_TEXT:
		break;
	}
	return games_export(journal, told, question->game, GAMES_TEXT, text, length, trouble);
}

static unsigned status_of(int error)
{
	switch (error) {
	case 0:
		return FINE;
	case -EACCES:
		return FORBIDDEN;
	case -ENOENT:
		return NOT_FOUND;
	case -ENOTSUP:
		return UNFIT;
	default:
		return BROKEN;
	}
}

/* What is wrong with an archive is told to those who keep it, not to those who ask. */
static char *sentence_of(unsigned status, const struct trouble *trouble)
{
	if (status == FORBIDDEN || status == NOT_FOUND || status == UNFIT)
		return strdup(trouble->text);
	log_error("a past game could not be shown: %s", trouble->text);
	return strdup("the archive cannot be read now");
}

unsigned main_answer_games(void *owner, const struct http_question *question, char **text,
			   size_t *length)
{
	struct adjutantd *self = owner;
	struct journal *journal = session_journal(self->session);
	struct trouble trouble = {"there is no memory left"};
	json_t *json = NULL;
	unsigned status;

	if (!journal) {
		*text = strdup("the archive cannot be read now");
		return NOT_NOW;
	}
	status = status_of(ask(journal, publisher_shown(self->publisher)->told, question, &json,
			       text, length, &trouble));
	if (json) {
		*text = json_dumps(json, JSON_COMPACT);
		*length = *text ? strlen(*text) : 0;
		json_decref(json);
	}
	if (status != FINE)
		*text = sentence_of(status, &trouble);
	return status;
}
