/*
 * No audience learns what it may not know: views and reports hold what each audience was told and
 * nothing else, and another army behind the same public course of the game changes nothing that the
 * others see.
 */
#include "rules/view.h"
#include "tests/property/match.h"
#include "tests/property/player.h"
#include "tests/property/verdict.h"

enum {
	VIEWS_HOLD_WHAT_WAS_TOLD,
	REPORTS_TELL_NO_MORE,
	RANKS_STAY_HIDDEN,
	CARDS_STAY_HIDDEN,
	SOMETHING_WAS_HIDDEN,
	PROPERTY_COUNT
};

/* clang-format off */
static struct property properties[PROPERTY_COUNT] = {
	[VIEWS_HOLD_WHAT_WAS_TOLD] = PROPERTY("views_hold_what_was_told"),
	[REPORTS_TELL_NO_MORE] = PROPERTY("reports_tell_no_more_than_they_may"),
	[RANKS_STAY_HIDDEN] = PROPERTY("exchanged_hidden_ranks_do_not_show"),
	[CARDS_STAY_HIDDEN] = PROPERTY("exchanged_hidden_cards_do_not_show"),
	[SOMETHING_WAS_HIDDEN] = PROPERTY("something_was_exchanged"),
};
/* clang-format on */

SUITE_OF(properties);

enum {
	VIEW_EVERY = 32,   /* plies, about */
	EXCHANGE_TRIES = 6 /* pairs of pieces: with many the game would have gone another way */
};

/* how many games were the same for the others after an exchange */
static uint64_t exchanged_ranks, exchanged_cards;

static bool sees_rank(const struct match *match, enum audience audience, unsigned sq)
{
	enum side owner = match->oracle.side[sq];

	if (audience == AUDIENCE_ARBITER || audience == audience_of(owner))
		return true;
	return audience != AUDIENCE_PUBLIC && match->game.options.memory_aid &&
	       match->oracle.told[match->oracle.id[sq]];
}

static char expected_code(const struct match *match, enum audience audience, unsigned sq)
{
	enum board_id board = match_board(match);

	if (match->oracle.side[sq] != SIDE_NONE)
		return sees_rank(match, audience, sq) ? piece_code(match->oracle.piece[sq]) : '?';
	if (!board_has(board, sq))
		return '\0';
	return bits_has(boards[board].lakes, sq) ? '~' : '.';
}

static bool hides_hands(const struct view *view, enum audience audience)
{
	static const uint8_t nothing[HAND_SIZE];
	bool hidden = true;

	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		bool own = audience == audience_of((enum side)side) || audience == AUDIENCE_ARBITER;
		const uint8_t *hand = view->cards[side].hand;

		for (unsigned i = 0; own && i < HAND_SIZE; i++)
			hidden &= (hand[i] != CARD_NONE) == (i < view->cards[side].held);
		if (!own)
			hidden &= memcmp(hand, nothing, HAND_SIZE) == 0;
	}
	return hidden;
}

static bool check_views(struct match *match)
{
	struct view view;
	bool right = true;

	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		enum audience audience = (enum audience)i;

		view_make(&view, &match->game, audience);
		for (unsigned sq = 0; sq < SQ_COUNT; sq++)
			right &= view.code[sq] == expected_code(match, audience, sq);
		right &= hides_hands(&view, audience);
	}
	return verdict_check(&suite, VIEWS_HOLD_WHAT_WAS_TOLD, right,
			     "a view shows too much or too little");
}

/* the ranks as they stood before the battle */
struct ranks_told {
	uint8_t attacker, defender;
};

static struct ranks_told expected_ranks(const struct match *match, const struct report *report,
					enum audience audience, struct ranks_told both)
{
	bool mock = report->outcome == OUTCOME_NONE;
	bool open = match->game.options.disclosure == DISCLOSURE_OPEN;
	bool attacks = audience == audience_of(report->side);
	struct ranks_told nothing = {PIECE_NONE, PIECE_NONE};

