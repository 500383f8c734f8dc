/*
 * A game survives any power cut: a referee that is made of the facts and the saved state alone
 * says, from the restart on to the end, exactly what the one would have said that went through the
 * restart with all its memory.
 *
 * Clumsy hands play at a table, the arbiter meddles, and at any input the power may go, again and
 * again. Each time a new referee is resumed beside the living one, with a time base of its own, and
 * from then on both are given the same. Every output is compared, every fact and every saved state,
 * and in the end the game. Now and then the living one really dies, and one that was resumed takes
 * its place: the board is silent for a while, people say things to it nevertheless, and it may be
 * killed again before it has seen the table.
 */
#include "tests/property/match.h"
#include "tests/property/verdict_table.h"
#include "tests/support/table/beside.h"

enum { RESUMED_GOES_ON_ALIKE, THE_REFEREE_PLAYS_BY_THE_RULES, EVERYTHING_WAS_CUT, PROPERTY_COUNT };

/* clang-format off */
static struct property properties[PROPERTY_COUNT] = {
	[RESUMED_GOES_ON_ALIKE] = PROPERTY("a_resumed_referee_goes_on_alike"),
	[THE_REFEREE_PLAYS_BY_THE_RULES] = PROPERTY("the_referee_plays_by_the_rules"),
	[EVERYTHING_WAS_CUT] = PROPERTY("power_was_cut_at_moments_of_every_kind"),
};
/* clang-format on */

SUITE_OF(properties);

enum {
	DOINGS = 30,
	AFTER_THE_END = 6,
	ENOUGH_GAMES = 90 /* below that it may be chance that nothing of a kind was seen */
};

/* Moments at which the power was cut, told apart to see that none was forgotten. */
enum moment {
	CUT_PHASE, /* one for each enum phase */
	CUT_PAUSED = CUT_PHASE + PHASE_COUNT,
	CUT_CORRECTING,
	CUT_CONFIRMING,
	CUT_FAULTY,
	CUT_DECLARED,
	CUT_LINE,
	CUT_CARD,
	CUT_OFFER,
	CUT_TAKEN_BACK,
	CUT_CORRECTED,
	CUT_TAGS,
	CUT_CLOCK,
	CUT_SETUP_TIME,
	CUT_TWICE,
	CUT_MID_MOVE,
	CUT_BLIND,	  /* it had not seen the table yet */
	CUT_BLIND_PAUSED, /* ... and had been told something meanwhile */
	CUT_BLIND_OVER,
	CUT_KINDS
};

static uint64_t cuts[CUT_KINDS], all_cuts, outputs;

static struct {
	struct match *match;
	struct hands hands;
	struct beside beside;
	bool busy; /* the power is being cut, or a hand meddles */
	bool taken_back, corrected;
	bool paused_blindly, ended_blindly; /* since the table was seen last */
} test;

/* ---- cutting the power ---- */

static void count_moment(const struct referee *referee)
{
	const struct table *table = &referee->table;

	all_cuts++;
	cuts[CUT_PHASE + referee->phase]++;
	cuts[CUT_PAUSED] += referee->paused;
	cuts[CUT_CORRECTING] += referee->correcting;
	cuts[CUT_CONFIRMING] += bits_any(bits_or(table->places.asked[0], table->places.asked[1]));
	cuts[CUT_FAULTY] += bits_any(bits_minus(table->single, table->declared));
	cuts[CUT_DECLARED] += bits_any(table->declared);
	cuts[CUT_LINE] += bits_any(table->lines.squares);
	cuts[CUT_CARD] += referee->movement || referee->attack_card;
	cuts[CUT_OFFER] += referee->draw_offer != SIDE_NONE || referee->takeback_offer != SIDE_NONE;
	cuts[CUT_TAKEN_BACK] += test.taken_back;
	cuts[CUT_CORRECTED] += test.corrected;
	cuts[CUT_TAGS] += table->tag_count > 0 && referee->begun;
	cuts[CUT_CLOCK] += referee->clock.running != SIDE_NONE;
	cuts[CUT_SETUP_TIME] += referee->phase == PHASE_SETUP && referee->has_setup_clock;
	cuts[CUT_TWICE] += referee->restarted;
	cuts[CUT_MID_MOVE] += table_is_playing(table) && bits_any(table_missing(table));
	cuts[CUT_BLIND] += referee->blind;
	cuts[CUT_BLIND_PAUSED] += test.paused_blindly && referee->paused;
	cuts[CUT_BLIND_OVER] += test.ended_blindly;
}

