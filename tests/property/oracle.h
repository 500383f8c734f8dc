/*
 * The ordinary rules of a turn once more, as plainly as they can be written: pieces with a number
 * each on a board, every turn remembered, the two rules against repetition word for word as they
 * are defined. It shares no code with rules/, so that a slip there is not repeated here. It knows
 * no cards: a game with cards tells it what they did to the board.
 */
#ifndef TESTS_PROPERTY_ORACLE_H
#define TESTS_PROPERTY_ORACLE_H

#include "rules/game.h"
#include "tests/property/chance.h"

#include <string.h>

enum {
	ORACLE_PLIES = 400,
	ORACLE_IDS = 81 /* pieces are numbered from 1 */
};

struct oracle_turn {
	uint8_t id, from, to;
	bool crosses; /* borders */
	bool evades;
};

struct oracle {
	struct options options;
	enum board_id board;
	uint8_t side[SQ_COUNT], piece[SQ_COUNT], id[SQ_COUNT];
	bool told[ORACLE_IDS]; /* the other side has learned its rank */
	struct oracle_turn turns[SIDE_COUNT][ORACLE_PLIES]; /* all of a side's, oldest first */
	unsigned turn_count[SIDE_COUNT];
	struct oracle_turn past[ORACLE_PLIES]; /* plies since the history was cleared */
	uint64_t sums[ORACLE_PLIES + 1];       /* sums[i] is the position before past[i] */
	unsigned past_count;
};

static inline uint64_t oracle_sum_of(unsigned id, unsigned sq)
{
	return chance_mix((uint64_t)id * SQ_COUNT + sq);
}

static inline void oracle_init(struct oracle *oracle, enum board_id board, struct options options)
{
	oracle->board = board;
	oracle->options = options;
	memset(oracle->side, SIDE_NONE, sizeof oracle->side);
	memset(oracle->piece, PIECE_NONE, sizeof oracle->piece);
	memset(oracle->id, 0, sizeof oracle->id);
	memset(oracle->told, 0, sizeof oracle->told);
	memset(oracle->turn_count, 0, sizeof oracle->turn_count);
	oracle->past_count = 0;
	oracle->sums[0] = 0;
}

static inline void oracle_put(struct oracle *oracle, unsigned sq, unsigned side, unsigned piece,
			      unsigned id)
{
	oracle->side[sq] = (uint8_t)side;
	oracle->piece[sq] = (uint8_t)piece;
	oracle->id[sq] = (uint8_t)id;
	oracle->sums[oracle->past_count] += oracle_sum_of(id, sq);
}

static inline void oracle_take(struct oracle *oracle, unsigned sq)
{
	oracle->sums[oracle->past_count] -= oracle_sum_of(oracle->id[sq], sq);
	oracle->side[sq] = SIDE_NONE;
	oracle->piece[sq] = PIECE_NONE;
	oracle->id[sq] = 0;
}

static inline void oracle_shift(struct oracle *oracle, unsigned from, unsigned to)
{
	unsigned side = oracle->side[from], piece = oracle->piece[from], id = oracle->id[from];

	oracle_take(oracle, from);
	oracle_put(oracle, to, side, piece, id);
}

static inline bool oracle_is_land(const struct oracle *oracle, int column, int row)
{
	const struct board *board = &boards[oracle->board];

	return column >= 0 && row >= 0 && column < board->columns && row < board->rows &&
	       !bits_has(board->lakes, sq_at((unsigned)column, (unsigned)row));
}

static inline int oracle_sign(int n)
{
	return (n > 0) - (n < 0);
}

struct oracle_line {
	int column, row; /* where it begins */
	int step_column, step_row;
	int length; /* in steps; 0 if the squares are not in one row or column */
};

static inline struct oracle_line oracle_line(unsigned from, unsigned to)
{
	int columns = (int)sq_column(to) - (int)sq_column(from);
	int rows = (int)sq_row(to) - (int)sq_row(from);
	struct oracle_line line = {
		.column = (int)sq_column(from),
		.row = (int)sq_row(from),
		.step_column = oracle_sign(columns),
		.step_row = oracle_sign(rows),
	};

	if (columns == 0 || rows == 0)
		line.length = columns + rows < 0 ? -(columns + rows) : columns + rows;
	return line;
}

static inline unsigned oracle_nth(const struct oracle_line *line, int n)
{
	return sq_at((unsigned)(line->column + n * line->step_column),
		     (unsigned)(line->row + n * line->step_row));
}

static inline bool oracle_can_go(const struct oracle *oracle, unsigned side, unsigned from,
				 unsigned to)
{
	struct oracle_line line = oracle_line(from, to);
	unsigned piece = oracle->piece[from];

	if (oracle->side[from] != side || oracle->side[to] == side || line.length == 0)
		return false;
	if (piece == PIECE_BOMB || piece == PIECE_FLAG || (line.length > 1 && piece != PIECE_SCOUT))
		return false;
	for (int i = 1; i <= line.length; i++) {
		if (!oracle_is_land(oracle, line.column + i * line.step_column,
				    line.row + i * line.step_row))
			return false;
		if (i < line.length && oracle->side[oracle_nth(&line, i)] != SIDE_NONE)
			return false;
	}
	return true;
}

static inline bool oracle_crossed(const struct oracle_turn *turn, unsigned a, unsigned b)
{
	struct oracle_line line = oracle_line(turn->from, turn->to);

	for (int i = 0; turn->crosses && i < line.length; i++) {
		unsigned c = oracle_nth(&line, i), d = oracle_nth(&line, i + 1);

		if ((c == a && d == b) || (c == b && d == a))
			return true;
	}
	return false;
}

/* "some border that it crosses was also crossed in each of the owner's last N turns, all by this
 * piece" */
