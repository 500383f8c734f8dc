/*
 * Decides which pieces to ask for next, which tags belong to them, and which tags are worn out.
 * Prints nothing and reads no clock.
 */
#include "daemon/cli/enrol/enrol_set.h"

#include "daemon/table/table.h"
#include "rules/edition.h"
#include "rules/piece.h"
#include "rules/square.h"

#include <string.h>

/* The strong first, as a list of ranks is read. */
static const uint8_t asking[] = {PIECE_MARSHAL, 9,	     8,		7,	    6,	       5, 4,
				 PIECE_MINER,	PIECE_SCOUT, PIECE_SPY, PIECE_BOMB, PIECE_FLAG};

void enrol_init(struct enrol *enrol, unsigned edition)
{
	memset(enrol, 0, sizeof *enrol);
	enrol->edition = (uint8_t)edition;
}

static struct enrol_tag *find(struct enrol *enrol, const struct tag *tag)
{
	for (unsigned i = 0; i < enrol->count; i++)
		if (seen_tags_equal(&enrol->tags[i].tag, tag))
			return &enrol->tags[i];
	return NULL;
}

static struct enrol_tag *make(struct enrol *enrol, const struct tag *tag)
{
	struct enrol_tag *made;

	if (enrol->count == ENROL_TAGS)
		return NULL;
	made = &enrol->tags[enrol->count++];
	*made = (struct enrol_tag){.tag = *tag, .sq = SQ_OFF_BOARD};
	return made;
}

unsigned enrol_done(const struct enrol *enrol)
{
	unsigned done = 0;

	for (unsigned i = 0; i < enrol->count; i++)
		done += enrol->tags[i].piece != PIECE_NONE;
	return done;
}

bool enrol_has_room(const struct enrol *enrol)
{
	return enrol_done(enrol) < TABLE_TAGS;
}

const struct enrol_tag *enrol_add(struct enrol *enrol, const struct tag *tag, enum side side,
				  enum piece piece)
{
	struct enrol_tag *known = find(enrol, tag);

	if (known)
		return known;
	known = make(enrol, tag);
	if (known) {
		known->side = (uint8_t)side;
		known->piece = (uint8_t)piece;
	}
	return NULL;
}

/* ---- what is asked for ---- */

static unsigned missing_of(const struct enrol *enrol, unsigned side, unsigned piece)
{
	unsigned have = 0, need = editions[enrol->edition].army[piece];

	for (unsigned i = 0; i < enrol->count; i++)
		have += enrol->tags[i].piece == piece && enrol->tags[i].side == side;
	return have < need ? need - have : 0;
}

unsigned enrol_missing(const struct enrol *enrol)
{
	unsigned missing = 0;

	for (unsigned side = 0; side < SIDE_COUNT; side++)
		for (unsigned piece = 0; piece < PIECE_KINDS; piece++)
			missing += missing_of(enrol, side, piece);
	return missing;
}

bool enrol_next(const struct enrol *enrol, struct enrol_step *step)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		for (unsigned i = 0; i < sizeof asking; i++) {
			unsigned wanted = missing_of(enrol, side, asking[i]);

			if (wanted == 0 || enrol->passed[side][asking[i]])
				continue;
			*step = (struct enrol_step){(uint8_t)side, asking[i], wanted};
			return true;
		}
	return false;
}

/* ---- what is seen ---- */

static bool is_here(const struct enrol *enrol, const struct enrol_tag *tag)
{
	return tag->places > 0 || tag->tapped ||
	       (tag->sq != SQ_OFF_BOARD && enrol->t_us - tag->since_us < ENROL_AWAY_US);
}

/* It comes into sight: again, where it was a moment ago, or laid down. */
static enum enrol_notice appear(struct enrol *enrol, struct enrol_tag *tag, unsigned sq)
{
	bool lay_here = tag->sq == sq && is_here(enrol, tag);

	if (lay_here) {
		tag->gaps++;
		tag->unseen_us += enrol->t_us - tag->since_us;
	} else if (!is_here(enrol, tag)) {
		tag->arrival = ++enrol->arrivals;
	}
	tag->since_us = enrol->t_us;
	tag->sq = (uint8_t)sq;
	tag->places = 1;
	if (lay_here)
		return ENROL_NOTHING;
	return tag->piece == PIECE_NONE ? ENROL_NEW : ENROL_KNOWN;
}

/* A reader may see its neighbour's piece; further it does not reach. */
static enum enrol_notice appear_twice(struct enrol_tag *tag, unsigned sq)
{
	bool twin = !sq_touch(tag->sq, sq);

	tag->places++;
	return twin ? ENROL_TWIN : ENROL_NOTHING;
}

