/*
 * Makes the commitments to ranks when play begins, follows each piece from its first square by the
 * facts of the game, and lists openings. Who may have which opening is the session's to decide.
 */
#include "daemon/archive/commitments.h"

#include "rules/bits.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 64 };

void commitments_init(struct commitments *commitments, const char *game)
{
	memset(commitments, 0, sizeof *commitments);
	snprintf(commitments->game, sizeof commitments->game, "%s", game);
	memset(commitments->origin, SQ_OFF_BOARD, sizeof commitments->origin);
	commitments->from = commitments->to = commitments->attacker = commitments->defender =
		SQ_OFF_BOARD;
}

static void commitment(struct commitments *commitments, unsigned sq, enum side side, char code)
{
	commitments->of[sq].code = code;
	commitments->of[sq].side = (uint8_t)side;
	commitments->origin[sq] = (uint8_t)sq;
}

void commitments_make(struct commitments *commitments, const struct view *view)
{
	struct bits pieces = public_occupied(&view->open);

	commitments->board = view->open.board;
	while (bits_any(pieces)) {
		unsigned sq = bits_take(&pieces);

		commitment(commitments, sq, public_side_at(&view->open, sq), view->code[sq]);
		random_fill(commitments->of[sq].nonce, NONCE_SIZE);
	}
}

bool commitments_made(const struct commitments *commitments)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (commitments->of[sq].code)
			return true;
	return false;
}

/* ---- in the journal ---- */

char *commitments_format(const struct commitments *commitments)
{
	char *lines = malloc(SQ_COUNT * LINE_SIZE), *at = lines;

	for (unsigned sq = 0; lines && sq < SQ_COUNT; sq++) {
		const struct commitment *one = &commitments->of[sq];
		char name[SQ_NAME_SIZE], nonce[2 * NONCE_SIZE + 1];

		if (!one->code)
			continue;
		sq_format(sq, name);
		hex_format(one->nonce, NONCE_SIZE, nonce);
		at += snprintf(at, LINE_SIZE, "%s %s %c %s\n", side_name(one->side), name,
			       one->code, nonce);
	}
	return lines;
}

