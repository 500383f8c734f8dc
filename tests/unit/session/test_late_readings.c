/*
 * A serial board behind a line with 40 ms of jitter, whose clock is off by 200 ppm, gives the same
 * commits as sensors that tell everything at once. Simulated hands play restless games; what the
 * sensors and handhelds said goes to one referee as it is, and to another by the simulated board,
 * the link, the mapping of its clock and the session's rules of time. All in virtual time.
 */
#include "daemon/cli/simulate/sim_noise.h"
#include "daemon/referee/referee_state.h"
#include "daemon/session/event_time.h"
#include "daemon/session/rate_limit.h"
#include "drivers/serial/serial_link.h"
#include "tests/property/chance.h"
#include "tests/support/drivers/serial_board.h"
#include "tests/support/table/contest.h"

#include "unity.h"

#include <string.h>

enum {
	INPUTS = 1 << 15,
	COMMITS = 1024,
	CHUNKS = 256,
	CHUNK = 2048,
	DELAY_US = 1200,
	WARM_UP_US = 30 * 1000 * 1000, /* less than it takes to set up */
	REST_US = 10 * 1000 * 1000,
	GAMES = 60
};

/* ---- what is said at the table ---- */

static struct random_game game;
static struct sim_options options;
static struct contest contest;
static struct input tape[INPUTS];
static unsigned tape_count;

static void note_input(void *context, const struct input *input)
{
	(void)context;
	TEST_ASSERT_LESS_THAN(INPUTS, tape_count);
	if (input->kind != INPUT_TICK)
		tape[tape_count++] = *input;
}

/* ---- what becomes of it ---- */

struct heard {
	struct referee referee;
	uint64_t commits[COMMITS]; /* who, from where to where */
	unsigned commit_count;
	uint64_t digest; /* of all outputs to any audience, without their times */
};

static void hear(void *context, const struct output *output)
{
	struct heard *heard = context;
	const uint8_t fields[] = {
		output->to,	  output->event,    output->side,     output->from, output->sq,
		output->outcome,  output->attacker, output->defender, output->rule, output->guide,
		output->question, output->winner,   output->reason};

	for (size_t i = 0; i < sizeof fields; i++)
		heard->digest = chance_mix(heard->digest ^ fields[i]);
	if (output->to != AUDIENCE_PUBLIC)
		return;
	if (output->event == EVENT_TAKEN_BACK) /* a move that its player thought better of */
		heard->commit_count--;
	if (output->event != EVENT_MOVE && output->event != EVENT_ATTACK)
		return;
	TEST_ASSERT_LESS_THAN(COMMITS, heard->commit_count);
	heard->commits[heard->commit_count++] = (uint64_t)output->event << 24 |
						(uint64_t)output->side << 16 | output->from << 8 |
						output->sq;
}

static void feed(struct heard *heard, struct input input, uint64_t t_us)
{
	input.t_us = t_us;
	referee_input(&heard->referee, &input, hear, heard);
}

static const struct input the_tick = {.kind = INPUT_TICK};

/* ---- at once ---- */

static void play_at_once(struct heard *heard)
{
	heard->commit_count = 0;
	heard->digest = 0;
	TEST_ASSERT_TRUE(contest_prepare(&heard->referee, &contest.options, &game, &options));
	for (unsigned i = 0; i < tape_count; i++)
		feed(heard, tape[i], tape[i].t_us);
	feed(heard, the_tick, tape[tape_count - 1].t_us + REST_US);
}

/* ---- by a serial line ---- */

struct serial_delay {
	unsigned jitter_us;
	int drift_ppm;	 /* of the board's clock */
	bool by_arrival; /* as if it had none */
};

struct chunk {
	uint64_t arrives_us;
	size_t length;
	uint8_t bytes[CHUNK];
};

static struct late {
	struct heard *heard;
	struct chance chance;
	struct serial_delay line;

	uint64_t now_us, base_us; /* of the game */
	bool playing;
	uint64_t latest_us; /* input, in the game's time */
	struct rate_limit rate_limit;
	struct serial_board board;
	struct serial_link link;
	struct chunk chunks[CHUNKS]; /* on their way */
	unsigned first, count;
} late;

static uint64_t lag_us(void)
{
	return late.line.by_arrival ? 0 : remote_clock_lag_us(&late.link.clock);
}

static uint64_t board_time(uint64_t t_us)
{
	return (uint64_t)((int64_t)t_us + (int64_t)t_us * late.line.drift_ppm / 1000000);
}

/* when the board's clock will show a time */
static uint64_t when_board_has(uint64_t t_us)
{
	return (uint64_t)((int64_t)t_us * 1000000 / (1000000 + late.line.drift_ppm)) + 2;
}

