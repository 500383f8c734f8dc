/*
 * Codes on the virtual table's page. Only the device with the table's keys can ask for one and read
 * the answer. It gets codes for free players' seats, never for one that is taken.
 */
#include "daemon/admin/admin.h"
#include "daemon/admin/admin_box.h"
#include "daemon/base/log.h"
#include "daemon/base/qr.h"
#include "daemon/broker/access.h"
#include "daemon/referee/refusal.h"
#include "daemon/views/refusal_json.h"

#include <stdlib.h>

static json_t *offer(struct admin *admin, enum seat seat)
{
	struct admin_code code;
	char *modules;
	struct refusal why;
	json_t *content;

	if (admin_offer(admin, seat, false, WISH_OF_TABLE, &code, &why) < 0)
		return json_pack("{s:b,s:o}", "ok", 0, "why", refusal_json(&why));
	log_info("the table shows a code for seat %s", seat_name(seat));
	modules = qr_modules(code.url);
	content = json_pack("{s:b,s:s,s:s,s:s,s:i,s:s}", "ok", 1, "code", code.code, "short",
			    code.short_code, "url", code.url, "minutes",
			    (int)admin->config->code_minutes, "modules", modules ? modules : "");
	free(modules);
	return content;
}

static bool read_seat(json_t *question, enum seat *seat)
{
	const char *name = json_string_value(json_object_get(question, "seat"));

	return name && seat_parse(name, seat) && (*seat == SEAT_RED || *seat == SEAT_BLUE);
}

unsigned admin_codes(struct admin *admin, const char *box, json_t **answer)
{
	json_t *question = admin_unseal(admin, box, "codes");
	enum seat seat;

	if (!read_seat(question, &seat)) {
		json_decref(question);
		return admin_refuse(answer);
	}
	*answer = admin_seal_answer(admin, question, offer(admin, seat));
	return 200;
}
