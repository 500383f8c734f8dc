/*
 * What holds in every game, tried on random ones: pieces only leave; validator, generator and a
 * plain reading of the rules agree; left and right and the colours do not matter; a copy plays on
 * like its original. prop_records.c checks records, prop_views.c views.
 */
#include "rules/perft.h"
#include "tests/property/census.h"
#include "tests/property/match.h"
#include "tests/property/player.h"
#include "tests/property/silly.h"
#include "tests/property/verdict.h"

enum {
	COUNTS_FALL,
	GENERATOR_AGREES,
	PERFT_AGREES,
	ORACLE_AGREES,
	MIRROR,
	COLOURS,
	ILLEGAL_IS_NOTHING,
	COPY,
	ALL_RULES_MET,
	ALL_CARDS_PLAYED,
	PROPERTY_COUNT
};

/* clang-format off */
static struct property properties[PROPERTY_COUNT] = {
	[COUNTS_FALL] = PROPERTY("pieces_leave_only_as_the_outcome_says"),
	[GENERATOR_AGREES] = PROPERTY("validator_and_generator_agree_on_everything"),
	[PERFT_AGREES] = PROPERTY("perft_counts_what_can_be_played"),
	[ORACLE_AGREES] = PROPERTY("moves_and_repetition_are_as_defined"),
	[MIRROR] = PROPERTY("left_and_right_do_not_matter"),
	[COLOURS] = PROPERTY("colours_do_not_matter"),
	[ILLEGAL_IS_NOTHING] = PROPERTY("illegal_tries_change_nothing"),
	[COPY] = PROPERTY("copied_game_plays_on_alike"),
	[ALL_RULES_MET] = PROPERTY("every_rule_forbade_something"),
	[ALL_CARDS_PLAYED] = PROPERTY("every_card_was_played"),
};
/* clang-format on */

SUITE_OF(properties);

enum {
	COPY_PLIES = 8,	   /* that a copy goes on beside the original */
	TRY_EVERY = 32,	   /* plies between tries at something silly, about */
	GAMES_ENOUGH = 150 /* for every rule to be met and every card to be played */
};

/* the games that are played alongside */
struct others {
	struct game flipped[FLIP_COUNT];
	struct game copy;
	unsigned copied; /* the ply at which the copy is made */
	unsigned census; /* the ply at which everything is counted */
};

static bool same_report(const struct match *match, enum flip flip, const struct report *report,
			const struct report *flipped)
{
	bool same = true;

	for (unsigned audience = 0; audience < AUDIENCE_COUNT; audience++) {
		struct report_view here, there;

		report_view_make(&here, report, (enum audience)audience);
		report_view_make(&there, flipped, flip_audience(flip, audience));
		here = flip_report(flip, match_board(match), here);
		same = same && memcmp(&here, &there, sizeof here) == 0;
	}
	return same;
}

static bool same_view(const struct match *match, enum flip flip, const struct game *flipped)
{
	bool same = true;

	for (unsigned audience = 0; audience < AUDIENCE_COUNT; audience++) {
		struct view here, expected, there;

		view_make(&here, &match->game, (enum audience)audience);
		flip_view(flip, &here, &expected);
		view_make(&there, flipped, flip_audience(flip, audience));
		same = same && memcmp(&expected, &there, sizeof there) == 0;
	}
	return same;
}

static bool play_flipped(struct match *match, struct others *others, const struct action *action,
			 const struct report *report)
{
	bool same = true;

	for (unsigned flip = FLIP_COLUMNS; flip < FLIP_COUNT; flip++) {
		struct action flipped = flip_action(flip, match_board(match), *action);
		struct report told;

		game_play(&others->flipped[flip], &flipped, &told);
		same &= verdict_check(&suite, flip == FLIP_COLUMNS ? MIRROR : COLOURS,
				      same_report(match, flip, report, &told),
				      "the flipped game reports something else");
	}
	return same;
}

static bool compare_flipped(struct match *match, struct others *others)
{
	bool same = true;

	for (unsigned flip = FLIP_COLUMNS; flip < FLIP_COUNT; flip++)
		same &= verdict_check(&suite, flip == FLIP_COLUMNS ? MIRROR : COLOURS,
				      same_view(match, flip, &others->flipped[flip]) &&
					      perft(&match->game, 1) ==
						      perft(&others->flipped[flip], 1),
				      "the flipped game looks different");
	return same;
}

static bool play_copy(struct match *match, struct others *others, const struct action *action,
		      const struct report *report)
{
	struct report told;

	game_play(&others->copy, action, &told);
	return verdict_check(&suite, COPY,
			     memcmp(&told, report, sizeof told) == 0 &&
				     memcmp(&others->copy, &match->game, sizeof match->game) == 0,
			     "the copy has become another game");
}

static unsigned pieces_of(const struct game *game, enum side side)
{
	return bits_count(game->position.open.holds[side]);
}

