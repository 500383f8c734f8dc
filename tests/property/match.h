/*
 * A random game: how it begins, what was played in it, the oracle beside it, and its record for the
 * person who looks into a failure. player.h chooses the next action.
 */
#ifndef TESTS_PROPERTY_MATCH_H
#define TESTS_PROPERTY_MATCH_H

#include "rules/record.h"
#include "tests/property/chance.h"
#include "tests/property/flip.h"
#include "tests/property/oracle.h"

enum {
	MATCH_PLIES = 300,
	MATCH_STEPS = MATCH_PLIES + 8, /* with mulligans and the word that ends it */
	MATCH_RECORD_SIZE = 32 * 1024
};

struct beginning {
	unsigned edition;
	struct options options;
	bool is_study; /* a few pieces anywhere, perhaps a few cards; either side may begin */
	enum side to_move;
	uint8_t side[SQ_COUNT], piece[SQ_COUNT];
	uint8_t decks[SIDE_COUNT][CARD_COUNT];
	unsigned deck_count[SIDE_COUNT];
};

struct match {
	uint64_t seed;
	unsigned number;
	struct chance chance;
	struct beginning beginning;
	struct game game;
	struct oracle oracle;
	struct action steps[MATCH_STEPS]; /* all were legal, but perhaps for the last one */
	unsigned step_count;
	bool oracle_differs;	/* from the validator, about an action that was considered */
	enum rule refused_rule; /* why a repetition rule forbade ... */
	struct action refused;	/* ... the last action of which one did */
	struct action suspect;	/* played last, or judged in two ways */
	char failure[160];	/* why a check failed */
	uint64_t games, plies;	/* in the whole run, as is the following */
	uint64_t card_games;	/* those with cards */
	uint64_t forbidden[RULE_COUNT]; /* how often each rule forbade something */
	uint64_t played[CARD_END];	/* how often each card was played */
	uint64_t ended[REASON_COUNT];
};

static inline void beginning_random_options(struct options *options, struct chance *chance)
{
	options->memory_aid = chance_once_in(chance, 2);
	options->disclosure = (uint8_t)chance_below(chance, 2);
	if (!chance_once_in(chance, 3))
		return;
	options->two_squares = (uint8_t)(chance_once_in(chance, 2) ? chance_below(chance, 4)
								   : chance_below(chance, 10));
	options->more_squares = !chance_once_in(chance, 4);
	options->immobile_moved = (uint8_t)chance_below(chance, 3);
	options->bluff = chance_once_in(chance, 2);
}

/* a side's pieces one after the other; returns how many */
static inline unsigned beginning_army(const struct edition *edition, uint8_t list[SQ_COUNT])
{
	unsigned n = 0;

	for (unsigned piece = 0; piece < PIECE_KINDS; piece++)
		for (unsigned i = 0; i < edition->army[piece]; i++)
			list[n++] = (uint8_t)piece;
	return n;
}

static inline void beginning_put(struct beginning *beginning, unsigned sq, enum side side,
				 unsigned piece)
{
	beginning->side[sq] = (uint8_t)side;
	beginning->piece[sq] = (uint8_t)piece;
}

static inline void beginning_random_setup(struct beginning *beginning, enum side side,
					  struct chance *chance)
{
	const struct edition *edition = &editions[beginning->edition];
	unsigned columns = boards[edition->board].columns, places = columns * edition->setup_rows;
	uint8_t home[SQ_COUNT] = {0};

	beginning_army(edition, home);
	chance_shuffle(chance, home, places);
	for (unsigned i = 0; i < places; i++)
		if (home[i] != PIECE_NONE)
			beginning_put(
				beginning,
				sq_at(i % columns, edition_first_row(edition, side) + i / columns),
				side, home[i]);
}

/* a few pieces of a side in the same corner of the board as those of the other, where chases begin
 * soon */
