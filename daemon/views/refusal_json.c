/*
 * Refusals as JSON. Of the squares only some are named, and that there are more: what a seat is
 * sent must fit into one block of a box, or its size would tell how much is wrong (publisher.c).
 */
#include "daemon/views/refusal_json.h"

#include "rules/bits.h"
#include "rules/square.h"

static json_t *some_of(struct bits squares, bool *more)
{
	json_t *list = json_array();
	char name[SQ_NAME_SIZE];

	while (bits_any(squares) && json_array_size(list) < REFUSAL_SQUARES) {
		sq_format(bits_take(&squares), name);
		json_array_append_new(list, json_string(name));
	}
	*more = *more || bits_any(squares);
	return list;
}

static void set_places(json_t *why, const struct refusal *refusal)
{
	bool more = refusal->more;

	json_object_set_new(why, "count", json_integer(refusal->count));
	json_object_set_new(why, "total", json_integer(refusal->total));
	json_object_set_new(why, "missing", some_of(refusal->missing, &more));
	json_object_set_new(why, "extra", some_of(refusal->extra, &more));
	if (more)
		json_object_set_new(why, "more", json_true());
}

json_t *refusal_json(const struct refusal *refusal)
{
	const struct refusal_kind *kind = &refusal_kinds[refusal->code];
	json_t *why = json_object();

	json_object_set_new(why, "code", json_string(kind->name));
	if (kind->text)
		json_object_set_new(why, kind->text, json_string(refusal->text));
	if (refusal->code == REFUSAL_TABLE_DIFFERS)
		set_places(why, refusal);
	return why;
}

/* ---- from the journal ---- */

static struct bits squares_in(const json_t *list)
{
	struct bits squares = BITS_NONE;
	size_t i;
	json_t *name;
	uint8_t sq;

	json_array_foreach(list, i, name)
	{
		if (json_is_string(name) &&
		    sq_parse(BOARD_LARGE, json_string_value(name), json_string_length(name), &sq) &&
		    sq != SQ_OFF_BOARD)
			bits_add(&squares, sq);
	}
	return squares;
}

static void read_places(const json_t *why, struct refusal *refusal)
{
	refusal->count = (uint8_t)json_integer_value(json_object_get(why, "count"));
	refusal->total = (uint8_t)json_integer_value(json_object_get(why, "total"));
	refusal->missing = squares_in(json_object_get(why, "missing"));
	refusal->extra = squares_in(json_object_get(why, "extra"));
	refusal->more = json_is_true(json_object_get(why, "more"));
}

struct refusal refusal_from_json(const json_t *why)
{
	const char *name =
		json_string_value(json_is_string(why) ? why : json_object_get(why, "code"));
	enum refusal_code code = name ? refusal_find(name) : REFUSAL_NONE;
	const char *text = NULL;
	struct refusal refusal;

	if (!name)
		return refusal_of(REFUSAL_NONE);
	if (code == REFUSAL_NONE)
		return refusal_with(REFUSAL_FAILED, name);
	if (refusal_kinds[code].text)
		text = json_string_value(json_object_get(why, refusal_kinds[code].text));
	refusal = refusal_with(code, text ? text : "");
	if (code == REFUSAL_TABLE_DIFFERS)
		read_places(why, &refusal);
	return refusal;
}