/* plays in all games; false if something does not hold */
static bool play_everywhere(struct match *match, struct others *others, const struct action *action,
			    struct report *report)
{
	enum side side = action->side, other = side_other(side);
	unsigned own = pieces_of(&match->game, side), enemies = pieces_of(&match->game, other);
	bool copying = match->game.plies >= others->copied &&
		       match->game.plies < others->copied + COPY_PLIES;
	bool holds;

	if (match->game.plies == others->copied)
		others->copy = match->game;
	match_play(match, action, report);
	own -= report->outcome == OUTCOME_DEFENDER || report->outcome == OUTCOME_BOTH;
	enemies -= report->outcome == OUTCOME_ATTACKER || report->outcome == OUTCOME_BOTH;
	holds = verdict_check(&suite, COUNTS_FALL,
			      own == pieces_of(&match->game, side) &&
				      enemies == pieces_of(&match->game, other),
			      "the wrong number of pieces is left");
	holds &= play_flipped(match, others, action, report);
	return holds && (!copying || play_copy(match, others, action, report));
}

/* perft without any of its short cuts: every action is played on a copy of the game */
struct slow_perft {
	const struct game *game;
	unsigned depth;
	uint64_t leaves;
};

static void slow_perft_visit(void *context, const struct action *action)
{
	struct slow_perft *above = context;
	struct game child;
	struct slow_perft below = {&child, above->depth - 1, 0};
	struct report report;

	if (above->depth == 1) {
		above->leaves++;
		return;
	}
	child = *above->game;
	game_play(&child, action, &report);
	game_each_action(&child, slow_perft_visit, &below);
	above->leaves += below.leaves;
}

static bool check_perft(struct match *match, unsigned generated)
{
	unsigned deeper = generated < 20 ? 3 : 2;
	struct slow_perft slow = {&match->game, deeper, 0};
	bool holds = perft(&match->game, 1) == generated;

	if (holds && !match_has_cards(match) && chance_once_in(&match->chance, 8)) {
		game_each_action(&match->game, slow_perft_visit, &slow);
		holds = perft(&match->game, deeper) == slow.leaves;
	}
	return verdict_check(&suite, PERFT_AGREES, holds, "perft counts another number");
}

static bool take_census(struct match *match)
{
	static struct census census;

	census_take(&census, match);
	return verdict_check(&suite, GENERATOR_AGREES, !census.unknown,
			     "the validator allows what the generator lacks") &&
	       verdict_check(&suite, GENERATOR_AGREES, census.allowed == census.count,
			     "the generator has what the validator forbids") &&
	       verdict_check(&suite, GENERATOR_AGREES, !census.surplus,
			     "the validator allows more cards than may be played together") &&
	       verdict_check(&suite, GENERATOR_AGREES, !census_has_double(&census),
			     "the generator has an action twice") &&
	       verdict_check(&suite, ORACLE_AGREES, !census.oracle_differs,
			     "the validator judges some move differently") &&
	       check_perft(match, census.generated);
}

/* Tries something; if it happens to be legal it has become a ply like any other. */
static bool try_action(struct match *match, struct others *others, const struct action *action,
		       struct report *report)
{
	struct game before = match->game;
	struct report_view view;
	bool holds = play_everywhere(match, others, action, report);
	bool forfeits;

	report_view_make(&view, report, AUDIENCE_ARBITER);
	forfeits = view.rule == RULE_IMMOBILE && before.options.immobile_moved == IMMOBILE_LOSES;
	if (view.legal || !holds)
		return holds;
	match->forbidden[view.rule]++;
	if (forfeits) {
		holds = match->game.winner == winner_of(side_other(action->side)) &&
			match->game.reason == REASON_FORFEIT;
		before.winner = match->game.winner;
		before.reason = match->game.reason;
	}
	return verdict_check(&suite, ILLEGAL_IS_NOTHING,
			     holds && memcmp(&before, &match->game, sizeof before) == 0,
			     "an illegal try has left something behind");
}

static bool would_forfeit(const struct match *match, const struct action *action)
{
	return match->game.options.immobile_moved == IMMOBILE_LOSES &&
	       action->from != SQ_OFF_BOARD && !piece_is_movable(match->oracle.piece[action->from]);
}

static bool try_something(struct match *match, struct others *others)
{
	struct action action = silly_random(match);
	struct report report;

	/* a game should not often be over because of this */
	if (would_forfeit(match, &action) && !chance_once_in(&match->chance, 16))
		return true;
	return try_action(match, others, &action, &report);
}

/* what a repetition rule has just forbidden is tried, to see that this rule is named */
static bool try_refused(struct match *match, struct others *others)
{
	struct report report;
	struct report_view view;
	enum rule rule = match->refused_rule;

	match->refused_rule = RULE_OK;
	if (rule == RULE_OK)
		return true;
	if (!try_action(match, others, &match->refused, &report))
		return false;
	report_view_make(&view, &report, AUDIENCE_ARBITER);
	if (!verdict_check(&suite, ORACLE_AGREES, view.rule == rule, "another rule is named"))
		return false;
	return !chance_once_in(&match->chance, rule == RULE_MORE_SQUARES ? 4 : 64) ||
	       take_census(match);
}