/* While the power is off a piece may be taken away or put elsewhere. */
static void meddle(void)
{
	struct hands *hands = &test.hands;
	enum board_id board = (enum board_id)hands->referee.table.open.board;
	unsigned from = hands_roll(hands, SQ_COUNT), to = hands_roll(hands, SQ_COUNT);

	if (!hands->stands[from])
		return;
	if (chance_once_in(&hands->chance, 2) && board_has(board, to) && !hands->stands[to]) {
		hands->stands[to] = hands->stands[from];
		bits_add(&hands->meddled, to);
	}
	hands->stands[from] = 0;
	bits_add(&hands->meddled, from);
}

/* One that was resumed takes the place of the living one; of the table it knows nothing. */
static void die(void)
{
	struct hands *hands = &test.hands;

	beside_resume(&test.beside, &hands->referee, true, hands->referee.now_us);
	if (test.beside.wrong || test.beside.fact_count == BESIDE_FACTS)
		return;
	hands->referee = test.beside.referee;
	hands->meddled = boards[hands->referee.table.open.board].land; /* its tags are told anew */
}

/* What stops or ends the game is heard, the rest is not. */
static void say_blindly(void)
{
	static const char *const words[] = {
		"pause",	"adjourn",     "offer-draw", "accept-draw", "decline-draw",
		"call-arbiter", "done",	       "confirm",    "ready",	    "resume",
		"attack a7",	"card cancel", "rematch",    "pause",	    "offer-takeback",
	};
	static const char *const arbiters[] = {
		"pause",    "resume",	    "clock red 80",	"answer blue adjourn",
		"takeback", "correct done", "correct turn red", "answer red accept-draw",
	};
	struct hands *hands = &test.hands;
	bool was_paused = hands->referee.paused, was_over = hands->referee.phase == PHASE_OVER;

	hands_wait(hands, 0, 100000);
	if (chance_once_in(&hands->chance, 60))
		hands_say(hands, AUDIENCE_RED, "resign");
	else if (chance_once_in(&hands->chance, 60))
		hands_say(hands, AUDIENCE_ARBITER, "award blue");
	else if (chance_once_in(&hands->chance, 2))
		hands_say(hands, audience_of((enum side)hands_roll(hands, SIDE_COUNT)), "%s",
			  words[hands_roll(hands, sizeof words / sizeof *words)]);
	else
		hands_say(hands, AUDIENCE_ARBITER, "%s",
			  arbiters[hands_roll(hands, sizeof arbiters / sizeof *arbiters)]);
	test.paused_blindly |= hands->referee.paused && !was_paused;
	test.ended_blindly |= hands->referee.phase == PHASE_OVER && !was_over;
}

/* a board that is silent, and people who are not */
static void be_blind(void)
{
	struct hands *hands = &test.hands;

	for (unsigned i = hands_roll(hands, 3); i > 0; i--)
		say_blindly();
	hands_tick(hands);
}

/*
 * The living referee meets its deadlines up to the restart, as in a recording, and charges clocks
 * up to the last reading; so both are taken to be then.
 */
