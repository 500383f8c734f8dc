/* What claiming a seat with a long and with a short code share. */
#ifndef DAEMON_CLI_HANDHELD_NET_CLAIM_INSIDE_H
#define DAEMON_CLI_HANDHELD_NET_CLAIM_INSIDE_H

#include "daemon/cli/handheld/net/access.h"

/* Which seat of which board the keys were made for. */
struct claim_terms {
	const char *seat, *board;
};

/* The caller owns *content, which is NULL if the answer is not JSON. */
enum access_fault claim_post(const struct access *access, const char *path, const char *body,
			     json_t **content);

/* The credentials in the answer's box, opened with the key that is in the access already. */
enum access_fault claim_open_box(struct access *access, const struct claim_terms *terms,
				 const json_t *answer);

/* code: of short_code_parse() */
enum access_fault claim_short(struct access *access, const char *code);

#endif
