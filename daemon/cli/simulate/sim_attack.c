/*
 * Attacks in the four ways in which people make them, and the clearing away when the referee has
 * said who won.
 *
 * The attacker holds still until the verdict. Where a touch leaves no trace, or reaches far, the
 * referee cannot know or will ask, and the player says it on the handheld.
 */
#include "daemon/cli/simulate/sim_act.h"
#include "daemon/cli/simulate/sim_dice.h"
#include "daemon/cli/simulate/sim_hands.h"
#include "daemon/cli/simulate/sim_table.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/piece.h"
#include "rules/square.h"

enum style { TAP, LIFT_BOTH, SET_ON };

struct attack {
	const struct sim_turn *turn;
	unsigned from, to;
	unsigned attacker, defender; /* pieces */
	enum style style;
	bool far, traced, enemy_first;
	bool attacked_again; /* the next action attacks the piece that stands there then */
};

static void shield(struct sim_table *table, const struct attack *attack)
{
	table->shielded = bits_or(bits_of(attack->from), bits_of(attack->to));
	table->shielded =
		bits_or(table->shielded, sim_in_reach(table, attack->turn->side, attack->from));
	if (table->exchange_sq != SQ_OFF_BOARD)
		bits_add(&table->shielded, table->exchange_sq);
	if (attack->turn->quick && table->arrived_sq != SQ_OFF_BOARD)
		bits_add(&table->shielded, table->arrived_sq);
}

/* ---- the attack itself ---- */

static void tap(struct sim_table *table, struct attack *attack)
{
	attack->traced = !sim_happens(&table->dice, table->noise->traceless);
	attack->attacker = sim_lift(table, attack->from);
	if (sim_happens(&table->dice, table->noise->hold)) {
		sim_wait_ms(table, 900, 6000);
		sim_note_add(table, "hold");
	}
	sim_carry(table, attack->from, attack->to, attack->attacker);
	sim_reach_for(table, attack->to);
	table->now_us =
		sim_touch(table, table->now_us, attack->to, attack->attacker, attack->traced);
	sim_note_add(table, attack->far ? "far-tap" : "near-tap");
	sim_note_add(table, attack->traced ? "traced" : "traceless");
}

/*
 * While the opponent's move is not final, the other order would be that move taken back; and with
 * both off at once, the piece that has just arrived might still be on its way to the other one.
 */
static void lift_both(struct sim_table *table, struct attack *attack)
{
	bool enemy_first = !attack->turn->quick && sim_happens(&table->dice, SIM_ALWAYS / 4);
	bool just_arrived = attack->turn->quick && attack->to == table->arrived_sq;

	attack->enemy_first = enemy_first;
	if (enemy_first)
		sim_lift(table, attack->to);
	else
		attack->attacker = sim_lift(table, attack->from);
	sim_wait_ms(table, just_arrived ? 450 : 100, 650);
	if (enemy_first)
		attack->attacker = sim_lift(table, attack->from);
	else
		sim_lift(table, attack->to);
	sim_note_add(table, enemy_first ? "enemy-first" : "own-first");
}

/*
 * It takes a moment where a shorter one would be something else: a touch from afar, or a hand that
 * jogs the enemy on its way to its own piece.
 */
static void set_on(struct sim_table *table, struct attack *attack)
{
	lift_both(table, attack);
	sim_wait_ms(table, attack->far || attack->enemy_first ? 460 : 150, 650);
	sim_put(table, attack->to, attack->attacker);
}

static enum style choose_style(struct sim_table *table)
{
	unsigned n = sim_below(&table->dice, SIM_ALWAYS);

	if (n < table->noise->lift_both)
		return LIFT_BOTH;
	return n < table->noise->lift_both + table->noise->set_on ? SET_ON : TAP;
}

static void make(struct sim_table *table, struct attack *attack)
{
	attack->style = choose_style(table);
	switch (attack->style) {
	case TAP:
		tap(table, attack);
		break;
	case LIFT_BOTH:
		lift_both(table, attack);
		sim_note_add(table, "lift-both");
		break;
	case SET_ON:
		set_on(table, attack);
		sim_note_add(table, "set-on");
		break;
	}
}

/* ---- until the verdict ---- */

/* a word on the handheld: the answer to what the referee asks, or before it asks */
static void declare(struct sim_table *table, const struct attack *attack)
{
	bool asked = !table->cards && sim_happens(&table->dice, SIM_ALWAYS / 3);
	const char *answer = attack->traced ? "confirm" : "target";

	sim_wait_ms(table, 1500, 3000);
	if (!asked || table->now_us < table->last_us + (SIM_STILL_MS + SIM_REACTION_MS) * 1000) {
		sim_say_sq(table, attack->turn->side, "attack", attack->to);
	} else if (attack->traced) {
		sim_say(table, attack->turn->side, answer, NULL);
	} else {
		sim_say_sq(table, attack->turn->side, answer, attack->to);
	}
	sim_wait_ms(table, SIM_REACTION_MS, 1500);
}

static void press_done(struct sim_table *table, const struct attack *attack)
{
	table->now_us = sim_later(table->now_us, table->last_us);
	sim_wait_ms(table, 5, 300);
	sim_say(table, attack->turn->side, "done", NULL);
	sim_note_add(table, "done");
	sim_wait_ms(table, SIM_REACTION_MS, 1500);
}

