/*
 * Everything that operators, arbiters and owners of seats ask for that is not play: pairing, new
 * games, status. Requests come from the control socket, the pages and the words of seats.
 */
#ifndef DAEMON_ADMIN_ADMIN_H
#define DAEMON_ADMIN_ADMIN_H

#include "daemon/base/crypto.h"
#include "daemon/base/loop.h"
#include "daemon/base/short_code.h"
#include "daemon/broker/access.h"
#include "daemon/broker/link.h"
#include "daemon/config/config.h"
#include "daemon/referee/refusal.h"
#include "daemon/seats/publisher.h"
#include "daemon/seats/seats.h"
#include "daemon/session/session.h"
#include "rules/view.h"

struct admin {
	const struct config *config;
	const struct loop *loop;
	struct session *session;
	struct seats *seats;
	struct link *link;
	uint16_t http_port, websocket_port, mqtt_port;
	uint16_t watch_port, watch_mqtt_port; /* the same of the spectators' broker */
	bool unreachable;	    /* the address that was shown last could not be reached */
	const char *broker_trouble; /* why there is no broker, for operators; NULL: nothing known */
	unsigned visits;	    /* pages that were given to browsers since the start */
	uint64_t linger_until_us;   /* when the seats of a finished game are given up */
};

enum { ADMIN_URL = 160 };

void admin_init(struct admin *admin, const struct config *config);

/* How handhelds reach this machine, at this moment; false if only the machine itself can. */
bool admin_address(const struct admin *admin, char address[CONFIG_NAME]);

/* What is left to do for the caller when it has published what the session was led to. */
struct admin_after {
	unsigned vacated; /* seats to be unpaired, bits 1u << enum seat */
	unsigned left;	  /* those of them whose owners leave */
	bool add_status;  /* the answer lacks the status: admin_add_status() */
};

/* Whether a word may do more than lead to events: it is said by itself (session_together_begin()). */
bool admin_is_alone(enum audience speaker, const char *word);

/*
 * A word of a seat or the arbiter: what is about seats and games is done here, everything else is
 * the session's.
 */
enum said admin_say(struct admin *admin, enum audience speaker, const char *id, const char *word,
		    struct admin_after *after);

/* One request of an operator, {"do":...}; the answer is the caller's. */
json_t *admin_request(struct admin *admin, json_t *request, struct admin_after *after);
void admin_add_status(const struct admin *admin, json_t *answer);

/*
 * POST /pair and GET /config.json (http.h). key, proof: what a device shows, as hexadecimal digits.
 * A seat is granted by {"v":2,"seat","board","key","box"}: what the device needs to make the keys
 * (exchange.h), and with them its credentials in a box. The configuration has `way`, {"url","modules"}, the watching page's
 * address with its QR code, if others can come by it.
 */
unsigned admin_pair(struct admin *admin, const char *key, const char *proof, const char *from,
		    json_t **answer);
json_t *admin_page_config(const struct admin *admin);

/*
 * POST /short, with a short code (short_code.h), in two steps; numbers are hexadecimal digits.
 * {"v":1,"seat","share"} is answered by {"v":1,"seat","board","share","session"};
 * {"v":1,"seat","session","proof"} by {"v":1,"seat","board","proof","box"}, as admin_pair() has it.
 */
unsigned admin_short(struct admin *admin, const json_t *asked, const char *from, json_t **answer);

/* The credentials of a seat in a box, base64. */
enum { ADMIN_BOX = 1024 };
void admin_seal_credentials(const struct admin *admin, enum seat seat, char box[ADMIN_BOX]);

/*
 * POST /hello: the virtual table asks in a box of its own, {"ask":"hello","token":any 32 hexadecimal
 * digits}, for a place from which to speak (fresh.h), and is answered in a box:
 * {"ok":true,"token","run","epoch"}. The token shows that the answer is to this question.
 */
unsigned admin_hello(struct admin *admin, const char *box, json_t **answer);

/*
 * POST /codes: the virtual table asks in a box of its own, {"ask":"codes","run","epoch","seat":"red"},
 * for a code of a seat that is free, and is answered in a box:
 * {"ok":true,"code","short","url","minutes","modules"} or {"ok":false,"why"}. Each question needs a place of
 * its own: one that is not later than the last is refused, since it may be a copy.
 */
unsigned admin_codes(struct admin *admin, const char *box, json_t **answer);

/*
 * POST /pieces: the virtual table asks in a box of its own, {"ask":"pieces","run","epoch"}, for
 * the tags of the game's pieces, and is answered in a box as session_tags() has it. As above, each
 * question needs a place of its own.
 */
unsigned admin_pieces(struct admin *admin, const char *box, json_t **answer);

/*
 * POST /next: the virtual table asks in a box of its own, {"ask":"next","run","epoch"}, what can be
 * played next: {"ok":true,"editions","aside"} as the event `games` has it. With "text", as in the
 * word offer-game, it proposes that to those who sit there: {"ok":true} or {"ok":false,"why"}.
 */
unsigned admin_next(struct admin *admin, const char *box, json_t **answer);

/* A code in its three forms. */
struct admin_code {
	char code[CODE_SIZE], short_code[SHORT_CODE_TEXT], url[ADMIN_URL];
};

enum code_wish {
	WISH_OF_SEAT, /* of those who sit there */
	WISH_OF_ARBITER,
	WISH_OF_OPERATOR,
	WISH_OF_TABLE,
};

/*
 * A code for a seat, a taken one if it is to be moved. One for a player's seat whose ranks it would show is noted and told before, unless
 * it is that seat's own wish. Returns 0, or -errno and why.
 */
int admin_offer(struct admin *admin, enum seat seat, bool move, enum code_wish wish,
		struct admin_code *code, struct refusal *why);

#endif
