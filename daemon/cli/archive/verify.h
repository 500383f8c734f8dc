/* What `adjutant verify` checks: records by themselves, and whole archives. */
#ifndef DAEMON_CLI_ARCHIVE_VERIFY_H
#define DAEMON_CLI_ARCHIVE_VERIFY_H

#include "daemon/archive/proof.h"
#include "daemon/archive/record_replay.h"
#include "daemon/cli/archive/seen.h"

struct verifying {
	const char *name;	   /* of the file, as it was given */
	const uint8_t *wanted_key; /* NULL: any board's */
	const struct seen *seen;   /* by a spectator */
};

enum { EXIT_UNKNOWN_KEY = 3 }; /* good, but by a key that was not named */

/* "name: sentence" on standard error; returns the status that follows from the error */
int verify_fail(const struct verifying *verifying, int error, const char *sentence);

/* Whether the key was named, and if not that it was not: the status that follows. */
int verify_key(const struct verifying *verifying, const uint8_t key[32]);
/* "name: this is the one that was seen", if anything was */
void verify_say_seen(const struct verifying *verifying, const char *what);

/* Both return EXIT_FINE or EXIT_UNKNOWN_KEY, or EXIT_NOT_LEGAL or EXIT_MALFORMED after saying what
 * is wrong. */
int verify_record(const struct verifying *verifying, const char *text, size_t length);
int verify_archive(const struct verifying *verifying, const char *path, bool is_directory);

/* "barrage, red by flag after 27 plies: signed, 16 commitments opened, judged again" */
void verify_describe(const struct proof *proof, const struct replayed *replayed);

#endif
