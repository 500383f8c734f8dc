/*
 * Whether a test runs under the sanitizers. They are slow, and look at the code, not at what it
 * decides: of thousands of tries of the same kind a sample will do for them.
 */
#ifndef TESTS_SUPPORT_SANITIZED_H
#define TESTS_SUPPORT_SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

#endif
