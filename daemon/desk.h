/*
 * The desk: what operators, arbiters and owners of seats ask for that is not play: pairing, new
 * games, status. The control socket, the pages and the words of seats all come here.
 */
#ifndef DAEMON_DESK_H
#define DAEMON_DESK_H

#include "daemon/herald.h"
#include "daemon/seats.h"
#include "daemon/session.h"

struct desk {
	const struct config *config;
	struct session *session;
	struct seats *seats;
	struct herald *herald;
	struct link *link;
	uint16_t http_port, websocket_port, mqtt_port;
	bool unreachable;	    /* nobody could have come by the address that was shown last */
	const char *broker_trouble; /* why there is no broker, for operators; NULL: nothing known */
	bool unpairing[SEAT_COUNT]; /* as soon as its answer is out */
	uint64_t linger_until_us;   /* when the seats of a finished game are given up */
	/* the table's own time of its latest questions, for a code and for its pieces */
	int64_t codes_asked_ms, pieces_asked_ms;
};

enum { DESK_URL = 160 };

void desk_init(struct desk *desk, const struct config *config);

/* How handhelds reach this machine, at this moment; false if only the machine itself can. */
bool desk_address(const struct desk *desk, char address[CONFIG_NAME]);

/* One request of an operator, {"do":...}; the answer is the caller's. */
json_t *desk_request(struct desk *desk, json_t *request);

/* POST /pair and GET /config.json (http.h) */
unsigned desk_pair(struct desk *desk, const char *claim, const char *from, json_t **answer);
json_t *desk_page_config(const struct desk *desk);

/*
 * POST /codes: the virtual table asks in a box of its own, {"seat":"red","at":ms}, for a code of a
 * seat that is free, and is answered in a box: {"ok":true,"code","url","minutes","modules"} or
 * {"ok":false,"why"}. A question of before (at) is not answered: somebody else may be repeating it.
 */
unsigned desk_codes(struct desk *desk, const char *box, json_t **answer);

/*
 * POST /pieces: the virtual table asks in a box of its own, {"ask":"pieces","at":ms}, for the tags
 * of the game's pieces, and is answered in a box as session_tags() has it. `at` as above.
 */
unsigned desk_pieces(struct desk *desk, const char *box, json_t **answer);

/* A word of a seat or the arbiter, as session_events has it. */
bool desk_word(struct desk *desk, enum audience speaker, const char *word, char why[]);
/* what was told is out: now seats may be given up */
void desk_after(struct desk *desk);

/* A code and its address for a seat. Returns 0, or -errno with a sentence. */
int desk_offer(struct desk *desk, enum seat seat, bool move, char code[CODE_SIZE],
	       char url[DESK_URL], char why[SESSION_WHY]);

#endif
