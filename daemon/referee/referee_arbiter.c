/*
 * The arbiter's words:
 *   award red|blue|draw              ends the game
 *   correct SQ COLOUR CODE           puts a piece; correct SQ empty takes it off
 *   correct turn COLOUR              whose turn it is
 *   correct done                     people are guided to the position, the game goes on
 *   takeback                         takes the last action back
 *   clock COLOUR SECONDS             what a side has left
 *   answer COLOUR WORD...            speaks for a seat whose handheld is gone
 *   fault SQ, good SQ                a square is not to be relied on, or is; so are row N, column C
 *   pause, resume
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_history.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "daemon/table/table_lines.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/position.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

static enum refusal_code award(const struct referee_ctx *ctx, struct text rest, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	for (unsigned i = WINNER_RED; i <= WINNER_DRAW; i++) {
		if (!text_is(rest, winner_name((enum winner)i)))
			continue;
		game_end(&referee->game, (enum winner)i, REASON_ARBITER);
		referee_facts_end(ctx, t_us);
		referee_play_over(ctx, t_us, t_us);
		return REFUSAL_NONE;
	}
	return REFUSAL_AWARD_WHOM;
}

/* From the first correction on nothing is played until the arbiter says that it is done. */
static void stop_for_correction(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	referee_history_clear(&referee->history);
	referee->takeback_offer = SIDE_NONE;
	referee->correction = referee_no_correction;
	referee->undone.count = 0;
	if (referee->phase == PHASE_ARBITER)
		return;
	referee_play_drop_challenge(ctx, t_us);
	referee_settle_forget(referee);
	referee->phase = PHASE_ARBITER;
	referee_words_stop(ctx, t_us);
}

static enum refusal_code end_correction(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (referee->phase == PHASE_SETTLE) { /* the arbiter has looked instead of the players */
		referee_settle_end(ctx, t_us);
		return REFUSAL_NONE;
	}
	if (referee->phase != PHASE_ARBITER)
		return REFUSAL_NO_CORRECTION;
	referee->movement = referee->attack_card = CARD_NONE;
	referee_history_clear(&referee->history);
	game_reposition(&referee->game, referee->game.position.open.to_move);
	referee_facts_reposition(ctx, t_us);
	if (game_is_over(&referee->game)) {
		referee_play_over(ctx, t_us, t_us);
		return REFUSAL_NONE;
	}
	referee->phase = PHASE_PLAY;
	referee_words_resume(ctx, t_us);
	referee_clock_switch(ctx, referee->game.position.open.to_move, t_us, t_us);
	referee_play_turn(ctx, t_us);
	return REFUSAL_NONE;
}

/* The tag of the piece that is put there is not known. */
static void put(const struct referee_ctx *ctx, unsigned sq, enum side side, enum piece piece,
		uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	stop_for_correction(ctx, t_us);
	position_remove(&referee->game.position, sq);
	if (side != SIDE_NONE)
		position_put(&referee->game.position, sq, side, piece);
	table_forget_home(&referee->table, sq);
}

/* Tried on a copy: a refused correction must not change anything. */
static bool army_would_fit(const struct referee *referee, unsigned sq, enum side side,
			   enum piece piece)
{
	struct position tried = referee->game.position;

	position_remove(&tried, sq);
	position_put(&tried, sq, side, piece);
	return position_army_fits(&tried, &editions[referee->options.edition], side);
}

static enum refusal_code correct_square(const struct referee_ctx *ctx, unsigned sq,
					struct text rest, uint64_t t_us)
{
	const struct referee *referee = ctx->referee;
	struct text colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);
	enum piece piece = rest.length == 1 ? piece_parse(rest.at[0]) : PIECE_NONE;

	if (text_is(colour, "empty") && rest.length == 0) {
		put(ctx, sq, SIDE_NONE, PIECE_NONE, t_us);
		referee_facts_place(ctx, sq, SIDE_NONE, PIECE_NONE, t_us);
		return REFUSAL_NONE;
	}
	if (side == SIDE_NONE || piece == PIECE_NONE)
		return REFUSAL_MALFORMED;
	if (bits_has(boards[referee->table.open.board].lakes, sq))
		return REFUSAL_LAKE;
	if (!army_would_fit(referee, sq, side, piece))
		return REFUSAL_ARMY_SPENT;
	put(ctx, sq, side, piece, t_us);
	referee_facts_place(ctx, sq, side, piece, t_us);
	return REFUSAL_NONE;
}

/* A piece that only changes its place keeps its tag, if it has one. */
void referee_arbiter_move(const struct referee_ctx *ctx, unsigned from, unsigned to, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	uint8_t homes[TABLE_TAGS];
	struct view view;
	enum side side = public_side_at(&referee->game.position.open, from);
	enum piece piece;

	view_make(&view, &referee->game, AUDIENCE_ARBITER);
	piece = piece_parse(view.code[from]);
	for (unsigned i = 0; i < TABLE_TAGS; i++) {
		homes[i] = referee->table.tags[i].home;
		if (i < referee->table.tag_count && homes[i] == from)
			homes[i] = (uint8_t)to;
	}
	put(ctx, from, SIDE_NONE, PIECE_NONE, t_us);
	referee_facts_place(ctx, from, SIDE_NONE, PIECE_NONE, t_us);
	put(ctx, to, side, piece, t_us);
	referee_facts_place(ctx, to, side, piece, t_us);
	table_set_homes(&referee->table, homes);
	end_correction(ctx, t_us);
}