static void cut_power(void)
{
	static const unsigned longest_ms[] = {0, 30, 2000, 100000};
	static const unsigned bases_us[] = {0, 1, 20000, 5000000};
	struct hands *hands = &test.hands;

	hands_wait(hands, 0, longest_ms[hands_roll(hands, 4)]);
	hands_read_again(hands);
	hands_tick(hands);
	test.paused_blindly = test.ended_blindly = false;
	do {
		count_moment(&hands->referee);
		if (chance_once_in(&hands->chance, 4))
			die();
		beside_resume(&test.beside, &hands->referee, true, bases_us[hands_roll(hands, 4)]);
		hands_restart(hands);
		hands_wait(hands, 0, 60);
		if (hands->referee.blind)
			be_blind();
	} while (chance_once_in(&hands->chance, hands->referee.blind ? 2 : 4));
	if (chance_once_in(&hands->chance, 4))
		meddle();
	hands_scan(hands);
}

/* ---- meddling by word ---- */

static void square_name(unsigned sq, char name[SQ_NAME_SIZE])
{
	sq_format(sq, name);
}

/* the arbiter takes a piece off, and mostly puts it elsewhere */
static void correct_a_piece(void)
{
	struct hands *hands = &test.hands;
	const struct public_position *open = &referee_game(&hands->referee)->position.open;
	unsigned from = hands_any_of(hands, public_occupied(open));
	unsigned to = hands_any_of(hands, public_empty(open));
	char a[SQ_NAME_SIZE], b[SQ_NAME_SIZE];
	enum side side = public_side_at(open, from);
	struct view view;

	if (from == SQ_OFF_BOARD || to == SQ_OFF_BOARD || hands->referee.phase == PHASE_SETUP)
		return;
	square_name(from, a);
	square_name(to, b);
	view_make(&view, referee_game(&hands->referee), AUDIENCE_ARBITER);
	hands_say(hands, AUDIENCE_ARBITER, "correct %s empty", a);
	if (!chance_once_in(&hands->chance, 4)) {
		hands_say(hands, AUDIENCE_ARBITER, "correct %s %s %c", b, side_name(side),
			  view.code[from]);
		hands->home[to] = hands->home[from];
	}
	hands->home[from] = 0;
	if (chance_once_in(&hands->chance, 2))
		hands_say(hands, AUDIENCE_ARBITER, "correct turn %s",
			  side_name((enum side)hands_roll(hands, SIDE_COUNT)));
}

static void declare_a_square(void)
{
	struct hands *hands = &test.hands;
	struct bits faulty = hands->referee.table.single;
	unsigned good = hands_any_of(hands, faulty);
	char name[SQ_NAME_SIZE];

	square_name(bits_any(faulty) ? good : hands_roll(hands, SQ_COUNT), name);
	hands_say(hands, AUDIENCE_ARBITER, "%s %s", bits_any(faulty) ? "good" : "fault", name);
}

/* ... or a row, on which a move is said then, and mostly made; later it is good again */
static void declare_a_line(void)
{
	struct hands *hands = &test.hands;
	const struct public_position *open = &referee_game(&hands->referee)->position.open;
	unsigned from = hands_any_of(hands, open->holds[open->to_move]);
	unsigned to = from + (chance_once_in(&hands->chance, 2) ? 1 : SQ_STRIDE);
	char a[SQ_NAME_SIZE], b[SQ_NAME_SIZE];

	if (from == SQ_OFF_BOARD || !board_has((enum board_id)open->board, to))
		return;
	square_name(from, a);
	square_name(to, b);
	hands_say(hands, AUDIENCE_ARBITER, "fault row %u", sq_row(from) + 1);
	if (chance_once_in(&hands->chance, 2))
		cut_power();
	hands_say(hands, audience_of((enum side)open->to_move), "move %s %s", a, b);
	hands_drop(hands, to, hands_lift(hands, from));
	if (chance_once_in(&hands->chance, 2))
		hands_say(hands, AUDIENCE_ARBITER, "good row %u", sq_row(from) + 1);
}

