/* Copies of the referee's outputs that can be compared byte by byte, and its facts as text. */
#ifndef TESTS_SUPPORT_TABLE_OUTPUT_H
#define TESTS_SUPPORT_TABLE_OUTPUT_H

#include "daemon/referee/referee_resume.h"

#include <string.h>

/* a fact as text, in a buffer of FACT_SIZE bytes */
static inline void output_fact(const struct output *output, char *text)
{
	struct out out = out_init(text, FACT_SIZE);

	fact_format(output->fact, &out);
}

static inline bool apply_fact_text(struct referee *referee, struct text line)
{
	enum board_id board = (enum board_id)referee_game(referee)->position.open.board;
	struct fact fact;

	return fact_parse(board, line, &fact) && referee_apply_fact(referee, &fact);
}

/* field by field: the padding between them does not matter */
static inline void output_copy(struct output *to, const struct output *from)
{
	memset(to, 0, sizeof *to);
	to->t_us = from->t_us;
	to->to = from->to;
	to->event = from->event;
	to->side = from->side;
	to->from = from->from;
	to->sq = from->sq;
	to->outcome = from->outcome;
	to->attacker = from->attacker;
	to->defender = from->defender;
	to->rule = from->rule;
	to->guide = from->guide;
	to->question = from->question;
	to->running = from->running;
	to->winner = from->winner;
	to->reason = from->reason;
	memcpy(to->cards, from->cards, sizeof to->cards);
	to->ply = from->ply;
	to->squares = from->squares;
	memcpy(to->left_ms, from->left_ms, sizeof to->left_ms);
	memcpy(to->text, from->text, sizeof to->text);
	to->why.code = from->why.code;
	to->why.count = from->why.count;
	to->why.total = from->why.total;
	to->why.missing = from->why.missing;
	to->why.extra = from->why.extra;
	memcpy(to->why.text, from->why.text, sizeof to->why.text);
	if (from->fact)
		output_fact(from, to->text);
}

#endif
