/* Checks an exported record by its proof and reports the result in sentences. Needs no archive. */
#include "daemon/archive/course.h"
#include "daemon/archive/proof.h"
#include "daemon/archive/record_replay.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/seen.h"
#include "daemon/cli/archive/verify.h"
#include "daemon/cli/base/cli.h"
#include "rules/edition.h"
#include "rules/game.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

int verify_fail(const struct verifying *verifying, int error, const char *sentence)
{
	fprintf(stderr, "%s: %s\n", verifying->name, sentence);
	return error == -EBADMSG ? EXIT_NOT_LEGAL : EXIT_MALFORMED;
}

void verify_describe(const struct proof *proof, const struct replayed *replayed)
{
	printf("%s, %s by %s", editions[replayed->edition].id, winner_name(replayed->winner),
	       reason_name(replayed->reason));
	if (replayed->parts == 0)
		printf(" before play began: signed\n");
	else
		printf(" after %lu plies: signed, %u commitments opened, judged again\n",
		       (unsigned long)replayed->plies, proof_pieces(proof));
}

/* What the board itself admits of the course that the record is of. */
static void say_fork(const struct verifying *verifying, const struct proof *proof)
{
	struct course course;

	course_read(proof->course, &course);
	if (course.fork > 0)
		printf("%s: during this game the board was put back to an earlier state, as it "
		       "admits: it had published number %" PRIu64
		       " before, which is not of this course. What spectators have "
		       "kept tells more (--seen)\n",
		       verifying->name, course.fork);
}

/* A saved state names its board as well as --key does. */
int verify_key(const struct verifying *verifying, const uint8_t key[32])
{
	char digits[HASH_TEXT];

	if (verifying->wanted_key || verifying->seen->state)
		return EXIT_FINE;
	hex_format(key, 32, digits);
	printf("%s: signed by the board %s, which was not compared with a known one (--key)\n",
	       verifying->name, digits);
	return EXIT_UNKNOWN_KEY;
}

void verify_say_seen(const struct verifying *verifying, const char *what)
{
	if (seen_anything(verifying->seen))
		printf("%s: this is the %s of what was seen\n", verifying->name, what);
}

int verify_record(const struct verifying *verifying, const char *text, size_t length)
{
	struct trouble trouble = {""};
	struct replayed replayed;
	struct proof proof;

	if (proof_check(text, length, &proof, &replayed, &trouble) != 0)
		return verify_fail(verifying, -EBADMSG, trouble.text);
	if (verifying->wanted_key && memcmp(verifying->wanted_key, proof.board_key, 32) != 0)
		return verify_fail(verifying, -EBADMSG, "it was signed by another board's key");
	if (seen_compare(verifying->seen, &proof, text, length, &trouble) != 0)
		return verify_fail(verifying, -EBADMSG, trouble.text);
	printf("%s: ", verifying->name);
	verify_describe(&proof, &replayed);
	say_fork(verifying, &proof);
	verify_say_seen(verifying, "record");
	return verify_key(verifying, proof.board_key);
}
