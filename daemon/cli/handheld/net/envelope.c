/* Does not know what the messages mean: a word has an id, what the board says has a number. */
#include "daemon/cli/handheld/net/envelope.h"

#include "daemon/base/crypto.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 17 };

size_t envelope_seal(const struct access *access, const struct saying *saying,
		     uint8_t box[ENVELOPE_SIZE])
{
	json_t *message = json_pack("{s:s,s:s}", "id", saying->id, "word", saying->word);
	char *text;
	size_t length = 0;

	if (saying->game > 0) {
		json_object_set_new(message, "game", json_integer(saying->game));
		json_object_set_new(message, "seen", json_integer(saying->seen));
	}
	text = json_dumps(message, JSON_COMPACT);
	if (text)
		length = box_seal(access->up, text, strlen(text), ENVELOPE_BLOCK, box,
				  ENVELOPE_SIZE);
	free(text);
	json_decref(message);
	return length;
}

json_t *envelope_open(const struct access *access, const void *box, size_t length)
{
	char *text = malloc(TEXT_MAX);
	size_t text_length;
	json_t *value = NULL;

	if (text && box_open(access->down, box, length, text, TEXT_MAX, &text_length))
		value = json_loadb(text, text_length, 0, NULL);
	free(text);
	if (json_is_integer(json_object_get(value, "seq")))
		return value;
	json_decref(value);
	return NULL;
}
