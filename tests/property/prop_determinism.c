/*
 * What the referee says is a function of its inputs alone: whether its state is saved and restored
 * between any two of them, and whether and when it is woken in between, makes no difference to any
 * output, nor to the state it ends in.
 *
 * The inputs are those of clumsy hands at a table, and for every other game pure noise as well.
 */
#include "tests/property/match.h"
#include "tests/property/verdict_table.h"
#include "tests/support/table/output.h"

enum {
	SAVING_CHANGES_NOTHING,
	TICKS_CHANGE_NOTHING,
	EQUAL_INPUTS_GIVE_EQUAL_STATES,
	THE_STATE_IS_SMALL,
	PROPERTY_COUNT
};

/* clang-format off */
static struct property properties[PROPERTY_COUNT] = {
	[SAVING_CHANGES_NOTHING] = PROPERTY("saving_and_restoring_changes_nothing"),
	[TICKS_CHANGE_NOTHING] = PROPERTY("ticks_change_nothing"),
	[EQUAL_INPUTS_GIVE_EQUAL_STATES] = PROPERTY("equal_inputs_give_equal_states"),
	[THE_STATE_IS_SMALL] = PROPERTY("the_state_is_small"),
};
/* clang-format on */

_Static_assert(sizeof(struct referee) < 64 * 1024, "the whole state is to be under 64 KB");

SUITE_OF(properties);

enum { DOINGS = 30, NOISE = 400, TICKS = 3 };

/* a digest of all outputs, field by field, and how many there were */
struct digest {
	uint64_t sum, count;
};

static struct hands hands;
static uint64_t outputs;

/* ---- hearing ---- */

static void add(struct digest *digest, uint64_t n)
{
	digest->sum = chance_mix(digest->sum ^ n);
}

static void add_text(struct digest *digest, const char *text)
{
	for (; *text; text++)
		add(digest, (unsigned char)*text);
	add(digest, 256);
}

static void hear(void *context, const struct output *output)
{
	struct digest *digest = context;
	const uint8_t small[] = {
		output->to,	  output->event,   output->side,     output->from,
		output->sq,	  output->outcome, output->attacker, output->defender,
		output->rule,	  output->guide,   output->question, output->running,
		output->winner,	  output->reason,  output->cards[0], output->cards[1],
		output->cards[2],
	};
	char fact[FACT_SIZE] = "";

	digest->count++;
	add(digest, output->t_us);
	for (unsigned i = 0; i < sizeof small; i++)
		add(digest, small[i]);
	add(digest, output->ply);
	add(digest, output->squares.lo);
	add(digest, output->squares.hi);
	add(digest, output->left_ms[0]);
	add(digest, output->left_ms[1]);
	add_text(digest, output->text);
	if (output->fact)
		output_fact(output, fact);
	add_text(digest, fact);
	add(digest, output->why.code);
	add(digest, output->why.missing.lo);
	add(digest, output->why.missing.hi);
	add(digest, output->why.extra.lo);
	add(digest, output->why.extra.hi);
	add_text(digest, output->why.text);
}

static bool same(struct digest a, struct digest b)
{
	return a.sum == b.sum && a.count == b.count;
}

/* ---- noise ---- */

/* anything at all, at any pace; appended to what the hands did */
static struct input noise(struct chance *chance, uint64_t t_us)
{
	static const char *const words[] = {"done",	 "confirm",	    "deny",
					    "attack e6", "target e6",	    "ready",
					    "resume",	 "accept-takeback", "pause"};
	struct input input = {.t_us = t_us, .kind = INPUT_CONTACT};

	input.sq = (uint8_t)chance_below(chance, SQ_COUNT + 2);
	input.closed = chance_once_in(chance, 2);
	switch (chance_below(chance, 24)) {
	case 0:
		input.kind = INPUT_WORD;
		input.speaker = (uint8_t)(AUDIENCE_RED + chance_below(chance, 3));
		snprintf(input.word, sizeof input.word, "%s", words[chance_below(chance, 9)]);
		break;
	case 1:
		input.kind = INPUT_TAG;
		input.tag = (struct tag){4, {4, 0xA1, 0xB2, (uint8_t)chance_below(chance, 90)}};
		break;
	case 2:
		input.kind = chance_once_in(chance, 8) ? INPUT_RESTART : INPUT_CONTACT;
		break;
	default:
		break;
	}
	return input;
}

static void add_noise(struct match *match)
{
	static const unsigned paces_us[] = {1, 900, 15000, 300000, 4000000};
	uint64_t t_us = hands.inputs[hands.count - 1].t_us;

	for (unsigned i = 0; i < NOISE && hands.count < HANDS_INPUTS; i++) {
		t_us += chance_below(&match->chance, paces_us[chance_below(&match->chance, 5)]);
		hands.inputs[hands.count++] = noise(&match->chance, t_us);
	}
}

