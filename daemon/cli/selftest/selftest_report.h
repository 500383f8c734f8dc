/* How a self-test ended: the verdict for people, and a file that can be sent to others. */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_REPORT_H
#define DAEMON_CLI_SELFTEST_SELFTEST_REPORT_H

#include "daemon/cli/selftest/selftest_faults.h"
#include "daemon/cli/selftest/selftest_judge.h"
#include "daemon/cli/sensors/table_source.h"

#include <stdio.h>

/* whether all that was to be tried was, and is fine */
bool selftest_is_fine(const struct faults *faults);

void selftest_print_verdict(FILE *to, const struct selftest *test, const struct faults *faults,
			    const struct source_board *board);

/*
 * First line "adjutant-selftest 1", then the verdict, then a line of figures a square. It names the
 * driver and the size of the board and what the daemon said of it, and nothing of its owner.
 */
void selftest_print_report(FILE *to, const struct selftest *test, const struct faults *faults,
			   const struct source_board *board, const char *version);

#endif