/* In Battle Cards the side attacked is always asked for a card. */
static void defend(struct sim_table *table, const struct attack *attack)
{
	const struct report_view *what = &attack->turn->action->what;

	if (!table->cards)
		return;
	sim_wait_ms(table, 200, 1200);
	sim_say(table, side_other(attack->turn->side), "card defend",
		what->defence_card == CARD_NONE ? "none" : card_name(what->defence_card));
	sim_wait_ms(table, SIM_REACTION_MS, 1500);
}

/* Done would come too early while the opponent's own move is not final. */
static void await_verdict(struct sim_table *table, const struct attack *attack)
{
	bool tapped = attack->style == TAP;

	if (tapped && (attack->far || !attack->traced))
		declare(table, attack);
	else if (!attack->turn->quick && sim_happens(&table->dice, table->noise->done))
		press_done(table, attack);
	else
		sim_await_referee(table);
	defend(table, attack);
}

/* ---- clearing away ---- */

static void pause_a_little(struct sim_table *table)
{
	if (sim_happens(&table->dice, table->noise->slow))
		sim_wait_ms(table, 1000, 5000);
	else
		sim_wait_ms(table, 150, 900);
}

/* the piece that stands there is lifted and another one, or the same, set down */
static void exchange(struct sim_table *table, unsigned sq, unsigned piece)
{
	sim_lift(table, sq);
	pause_a_little(table);
	sim_put(table, sq, piece);
}

/*
 * The captor takes the captured piece's place. A contact may not notice the exchange; then that
 * square must not be jogged while the opponent holds a piece, since it might be either.
 */
static void captor_in(struct sim_table *table, const struct attack *attack)
{
	unsigned sq = attack->to;
	bool closely = !attack->attacked_again && sim_happens(&table->dice, table->noise->push_out);
	bool sets_straight = attack->attacked_again || sim_happens(&table->dice, SIM_ALWAYS / 2);

	if (attack->style == LIFT_BOTH) {
		sim_put(table, sq, attack->attacker);
	} else if (attack->style == TAP && !closely) {
		exchange(table, sq, attack->attacker);
	} else if (attack->style == TAP) {
		table->now_us = sim_replace(table, table->now_us, sq, attack->attacker);
		table->exchange_sq = (uint8_t)sq;
		sim_note_add(table, "pushed-out");
	} else if (sets_straight) {
		table->now_us =
			sim_blink(table, table->now_us, sq, sim_between_ms(&table->dice, 60, 350));
	} else {
		table->exchange_sq = (uint8_t)sq;
	}
}

static void put_back_and_remove(struct sim_table *table, const struct attack *attack)
{
	sim_put(table, attack->from, attack->attacker);
	sim_note_add(table, "misplaced");
	sim_wait_ms(table, 500, 2500);
	sim_lift(table, attack->from);
}

static void attacker_out(struct sim_table *table, const struct attack *attack)
{
	if (attack->style == LIFT_BOTH)
		sim_put(table, attack->to, attack->defender);
	else if (attack->style == SET_ON)
		exchange(table, attack->to, attack->defender);
	else if (sim_happens(&table->dice, table->noise->misplace))
		put_back_and_remove(table, attack);
}

static void both_out(struct sim_table *table, const struct attack *attack)
{
	if (attack->style != LIFT_BOTH)
		sim_lift(table, attack->to);
}

/* a mock attack: everyone goes back to where they were */
static void both_back(struct sim_table *table, const struct attack *attack)
{
	if (attack->style == LIFT_BOTH)
		sim_put(table, attack->to, attack->defender);
	else if (attack->style == SET_ON)
		exchange(table, attack->to, attack->defender);
	pause_a_little(table);
	sim_put(table, attack->from, attack->attacker);
}

/*
 * It is the opponent's turn now. What leaves the board or comes back to it is theirs, or stands
 * opposite: jogged at the same moment, a piece of the other side would look like an attack by
 * theirs, or on it.
 */
static void shield_clearing(struct sim_table *table, const struct attack *attack)
{
	enum side side = attack->turn->side;
	bool captured = attack->turn->action->what.outcome == OUTCOME_ATTACKER;

	table->shielded =
		bits_or(table->shielded, table->holds[captured ? side_other(side) : side]);
}

static void clear_away(struct sim_table *table, const struct attack *attack)
{
	shield_clearing(table, attack);
	switch (attack->turn->action->what.outcome) {
	case OUTCOME_ATTACKER:
		captor_in(table, attack);
		break;
	case OUTCOME_DEFENDER:
		attacker_out(table, attack);
		break;
	case OUTCOME_BOTH:
		both_out(table, attack);
		break;
	default:
		both_back(table, attack);
		break;
	}
}

void sim_attack(struct sim_table *table, const struct sim_turn *turn)
{
	const struct report_view *what = &turn->action->what;
	struct attack attack = {
		.turn = turn,
		.from = what->from,
		.to = what->to,
		.defender = table->at[what->to],
		.far = !sq_touch(what->from, what->to),
		.traced = true,
		.attacked_again =
			turn->next && turn->next->what.attack && turn->next->what.to == what->to,
	};

	shield(table, &attack);
	make(table, &attack);
	await_verdict(table, &attack);
	table->pending = false;
	table->exchange_sq = SQ_OFF_BOARD;
	pause_a_little(table);
	clear_away(table, &attack);
	table->now_us = sim_later(table->now_us, table->last_us);
	table->shielded = BITS_NONE;
}
