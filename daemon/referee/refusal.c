/*
 * The codes, their arguments and the operator's sentences. A code is for good: devices and archives
 * know it by its name.
 */
#include "daemon/referee/refusal.h"

#include "rules/square.h"

#include <string.h>

/* A % is where the text goes. */
const struct refusal_kind refusal_kinds[REFUSAL_COUNT] = {
	[REFUSAL_NONE] = {"", "", NULL},
	[REFUSAL_ARMY_SPENT] = {"army-spent", "the army has no more of these", NULL},
	[REFUSAL_ASK_ARBITER] = {"ask-arbiter", "the arbiter corrects the position here", NULL},
	[REFUSAL_AWARD_WHOM] = {"award-whom", "award red, blue or draw", NULL},
	[REFUSAL_BOARD_NOT_READ] = {"board-not-read",
				    "the board has not been read yet: say it again in a moment",
				    NULL},
	[REFUSAL_BOARD_READS_PIECES] = {"board-reads-pieces", "this board reads your pieces itself",
					NULL},
	[REFUSAL_BOARD_SEES_MOVES] = {"board-sees-moves",
				      "the board sees both squares: just make the move", NULL},
	[REFUSAL_CANNOT_DEFEND] = {"cannot-defend", "you cannot defend with that", NULL},
	[REFUSAL_CANNOT_EXCHANGE] = {"cannot-exchange", "that card cannot be exchanged now", NULL},
	[REFUSAL_CANNOT_MULLIGAN] = {"cannot-mulligan", "those cards cannot go under the pile",
				     NULL},
	[REFUSAL_CANNOT_MOVE] = {"cannot-move", "that piece cannot go there", NULL},
	[REFUSAL_CANNOT_PLAY_CARD] = {"cannot-play-card", "that card cannot be played now", NULL},
	[REFUSAL_CANNOT_SWAP] = {"cannot-swap", "these two cannot change places now", NULL},
	[REFUSAL_CARD_NOT_HELD] = {"card-not-held", "you do not hold that card", NULL},
	[REFUSAL_FAILED] = {"failed", "%", "detail"},
	[REFUSAL_FOREIGN_PIECE] = {"foreign-piece", "a piece of the other side is on your side",
				   NULL},
	[REFUSAL_FOREIGN_TAG] = {"foreign-tag", "a tag that is not of this set is on your side",
				 NULL},
	[REFUSAL_GAME_BEGUN] = {"game-begun", "the game has begun", NULL},
	[REFUSAL_GAME_IN_PLAY] = {"game-in-play",
				  "the game is being played: pause it to set it aside, or award it",
				  NULL},
	[REFUSAL_GAME_NOT_BEGUN] = {"game-not-begun", "the game has not begun", NULL},
	[REFUSAL_GAME_NOT_IN_PLAY] = {"game-not-in-play", "the game is not going on", NULL},
	[REFUSAL_GAME_NOT_OVER] = {"game-not-over", "the game is not over", NULL},
	[REFUSAL_GAME_NOT_PAUSED] = {"game-not-paused", "the game is not paused", NULL},
	[REFUSAL_GAME_OVER] = {"game-over", "the game is over", NULL},
	[REFUSAL_GAME_PAUSED] = {"game-paused", "the game is paused already", NULL},
	[REFUSAL_LAKE] = {"lake", "that square is a lake", NULL},
	[REFUSAL_LIFT_ATTACKER] = {"lift-attacker", "lift the piece that attacks, and no other",
				   NULL},
	[REFUSAL_MALFORMED] = {"malformed", "say: %", "form"},
	[REFUSAL_MOVE_NOT_MADE] =
		{"move-not-made", "the board sees something else: make the move first, then say it",
		 NULL},
	[REFUSAL_MULLIGAN_HAND] = {"mulligan-hand",
				   "exactly the three cards in your hand go under the pile", NULL},
	[REFUSAL_NO_CLOCK] = {"no-clock", "this game has no clock", NULL},
	[REFUSAL_NO_CORRECTION] = {"no-correction", "there is no correction to end", NULL},
	[REFUSAL_NO_ENEMY_THERE] = {"no-enemy-there", "no enemy piece is there", NULL},
	[REFUSAL_NO_SUCH_CARD] = {"no-such-card", "there is no such card", NULL},
	[REFUSAL_NO_SUCH_EDITION] = {"no-such-edition", "there is no such edition", NULL},
	[REFUSAL_NO_SUCH_WORD] = {"no-such-word", "there is no such word", NULL},
	[REFUSAL_NO_VIRTUAL_TABLE] = {"no-virtual-table",
				      "this board is a real one: there is no virtual table", NULL},
	[REFUSAL_NOT_A_CHOICE] = {"not-a-choice", "that was not asked", NULL},
	[REFUSAL_NOT_A_FORMATION] = {"not-a-formation", "that is not a formation of this edition",
				     NULL},
	[REFUSAL_NOT_A_PIECE] = {"not-a-piece", "that is not a piece", NULL},
	[REFUSAL_NOT_A_SETUP] = {"not-a-setup", "your pieces are not a set-up of this edition",
				 NULL},
	[REFUSAL_NOT_A_SQUARE] = {"not-a-square", "that is not a square", NULL},
	[REFUSAL_NOT_A_WORD] = {"not-a-word", "that is not a word", NULL},
	[REFUSAL_NOT_ATTACKED] = {"not-attacked", "you are not under attack", NULL},
	[REFUSAL_NOT_FAULTY] = {"not-faulty", "that square is not faulty", NULL},
	[REFUSAL_NOT_READY] = {"not-ready", "you have not said that you are ready", NULL},
	[REFUSAL_NOT_THE_TABLE] = {"not-the-table",
				   "only the table's own page can ask for this: open it anew with "
				   "a code from the board's screen",
				   NULL},
	[REFUSAL_NOT_YOUR_GAME] = {"not-your-game",
				   "other devices had the seats when that game was set aside",
				   NULL},
	[REFUSAL_NOT_YOUR_SQUARE] = {"not-your-square", "that is not a square of your side", NULL},
	[REFUSAL_NOT_YOUR_TURN] = {"not-your-turn", "it is not your turn", NULL},
	[REFUSAL_NOTHING_ASKED] = {"nothing-asked", "nothing was asked", NULL},
	[REFUSAL_NOTHING_OFFERED] = {"nothing-offered", "nothing was offered to you", NULL},
	[REFUSAL_NOTHING_TO_DECIDE] = {"nothing-to-decide", "there is nothing to decide", NULL},
	[REFUSAL_NOTHING_TO_TAKE_BACK] = {"nothing-to-take-back", "there is nothing to take back",
					  NULL},
	[REFUSAL_OFFER_OPEN] = {"offer-open", "an offer is open already", NULL},
	[REFUSAL_GONE_ON] = {"gone-on", "the game has gone on since that was said", NULL},
	[REFUSAL_OTHER_GAME] = {"other-game", "that was said in another game", NULL},
	[REFUSAL_SAID_ALREADY] = {"said-already", "you have said so already", NULL},
	[REFUSAL_SEAT_TAKEN] =
		{"seat-taken",
		 "seat % is taken; its owner can move it to another device, or it can be unpaired",
		 "seat"},
	[REFUSAL_SETUP_COMPLETE] = {"setup-complete", "your set-up is complete", NULL},
	[REFUSAL_TABLE_DIFFERS] = {"table-differs", "", NULL},
	[REFUSAL_TABLE_WRONG] = {"table-wrong", "put the table right first", NULL},
};

