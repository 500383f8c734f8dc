/*
 * The referee's door with a fuzzer before it, and what has to hold there. fuzz_door.c makes deeds
 * of libFuzzer's bytes; here are the game that they begin with, the few ways in, and the checks
 * behind each of them.
 *
 * Whatever comes in: nothing breaks, no output goes back in time or comes before it, what was
 * committed is legal and the position is the one that was played (the shadow sees to that), nobody
 * is flooded, and a referee that is resumed after a power cut goes on as the one that was cut.
 */
#ifndef TESTS_FUZZ_DOOR_H
#define TESTS_FUZZ_DOOR_H

#include "tests/property/match.h"
#include "tests/support/table/beside.h"
#include "tests/support/table/hands.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	MS = 1000,
	SECOND_US = 1000 * MS,
	OUTPUTS_AN_INPUT = 64,	/* ... if time has not leapt */
	OUTPUTS_A_SECOND = 200, /* ... if nothing but contacts came in */
	LEAP_US = SECOND_US,	/* from here on every second may add a clock's */
	OUTPUTS_OF_A_LEAP = 512 /* whatever the last minute of a clock and the rest add up to */
};

struct bytes {
	const uint8_t *at, *end;
};

struct fuzz {
	struct bytes bytes;
	struct referee referee;
	struct shadow shadow;
	struct beside *beside; /* large */
	struct beginning beginning;
	struct bits closed; /* as was told last */
	uint64_t t_us;
	uint64_t second_us; /* when the second began in which outputs are being counted */
	unsigned second_outputs;
	bool only_contacts; /* nothing else came in in that second */
	bool telling;
};

static inline unsigned take(struct fuzz *fuzz)
{
	return fuzz->bytes.at < fuzz->bytes.end ? *fuzz->bytes.at++ : 0;
}

static inline void broken(const char *why)
{
	fprintf(stderr, "fuzz_door: %s\n", why);
	abort();
}

/* ---- the door ---- */

static inline const struct public_position *open_of(const struct fuzz *fuzz)
{
	return &referee_game(&fuzz->referee)->position.open;
}

static inline void hear(void *context, const struct output *output)
{
	struct fuzz *fuzz = context;

	shadow_hear(&fuzz->shadow, output);
	beside_hear(fuzz->beside, output);
	if (fuzz->telling && output->to != TO_JOURNAL)
		fprintf(stderr, "# %llu event %u to %s\n", (unsigned long long)output->t_us,
			output->event, audience_name((enum audience)output->to));
}

static inline void count_outputs(struct fuzz *fuzz, const struct input *input, uint64_t leap_us)
{
	if (fuzz->t_us >= fuzz->second_us + SECOND_US) {
		fuzz->second_us = fuzz->t_us;
		fuzz->second_outputs = 0;
		fuzz->only_contacts = true;
	}
	if (leap_us >= LEAP_US || (input->kind != INPUT_CONTACT && input->kind != INPUT_TICK))
		fuzz->only_contacts = false;
	fuzz->second_outputs += fuzz->shadow.outputs;
	if (fuzz->shadow.outputs > (leap_us < LEAP_US ? OUTPUTS_AN_INPUT : OUTPUTS_OF_A_LEAP))
		broken("too many outputs of one input");
	if (fuzz->only_contacts && fuzz->second_outputs > OUTPUTS_A_SECOND)
		broken("contacts alone flood the output");
}

static inline void feed(struct fuzz *fuzz, struct input *input)
{
	uint64_t leap_us = fuzz->t_us - fuzz->referee.now_us;

	input->t_us = fuzz->t_us;
	if (fuzz->telling)
		hands_write_input((enum board_id)open_of(fuzz)->board, input, stderr);
	shadow_expect(&fuzz->shadow, input);
	referee_input(&fuzz->referee, input, hear, fuzz);
	shadow_check(&fuzz->shadow);
	if (fuzz->shadow.wrong)
		broken(fuzz->shadow.wrong);
	beside_follow(fuzz->beside, &fuzz->referee, input);
	if (fuzz->beside->wrong) {
		beside_tell(fuzz->beside, &fuzz->referee);
		broken(fuzz->beside->wrong);
	}
	if (referee_deadline(&fuzz->referee) <= fuzz->t_us)
		broken("something that is due was left undone");
	count_outputs(fuzz, input, leap_us);
}

static inline void contact(struct fuzz *fuzz, unsigned sq, bool closed)
{
	feed(fuzz, &(struct input){.kind = INPUT_CONTACT, .sq = (uint8_t)sq, .closed = closed});
	if (closed && sq < SQ_COUNT)
		bits_add(&fuzz->closed, sq);
	else if (sq < SQ_COUNT)
		bits_drop(&fuzz->closed, sq);
}

static inline void say(struct fuzz *fuzz, enum audience speaker, const char *words)
{
	struct input input = {.kind = INPUT_WORD, .speaker = (uint8_t)speaker};

	snprintf(input.word, sizeof input.word, "%s", words);
	feed(fuzz, &input);
}