static bool read_line(struct commitments *commitments, struct text line)
{
	struct text side = text_take_word(&line), name = text_take_word(&line);
	struct text code = text_take_word(&line), digits = line;
	enum side whose = side_parse(side.at, side.length);
	uint8_t nonce[NONCE_SIZE], length, sq;

	if (whose == SIDE_NONE || code.length != 1 ||
	    !sq_parse(commitments->board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD ||
	    !text_hex(digits, NONCE_SIZE, nonce, &length) || length != NONCE_SIZE)
		return false;
	commitment(commitments, sq, whose, code.at[0]);
	memcpy(commitments->of[sq].nonce, nonce, NONCE_SIZE);
	return true;
}

bool commitments_read(struct commitments *commitments, enum board_id board, const char *lines)
{
	struct text rest = {lines, strlen(lines)};

	commitments->board = (uint8_t)board;
	while (rest.length > 0)
		if (!read_line(commitments, text_take_until(&rest, '\n')))
			return false;
	return true;
}

/* ---- following the pieces ---- */

static void move_piece(struct commitments *commitments, unsigned from, unsigned to)
{
	commitments->origin[to] = commitments->origin[from];
	commitments->origin[from] = SQ_OFF_BOARD;
}

static void swap_pieces(struct commitments *commitments, unsigned a, unsigned b)
{
	uint8_t kept = commitments->origin[a];

	commitments->origin[a] = commitments->origin[b];
	commitments->origin[b] = kept;
}

/* An exchanged card changes no square; its turn is kept nevertheless, since it can be taken back. */
static void remember(struct commitments *commitments, const struct action *action)
{
	bool on_board = action->kind != ACTION_EXCHANGE;
	uint8_t from = on_board ? action->from : 0, to = on_board ? action->to : 0;

	commitments->turns[commitments->turn_count++ % COMMITMENTS_TURNS] =
		(struct commitments_turn){from, to, commitments->origin[from],
					  commitments->origin[to]};
}

static void take_back(struct commitments *commitments)
{
	const struct commitments_turn *turn;

	if (commitments->turn_count == 0)
		return;
	turn = &commitments->turns[--commitments->turn_count % COMMITMENTS_TURNS];
	commitments->origin[turn->from] = turn->at_from;
	commitments->origin[turn->to] = turn->at_to;
}

static void follow_battle(struct commitments *commitments, const struct fact *fact)
{
	const struct action *action = &fact->action;

	commitments->from = action->from;
	commitments->to = action->to;
	commitments->attacker = commitments->origin[action->from];
	commitments->defender = commitments->origin[action->to];
	switch ((enum outcome)fact->outcome) {
	case OUTCOME_ATTACKER:
		move_piece(commitments, action->from, action->to);
		break;
	case OUTCOME_BOTH:
		commitments->origin[action->to] = SQ_OFF_BOARD;
		commitments->origin[action->from] = SQ_OFF_BOARD;
		break;
	case OUTCOME_DEFENDER:
		commitments->origin[action->from] = SQ_OFF_BOARD;
		break;
	case OUTCOME_NONE:
		break;
	}
}

static void follow_play(struct commitments *commitments, const struct fact *fact)
{
	const struct action *action = &fact->action;

	if (action->kind > ACTION_EXCHANGE)
		return;
	remember(commitments, action);
	if (action->kind == ACTION_SWAP)
		swap_pieces(commitments, action->from, action->to);
	else if (fact->attack)
		follow_battle(commitments, fact);
	else if (action->kind == ACTION_MOVE)
		move_piece(commitments, action->from, action->to);
}

void commitments_follow(struct commitments *commitments, const struct fact *fact)
{
	if (fact->kind == FACT_PLAY)
		follow_play(commitments, fact);
	else if (fact->kind == FACT_TAKEBACK)
		take_back(commitments);
	else if (fact->kind == FACT_PLACE)
		commitments->origin[fact->sq] = SQ_OFF_BOARD;
}

/* ---- for the audiences ---- */

json_t *commitments_list(const struct commitments *commitments)
{
	json_t *list = json_object();

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		const struct commitment *one = &commitments->of[sq];
		char name[SQ_NAME_SIZE], digits[HASH_TEXT];
		uint8_t commitment[HASH_SIZE];

		if (!one->code)
			continue;
		sq_format(sq, name);
		commitment_make(commitments->game, side_name(one->side), name, one->code,
				one->nonce, commitment);
		hex_format(commitment, HASH_SIZE, digits);
		json_object_set_new(list, name, json_string(digits));
	}
	return list;
}

static void append_opening(json_t *list, const struct commitments *commitments, unsigned sq)
{
	const struct commitment *one = &commitments->of[sq];
	char name[SQ_NAME_SIZE], digits[2 * NONCE_SIZE + 1], code[2] = {one->code, '\0'};

	sq_format(sq, name);
	hex_format(one->nonce, NONCE_SIZE, digits);
	json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:s}", "side", side_name(one->side),
					      "sq", name, "code", code, "nonce", digits));
}

json_t *commitments_openings(const struct commitments *commitments, enum side side)
{
	json_t *list = json_array();

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (commitments->of[sq].code &&
		    (side == SIDE_NONE || commitments->of[sq].side == side))
			append_opening(list, commitments, sq);
	return list;
}

json_t *commitments_battle_openings(const struct commitments *commitments, bool attacker,
				    bool defender)
{
	json_t *list = json_array();

	if (attacker && commitments->attacker != SQ_OFF_BOARD)
		append_opening(list, commitments, commitments->attacker);
	if (defender && commitments->defender != SQ_OFF_BOARD)
		append_opening(list, commitments, commitments->defender);
	return list;
}
