/*
 * Which piece of a recording belongs to which square, if pieces were set down in the order of the
 * squares without prompts. A dead square has no piece in the recording, so those that follow must
 * not be taken for it.
 */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_ORDER_H
#define DAEMON_CLI_SELFTEST_SELFTEST_ORDER_H

#include "rules/bits.h"
#include "rules/square.h"

#include <stdint.h>

/* one piece that was set down: what closed */
struct set_down {
	uint64_t t_us; /* of the first edge */
	struct bits contacts;
};

enum { SET_DOWN_MAX = 512, ORDER_NONE = 65535 };

/*
 * For each square of the order the piece that answers for it, or ORDER_NONE; in ascending order.
 * The best guess: as many as possible agree with their squares, or with those of a board that is
 * mirrored, turned or has rows and columns exchanged.
 */
void selftest_order_match(uint16_t *matches, enum board_id board, const uint8_t *order,
			  unsigned count, const struct set_down *pieces, unsigned piece_count);

#endif
