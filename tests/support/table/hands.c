/* The table that the hands play on: contacts, tags, words, and what has been heard. */
#include "tests/support/table/hands.h"

#include <stdarg.h>
#include <string.h>

enum { MS = 1000 };

/* ---- preparation ---- */

/* pieces are numbered by the squares on which they begin */
static void number_pieces(const struct beginning *beginning, uint8_t number[SQ_COUNT])
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		number[sq] = beginning->piece[sq] != PIECE_NONE ? (uint8_t)++n : 0;
}

static struct tag tag_of(unsigned piece)
{
	return (struct tag){.length = 4, .id = {0x04, 0xA1, 0xB2, (uint8_t)piece}};
}

static void prepare_game(struct game *game, const struct beginning *beginning)
{
	game_init(game, beginning->edition);
	game->options = beginning->options;
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (beginning->piece[sq] != PIECE_NONE)
			position_put(&game->position, sq, (enum side)beginning->side[sq],
				     (enum piece)beginning->piece[sq]);
	for (unsigned i = 0; i < SIDE_COUNT && editions[beginning->edition].cards; i++)
		game_deal(game, (enum side)i, beginning->decks[i], beginning->deck_count[i]);
}

void hands_prepare(struct referee *referee, const struct referee_options *options,
		   const struct beginning *beginning)
{
	uint8_t number[SQ_COUNT];
	struct game game;

	number_pieces(beginning, number);
	prepare_game(&game, beginning);
	referee_init(referee, options);
	referee_prepare(referee, &game, beginning->is_study, beginning->to_move);
	for (unsigned sq = 0; options->table.sensors & SENSOR_RFID && sq < SQ_COUNT; sq++) {
		struct tag tag = tag_of(number[sq]);
		struct record_tag known = {
			.length = tag.length,
			.side = beginning->side[sq],
			.piece = beginning->piece[sq],
		};

		memcpy(known.id, tag.id, sizeof known.id);
		if (number[sq])
			referee_add_tag(referee, &known);
	}
}

void hands_random_options(struct referee_options *options, const struct beginning *beginning,
			  struct chance *chance)
{
	static const char *const clocks[] = {"none",	"fischer 5+3", "bronstein 4+5",
					     "move 60", "total 6",     "total 6 setup 1"};
	static const struct text name = {"clock", 5};
	const char *clock = clocks[chance_below(chance, 6)];

	referee_options_default(options, beginning->edition);
	options->rules = beginning->options;
	if (!beginning->is_study && chance_once_in(chance, 3))
		options->table.sensors = (uint8_t)(SENSOR_RFID + chance_below(chance, 2));
	referee_option_set(options, name, (struct text){clock, strlen(clock)});
	if (chance_once_in(chance, 4))
		options->table.settle_us = (300 + chance_below(chance, 1000)) * MS;
	if (!chance_once_in(chance, 4)) /* hands are too restless to be asked as people are */
		options->table.hold_us = (900 + chance_below(chance, 1000)) * MS;
}

/* ---- inputs ---- */

static void follow(struct hands *hands, const struct output *output)
{
	bool won = output->event == EVENT_BATTLE && output->outcome == OUTCOME_ATTACKER;
	bool lost = output->event == EVENT_BATTLE && output->outcome == OUTCOME_DEFENDER;
	bool both = output->event == EVENT_BATTLE && output->outcome == OUTCOME_BOTH;
	unsigned from = output->from, to = output->sq;
	uint8_t there = hands->home[to];

	memcpy(hands->home_before, hands->home, sizeof hands->home);
	if (output->event == EVENT_MOVE || output->event == EVENT_SWAP || won) {
		hands->home[to] = hands->home[from];
		hands->home[from] = output->event == EVENT_SWAP ? there : 0;
	}
	if (lost || both)
		hands->home[from] = 0;
	if (both)
		hands->home[to] = 0;
	hands->plies++;
}

static void hear_question(struct hands *hands, const struct output *output)
{
	enum side side = output->to == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE;
	bool closed = output->event == EVENT_ASK_CLOSED;

	hands->asked[side] = closed ? QUESTION_NONE : output->question;
	hands->choices[side] = output->squares;
	if (closed)
		return;
	hands->far_taps[side] += output->question == QUESTION_CONFIRM_ATTACK;
	hands->targets[side] += output->question == QUESTION_TARGET;
}