static inline void wait_ms(struct fuzz *fuzz, unsigned ms)
{
	fuzz->t_us += (uint64_t)ms * MS;
}

static inline struct tag tag_of(unsigned n)
{
	return (struct tag){.length = 4, .id = {4, 0xA1, 0xB2, (uint8_t)n}};
}

static inline void tag(struct fuzz *fuzz, unsigned sq, unsigned n, bool seen)
{
	feed(fuzz, &(struct input){
			   .kind = INPUT_TAG, .sq = (uint8_t)sq, .closed = seen, .tag = tag_of(n)});
}

static inline bool has_tags(const struct fuzz *fuzz)
{
	return fuzz->referee.options.table.sensors & SENSOR_RFID;
}

/* ---- the beginning of a run ---- */

static inline void set_options(struct fuzz *fuzz, struct referee_options *options)
{
	static const char *const clocks[] = {"none",   "fischer 1+3", "bronstein 1+5",
					     "move 5", "total 1",     "move 30 setup 1"};
	static const struct text name = {"clock", 5};
	unsigned sensors = take(fuzz), rules = take(fuzz);
	const char *clock = clocks[rules / 8 % 6];

	referee_options_default(options, fuzz->beginning.edition);
	if (sensors % 8 > 5) /* tags cost the fuzzer much time */
		options->table.sensors = sensors % 8 == 6 ? SENSOR_RFID : SENSOR_REED | SENSOR_RFID;
	options->rules.disclosure = rules & 1;
	options->rules.bluff = rules >> 1 & 1;
	options->rules.immobile_moved = (uint8_t)(sensors / 8 % 3);
	if (sensors & 128)
		options->table.jog_us = options->table.settle_us;
	if (sensors & 64)
		options->table.debounce_us = MS;
	referee_option_set(options, name, (struct text){clock, strlen(clock)});
	fuzz->beginning.options = options->rules;
}

static inline void prepare(struct fuzz *fuzz)
{
	struct beginning *beginning = &fuzz->beginning;
	unsigned edition = take(fuzz) % EDITION_COUNT, seed = take(fuzz);
	struct chance chance = chance_for(seed, edition, 1);
	struct referee_options options;
	struct game game;

	beginning_random(beginning, edition, &chance);
	set_options(fuzz, &options);
	game_init(&game, edition);
	game.options = options.rules;
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (beginning->piece[sq] != PIECE_NONE)
			position_put(&game.position, sq, (enum side)beginning->side[sq],
				     (enum piece)beginning->piece[sq]);
	for (unsigned i = 0; i < SIDE_COUNT && editions[edition].cards; i++)
		game_deal(&game, (enum side)i, beginning->decks[i], beginning->deck_count[i]);
	referee_init(&fuzz->referee, &options);
	referee_prepare(&fuzz->referee, &game, beginning->is_study, beginning->to_move);
	shadow_init(&fuzz->shadow, &fuzz->referee);
}

/* what is needed to see it again with adjutant replay, but for the options of the table */
static inline void tell_game(const struct fuzz *fuzz)
{
	static struct match match;
	static char record[MATCH_RECORD_SIZE];

	match.beginning = fuzz->beginning;
	match_write(&match, record);
	fprintf(stderr, "%sadjutant-recording 1\nedition %s\nsensors %s\n", record,
		editions[fuzz->beginning.edition].id, has_tags(fuzz) ? "reed+rfid" : "reed");
}

static inline void add_tags(struct fuzz *fuzz)
{
	for (unsigned sq = 0, n = 0; sq < SQ_COUNT; sq++) {
		struct record_tag known = {.length = 4};
		struct tag id = tag_of(++n);

		if (fuzz->beginning.piece[sq] == PIECE_NONE)
			continue;
		memcpy(known.id, id.id, sizeof known.id);
		known.side = fuzz->beginning.side[sq];
		known.piece = fuzz->beginning.piece[sq];
		referee_add_tag(&fuzz->referee, &known);
	}
}

static inline void show_tags(struct fuzz *fuzz)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (fuzz->beginning.piece[sq] != PIECE_NONE)
			tag(fuzz, sq, sq + 1, true);
}

/* Most runs begin with the game begun; in the others the set-up is the fuzzer's too. */
static inline void begin(struct fuzz *fuzz)
{
	unsigned how = take(fuzz);

	if (has_tags(fuzz))
		add_tags(fuzz);
	beside_begin(fuzz->beside, &fuzz->referee);
	if (has_tags(fuzz))
		show_tags(fuzz);
	if (how % 8 == 7)
		return;
	fuzz->closed = public_occupied(open_of(fuzz));
	feed(fuzz, &(struct input){.kind = INPUT_FRAME, .frame = fuzz->closed});
	wait_ms(fuzz, 1000);
	say(fuzz, AUDIENCE_RED, "ready");
	say(fuzz, AUDIENCE_BLUE, "ready");
}

#endif