static void take_reading(void *owner, const struct reading *reading)
{
	static const uint8_t kinds[] = {[READING_FRAME] = INPUT_FRAME,
					[READING_CONTACT] = INPUT_CONTACT,
					[READING_TAG_SEEN] = INPUT_TAG};
	struct input input = {.kind = kinds[reading->kind],
			      .sq = reading->sq,
			      .closed = reading->closed,
			      .frame = reading->frame};
	uint64_t seen_us = late.line.by_arrival ? late.now_us : reading->t_us;

	(void)owner;
	if (!late.playing)
		return;
	input.tag.length = reading->tag_length;
	memcpy(input.tag.id, reading->tag, sizeof reading->tag);
	seen_us = seen_us > late.base_us ? seen_us - late.base_us : 0;
	late.latest_us = event_time_of_reading(seen_us, late.latest_us, late.now_us - late.base_us);
	if (rate_limit_hear(&late.rate_limit, late.latest_us, reading))
		feed(late.heard, input, late.latest_us);
}

static void take_trouble(void *owner, const char *sentence, bool silent)
{
	(void)owner, (void)silent;
	TEST_ASSERT_NULL_MESSAGE(sentence, sentence);
}

static uint8_t number_of(unsigned sq)
{
	return (uint8_t)(sq_row(sq) * late.board.hello.columns + sq_column(sq));
}

/* All that a board says at a time travels together; nothing overtakes. */
static void send_off(void)
{
	unsigned last = (late.first + late.count - 1) % CHUNKS;
	struct chunk *chunk = &late.chunks[(late.first + late.count) % CHUNKS];
	uint64_t arrives_us = late.now_us + DELAY_US;

	if (late.board.out_count == 0)
		return;
	TEST_ASSERT_LESS_THAN(CHUNKS, late.count);
	if (late.line.jitter_us > 0)
		arrives_us += chance_below(&late.chance, late.line.jitter_us);
	if (late.count > 0 && late.chunks[last].arrives_us > arrives_us)
		arrives_us = late.chunks[last].arrives_us;
	chunk->arrives_us = arrives_us;
	chunk->length = serial_board_take(&late.board, chunk->bytes, CHUNK);
	TEST_ASSERT_EQUAL(0, late.board.out_count);
	late.count++;
}

static void arrive(void)
{
	const struct chunk *chunk = &late.chunks[late.first];

	late.first = (late.first + 1) % CHUNKS;
	late.count--;
	serial_link_hear(&late.link, chunk->bytes, chunk->length, late.now_us);
}

static void talk(void)
{
	serial_link_tick(&late.link, late.now_us);
	serial_board_hear(&late.board, late.link.out, late.link.out_count, board_time(late.now_us));
	serial_link_sent(&late.link, late.link.out_count);
	serial_board_tick(&late.board, board_time(late.now_us));
	send_off();
}

static uint64_t sooner(uint64_t a_us, uint64_t b_us)
{
	return a_us < b_us ? a_us : b_us;
}

static uint64_t tick_due(void)
{
	uint64_t due_us = late.playing ? referee_deadline(&late.heard->referee) : UINT64_MAX;

	return due_us == UINT64_MAX ? due_us : due_us + late.base_us + lag_us();
}

static void run_until(uint64_t until_us)
{
	while (late.now_us < until_us) {
		uint64_t next_us = sooner(until_us, serial_link_deadline(&late.link));

		next_us = sooner(next_us, when_board_has(sooner(late.board.heartbeat_us,
								late.board.health_us)));
		next_us = sooner(next_us, tick_due());
		if (late.count > 0)
			next_us = sooner(next_us, late.chunks[late.first].arrives_us);
		late.now_us = next_us > late.now_us ? next_us : late.now_us + 1;
		while (late.count > 0 && late.chunks[late.first].arrives_us <= late.now_us)
			arrive();
		talk();
		if (tick_due() > late.now_us)
			continue;
		late.latest_us =
			event_time_of_tick(lag_us(), late.latest_us, late.now_us - late.base_us);
		feed(late.heard, the_tick, late.latest_us);
	}
}

static void show_tag(const struct input *input)
{
	struct serial_uid uid = {.square = number_of(input->sq), .length = input->tag.length};

	memcpy(uid.bytes, input->tag.id, sizeof uid.bytes);
	serial_board_tag(&late.board, &uid, input->closed, board_time(late.now_us));
}

static void happen(const struct input *input)
{
	if (input->kind == INPUT_WORD) {
		late.latest_us = late.now_us - late.base_us;
		feed(late.heard, *input, late.latest_us);
	} else if (input->kind == INPUT_CONTACT) {
		serial_board_contact(&late.board, number_of(input->sq), input->closed,
				     board_time(late.now_us));
	} else if (input->kind == INPUT_TAG) {
		show_tag(input);
	}
	send_off();
}

/* What stands on the table before it is touched. Returns how many inputs report that. */
static unsigned set_up_board(void)
{
	unsigned i = 0;

	for (; i < tape_count && (tape[i].kind == INPUT_FRAME || tape[i].kind == INPUT_TAG) &&
	       tape[i].t_us == tape[0].t_us;
	     i++) {
		struct bits closed = tape[i].frame;

		if (tape[i].kind == INPUT_TAG)
			show_tag(&tape[i]);
		while (tape[i].kind == INPUT_FRAME && bits_any(closed)) {
			unsigned n = number_of(bits_take(&closed));

			late.board.closed[n / 8] |= (uint8_t)(1u << n % 8);
		}
	}
	return i;
}