static void hear(void *context, const struct output *output)
{
	struct hands *hands = context;
	bool open = output->to == AUDIENCE_PUBLIC;

	shadow_hear(&hands->shadow, output);
	if (output->event == EVENT_ASK || output->event == EVENT_ASK_CLOSED)
		hear_question(hands, output);
	else if (open && (output->event == EVENT_MOVE || output->event == EVENT_BATTLE ||
			  output->event == EVENT_SWAP))
		follow(hands, output);
	else if (open && output->event == EVENT_TAKEN_BACK)
		memcpy(hands->home, hands->home_before, sizeof hands->home);
	else if (open && output->event == EVENT_ILLEGAL)
		hands->illegal[output->side]++;
	if (hands->sink)
		hands->sink(hands->context, output);
}

static void feed(struct hands *hands, struct input *input)
{
	unsigned plies = hands->referee.game.plies;

	if (hands->count == HANDS_INPUTS)
		return;
	input->t_us = hands->t_us;
	hands->inputs[hands->count++] = *input;
	shadow_expect(&hands->shadow, input);
	referee_input(&hands->referee, input, hear, hands);
	shadow_check(&hands->shadow);
	if (hands->referee.game.plies < plies) /* taken back */
		memcpy(hands->home, hands->home_before, sizeof hands->home);
	if (hands->watch)
		hands->watch(hands->context, input);
}

void hands_wait(struct hands *hands, unsigned from_ms, unsigned to_ms)
{
	hands->t_us += from_ms * MS + chance_below(&hands->chance, (to_ms - from_ms + 1) * MS);
}

void hands_tick(struct hands *hands)
{
	feed(hands, &(struct input){.kind = INPUT_TICK});
}

void hands_restart(struct hands *hands)
{
	hands->asked[SIDE_RED] = hands->asked[SIDE_BLUE] = QUESTION_NONE;
	feed(hands, &(struct input){.kind = INPUT_RESTART});
}

void hands_say(struct hands *hands, enum audience speaker, const char *format, ...)
{
	struct input input = {.kind = INPUT_WORD, .speaker = (uint8_t)speaker};
	va_list list;

	va_start(list, format);
	vsnprintf(input.word, sizeof input.word, format, list);
	va_end(list);
	feed(hands, &input);
}

/* ---- sensors ---- */

static bool has_reeds(const struct hands *hands)
{
	return hands->options.table.sensors & SENSOR_REED;
}

static bool has_tags(const struct hands *hands)
{
	return hands->options.table.sensors & SENSOR_RFID;
}

static void contact(struct hands *hands, unsigned sq, bool closed)
{
	feed(hands, &(struct input){.kind = INPUT_CONTACT, .sq = (uint8_t)sq, .closed = closed});
}

/* to a new level, with the bouncing of a reed */
static void edge(struct hands *hands, unsigned sq, bool closed)
{
	bool chatter = chance_once_in(&hands->chance, 12);
	unsigned bounces = chance_below(&hands->chance, chatter ? 12 : 3);

	if (!has_reeds(hands))
		return;
	contact(hands, sq, closed);
	for (unsigned i = 0; i < 2 * bounces; i++) {
		hands->t_us += 100 + chance_below(&hands->chance, chatter ? 12 * MS : MS);
		contact(hands, sq, i % 2 ? closed : !closed);
	}
}

static void tag(struct hands *hands, unsigned sq, unsigned piece, bool seen)
{
	if (!has_tags(hands) || !piece)
		return;
	hands_wait(hands, 20, 60);
	feed(hands,
	     &(struct input){
		     .kind = INPUT_TAG, .sq = (uint8_t)sq, .closed = seen, .tag = tag_of(piece)});
}

void hands_read_again(struct hands *hands)
{
	contact(hands, 0, hands->referee.table.contacts[0].raw);
}

unsigned hands_lift(struct hands *hands, unsigned sq)
{
	unsigned piece = hands->stands[sq];

	if (!piece)
		return 0;
	hands->stands[sq] = 0;
	edge(hands, sq, false);
	tag(hands, sq, piece, false);
	return piece;
}

