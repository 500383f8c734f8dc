/*
 * Turns a serial board's reports into readings and tracks which parts of a full report are missing.
 */
#include "drivers/serial/serial_view.h"

#include "rules/bits.h"
#include "rules/square.h"

#include <string.h>

void serial_view_init(struct serial_view *view, enum board_id squares,
		      const struct board_listener *listener)
{
	*view = (struct serial_view){.squares = squares,
				     .columns = boards[squares].columns,
				     .rows = boards[squares].rows,
				     .listener = *listener};
}

unsigned serial_view_count(const struct serial_view *view)
{
	return (unsigned)view->columns * view->rows;
}

unsigned serial_view_square(const struct serial_view *view, unsigned number)
{
	unsigned column = number % view->columns, row = number / view->columns;

	if (view->corner & SERIAL_A1_RIGHT)
		column = view->columns - 1u - column;
	if (view->corner & SERIAL_A1_FAR)
		row = view->rows - 1u - row;
	if (column >= boards[view->squares].columns || row >= boards[view->squares].rows)
		return SQ_OFF_BOARD;
	return sq_at(column, row);
}

/*
 * Whose the first or the second button or pad is; those beyond have no meaning yet. Where a1 is at a far corner, the
 * board's first row is blue's.
 */
static enum side side_of(const struct serial_view *view, unsigned number)
{
	bool is_far = (view->corner & SERIAL_A1_FAR) != 0;

	return (number == 1) != is_far ? SIDE_BLUE : SIDE_RED;
}

/* ---- readings ---- */

void serial_view_at(struct serial_view *view, uint64_t t_us)
{
	if (t_us > view->t_us)
		view->t_us = t_us;
}

static void tell(struct serial_view *view, struct reading *reading)
{
	view->told++;
	reading->t_us = view->t_us;
	view->listener.reading(view->listener.owner, reading);
}

static void tell_tag(struct serial_view *view, unsigned sq, unsigned i, bool seen)
{
	struct reading reading = {.kind = READING_TAG_SEEN, .sq = (uint8_t)sq, .closed = seen};

	reading.tag_length = view->seen[sq].list[i].length;
	memcpy(reading.tag, view->seen[sq].list[i].bytes, reading.tag_length);
	tell(view, &reading);
}

/* A board without reeds has a piece wherever a tag is seen. */
static void tell_frame(struct serial_view *view)
{
	struct reading reading = {.kind = READING_FRAME, .frame = view->closed};

	for (unsigned sq = 0; !(view->sensors & SERIAL_REEDS) && sq < SQ_COUNT; sq++)
		if (view->seen[sq].count > 0)
			bits_add(&reading.frame, sq);
	tell(view, &reading);
}

static void tell_all_tags(struct serial_view *view)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		for (unsigned i = 0; i < view->seen[sq].count; i++)
			tell_tag(view, sq, i, true);
}

static void settle(struct serial_view *view)
{
	if (view->missing)
		return;
	view->sound = true;
	if (view->tags_due)
		tell_all_tags(view);
	if (view->frame_due)
		tell_frame(view);
	view->tags_due = view->frame_due = false;
}

/* ---- what is missing ---- */

void serial_view_refresh(struct serial_view *view)
{
	view->missing = (uint8_t)((view->sensors & SERIAL_REEDS ? SERIAL_WANT_CONTACTS : 0) |
				  (view->sensors & SERIAL_READERS ? SERIAL_WANT_TAGS : 0));
	view->covered = BITS_NONE;
}

void serial_view_doubt(struct serial_view *view)
{
	view->sound = false;
	serial_view_refresh(view);
}

static void drop_tag(struct serial_view *view, unsigned sq, unsigned i)
{
	struct serial_tags *tags = &view->seen[sq];

	tell_tag(view, sq, i, false);
	tags->count--;
	memmove(&tags->list[i], &tags->list[i + 1], (tags->count - i) * sizeof *tags->list);
}

void serial_view_begin(struct serial_view *view, const struct serial_hello *hello)
{
	view->sensors = hello->sensors;
	view->columns = hello->columns;
	view->rows = hello->rows;
	view->pads = hello->pads;
	view->buttons = hello->buttons;
	for (unsigned sq = 0; !(view->sensors & SERIAL_READERS) && sq < SQ_COUNT; sq++)
		while (view->seen[sq].count > 0)
			drop_tag(view, sq, view->seen[sq].count - 1u);
	view->frame_due = view->tags_due = true;
	serial_view_doubt(view);
}

void serial_view_tell(struct serial_view *view)
{
	view->frame_due = view->tags_due = true;
	if (!view->sound)
		return;
	tell_all_tags(view);
	tell_frame(view);
	view->frame_due = view->tags_due = false;
}

/* ---- contacts ---- */

bool serial_view_contacts(struct serial_view *view, const struct serial_contacts *contacts)
{
	unsigned count = serial_view_count(view);
	struct bits closed = BITS_NONE;

	if (!(view->sensors & SERIAL_REEDS) || contacts->count * 8u < count)
		return false;
	for (unsigned n = 0; n < count; n++) {
		unsigned sq = serial_view_square(view, n);

		if (contacts->bits[n / 8] >> n % 8 & 1 && sq != SQ_OFF_BOARD)
			bits_add(&closed, sq);
	}
	if (!bits_equal(closed, view->closed))
		view->frame_due = true;
	view->closed = closed;
	view->missing &= (uint8_t)~SERIAL_WANT_CONTACTS;
	settle(view);
	return true;
}

