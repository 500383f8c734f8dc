/* Gives jansson an allocator that counts its failures, and is malloc() otherwise. */
#include "daemon/base/memory.h"

#include <jansson.h>
#include <stdlib.h>

static unsigned shortages;

static void *allocate(size_t size)
{
	void *memory = malloc(size);

	if (!memory)
		shortages++;
	return memory;
}

void memory_watch_json(void)
{
	json_set_alloc_funcs(allocate, free);
}

unsigned memory_json_shortages(void)
{
	return shortages;
}