void hands_drop(struct hands *hands, unsigned sq, unsigned piece)
{
	if (!piece || hands->stands[sq])
		return;
	hands->stands[sq] = (uint8_t)piece;
	edge(hands, sq, true);
	tag(hands, sq, piece, true);
}

void hands_jog(struct hands *hands, unsigned sq, unsigned from_ms, unsigned to_ms, unsigned held)
{
	bool shows = held && has_tags(hands) && !chance_once_in(&hands->chance, 8);
	unsigned piece = sq < SQ_COUNT ? hands->stands[sq] : 0;

	if (!piece)
		return;
	if (shows)
		tag(hands, sq, held, true);
	edge(hands, sq, false);
	if (chance_once_in(&hands->chance, 2))
		tag(hands, sq, piece, false);
	hands_wait(hands, from_ms, to_ms);
	edge(hands, sq, true);
	tag(hands, sq, piece, true);
	if (shows)
		tag(hands, sq, held, false);
}

void hands_pass(struct hands *hands, unsigned sq, unsigned from_ms, unsigned to_ms, unsigned held)
{
	if (hands->stands[sq])
		return;
	edge(hands, sq, true);
	if (chance_once_in(&hands->chance, 3))
		tag(hands, sq, held, true);
	hands_wait(hands, from_ms, to_ms);
	edge(hands, sq, false);
	tag(hands, sq, held, false); /* a repeated level, mostly */
}

/* Repeats the tags seen there, in another order than they came. */
static void scan_tags(struct hands *hands, unsigned sq)
{
	const struct table *table = &hands->referee.table;

	for (unsigned i = TAGS_PER_SQUARE; i > 0; i--) {
		struct input seen = {.kind = INPUT_TAG, .sq = (uint8_t)sq, .closed = true};
		unsigned tag = table->seen[sq][i - 1];

		if (tag >= table->tag_count)
			continue;
		seen.tag = table->tags[tag].tag;
		feed(hands, &seen);
	}
}

void hands_scan(struct hands *hands)
{
	struct input frame = {.kind = INPUT_FRAME};

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		if (hands->stands[sq])
			bits_add(&frame.frame, sq);
		if (!bits_has(hands->meddled, sq))
			scan_tags(hands, sq);
		else
			tag(hands, sq, hands->stands[sq], true);
	}
	hands->meddled = BITS_NONE;
	feed(hands, &frame);
}

/* takes off what stands wrong and puts back what is missing, one after the other */
void hands_tidy(struct hands *hands)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		if (hands->stands[sq] == 0 || hands->stands[sq] == hands->home[sq])
			continue;
		hands_lift(hands, sq);
		hands_wait(hands, 100, 600);
	}
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		if (hands->stands[sq] != 0 || hands->home[sq] == 0)
			continue;
		hands_drop(hands, sq, hands->home[sq]);
		hands_wait(hands, 100, 600);
	}
	hands_tick(hands);
}

/* ---- the beginning ---- */

static void set_up(struct hands *hands)
{
	struct input frame = {.kind = INPUT_FRAME};

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (hands->stands[sq])
			bits_add(&frame.frame, sq);
	if (has_reeds(hands))
		feed(hands, &frame);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		tag(hands, sq, hands->stands[sq], true);
	hands_wait(hands, 500, 1500);
	hands_say(hands, AUDIENCE_BLUE, "ready");
	hands_wait(hands, 500, 1500);
	hands_say(hands, AUDIENCE_RED, "ready");
	hands_wait(hands, 500, 1500);
	hands_tick(hands);
}

void hands_begin(struct hands *hands, const struct beginning *beginning,
		 const struct referee_options *options, struct chance chance)
{
	referee_sink *sink = hands->sink;
	void (*watch)(void *context, const struct input *input) = hands->watch;
	void *context = hands->context;

	memset(hands, 0, sizeof *hands);
	hands->sink = sink;
	hands->watch = watch;
	hands->context = context;
	hands->chance = chance;
	hands->beginning = *beginning;
	hands->options = *options;
	number_pieces(beginning, hands->stands);
	memcpy(hands->home, hands->stands, sizeof hands->home);
	memcpy(hands->home_before, hands->stands, sizeof hands->home);
	hands_prepare(&hands->referee, options, beginning);
	shadow_init(&hands->shadow, &hands->referee);
	set_up(hands);
}