	if (!report->attack || audience == AUDIENCE_PUBLIC)
		return nothing;
	if (audience == AUDIENCE_ARBITER)
		return both;
	if (mock)
		return attacks ? (struct ranks_told){PIECE_NONE, both.defender} : nothing;
	return open ? both : nothing;
}

static bool check_report(struct match *match, const struct report *report, struct ranks_told both)
{
	bool right = true;

	for (unsigned i = 0; i < AUDIENCE_COUNT; i++) {
		enum audience audience = (enum audience)i;
		struct ranks_told expected = expected_ranks(match, report, audience, both);
		bool may_know_rule =
			audience == AUDIENCE_ARBITER || audience == audience_of(report->side);
		struct report_view view;

		report_view_make(&view, report, audience);
		right &= view.attacker == expected.attacker && view.defender == expected.defender;
		right &= (view.rule != RULE_OK) == (may_know_rule && !view.legal);
	}
	return verdict_check(&suite, REPORTS_TELL_NO_MORE, right,
			     "a report tells too much or too little");
}

static bool play_and_check(struct match *match, const struct action *action)
{
	struct ranks_told both = {PIECE_NONE, PIECE_NONE};
	struct report report;

	if (action->kind == ACTION_MOVE) {
		both.attacker = match->oracle.piece[action->from];
		both.defender = match->oracle.piece[action->to];
	}
	match_play(match, action, &report);
	return check_report(match, &report, both);
}

/* how two games that should look alike came out */
enum likeness { ALIKE, ANOTHER_COURSE, BETRAYED };

static bool same_for(enum audience audience, const struct game games[2])
{
	struct view here, there;

	view_make(&here, &games[0], audience);
	view_make(&there, &games[1], audience);
	return memcmp(&here, &there, sizeof here) == 0;
}

static bool same_report_for(enum audience audience, const struct report reports[2])
{
	struct report_view here, there;

	report_view_make(&here, &reports[0], audience);
	report_view_make(&there, &reports[1], audience);
	return memcmp(&here, &there, sizeof here) == 0;
}

/* everything that the whole table sees of the course of a game */
static bool same_course(const struct game games[2], const struct report reports[2])
{
	return reports[0].legal == reports[1].legal && reports[0].outcome == reports[1].outcome &&
	       games[0].winner == games[1].winner && games[0].reason == games[1].reason;
}

/* plays the match again from its own beginning and from another, before the eyes of those who may
 * not know */
static enum likeness compare(struct match *match, const struct beginning *other, enum side owner)
{
	static struct game games[2];
	enum audience enemy = audience_of(side_other(owner));

	beginning_start(&match->beginning, FLIP_NONE, &games[0]);
	beginning_start(other, FLIP_NONE, &games[1]);
	for (unsigned i = 0; i < match->step_count; i++) {
		struct report reports[2];

		game_play(&games[0], &match->steps[i], &reports[0]);
		game_play(&games[1], &match->steps[i], &reports[1]);
		if (!same_course(games, reports))
			return ANOTHER_COURSE;
		if (!same_report_for(enemy, reports) || !same_report_for(AUDIENCE_PUBLIC, reports))
			return BETRAYED;
		if (i % 16 == 0 && (!same_for(enemy, games) || !same_for(AUDIENCE_PUBLIC, games)))
			return BETRAYED;
	}
	return same_for(enemy, games) && same_for(AUDIENCE_PUBLIC, games) ? ALIKE : BETRAYED;
}

/* the number that the oracle gave the piece on this square of the set-up */
static unsigned id_at_beginning(const struct beginning *beginning, unsigned sq)
{
	unsigned id = 0;

	for (unsigned i = 0; i <= sq; i++)
		id += beginning->piece[i] != PIECE_NONE;
	return id;
}

static unsigned hidden_piece(struct match *match, enum side owner)
{
	const struct beginning *beginning = &match->beginning;

	for (unsigned i = 0; i < 16; i++) {
		unsigned sq = chance_below(&match->chance, SQ_COUNT);

		if (beginning->side[sq] == owner &&
		    !match->oracle.told[id_at_beginning(beginning, sq)])
			return sq;
	}
	return SQ_OFF_BOARD;
}

