/*
 * A game survives any power cut: a referee that is made of the facts and the saved state alone
 * says, from the restart on to the end, exactly what the one would have said that went through the
 * restart with all its memory.
 *
 * Clumsy hands play at a table, the arbiter meddles, and at any input the power may go, again and
 * again. Each time a new referee is resumed beside the living one, with a time base of its own, and
 * from then on both are given the same. Every output is compared, every fact and every saved state,
 * and in the end the game.
 */
#include "daemon/referee_resume.h"
#include "tests/property/match.h"
#include "tests/property/verdict.h"
#include "tests/support/hands.h"

enum {
	RESUMED_SAYS_THE_SAME,
	FACTS_AND_STATE_FIT,
	STATES_ARE_EQUAL,
	SAVING_NOW_AND_THEN_IS_ENOUGH,
	EVERYTHING_WAS_CUT,
	PROPERTY_COUNT
};

/* clang-format off */
static struct property properties[PROPERTY_COUNT] = {
	[RESUMED_SAYS_THE_SAME] = PROPERTY("a_resumed_referee_says_the_same"),
	[FACTS_AND_STATE_FIT] = PROPERTY("facts_and_state_can_be_applied"),
	[STATES_ARE_EQUAL] = PROPERTY("game_and_saved_state_are_the_same"),
	[SAVING_NOW_AND_THEN_IS_ENOUGH] =
		PROPERTY("saving_after_outputs_words_and_ticks_is_enough"),
	[EVERYTHING_WAS_CUT] = PROPERTY("power_was_cut_at_moments_of_every_kind"),
};
/* clang-format on */

static void play(struct match *match);
static void finish(const struct match *match);

static struct suite suite = {
	.file = __FILE__,
	.properties = properties,
	.count = PROPERTY_COUNT,
	.play = play,
	.finish = finish,
};

enum {
	DOINGS = 30,
	AFTER_THE_END = 6,
	FACTS_MAX = 4096,
	OUTPUTS_MAX = 512, /* of one input */
	ENOUGH_GAMES = 90  /* below that it may be chance that nothing of a kind was seen */
};

/* Moments at which the power was cut, told apart to see that none was forgotten. */
enum moment {
	CUT_PHASE, /* one for each enum phase */
	CUT_PAUSED = CUT_PHASE + PHASE_COUNT,
	CUT_CORRECTING,
	CUT_CONFIRMING,
	CUT_FAULTY,
	CUT_DECLARED,
	CUT_CARD,
	CUT_OFFER,
	CUT_TAKEN_BACK,
	CUT_CORRECTED,
	CUT_TAGS,
	CUT_CLOCK,
	CUT_SETUP_TIME,
	CUT_TWICE,
	CUT_MID_MOVE,
	CUT_KINDS
};

static uint64_t cuts[CUT_KINDS], all_cuts, compared;

struct heard {
	struct output list[OUTPUTS_MAX];
	unsigned count;
};

static struct {
	struct match *match;
	struct hands hands;
	char facts[FACTS_MAX][REFEREE_WORD_SIZE];
	unsigned fact_count;
	char saved[REFEREE_STATE_SIZE]; /* the latest that a daemon would have */
	struct heard living, resumed;	/* of the present input */
	struct referee beside;		/* the resumed one, if there is one */
	bool has_beside;
	uint64_t cut_us, base_us; /* what is cut_us for the living one is base_us for the other */
	bool busy;		  /* the power is being cut, or the arbiter speaks */
	bool taken_back, corrected;
} test;

static bool check(bool holds, unsigned property, const char *why)
{
	if (holds || properties[property].failed)
		return holds;
	match_blame(test.match, why);
	verdict_fail(&suite, property);
	hands_write_tags(&test.hands, &test.match->beginning, stdout);
	hands_write(&test.hands, stdout);
	return false;
}

/* ---- hearing ---- */

