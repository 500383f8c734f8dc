/* The evening as a whole: the set-up table, both sides ready, every action of the game, and the
 * end. */
#include "daemon/cli/simulate/sim_act.h"
#include "daemon/cli/simulate/sim_dice.h"
#include "daemon/cli/simulate/sim_game.h"
#include "daemon/cli/simulate/sim_hands.h"
#include "daemon/cli/simulate/sim_table.h"
#include "daemon/cli/simulate/sim_tape.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/public.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the game ---- */

void sim_game_set_up(struct sim_game *game, const struct view *view)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		game->side[sq] = (uint8_t)public_side_at(&view->open, sq);
		game->piece[sq] =
			(uint8_t)(game->side[sq] == SIDE_NONE ? PIECE_NONE
							      : piece_parse(view->code[sq]));
	}
}

/* a tag of the game for such a piece that no other piece has */
static const struct record_tag *find_tag(const struct sim_game *game, unsigned sq, bool used[])
{
	for (unsigned i = 0; i < game->tag_count; i++) {
		const struct record_tag *tag = &game->tags[i];

		if (used[i] || tag->side != game->side[sq] || tag->piece != game->piece[sq])
			continue;
		used[i] = true;
		return tag;
	}
	return NULL;
}

/* such numbers as tags have, different for every square */
static struct record_tag invent_tag(const struct sim_game *game, unsigned sq, uint64_t seed)
{
	uint64_t n = sim_mix(seed ^ UINT64_C(0x7a9)) ^ sim_mix(sq) << 8;

	return (struct record_tag){
		.id = {0x04, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)sq},
		.length = 4,
		.side = game->side[sq],
		.piece = game->piece[sq],
	};
}

bool sim_game_tags(const struct sim_game *game, uint64_t seed, struct record_tag tags[SQ_COUNT])
{
	bool used[SIM_PIECES] = {false};

	memset(tags, 0, SQ_COUNT * sizeof *tags);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		const struct record_tag *tag;

		if (game->piece[sq] == PIECE_NONE)
			continue;
		tag = game->tag_count ? find_tag(game, sq, used) : NULL;
		if (game->tag_count && !tag)
			return false;
		tags[sq] = tag ? *tag : invent_tag(game, sq, seed);
	}
	return true;
}

void sim_uid_format(const struct record_tag *tag, char uid[SIM_UID_SIZE])
{
	static const char digits[] = "0123456789ABCDEF";

	for (unsigned i = 0; i < tag->length; i++) {
		*uid++ = digits[tag->id[i] >> 4];
		*uid++ = digits[tag->id[i] & 15];
	}
	*uid = '\0';
}

static const char *const sensor_names[] = {NULL, "reed", "rfid", "reed+rfid"};

enum sim_sensors sim_sensors_parse(const char *name)
{
	for (unsigned i = SIM_REED; i <= SIM_BOTH; i++)
		if (strcmp(sensor_names[i], name) == 0)
			return (enum sim_sensors)i;
	return (enum sim_sensors)0;
}

const char *sim_sensors_name(enum sim_sensors sensors)
{
	return sensor_names[sensors];
}

/* ---- the evening ---- */

struct evening {
	const struct sim_game *game;
	const struct sim_options *options;
	struct sim_table table;
	struct record_tag tags[SQ_COUNT];
	char uids[SIM_PIECES][SIM_UID_SIZE];
	const char *uid_of[SIM_PIECES];
	struct bits at_start;
};

/* The pieces are numbered by square. Readers report what stands on the table when it is switched
 * on. */
static void set_table(struct evening *evening)
{
	struct sim_table *table = &evening->table;
	const struct sim_game *game = evening->game;
	unsigned piece = 0;

	memset(table->at, SIM_NOBODY, sizeof table->at);
	for (unsigned sq = 0; sq < SQ_COUNT && piece < SIM_PIECES; sq++) {
		if (game->piece[sq] == PIECE_NONE)
			continue;
		table->side[piece] = game->side[sq];
		table->kind[piece] = game->piece[sq];
		sim_uid_format(&evening->tags[sq], evening->uids[piece]);
		evening->uid_of[piece] = evening->uids[piece];
		sim_place(table, sq, piece);
		if (table->sensors & SIM_RFID)
			sim_tape_sensor(&table->tape, 0, SIM_TAG, sq, piece);
		piece++;
	}
	evening->at_start = sim_occupied(table);
}