/* ---- writing ---- */

static void write_frame(const struct board *board, struct bits closed, FILE *file)
{
	for (unsigned row = 0; row < board->rows; row++) {
		for (unsigned column = 0; column < board->columns; column++)
			putc(bits_has(closed, sq_at(column, row)) ? '1' : '0', file);
		putc(row + 1u < board->rows ? '/' : '\n', file);
	}
}

void hands_write_input(enum board_id board, const struct input *input, FILE *file)
{
	char name[SQ_NAME_SIZE] = "";

	if (input->kind == INPUT_TICK)
		return;
	sq_format(input->sq, name);
	fprintf(file, "%llu ", (unsigned long long)input->t_us);
	switch ((enum input_kind)input->kind) {
	case INPUT_FRAME:
		fputs("frame ", file);
		write_frame(&boards[board], input->frame, file);
		break;
	case INPUT_CONTACT:
		fprintf(file, "%s %s\n", input->closed ? "close" : "open", name);
		break;
	case INPUT_TAG:
		fprintf(file, "%s %s ", input->closed ? "tag" : "untag", name);
		for (unsigned i = 0; i < input->tag.length; i++)
			fprintf(file, "%02X", input->tag.id[i]);
		putc('\n', file);
		break;
	case INPUT_WORD:
		fprintf(file, "say %s %s\n", audience_name((enum audience)input->speaker),
			input->word);
		break;
	case INPUT_RESTART:
		fputs("restart\n", file);
		break;
	case INPUT_TICK:
		break;
	}
}

static void write_clock(const struct clock_options *clock, FILE *file)
{
	static const char *const kinds[] = {
		[CLOCK_NONE] = "none",	     [CLOCK_MOVE] = "move",
		[CLOCK_FISCHER] = "fischer", [CLOCK_BRONSTEIN] = "bronstein",
		[CLOCK_TOTAL] = "total",
	};
	bool minutes = clock->kind != CLOCK_MOVE;

	fprintf(file, "option clock %s", kinds[clock->kind]);
	if (clock->kind != CLOCK_NONE)
		fprintf(file, " %u", (unsigned)(clock->main_ms / (minutes ? 60 * MS : MS)));
	if (clock->kind == CLOCK_FISCHER || clock->kind == CLOCK_BRONSTEIN)
		fprintf(file, "+%u", (unsigned)(clock->extra_ms / MS));
	if (clock->setup_ms > 0)
		fprintf(file, " setup %u", (unsigned)(clock->setup_ms / (60 * MS)));
	putc('\n', file);
}

void hands_write_tags(const struct hands *hands, const struct beginning *beginning, FILE *file)
{
	uint8_t number[SQ_COUNT];

	number_pieces(beginning, number);
	for (unsigned sq = 0; has_tags(hands) && sq < SQ_COUNT; sq++)
		if (number[sq])
			fprintf(file, "tag 04A1B2%02X %s %c\n", number[sq],
				side_name((enum side)beginning->side[sq]),
				piece_code((enum piece)beginning->piece[sq]));
}

void hands_write(const struct hands *hands, FILE *file)
{
	static const char *const sensors[] = {"none", "reed", "rfid", "reed+rfid"};

	fprintf(file,
		"adjutant-recording 1\nedition %s\noption settle-ms %u\noption move-ms %u\n"
		"option hold-ms %u\nsensors %s\n",
		editions[hands->beginning.edition].id,
		(unsigned)(hands->options.table.settle_us / MS),
		(unsigned)(hands->options.table.move_us / MS),
		(unsigned)(hands->options.table.hold_us / MS),
		sensors[hands->options.table.sensors]);
	write_clock(&hands->options.clock, file);
	for (unsigned i = 0; i < hands->count; i++)
		hands_write_input(editions[hands->beginning.edition].board, &hands->inputs[i],
				  file);
}
