/*
 * Messages between a seat and its board, sealed with the seat's keys: JSON in a box.
 */
#ifndef DAEMON_CLI_HANDHELD_NET_ENVELOPE_H
#define DAEMON_CLI_HANDHELD_NET_ENVELOPE_H

#include "daemon/base/crypto.h"
#include "daemon/cli/handheld/net/access.h"
#include "daemon/cli/handheld/net/outbox.h"

enum { ENVELOPE_BLOCK = 256, ENVELOPE_SIZE = 2 * ENVELOPE_BLOCK + BOX_OVERHEAD };

/* Returns the length of what is to be sent, 0 if it cannot be sealed. */
size_t envelope_seal(const struct access *access, const struct saying *saying,
		     uint8_t box[ENVELOPE_SIZE]);
/* NULL if it was not made with this seat's key, or is not numbered; else the caller's. */
json_t *envelope_open(const struct access *access, const void *box, size_t length);

#endif
