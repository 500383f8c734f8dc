/*
 * Arbitrary inputs at the referee's door, libFuzzer's bytes made into contacts, tags, frames,
 * words, power cuts and jumps in time. What has to hold whatever comes in is door.h's matter.
 *
 * The first bytes choose edition, sensors and options; then each byte is a deed, and takes as many
 * of the following bytes as it needs. Deeds beyond single inputs (play a legal action as hands
 * would) are there because chance alone does not get far into a game.
 *
 * With FUZZ_TELL in the environment a run is told on standard error, as a game and a recording.
 */
#include "tests/fuzz/door.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
	LONGEST_LEAP_S = 24 * 3600, /* a day */
	DEEDS_MAX = 2000
};

/* ---- single inputs ---- */

static unsigned square(struct fuzz *fuzz)
{
	return take(fuzz) % (SQ_COUNT + 2); /* two that are none */
}

static void do_contact(struct fuzz *fuzz)
{
	unsigned sq = square(fuzz);

	contact(fuzz, sq, sq >= SQ_COUNT || !bits_has(fuzz->closed, sq));
}

/* the board as it should be, but for a few squares */
static void do_frame(struct fuzz *fuzz)
{
	struct input input = {.kind = INPUT_FRAME, .frame = public_occupied(open_of(fuzz))};
	unsigned wrong = take(fuzz) % 8;

	for (unsigned i = 0; i < wrong; i++) {
		unsigned sq = take(fuzz) % SQ_COUNT;

		if (bits_has(input.frame, sq))
			bits_drop(&input.frame, sq);
		else
			bits_add(&input.frame, sq);
	}
	fuzz->closed = input.frame;
	feed(fuzz, &input);
}

static void do_tag(struct fuzz *fuzz)
{
	unsigned sq = square(fuzz), n = take(fuzz);

	tag(fuzz, sq, n % 84, n >= 128);
}

/* S a square, K a card, C a colour, P a piece's code, N a number */
static const char *const words[] = {
	"ready",
	"done",
	"attack S",
	"target S",
	"confirm",
	"deny",
	"resign",
	"offer-draw",
	"accept-draw",
	"decline-draw",
	"offer-takeback",
	"accept-takeback",
	"decline-takeback",
	"pause",
	"resume",
	"adjourn",
	"rematch",
	"offer-game same swap",
	"offer-game barrage lot clock=fischer%205%2B3 red=Ann",
	"offer-game continue 1",
	"accept-game 1",
	"decline-game 1",
	"withdraw-game",
	"games",
	"call-arbiter",
	"place S P",
	"place S .",
	"place S *",
	"formation *",
	"formation ..PP/P...",
	"card play K",
	"card play K",
	"card cancel",
	"card exchange K",
	"card mulligan K,K,K",
	"card defend K",
	"card defend none",
	"card",
	"swap S S",
	"swap S",
	"correct S C P",
	"correct S empty",
	"correct turn C",
	"correct done",
	"takeback",
	"clock C N",
	"award C",
	"award draw",
	"fault S",
	"good S",
	"answer C done",
	"answer C confirm",
	"answer C attack S",
	"answer C card exchange K",
	"answer C card mulligan K,K,K",
	"answer C accept-takeback",
	"answer C",
	"",
};

enum { WORDS = sizeof words / sizeof *words };

static void write_part(struct fuzz *fuzz, struct out *out, char part)
{
	static const char codes[] = "12345678 9MBFx";
	char name[SQ_NAME_SIZE];
	unsigned n = take(fuzz);

	if (part == 'S') {
		sq_format(n % SQ_COUNT, name);
		out_string(out, name);
	} else if (part == 'K') {
		out_string(out, card_name((enum card)(1 + n % CARD_COUNT)));
	} else if (part == 'C') {
		out_string(out, side_name((enum side)(n % SIDE_COUNT)));
	} else if (part == 'N') {
		out_number(out, n);
	} else {
		out_char(out, codes[n % (sizeof codes - 1)]);
	}
}

/* The arbiter's words begin at the first correction: they speak, or another speaker is refused. */
static enum audience speaker_of(struct fuzz *fuzz)
{
	return (enum audience)(AUDIENCE_RED + take(fuzz) % 3);
}

