/*
 * Pieces in the hands, on squares, and in doubt.
 *
 * A square is in one of these states: open; closed and waiting; closed with a piece that is known (`at`); closed and
 * in doubt. It leaves `waiting` for one of the last two, and all of them when it opens.
 */
#include "daemon/session/taps.h"

#include <string.h>

void taps_init(struct taps *taps, struct bits home, uint64_t jog_us)
{
	memset(taps, 0, sizeof *taps);
	taps->home = home;
	taps->jog_us = jog_us;
	memset(taps->at, TAPS_NONE, sizeof taps->at);
}

/* ---- the hands ---- */

static unsigned find(const struct taps *taps, unsigned piece)
{
	unsigned i = 0;

	while (i < taps->count && taps->hand[i].piece != piece)
		i++;
	return i;
}

/* What it left behind is no longer said to stand there, unless something else does. */
static void leave(struct taps *taps, unsigned from)
{
	if (from != SQ_OFF_BOARD && taps->at[from] == TAPS_NONE)
		bits_add(&taps->changed, from);
}

static void drop(struct taps *taps, unsigned i)
{
	taps->count--;
	memmove(&taps->hand[i], &taps->hand[i + 1], (taps->count - i) * sizeof *taps->hand);
}

static void take_up(struct taps *taps, const struct taps_held *held)
{
	if (taps->count == TAPS_HAND) {
		leave(taps, taps->hand[0].from);
		drop(taps, 0);
	}
	taps->hand[taps->count++] = *held;
}

/* Only this one is put down next; the others are to be tapped again. */
static void choose(struct taps *taps, unsigned i)
{
	struct taps_held chosen = taps->hand[i];

	for (unsigned other = 0; other < taps->count; other++)
		if (other != i)
			leave(taps, taps->hand[other].from);
	taps->hand[0] = chosen;
	taps->count = 1;
}

void taps_let_go(struct taps *taps)
{
	for (unsigned i = 0; i < taps->count; i++)
		leave(taps, taps->hand[i].from);
	taps->count = 0;
}

/* ---- the pad ---- */

static unsigned where(const struct taps *taps, unsigned piece)
{
	const uint8_t *at = memchr(taps->at, (int)piece, sizeof taps->at);

	return at ? (unsigned)(at - taps->at) : SQ_OFF_BOARD;
}

/* It is at the pad, so it is something else that stands where it was thought to. */
static void contradict(struct taps *taps, unsigned sq)
{
	taps->at[sq] = TAPS_NONE;
	bits_add(&taps->doubt, sq);
	bits_add(&taps->changed, sq);
}

static void take_tapped(struct taps *taps, uint64_t t_us, unsigned piece)
{
	struct taps_held held = {
		.piece = (uint8_t)piece, .from = SQ_OFF_BOARD, .tapped = true, .seen_us = t_us};
	unsigned sq = where(taps, piece);

	if (sq != SQ_OFF_BOARD)
		contradict(taps, sq);
	take_up(taps, &held);
}

static void see(struct taps *taps, uint64_t t_us, unsigned i)
{
	struct taps_held *held = &taps->hand[i];
	bool again = held->tapped && t_us - held->seen_us >= TAPS_AGAIN_US;

	held->tapped = true;
	held->seen_us = t_us;
	if (again)
		choose(taps, i);
}

/* A square that closed while the piece still lay at the pad is not where it stands. */
static void lose(struct taps *taps, uint64_t t_us, unsigned piece)
{
	unsigned i = find(taps, piece), sq = where(taps, piece);

	if (i < taps->count)
		taps->hand[i].seen_us = t_us;
	else if (sq != SQ_OFF_BOARD && t_us > taps->closed_us[sq] + TAPS_LATE_US)
		take_tapped(taps, t_us, piece);
}

void taps_pad(struct taps *taps, uint64_t t_us, unsigned piece, bool seen)
{
	unsigned i = find(taps, piece);

	if (!seen) {
		lose(taps, t_us, piece);
		return;
	}
	taps->used = true;
	taps->strange = TAPS_QUIET;
	if (i < taps->count)
		see(taps, t_us, i);
	else
		take_tapped(taps, t_us, piece);
}

