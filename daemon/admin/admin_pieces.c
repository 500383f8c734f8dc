/*
 * The pieces of a board that reads tags, for the virtual table's page, on which they are lifted and
 * set down: their numbers, sides and places. A page on which both players' hands lie must not be
 * able to know a rank, so none is in the answer, nor anything that follows from one.
 */
#include "daemon/admin/admin_box.h"
#include "daemon/session/session.h"

unsigned admin_pieces(struct admin *admin, const char *box, json_t **answer)
{
	json_t *question = admin_unseal(admin, box, "pieces");

	if (!question)
		return admin_refuse(answer);
	*answer = admin_seal_answer(admin, question, session_tags(admin->session));
	return 200;
}
