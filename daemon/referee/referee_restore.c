/* Parses and takes over a saved state; its lines are described in referee_save.c. */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_history.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_resume.h"
#include "daemon/referee/referee_state.h"
#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/game.h"
#include "rules/position.h"
#include "rules/public.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"

#include <string.h>

enum { LONGEST_S = 10000000 }; /* of any clock, increments of a long game included */

#define LONGEST_US (UINT64_C(1000000) * LONGEST_S)

/* the rest of a line after its first word */
typedef bool line_reader(struct referee *referee, struct text rest);

static struct text take_word(struct text *rest)
{
	return text_take_until(rest, ' ');
}

static enum side take_side(struct text *rest)
{
	struct text word = take_word(rest);

	return side_parse(word.at, word.length);
}

static bool parse_square(const struct referee *referee, struct text name, uint8_t *sq)
{
	return sq_parse((enum board_id)referee->table.open.board, name.at, name.length, sq) &&
	       *sq != SQ_OFF_BOARD;
}

static bool parse_squares(const struct referee *referee, struct text list, struct bits *squares)
{
	while (list.length > 0) {
		uint8_t sq;

		if (!parse_square(referee, take_word(&list), &sq))
			return false;
		bits_add(squares, sq);
	}
	return true;
}

static bool parse_side(struct text word, uint8_t *side)
{
	*side = (uint8_t)side_parse(word.at, word.length);
	return *side != SIDE_NONE;
}

static bool parse_card(struct text word, uint8_t *card)
{
	*card = (uint8_t)card_parse(word.at, word.length);
	return *card != CARD_NONE;
}

/* ---- lines ---- */

static bool read_state(struct referee *referee, struct text rest)
{
	(void)referee;
	return text_is(rest, "1");
}

static bool read_end(struct referee *referee, struct text rest)
{
	(void)referee;
	return rest.length == 0;
}

static bool read_phase(struct referee *referee, struct text rest)
{
	for (unsigned i = 0; i < PHASE_COUNT; i++) {
		if (!text_is(rest, referee_phase_name((enum phase)i)))
			continue;
		referee->phase = (uint8_t)i;
		return true;
	}
	return false;
}

static bool read_rows(struct referee *referee, struct text rest)
{
	struct position *position = &referee->game.position;
	enum side side = take_side(&rest);

	return !referee->begun && side != SIDE_NONE &&
	       position_put_rows(position, side, 0, boards[position->open.board].rows, rest.at,
				 rest.length);
}

static bool read_ready(struct referee *referee, struct text rest)
{
	enum side side = take_side(&rest);

	return side != SIDE_NONE && (referee->ready[side] = true);
}

static bool read_complete(struct referee *referee, struct text rest)
{
	enum side side = take_side(&rest);

	return side != SIDE_NONE && (referee->told_complete[side] = true);
}

static bool read_setup_time(struct referee *referee, struct text rest)
{
	referee->has_setup_clock = true;
	return text_is(rest, "over") || text_number(rest, LONGEST_US, &referee->clock.setup_due_us);
}

static bool read_paused(struct referee *referee, struct text rest)
{
	referee->paused = true;
	return rest.length == 0;
}

static bool read_correcting(struct referee *referee, struct text rest)
{
	referee->correcting = true;
	return rest.length == 0;
}

static bool read_faulted(struct referee *referee, struct text rest)
{
	referee->faulted = true;
	return rest.length == 0;
}

static bool read_movement(struct referee *referee, struct text rest)
{
	return parse_card(rest, &referee->movement);
}

static bool read_attack(struct referee *referee, struct text rest)
{
	return parse_card(rest, &referee->attack_card);
}

static bool read_pending(struct referee *referee, struct text rest)
{
	const struct public_position *open = &referee->game.position.open;
	char reason[RECORD_REASON_SIZE];
	struct out why = out_init(reason, sizeof reason);

	return record_parse_action((enum board_id)open->board, (enum side)open->to_move, rest,
				   &referee->pending, &why);
}

static bool read_draw(struct referee *referee, struct text rest)
{
	return parse_side(rest, &referee->draw_offer);
}

static bool read_takeback(struct referee *referee, struct text rest)
{
	return parse_side(rest, &referee->takeback_offer);
}

static bool read_correction(struct referee *referee, struct text rest)
{
	struct referee_correction *offer = &referee->correction;
	enum board_id board = (enum board_id)referee->game.position.open.board;
	struct text side = text_take_word(&rest), from = text_take_word(&rest);

	return parse_side(side, &offer->by) &&
	       sq_parse(board, from.at, from.length, &offer->from) &&
	       sq_parse(board, rest.at, rest.length, &offer->to);
}

static bool read_faulty(struct referee *referee, struct text rest)
{
	struct bits squares = BITS_NONE;

	if (!parse_squares(referee, rest, &squares))
		return false;
	table_restore_faults(&referee->table, squares, false);
	return true;
}

static bool read_declared(struct referee *referee, struct text rest)
{
	struct bits squares = BITS_NONE;

	if (!parse_squares(referee, rest, &squares))
		return false;
	table_restore_faults(&referee->table, squares, true);
	return true;
}

static bool read_line(struct referee *referee, struct text rest)
{
	struct text sensor = take_word(&rest), axis = take_word(&rest), number = take_word(&rest);
	unsigned first = text_is(axis, "row") ? LINE_ROWS : LINE_COLUMNS;
	uint64_t n;

	if (!text_number(number, LINES_ON_AXIS, &n) || n == 0 ||
	    !table_has_line(&referee->table, first + (unsigned)n - 1))
		return false;
	for (unsigned s = 0; s < LINE_SENSORS; s++)
		for (unsigned how = 0; how < TABLE_FAULTS; how++) {
			const char *name = referee_save_line_faults[how];

			if (!name || !text_is(rest, name) ||
			    !text_is(sensor, referee_save_sensors[s]))
				continue;
			table_restore_line(&referee->table, (enum line_sensor)s,
					   first + (unsigned)n - 1, (enum table_fault)how);
			return true;
		}
	return false;
}

