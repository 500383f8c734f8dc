/*
 * Opens the virtual table's requests and seals the answers, with the keys of its seat. Requests
 * must carry a rising time, so that a copied one is refused.
 */
#include "daemon/admin/admin_box.h"

#include "daemon/base/crypto.h"
#include "daemon/broker/access.h"
#include "daemon/referee/refusal.h"
#include "daemon/seats/seats.h"
#include "daemon/views/refusal_json.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
	QUESTION_MAX = 512, /* bytes of a box */
	ANSWER_BLOCK = 4096,
	ANSWER_MAX = 2 * ANSWER_BLOCK + BOX_OVERHEAD,
};

json_t *admin_unseal(const struct admin *admin, const char *encoded, int64_t *asked_ms)
{
	uint8_t box[QUESTION_MAX];
	char text[QUESTION_MAX];
	size_t length, text_length;
	json_t *question;
	int64_t at_ms;

	if (sodium_base642bin(box, sizeof box, encoded, strlen(encoded), NULL, &length, NULL,
			      sodium_base64_VARIANT_ORIGINAL) != 0 ||
	    !seats_unseal(admin->seats, SEAT_TABLE, box, length, text, sizeof text, &text_length))
		return NULL;
	question = json_loadb(text, text_length, JSON_REJECT_DUPLICATES, NULL);
	at_ms = json_integer_value(json_object_get(question, "at"));
	if (at_ms <= *asked_ms) {
		json_decref(question);
		return NULL;
	}
	*asked_ms = at_ms;
	return question;
}

json_t *admin_seal(const struct admin *admin, json_t *content)
{
	char *text = content ? json_dumps(content, JSON_COMPACT) : NULL;
	char encoded[sodium_base64_ENCODED_LEN(ANSWER_MAX, sodium_base64_VARIANT_ORIGINAL)];
	uint8_t box[ANSWER_MAX];
	size_t length = 0;

	if (text) {
		length = seats_seal(admin->seats, SEAT_TABLE, text, strlen(text), ANSWER_BLOCK, box,
				    sizeof box);
		sodium_memzero(text, strlen(text));
		free(text);
	}
	json_decref(content);
	if (length == 0)
		return NULL;
	sodium_bin2base64(encoded, sizeof encoded, box, length, sodium_base64_VARIANT_ORIGINAL);
	return json_pack("{s:s}", "box", encoded);
}

unsigned admin_refuse(json_t **answer)
{
	struct refusal why = refusal_of(REFUSAL_NOT_THE_TABLE);

	*answer = json_pack("{s:b,s:o}", "ok", 0, "why", refusal_json(&why));
	return 403;
}
