/*
 * A self-test on a recording in which pieces were set down in the order of the squares; the
 * recording answers the prompts.
 */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_RECORDED_H
#define DAEMON_CLI_SELFTEST_SELFTEST_RECORDED_H

#include "daemon/cli/selftest/selftest_judge.h"
#include "daemon/referee/referee.h"

typedef void selftest_progress(void *context, const struct selftest *test);

/* `test` is one that has just been made; `progress` is called whenever something may be new */
void selftest_play(struct selftest *test, const struct input *inputs, size_t count,
		   selftest_progress *progress, void *context);

#endif
