/* What `adjutant verify` checks: records by themselves, and whole archives. */
#ifndef DAEMON_CLI_ARCHIVE_VERIFY_H
#define DAEMON_CLI_ARCHIVE_VERIFY_H

#include "daemon/archive/proof.h"
#include "daemon/archive/record_replay.h"

struct verifying {
	const char *name;	   /* of the file, as it was given */
	const uint8_t *wanted_key; /* NULL: any board's */
};

/* "name: sentence" on standard error; returns the status that follows from the error */
int verify_fail(const struct verifying *verifying, int error, const char *sentence);

/* Both return EXIT_FINE, or EXIT_NOT_LEGAL or EXIT_MALFORMED after saying what is wrong. */
int verify_record(const struct verifying *verifying, const char *text, size_t length);
int verify_archive(const struct verifying *verifying, const char *path, bool is_directory);

/* "barrage, red by flag after 27 plies: signed, 16 commitments opened, judged again" */
void verify_describe(const struct proof *proof, const struct replayed *replayed);

#endif
