/*
 * The pieces of a board that reads tags, for the virtual table's page, on which they are lifted and
 * set down: their numbers, sides and places. A page on which both players' hands lie must not be
 * able to know a rank, so none is in the answer, nor anything that follows from one.
 */
#include "daemon/desk_box.h"

#include <string.h>

unsigned desk_pieces(struct desk *desk, const char *box, json_t **answer)
{
	json_t *question = desk_unseal(desk, box, &desk->pieces_asked_ms);
	const char *what = json_string_value(json_object_get(question, "ask"));
	bool good = what && strcmp(what, "pieces") == 0;

	json_decref(question);
	if (!good)
		return desk_refuse(answer);
	*answer = desk_seal(desk, session_tags(desk->session));
	return 200;
}