static void change(struct serial_view *view, unsigned sq, bool closed)
{
	struct reading reading = {.kind = READING_CONTACT, .sq = (uint8_t)sq, .closed = closed};

	if (sq == SQ_OFF_BOARD || bits_has(view->closed, sq) == closed)
		return;
	if (closed)
		bits_add(&view->closed, sq);
	else
		bits_drop(&view->closed, sq);
	tell(view, &reading);
}

bool serial_view_changed(struct serial_view *view, const struct serial_changed *changed)
{
	unsigned count = serial_view_count(view);

	if (!(view->sensors & SERIAL_REEDS))
		return false;
	for (unsigned i = 0; i < changed->count; i++)
		if ((changed->changes[i] & ~SERIAL_ON) >= (int)count)
			return false;
	for (unsigned i = 0; i < changed->count; i++)
		change(view, serial_view_square(view, changed->changes[i] & ~(unsigned)SERIAL_ON),
		       (changed->changes[i] & SERIAL_ON) != 0);
	return true;
}

/* ---- tags ---- */

static unsigned find(const struct serial_tags *tags, const struct serial_uid *uid)
{
	unsigned i = 0;

	while (i < tags->count && (tags->list[i].length != uid->length ||
				   memcmp(tags->list[i].bytes, uid->bytes, uid->length) != 0))
		i++;
	return i;
}

/* More tags than a square can hold are ignored: the first ones are those that stand there. */
static void see(struct serial_view *view, unsigned sq, const struct serial_uid *uid)
{
	struct serial_tags *tags = &view->seen[sq];

	if (find(tags, uid) < tags->count || tags->count == SERIAL_TAGS_A_SQUARE)
		return;
	tags->list[tags->count].length = uid->length;
	memcpy(tags->list[tags->count].bytes, uid->bytes, uid->length);
	tags->count++;
	if (!view->tags_due || !view->missing) /* otherwise it is reported with all the others */
		tell_tag(view, sq, tags->count - 1u, true);
}

static void tell_tap(struct serial_view *view, unsigned pad, const struct serial_tag *tag)
{
	struct reading reading = {.t_us = view->t_us,
				  .kind = READING_TAG_SEEN,
				  .sq = SQ_OFF_BOARD,
				  .closed = tag->seen,
				  .tag_length = tag->uid.length};

	memcpy(reading.tag, tag->uid.bytes, tag->uid.length);
	if (pad < SIDE_COUNT && view->listener.tapped)
		view->listener.tapped(view->listener.owner, side_of(view, pad), &reading);
}

bool serial_view_tag(struct serial_view *view, const struct serial_tag *tag)
{
	unsigned count = serial_view_count(view), sq, i;

	if (tag->uid.square >= count && tag->uid.square < count + view->pads) {
		tell_tap(view, tag->uid.square - count, tag);
		return true;
	}
	if (!(view->sensors & SERIAL_READERS) || tag->uid.square >= count)
		return false;
	sq = serial_view_square(view, tag->uid.square);
	if (sq == SQ_OFF_BOARD)
		return true;
	i = find(&view->seen[sq], &tag->uid);
	if (tag->seen)
		see(view, sq, &tag->uid);
	else if (i < view->seen[sq].count)
		drop_tag(view, sq, i);
	return true;
}

static bool lists(const struct serial_frame *frame, unsigned number, const struct serial_tags *tags,
		  unsigned i)
{
	struct serial_uid uid;

	for (uint8_t at = 0; serial_next_tag(frame, &at, &uid);)
		if (uid.square == number && find(tags, &uid) == i)
			return true;
	return false;
}

/* Tags that are gone come first: there may be no room for the others before. */
static void drop_unlisted(struct serial_view *view, const struct serial_frame *frame,
			  unsigned number)
{
	unsigned sq = serial_view_square(view, number);

	bits_add(&view->covered, number);
	if (sq == SQ_OFF_BOARD)
		return;
	for (unsigned i = view->seen[sq].count; i-- > 0;)
		if (!lists(frame, number, &view->seen[sq], i))
			drop_tag(view, sq, i);
}

bool serial_view_tags(struct serial_view *view, const struct serial_frame *frame)
{
	uint8_t first, count;
	struct serial_uid uid;

	if (!(view->sensors & SERIAL_READERS) || !serial_get_tags(frame, &first, &count) ||
	    first + count > (int)serial_view_count(view))
		return false;
	for (unsigned n = first; n < (unsigned)first + count; n++)
		drop_unlisted(view, frame, n);
	for (uint8_t at = 0; serial_next_tag(frame, &at, &uid);) {
		unsigned sq = serial_view_square(view, uid.square);

		if (sq != SQ_OFF_BOARD)
			see(view, sq, &uid);
	}
	if (bits_count(view->covered) == serial_view_count(view))
		view->missing &= (uint8_t)~SERIAL_WANT_TAGS;
	settle(view);
	return true;
}

/* ---- buttons ---- */

bool serial_view_pressed(struct serial_view *view, const struct serial_pressed *pressed)
{
	if (pressed->button >= view->buttons)
		return false;
	if (pressed->button < SIDE_COUNT && view->listener.pressed)
		view->listener.pressed(view->listener.owner, side_of(view, pressed->button),
				       pressed->down, view->t_us);
	return true;
}
