/*
 * Short codes over HTTP: the two steps of a device whose owner types a code (daemon/security.md). What
 * is not of the right form is answered like a wrong code, but costs nothing.
 */
#include "daemon/admin/admin.h"
#include "daemon/base/cpace.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/base/short_code.h"
#include "daemon/broker/access.h"
#include "daemon/broker/link.h"
#include "daemon/seats/seats.h"

#include <string.h>

static bool read_bytes(const json_t *asked, const char *name, uint8_t *bytes, size_t count)
{
	const char *digits = json_string_value(json_object_get(asked, name));

	return digits && hex_parse(digits, bytes, count);
}

static unsigned refuse(enum claim claim, json_t **answer)
{
	bool many = claim == CLAIM_TOO_MANY;

	*answer = json_pack("{s:s}", "error",
			    many ? "Too many wrong codes: wait a minute."
				 : "This code is not valid, or not any more: ask for a new one.");
	return many ? 429 : 403;
}

static json_t *head(const struct admin *admin, enum seat seat)
{
	return json_pack("{s:i,s:s,s:s}", "v", SHORT_VERSION, "seat", seat_name(seat), "board",
			 admin->config->board);
}

static void add_bytes(json_t *answer, const char *name, const uint8_t *bytes, size_t count)
{
	char digits[2 * SHORT_SESSION + 1];

	hex_format(bytes, count, digits);
	json_object_set_new(answer, name, json_string(digits));
}

static unsigned begin(struct admin *admin, enum seat seat, const uint8_t share[CPACE_SIZE],
		      const char *from, json_t **answer)
{
	struct short_opening opening;
	enum claim claim = seats_short_begin(admin->seats, seat, share, from,
					     loop_now_us(admin->loop), &opening);

	if (claim != CLAIM_GRANTED)
		return refuse(claim, answer);
	*answer = head(admin, seat);
	add_bytes(*answer, "share", opening.share, sizeof opening.share);
	add_bytes(*answer, "session", opening.session, sizeof opening.session);
	return 200;
}

static unsigned finish(struct admin *admin, enum seat seat, const struct short_claim *shown,
		       const char *from, json_t **answer)
{
	uint8_t proof[HASH_SIZE];
	char box[ADMIN_BOX];
	enum claim claim = seats_short_finish(admin->seats, seat, shown, from,
					      loop_now_us(admin->loop), proof);

	if (claim != CLAIM_GRANTED)
		return refuse(claim, answer);
	admin_seal_credentials(admin, seat, box);
	*answer = head(admin, seat);
	add_bytes(*answer, "proof", proof, sizeof proof);
	json_object_set_new(*answer, "box", json_string(box));
	log_info("seat %s is paired", seat_name(seat));
	return 200;
}

unsigned admin_short(struct admin *admin, const json_t *asked, const char *from, json_t **answer)
{
	const char *name = json_string_value(json_object_get(asked, "seat"));
	uint8_t share[CPACE_SIZE];
	struct short_claim shown;
	enum seat seat;

	if (!link_is_up(admin->link)) { /* no device could be let in; the code stays valid */
		*answer = json_pack("{s:s}", "error",
				    "The board is just starting: try again in a moment.");
		return 503;
	}
	if (name && seat_parse(name, &seat)) {
		if (read_bytes(asked, "share", share, sizeof share))
			return begin(admin, seat, share, from, answer);
		if (read_bytes(asked, "session", shown.session, sizeof shown.session) &&
		    read_bytes(asked, "proof", shown.proof, sizeof shown.proof))
			return finish(admin, seat, &shown, from, answer);
	}
	return refuse(CLAIM_WRONG, answer);
}