static void do_word(struct fuzz *fuzz)
{
	struct input input = {.kind = INPUT_WORD};
	struct out out = out_init(input.word, sizeof input.word);
	const char *word = words[take(fuzz) % WORDS];

	input.speaker = (uint8_t)speaker_of(fuzz);
	for (; *word; word++)
		if (*word >= 'A' && *word <= 'Z')
			write_part(fuzz, &out, *word);
		else
			out_char(&out, *word);
	feed(fuzz, &input);
}

static void do_text(struct fuzz *fuzz)
{
	struct input input = {.kind = INPUT_WORD};
	unsigned length = take(fuzz) % (REFEREE_WORD_SIZE - 1);

	input.speaker = (uint8_t)speaker_of(fuzz);
	for (unsigned i = 0; i < length; i++)
		input.word[i] = (char)take(fuzz);
	feed(fuzz, &input);
}

/* the board tells again what it has told */
static void scan(struct fuzz *fuzz)
{
	const struct table *table = &fuzz->referee.table;
	struct input frame = {.kind = INPUT_FRAME};

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		struct input seen = {.kind = INPUT_TAG, .sq = (uint8_t)sq, .closed = true};

		if (table->contacts[sq].raw)
			bits_add(&frame.frame, sq);
		for (unsigned i = 0; i < TAGS_PER_SQUARE && table->seen[sq][i] != TAG_NONE; i++) {
			seen.tag = tag_of(255); /* a stranger */
			if (table->seen[sq][i] < table->tag_count)
				seen.tag = table->tags[table->seen[sq][i]].tag;
			feed(fuzz, &seen);
		}
	}
	feed(fuzz, &frame);
}

/* A restart as such, or one after which another referee goes on beside this one. */
static void do_restart(struct fuzz *fuzz)
{
	unsigned how = take(fuzz);
	const struct contact *first = fuzz->referee.table.contacts;

	if (how % 2) { /* clocks are charged up to the last reading */
		feed(fuzz, &(struct input){.kind = INPUT_CONTACT, .closed = first->raw});
		feed(fuzz, &(struct input){.kind = INPUT_TICK});
		beside_resume(fuzz->beside, &fuzz->referee, how & 2, how / 4 * MS);
	}
	feed(fuzz, &(struct input){.kind = INPUT_RESTART});
	if (how % 2)
		scan(fuzz);
}

static void do_tick(struct fuzz *fuzz)
{
	uint64_t due_us = referee_deadline(&fuzz->referee);

	if (due_us < fuzz->t_us + LEAP_US && take(fuzz) % 2)
		fuzz->t_us = due_us;
	feed(fuzz, &(struct input){.kind = INPUT_TICK});
}

/* a board full of changes within no time */
static void do_storm(struct fuzz *fuzz)
{
	unsigned count = take(fuzz) % 64, sq = take(fuzz), step = take(fuzz);
	unsigned pace_us = take(fuzz) * 100;

	for (unsigned i = 0; i < count; i++) {
		sq = (sq + step) % SQ_COUNT;
		contact(fuzz, sq, !bits_has(fuzz->closed, sq));
		fuzz->t_us += pace_us;
	}
}

static void do_leap(struct fuzz *fuzz)
{
	unsigned n = take(fuzz);

	fuzz->t_us += n < 250 ? (uint64_t)n * SECOND_US : (uint64_t)LONGEST_LEAP_S * SECOND_US;
	feed(fuzz, &(struct input){.kind = INPUT_TICK});
}

/* ---- what hands do ---- */

struct choice {
	unsigned wanted, seen;
	struct action action;
};

static void consider(void *context, const struct action *action)
{
	struct choice *choice = context;

	if (action->defence == CARD_NONE && choice->seen++ <= choice->wanted)
		choice->action = *action;
}

static void lift(struct fuzz *fuzz, unsigned sq)
{
	contact(fuzz, sq, false);
	if (has_tags(fuzz))
		for (unsigned i = 0; i < TAGS_PER_SQUARE; i++) {
			unsigned seen = fuzz->referee.table.seen[sq][i];

			if (seen < TABLE_TAGS)
				tag(fuzz, sq, fuzz->referee.table.tags[seen].tag.id[3], false);
		}
}