static inline void beginning_random_study(struct beginning *beginning, enum side side,
					  unsigned corner, struct chance *chance)
{
	const struct edition *edition = &editions[beginning->edition];
	uint8_t army[SQ_COUNT];
	unsigned size = beginning_army(edition, army), count = 1 + chance_below(chance, 6);

	chance_shuffle(chance, army, size);
	for (unsigned i = 0; i < count; i++) {
		unsigned sq = sq_at(sq_column(corner) + chance_below(chance, 5),
				    sq_row(corner) + chance_below(chance, 5));

		if (board_has(edition->board, sq) && bits_has(boards[edition->board].land, sq) &&
		    beginning->piece[sq] == PIECE_NONE)
			beginning_put(beginning, sq, side, army[i]);
	}
}

static inline void beginning_random(struct beginning *beginning, unsigned edition,
				    struct chance *chance)
{
	const struct board *board = &boards[editions[edition].board];
	unsigned corner = sq_at(chance_below(chance, board->columns - 3u),
				chance_below(chance, board->rows - 3u));

	beginning->edition = edition;
	beginning->options = editions[edition].options;
	beginning->is_study = chance_once_in(chance, 3);
	beginning->to_move = beginning->is_study ? chance_below(chance, SIDE_COUNT) : SIDE_RED;
	memset(beginning->side, SIDE_NONE, sizeof beginning->side);
	memset(beginning->piece, PIECE_NONE, sizeof beginning->piece);
	beginning_random_options(&beginning->options, chance);
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		for (unsigned i = 0; i < CARD_COUNT; i++)
			beginning->decks[side][i] = (uint8_t)(i + 1);
		chance_shuffle(chance, beginning->decks[side], CARD_COUNT);
		beginning->deck_count[side] =
			beginning->is_study ? chance_below(chance, 6) : CARD_COUNT;
		if (beginning->is_study)
			beginning_random_study(beginning, (enum side)side, corner, chance);
		else
			beginning_random_setup(beginning, (enum side)side, chance);
	}
}

/* begins a game with the board flipped; false if the rules do not take the set-up */
static inline bool beginning_start(const struct beginning *beginning, enum flip flip,
				   struct game *game)
{
	enum board_id board = editions[beginning->edition].board;
	bool fits = true;

	game_init(game, beginning->edition);
	game->options = beginning->options;
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (beginning->piece[sq] != PIECE_NONE)
			position_put(&game->position, flip_sq(flip, board, sq),
				     flip_side(flip, beginning->side[sq]), beginning->piece[sq]);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = flip_side(flip, i);

		if (editions[beginning->edition].cards)
			fits &= game_deal(game, side, beginning->decks[i],
					  beginning->deck_count[i]);
		fits &= game_side_fits(game, side, beginning->is_study);
	}
	game_start(game, flip_side(flip, beginning->to_move));
	return fits;
}

static inline void match_begin(struct match *match, unsigned edition, uint64_t seed,
			       unsigned number)
{
	struct beginning *beginning = &match->beginning;
	unsigned id = 0;

	match->seed = seed;
	match->number = number;
	match->chance = chance_for(seed, edition, number);
	match->step_count = 0;
	match->oracle_differs = false;
	match->refused_rule = RULE_OK;
	match->failure[0] = '\0';
	match->games++;
	match->card_games += editions[edition].cards;
	beginning_random(beginning, edition, &match->chance);
	beginning_start(beginning, FLIP_NONE, &match->game);
	oracle_init(&match->oracle, editions[edition].board, beginning->options);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (beginning->piece[sq] != PIECE_NONE)
			oracle_put(&match->oracle, sq, beginning->side[sq], beginning->piece[sq],
				   ++id);
}

static inline enum board_id match_board(const struct match *match)
{
	return editions[match->beginning.edition].board;
}

static inline bool match_has_cards(const struct match *match)
{
	return editions[match->beginning.edition].cards;
}

static inline enum side match_to_move(const struct match *match)
{
	return match->game.position.open.to_move;
}

/* what to tell of a failure; always false, for returning */
static inline bool match_blame(struct match *match, const char *why)
{
	struct out out = out_init(match->failure, sizeof match->failure);

	out_string(&out, why);
	return false;
}