static void vanish(struct enrol *enrol, struct enrol_tag *tag)
{
	if (tag->places == 0 || --tag->places > 0)
		return;
	tag->seen_us += enrol->t_us - tag->since_us;
	tag->since_us = enrol->t_us;
}

enum enrol_notice enrol_input(struct enrol *enrol, const struct input *input,
			      const struct enrol_tag **about)
{
	struct enrol_tag *tag;

	enrol_time(enrol, input->t_us);
	*about = NULL;
	if (input->kind != INPUT_TAG ||
	    !seen_tags_change(&enrol->seen, input->sq, &input->tag, input->closed))
		return ENROL_NOTHING;
	tag = find(enrol, &input->tag);
	if (!tag)
		tag = make(enrol, &input->tag);
	*about = tag;
	if (!tag)
		return ENROL_FULL;
	if (!input->closed) {
		vanish(enrol, tag);
		return ENROL_NOTHING;
	}
	return tag->places > 0 ? appear_twice(tag, input->sq) : appear(enrol, tag, input->sq);
}

enum enrol_notice enrol_tap(struct enrol *enrol, const struct tag *seen,
			    const struct enrol_tag **about)
{
	struct enrol_tag *tag = find(enrol, seen);

	if (!tag)
		tag = make(enrol, seen);
	*about = tag;
	if (!tag)
		return ENROL_FULL;
	if (tag->piece != PIECE_NONE)
		return ENROL_KNOWN;
	if (tag->tapped)
		return ENROL_NOTHING;
	tag->tapped = true;
	tag->arrival = ++enrol->arrivals;
	return ENROL_NEW;
}

void enrol_time(struct enrol *enrol, uint64_t t_us)
{
	if (t_us > enrol->t_us)
		enrol->t_us = t_us;
}

unsigned enrol_strangers(const struct enrol *enrol, const struct enrol_tag *list[ENROL_TAGS])
{
	unsigned count = 0;

	for (unsigned i = 0; i < enrol->count; i++) {
		const struct enrol_tag *tag = &enrol->tags[i];
		unsigned place = count;

		if (tag->piece != PIECE_NONE || !is_here(enrol, tag))
			continue;
		for (; place > 0 && list[place - 1]->arrival > tag->arrival; place--)
			list[place] = list[place - 1];
		list[place] = tag;
		count++;
	}
	return count;
}

/* ---- taking ---- */

static void assign(struct enrol *enrol, const struct enrol_step *step,
		   const struct enrol_tag *const *list, unsigned count)
{
	enrol->taken[++enrol->batch] = *step;
	for (unsigned i = 0; i < count; i++) {
		struct enrol_tag *tag = &enrol->tags[list[i] - enrol->tags];

		tag->side = step->side;
		tag->piece = step->piece;
		tag->tapped = false;
		tag->batch = enrol->batch;
	}
}

enum enrol_answer enrol_take(struct enrol *enrol)
{
	const struct enrol_tag *list[ENROL_TAGS];
	unsigned count = enrol_strangers(enrol, list);
	struct enrol_step step;

	if (!enrol_next(enrol, &step) || count > step.wanted)
		return ENROL_TOO_MANY;
	if (count < step.wanted)
		return ENROL_TOO_FEW;
	assign(enrol, &step, list, count);
	return ENROL_TAKEN;
}

void enrol_take_some(struct enrol *enrol)
{
	const struct enrol_tag *list[ENROL_TAGS];
	unsigned count = enrol_strangers(enrol, list);
	struct enrol_step step;

	if (!enrol_next(enrol, &step))
		return;
	assign(enrol, &step, list, count < step.wanted ? count : step.wanted);
	enrol->passed[step.side][step.piece] = count < step.wanted;
}

bool enrol_undo(struct enrol *enrol)
{
	const struct enrol_step *step = &enrol->taken[enrol->batch];

	if (enrol->batch == 0)
		return false;
	for (unsigned i = 0; i < enrol->count; i++)
		if (enrol->tags[i].batch == enrol->batch) {
			enrol->tags[i].piece = PIECE_NONE;
			enrol->tags[i].batch = 0;
		}
	enrol->passed[step->side][step->piece] = false;
	enrol->batch--;
	return true;
}

bool enrol_is_worn(const struct enrol *enrol, const struct enrol_tag *tag)
{
	uint64_t seen_us = tag->seen_us + (tag->places > 0 ? enrol->t_us - tag->since_us : 0);
	uint64_t lain_us = seen_us + tag->unseen_us;

	return tag->gaps >= ENROL_WORN_GAPS && 100 * tag->unseen_us >= ENROL_WORN_PERCENT * lain_us;
}
