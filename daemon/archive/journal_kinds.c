/* The names of the kinds of entries, as they are on the disk. */
#include "daemon/archive/journal.h"
#include "daemon/archive/journal_inside.h"

#include <string.h>

static const char *const names[ENTRY_KINDS] = {
	[ENTRY_ANY] = "",	 [ENTRY_RUN] = "run",	    [ENTRY_START] = "start",
	[ENTRY_TABLE] = "table", [ENTRY_NAME] = "name",	    [ENTRY_PIECES] = "pieces",
	[ENTRY_IN] = "in",	 [ENTRY_WORD] = "word",	    [ENTRY_FACT] = "fact",
	[ENTRY_STATE] = "state", [ENTRY_OUT] = "out",	    [ENTRY_NONCE] = "nonce",
	[ENTRY_LOOK] = "look",	 [ENTRY_SHELVE] = "shelve", [ENTRY_UNSHELVE] = "unshelve",
	[ENTRY_FORK] = "fork",	 [ENTRY_RECORD] = "record",
};

const char *journal_entry_kind_name(enum entry_kind kind)
{
	return names[kind];
}

enum entry_kind journal_entry_kind_parse(const char *name)
{
	for (unsigned i = ENTRY_ANY + 1; i < ENTRY_KINDS; i++)
		if (strcmp(name, names[i]) == 0)
			return (enum entry_kind)i;
	return ENTRY_ANY;
}