static void play_late(struct heard *heard, const struct serial_delay *line, struct chance chance)
{
	const struct board_listener listener = {.reading = take_reading, .trouble = take_trouble};
	enum board_id squares = editions[game.sim.edition].board;
	const struct board *size = &boards[squares];
	unsigned i;

	late.heard = heard;
	late.line = *line;
	late.chance = chance;
	heard->commit_count = 0;
	heard->digest = 0;
	late.now_us = 1000000;
	late.playing = false;
	late.latest_us = 0;
	late.first = late.count = 0;
	rate_limit_init(&late.rate_limit);
	TEST_ASSERT_TRUE(contest_prepare(&heard->referee, &contest.options, &game, &options));
	serial_board_init(&late.board, size->columns, size->rows,
			  (options.sensors & SIM_REED ? SERIAL_REEDS : 0) |
				  (options.sensors & SIM_RFID ? SERIAL_READERS : 0));
	serial_link_init(&late.link, squares, 0, 115200, 0, &listener);
	i = set_up_board();
	serial_board_start(&late.board, SERIAL_BY_POWER, board_time(late.now_us));
	serial_link_open(&late.link, "/dev/ttyACM0", false, late.now_us);
	send_off();
	run_until(late.now_us + WARM_UP_US);
	late.base_us = late.now_us - tape[0].t_us;
	late.latest_us = tape[0].t_us;
	late.playing = true;
	serial_link_scan(&late.link, late.now_us);
	for (; i < tape_count; i++) {
		run_until(late.base_us + tape[i].t_us);
		happen(&tape[i]);
	}
	run_until(late.now_us + REST_US);
}

/* ---- the comparison ---- */

static struct heard at_once, delayed;

static void make_game(unsigned number)
{
	static const char *const names[] = {"original", "barrage", "duel"};
	static const enum sim_sensors sensors[] = {SIM_REED, SIM_BOTH, SIM_REED, SIM_RFID};
	const char *name = names[number / 2 % 3];

	options = (struct sim_options){.seed = number + 1,
				       .noise = &sim_noises[SIM_LEVELS - 1 - number % 2],
				       .sensors = sensors[number % 4]};
	TEST_ASSERT_TRUE(random_game_make(&game, edition_find(name, strlen(name)), number + 1));
	tape_count = 0;
	TEST_ASSERT_EQUAL(0, contest_run(&contest, &game, &options, note_input, NULL));
	play_at_once(&at_once);
	/* the hands are understood, or there would be nothing to compare */
	TEST_ASSERT_EQUAL(contest.count, at_once.commit_count);
}

static bool commits_differ(void)
{
	return at_once.commit_count != delayed.commit_count ||
	       memcmp(at_once.commits, delayed.commits,
		      at_once.commit_count * sizeof *at_once.commits) != 0;
}

static const struct serial_delay lines[] = {
	{0, 0, false}, {40000, 200, false}, {40000, -200, false}, {40000, 200, true}};

enum { QUIET, FAST, SLOW, BY_ARRIVAL, LINES };

/* in how many games something was committed, or told at all, that was not without the line */
static unsigned differing[LINES], told_otherwise[LINES];
static unsigned played, committed;

static void play_all(void)
{
	for (unsigned i = 0; i < GAMES; i++) {
		make_game(i);
		for (unsigned k = 0; k < LINES; k++) {
			play_late(&delayed, &lines[k], chance_for(i, 0, 0));
			differing[k] += commits_differ();
			told_otherwise[k] += at_once.digest != delayed.digest;
		}
		committed += at_once.commit_count;
		played++;
	}
}

/* All games once, for all tests. */
void setUp(void)
{
	if (played == 0)
		play_all();
	TEST_ASSERT_EQUAL(GAMES, played);
	TEST_ASSERT_GREATER_THAN(GAMES * 50, committed);
}

void tearDown(void)
{
}

static void test_a_quiet_line_changes_nothing(void)
{
	TEST_ASSERT_EQUAL(0, differing[QUIET]);
	TEST_ASSERT_EQUAL(0, told_otherwise[QUIET]);
}

static void test_jitter_and_drift_change_no_commit(void)
{
	TEST_ASSERT_EQUAL(0, differing[FAST]);
	TEST_ASSERT_EQUAL(0, differing[SLOW]);
	/* in some 100 actions a question or a guide may come to depend on a millisecond */
	TEST_ASSERT_LESS_THAN(GAMES / 4, told_otherwise[FAST]);
	TEST_ASSERT_LESS_THAN(GAMES / 4, told_otherwise[SLOW]);
}

/* What this is good for: the same line, judged by when its frames arrive. */
static void test_by_their_arrival_they_would_differ(void)
{
	TEST_ASSERT_GREATER_THAN(0, differing[BY_ARRIVAL]);
	TEST_ASSERT_GREATER_THAN(GAMES / 4, told_otherwise[BY_ARRIVAL]);
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_a_quiet_line_changes_nothing);
	RUN_TEST(test_jitter_and_drift_change_no_commit);
	RUN_TEST(test_by_their_arrival_they_would_differ);
	return UNITY_END();
}
