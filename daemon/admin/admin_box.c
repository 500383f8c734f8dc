/*
 * Opens the virtual table's requests and seals the answers, with the keys of its seat. Each request
 * is made for a place in the order of all (fresh.h), so that a copied one is refused.
 */
#include "daemon/admin/admin_box.h"

#include "daemon/base/crypto.h"
#include "daemon/broker/access.h"
#include "daemon/referee/refusal.h"
#include "daemon/seats/fresh.h"
#include "daemon/seats/seats.h"
#include "daemon/views/refusal_json.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
	QUESTION_MAX = 512, /* bytes of a box */
	ANSWER_BLOCK = 4096,
	ANSWER_MAX = 4 * ANSWER_BLOCK + BOX_OVERHEAD,
};

static json_t *read_question(const struct admin *admin, const char *encoded)
{
	uint8_t box[QUESTION_MAX];
	char text[QUESTION_MAX];
	size_t length, text_length;

	if (sodium_base642bin(box, sizeof box, encoded, strlen(encoded), NULL, &length, NULL,
			      sodium_base64_VARIANT_ORIGINAL) != 0 ||
	    !seats_unseal(admin->seats, SEAT_TABLE, box, length, text, sizeof text, &text_length))
		return NULL;
	return json_loadb(text, text_length, JSON_REJECT_DUPLICATES, NULL);
}

static bool asks_for(const json_t *question, const char *what)
{
	const char *asked = json_string_value(json_object_get(question, "ask"));

	return asked && strcmp(asked, what) == 0;
}

static bool is_asked_first(const struct admin *admin, const json_t *question)
{
	struct fresh_stamp stamp = {.run = json_string_value(json_object_get(question, "run")),
				    .epoch =
					    json_integer_value(json_object_get(question, "epoch"))};

	return stamp.run && fresh_take(seats_fresh(admin->seats, SEAT_TABLE), FRESH_ASKING, &stamp);
}

json_t *admin_unseal(const struct admin *admin, const char *encoded, const char *what)
{
	json_t *question = read_question(admin, encoded);

	if (asks_for(question, what) && is_asked_first(admin, question))
		return question;
	json_decref(question);
	return NULL;
}

/* Whether it was asked before does not matter: nothing comes of it. */
unsigned admin_hello(struct admin *admin, const char *box, json_t **answer)
{
	json_t *question = read_question(admin, box), *token;
	struct fresh *fresh = seats_fresh(admin->seats, SEAT_TABLE);
	bool good = asks_for(question, "hello");

	token = json_incref(json_object_get(question, "token"));
	json_decref(question);
	if (!good || !json_is_string(token)) {
		json_decref(token);
		return admin_refuse(answer);
	}
	*answer = admin_seal(admin, json_pack("{s:b,s:o,s:s,s:I}", "ok", 1, "token", token, "run",
					      fresh->run, "epoch", (json_int_t)fresh_issue(fresh)));
	return 200;
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

json_t *admin_seal_answer(const struct admin *admin, json_t *question, json_t *content)
{
	if (content) {
		json_object_set(content, "run", json_object_get(question, "run"));
		json_object_set(content, "epoch", json_object_get(question, "epoch"));
	}
	json_decref(question);
	return admin_seal(admin, content);
}

unsigned admin_refuse(json_t **answer)
{
	struct refusal why = refusal_of(REFUSAL_NOT_THE_TABLE);

	*answer = json_pack("{s:b,s:o}", "ok", 0, "why", refusal_json(&why));
	return 403;
}
