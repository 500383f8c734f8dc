/* Formats durations and lists of squares for people. What programs read is formatted elsewhere. */
#include "daemon/cli/base/format.h"

#include "rules/bits.h"
#include "rules/text.h"

#include <stdio.h>

void format_span(uint32_t us, char text[SPAN_SIZE])
{
	if (us >= 1000000)
		snprintf(text, SPAN_SIZE, "%u.%u s", us / 1000000, us / 100000 % 10);
	else if (us >= 10000)
		snprintf(text, SPAN_SIZE, "%u ms", us / 1000);
	else
		snprintf(text, SPAN_SIZE, "%u.%u ms", us / 1000, us / 100 % 10);
}

void format_squares(struct bits squares, unsigned most, char *text, size_t room)
{
	unsigned left = bits_count(squares), shown = 0;
	struct out out = out_init(text, room);

	for (; left > 0 && shown < most; left--, shown++) {
		char name[SQ_NAME_SIZE];

		sq_format(bits_take(&squares), name);
		if (shown > 0)
			out_string(&out, left == 1 ? " and " : ", ");
		out_string(&out, name);
	}
	if (left > 0) {
		out_string(&out, " and ");
		out_number(&out, left);
		out_string(&out, " more");
	}
}
