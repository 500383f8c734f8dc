/* Runs a resumed referee beside the original one. */
#include "tests/support/table/beside.h"

#include "tests/support/table/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool expect(struct beside *beside, bool holds, const char *wrong)
{
	if (!holds && !beside->wrong)
		beside->wrong = wrong;
	return holds;
}

static void save(struct beside *beside, const struct referee *referee, char *text)
{
	struct out out = out_init(text, REFEREE_STATE_SIZE);

	referee_save(referee, &out);
	expect(beside, !out.overflow, "a state does not fit into its buffer");
}

void beside_begin(struct beside *beside, const struct referee *living)
{
	beside->prepared = *living;
	beside->fact_count = beside->living.count = 0;
	beside->is_there = false;
	beside->wrong = NULL;
	save(beside, living, beside->saved);
}

/* ---- collecting outputs ---- */

static void keep(void *context, const struct output *output)
{
	struct heard *heard = context;

	if (heard->count < BESIDE_OUTPUTS)
		output_copy(&heard->list[heard->count++], output);
}

void beside_hear(struct beside *beside, const struct output *output)
{
	keep(&beside->living, output);
	if (output->to == TO_JOURNAL && beside->fact_count < BESIDE_FACTS)
		output_fact(output, beside->facts[beside->fact_count++]);
}

static bool same(const struct heard *a, const struct heard *b)
{
	return a->count == b->count && memcmp(a->list, b->list, a->count * sizeof *a->list) == 0;
}

/* ---- side by side ---- */

static void compare_states(struct beside *beside, const struct referee *living)
{
	char here[REFEREE_STATE_SIZE], there[REFEREE_STATE_SIZE];

	save(beside, living, here);
	save(beside, &beside->referee, there);
	expect(beside, strcmp(here, there) == 0, "the saved states differ");
	expect(beside, memcmp(&living->game, &beside->referee.game, sizeof living->game) == 0,
	       "the games differ");
}

/* gives the resumed one the input of the living one, in its own time base */
static void follow(struct beside *beside, const struct referee *living, struct input input)
{
	uint64_t later_us = beside->cut_us - beside->base_us;

	input.t_us -= later_us;
	beside->resumed.count = 0;
	referee_input(&beside->referee, &input, keep, &beside->resumed);
	for (unsigned i = 0; i < beside->resumed.count; i++)
		beside->resumed.list[i].t_us += later_us;
	expect(beside, same(&beside->living, &beside->resumed),
	       "a resumed referee says something else");
	compare_states(beside, living);
}

void beside_follow(struct beside *beside, const struct referee *living, const struct input *input)
{
	if (beside->wrong)
		return;
	if (beside->is_there)
		follow(beside, living, *input);
	/*
	 * A mishap may begin without an output, but then a deadline was met: at the time of a tick.
	 */
	if (beside->living.count > 0 || input->kind == INPUT_WORD || input->kind == INPUT_TICK ||
	    living->correcting)
		save(beside, living, beside->saved);
	if (!beside->wrong)
		beside->living.count = 0;
}

static bool has_any_clock(const struct referee *referee)
{
	return referee->options.clock.kind != CLOCK_NONE || referee->options.clock.setup_ms > 0;
}

void beside_resume(struct beside *beside, const struct referee *living, bool lazily,
		   uint64_t base_us)
{
	char state[REFEREE_STATE_SIZE];

	if (beside->wrong || beside->fact_count == BESIDE_FACTS)
		return;
	save(beside, living, state);
	if (lazily && !has_any_clock(living)) {
		expect(beside, strcmp(state, beside->saved) == 0, "more was to be saved");
		strcpy(state, beside->saved);
	}
	beside->referee = beside->prepared;
	for (unsigned i = 0; i < beside->fact_count; i++) {
		struct text fact = {beside->facts[i], strlen(beside->facts[i])};

		expect(beside, apply_fact_text(&beside->referee, fact), "a fact is refused");
	}
	expect(beside, referee_restore(&beside->referee, (struct text){state, strlen(state)}),
	       "a state is refused");
	beside->is_there = true;
	beside->cut_us = living->now_us;
	beside->base_us = base_us;
}

/* ---- printing ---- */

static void tell_heard(const char *who, const struct heard *heard)
{
	for (unsigned i = 0; i < heard->count; i++) {
		const struct output *output = &heard->list[i];

		fprintf(stderr,
			"%s: %" PRIu64 " event %u to %u side %u guide %u question %u squares "
			"%" PRIx64 ".%" PRIx64 " clock %" PRIu64 " %" PRIu64 " %u '%s' '%s'\n",
			who, output->t_us, output->event, output->to, output->side, output->guide,
			output->question, output->squares.hi, output->squares.lo,
			output->left_ms[0], output->left_ms[1], output->running, output->text,
			refusal_kinds[output->why.code].name);
	}
}

static void tell_state(const char *who, const struct referee *referee)
{
	char state[REFEREE_STATE_SIZE];
	struct out out = out_init(state, sizeof state);

	referee_save(referee, &out);
	fprintf(stderr, "%s:\n%s", who, state);
}

void beside_tell(const struct beside *beside, const struct referee *living)
{
	for (unsigned i = 0; i < beside->fact_count; i++)
		fprintf(stderr, "fact %s\n", beside->facts[i]);
	tell_heard("living", &beside->living);
	tell_heard("resumed", &beside->resumed);
	tell_state("living", living);
	tell_state("resumed", &beside->referee);
	fprintf(stderr, "saved last:\n%s", beside->saved);
}