static enum refusal_code correct(const struct referee_ctx *ctx, struct text rest, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct text word = text_take_word(&rest);
	uint8_t sq;

	if (text_is(word, "done"))
		return end_correction(ctx, t_us);
	if (text_is(word, "turn")) {
		enum side side = side_parse(rest.at, rest.length);

		if (side == SIDE_NONE)
			return REFUSAL_MALFORMED;
		stop_for_correction(ctx, t_us);
		referee->game.position.open.to_move = (uint8_t)side;
		referee_facts_turn(ctx, side, t_us);
		return REFUSAL_NONE;
	}
	if (!sq_parse(referee->table.open.board, word.at, word.length, &sq) || sq == SQ_OFF_BOARD)
		return REFUSAL_NOT_A_SQUARE;
	return correct_square(ctx, sq, rest, t_us);
}

static enum refusal_code set_clock(const struct referee_ctx *ctx, struct text rest, uint64_t t_us)
{
	struct text colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);
	uint64_t seconds;

	if (ctx->referee->options.clock.kind == CLOCK_NONE)
		return REFUSAL_NO_CLOCK;
	if (side == SIDE_NONE || !text_number(rest, 86400, &seconds) || seconds == 0)
		return REFUSAL_MALFORMED;
	referee_clock_adjust(ctx, side, seconds * 1000, t_us);
	return REFUSAL_NONE;
}

/* "row 4", "column d"; LINE_NONE if it is neither */
static unsigned parse_line(const struct table *table, struct text words)
{
	struct text axis = text_take_word(&words);
	unsigned line = LINE_NONE;
	uint64_t row;

	if (text_is(axis, "row") && text_number(words, LINES_ON_AXIS, &row) && row > 0)
		line = LINE_ROWS + (unsigned)row - 1;
	else if (text_is(axis, "column") && words.length == 1 && words.at[0] >= 'a' &&
		 words.at[0] < 'a' + LINES_ON_AXIS)
		line = LINE_COLUMNS + (unsigned)(words.at[0] - 'a');
	return table_has_line(table, line) ? line : LINE_NONE;
}

static enum refusal_code set_fault(const struct referee_ctx *ctx, struct text name, bool faulty,
				   uint64_t t_us)
{
	struct table *table = &ctx->referee->table;
	unsigned line = parse_line(table, name);
	uint8_t sq;

	if (line != LINE_NONE && !faulty && !table_line_failed(table, line))
		return REFUSAL_NOT_FAULTY;
	if (line != LINE_NONE) {
		table_declare_line(table, t_us, line, faulty);
		return REFUSAL_NONE;
	}
	if (!sq_parse(table->open.board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD)
		return REFUSAL_NOT_A_SQUARE;
	if (!faulty && !bits_has(table->single, sq))
		return REFUSAL_NOT_FAULTY;
	table_declare_fault(table, t_us, sq, faulty);
	return REFUSAL_NONE;
}

static enum refusal_code answer_for(const struct referee_ctx *ctx, struct text rest, uint64_t t_us)
{
	struct text colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);

	return side == SIDE_NONE ? REFUSAL_MALFORMED : referee_words_of_side(ctx, side, rest, t_us);
}

static enum refusal_code pause_or_resume(const struct referee_ctx *ctx, bool pause, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (referee->paused == pause)
		return pause ? REFUSAL_GAME_PAUSED : REFUSAL_GAME_NOT_PAUSED;
	referee->paused = pause;
	if (pause)
		referee_words_stop(ctx, t_us);
	else
		referee_words_resume(ctx, t_us);
	return REFUSAL_NONE;
}

const char *referee_words_form(struct text words)
{
	static const char *const forms[][2] = {
		{"correct", "correct SQUARE COLOUR CODE | correct SQUARE empty | "
			    "correct turn COLOUR | correct done"},
		{"clock", "clock COLOUR SECONDS"},
		{"answer", "answer COLOUR WORD"},
	};
	struct text word = text_take_word(&words);

	for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
		if (text_is(word, forms[i][0]))
			return forms[i][1];
	return "";
}

enum refusal_code referee_words_of_arbiter(const struct referee_ctx *ctx, struct text words,
					   uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct text rest = words;
	struct text word = text_take_word(&rest);

	if (text_is(word, "fault") || text_is(word, "good"))
		return set_fault(ctx, rest, text_is(word, "fault"), t_us);
	if (text_is(word, "answer"))
		return answer_for(ctx, rest, t_us);
	if (referee->phase == PHASE_OVER)
		return REFUSAL_GAME_OVER;
	if (text_is(word, "award"))
		return award(ctx, rest, t_us);
	if (referee->phase == PHASE_SETUP)
		return REFUSAL_GAME_NOT_BEGUN;
	if (text_is(word, "correct"))
		return correct(ctx, rest, t_us);
	if (text_is(words, "takeback"))
		return referee_words_take_back(ctx, t_us);
	if (text_is(word, "clock"))
		return set_clock(ctx, rest, t_us);
	if (text_is(words, "pause") || text_is(words, "resume"))
		return pause_or_resume(ctx, text_is(words, "pause"), t_us);
	return REFUSAL_NO_SUCH_WORD;
}
