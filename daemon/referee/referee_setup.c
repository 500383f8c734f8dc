/*
 * Set-up: behind the screen anything may happen; what counts is what is there when both sides have
 * said that they are ready. Only the owner is told what is wrong.
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/position.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <string.h>

static bool set_rows(struct referee *referee, enum side side, struct text rows)
{
	const struct edition *edition = &editions[referee->options.edition];
	struct position *position = &referee->game.position;
	struct bits old = position->open.holds[side];

	if (!rows_well_formed(edition->board, edition->setup_rows, rows.at, rows.length))
		return false;
	while (bits_any(old))
		position_remove(position, bits_take(&old));
	return position_put_rows(position, side, edition_first_row(edition, side),
				 edition->setup_rows, rows.at, rows.length);
}

bool referee_add_tag(struct referee *referee, const struct record_tag *tag)
{
	struct table *table = &referee->table;
	struct tag id = {.length = tag->length};

	memcpy(id.id, tag->id, sizeof id.id);
	if (!table_add_tag(table, &id, (enum side)tag->side))
		return false;
	referee->tag_piece[table->tag_count - 1] = tag->piece;
	return true;
}

/*
 * A side's half of the board: squares that are neither side's home belong to the nearer side. In a
 * study the other side's pieces may stand there too.
 */
static struct bits half_of(const struct referee *referee, enum side side)
{
	enum board_id board = referee->game.position.open.board;
	unsigned middle = boards[board].rows / 2u;
	struct bits half = BITS_NONE;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has(board, sq) &&
		    (referee->is_study || (sq_row(sq) < middle) == (side == SIDE_RED)))
			bits_add(&half, sq);
	return half;
}

/* ---- tags ---- */

static enum refusal_code tag_trouble(const struct referee *referee, enum side side, unsigned sq)
{
	const struct table *table = &referee->table;
	unsigned first = table->seen[sq][0];

	if (first == TAG_STRANGER)
		return REFUSAL_FOREIGN_TAG;
	if (first != TAG_NONE && table->tags[first].side != side && !referee->is_study)
		return REFUSAL_FOREIGN_PIECE;
	return REFUSAL_NONE;
}

/* REFUSAL_NONE, or what is wrong with the tags seen on a side's half */
static enum refusal_code tags_trouble(const struct referee *referee, enum side side)
{
	struct bits half = half_of(referee, side);
	enum refusal_code trouble = REFUSAL_NONE;

	while (trouble == REFUSAL_NONE && bits_any(half))
		trouble = tag_trouble(referee, side, bits_take(&half));
	return trouble;
}

/* takes over the set-up that the readers see, as far as it is in order; REFUSAL_NONE, or what is
 * wrong */
static enum refusal_code read_tags(struct referee *referee, enum side side)
{
	struct position *position = &referee->game.position;
	struct bits half = half_of(referee, side), old = position->open.holds[side];

	while (bits_any(old))
		position_remove(position, bits_take(&old));
	for (unsigned i = 0; i < referee->table.tag_count; i++)
		if (referee->table.tags[i].side == side)
			table_set_home(&referee->table, i, SQ_OFF_BOARD);
	while (bits_any(half)) {
		unsigned sq = bits_take(&half), tag = referee->table.seen[sq][0];

		if (tag >= referee->table.tag_count || referee->table.tags[tag].side != side ||
		    bits_has(boards[position->open.board].lakes, sq))
			continue;
		position_put(position, sq, side, referee->tag_piece[tag]);
		table_set_home(&referee->table, tag, sq);
	}
	return tags_trouble(referee, side);
}

static bool reads_tags(const struct referee *referee)
{
	return table_has_tags(&referee->table) && referee->table.tag_count > 0;
}

/* tells a player what the board has read of the player's own pieces */
static void tell_read(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	const struct edition *edition = &editions[ctx->referee->options.edition];
	struct output output = referee_output_of(EVENT_READ, t_us, audience_of(side));
	struct view view;

	view_make(&view, &ctx->referee->game, audience_of(side));
	output.side = (uint8_t)side;
	view_rows(&view, side, edition_first_row(edition, side), edition->setup_rows, output.text);
	referee_send(ctx, &output);
}

/* ---- readiness ---- */

/* whether a side's half of the table shows its set-up; if not, why */
static bool shows_setup(const struct referee *referee, enum side side, struct refusal *why)
{
	struct bits half = half_of(referee, side);
	struct bits there = bits_and(referee->table.closed, half);
	struct bits wanted = referee->game.position.open.holds[side];

	if (referee->is_study) {
		there = referee->table.closed;
		wanted = public_occupied(&referee->game.position.open);
	}

	/* squares that are not read are believed */
	there = bits_or(bits_minus(there, referee->table.faulty),
			bits_and(wanted, referee->table.faulty));
	if (bits_equal(there, wanted))
		return true;
	*why = (struct refusal){.code = REFUSAL_TABLE_DIFFERS,
				.count = (uint8_t)bits_count(there),
				.total = (uint8_t)bits_count(wanted),
				.missing = bits_minus(wanted, there),
				.extra = bits_minus(there, wanted)};
	return false;
}

static bool fits(const struct referee *referee, enum side side, struct refusal *why)
{
	if (game_side_fits(&referee->game, side, referee->is_study))
		return shows_setup(referee, side, why);
	*why = refusal_of(REFUSAL_NOT_A_SETUP);
	return false;
}

static void complete(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct output output = referee_output_of(EVENT_SETUP_COMPLETE, t_us, AUDIENCE_PUBLIC);

	ctx->referee->complete[side] = true;
	output.side = (uint8_t)side;
	if (!ctx->referee->told_complete[side])
		referee_send(ctx, &output);
	ctx->referee->told_complete[side] = true;
}