/* Plays an action, legal or not, and keeps the oracle and the list of steps up with it. */
static inline void match_play(struct match *match, const struct action *action,
			      struct report *report)
{
	bool was_over = game_is_over(&match->game);
	bool turn = action->kind <= ACTION_EXCHANGE;
	bool step;

	match->suspect = *action;
	game_play(&match->game, action, report);
	step = report->legal || (!was_over && game_is_over(&match->game));
	if (step)
		match->steps[match->step_count++] = *action;
	if (!report->legal || !turn)
		return;
	oracle_play(&match->oracle, action, report->outcome);
	match->plies++;
	match->played[action->movement]++;
	match->played[action->attack_card]++;
	match->played[action->defence]++;
	match->played[CARD_SWAP] += action->kind == ACTION_SWAP;
}

static inline void match_write_step(struct out *out, const struct action *action, unsigned *ply)
{
	char words[RECORD_ACTION_SIZE];

	record_format_action(action, words);
	out_number(out, action->kind == ACTION_MULLIGAN ? 0 : ++*ply);
	out_char(out, ' ');
	out_string(out, side_name(action->side));
	out_char(out, ' ');
	out_string(out, words);
	out_char(out, '\n');
}

static inline void match_write_line(struct out *out, const char *word, const char *name,
				    const char *value)
{
	out_string(out, word);
	out_char(out, ' ');
	out_string(out, name);
	out_char(out, ' ');
	out_string(out, value);
	out_char(out, '\n');
}

static inline void match_write_deck(struct out *out, const struct beginning *beginning,
				    enum side side)
{
	char deck[CARD_COUNT * 16] = "";
	struct out list = out_init(deck, sizeof deck);

	for (unsigned i = 0; i < beginning->deck_count[side]; i++) {
		out_string(&list, i > 0 ? "," : "");
		out_string(&list, card_name(beginning->decks[side][i]));
	}
	match_write_line(out, "deck", side_name(side), deck);
}

/* a study begins with a position, which the rules only read */
static inline void match_write_study(struct out *out, const struct beginning *beginning,
				     const struct view *view)
{
	const struct edition *edition = &editions[beginning->edition];
	char rows[VIEW_ROWS_SIZE];
	const char *name, *value;

	out_string(out, "adjutant-game 1\nedition ");
	out_string(out, edition->id);
	out_char(out, '\n');
	for (unsigned i = 0; options_get(&beginning->options, i, &name, &value); i++)
		match_write_line(out, "option", name, value);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		view_rows(view, (enum side)i, 0, boards[edition->board].rows, rows);
		match_write_line(out, "position", side_name((enum side)i), rows);
		if (edition->cards && beginning->deck_count[i] > 0)
			match_write_deck(out, beginning, (enum side)i);
	}
	out_string(out, "to-move ");
	out_string(out, side_name(beginning->to_move));
	out_char(out, '\n');
}

/* the record of all that was played, with its result if there is one */
static inline void match_write(const struct match *match, char text[MATCH_RECORD_SIZE])
{
	struct out out = out_init(text, MATCH_RECORD_SIZE);
	const struct beginning *beginning = &match->beginning;
	const uint8_t(*decks)[CARD_COUNT] = beginning->decks;
	struct game game;
	struct view view;
	unsigned ply = 0;

	beginning_start(beginning, FLIP_NONE, &game);
	view_make(&view, &game, AUDIENCE_ARBITER);
	if (beginning->is_study)
		match_write_study(&out, beginning, &view);
	else
		record_format_start(&out, &game, &view, match_has_cards(match) ? decks : NULL);
	for (unsigned i = 0; i < match->step_count; i++)
		match_write_step(&out, &match->steps[i], &ply);
	if (!game_is_over(&match->game))
		return;
	out_string(&out, "result ");
	out_string(&out, winner_name(match->game.winner));
	out_char(&out, ' ');
	out_string(&out, reason_name(match->game.reason));
	out_char(&out, '\n');
}

#endif