static void drop(struct fuzz *fuzz, unsigned sq, unsigned home)
{
	contact(fuzz, sq, true);
	for (unsigned i = 0; has_tags(fuzz) && i < fuzz->referee.table.tag_count; i++)
		if (fuzz->referee.table.tags[i].home == home)
			tag(fuzz, sq, fuzz->referee.table.tags[i].tag.id[3], true);
}

static void announce(struct fuzz *fuzz, const struct action *action)
{
	unsigned cards[] = {action->movement, action->attack_card,
			    action->kind == ACTION_SWAP ? CARD_SWAP : CARD_NONE};
	char word[REFEREE_WORD_SIZE];

	for (unsigned i = 0; i < 3; i++) {
		if (cards[i] == CARD_NONE)
			continue;
		snprintf(word, sizeof word, "card play %s", card_name((enum card)cards[i]));
		say(fuzz, audience_of((enum side)action->side), word);
	}
}

/* a legal action, as plainly as can be */
static void do_action(struct fuzz *fuzz)
{
	struct choice choice = {.wanted = take(fuzz)};
	const struct action *action = &choice.action;
	unsigned style = take(fuzz);

	if (fuzz->referee.phase == PHASE_PLAY)
		game_each_action(referee_game(&fuzz->referee), consider, &choice);
	if (choice.seen == 0 || action->kind > ACTION_SWAP)
		return;
	announce(fuzz, action);
	lift(fuzz, action->from);
	wait_ms(fuzz, 30 + style % 4 * 150);
	if (action->kind == ACTION_SWAP || action->attack)
		lift(fuzz, action->to);
	wait_ms(fuzz, 30 + style / 4 % 4 * 150);
	if (style < 224)
		drop(fuzz, action->to, action->from);
	if (style % 16 > 3)
		wait_ms(fuzz, 900);
	feed(fuzz, &(struct input){.kind = INPUT_TICK});
	if (fuzz->referee.phase == PHASE_DEFENCE && style % 2 == 0)
		say(fuzz, audience_of(side_other((enum side)action->side)), "card defend none");
}

/* the table is put right */
static void do_tidy(struct fuzz *fuzz)
{
	struct bits wanted = public_occupied(open_of(fuzz));

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		if (bits_has(fuzz->closed, sq) == bits_has(wanted, sq))
			continue;
		wait_ms(fuzz, 40);
		if (bits_has(wanted, sq))
			drop(fuzz, sq, sq);
		else
			lift(fuzz, sq);
	}
	wait_ms(fuzz, 900);
	feed(fuzz, &(struct input){.kind = INPUT_TICK});
}

/* a piece of any side leaves its square, and another square is filled */
static void do_move(struct fuzz *fuzz)
{
	unsigned from = take(fuzz) % SQ_COUNT, to = take(fuzz) % SQ_COUNT, style = take(fuzz);

	lift(fuzz, from);
	wait_ms(fuzz, 10 + style % 8 * 100);
	if (style & 8)
		lift(fuzz, to);
	wait_ms(fuzz, 10 + style / 16 * 60);
	drop(fuzz, to, from);
}

/* ---- a run ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const deeds[])(struct fuzz *) = {
		do_contact, do_contact, do_action, do_action, do_tidy,	do_move,
		do_word,    do_word,	do_word,   do_tag,    do_frame, do_text,
		do_restart, do_tick,	do_leap,   do_storm,
	};
	static struct fuzz fuzz;
	static struct beside beside;

	memset(&fuzz, 0, sizeof fuzz);
	fuzz.beside = &beside;
	fuzz.bytes = (struct bytes){data, data + size};
	prepare(&fuzz);
	fuzz.telling = getenv("FUZZ_TELL") != NULL;
	if (fuzz.telling)
		tell_game(&fuzz);
	begin(&fuzz);
	for (unsigned i = 0; i < DEEDS_MAX && fuzz.bytes.at < fuzz.bytes.end; i++) {
		unsigned deed = take(&fuzz);

		deeds[deed % 16](&fuzz);
		wait_ms(&fuzz, (deed >> 4) * (deed >> 4) * 5); /* up to 1125 ms */
	}
	return 0;
}
