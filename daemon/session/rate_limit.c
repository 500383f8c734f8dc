/* Allowances of sensors. Each is stored as one point in time, up to which it is used up. */
#include "daemon/session/rate_limit.h"

#include "rules/bits.h"
#include "rules/square.h"

#include <string.h>

void rate_limit_init(struct rate_limit *rate_limit)
{
	memset(rate_limit, 0, sizeof *rate_limit);
}

/* ---- allowances ---- */

static uint64_t less(uint64_t a_us, uint64_t b_us)
{
	return a_us > b_us ? a_us - b_us : 0;
}

/* when the next change may be passed on */
static uint64_t ready_us(const struct rate_limit_level *level)
{
	uint64_t quick_us =
		less(level->quick_us, (uint64_t)(RATE_LIMIT_AT_ONCE - 1) * RATE_LIMIT_QUICK_US);
	uint64_t slow_us =
		less(level->lasting_us, (uint64_t)(RATE_LIMIT_LASTING - 1) * RATE_LIMIT_SLOW_US);

	return quick_us > slow_us ? quick_us : slow_us;
}

static void use(uint64_t *allowance_us, uint64_t t_us, uint64_t each_us)
{
	*allowance_us = (*allowance_us > t_us ? *allowance_us : t_us) + each_us;
}

static void pass(struct rate_limit_level *level, uint64_t t_us)
{
	use(&level->quick_us, t_us, RATE_LIMIT_QUICK_US);
	use(&level->lasting_us, t_us, RATE_LIMIT_SLOW_US);
	level->passed = level->sensed;
}

static void note_change(struct rate_limit_level *level, uint64_t t_us)
{
	uint64_t rest_us = t_us - level->changed_us;

	if (rest_us >= RATE_LIMIT_REST_US)
		level->lasting_us = less(level->lasting_us, rest_us * RATE_LIMIT_REST_WORTH);
	level->changed_us = t_us;
}

/* ---- levels ---- */

static bool is_held(const struct rate_limit_level *level)
{
	return level->known && level->sensed != level->passed;
}

/* A held level that has gone back is no news; a level that is merely repeated may be. */
static bool hear(struct rate_limit *rate_limit, struct rate_limit_level *level, uint64_t t_us,
		 bool closed)
{
	bool was_held = is_held(level), passed = false;

	if (!level->known || level->sensed != closed)
		note_change(level, t_us);
	level->known = true;
	level->sensed = closed;
	if ((!was_held || level->sensed != level->passed) && ready_us(level) <= t_us) {
		pass(level, t_us);
		passed = true;
	}
	rate_limit->held += (unsigned)is_held(level) - (unsigned)was_held;
	return passed;
}

/* A frame is passed on whole. If it exceeds the allowance it is not, but its levels are held. */
static void hear_in_frame(struct rate_limit *rate_limit, struct rate_limit_level *level,
			  uint64_t t_us, bool closed, bool passed)
{
	bool was_held = is_held(level);

	if (level->sensed != closed)
		note_change(level, t_us);
	level->known = true;
	level->sensed = closed;
	if (passed)
		level->passed = closed;
	rate_limit->held += (unsigned)is_held(level) - (unsigned)was_held;
}

static bool hear_frame(struct rate_limit *rate_limit, uint64_t t_us, struct bits frame)
{
	bool passed;

	note_change(&rate_limit->frames, t_us);
	passed = ready_us(&rate_limit->frames) <= t_us;
	if (passed)
		pass(&rate_limit->frames, t_us);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		hear_in_frame(rate_limit, &rate_limit->contacts[sq], t_us, bits_has(frame, sq),
			      passed);
	return passed;
}

/* ---- tags ---- */

static bool is_of(const struct rate_limit_tag *tag, const struct reading *reading)
{
	return tag->used && tag->sq == reading->sq && tag->length == reading->tag_length &&
	       memcmp(tag->id, reading->tag, sizeof tag->id) == 0;
}

static struct rate_limit_tag *find_tag(struct rate_limit *rate_limit, const struct reading *reading)
{
	for (unsigned i = 0; i < RATE_LIMIT_TAGS; i++)
		if (is_of(&rate_limit->tags[i], reading))
			return &rate_limit->tags[i];
	return NULL;
}

/* NULL if the list is full, which takes that many held tags */
static struct rate_limit_tag *add_tag(struct rate_limit *rate_limit, const struct reading *reading)
{
	struct rate_limit_tag *oldest = NULL;

	for (unsigned i = 0; i < RATE_LIMIT_TAGS; i++) {
		struct rate_limit_tag *tag = &rate_limit->tags[i];

		if (is_held(&tag->level) || (oldest && !oldest->used))
			continue;
		if (!tag->used || !oldest || tag->level.changed_us < oldest->level.changed_us)
			oldest = tag;
	}
	if (!oldest)
		return NULL;
	*oldest = (struct rate_limit_tag){
		.sq = reading->sq, .length = reading->tag_length, .used = true};
	memcpy(oldest->id, reading->tag, sizeof oldest->id);
	return oldest;
}