static bool read_denied(struct referee *referee, struct text rest)
{
	uint8_t side;
	bool good = parse_side(rest, &side);

	if (good)
		referee->denied[side] = true;
	return good;
}

static bool read_confirm(struct referee *referee, struct text rest)
{
	enum side side = take_side(&rest);
	struct bits squares = BITS_NONE;

	if (side == SIDE_NONE || !parse_squares(referee, rest, &squares))
		return false;
	table_restore_places(&referee->table, side, squares);
	return true;
}

static bool read_homes(struct referee *referee, struct text rest)
{
	uint8_t homes[TABLE_TAGS];

	memset(homes, SQ_OFF_BOARD, sizeof homes);
	for (unsigned i = 0; i < referee->table.tag_count; i++) {
		struct text name = take_word(&rest);

		if (!text_is(name, "-") && !parse_square(referee, name, &homes[i]))
			return false;
	}
	table_set_homes(&referee->table, homes);
	return true;
}

static bool read_fallen(struct referee *referee, struct text rest)
{
	struct text number = take_word(&rest), name = take_word(&rest);
	uint64_t tag, ply;
	uint8_t sq;

	if (!text_number(number, TABLE_TAGS - 1, &tag) || !parse_square(referee, name, &sq) ||
	    !text_number(rest, UINT32_MAX, &ply))
		return false;
	referee_history_fell(&referee->history, (unsigned)tag, sq, (uint32_t)ply);
	return true;
}

static bool read_clock(struct referee *referee, struct text rest)
{
	struct clock *clock = &referee->clock;
	struct text red = take_word(&rest), blue = take_word(&rest), turn = take_word(&rest);

	return parse_side(rest, &clock->running) &&
	       text_number(red, LONGEST_US, &clock->left_us[SIDE_RED]) &&
	       text_number(blue, LONGEST_US, &clock->left_us[SIDE_BLUE]) &&
	       text_number(turn, LONGEST_US, &clock->turn_left_us);
}

static line_reader *find_reader(struct text word)
{
	static const struct {
		const char *word;
		line_reader *read;
	} kinds[] = {
		{"state", read_state},	     {"phase", read_phase},
		{"rows", read_rows},	     {"ready", read_ready},
		{"complete", read_complete}, {"setup-time", read_setup_time},
		{"paused", read_paused},     {"correcting", read_correcting},
		{"denied", read_denied},     {"faulted", read_faulted},
		{"movement", read_movement}, {"attack", read_attack},
		{"pending", read_pending},   {"draw", read_draw},
		{"takeback", read_takeback}, {"correction", read_correction},
		{"faulty", read_faulty},     {"declared", read_declared},
		{"line", read_line},	     {"confirm", read_confirm},
		{"homes", read_homes},	     {"fallen", read_fallen},
		{"clock", read_clock},	     {"end", read_end},
	};

	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (text_is(word, kinds[i].word))
			return kinds[i].read;
	return NULL;
}

/* ---- the whole ---- */

/* keeps only the game, which the facts have rebuilt */
static void forget_the_rest(struct referee *referee)
{
	struct position *position = &referee->game.position;
	struct table *table = &referee->table;

	for (struct bits old = public_occupied(&position->open); !referee->begun && bits_any(old);)
		position_remove(position, bits_take(&old));
	referee_clock_init(referee);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		table_forget_home(table, sq);
	referee->restarted = referee->blind = true;
	referee->restart_us = 0;
}

static bool read_lines(struct referee *referee, struct text state)
{
	while (state.length > 0) {
		struct text rest = text_take_until(&state, '\n');
		line_reader *read = find_reader(take_word(&rest));

		if (!read || !read(referee, rest))
			return false;
	}
	return true;
}

/* whether it is a state that the game can be in */
static bool makes_sense(const struct referee *referee)
{
	const struct game *game = &referee->game;
	bool over = referee->phase == PHASE_OVER, setup = referee->phase == PHASE_SETUP;
	bool clock = referee->options.clock.kind != CLOCK_NONE;

	if (over != game_is_over(game) || (!over && setup == referee->begun))
		return false;
	if ((referee->phase == PHASE_SETTLE) !=
	    (referee->denied[SIDE_RED] || referee->denied[SIDE_BLUE]))
		return false;
	if (!over && (referee->clock.running != SIDE_NONE) != (clock && referee->begun))
		return false;
	return referee->phase != PHASE_DEFENCE ||
	       (referee->pending.attack && game_allows(game, &referee->pending));
}

/* To prove that nothing was missed, it is saved again and must be the same, byte by byte. */
static bool says_the_same(const struct referee *referee, struct text state)
{
	char again[REFEREE_STATE_SIZE];
	struct out out = out_init(again, sizeof again);

	referee_save(referee, &out);
	return !out.overflow && out.length == state.length &&
	       memcmp(again, state.at, state.length) == 0;
}

bool referee_restore(struct referee *referee, struct text state)
{
	struct referee next = *referee;

	forget_the_rest(&next);
	if (!read_lines(&next, state) || !makes_sense(&next) || !says_the_same(&next, state))
		return false;
	next.clock.stopped = next.clock.running != SIDE_NONE && referee_clock_must_stand(&next);
	*referee = next;
	return true;
}
