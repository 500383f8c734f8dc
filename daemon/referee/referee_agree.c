/*
 * The record put right by the players themselves, where no arbiter is there to do it: one says on
 * which other square a piece stands, the other sees both squares and agrees or not. Only places
 * change: no piece comes or goes, and no rank is asked for or shown. The same word with the squares
 * the other way round undoes it.
 *
 *   offer-correction SQ SQ         the piece that the record has here stands there
 *   accept-correction, decline-correction, withdraw-correction
 */
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/referee_state.h"
#include "daemon/referee/refusal.h"
#include "daemon/table/table.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

const struct referee_correction referee_no_correction = {
	.by = SIDE_NONE, .from = SQ_OFF_BOARD, .to = SQ_OFF_BOARD};

/* What everybody can see decides: a piece is there, and the other square is free. */
static enum refusal_code read_squares(const struct referee *referee, struct text rest,
				      struct referee_correction *said)
{
	const struct public_position *open = &referee->game.position.open;
	struct text first = text_take_word(&rest);

	if (!sq_parse(open->board, first.at, first.length, &said->from) ||
	    !sq_parse(open->board, rest.at, rest.length, &said->to) || said->from == SQ_OFF_BOARD ||
	    said->to == SQ_OFF_BOARD)
		return REFUSAL_NOT_A_SQUARE;
	if (public_side_at(open, said->from) == SIDE_NONE ||
	    public_side_at(open, said->to) != SIDE_NONE)
		return REFUSAL_NOT_A_CHOICE;
	return bits_has(boards[open->board].lakes, said->to) ? REFUSAL_LAKE : REFUSAL_NONE;
}

static void announce(const struct referee_ctx *ctx, const struct referee_correction *said,
		     uint64_t t_us)
{
	struct output output = referee_output_of(EVENT_WORD, t_us, AUDIENCE_PUBLIC);
	struct out text = out_init(output.text, sizeof output.text);

	out_string(&text, "offer-correction");
	output.side = said->by;
	output.from = said->from;
	output.sq = said->to;
	referee_send(ctx, &output);
}

static enum refusal_code accept(const struct referee_ctx *ctx, enum side side, uint64_t t_us)
{
	struct referee_correction agreed = ctx->referee->correction;

	if (agreed.by != side_other(side))
		return REFUSAL_NOTHING_OFFERED;
	referee_words_announce(ctx, side, t_us, "accept-correction");
	referee_arbiter_move(ctx, agreed.from, agreed.to, t_us);
	return REFUSAL_NONE;
}

/* Saying the same as the other side is agreeing. */
static enum refusal_code offer(const struct referee_ctx *ctx, enum side side, struct text rest,
			       uint64_t t_us)
{
	struct referee_correction *open = &ctx->referee->correction;
	struct referee_correction said = {.by = (uint8_t)side};
	enum refusal_code why = read_squares(ctx->referee, rest, &said);

	if (why != REFUSAL_NONE)
		return why;
	if (open->by == side_other(side))
		return open->from == said.from && open->to == said.to ? accept(ctx, side, t_us)
								      : REFUSAL_OFFER_OPEN;
	*open = said;
	announce(ctx, &said, t_us);
	return REFUSAL_NONE;
}

static enum refusal_code drop(const struct referee_ctx *ctx, enum side side, bool own,
			      uint64_t t_us)
{
	struct referee_correction *open = &ctx->referee->correction;

	if (open->by != (own ? side : side_other(side)))
		return REFUSAL_NOTHING_OFFERED;
	*open = referee_no_correction;
	referee_words_announce(ctx, side, t_us, own ? "withdraw-correction" : "decline-correction");
	return REFUSAL_NONE;
}

bool referee_agree_word(const struct referee_ctx *ctx, enum side side, struct text word,
			struct text rest, uint64_t t_us, enum refusal_code *why)
{
	const struct referee *referee = ctx->referee;
	bool offers = text_is(word, "offer-correction"),
	     accepts = text_is(word, "accept-correction");
	bool declines = text_is(word, "decline-correction");

	if (!offers && !accepts && !declines && !text_is(word, "withdraw-correction"))
		return false;
	if (referee->phase != PHASE_PLAY && referee->phase != PHASE_SETTLE)
		*why = REFUSAL_GAME_NOT_IN_PLAY;
	else if (referee->paused)
		*why = REFUSAL_GAME_PAUSED;
	else if (offers)
		*why = offer(ctx, side, rest, t_us);
	else
		*why = accepts ? accept(ctx, side, t_us) : drop(ctx, side, !declines, t_us);
	return true;
}

/*
 * While people put the table right: one piece is missing and one square filled that should not be, so
 * what stands there is as clear as it can be. Whose piece it is shows in the record.
 */
struct referee_correction referee_agree_as_it_is(const struct referee *referee)
{
	const struct table *table = &referee->table;
	const struct public_position *open = &referee->game.position.open;
	struct bits pieces = public_occupied(open);
	struct bits missing = bits_minus(pieces, bits_or(table->closed, table->faulty));
	struct bits filled = bits_minus(table->closed, bits_or(pieces, table->faulty));
	struct referee_correction found = referee_no_correction;
	bool asked = referee->phase == PHASE_SETTLE ||
		     (referee->phase == PHASE_PLAY && referee->correcting);

	if (!asked || referee->paused || bits_count(missing) != 1 || bits_count(filled) != 1)
		return found;
	found.from = (uint8_t)bits_take(&missing);
	found.to = (uint8_t)bits_take(&filled);
	return found;
}