static struct rate_limit_tag *admit_tag(struct rate_limit *rate_limit, uint64_t t_us,
					const struct reading *reading)
{
	uint64_t *newcomers_us = &rate_limit->newcomers_us[reading->sq];
	struct rate_limit_tag *tag = NULL;

	if (less(*newcomers_us, t_us) < (uint64_t)RATE_LIMIT_NEWCOMERS * RATE_LIMIT_NEWCOMER_US)
		tag = add_tag(rate_limit, reading);
	if (tag)
		use(newcomers_us, t_us, RATE_LIMIT_NEWCOMER_US);
	else
		bits_add(&rate_limit->strange, reading->sq);
	return tag;
}

static bool hear_tag(struct rate_limit *rate_limit, uint64_t t_us, const struct reading *reading)
{
	struct rate_limit_tag *tag = find_tag(rate_limit, reading);

	if (!tag)
		tag = admit_tag(rate_limit, t_us, reading);
	return tag && hear(rate_limit, &tag->level, t_us, reading->closed);
}

struct bits rate_limit_strange(struct rate_limit *rate_limit, uint64_t t_us, uint64_t *until_us)
{
	*until_us = RATE_LIMIT_NEVER;
	for (unsigned sq = 0; bits_any(rate_limit->strange) && sq < SQ_COUNT; sq++) {
		uint64_t half_us =
			less(rate_limit->newcomers_us[sq],
			     (uint64_t)RATE_LIMIT_NEWCOMERS / 2 * RATE_LIMIT_NEWCOMER_US);

		if (!bits_has(rate_limit->strange, sq))
			continue;
		if (half_us <= t_us)
			bits_drop(&rate_limit->strange, sq);
		else if (half_us < *until_us)
			*until_us = half_us;
	}
	return rate_limit->strange;
}

/* ---- readings come in ---- */

bool rate_limit_hear(struct rate_limit *rate_limit, uint64_t t_us, const struct reading *reading)
{
	if (reading->kind == READING_FRAME)
		return hear_frame(rate_limit, t_us, reading->frame);
	if (reading->sq >= SQ_COUNT)
		return true;
	if (reading->kind == READING_TAG_SEEN)
		return hear_tag(rate_limit, t_us, reading);
	return hear(rate_limit, &rate_limit->contacts[reading->sq], t_us, reading->closed);
}

/* ---- held levels ---- */

/* all levels by number: those of contacts by square, then those of tags */
enum { LEVELS = SQ_COUNT + RATE_LIMIT_TAGS };

static const struct rate_limit_level *level_at(const struct rate_limit *rate_limit, unsigned number)
{
	return number < SQ_COUNT ? &rate_limit->contacts[number]
				 : &rate_limit->tags[number - SQ_COUNT].level;
}

/* the number of the held level that may be passed on first, LEVELS if none is held */
static unsigned first_held(const struct rate_limit *rate_limit)
{
	unsigned first = LEVELS;

	for (unsigned i = 0; rate_limit->held > 0 && i < LEVELS; i++) {
		if (!is_held(level_at(rate_limit, i)))
			continue;
		if (first == LEVELS ||
		    ready_us(level_at(rate_limit, i)) < ready_us(level_at(rate_limit, first)))
			first = i;
	}
	return first;
}

uint64_t rate_limit_deadline(const struct rate_limit *rate_limit)
{
	unsigned first = first_held(rate_limit);

	return first < LEVELS ? ready_us(level_at(rate_limit, first)) : RATE_LIMIT_NEVER;
}

static void take_contact(struct rate_limit *rate_limit, uint64_t t_us, unsigned sq,
			 struct reading *reading)
{
	*reading = (struct reading){.kind = READING_CONTACT,
				    .sq = (uint8_t)sq,
				    .closed = rate_limit->contacts[sq].sensed};
	pass(&rate_limit->contacts[sq], t_us);
}

static void take_tag(struct rate_limit_tag *tag, uint64_t t_us, struct reading *reading)
{
	*reading = (struct reading){.kind = READING_TAG_SEEN,
				    .sq = tag->sq,
				    .closed = tag->level.sensed,
				    .tag_length = tag->length};
	memcpy(reading->tag, tag->id, sizeof tag->id);
	pass(&tag->level, t_us);
}

bool rate_limit_take(struct rate_limit *rate_limit, uint64_t t_us, struct reading *reading)
{
	unsigned first = first_held(rate_limit);

	if (first == LEVELS || ready_us(level_at(rate_limit, first)) > t_us)
		return false;
	if (first < SQ_COUNT)
		take_contact(rate_limit, t_us, first, reading);
	else
		take_tag(&rate_limit->tags[first - SQ_COUNT], t_us, reading);
	rate_limit->held--;
	return true;
}