/* a contact that flutters until it is not relied on */
static void flutter(void)
{
	struct hands *hands = &test.hands;
	unsigned sq = hands_any_of(hands, boards[hands->referee.table.open.board].land);
	unsigned piece = hands->stands[sq];

	for (unsigned i = 0; i < 12; i++) {
		if (hands->stands[sq])
			hands_lift(hands, sq);
		else
			hands_drop(hands, sq, piece ? piece : 1);
		hands_wait(hands, 30, 40);
	}
	if (!piece)
		hands_lift(hands, sq);
}

static void change_setup(void)
{
	struct hands *hands = &test.hands;
	enum side side = (enum side)hands_roll(hands, SIDE_COUNT);
	unsigned sq = hands_any_of(hands, hands->referee.game.position.open.holds[side]);
	char name[SQ_NAME_SIZE];
	struct view view;

	if (sq == SQ_OFF_BOARD)
		return;
	square_name(sq, name);
	view_make(&view, referee_game(&hands->referee), AUDIENCE_ARBITER);
	hands_say(hands, audience_of(side), "place %s .", name);
	if (chance_once_in(&hands->chance, 2))
		cut_power();
	hands_say(hands, audience_of(side), "place %s %c", name, view.code[sq]);
}

/* two pieces change places behind the screen, where only tags could tell */
static void stir_setup(void)
{
	struct hands *hands = &test.hands;
	enum side side = (enum side)hands_roll(hands, SIDE_COUNT);
	struct bits pieces = BITS_NONE;
	unsigned a, b, first, second;
	uint8_t home;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (hands->stands[sq] && hands->beginning.side[sq] == side)
			bits_add(&pieces, sq);
	a = hands_any_of(hands, pieces);
	b = hands_any_of(hands, pieces);
	if (a == b || hands->beginning.is_study)
		return;
	first = hands_lift(hands, a);
	second = hands_lift(hands, b);
	hands_wait(hands, 50, 400);
	hands_drop(hands, b, first);
	hands_drop(hands, a, second);
	home = hands->home[a];
	hands->home[a] = hands->home[b];
	hands->home[b] = home;
	hands_wait(hands, 50, 400);
	hands_tick(hands);
	cut_power();
}

static void mulligan(void)
{
	struct hands *hands = &test.hands;
	enum side side = (enum side)hands_roll(hands, SIDE_COUNT);
	const uint8_t *hand;
	struct view view;

	view_make(&view, referee_game(&hands->referee), audience_of(side));
	hand = view.cards[side].hand;
	if (view.cards[side].held == HAND_SIZE)
		hands_say(hands, audience_of(side), "card mulligan %s,%s,%s",
			  card_name((enum card)hand[2]), card_name((enum card)hand[0]),
			  card_name((enum card)hand[1]));
}

static void end_somehow(void)
{
	struct hands *hands = &test.hands;

	switch (hands_roll(hands, 4)) {
	case 0:
		hands_say(hands, AUDIENCE_ARBITER, "award draw");
		break;
	case 1:
		hands_say(hands, AUDIENCE_BLUE, "resign");
		break;
	default:
		hands_say(hands, AUDIENCE_RED, "offer-draw");
		hands_say(hands, AUDIENCE_BLUE, "accept-draw");
	}
}

static void say_as_arbiter(void)
{
	static const char *const words[] = {
		"pause",
		"resume",
		"takeback",
		"clock red 70",
		"clock blue 59",
		"answer red offer-draw",
		"correct done",
		"correct turn blue",
		"answer blue offer-takeback",
	};
	struct hands *hands = &test.hands;
	unsigned word = hands_roll(hands, sizeof words / sizeof *words);

	hands_say(hands, AUDIENCE_ARBITER, "%s", words[word]);
}

static void do_something(void)
{
	static void (*const deeds[])(void) = {correct_a_piece, declare_a_square, declare_a_line,
					      flutter,	       say_as_arbiter,	 say_as_arbiter,
					      mulligan};
	struct hands *hands = &test.hands;

	if (chance_once_in(&hands->chance, 30))
		end_somehow();
	else if (hands->referee.phase != PHASE_SETUP)
		deeds[hands_roll(hands, sizeof deeds / sizeof *deeds)]();
	else if (chance_once_in(&hands->chance, 2))
		change_setup();
	else
		stir_setup();
}

