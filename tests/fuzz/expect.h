/* What a fuzz target asserts, also where NDEBUG would silence assert(). */
#ifndef TESTS_FUZZ_EXPECT_H
#define TESTS_FUZZ_EXPECT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline void expect(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "this should hold and does not: %s\n", what);
	abort();
}

#endif