static void open_evening(struct evening *evening)
{
	struct sim_table *table = &evening->table;
	const struct sim_options *options = evening->options;
	const struct edition *edition = &editions[evening->game->edition];

	table->noise = options->noise;
	table->dice.state = sim_mix(options->seed);
	table->board = edition->board;
	table->cards = edition->cards;
	table->sensors = options->sensors;
	table->arrived_sq = table->exchange_sq = SQ_OFF_BOARD;
	sim_tape_init(&table->tape);
	set_table(evening);
}

static void get_ready(struct sim_table *table)
{
	enum side first = sim_happens(&table->dice, SIM_ALWAYS / 2) ? SIDE_RED : SIDE_BLUE;

	sim_wait_ms(table, 1500, 3000);
	sim_say(table, first, "ready", NULL);
	sim_wait_ms(table, 200, 3000);
	sim_say(table, side_other(first), "ready", NULL);
}

/* ---- actions ---- */

static bool has_words(const struct sim_action *action)
{
	const struct report_view *what = &action->what;

	return what->kind != ACTION_MOVE || what->movement != CARD_NONE ||
	       (what->attack && what->attack_card != CARD_NONE) || !what->legal;
}

/*
 * When the turn begins: at once, while the opponent's hand has barely left the piece, or after some
 * thought. Words would come too early at once; pieces that change places look finished only when
 * the table is still; and a captor whose exchange was not seen might still be on its way.
 */
static void begin(struct sim_table *table, struct sim_turn *turn)
{
	turn->quick = table->pending && !has_words(turn->action) &&
		      table->arrived_sq != SQ_OFF_BOARD &&
		      turn->action->what.from != table->exchange_sq &&
		      sim_happens(&table->dice, table->noise->quick);
	if (!turn->quick) {
		sim_think(table);
		return;
	}
	table->now_us = sim_later(table->now_us, table->last_us);
	sim_wait_ms(table, 50, 700);
}

static void begin_note(struct sim_table *table, const struct sim_turn *turn)
{
	char text[SIM_NOTE_SIZE];
	struct out out = out_init(text, sizeof text);

	out_string(&out, "ply ");
	out_number(&out, turn->action->ply);
	out_char(&out, ' ');
	out_string(&out, side_name(turn->side));
	out_char(&out, ' ');
	out_string(&out, turn->action->text);
	sim_note_begin(table, text);
	if (turn->quick)
		sim_note_add(table, "quick");
}

static void play_card(struct sim_table *table, enum side side, enum card card)
{
	if (card == CARD_NONE)
		return;
	sim_say(table, side, "card play", card_name(card));
	sim_wait_ms(table, 400, 2000);
}

static void play_cards(struct sim_table *table, const struct sim_turn *turn)
{
	const struct report_view *what = &turn->action->what;

	play_card(table, turn->side, what->kind == ACTION_SWAP ? CARD_SWAP : what->movement);
	if (what->attack)
		play_card(table, turn->side, what->attack_card);
}

/* "exchange boat" and "mulligan a,b,c" are said as they stand in the record */
static void say_cards(struct sim_table *table, const struct sim_turn *turn)
{
	sim_say(table, turn->side, "card", turn->action->text);
	sim_wait_ms(table, 200, 1500);
}

static void agree_draw(struct sim_table *table, const struct sim_turn *turn)
{
	sim_say(table, turn->side, "offer-draw", NULL);
	sim_wait_ms(table, 1000, 5000);
	sim_say(table, side_other(turn->side), "accept-draw", NULL);
}

static void act_on_board(struct sim_table *table, const struct sim_turn *turn)
{
	if (sim_hesitate(table, turn))
		return;
	play_cards(table, turn);
	if (turn->action->what.attack)
		sim_attack(table, turn);
	else
		sim_move(table, turn);
}

