/*
 * Short codes: a device that types one takes two steps (short_code.h). Nothing is kept between them,
 * so strangers who take the first step by the thousand push nobody out: the board gives its secret of the
 * exchange to the device, in a box that only the board can open and only while the code is open.
 * Whether a guess was right shows in the second step alone, and one exchange is good for one guess.
 */
#include "daemon/base/cpace.h"
#include "daemon/base/crypto.h"
#include "daemon/base/exchange.h"
#include "daemon/base/log.h"
#include "daemon/base/short_code.h"
#include "daemon/broker/access.h"
#include "daemon/seats/guesses.h"
#include "daemon/seats/seats.h"
#include "daemon/seats/seats_inside.h"

#include <sodium.h>
#include <string.h>

enum { EXTRA = 4, TELL_AFTER = 24 };

/* What is in the box. */
struct session {
	struct short_exchange own;
	uint8_t theirs[CPACE_SIZE];
};

_Static_assert(sizeof(struct session) + BOX_OVERHEAD == SHORT_SESSION, "session");

static struct short_terms terms_of(const struct seats *seats, enum seat seat)
{
	return (struct short_terms){.code = seats->offers[seat].short_code,
				    .seat = seat_name(seat),
				    .board = seats->board};
}

enum claim seats_short_begin(struct seats *seats, enum seat seat, const uint8_t share[CPACE_SIZE],
			     const char *from, uint64_t now_us, struct short_opening *opening)
{
	const struct offer *offer = &seats->offers[seat];
	struct short_terms terms = terms_of(seats, seat);
	struct session session;

	if (!guesses_allow(&seats->short_guesses, from, 0, now_us))
		return CLAIM_TOO_MANY;
	guesses_miss(&seats->short_guesses, from, now_us); /* until it turns out to be right */
	if (!seats_is_open(offer, now_us))
		return CLAIM_WRONG;
	short_begin(&session.own, &terms);
	memcpy(session.theirs, share, CPACE_SIZE);
	memcpy(opening->share, session.own.share, CPACE_SIZE);
	box_seal(offer->session_key, (const char *)&session, sizeof session, 1, opening->session,
		 sizeof opening->session);
	sodium_memzero(&session, sizeof session);
	return CLAIM_GRANTED;
}

static bool open_session(const struct offer *offer, const uint8_t box[SHORT_SESSION],
			 struct session *session)
{
	size_t length;

	return box_open(offer->session_key, box, SHORT_SESSION, (char *)session, sizeof *session,
			&length);
}

static bool is_right(const struct seats *seats, enum seat seat, const struct short_claim *claim,
		     struct short_result *result)
{
	struct short_terms terms = terms_of(seats, seat);
	struct session session;
	bool right = open_session(&seats->offers[seat], claim->session, &session) &&
		     short_agree(&session.own, EXCHANGE_DAEMON, session.theirs, &terms, result) &&
		     sodium_memcmp(result->device_proof, claim->proof, HASH_SIZE) == 0;

	sodium_memzero(&session, sizeof session);
	return right;
}

static void miss(struct seats *seats, enum seat seat, const char *from, uint64_t now_us)
{
	guesses_miss(&seats->short_guesses, from, now_us);
	if (++seats->offers[seat].misses == TELL_AFTER)
		log_warning(
			"wrong short codes for seat %s keep coming, the last from %s: somebody is "
			"guessing. That is hopeless, and the right code is taken all the same",
			seat_name(seat), from);
}

enum claim seats_short_finish(struct seats *seats, enum seat seat, const struct short_claim *claim,
			      const char *from, uint64_t now_us, uint8_t proof[HASH_SIZE])
{
	struct short_result result;

	if (!guesses_allow(&seats->short_guesses, from, EXTRA, now_us))
		return CLAIM_TOO_MANY;
	if (!seats_is_open(&seats->offers[seat], now_us) ||
	    !is_right(seats, seat, claim, &result)) {
		miss(seats, seat, from, now_us);
		return CLAIM_WRONG;
	}
	guesses_forgive(&seats->short_guesses, from);
	memcpy(proof, result.daemon_proof, HASH_SIZE);
	seats_grant(seats, seat, &result.keys);
	sodium_memzero(&result, sizeof result);
	return CLAIM_GRANTED;
}

void seats_short_code(const struct seats *seats, enum seat seat, char text[SHORT_CODE_TEXT])
{
	short_code_format(seats->offers[seat].short_code, text);
}