struct refusal refusal_with(enum refusal_code code, const char *text)
{
	struct refusal refusal = refusal_of(code);
	struct out out = out_init(refusal.text, sizeof refusal.text);

	for (; *text; text++)
		out_char(&out, *text);
	return refusal;
}

enum refusal_code refusal_find(const char *name)
{
	for (unsigned i = REFUSAL_NONE + 1; i < REFUSAL_COUNT; i++)
		if (strcmp(refusal_kinds[i].name, name) == 0)
			return (enum refusal_code)i;
	return REFUSAL_NONE;
}

bool refusal_equal(const struct refusal *a, const struct refusal *b)
{
	return a->code == b->code && a->count == b->count && a->total == b->total &&
	       bits_equal(a->missing, b->missing) && bits_equal(a->extra, b->extra) &&
	       strcmp(a->text, b->text) == 0;
}

static void say_squares(struct out *out, const char *what, struct bits squares)
{
	char name[SQ_NAME_SIZE];

	if (!bits_any(squares))
		return;
	out_string(out, what);
	for (unsigned i = 0; i < REFUSAL_SQUARES && bits_any(squares); i++) {
		out_char(out, ' ');
		sq_format(bits_take(&squares), name);
		out_string(out, name);
	}
	if (bits_any(squares))
		out_string(out, " ...");
}

static void say_places(struct out *out, const struct refusal *refusal)
{
	out_number(out, refusal->count);
	out_string(out, " pieces of ");
	out_number(out, refusal->total);
	say_squares(out, "; missing on", refusal->missing);
	say_squares(out, "; too many on", refusal->extra);
}

void refusal_sentence(const struct refusal *refusal, struct out *out)
{
	if (refusal->code == REFUSAL_TABLE_DIFFERS)
		say_places(out, refusal);
	for (const char *c = refusal_kinds[refusal->code].sentence; *c; c++)
		if (*c == '%')
			out_string(out, refusal->text);
		else
			out_char(out, *c);
}