static inline bool oracle_two_squares(const struct oracle *oracle, unsigned side, unsigned from,
				      unsigned to)
{
	unsigned limit = oracle->options.two_squares, count = oracle->turn_count[side];
	struct oracle_line line = oracle_line(from, to);

	if (limit == 0 || count < limit)
		return false;
	for (int i = 0; i < line.length; i++) {
		unsigned a = oracle_nth(&line, i), b = oracle_nth(&line, i + 1), n = 0;

		while (n < limit && oracle->turns[side][count - 1 - n].id == oracle->id[from] &&
		       oracle_crossed(&oracle->turns[side][count - 1 - n], a, b))
			n++;
		if (n == limit)
			return true;
	}
	return false;
}

static inline bool oracle_beside(unsigned a, unsigned b)
{
	return oracle_line(a, b).length == 1;
}

static inline bool oracle_threatens(const struct oracle *oracle, unsigned side, unsigned to)
{
	static const int ways[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};

	for (unsigned i = 0; i < 4; i++) {
		int column = (int)sq_column(to) + ways[i][0], row = (int)sq_row(to) + ways[i][1];

		if (oracle_is_land(oracle, column, row) &&
		    oracle->side[sq_at((unsigned)column, (unsigned)row)] == side_other(side))
			return true;
	}
	return false;
}

/* the position that comes about equals one of the chase, unless the last own move is taken back */
static inline bool oracle_more_squares(const struct oracle *oracle, unsigned side, unsigned from,
				       unsigned to)
{
	unsigned n = oracle->past_count, first, id = oracle->id[from];
	uint64_t sum = oracle->sums[n] - oracle_sum_of(id, from) + oracle_sum_of(id, to);

	if (!oracle->options.more_squares || oracle->side[to] != SIDE_NONE || n < 2 ||
	    !oracle->past[n - 1].evades || !oracle_threatens(oracle, side, to))
		return false;
	if (oracle->past[n - 2].id == id && oracle->past[n - 2].from == to)
		return false;
	first = n - 2;
	while (first >= 2 && oracle->past[first - 1].evades)
		first -= 2;
	for (unsigned i = first; i <= n; i++)
		if (oracle->sums[i] == sum)
			return true;
	return false;
}

/* RULE_OK, the repetition rule that forbids a move without cards, or RULE_TOO_FAR for any other
 * reason */
static inline enum rule oracle_judge(const struct oracle *oracle, unsigned side, unsigned from,
				     unsigned to)
{
	if (!oracle_can_go(oracle, side, from, to))
		return RULE_TOO_FAR;
	if (oracle_two_squares(oracle, side, from, to))
		return RULE_TWO_SQUARES;
	return oracle_more_squares(oracle, side, from, to) ? RULE_MORE_SQUARES : RULE_OK;
}

static inline void oracle_clear(struct oracle *oracle)
{
	oracle->sums[0] = oracle->sums[oracle->past_count];
	oracle->past_count = 0;
}

static inline void oracle_battle(struct oracle *oracle, const struct action *action,
				 enum outcome outcome)
{
	bool open = oracle->options.disclosure == DISCLOSURE_OPEN;

	if (open && outcome != OUTCOME_NONE)
		oracle->told[oracle->id[action->from]] = true;
	if (open || outcome == OUTCOME_NONE)
		oracle->told[oracle->id[action->to]] = true;
	if (outcome == OUTCOME_ATTACKER || outcome == OUTCOME_BOTH)
		oracle_take(oracle, action->to);
	if (outcome == OUTCOME_DEFENDER || outcome == OUTCOME_BOTH)
		oracle_take(oracle, action->from);
	if (outcome == OUTCOME_ATTACKER)
		oracle_shift(oracle, action->from, action->to);
}

static inline void oracle_swap(struct oracle *oracle, unsigned a, unsigned b)
{
	unsigned side = oracle->side[a], piece = oracle->piece[a], id = oracle->id[a];

	oracle_take(oracle, a);
	oracle_shift(oracle, b, a);
	oracle_put(oracle, b, side, piece, id);
}

static inline void oracle_note_plain_move(struct oracle *oracle, struct oracle_turn turn)
{
	unsigned n = oracle->past_count;

	turn.evades = n > 0 && oracle_beside(oracle->past[n - 1].to, turn.from);
	oracle->past[n] = turn;
	oracle->sums[n + 1] = oracle->sums[n];
	oracle->past_count = n + 1;
	oracle_shift(oracle, turn.from, turn.to);
}

/* A turn that was played, with the outcome of its battle if there was one. Words are no turns. */
static inline void oracle_play(struct oracle *oracle, const struct action *action,
			       enum outcome outcome)
{
	bool along = action->movement == CARD_NONE || action->movement == CARD_CHARGE_2 ||
		     action->movement == CARD_CHARGE_3;
	struct oracle_turn turn = {.from = action->from, .to = action->to};
	bool plain = false;

	if (action->kind == ACTION_MOVE) {
		turn.id = oracle->id[action->from];
		turn.crosses = along && action->attack_card != CARD_MOCK_ATTACK;
		plain = !action->attack && action->movement == CARD_NONE;
	}
	oracle->turns[action->side][oracle->turn_count[action->side]++] = turn;
	if (plain)
		oracle_note_plain_move(oracle, turn);
	else if (action->kind == ACTION_MOVE && action->attack)
		oracle_battle(oracle, action, outcome);
	else if (action->kind == ACTION_MOVE)
		oracle_shift(oracle, action->from, action->to);
	else if (action->kind == ACTION_SWAP)
		oracle_swap(oracle, action->from, action->to);
	if (!plain)
		oracle_clear(oracle);
}

#endif