/* ---- a game ---- */

/* what does not last long is cut more often */
static bool is_rare(const struct referee *referee)
{
	return referee->phase == PHASE_SETUP || referee->phase == PHASE_DEFENCE ||
	       referee->phase == PHASE_ARBITER || referee->paused || referee->movement ||
	       referee->attack_card || bits_any(referee->table.places.asked[SIDE_RED]) ||
	       bits_any(referee->table.places.asked[SIDE_BLUE]);
}

static void hear(void *context, const struct output *output)
{
	(void)context;
	outputs += test.beside.is_there;
	beside_hear(&test.beside, output);
	if (output->to != TO_JOURNAL)
		return;
	test.taken_back |= output->fact->kind == FACT_TAKEBACK;
	test.corrected |= output->fact->kind == FACT_REPOSITION;
}

static void watch(void *context, const struct input *input)
{
	struct hands *hands = &test.hands;
	bool setup = hands->referee.phase == PHASE_SETUP;

	(void)context;
	beside_follow(&test.beside, &hands->referee, input);
	if (test.busy || hands->count > HANDS_INPUTS - 1024)
		return;
	test.busy = true;
	if (chance_once_in(&hands->chance, is_rare(&hands->referee) ? 6 : 60))
		cut_power();
	if (chance_once_in(&hands->chance, setup ? 20 : 150))
		do_something();
	test.busy = false;
}

static void play(struct match *match)
{
	struct referee_options options;
	struct hands *hands = &test.hands;

	test.match = match;
	test.busy = test.taken_back = test.corrected = false;
	hands->sink = hear;
	hands->watch = watch;
	hands_random_options(&options, &match->beginning, &match->chance);
	hands_prepare(&hands->referee, &options, &match->beginning);
	beside_begin(&test.beside, &hands->referee);
	hands_begin(hands, &match->beginning, &options, match->chance);
	for (unsigned i = 0; i < DOINGS && hands_can_go_on(hands); i++)
		hands_do_something(hands);
	for (unsigned i = 0; i < AFTER_THE_END && hands->count < HANDS_INPUTS - 1024; i++)
		hands_say(hands, AUDIENCE_RED, i % 2 ? "rematch" : "done");
	match->plies += hands->plies;
	if (!verdict_check_table(&suite, hands, RESUMED_GOES_ON_ALIKE, !test.beside.wrong,
				 test.beside.wrong))
		beside_tell(&test.beside, &hands->referee);
	verdict_check_table(&suite, hands, THE_REFEREE_PLAYS_BY_THE_RULES, !hands->shadow.wrong,
			    hands->shadow.wrong);
}

static void finish(const struct match *match)
{
	static const char *const names[CUT_KINDS] = {
		"set-up",    "play",   "defence",      "settle",      "arbiter",
		"over",	     "paused", "correcting",   "confirming",  "faulty",
		"declared",  "line",   "card",	       "offer",	      "taken-back",
		"corrected", "tags",   "clock",	       "set-up-time", "twice",
		"mid-move",  "blind",  "blind-paused", "blind-over",
	};
	bool all_kinds = true;

	printf("%" PRIu64 " cuts, %" PRIu64 " outputs compared;", all_cuts, outputs);
	for (unsigned i = 0; i < CUT_KINDS; i++) {
		all_kinds &= cuts[i] > 0;
		printf(" %s %" PRIu64, names[i], cuts[i]);
	}
	putchar('\n');
	if (!all_kinds && match->games >= ENOUGH_GAMES * EDITION_COUNT)
		verdict_fail_after_all(&suite, EVERYTHING_WAS_CUT,
				       "the power was never cut at some kind of moment");
}

int main(int argc, char **argv)
{
	return suite_run(&suite, argc, argv);
}