/* field by field: what is between the fields is nobody's business */
static void keep(void *context, const struct output *from)
{
	struct heard *heard = context;
	struct output *to = &heard->list[heard->count];

	if (heard->count == OUTPUTS_MAX)
		return;
	heard->count++;
	memset(to, 0, sizeof *to);
	to->t_us = from->t_us;
	memcpy(&to->to, &from->to, offsetof(struct output, cards) - offsetof(struct output, to));
	memcpy(to->cards, from->cards, sizeof to->cards);
	to->ply = from->ply;
	to->squares = from->squares;
	memcpy(to->left_ms, from->left_ms, sizeof to->left_ms);
	memcpy(to->text, from->text, sizeof to->text);
	memcpy(to->why, from->why, sizeof to->why);
}

static void hear(void *context, const struct output *output)
{
	(void)context;
	keep(&test.living, output);
	if (output->to != TO_JOURNAL || test.fact_count == FACTS_MAX)
		return;
	memcpy(test.facts[test.fact_count++], output->text, REFEREE_WORD_SIZE);
	test.taken_back |= strcmp(output->text, "takeback") == 0;
	test.corrected |= strcmp(output->text, "reposition") == 0;
}

static void tell(const char *who, const struct heard *heard)
{
	for (unsigned i = 0; i < heard->count; i++) {
		const struct output *output = &heard->list[i];

		printf("%s: %" PRIu64 " event %u to %u side %u guide %u question %u squares "
		       "%" PRIx64 ".%" PRIx64 " clock %" PRIu64 " %" PRIu64 " %u '%s' '%s'\n",
		       who, output->t_us, output->event, output->to, output->side, output->guide,
		       output->question, output->squares.hi, output->squares.lo, output->left_ms[0],
		       output->left_ms[1], output->running, output->text, output->why);
	}
}

static bool same(const struct heard *a, const struct heard *b)
{
	return a->count == b->count && memcmp(a->list, b->list, a->count * sizeof *a->list) == 0;
}

/* ---- the two side by side ---- */

static void save(const struct referee *referee, char text[REFEREE_STATE_SIZE])
{
	struct out out = out_init(text, REFEREE_STATE_SIZE);

	referee_save(referee, &out);
	check(!out.overflow, FACTS_AND_STATE_FIT, "a state does not fit into its buffer");
}

static void compare_states(void)
{
	char living[REFEREE_STATE_SIZE], beside[REFEREE_STATE_SIZE];

	save(&test.hands.referee, living);
	save(&test.beside, beside);
	if (!check(strcmp(living, beside) == 0, STATES_ARE_EQUAL, "the saved states differ"))
		printf("living:\n%sresumed:\n%s", living, beside);
	check(memcmp(&test.hands.referee.game, &test.beside.game, sizeof(struct game)) == 0,
	      STATES_ARE_EQUAL, "the games differ");
}

/* gives the resumed one what the living one was given, in its own time */
static void follow(const struct input *input)
{
	struct input rebased = *input;

	if (test.has_beside) {
		rebased.t_us = input->t_us - test.cut_us + test.base_us;
		test.resumed.count = 0;
		referee_input(&test.beside, &rebased, keep, &test.resumed);
		for (unsigned i = 0; i < test.resumed.count; i++)
			test.resumed.list[i].t_us += test.cut_us - test.base_us;
		compared += test.living.count;
		if (!check(same(&test.living, &test.resumed), RESUMED_SAYS_THE_SAME,
			   "a resumed referee says something else")) {
			tell("living", &test.living);
			tell("resumed", &test.resumed);
		}
		compare_states();
	}
	/* A mishap may begin without a word to anybody, but then a deadline was met: a tick's time.
	 */
	if (test.living.count > 0 || input->kind == INPUT_WORD || input->kind == INPUT_TICK ||
	    test.hands.referee.correcting)
		save(&test.hands.referee, test.saved);
	test.living.count = 0;
}

/* ---- cutting the power ---- */

static bool has_any_clock(const struct referee *referee)
{
	return referee->options.clock.kind != CLOCK_NONE || referee->options.clock.setup_ms > 0;
}

