/* The findings of a self-test in words, for the person with the soldering iron. */
#ifndef DAEMON_CLI_SELFTEST_SELFTEST_WORDS_H
#define DAEMON_CLI_SELFTEST_SELFTEST_WORDS_H

#include "daemon/cli/selftest/selftest_faults.h"
#include "daemon/cli/selftest/selftest_judge.h"

enum { SENTENCE_SIZE = 768 };

/* what is wrong and what to do about it, without a full stop; where lines are put in order depends
 * on the driver */
void selftest_sentence(const struct selftest *test, const struct fault *fault, const char *driver,
		       char text[SENTENCE_SIZE]);

#endif