/* ---- replaying ---- */

static struct referee *new_referee(void)
{
	struct referee *referee = malloc(sizeof *referee);

	if (!referee)
		abort();
	return referee;
}

static struct referee *prepared(void)
{
	struct referee *referee = new_referee();

	hands_prepare(referee, &hands.options, &hands.beginning);
	return referee;
}

/* Ticks of the hands' own are left out: they are to make no difference. */
static bool is_real(unsigned i)
{
	return hands.inputs[i].kind != INPUT_TICK || i + 1 == hands.count;
}

static struct digest replay_in_one_go(struct referee *referee)
{
	struct digest digest = {0};

	for (unsigned i = 0; i < hands.count; i++)
		if (is_real(i))
			referee_input(referee, &hands.inputs[i], hear, &digest);
	return digest;
}

/* the state is moved to another place, and nothing is left where it was */
static struct referee *moved(struct referee *referee)
{
	struct referee *copy = new_referee();

	memcpy(copy, referee, sizeof *copy);
	memset(referee, 0xA5, sizeof *referee);
	free(referee);
	return copy;
}

static struct digest replay_with_saving(struct match *match, struct referee **referee)
{
	unsigned often = 1 + chance_below(&match->chance, 4);
	struct digest digest = {0};

	for (unsigned i = 0; i < hands.count; i++) {
		if (!is_real(i))
			continue;
		if (chance_once_in(&match->chance, often))
			*referee = moved(*referee);
		referee_input(*referee, &hands.inputs[i], hear, &digest);
	}
	return digest;
}

/* woken at any time before the next input: at a deadline, before it, or too late for it */
static void tick_until(struct match *match, struct referee *referee, uint64_t next_us,
		       struct digest *digest)
{
	struct input tick = {.kind = INPUT_TICK, .t_us = referee->now_us};
	unsigned ticks = chance_below(&match->chance, TICKS + 1);

	for (unsigned i = 0; i < ticks && next_us > tick.t_us; i++) {
		uint64_t due_us = referee_deadline(referee);
		uint64_t span = next_us - tick.t_us;

		if (due_us > tick.t_us && due_us <= next_us && chance_once_in(&match->chance, 2))
			tick.t_us = due_us;
		else
			tick.t_us += chance_next(&match->chance) % (span + 1);
		referee_input(referee, &tick, hear, digest);
	}
}

static struct digest replay_with_ticks(struct match *match, struct referee *referee)
{
	struct digest digest = {0};

	for (unsigned i = 0; i < hands.count; i++) {
		if (!is_real(i))
			continue;
		tick_until(match, referee, hands.inputs[i].t_us, &digest);
		referee_input(referee, &hands.inputs[i], hear, &digest);
	}
	return digest;
}

static void compare(struct match *match)
{
	struct referee *once = prepared(), *again = prepared(), *saved = prepared();
	struct referee *ticked = prepared();
	struct digest digest = replay_in_one_go(once);
	struct digest second = replay_in_one_go(again);
	struct digest with_saving = replay_with_saving(match, &saved);
	struct digest with_ticks = replay_with_ticks(match, ticked);
	bool equal = same(digest, second) && memcmp(once, again, sizeof *once) == 0 &&
		     memcmp(once, saved, sizeof *once) == 0;

	outputs += digest.count;
	verdict_check_table(&suite, &hands, SAVING_CHANGES_NOTHING, same(digest, with_saving),
			    "saved and restored the referee says something else");
	verdict_check_table(&suite, &hands, TICKS_CHANGE_NOTHING,
			    same(digest, with_ticks) && memcmp(once, ticked, sizeof *once) == 0,
			    "woken in between the referee says or knows something else");
	verdict_check_table(&suite, &hands, EQUAL_INPUTS_GIVE_EQUAL_STATES, equal,
			    "two referees that were given the same are not the same");
	free(once);
	free(again);
	free(saved);
	free(ticked);
}

static void play(struct match *match)
{
	struct referee_options options;

	hands_random_options(&options, &match->beginning, &match->chance);
	hands_begin(&hands, &match->beginning, &options, match->chance);
	for (unsigned i = 0; i < DOINGS && hands_can_go_on(&hands); i++)
		hands_do_something(&hands);
	match->chance = hands.chance;
	match->plies += hands.plies;
	if (match->number % 2 == 0)
		add_noise(match);
	compare(match);
}

static void finish(const struct match *match)
{
	(void)match;
	printf("%" PRIu64 " outputs compared; the state has %zu bytes\n", outputs,
	       sizeof(struct referee));
}

int main(int argc, char **argv)
{
	return suite_run(&suite, argc, argv);
}