static void count_moment(const struct referee *referee)
{
	const struct table *table = &referee->table;

	all_cuts++;
	cuts[CUT_PHASE + referee->phase]++;
	cuts[CUT_PAUSED] += referee->paused;
	cuts[CUT_CORRECTING] += referee->correcting;
	cuts[CUT_CONFIRMING] += bits_any(bits_or(table->confirming[0], table->confirming[1]));
	cuts[CUT_FAULTY] += bits_any(bits_minus(table->faulty, table->declared));
	cuts[CUT_DECLARED] += bits_any(table->declared);
	cuts[CUT_CARD] += referee->movement || referee->attack_card;
	cuts[CUT_OFFER] += referee->draw_offer != SIDE_NONE || referee->takeback_offer != SIDE_NONE;
	cuts[CUT_TAKEN_BACK] += test.taken_back;
	cuts[CUT_CORRECTED] += test.corrected;
	cuts[CUT_TAGS] += table->tag_count > 0 && referee->begun;
	cuts[CUT_CLOCK] += referee->clock.running != SIDE_NONE;
	cuts[CUT_SETUP_TIME] += referee->phase == PHASE_SETUP && referee->has_setup_clock;
	cuts[CUT_TWICE] += referee->restarted;
	cuts[CUT_MID_MOVE] += table->playing && bits_any(table_missing(table));
}

static void resume(const char *state)
{
	static const unsigned bases_us[] = {0, 1, 20000, 5000000};
	struct referee *referee = &test.beside;
	bool applied = true;

	hands_prepare(referee, &test.hands.options, &test.hands.beginning);
	for (unsigned i = 0; i < test.fact_count; i++) {
		struct text fact = {test.facts[i], strlen(test.facts[i])};

		if (!check(referee_apply_fact(referee, fact), FACTS_AND_STATE_FIT, "a fact"))
			printf("not applied: %s\n", test.facts[i]);
	}
	applied = referee_restore(referee, (struct text){state, strlen(state)});
	if (!check(applied, FACTS_AND_STATE_FIT, "a state cannot be restored"))
		printf("not restored:\n%s", state);
	test.has_beside = true;
	test.cut_us = test.hands.t_us;
	test.base_us = bases_us[chance_below(&test.match->chance, 4)];
}

/* Without clocks the state may be an older one; with them it would have time left over. */
static void resume_somehow(void)
{
	char state[REFEREE_STATE_SIZE];
	bool lazily = !has_any_clock(&test.hands.referee);

	save(&test.hands.referee, state);
	if (lazily && !check(strcmp(state, test.saved) == 0, SAVING_NOW_AND_THEN_IS_ENOUGH,
			     "more has changed"))
		printf("now:\n%sbefore:\n%s", state, test.saved);
	resume(lazily ? test.saved : state);
}

/* While the power is off a piece may be taken away or put elsewhere; tags would tell that at once.
 */
static void meddle(void)
{
	struct hands *hands = &test.hands;
	enum board_id board = (enum board_id)hands->referee.table.open.board;
	unsigned from = hands_roll(hands, SQ_COUNT), to = hands_roll(hands, SQ_COUNT);

	if (hands->options.table.sensors != SENSOR_REED || !hands->stands[from])
		return;
	if (chance_once_in(&hands->chance, 2) && board_has(board, to) && !hands->stands[to])
		hands->stands[to] = hands->stands[from];
	hands->stands[from] = 0;
}

/*
 * The living referee meets its deadlines up to the restart, as in a recording; so the cut is taken
 * to be then. Between restart and scan no time passes that could make a flag fall.
 */
