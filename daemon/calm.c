/* Allowances of sensors. Each is one point in time, up to which it has been used in advance. */
#include "daemon/calm.h"

#include <string.h>

void calm_init(struct calm *calm)
{
	memset(calm, 0, sizeof *calm);
}

/* ---- allowances ---- */

static uint64_t less(uint64_t a_us, uint64_t b_us)
{
	return a_us > b_us ? a_us - b_us : 0;
}

/* from when on the next change may be passed on */
static uint64_t ready_us(const struct calm_level *level)
{
	uint64_t quick_us = less(level->quick_us, (uint64_t)(CALM_AT_ONCE - 1) * CALM_QUICK_US);
	uint64_t slow_us = less(level->lasting_us, (uint64_t)(CALM_LASTING - 1) * CALM_SLOW_US);

	return quick_us > slow_us ? quick_us : slow_us;
}

static void use(uint64_t *allowance_us, uint64_t t_us, uint64_t each_us)
{
	*allowance_us = (*allowance_us > t_us ? *allowance_us : t_us) + each_us;
}

static void pass(struct calm_level *level, uint64_t t_us)
{
	use(&level->quick_us, t_us, CALM_QUICK_US);
	use(&level->lasting_us, t_us, CALM_SLOW_US);
	level->told = level->said;
}

static void note_change(struct calm_level *level, uint64_t t_us)
{
	uint64_t rest_us = t_us - level->changed_us;

	if (rest_us >= CALM_REST_US)
		level->lasting_us = less(level->lasting_us, rest_us * CALM_REST_WORTH);
	level->changed_us = t_us;
}

/* ---- levels ---- */

static bool is_held(const struct calm_level *level)
{
	return level->known && level->said != level->told;
}

/* What was held and has gone back is no news; what is only said again may be. */
static bool hear(struct calm *calm, struct calm_level *level, uint64_t t_us, bool closed)
{
	bool was_held = is_held(level), passed = false;

	if (!level->known || level->said != closed)
		note_change(level, t_us);
	level->known = true;
	level->said = closed;
	if ((!was_held || level->said != level->told) && ready_us(level) <= t_us) {
		pass(level, t_us);
		passed = true;
	}
	calm->held += (unsigned)is_held(level) - (unsigned)was_held;
	return passed;
}

/* A frame is told as it is. One too many is not, but what is in it is held. */
static void hear_in_frame(struct calm *calm, struct calm_level *level, uint64_t t_us, bool closed,
			  bool passed)
{
	bool was_held = is_held(level);

	if (level->said != closed)
		note_change(level, t_us);
	level->known = true;
	level->said = closed;
	if (passed)
		level->told = closed;
	calm->held += (unsigned)is_held(level) - (unsigned)was_held;
}

static bool hear_frame(struct calm *calm, uint64_t t_us, struct bits frame)
{
	bool passed;

	note_change(&calm->frames, t_us);
	passed = ready_us(&calm->frames) <= t_us;
	if (passed)
		pass(&calm->frames, t_us);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		hear_in_frame(calm, &calm->contacts[sq], t_us, bits_has(frame, sq), passed);
	return passed;
}

/* ---- tags ---- */

static bool is_of(const struct calm_tag *tag, const struct reading *reading)
{
	return tag->used && tag->sq == reading->sq && tag->length == reading->tag_length &&
	       memcmp(tag->id, reading->tag, sizeof tag->id) == 0;
}

/* NULL if there is room for no more, which would take as many that are held */
static struct calm_tag *find_tag(struct calm *calm, const struct reading *reading)
{
	struct calm_tag *oldest = NULL;

	for (unsigned i = 0; i < CALM_TAGS; i++) {
		struct calm_tag *tag = &calm->tags[i];

		if (is_of(tag, reading))
			return tag;
		if (is_held(&tag->level) || (oldest && !oldest->used))
			continue;
		if (!tag->used || !oldest || tag->level.changed_us < oldest->level.changed_us)
			oldest = tag;
	}
	if (!oldest)
		return NULL;
	*oldest = (struct calm_tag){.sq = reading->sq, .length = reading->tag_length, .used = true};
	memcpy(oldest->id, reading->tag, sizeof oldest->id);
	return oldest;
}

static bool hear_tag(struct calm *calm, uint64_t t_us, const struct reading *reading)
{
	struct calm_tag *tag = find_tag(calm, reading);

	return !tag || hear(calm, &tag->level, t_us, reading->closed);
}

/* ---- the door ---- */

bool calm_hear(struct calm *calm, uint64_t t_us, const struct reading *reading)
{
	if (reading->kind == READING_FRAME)
		return hear_frame(calm, t_us, reading->frame);
	if (reading->sq >= SQ_COUNT)
		return true;
	if (reading->kind == READING_TAG_SEEN)
		return hear_tag(calm, t_us, reading);
	return hear(calm, &calm->contacts[reading->sq], t_us, reading->closed);
}

/* ---- what is held ---- */

/* all levels by number: those of contacts by square, then those of tags */
enum { LEVELS = SQ_COUNT + CALM_TAGS };

static const struct calm_level *level_at(const struct calm *calm, unsigned number)
{
	return number < SQ_COUNT ? &calm->contacts[number] : &calm->tags[number - SQ_COUNT].level;
}

/* the number of the held level that may be passed on first, LEVELS if none is held */
static unsigned first_held(const struct calm *calm)
{
	unsigned first = LEVELS;

	for (unsigned i = 0; calm->held > 0 && i < LEVELS; i++) {
		if (!is_held(level_at(calm, i)))
			continue;
		if (first == LEVELS ||
		    ready_us(level_at(calm, i)) < ready_us(level_at(calm, first)))
			first = i;
	}
	return first;
}

uint64_t calm_deadline(const struct calm *calm)
{
	unsigned first = first_held(calm);

	return first < LEVELS ? ready_us(level_at(calm, first)) : CALM_NEVER;
}

static void take_contact(struct calm *calm, uint64_t t_us, unsigned sq, struct reading *reading)
{
	*reading = (struct reading){
		.kind = READING_CONTACT, .sq = (uint8_t)sq, .closed = calm->contacts[sq].said};
	pass(&calm->contacts[sq], t_us);
}

static void take_tag(struct calm_tag *tag, uint64_t t_us, struct reading *reading)
{
	*reading = (struct reading){.kind = READING_TAG_SEEN,
				    .sq = tag->sq,
				    .closed = tag->level.said,
				    .tag_length = tag->length};
	memcpy(reading->tag, tag->id, sizeof tag->id);
	pass(&tag->level, t_us);
}

bool calm_take(struct calm *calm, uint64_t t_us, struct reading *reading)
{
	unsigned first = first_held(calm);

	if (first == LEVELS || ready_us(level_at(calm, first)) > t_us)
		return false;
	if (first < SQ_COUNT)
		take_contact(calm, t_us, first, reading);
	else
		take_tag(&calm->tags[first - SQ_COUNT], t_us, reading);
	calm->held--;
	return true;
}
