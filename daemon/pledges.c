/* Committing to ranks, and opening what may be known. */
#include "daemon/pledges.h"

#include "rules/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 64 };

void pledges_init(struct pledges *pledges, const char *game)
{
	memset(pledges, 0, sizeof *pledges);
	snprintf(pledges->game, sizeof pledges->game, "%s", game);
	memset(pledges->origin, SQ_OFF_BOARD, sizeof pledges->origin);
	memset(pledges->before, SQ_OFF_BOARD, sizeof pledges->before);
	pledges->from = pledges->to = pledges->attacker = pledges->defender = SQ_OFF_BOARD;
}

static void pledge(struct pledges *pledges, unsigned sq, enum side side, char code)
{
	pledges->of[sq].code = code;
	pledges->of[sq].side = (uint8_t)side;
	pledges->origin[sq] = pledges->before[sq] = (uint8_t)sq;
}

void pledges_make(struct pledges *pledges, const struct view *view)
{
	struct bits pieces = public_occupied(&view->open);

	pledges->board = view->open.board;
	while (bits_any(pieces)) {
		unsigned sq = bits_take(&pieces);

		pledge(pledges, sq, public_side_at(&view->open, sq), view->code[sq]);
		random_fill(pledges->of[sq].nonce, NONCE_SIZE);
	}
}

bool pledges_made(const struct pledges *pledges)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (pledges->of[sq].code)
			return true;
	return false;
}

/* ---- in the journal ---- */

char *pledges_format(const struct pledges *pledges)
{
	char *lines = malloc(SQ_COUNT * LINE_SIZE), *at = lines;

	for (unsigned sq = 0; lines && sq < SQ_COUNT; sq++) {
		const struct pledge *one = &pledges->of[sq];
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

static bool read_line(struct pledges *pledges, struct text line)
{
	struct text side = text_take_word(&line), name = text_take_word(&line);
	struct text code = text_take_word(&line), digits = line;
	enum side whose = side_parse(side.at, side.length);
	uint8_t nonce[NONCE_SIZE], length, sq;

	if (whose == SIDE_NONE || code.length != 1 ||
	    !sq_parse(pledges->board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD ||
	    !text_hex(digits, NONCE_SIZE, nonce, &length) || length != NONCE_SIZE)
		return false;
	pledge(pledges, sq, whose, code.at[0]);
	memcpy(pledges->of[sq].nonce, nonce, NONCE_SIZE);
	return true;
}

bool pledges_read(struct pledges *pledges, enum board_id board, const char *lines)
{
	struct text rest = {lines, strlen(lines)};

	pledges->board = (uint8_t)board;
	while (rest.length > 0)
		if (!read_line(pledges, text_take_until(&rest, '\n')))
			return false;
	return true;
}

/* ---- following the pieces ---- */

static void move_piece(struct pledges *pledges, unsigned from, unsigned to)
{
	pledges->origin[to] = pledges->origin[from];
	pledges->origin[from] = SQ_OFF_BOARD;
}

static void swap_pieces(struct pledges *pledges, unsigned a, unsigned b)
{
	uint8_t kept = pledges->origin[a];

	pledges->origin[a] = pledges->origin[b];
	pledges->origin[b] = kept;
}

static void follow_battle(struct pledges *pledges, const struct action *action, struct text outcome)
{
	pledges->from = action->from;
	pledges->to = action->to;
	pledges->attacker = pledges->origin[action->from];
	pledges->defender = pledges->origin[action->to];
	if (text_is(outcome, "attacker")) {
		move_piece(pledges, action->from, action->to);
	} else if (text_is(outcome, "defender")) {
		pledges->origin[action->from] = SQ_OFF_BOARD;
	} else if (text_is(outcome, "both")) {
		pledges->origin[action->from] = SQ_OFF_BOARD;
		pledges->origin[action->to] = SQ_OFF_BOARD;
	}
}

static void follow_play(struct pledges *pledges, struct text rest)
{
	struct text colour = text_take_word(&rest), behind = rest, outcome = {"", 0};
	struct text words = text_trim(text_take_until(&behind, '='));
	char unused[RECORD_REASON_SIZE];
	struct out reason = out_init(unused, sizeof unused);
	struct action action;

	memcpy(pledges->before, pledges->origin, sizeof pledges->before);
	if (!record_parse_action(pledges->board, side_parse(colour.at, colour.length), words,
				 &action, &reason))
		return;
	behind = text_trim(behind);
	outcome = text_take_word(&behind);
	if (action.kind == ACTION_SWAP)
		swap_pieces(pledges, action.from, action.to);
	else if (action.kind == ACTION_MOVE && action.attack)
		follow_battle(pledges, &action, outcome);
	else if (action.kind == ACTION_MOVE)
		move_piece(pledges, action.from, action.to);
}

void pledges_follow(struct pledges *pledges, const char *fact)
{
	struct text rest = {fact, strlen(fact)}, word = text_take_word(&rest), name;
	uint8_t sq;

	if (text_is(word, "play")) {
		follow_play(pledges, rest);
	} else if (text_is(word, "takeback")) {
		memcpy(pledges->origin, pledges->before, sizeof pledges->origin);
	} else if (text_is(word, "place")) {
		name = text_take_word(&rest);
		if (sq_parse(pledges->board, name.at, name.length, &sq) && sq != SQ_OFF_BOARD)
			pledges->origin[sq] = SQ_OFF_BOARD;
	}
}

/* ---- for the audiences ---- */

json_t *pledges_commitments(const struct pledges *pledges)
{
	json_t *list = json_object();

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		const struct pledge *one = &pledges->of[sq];
		char name[SQ_NAME_SIZE], digits[HASH_TEXT];
		uint8_t commitment[HASH_SIZE];

		if (!one->code)
			continue;
		sq_format(sq, name);
		commitment_make(pledges->game, side_name(one->side), name, one->code, one->nonce,
				commitment);
		hex_format(commitment, HASH_SIZE, digits);
		json_object_set_new(list, name, json_string(digits));
	}
	return list;
}

static void append_opening(json_t *list, const struct pledges *pledges, unsigned sq)
{
	const struct pledge *one = &pledges->of[sq];
	char name[SQ_NAME_SIZE], digits[2 * NONCE_SIZE + 1], code[2] = {one->code, '\0'};

	sq_format(sq, name);
	hex_format(one->nonce, NONCE_SIZE, digits);
	json_array_append_new(list, json_pack("{s:s,s:s,s:s,s:s}", "side", side_name(one->side),
					      "sq", name, "code", code, "nonce", digits));
}

json_t *pledges_openings(const struct pledges *pledges, enum side side)
{
	json_t *list = json_array();

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (pledges->of[sq].code && (side == SIDE_NONE || pledges->of[sq].side == side))
			append_opening(list, pledges, sq);
	return list;
}

json_t *pledges_battle_openings(const struct pledges *pledges, bool attacker, bool defender)
{
	json_t *list = json_array();

	if (attacker && pledges->attacker != SQ_OFF_BOARD)
		append_opening(list, pledges, pledges->attacker);
	if (defender && pledges->defender != SQ_OFF_BOARD)
		append_opening(list, pledges, pledges->defender);
	return list;
}
