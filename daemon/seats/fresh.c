/* Compares tokens and numbers; no clock, no I/O. */
#include "daemon/seats/fresh.h"

#include <string.h>

void fresh_begin(struct fresh *fresh)
{
	*fresh = (struct fresh){0};
	token_make(fresh->run);
}

int64_t fresh_issue(struct fresh *fresh)
{
	return ++fresh->issued;
}

bool fresh_take(struct fresh *fresh, enum fresh_channel channel, const struct fresh_stamp *stamp)
{
	bool is_later = stamp->epoch > fresh->latest[channel].epoch ||
			(stamp->epoch == fresh->latest[channel].epoch &&
			 stamp->number > fresh->latest[channel].number);
	bool was_given = stamp->epoch > 0 && stamp->epoch <= fresh->issued;

	if (strcmp(stamp->run, fresh->run) != 0 || !was_given || !is_later)
		return false;
	fresh->latest[channel].epoch = stamp->epoch;
	fresh->latest[channel].number = stamp->number;
	return true;
}
