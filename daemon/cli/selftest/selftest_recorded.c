/*
 * Prompts answered by a recording. It is read twice: once to see which pieces were set down at all,
 * so that they can be told apart from squares that never answered, and once for the test itself.
 */
#include "daemon/cli/selftest/selftest_recorded.h"

#include "daemon/cli/selftest/selftest_monitor.h"
#include "daemon/cli/selftest/selftest_order.h"
#include "rules/bits.h"
#include "rules/square.h"

enum { END_US = 3000000 }; /* the silence after it */

struct playing {
	struct selftest *test;
	selftest_progress *progress;
	void *context;
	unsigned piece_count;
	struct set_down pieces[SET_DOWN_MAX];
	uint16_t matches[SQ_COUNT]; /* by place in the order */
};

/* ---- which pieces were set down ---- */

/* Before the first piece only the board itself can be restless. */
static void pass_over_noise(struct playing *playing, struct monitor *monitor)
{
	for (unsigned sq = 0; sq < SQ_COUNT && playing->piece_count == 0; sq++)
		if (bits_has(monitor->fresh, sq) && monitor->contacts[sq].restless) {
			bits_add(&monitor->ignored, sq);
			bits_drop(&monitor->fresh, sq);
		}
}

static void collect(struct playing *playing, struct monitor *monitor)
{
	if (!monitor_is_settled(monitor))
		return;
	pass_over_noise(playing, monitor);
	if (bits_any(monitor->fresh) && playing->piece_count < SET_DOWN_MAX) {
		struct set_down *piece = &playing->pieces[playing->piece_count++];

		piece->t_us = monitor_closed_us(monitor, monitor->fresh);
		piece->contacts = monitor->fresh;
	}
	monitor->fresh = BITS_NONE;
}

static void collect_all(struct playing *playing, const struct input *inputs, size_t count)
{
	const struct selftest *test = playing->test;
	struct monitor monitor;

	monitor_init(&monitor, (enum board_id)test->monitor.board, test->monitor.sensors);
	for (size_t i = 0; i < count; i++) {
		monitor_time(&monitor, inputs[i].t_us);
		collect(playing, &monitor);
		monitor_input(&monitor, &inputs[i]);
	}
	monitor_time(&monitor, inputs[count - 1].t_us + END_US);
	collect(playing, &monitor);
}

/* ---- whose they are ---- */

/* Squares that are not asked for have no part in it. */
static void match(struct playing *playing)
{
	const struct selftest *test = playing->test;
	uint8_t order[SQ_COUNT];
	uint16_t matches[SQ_COUNT];
	unsigned count = 0;

	for (unsigned i = 0; i < test->count; i++)
		if (!bits_has(test->monitor.ignored, test->order[i]))
			order[count++] = test->order[i];
	selftest_order_match(matches, (enum board_id)test->monitor.board, order, count,
			     playing->pieces, playing->piece_count);
	for (unsigned i = 0, k = 0; i < test->count; i++)
		playing->matches[i] = bits_has(test->monitor.ignored, test->order[i])
					      ? (uint16_t)ORDER_NONE
					      : matches[k++];
}

/* when the next piece that belongs to a square is set down */
static uint64_t next_piece_us(const struct playing *playing, unsigned place)
{
	for (; place < playing->test->count; place++)
		if (playing->matches[place] != ORDER_NONE)
			return playing->pieces[playing->matches[place]].t_us;
	return UINT64_MAX;
}

/* ---- the test ---- */

static void show(struct playing *playing)
{
	playing->progress(playing->context, playing->test);
}

static void begin(struct playing *playing)
{
	selftest_begin(playing->test);
	match(playing);
	show(playing);
}

/* Squares for which nothing will come by then. */
static void pass_over(struct playing *playing, uint64_t t_us)
{
	struct selftest *test = playing->test;

	while (test->phase == SELFTEST_ASK && playing->matches[test->next] == ORDER_NONE &&
	       next_piece_us(playing, test->next) <= t_us) {
		selftest_enter(test);
		show(playing);
	}
}

/* A piece that belongs to no square, or to another, is no answer. */
static void check_answer(struct playing *playing, unsigned place)
{
	struct selftest *test = playing->test;
	const struct selftest_probe *probe = &test->probes[test->order[place]];
	unsigned piece = playing->matches[place];

	if (test->next == place || probe->state != PROBE_ANSWERED)
		return;
	if (piece == ORDER_NONE ||
	    monitor_closed_us(&test->monitor, probe->contacts) != playing->pieces[piece].t_us)
		selftest_again(test);
	show(playing);
}

static void feed(struct playing *playing, const struct input *input)
{
	struct selftest *test = playing->test;
	unsigned place = test->next;

	selftest_time(test, input->t_us);
	check_answer(playing, place);
	pass_over(playing, input->t_us);
	place = test->next;
	selftest_input(test, input);
	check_answer(playing, place);
}

/*
 * The recording is over. If at least half of the squares have answered, or none, the user has gone
 * through all of them, and the rest did not answer.
 */
static void end(struct playing *playing, uint64_t t_us)
{
	struct selftest *test = playing->test;
	unsigned place = test->next, answered = 0;

	selftest_time(test, t_us);
	if (test->phase == SELFTEST_CLEAR)
		begin(playing);
	else
		check_answer(playing, place);
	pass_over(playing, t_us);
	for (unsigned i = 0; i < test->count; i++)
		answered += test->probes[test->order[i]].state == PROBE_ANSWERED;
	while (test->phase == SELFTEST_ASK && (answered == 0 || 2 * answered >= test->count)) {
		selftest_enter(test);
		show(playing);
	}
}

void selftest_play(struct selftest *test, const struct input *inputs, size_t count,
		   selftest_progress *progress, void *context)
{
	struct playing playing = {.test = test, .progress = progress, .context = context};

	collect_all(&playing, inputs, count);
	for (size_t i = 0; i < count; i++) {
		if (test->phase == SELFTEST_CLEAR && playing.piece_count > 0 &&
		    inputs[i].t_us >= playing.pieces[0].t_us)
			begin(&playing);
		feed(&playing, &inputs[i]);
	}
	end(&playing, inputs[count - 1].t_us + END_US);
}
