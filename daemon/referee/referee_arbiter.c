/*
 * The arbiter's words:
 *   award red|blue|draw              ends the game
 *   correct SQ COLOUR CODE           puts a piece; correct SQ empty takes it off
 *   correct turn COLOUR              whose turn it is
 *   correct done                     people are guided to the position, the game goes on
 *   takeback                         takes the last action back
 *   clock COLOUR SECONDS             what a side has left
 *   answer COLOUR WORD...            speaks for a seat whose handheld is gone
 *   fault SQ, good SQ                a square is not to be relied on, or is
 *   pause, resume
 */
#include "daemon/referee/referee_state.h"

static const char *award(const struct door *door, struct text rest, uint64_t t_us)
{
	struct referee *referee = door->referee;

	for (unsigned i = WINNER_RED; i <= WINNER_DRAW; i++) {
		if (!text_is(rest, winner_name((enum winner)i)))
			continue;
		game_end(&referee->game, (enum winner)i, REASON_ARBITER);
		facts_end(door, t_us);
		play_over(door, t_us, t_us);
		return NULL;
	}
	return "award red, blue or draw";
}

/* From the first correction on nothing is played until the arbiter says that it is done. */
static void stop_for_correction(const struct door *door, uint64_t t_us)
{
	struct referee *referee = door->referee;

	referee->has_before = false; /* what was corrected cannot be taken back */
	referee->takeback_offer = SIDE_NONE;
	if (referee->phase == PHASE_ARBITER)
		return;
	play_drop_challenge(door, t_us);
	referee->phase = PHASE_ARBITER;
	words_stop(door, t_us);
}

static const char *end_correction(const struct door *door, uint64_t t_us)
{
	struct referee *referee = door->referee;

	if (referee->phase != PHASE_ARBITER)
		return "there is no correction to end";
	referee->movement = referee->attack_card = CARD_NONE;
	game_reposition(&referee->game, referee->game.position.open.to_move);
	facts_reposition(door, t_us);
	if (game_is_over(&referee->game)) {
		play_over(door, t_us, t_us);
		return NULL;
	}
	referee->phase = PHASE_PLAY;
	words_resume(door, t_us);
	clock_switch(door, referee->game.position.open.to_move, t_us, t_us);
	play_turn(door, t_us);
	return NULL;
}

/* Whichever piece stands there now: its tag is not known. */
static void put(const struct door *door, unsigned sq, enum side side, enum piece piece,
		uint64_t t_us)
{
	struct referee *referee = door->referee;

	stop_for_correction(door, t_us);
	position_remove(&referee->game.position, sq);
	if (side != SIDE_NONE)
		position_put(&referee->game.position, sq, side, piece);
	table_forget_home(&referee->table, sq);
}

/* Tried on a copy: what is refused must not have changed anything. */
static bool army_would_fit(const struct referee *referee, unsigned sq, enum side side,
			   enum piece piece)
{
	struct position tried = referee->game.position;

	position_remove(&tried, sq);
	position_put(&tried, sq, side, piece);
	return position_army_fits(&tried, &editions[referee->options.edition], side);
}

static const char *correct_square(const struct door *door, unsigned sq, struct text rest,
				  uint64_t t_us)
{
	const struct referee *referee = door->referee;
	struct text colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);
	enum piece piece = rest.length == 1 ? piece_parse(rest.at[0]) : PIECE_NONE;

	if (text_is(colour, "empty") && rest.length == 0) {
		put(door, sq, SIDE_NONE, PIECE_NONE, t_us);
		facts_place(door, sq, SIDE_NONE, PIECE_NONE, t_us);
		return NULL;
	}
	if (side == SIDE_NONE || piece == PIECE_NONE)
		return "say: correct SQUARE COLOUR CODE, or correct SQUARE empty";
	if (bits_has(boards[referee->table.open.board].lakes, sq))
		return "that square is a lake";
	if (!army_would_fit(referee, sq, side, piece))
		return "the army has no more of these";
	put(door, sq, side, piece, t_us);
	facts_place(door, sq, side, piece, t_us);
	return NULL;
}

static const char *correct(const struct door *door, struct text rest, uint64_t t_us)
{
	struct referee *referee = door->referee;
	struct text word = text_take_word(&rest);
	uint8_t sq;

	if (text_is(word, "done"))
		return end_correction(door, t_us);
	if (text_is(word, "turn")) {
		enum side side = side_parse(rest.at, rest.length);

		if (side == SIDE_NONE)
			return "say: correct turn red, or correct turn blue";
		stop_for_correction(door, t_us);
		referee->game.position.open.to_move = (uint8_t)side;
		facts_turn(door, side, t_us);
		return NULL;
	}
	if (!sq_parse(referee->table.open.board, word.at, word.length, &sq) || sq == SQ_OFF_BOARD)
		return "that is not a square";
	return correct_square(door, sq, rest, t_us);
}

static const char *set_clock(const struct door *door, struct text rest, uint64_t t_us)
{
	struct text colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);
	uint64_t seconds;

	if (door->referee->options.clock.kind == CLOCK_NONE)
		return "this game has no clock";
	if (side == SIDE_NONE || !text_number(rest, 86400, &seconds) || seconds == 0)
		return "say: clock COLOUR SECONDS";
	clock_adjust(door, side, seconds * 1000, t_us);
	return NULL;
}

static const char *set_fault(const struct door *door, struct text name, bool faulty, uint64_t t_us)
{
	struct table *table = &door->referee->table;
	uint8_t sq;

	if (!sq_parse(table->open.board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD)
		return "that is not a square";
	if (!faulty && !bits_has(table->faulty, sq))
		return "that square is not faulty";
	table_declare_fault(table, t_us, sq, faulty);
	return NULL;
}

static const char *answer_for(const struct door *door, struct text rest, uint64_t t_us)
{
	struct text colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);

	return side == SIDE_NONE ? "say: answer COLOUR WORD"
				 : words_of_side(door, side, rest, t_us);
}

static const char *pause_or_resume(const struct door *door, bool pause, uint64_t t_us)
{
	struct referee *referee = door->referee;

	if (referee->paused == pause)
		return pause ? "the game is paused already" : "the game is not paused";
	referee->paused = pause;
	if (pause)
		words_stop(door, t_us);
	else
		words_resume(door, t_us);
	return NULL;
}

const char *words_of_arbiter(const struct door *door, struct text words, uint64_t t_us)
{
	struct referee *referee = door->referee;
	struct text rest = words;
	struct text word = text_take_word(&rest);

	if (text_is(word, "fault") || text_is(word, "good"))
		return set_fault(door, rest, text_is(word, "fault"), t_us);
	if (text_is(word, "answer"))
		return answer_for(door, rest, t_us);
	if (referee->phase == PHASE_OVER)
		return "the game is over";
	if (text_is(word, "award"))
		return award(door, rest, t_us);
	if (referee->phase == PHASE_SETUP)
		return "the game has not begun";
	if (text_is(word, "correct"))
		return correct(door, rest, t_us);
	if (text_is(words, "takeback"))
		return words_take_back(door, t_us);
	if (text_is(word, "clock"))
		return set_clock(door, rest, t_us);
	if (text_is(words, "pause") || text_is(words, "resume"))
		return pause_or_resume(door, text_is(words, "pause"), t_us);
	return "there is no such word";
}