static void cut_power(void)
{
	static const unsigned longest_ms[] = {0, 30, 2000, 100000};
	struct hands *hands = &test.hands;

	hands_wait(hands, 0, longest_ms[hands_roll(hands, 4)]);
	hands_tick(hands);
	do {
		count_moment(&hands->referee);
		resume_somehow();
		hands_restart(hands);
		if (!has_any_clock(&hands->referee))
			hands_wait(hands, 0, 60);
	} while (chance_once_in(&hands->chance, 4));
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
	struct bits faulty = hands->referee.table.faulty;
	unsigned good = hands_any_of(hands, faulty);
	char name[SQ_NAME_SIZE];

	square_name(bits_any(faulty) ? good : hands_roll(hands, SQ_COUNT), name);
	hands_say(hands, AUDIENCE_ARBITER, "%s %s", bits_any(faulty) ? "good" : "fault", name);
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
		"award draw",
	};
	struct hands *hands = &test.hands;
	unsigned rare = chance_once_in(&hands->chance, 8);

	hands_say(hands, AUDIENCE_ARBITER, "%s", words[hands_roll(hands, 9 + rare)]);
}

static void say_something(void)
{
	static void (*const deeds[])(void) = {correct_a_piece, declare_a_square, flutter,
					      say_as_arbiter,  say_as_arbiter,	 say_as_arbiter};

	if (test.hands.referee.phase == PHASE_SETUP)
		change_setup();
	else
		deeds[hands_roll(&test.hands, sizeof deeds / sizeof *deeds)]();
}

/* ---- a game ---- */

/* what does not last long is cut more often */
static bool is_rare(const struct referee *referee)
{
	return referee->phase == PHASE_SETUP || referee->phase == PHASE_DEFENCE ||
	       referee->phase == PHASE_ARBITER || referee->paused || referee->movement ||
	       referee->attack_card || bits_any(referee->table.confirming[SIDE_RED]) ||
	       bits_any(referee->table.confirming[SIDE_BLUE]);
}

static void watch(void *context, const struct input *input)
{
	struct hands *hands = &test.hands;
	bool setup = hands->referee.phase == PHASE_SETUP;

	(void)context;
	follow(input);
	if (test.busy || hands->count > HANDS_INPUTS - 1024)
		return;
	test.busy = true;
	if (chance_once_in(&hands->chance, is_rare(&hands->referee) ? 6 : 60))
		cut_power();
	if (chance_once_in(&hands->chance, setup ? 20 : 150))
		say_something();
	test.busy = false;
}

static void play(struct match *match)
{
	struct referee_options options;
	struct hands *hands = &test.hands;

	test.match = match;
	test.fact_count = test.living.count = 0;
	test.has_beside = test.busy = test.taken_back = test.corrected = false;
	hands->sink = hear;
	hands->watch = watch;
	hands_random_options(&options, &match->beginning, &match->chance);
	hands_prepare(&hands->referee, &options, &match->beginning);
	save(&hands->referee, test.saved);
	hands_begin(hands, &match->beginning, &options, match->chance);
	for (unsigned i = 0; i < DOINGS && hands_can_go_on(hands); i++)
		hands_do_something(hands);
	for (unsigned i = 0; i < AFTER_THE_END && hands->count < HANDS_INPUTS - 1024; i++)
		hands_say(hands, AUDIENCE_RED, i % 2 ? "rematch" : "done");
	match->plies += hands->plies;
	check(!hands->shadow.wrong, RESUMED_SAYS_THE_SAME,
	      hands->shadow.wrong ? hands->shadow.wrong : "");
}

static void finish(const struct match *match)
{
	static const char *const names[CUT_KINDS] = {
		"set-up", "play",	 "defence",    "arbiter",   "over",
		"paused", "correcting",	 "confirming", "faulty",    "declared",
		"card",	  "offer",	 "taken-back", "corrected", "tags",
		"clock",  "set-up-time", "twice",      "mid-move",
	};

	printf("%" PRIu64 " cuts, %" PRIu64 " outputs compared;", all_cuts, compared);
	for (unsigned i = 0; i < CUT_KINDS; i++) {
		bool enough = cuts[i] > 0 || match->games < ENOUGH_GAMES * EDITION_COUNT;

		printf(" %s %" PRIu64, names[i], cuts[i]);
		check(enough, EVERYTHING_WAS_CUT, "the power was never cut at some kind of moment");
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	return suite_run(&suite, argc, argv);
}
