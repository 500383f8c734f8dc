/*
 * After a battle: which side must take off which piece, and whether that has been done. Everything
 * known about the last battle is in struct table_aftermath, from the verdict until the next action
 * is final.
 *
 * The square of a won battle (rows 8, 9):
 *
 *   EXCHANGE_DUE ──opens──► EXCHANGE_OPEN ──closes──► EXCHANGE_CLOSED ──opens again──► EXCHANGE_AGAIN
 *                                 ▲                    │   ▲   (it was jogged before,   │   │
 *                                 └──────chatter───────┘   │     or that was the loser) │   │
 *                                                          └──────────closes────────────┘   │
 *                                                EXCHANGE_NONE ◄──the piece there is attacked
 *
 * DUE, OPEN and AGAIN: the table is not right, and what that square shows is not evidence. With tags the
 * attacker may be seen there already; then there is no exchange.
 */
#include "daemon/table/table.h"
#include "daemon/table/table_inside.h"
#include "rules/bits.h"
#include "rules/public.h"
#include "rules/square.h"

enum { TOUCHED_US = 150000 /* a square that is jogged is open for longer only now and then */ };

bool table_aftermath_exchanges(const struct table *table)
{
	return table->aftermath.exchange == EXCHANGE_DUE ||
	       table->aftermath.exchange == EXCHANGE_OPEN ||
	       table->aftermath.exchange == EXCHANGE_AGAIN;
}

/*
 * The piece that should stand on the square of a won battle has been moved on from there: more
 * squares are filled than the mover has pieces off, and it could have gone to one of them. Then the
 * exchange is over.
 */
static bool moves_on(const struct table *table, const struct wrong *wrong)
{
	unsigned sq = table->aftermath.to;
	struct bits filled = wrong->extra;
	bool reached = false;

	if (!bits_has(wrong->other, sq) || bits_count(filled) <= bits_count(wrong->own))
		return false;
	filled = bits_and(filled, table_reach_of_any(&table->open, sq));
	bits_drop(&filled, table->aftermath.from); /* the winner may be set down there first */
	while (bits_any(filled))
		reached |= table->closed_us[bits_take(&filled)] > table->opened_us[sq];
	return reached;
}

void table_aftermath_leave_out(const struct table *table, struct wrong *wrong)
{
	if (!table_aftermath_exchanges(table) || moves_on(table, wrong))
		return;
	bits_drop(&wrong->other, table->aftermath.to);
	bits_drop(&wrong->extra, table->aftermath.to);
}

/* a square elsewhere has changed: if a piece was lifted there, it may attack what stands on the battle's */
static void follow_attack(struct table *table)
{
	struct table_aftermath *aftermath = &table->aftermath;

	if (aftermath->exchange != EXCHANGE_AGAIN || aftermath->doubtful ||
	    !table_clearing_is_attacked(table, aftermath->to))
		return;
	aftermath->exchange = EXCHANGE_NONE;
	aftermath->opened_us = 0;
}

/* What was open for a moment only has more likely been jogged than exchanged, unless the winner stood there. */
static void finish(struct table *table, unsigned sq)
{
	struct table_aftermath *aftermath = &table->aftermath;

	aftermath->doubtful = !aftermath->replaced && aftermath->exchange == EXCHANGE_OPEN &&
			      table->closed_us[sq] - aftermath->opened_us < TOUCHED_US;
	aftermath->exchange = EXCHANGE_CLOSED;
}

void table_aftermath_follow(struct table *table, unsigned sq, uint64_t t_us)
{
	struct table_aftermath *aftermath = &table->aftermath;
	bool closed = bits_has(table->closed, sq);
	bool chatters = t_us - table->closed_us[sq] <= CHATTER_US;
	bool again = chatters || table_clearing_opens_again(table, sq, t_us);

	if (sq != aftermath->to) {
		follow_attack(table);
		return;
	}
	switch ((enum exchange_state)aftermath->exchange) {
	case EXCHANGE_NONE:
		return;
	case EXCHANGE_CLOSED:
		if (closed || !again)
			return;
		aftermath->exchange = chatters ? EXCHANGE_OPEN : EXCHANGE_AGAIN;
		aftermath->opened_us = t_us;
		return;
	case EXCHANGE_AGAIN:
	case EXCHANGE_OPEN:
		if (closed && !table_tags_contradict(table, sq))
			finish(table, sq);
		return;
	case EXCHANGE_DUE:
		if (closed)
			return;
		aftermath->exchange = EXCHANGE_OPEN;
		aftermath->opened_us = t_us;
	}
}

void table_aftermath_lose_sight(struct table *table)
{
	if (bits_has(table->faulty, table->aftermath.to))
		table->aftermath.exchange = EXCHANGE_NONE;
}

bool table_aftermath_opened(const struct table *table, unsigned sq)
{
	return table->aftermath.opened_us != 0 &&
	       table->opened_us[sq] == table->aftermath.opened_us;
}

