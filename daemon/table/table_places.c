/*
 * Whether pieces of a side may have exchanged their places, which a contact cannot tell: two that
 * were in the air together (row 15), or several after a mishap (row 20). Then their owner is asked.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/square.h"

/*
 * A contact is about to change. If it closes, and two or more pieces of one side had been in the
 * air together for longer than a jog, contacts cannot tell which of them stands where.
 */
void table_places_note(struct table *table, unsigned sq, uint64_t t_us)
{
	unsigned filled = bits_count(table_extra(table));

	if (bits_has(table->closed, sq) || table_has_tags(table) || bits_has(table->faulty, sq))
		return;
	if (t_us - table->opened_us[sq] > table->options.jog_us)
		bits_add(&table->places.lifted, sq);
	if (!table_is_playing(table)) /* hands are free, but in a correction it counts */
		return;
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct bits off = bits_minus(bits_and(table_missing(table), table->open.holds[i]),
					     table->swapping);
		struct bits both = off;
		struct bits together = BITS_NONE;

		if (table->card == TABLE_CARD_SWAP && i == table->open.to_move)
			continue;
		while (bits_any(both)) {
			unsigned piece = bits_take(&both);

			if (t_us - table->opened_us[piece] > table->options.jog_us)
				bits_add(&together, piece);
		}
		if (bits_count(off) >= filled + 2 && bits_count(together) >= 2)
			table->places.mixed[i] = bits_or(table->places.mixed[i], together);
	}
}

/* asks each side whose pieces are all back */
void table_places_ask(struct table *table, uint64_t t_us)
{
	struct bits missing = table_missing(table);

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct finding *finding;

		if (!bits_any(table->places.mixed[i]) || bits_any(table_extra(table)) ||
		    bits_any(bits_and(missing, table->open.holds[i])))
			continue;
		table->places.asked[i] = table->places.mixed[i];
		table->places.mixed[i] = BITS_NONE;
		finding = table_find(table, t_us, FOUND_QUESTION);
		finding->side = (uint8_t)i;
		finding->question = QUESTION_CONFIRM_PLACES;
		finding->squares = table->places.asked[i];
	}
}

void table_places_move(struct table *table, unsigned from, unsigned to)
{
	enum side side = table->open.to_move;

	if (!bits_has(table->places.mixed[side], from))
		return;
	bits_drop(&table->places.mixed[side], from);
	bits_add(&table->places.mixed[side], to);
}

void table_places_forget(struct table *table, enum side side, unsigned sq)
{
	bits_drop(&table->places.mixed[side], sq);
}

struct bits table_places_asked(const struct table *table, enum side side)
{
	return table->places.asked[side];
}

/* ---- after a correction ---- */

/*
 * The pieces whose places their owner must confirm after a correction; none with tags. Two pieces
 * can only be exchanged if both were off the board, and one that was off for no longer than a jog
 * has not been anywhere else. So these are in doubt: pieces that were out of place in the
 * correction, those that had been off and back before it began, and what stands where the board
 * sees nothing. One alone has none to be exchanged with.
 */
static struct bits doubtful_places(const struct table *table, enum side side)
{
	struct bits own = table->open.holds[side];
	struct bits moved = bits_and(bits_or(table->guides.corrected, table->places.lifted), own);

	if (table_has_tags(table) || !bits_any(moved))
		return BITS_NONE;
	moved = bits_or(moved, bits_and(table->faulty, own));
	return bits_count(moved) >= 2 ? moved : BITS_NONE;
}

void table_places_corrected(struct table *table)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		table->places.lifted = bits_or(table->places.lifted, table->places.mixed[i]);
		table->places.mixed[i] = BITS_NONE;
	}
}

void table_end_correction(struct table *table, bool asked[SIDE_COUNT])
{
	table_places_corrected(table);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct bits places = doubtful_places(table, (enum side)i);

		asked[i] = bits_any(places);
		if (asked[i])
			table->places.asked[i] = places;
	}
	table->guides.corrected = table->places.lifted = BITS_NONE;
}