static unsigned count_by_oracle(const struct match *match)
{
	enum side side = match_to_move(match);
	struct bits own = match->game.position.open.holds[side];
	unsigned count = 0;

	while (bits_any(own)) {
		unsigned from = bits_take(&own);
		struct bits land = bits_minus(boards[match_board(match)].land, bits_of(from));

		while (bits_any(land))
			count += oracle_judge(&match->oracle, side, from, bits_take(&land)) ==
				 RULE_OK;
	}
	return count;
}

/* In a chase both repetition rules may forbid the same move, which must not be counted off twice.
 */
static bool check_chase(struct match *match)
{
	unsigned n = match->oracle.past_count;

	if (!match->beginning.is_study || match_has_cards(match) || n < 2 ||
	    !match->oracle.past[n - 1].evades || !chance_once_in(&match->chance, 4))
		return true;
	return verdict_check(&suite, PERFT_AGREES, perft(&match->game, 1) == count_by_oracle(match),
			     "perft counts another number in a chase");
}

static bool play_ply(struct match *match, struct others *others, const struct player *player)
{
	struct action action;
	struct report report;

	if ((match->game.plies == others->census && !take_census(match)) || !check_chase(match))
		return false;
	if (!verdict_check(&suite, GENERATOR_AGREES, player_choose(match, player, &action),
			   "nothing can be played, but the game is not over") ||
	    !verdict_check(&suite, ORACLE_AGREES, !match->oracle_differs,
			   "the validator judges a move differently"))
		return false;
	return try_refused(match, others) && play_everywhere(match, others, &action, &report);
}

static bool begin(struct match *match, struct others *others)
{
	bool holds = true;

	others->copied = chance_below(&match->chance, MATCH_PLIES);
	others->census = chance_below(&match->chance, MATCH_PLIES / (1 + match->number % 4));
	for (unsigned flip = FLIP_COLUMNS; flip < FLIP_COUNT; flip++)
		holds &= beginning_start(&match->beginning, flip, &others->flipped[flip]);
	return verdict_check(&suite, MIRROR, holds, "a flipped set-up does not fit") &&
	       compare_flipped(match, others);
}

static bool play_mulligans(struct match *match, struct others *others)
{
	struct action action;
	struct report report;
	bool holds = true;

	for (unsigned side = 0; side < SIDE_COUNT; side++)
		if (player_mulligan(match, (enum side)side, &action))
			holds &= play_everywhere(match, others, &action, &report);
	return holds;
}

/* the end of a game, by a word if there was no other, and what is tried afterwards */
static void end(struct match *match, struct others *others)
{
	struct action action;
	struct report report;

	if (player_last_word(match, &action) && !play_everywhere(match, others, &action, &report))
		return;
	match->ended[match->game.reason]++;
	if (compare_flipped(match, others))
		try_something(match, others);
}

static void play(struct match *match)
{
	static struct others others;
	struct player players[SIDE_COUNT];
	bool holds;

	players_random(players, &match->chance);
	holds = begin(match, &others) && play_mulligans(match, &others);
	while (holds && !game_is_over(&match->game) && match->game.plies < MATCH_PLIES) {
		holds = play_ply(match, &others, &players[match_to_move(match)]);
		if (holds && chance_once_in(&match->chance, TRY_EVERY))
			holds = try_something(match, &others);
	}
	if (holds)
		end(match, &others);
}

/* one number of the summary, which has to be more than nothing if there were enough games */
static void tell(const struct match *match, unsigned property, const char *name, uint64_t count)
{
	char why[64];

	printf(" %s %" PRIu64, name, count);
	if (count > 0 || match->games < GAMES_ENOUGH || properties[property].failed)
		return;
	snprintf(why, sizeof why, "never %s", name);
	putchar('\n');
	verdict_fail_after_all(&suite, property, why);
}

static void finish(const struct match *match)
{
	bool cards = match->card_games > 0;

	printf("forbade:");
	for (unsigned rule = RULE_GAME_OVER; rule < RULE_COUNT; rule++)
		tell(match, ALL_RULES_MET, rule_name((enum rule)rule), match->forbidden[rule]);
	printf("\nplayed:");
	for (unsigned card = CARD_NONE + 1; cards && card < CARD_END; card++)
		tell(match, ALL_CARDS_PLAYED, card_name((enum card)card), match->played[card]);
	printf("\nended:");
	for (unsigned reason = REASON_NONE; reason < REASON_COUNT; reason++)
		printf(" %s %" PRIu64, reason_name((enum reason)reason), match->ended[reason]);
	putchar('\n');
}

int main(int argc, char **argv)
{
	return suite_run(&suite, argc, argv);
}