static bool exchange_ranks(struct match *match)
{
	enum side owner = (enum side)chance_below(&match->chance, SIDE_COUNT);
	enum likeness likeness = ANOTHER_COURSE;

	for (unsigned i = 0; i < EXCHANGE_TRIES && likeness == ANOTHER_COURSE; i++) {
		struct beginning other = match->beginning;
		unsigned a = hidden_piece(match, owner), b = hidden_piece(match, owner);

		if (a == SQ_OFF_BOARD || b == SQ_OFF_BOARD || other.piece[a] == other.piece[b])
			continue;
		other.piece[a] = match->beginning.piece[b];
		other.piece[b] = match->beginning.piece[a];
		likeness = compare(match, &other, owner);
	}
	exchanged_ranks += likeness == ALIKE;
	return verdict_check(&suite, RANKS_STAY_HIDDEN, likeness != BETRAYED,
			     "two ranks that were never shown make a difference to others");
}

/* the cards of a side that no action names: they have not been seen */
static unsigned unseen_cards(const struct match *match, enum side owner)
{
	unsigned seen = 1u << CARD_NONE;

	for (unsigned i = 0; i < match->step_count; i++) {
		const struct action *step = &match->steps[i];

		if (step->side != owner) {
			seen |= 1u << step->defence;
			continue;
		}
		seen |= 1u << step->movement | 1u << step->attack_card;
		for (unsigned j = 0; j < HAND_SIZE; j++)
			seen |= 1u << step->cards[j];
		if (step->kind == ACTION_SWAP)
			seen |= 1u << CARD_SWAP;
	}
	return ~seen;
}

static bool exchange_cards(struct match *match)
{
	enum side owner = (enum side)chance_below(&match->chance, SIDE_COUNT);
	unsigned unseen = unseen_cards(match, owner);
	struct beginning other = match->beginning;
	uint8_t *deck = other.decks[owner], *first = NULL;
	enum likeness likeness;

	for (unsigned i = 0; i < CARD_COUNT; i++) {
		if (!(unseen >> deck[i] & 1))
			continue;
		if (first) {
			uint8_t card = *first;

			*first = deck[i];
			deck[i] = card;
			break;
		}
		first = &deck[i];
	}
	if (memcmp(other.decks, match->beginning.decks, sizeof other.decks) == 0)
		return true;
	likeness = compare(match, &other, owner);
	exchanged_cards += likeness == ALIKE;
	return verdict_check(&suite, CARDS_STAY_HIDDEN, likeness != BETRAYED,
			     "two cards that nobody saw make a difference to others");
}

static bool play_through(struct match *match)
{
	unsigned plies = 20 + chance_below(&match->chance, MATCH_PLIES - 20);
	struct player players[SIDE_COUNT];
	struct action action;
	bool holds = true;

	players_random(players, &match->chance);
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		if (player_mulligan(match, (enum side)side, &action))
			holds &= play_and_check(match, &action);
	while (holds && !game_is_over(&match->game) && match->game.plies < plies) {
		struct player *player = &players[match_to_move(match)];

		if (!player_choose(match, player, &action))
			break;
		if (match->refused_rule != RULE_OK) /* what is illegal is told too */
			holds = play_and_check(match, &match->refused);
		match->refused_rule = RULE_OK;
		holds = holds && play_and_check(match, &action);
		if (chance_once_in(&match->chance, VIEW_EVERY))
			holds = holds && check_views(match);
	}
	return holds && check_views(match);
}

static void play(struct match *match)
{
	if (!play_through(match))
		return;
	if (match->number % 2 == 0)
		exchange_ranks(match);
	if (match_has_cards(match))
		exchange_cards(match);
}

static void finish(const struct match *match)
{
	printf("exchanged ranks in %" PRIu64 " games, cards in %" PRIu64 "\n", exchanged_ranks,
	       exchanged_cards);
	if (match->games >= 90 && exchanged_ranks == 0)
		verdict_fail_after_all(&suite, SOMETHING_WAS_HIDDEN, "no game was fit for it");
}

int main(int argc, char **argv)
{
	return suite_run(&suite, argc, argv);
}
