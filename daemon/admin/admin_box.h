/*
 * Requests of the virtual table over HTTP and their answers, in boxes that only its own page can
 * make and open. An eavesdropper learns nothing, and a copied request is refused.
 */
#ifndef DAEMON_ADMIN_ADMIN_BOX_H
#define DAEMON_ADMIN_ADMIN_BOX_H

#include "daemon/admin/admin.h"

/*
 * The question in a box (base64), a JSON object of the caller's; NULL if the table has not made it,
 * asks for something else, or may have asked it before.
 */
json_t *admin_unseal(const struct admin *admin, const char *encoded, const char *what);

/* The same for an answer to a question of admin_unseal(), which is freed: the answer names its place. */
json_t *admin_seal_answer(const struct admin *admin, json_t *question, json_t *content);

/* {"box":"base64"} for the table; takes the content, of which nothing stays in memory. NULL if
 * there is none or it is too long. */
json_t *admin_seal(const struct admin *admin, json_t *content);

/* what everybody else is answered; returns the status */
unsigned admin_refuse(json_t **answer);

#endif
