/* Checks an exported record by its proof and reports the result in sentences. Needs no archive. */
#include "daemon/archive/proof.h"
#include "daemon/archive/record_replay.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/verify.h"
#include "daemon/cli/base/cli.h"
#include "rules/edition.h"
#include "rules/game.h"

#include <errno.h>
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

int verify_record(const struct verifying *verifying, const char *text, size_t length)
{
	struct trouble trouble = {""};
	struct replayed replayed;
	struct proof proof;
	char key[HASH_TEXT];

	if (proof_check(text, length, &proof, &replayed, &trouble) != 0)
		return verify_fail(verifying, -EBADMSG, trouble.text);
	if (verifying->wanted_key && memcmp(verifying->wanted_key, proof.board_key, 32) != 0)
		return verify_fail(verifying, -EBADMSG, "it was signed by another board's key");
	printf("%s: ", verifying->name);
	verify_describe(&proof, &replayed);
	hex_format(proof.board_key, sizeof proof.board_key, key);
	if (!verifying->wanted_key)
		printf("%s: signed by the board %s, which was not compared with a known one "
		       "(--key)\n",
		       verifying->name, key);
	return EXIT_FINE;
}