/* whether, on E, the piece was lifted and something set down in its place before the verdict */
bool table_aftermath_was_replaced(const struct table *table, unsigned from, unsigned to)
{
	uint64_t away_us = table->closed_us[to] - table->lifted_us[to];

	if (table_has_tags(table))
		return table_tags_show(table, from, to) && table_tags_contradict(table, to);
	return table->opened_us[to] > table->turn.since_us && bits_has(table->closed, to) &&
	       table->closed_us[to] > table->lifted_us[from] && away_us >= table->options.jog_us;
}

/* ---- guides ---- */

/* What the board shows when the verdict comes. */
enum {
	HERE = 1,     /* a piece stands on the attacker's square */
	THERE = 2,    /* a piece stands on the square attacked */
	REPLACED = 4, /* and it appears to be the attacker */
	KNOWN = 8     /* tags say so */
};

enum whose { ATTACKER, DEFENDER };

/* Sent if the board shows all of `with` and nothing of `without`. */
struct battle_guide {
	uint8_t battle; /* enum table_battle */
	uint8_t with, without;
	uint8_t whose;
	uint8_t guide;	  /* enum table_guide */
	bool on_attacked; /* the square attacked; otherwise the attacker's */
};

/* In the order in which people are told. Rows 9, 10, 11; after a mock attack (row 25) both stay. */
static const struct battle_guide battle_guides[] = {
	{BATTLE_WON, THERE, KNOWN, DEFENDER, GUIDE_REMOVE, true},
	{BATTLE_WON, 0, KNOWN, ATTACKER, GUIDE_PLACE, true},

	{BATTLE_LOST, HERE, 0, ATTACKER, GUIDE_REMOVE, false},
	{BATTLE_LOST, KNOWN, 0, ATTACKER, GUIDE_REMOVE, true},
	{BATTLE_LOST, KNOWN, 0, DEFENDER, GUIDE_PLACE, true},
	{BATTLE_LOST, 0, THERE | KNOWN, DEFENDER, GUIDE_PLACE, true},
	{BATTLE_LOST, THERE | REPLACED, KNOWN, DEFENDER, GUIDE_CHECK, true},

	{BATTLE_MOCK, 0, HERE, ATTACKER, GUIDE_PLACE, false},
	{BATTLE_MOCK, KNOWN, 0, ATTACKER, GUIDE_REMOVE, true},
	{BATTLE_MOCK, KNOWN, 0, DEFENDER, GUIDE_PLACE, true},
	{BATTLE_MOCK, 0, THERE | KNOWN, DEFENDER, GUIDE_PLACE, true},
	{BATTLE_MOCK, THERE | REPLACED, KNOWN, DEFENDER, GUIDE_CHECK, true},

	{BATTLE_BOTH_LOST, HERE, 0, ATTACKER, GUIDE_REMOVE, false},
	{BATTLE_BOTH_LOST, THERE, 0, DEFENDER, GUIDE_REMOVE, true},
};

static void send_guides(struct table *table, uint64_t t_us, enum table_battle battle,
			unsigned shows)
{
	const struct table_aftermath *aftermath = &table->aftermath;
	enum side side = (enum side)aftermath->side;

	for (unsigned i = 0; i < sizeof battle_guides / sizeof *battle_guides; i++) {
		const struct battle_guide *row = &battle_guides[i];

		if (row->battle != battle || (shows & row->with) != row->with ||
		    (shows & row->without))
			continue;
		table_guide_send(table, t_us, row->whose == ATTACKER ? side : side_other(side),
				 (enum table_guide)row->guide,
				 bits_of(row->on_attacked ? aftermath->to : aftermath->from));
	}
}

void table_aftermath_begin(struct table *table, uint64_t t_us, enum table_battle battle,
			   bool replaced)
{
	struct table_aftermath *aftermath = &table->aftermath;
	unsigned from = aftermath->from, to = aftermath->to, shows = 0;

	/* where a square is not read people are told all that may be left to do */
	shows |= bits_has(bits_or(table->closed, table->faulty), from) ? HERE : 0;
	shows |= bits_has(bits_or(table->closed, table->faulty), to) ? THERE : 0;
	shows |= replaced ? REPLACED : 0;
	shows |= replaced && table_has_tags(table) ? KNOWN : 0;
	aftermath->emptied =
		bits_minus(bits_or(bits_of(from), bits_of(to)), public_occupied(&table->open));
	if (battle == BATTLE_WON && !(shows & KNOWN)) {
		aftermath->exchange = shows & THERE ? EXCHANGE_DUE : EXCHANGE_OPEN;
		aftermath->opened_us = shows & THERE ? 0 : t_us;
	}
	aftermath->replaced = (shows & REPLACED) != 0;
	table_aftermath_lose_sight(table);
	table_clearing_begin(table);
	send_guides(table, t_us, battle, shows);
}

void table_aftermath_guide_losers(struct table *table, uint64_t t_us, struct bits losers)
{
	const struct table_aftermath *aftermath = &table->aftermath;
	struct bits attacker = bits_and(losers, bits_or(bits_of(aftermath->from), aftermath->low));
	enum side side = (enum side)aftermath->side;

	table_guide_send(table, t_us, side, GUIDE_REMOVE, attacker);
	table_guide_send(table, t_us, side_other(side), GUIDE_REMOVE, bits_minus(losers, attacker));
}
