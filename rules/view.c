/*
 * Decides what each audience may know of a game, of an action and of a challenge. Every rank that
 * leaves the rules leaves here.
 */
#include "rules/inside.h"

#include "rules/view.h"

#include <string.h>

const char *audience_name(enum audience audience)
{
	static const char *const names[] = {"public", "red", "blue", "arbiter"};

	return names[audience];
}

/* the squares whose pieces the audience may see from the front */
static struct bits known_to(const struct game *game, enum audience audience)
{
	const struct position *position = &game->position;

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = (enum side)i;
		struct bits shown = position->sealed_ranks.shown[side_other(side)];

		if (audience != audience_of(side))
			continue;
		return game->options.memory_aid ? bits_or(position->open.holds[side], shown)
						: position->open.holds[side];
	}
	return audience == AUDIENCE_ARBITER ? public_occupied(&position->open) : BITS_NONE;
}

static char code_at(const struct position *position, struct bits known, unsigned sq)
{
	const struct board *board = &boards[position->open.board];

	if (public_side_at(&position->open, sq) != SIDE_NONE)
		return bits_has(known, sq) ? piece_code(position_piece(position, sq)) : '?';
	if (bits_has(board->lakes, sq))
		return '~';
	return bits_has(board->land, sq) ? '.' : '\0';
}

void view_make(struct view *view, const struct game *game, enum audience audience)
{
	struct bits known = known_to(game, audience);

	memset(view, 0, sizeof *view);
	view->open = game->position.open;
	view->audience = (uint8_t)audience;
	view->winner = game->winner;
	view->reason = game->reason;
	view->plies = game->plies;
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		view->code[sq] = code_at(&game->position, known, sq);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		const struct card_stock *stock = &game->sealed_cards[i];
		bool own = audience == audience_of((enum side)i) || audience == AUDIENCE_ARBITER;

		view->cards[i].held = stock->held;
		view->cards[i].piled = stock->piled;
		view->cards[i].discard = stock->discard;
		view->cards[i].exchanged = stock->exchanged;
		view->cards[i].mulliganed = stock->mulliganed;
		if (own)
			memcpy(view->cards[i].hand, stock->hand, HAND_SIZE);
	}
}

size_t view_rows(const struct view *view, enum side side, unsigned first_row, unsigned rows,
		 char *buffer)
{
	unsigned columns = boards[view->open.board].columns;
	size_t n = 0;

	for (unsigned row = first_row; row < first_row + rows; row++) {
		if (row > first_row)
			buffer[n++] = '/';
		for (unsigned column = 0; column < columns; column++) {
			unsigned sq = sq_at(column, row);

			buffer[n++] = bits_has(view->open.holds[side], sq) ? view->code[sq] : '.';
		}
	}
	buffer[n] = '\0';
	return n;
}

/*
 * Both players learn both ranks, as the leaflets say, unless the game discloses outcomes only. A
 * mock attack shows the defender to the attacker and nothing to anyone else, in either case.
 */
static void show_battle(struct report_view *view, const struct report *report,
			enum audience audience)
{
	const struct battle_facts *facts = &report->sealed_battle;
	bool mock = report->outcome == OUTCOME_NONE;
	bool attacker_seat = audience == audience_of((enum side)report->side);
	bool arbiter = audience == AUDIENCE_ARBITER;
	bool open = audience != AUDIENCE_PUBLIC && !mock && report->disclosure == DISCLOSURE_OPEN;

	if (arbiter || open)
		view->attacker = facts->attacker;
	if (arbiter || open || (mock && attacker_seat))
		view->defender = facts->defender;
	view->attack_card = facts->attack_card;
	view->defence_card = facts->defence_card;
}

void report_view_make(struct report_view *view, const struct report *report, enum audience audience)
{
	memset(view, 0, sizeof *view);
	view->legal = report->legal;
	view->kind = report->kind;
	view->side = report->side;
	view->from = report->from;
	view->to = report->to;
	if (audience == AUDIENCE_ARBITER || audience == audience_of((enum side)report->side))
		view->rule = report->sealed_rule;
	if (!report->legal)
		return;
	view->attack = report->attack;
	view->outcome = report->outcome;
	view->movement = report->sealed_action.movement;
	if (report->attack)
		show_battle(view, report, audience);
}

void challenge_view_make(struct challenge_view *view, const struct game *game,
			 const struct action *action)
{
	bool mock = action->attack_card == CARD_MOCK_ATTACK;

	memset(view, 0, sizeof *view);
	if (game->options.bluff) {
		view->announced = action->attack_card != CARD_NONE;
		return;
	}
	view->attack_card = action->attack_card;
	if (!mock && game->options.disclosure == DISCLOSURE_OPEN)
		view->attacker = (uint8_t)position_piece(&game->position, action->from);
}
