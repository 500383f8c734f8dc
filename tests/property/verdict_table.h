/* Verdicts on games at a table of sensors: to look into a failure, people need the readings too. */
#ifndef TESTS_PROPERTY_VERDICT_TABLE_H
#define TESTS_PROPERTY_VERDICT_TABLE_H

#include "tests/property/verdict.h"
#include "tests/support/table/hands.h"

/* whether it holds; if not, the property has failed, and what the hands did follows the record */
static inline bool verdict_check_table(const struct suite *suite, const struct hands *hands,
				       unsigned property, bool holds, const char *why)
{
	if (holds || suite->properties[property].failed)
		return holds;
	verdict_check(suite, property, holds, why);
	hands_write_tags(hands, &suite->match->beginning, stdout);
	hands_write(hands, stdout);
	return false;
}

#endif
