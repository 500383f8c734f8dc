/*
 * Codes on the virtual table's page. Only the device that has the table's keys can ask for one, and
 * only it can read the answer; whoever overhears both learns nothing. It gets codes for players'
 * seats that are free, never for one that is taken.
 */
#include "daemon/desk.h"
#include "daemon/log.h"
#include "daemon/qr.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
	QUESTION_MAX = 512, /* bytes of a box */
	ANSWER_BLOCK = 4096,
	ANSWER_MAX = 2 * ANSWER_BLOCK + BOX_OVERHEAD,
};

static json_t *unseal(const struct desk *desk, const char *encoded)
{
	uint8_t box[QUESTION_MAX];
	char text[QUESTION_MAX];
	size_t length, text_length;

	if (sodium_base642bin(box, sizeof box, encoded, strlen(encoded), NULL, &length, NULL,
			      sodium_base64_VARIANT_ORIGINAL) != 0 ||
	    !seats_unseal(desk->seats, SEAT_TABLE, box, length, text, sizeof text, &text_length))
		return NULL;
	return json_loadb(text, text_length, JSON_REJECT_DUPLICATES, NULL);
}

static json_t *seal(const struct desk *desk, json_t *content)
{
	char *text = content ? json_dumps(content, JSON_COMPACT) : NULL;
	char encoded[sodium_base64_ENCODED_LEN(ANSWER_MAX, sodium_base64_VARIANT_ORIGINAL)];
	uint8_t box[ANSWER_MAX];
	size_t length = 0;

	if (text) {
		length = seats_seal(desk->seats, SEAT_TABLE, text, strlen(text), ANSWER_BLOCK, box,
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

static json_t *offer(struct desk *desk, enum seat seat)
{
	char code[CODE_SIZE], url[DESK_URL], why[SESSION_WHY] = "", *modules;
	json_t *content;

	if (desk_offer(desk, seat, false, code, url, why) < 0)
		return json_pack("{s:b,s:s}", "ok", 0, "why", why);
	log_info("the table shows a code for seat %s", seat_name(seat));
	modules = qr_modules(url);
	content = json_pack("{s:b,s:s,s:s,s:i,s:s}", "ok", 1, "code", code, "url", url, "minutes",
			    (int)desk->config->code_minutes, "modules", modules ? modules : "");
	free(modules);
	return content;
}

/* a player's seat, asked for after everything that was asked for before */
static bool read_question(struct desk *desk, json_t *question, enum seat *seat)
{
	const char *name = json_string_value(json_object_get(question, "seat"));
	int64_t asked_ms = json_integer_value(json_object_get(question, "at"));

	if (!name || !seat_parse(name, seat) || (*seat != SEAT_RED && *seat != SEAT_BLUE) ||
	    asked_ms <= desk->codes_asked_ms)
		return false;
	desk->codes_asked_ms = asked_ms;
	return true;
}

unsigned desk_codes(struct desk *desk, const char *box, json_t **answer)
{
	json_t *question = unseal(desk, box);
	enum seat seat;
	bool good = read_question(desk, question, &seat);

	json_decref(question);
	if (good) {
		*answer = seal(desk, offer(desk, seat));
		return 200;
	}
	*answer = json_pack("{s:s}", "error",
			    "Only the table's own page can ask for codes: open it anew with a code "
			    "from the board's screen.");
	return 403;
}