void taps_strange(struct taps *taps, enum taps_say what)
{
	taps->strange = (uint8_t)what;
}

/* ---- the table ---- */

static void open_square(struct taps *taps, uint64_t t_us, unsigned sq)
{
	struct taps_held held = {
		.piece = taps->at[sq], .from = (uint8_t)sq, .lifted_us = t_us, .seen_us = t_us};

	bits_drop(&taps->waiting, sq);
	bits_drop(&taps->doubt, sq);
	if (held.piece == TAPS_NONE)
		return;
	taps->at[sq] = TAPS_NONE;
	take_up(taps, &held);
}

static bool may_be_jogged(const struct taps *taps, const struct taps_held *held, uint64_t t_us)
{
	return held->from != SQ_OFF_BOARD && !held->tapped && t_us - held->lifted_us < taps->jog_us;
}

static void close_square(struct taps *taps, uint64_t t_us, unsigned sq)
{
	taps->closed_us[sq] = t_us;
	for (unsigned i = 0; i < taps->count; i++)
		if (taps->hand[i].from == sq && may_be_jogged(taps, &taps->hand[i], t_us)) {
			taps->at[sq] = taps->hand[i].piece;
			drop(taps, i);
			return;
		}
	bits_add(&taps->waiting, sq);
}

/* Of two squares that wait together no one knows which was filled from where. */
static void decide_all(struct taps *taps)
{
	bool is_sure = taps->count == 1 && bits_count(taps->waiting) == 1;

	taps->changed = bits_or(taps->changed, taps->waiting);
	if (is_sure) {
		struct taps_held held = taps->hand[0];

		taps->at[bits_first(taps->waiting)] = held.piece;
		drop(taps, 0);
		leave(taps, held.from);
	} else {
		taps->doubt = bits_or(taps->doubt, taps->waiting);
	}
	taps->waiting = BITS_NONE;
}

static bool must_wait(const struct taps *taps, uint64_t t_us)
{
	for (unsigned i = 0; i < taps->count; i++)
		if (may_be_jogged(taps, &taps->hand[i], t_us))
			return true;
	return false;
}

void taps_table(struct taps *taps, uint64_t t_us, struct bits closed)
{
	struct bits now = bits_and(closed, taps->home);
	struct bits opened = bits_minus(taps->closed, now), filled = bits_minus(now, taps->closed);

	if (bits_any(opened) || bits_any(filled))
		taps->strange = TAPS_QUIET;
	while (bits_any(opened))
		open_square(taps, t_us, bits_take(&opened));
	while (bits_any(filled))
		close_square(taps, t_us, bits_take(&filled));
	taps->closed = now;
	if (bits_any(taps->waiting) && !must_wait(taps, t_us))
		decide_all(taps);
}

/* ---- out ---- */

bool taps_take(struct taps *taps, unsigned *sq, unsigned *piece)
{
	if (!bits_any(taps->changed))
		return false;
	*sq = bits_take(&taps->changed);
	*piece = taps->at[*sq];
	return true;
}

static unsigned count_tapped(const struct taps *taps)
{
	unsigned count = 0;

	for (unsigned i = 0; i < taps->count; i++)
		count += taps->hand[i].tapped;
	return count;
}

struct taps_note taps_note(const struct taps *taps, struct bits told)
{
	struct taps_note note = {.say = taps->strange};
	unsigned tapped = count_tapped(taps);

	if (note.say != TAPS_QUIET || !taps->used)
		return note;
	note.squares = bits_minus(taps->doubt, told);
	if (tapped > 0 && taps->count > 1)
		note.say = TAPS_SEVERAL;
	else if (bits_any(note.squares))
		note.say = TAPS_DOUBT;
	else
		note.say = tapped > 0 ? TAPS_TAPPED : TAPS_NEXT;
	if (note.say != TAPS_DOUBT)
		note.squares = BITS_NONE;
	return note;
}
