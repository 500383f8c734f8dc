/* Collects the lines of a recording in any order and writes them sorted by time. */
#include "daemon/cli/simulate/sim_tape.h"

#include "rules/bits.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	FLUTTER_PERIOD_US = 8000000, /* a fluttering contact has fits, and rests between them */
	FLUTTER_FIT_US = 2000000,
	FLUTTER_STEP_US = 11000
};

/* a tape that is being written, and where its contacts stand */
struct writing {
	struct bits closed; /* by the pieces */
	struct bits said;   /* by the lines so far */
	const struct sim_faults *faults;
	const char *const *uids;
	FILE *to;
};

void sim_tape_init(struct sim_tape *tape)
{
	memset(tape, 0, sizeof *tape);
}

void sim_tape_finish(struct sim_tape *tape)
{
	free(tape->events);
	free(tape->words);
}

/* the list with room for so many, or a null pointer without memory */
static void *grown(void *list, size_t *room, size_t wanted, size_t size)
{
	size_t more = *room ? *room : 4096;
	void *larger;

	if (wanted <= *room)
		return list;
	while (more < wanted)
		more *= 2;
	larger = realloc(list, more * size);
	if (larger)
		*room = more;
	return larger;
}

static void add(struct sim_tape *tape, struct sim_event event)
{
	void *events = grown(tape->events, &tape->room, tape->count + 1, sizeof event);

	if (events) {
		tape->events = events;
		tape->events[tape->count++] = event;
	} else {
		tape->failed = true;
	}
}

uint32_t sim_tape_reserve(struct sim_tape *tape)
{
	return tape->next_order++;
}

void sim_tape_sensor(struct sim_tape *tape, uint64_t t_us, enum sim_event_kind kind, unsigned sq,
		     unsigned piece)
{
	add(tape, (struct sim_event){
			  .t_us = t_us,
			  .order = sim_tape_reserve(tape),
			  .kind = (uint8_t)kind,
			  .sq = (uint8_t)sq,
			  .piece = (uint8_t)piece,
		  });
}

void sim_tape_text(struct sim_tape *tape, uint64_t t_us, uint32_t order, enum sim_event_kind kind,
		   const char *text)
{
	size_t length = strlen(text) + 1;
	char *words = grown(tape->words, &tape->word_room, tape->word_count + length, 1);

	if (!words) {
		tape->failed = true;
		return;
	}
	tape->words = words;
	add(tape, (struct sim_event){
			  .t_us = t_us,
			  .order = order,
			  .kind = (uint8_t)kind,
			  .text = (uint32_t)tape->word_count,
		  });
	memcpy(tape->words + tape->word_count, text, length);
	tape->word_count += length;
}

static int by_time(const void *left, const void *right)
{
	const struct sim_event *a = left, *b = right;

	if (a->t_us != b->t_us)
		return a->t_us < b->t_us ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* a fluttering contact says the opposite and the truth by turns, for as long as the tape runs */
static void add_flutter(struct sim_tape *tape, unsigned sq, uint64_t from_us, uint64_t end_us)
{
	for (uint64_t t_us = from_us; t_us < end_us; t_us += FLUTTER_PERIOD_US) {
		for (uint64_t at_us = 0; at_us < FLUTTER_FIT_US; at_us += 2 * FLUTTER_STEP_US) {
			sim_tape_sensor(tape, t_us + at_us, SIM_LIE, sq, 0);
			sim_tape_sensor(tape, t_us + at_us + FLUTTER_STEP_US, SIM_TRUTH, sq, 0);
		}
	}
}

static void add_faults(struct sim_tape *tape, const struct sim_faults *faults)
{
	uint64_t end_us = tape->count ? tape->events[tape->count - 1].t_us : 0;
	struct bits flutter = faults->flutter, dead = faults->dead;

	while (bits_any(flutter))
		add_flutter(tape, bits_take(&flutter), faults->from_us, end_us);
	while (bits_any(dead))
		sim_tape_sensor(tape, faults->from_us, SIM_DIE, bits_take(&dead), 0);
}

static void sort(struct sim_tape *tape)
{
	if (tape->count > 0)
		qsort(tape->events, tape->count, sizeof *tape->events, by_time);
}

/* whether a contact can take a level; a stuck one never opens, a dead one never closes */
static bool contact_works(const struct writing *writing, const struct sim_event *event, bool closes)
{
	if (event->t_us < writing->faults->from_us)
		return true;
	return !bits_has(closes ? writing->faults->dead : writing->faults->stuck, event->sq);
}

static void write_contact(struct writing *writing, const struct sim_event *event, bool closes)
{
	char name[SQ_NAME_SIZE];

	if (!contact_works(writing, event, closes) || bits_has(writing->said, event->sq) == closes)
		return;
	if (closes)
		bits_add(&writing->said, event->sq);
	else
		bits_drop(&writing->said, event->sq);
	sq_format(event->sq, name);
	fprintf(writing->to, "%" PRIu64 " %s %s\n", event->t_us, closes ? "close" : "open", name);
}

static void write_true_contact(struct writing *writing, const struct sim_event *event, bool closes)
{
	if (closes)
		bits_add(&writing->closed, event->sq);
	else
		bits_drop(&writing->closed, event->sq);
	write_contact(writing, event, closes);
}

static void write_tag(const struct writing *writing, const struct sim_event *event)
{
	char name[SQ_NAME_SIZE];

	sq_format(event->sq, name);
	fprintf(writing->to, "%" PRIu64 " %s %s %s\n", event->t_us,
		event->kind == SIM_TAG ? "tag" : "untag", name, writing->uids[event->piece]);
}

static void write_event(struct writing *writing, const struct sim_event *event, const char *words)
{
	bool closed = bits_has(writing->closed, event->sq);

	switch (event->kind) {
	case SIM_OPEN:
	case SIM_CLOSE:
		write_true_contact(writing, event, event->kind == SIM_CLOSE);
		break;
	case SIM_LIE:
	case SIM_TRUTH:
		write_contact(writing, event, event->kind == SIM_LIE ? !closed : closed);
		break;
	case SIM_DIE:
		write_contact(writing, event, false);
		break;
	case SIM_UNTAG:
	case SIM_TAG:
		write_tag(writing, event);
		break;
	case SIM_SAY:
		fprintf(writing->to, "%" PRIu64 " say %s\n", event->t_us, words + event->text);
		break;
	case SIM_NOTE:
		fprintf(writing->to, "# %s\n", words + event->text);
		break;
	}
}

int sim_tape_write(struct sim_tape *tape, struct bits closed, const struct sim_faults *faults,
		   const char *const uids[], FILE *to)
{
	struct writing writing = {closed, closed, faults, uids, to};

	sort(tape);
	add_faults(tape, faults);
	sort(tape);
	if (tape->failed)
		return -ENOMEM;
	for (size_t i = 0; i < tape->count; i++)
		write_event(&writing, &tape->events[i], tape->words);
	return ferror(to) ? -EIO : 0;
}
