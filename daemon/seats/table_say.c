/* Opens the box with the table's key, and reads what is in it. A copy is as good as a forgery. */
#include "daemon/seats/table_say.h"

#include "daemon/broker/access.h"
#include "daemon/seats/fresh.h"

#include <jansson.h>
#include <string.h>

static enum table_say read_lines(struct seats *seats, json_t *said, char lines[TABLE_SAY_MAX + 1])
{
	struct fresh_stamp stamp;
	json_int_t epoch, number;
	const char *text;
	size_t length;

	if (json_unpack(said, "{s:s,s:I,s:I,s:s%!}", "run", &stamp.run, "epoch", &epoch, "n",
			&number, "lines", &text, &length) < 0 ||
	    length > TABLE_SAY_MAX)
		return TABLE_MALFORMED;
	stamp.epoch = epoch;
	stamp.number = number;
	if (!fresh_take(seats_fresh(seats, SEAT_TABLE), FRESH_SAYING, &stamp))
		return TABLE_FORGED;
	memcpy(lines, text, length + 1);
	return TABLE_SAID;
}

enum table_say table_say_open(struct seats *seats, const void *box, size_t length,
			      char lines[TABLE_SAY_MAX + 1])
{
	char text[TABLE_BOX_MAX];
	size_t text_length;
	enum table_say result;
	json_t *said;

	if (!seats_unseal(seats, SEAT_TABLE, box, length, text, sizeof text, &text_length))
		return TABLE_FORGED;
	said = json_loadb(text, text_length, JSON_REJECT_DUPLICATES, NULL);
	result = said ? read_lines(seats, said, lines) : TABLE_MALFORMED;
	json_decref(said);
	return result;
}
