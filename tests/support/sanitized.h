/*
 * Whether a test runs under the sanitizers. They are slow, and check the code, not its decisions:
 * of thousands of cases of the same kind a sample is enough for them.
 */
#ifndef TESTS_SUPPORT_SANITIZED_H
#define TESTS_SUPPORT_SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

#endif