static void act(struct sim_table *table, const struct sim_turn *turn)
{
	switch (turn->action->what.kind) {
	case ACTION_MOVE:
		act_on_board(table, turn);
		break;
	case ACTION_SWAP:
		play_cards(table, turn);
		sim_swap(table, turn);
		break;
	case ACTION_EXCHANGE:
	case ACTION_MULLIGAN:
		say_cards(table, turn);
		break;
	case ACTION_RESIGN:
		sim_say(table, turn->side, "resign", NULL);
		break;
	case ACTION_DRAW:
		agree_draw(table, turn);
		break;
	default: /* a clock that runs out makes no sound at the table */
		break;
	}
}

static void play_action(struct evening *evening, size_t i)
{
	const struct sim_game *game = evening->game;
	struct sim_table *table = &evening->table;
	struct sim_turn turn = {
		.action = &game->actions[i],
		.next = i + 1 < game->action_count ? &game->actions[i + 1] : NULL,
		.side = (enum side)game->actions[i].what.side,
	};

	begin(table, &turn);
	begin_note(table, &turn);
	if (turn.action->what.legal)
		act(table, &turn);
	else
		sim_illegal(table, &turn);
	sim_note_end(table);
}

/* ---- writing ---- */

static void write_frame(const struct evening *evening, FILE *to)
{
	char frame[SQ_SET_SIZE];

	sq_format_set(evening->table.board, evening->at_start, frame);
	fprintf(to, "0 frame %s\n", frame);
}

static void write_tags(const struct evening *evening, FILE *to)
{
	char uid[SIM_UID_SIZE];

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		const struct record_tag *tag = &evening->tags[sq];

		if (tag->length == 0)
			continue;
		sim_uid_format(tag, uid);
		fprintf(to, "# tag %s %s %c\n", uid, side_name(tag->side), piece_code(tag->piece));
	}
}

static void write_head(const struct evening *evening, FILE *to)
{
	const struct sim_options *options = evening->options;
	bool invented = (options->sensors & SIM_RFID) && evening->game->tag_count == 0;

	fprintf(to, "adjutant-recording 1\n# simulated with seed %" PRIu64 " and noise %s\n",
		options->seed, options->noise->name);
	if (invented)
		write_tags(evening, to);
	fprintf(to, "edition %s\nsensors %s\n", editions[evening->game->edition].id,
		sim_sensors_name(options->sensors));
	if (options->sensors & SIM_REED)
		write_frame(evening, to);
}

/* A recording's time ends with its last line: one that says what is known already lets it run on.
 */
static void write_end(const struct evening *evening, FILE *to)
{
	const struct sim_table *table = &evening->table;
	uint64_t end_us = sim_later(table->now_us, table->last_us) + 6000000;
	struct bits standing = sim_occupied(table);
	char name[SQ_NAME_SIZE];
	unsigned sq;

	if (!bits_any(standing))
		return;
	sq = bits_first(standing);
	sq_format(sq, name);
	if (table->sensors & SIM_REED)
		fprintf(to, "%" PRIu64 " close %s\n", end_us, name);
	else
		fprintf(to, "%" PRIu64 " tag %s %s\n", end_us, name,
			evening->uid_of[table->at[sq]]);
}

static int write_recording(struct evening *evening, FILE *to)
{
	struct sim_table *table = &evening->table;
	struct sim_faults faults = {
		.stuck = evening->options->stuck,
		.dead = evening->options->dead,
		.flutter = evening->options->flutter,
		.from_us = sim_between_ms(&table->dice, 10000, 60000),
	};
	int error;

	write_head(evening, to);
	error = sim_tape_write(&table->tape, evening->at_start, &faults, evening->uid_of, to);
	if (error)
		return error;
	write_end(evening, to);
	return ferror(to) ? -EIO : 0;
}

int simulate(const struct sim_game *game, const struct sim_options *options, FILE *to)
{
	struct evening *evening = calloc(1, sizeof *evening);
	int error = -EINVAL;

	if (!evening)
		return -ENOMEM;
	evening->game = game;
	evening->options = options;
	if (!(options->sensors & SIM_RFID) || sim_game_tags(game, options->seed, evening->tags)) {
		open_evening(evening);
		get_ready(&evening->table);
		for (size_t i = 0; i < game->action_count; i++)
			play_action(evening, i);
		error = write_recording(evening, to);
		sim_tape_finish(&evening->table.tape);
	}
	free(evening);
	return error;
}