static void begin_if_both(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (referee->complete[SIDE_RED] && referee->complete[SIDE_BLUE])
		referee_play_begin(ctx, t_us);
}

/*
 * What was read is taken over at once, so that its owner can be shown it. A side that has said
 * ready is complete as soon as its squares are right.
 */
void referee_setup_check(const struct referee_ctx *ctx, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct refusal unused;

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = (enum side)i;
		enum refusal_code trouble = REFUSAL_NONE;

		if (reads_tags(referee) && !referee->complete[side])
			trouble = read_tags(referee, side);
		if (!referee->ready[side] || trouble != REFUSAL_NONE)
			continue;
		if (!fits(referee, side, &unused))
			referee->complete[side] = false;
		else if (!referee->complete[side])
			complete(ctx, side, t_us);
	}
	begin_if_both(ctx, t_us);
}

bool referee_setup_is_waiting(const struct referee *referee, enum side side, struct refusal *why)
{
	enum refusal_code trouble = REFUSAL_NONE;

	if (referee->phase != PHASE_SETUP || !referee->ready[side] || referee->complete[side])
		return false;
	if (reads_tags(referee))
		trouble = tags_trouble(referee, side);
	*why = refusal_of(trouble);
	return trouble != REFUSAL_NONE || !fits(referee, side, why);
}

/* ---- words ---- */

static enum refusal_code say_ready(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct referee *referee = ctx->referee;
	struct output output = referee_output_of(EVENT_ERROR, t_us, audience_of(side));
	struct out word = out_init(output.text, sizeof output.text);
	enum refusal_code trouble;

	if (referee->complete[side])
		return REFUSAL_SAID_ALREADY;
	referee->ready[side] = true;
	trouble = reads_tags(referee) ? read_tags(referee, side) : REFUSAL_NONE;
	if (trouble != REFUSAL_NONE)
		return trouble;
	if (reads_tags(referee))
		tell_read(ctx, side, t_us);
	if (!fits(referee, side, &output.why)) {
		if (bits_any(referee->table.unsettled))
			return REFUSAL_NONE; /* it is checked when the contacts have settled */
		out_string(&word, "ready");
		referee_send(ctx, &output);
		return REFUSAL_NONE;
	}
	referee_setup_check(ctx, t_us);
	return REFUSAL_NONE;
}

/* If everyone was told that it was ready, everyone is told that it is not; otherwise only its owner
 * knows. */
static enum refusal_code say_not_ready(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct referee *referee = ctx->referee;

	if (!referee->ready[side])
		return REFUSAL_NOT_READY;
	if (referee->told_complete[side])
		referee_words_announce(ctx, side, t_us, "not-ready");
	referee->ready[side] = referee->complete[side] = referee->told_complete[side] = false;
	return REFUSAL_NONE;
}

static enum refusal_code say_place(struct referee *referee, enum side side, struct text rest)
{
	struct position *position = &referee->game.position;
	const struct edition *edition = &editions[referee->options.edition];
	unsigned first = edition_first_row(edition, side);
	struct text name = text_take_word(&rest);
	uint8_t sq;

	if (!sq_parse(edition->board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD ||
	    sq_row(sq) < first || sq_row(sq) >= first + edition->setup_rows)
		return REFUSAL_NOT_YOUR_SQUARE;
	if (rest.length != 1 || (rest.at[0] != '.' && piece_parse(rest.at[0]) == PIECE_NONE))
		return REFUSAL_NOT_A_PIECE;
	position_remove(position, sq);
	if (rest.at[0] != '.')
		position_put(position, sq, side, piece_parse(rest.at[0]));
	return REFUSAL_NONE;
}

/* A recording hides words that would reveal a rank; the contents then come with the game. */
static bool is_hidden(struct text rest)
{
	return rest.length > 0 && rest.at[rest.length - 1] == '*';
}

/*
 * A player who goes on arranging is not ready after all: play must not begin under that player's
 * hands. But a change that makes the set-up right is what ready was waiting for.
 */
static void check_arranged(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct refusal unused;

	referee_setup_check(ctx, t_us);
	if (referee_setup_is_waiting(ctx->referee, side, &unused))
		ctx->referee->ready[side] = false;
}

bool referee_setup_word(const struct referee_ctx *ctx, enum side side, struct text word,
			struct text rest, uint64_t t_us, enum refusal_code *why)
{
	struct referee *referee = ctx->referee;
	bool place = text_is(word, "place"), formation = text_is(word, "formation");

	*why = REFUSAL_NONE;
	if (text_is(word, "ready") || text_is(word, "not-ready")) {
		if (referee->phase != PHASE_SETUP)
			*why = REFUSAL_GAME_BEGUN;
		else
			*why = text_is(word, "ready") ? say_ready(ctx, side, t_us)
						      : say_not_ready(ctx, side, t_us);
		return true;
	}
	if (!place && !formation)
		return false;
	if (referee->phase != PHASE_SETUP || referee->complete[side])
		*why = REFUSAL_SETUP_COMPLETE;
	else if (reads_tags(referee))
		*why = REFUSAL_BOARD_READS_PIECES;
	else if (is_hidden(rest))
		*why = REFUSAL_NONE;
	else if (place)
		*why = say_place(referee, side, rest);
	else if (!set_rows(referee, side, rest))
		*why = REFUSAL_NOT_A_FORMATION;
	if (*why == REFUSAL_NONE && referee->phase == PHASE_SETUP)
		check_arranged(ctx, side, t_us);
	return true;
}
