/*
 * What a spectator has kept of a game and `adjutant verify` compares records and archives with: a
 * head, the commitments, or a state that the watch page saved.
 */
#ifndef DAEMON_CLI_ARCHIVE_SEEN_H
#define DAEMON_CLI_ARCHIVE_SEEN_H

#include "daemon/archive/proof.h"
#include "daemon/archive/record_replay.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"

#include <jansson.h>

struct seen_head {
	uint8_t hash[HASH_SIZE];
	uint64_t number; /* 0: not known */
};

struct seen {
	struct seen_head heads[2]; /* of --head, and of --seen */
	unsigned head_count;
	json_t *commitments[2]; /* of --commitments, and of --seen */
	unsigned commitments_count;
	json_t *state; /* of --seen, with a good signature, or NULL */
	uint8_t state_key[32];
};

/* Each reads one option. Returns 0, or -errno with a sentence. */
int seen_read_head(struct seen *seen, const char *word, struct trouble *trouble);
int seen_read_commitments(struct seen *seen, const char *path, struct trouble *trouble);
int seen_read_state(struct seen *seen, const char *path, struct trouble *trouble);
void seen_finish(struct seen *seen);

bool seen_anything(const struct seen *seen);

/*
 * Whether a record that holds by itself is of the game that was seen. Returns 0, or -EBADMSG with a
 * sentence about what differs.
 */
int seen_compare(const struct seen *seen, const struct proof *proof, const char *text,
		 size_t length, struct trouble *trouble);

/* what is said of a head that another chain has under its number, an archive's or a record's */
#define SEEN_FORK                                                                                  \
	"this is a fork: the board published something else as number %llu than was seen. Both "   \
	"are its own, so its journal was copied or put back to an earlier state"

#endif
