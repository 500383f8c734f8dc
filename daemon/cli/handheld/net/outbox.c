/* Holds words until they are answered, repeats them, and gives up old ones. */
#include "daemon/cli/handheld/net/outbox.h"

#include <string.h>

enum { AGAIN_US = 3000000, LIFE_US = 60000000 };

bool saying_is_word(const char *word)
{
	size_t length = strlen(word);

	if (length == 0 || length >= SAYING_WORD || word[0] == ' ' || word[length - 1] == ' ')
		return false;
	for (; *word; word++)
		if (*word < ' ' || *word > '~' || (word[0] == ' ' && word[1] == ' '))
			return false;
	return true;
}

struct saying *sayings_add(struct sayings *sayings, const char *word, uint64_t now_us)
{
	struct saying *saying = &sayings->waiting[sayings->count];

	if (sayings->count == SAYINGS_MAX || !saying_is_word(word))
		return NULL;
	token_make(saying->id);
	saying->game = saying->seen = 0;
	memcpy(saying->word, word, strlen(word) + 1);
	saying->pause_us = AGAIN_US;
	saying->again_us = now_us + AGAIN_US;
	saying->until_us = now_us + LIFE_US;
	sayings->count++;
	return saying;
}

static void take_out(struct sayings *sayings, unsigned i, struct saying *which)
{
	*which = sayings->waiting[i];
	sayings->count--;
	memmove(&sayings->waiting[i], &sayings->waiting[i + 1],
		(sayings->count - i) * sizeof *sayings->waiting);
}

bool sayings_answered(struct sayings *sayings, const char *id, struct saying *which)
{
	for (unsigned i = 0; i < sayings->count; i++)
		if (strcmp(sayings->waiting[i].id, id) == 0) {
			take_out(sayings, i, which);
			return true;
		}
	return false;
}

/* The interval grows: the daemon ignores a seat that says too much. */
const struct saying *sayings_again(struct sayings *sayings, uint64_t now_us)
{
	for (unsigned i = 0; i < sayings->count; i++) {
		struct saying *saying = &sayings->waiting[i];

		if (now_us < saying->again_us)
			continue;
		saying->pause_us *= 2;
		saying->again_us = now_us + saying->pause_us;
		return saying;
	}
	return NULL;
}

bool sayings_expired(struct sayings *sayings, uint64_t now_us, struct saying *which)
{
	for (unsigned i = 0; i < sayings->count; i++)
		if (now_us >= sayings->waiting[i].until_us) {
			take_out(sayings, i, which);
			return true;
		}
	return false;
}

uint64_t sayings_deadline(const struct sayings *sayings)
{
	uint64_t first = UINT64_MAX;

	for (unsigned i = 0; i < sayings->count; i++) {
		const struct saying *saying = &sayings->waiting[i];
		uint64_t due =
			saying->again_us < saying->until_us ? saying->again_us : saying->until_us;

		if (due < first)
			first = due;
	}
	return first;
}

void sayings_forget(struct sayings *sayings)
{
	sayings->count = 0;
}
