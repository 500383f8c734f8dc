/*
 * No player learns a rank from what the referee says, asks or guides, nor from when.
 *
 * A game is played at a table of sensors by clumsy hands. Then ranks of one side are exchanged in such a way that
 * every verdict stays as it was: whether each try was legal, how each battle came out and what it disclosed, how the
 * game ended. The rules alone decide that. A fresh referee that is given this other set-up and the very same inputs
 * must tell the public and the opponent the very same, every field and every microsecond. What a player may pick
 * while a piece is in the hand is offered by squares alone, so that must be the same for both. What hands do on the
 * table is told before there is a verdict, as soon as contacts are debounced: it must be the same for both after
 * each input, and so must the time at which the referee wants to be asked again. What the opponent is taught in a
 * training mission must be the same, too, to the byte; and so must each frame that the lamps of the board are sent,
 * and its time. While nothing is told in play, no lamp is lit, whatever hands lift: none shows where a piece may go.
 */
#include "daemon/referee/referee_look.h"
#include "daemon/views/event_json.h"
#include "daemon/views/tips.h"
#include "tests/property/lamp_film.h"
#include "tests/property/match.h"
#include "tests/property/verdict_table.h"
#include "tests/support/table/output.h"

enum {
	RANKS_DO_NOT_SHOW,
	HANDS_LIGHT_NO_LAMP,
	THE_REFEREE_PLAYS_BY_THE_RULES,
	SOMETHING_WAS_EXCHANGED,
	A_LEAK_WOULD_BE_SEEN,
	PROPERTY_COUNT
};

/* clang-format off */
static struct property properties[PROPERTY_COUNT] = {
	[RANKS_DO_NOT_SHOW] = PROPERTY("exchanged_ranks_change_nothing_for_others"),
	[HANDS_LIGHT_NO_LAMP] = PROPERTY("hands_alone_light_no_lamp_in_play"),
	[THE_REFEREE_PLAYS_BY_THE_RULES] = PROPERTY("the_referee_plays_by_the_rules"),
	[SOMETHING_WAS_EXCHANGED] = PROPERTY("illegal_tries_and_questions_were_compared"),
	[A_LEAK_WOULD_BE_SEEN] = PROPERTY("a_leak_would_be_seen"),
};
/* clang-format on */

SUITE_OF(properties);

enum {
	DOINGS = 40,	     /* things that the hands do in a game */
	EXCHANGE_TRIES = 40, /* pairs of pieces: most would have changed the game */
	OUTPUTS_MAX = 32768,
	ENOUGH_GAMES = 90 /* below that it may be chance that nothing of a kind was seen */
};

/* What a careless referee might tell; none, in the real comparison. */
enum leak {
	LEAK_NOTHING,
	LEAK_RULE,
	LEAK_TIME,
	LEAK_TOUCH,
	LEAK_TIP,
	LEAK_LAMP,
	LEAK_LAMP_TIME,
	LEAK_KINDS
};

/* what some were told in the course of a game */
struct heard {
	struct output list[OUTPUTS_MAX];
	unsigned count;
	uint64_t offers;       /* all that were made to either side after each input, mixed */
	unsigned offers_count; /* inputs after which something was offered */
	uint64_t touches;      /* what hands had changed after each input, and the deadline */
	unsigned touch_count;  /* inputs after which that was something */
	uint64_t taught;       /* the tip after each input, mixed */
	unsigned taught_count; /* inputs after which one was shown */
	struct lamp_film film; /* what the lamps were sent */
};

struct listener {
	struct heard *heard;
	const struct referee *referee;
	enum side owner; /* whose ranks may be exchanged */
	enum leak leak;
	struct tips tips; /* the opponent's; the owner's where that is the leak */
};

/* how many replays were compared: in all, and with at least one of a kind in them */
static struct {
	uint64_t all, illegal, far_tap, target, offer, touch, quick, rfid, cards, taught, frames;
	uint64_t lit[LAMP_COUNT];
	uint64_t leaks[LEAK_KINDS];
} compared;

static struct hands hands;
static struct heard original, other;
static struct referee fresh;

/* ---- hearing ---- */

/* A leak by time: it takes longer, by a microsecond, to say that a scout has moved. */
static uint64_t leaked_time(const struct listener *listener, const struct output *output)
{
	struct view view;

	if (listener->leak != LEAK_TIME || output->event != EVENT_MOVE)
		return 0;
	view_make(&view, referee_game(listener->referee), AUDIENCE_ARBITER);
	return view.code[output->sq] == '2';
}

static bool is_heard(const struct listener *listener, const struct output *output)
{
	bool leaks = listener->leak == LEAK_RULE && output->event == EVENT_ILLEGAL;

	return leaks || output->to == AUDIENCE_PUBLIC ||
	       output->to == audience_of(side_other(listener->owner));
}

static void follow_fact(struct listener *listener, const struct fact *fact)
{
	struct play_shown shown;
	struct view view;

	if (fact->kind == FACT_BEGIN)
		tips_begin(&listener->tips, (enum side)fact->side);
	if (fact->kind == FACT_TAKEBACK || fact->kind == FACT_REPOSITION)
		tips_interrupt(&listener->tips);
	if (fact->kind != FACT_PLAY)
		return;
	shown = fact_play_shown(fact);
	view_make(&view, referee_game(listener->referee),
		  audience_of((enum side)listener->tips.side));
	tips_play(&listener->tips, &view, &shown);
}

/* the way the daemon does it (match.c) */
static void learn(struct listener *listener, const struct output *output)
{
	json_t *told;

	if (output->event == EVENT_FACT)
		follow_fact(listener, output->fact);
	if (output->event != EVENT_BATTLE ||
	    output->to != audience_of((enum side)listener->tips.side))
		return;
	told = event_fields_json(output);
	tips_battle(&listener->tips, told);
	json_decref(told);
}

static void hear(void *context, const struct output *output)
{
	struct listener *listener = context;
	struct heard *heard = listener->heard;

	learn(listener, output);
	lamp_film_note(&heard->film, output);
	if (!is_heard(listener, output) || heard->count == OUTPUTS_MAX)
		return;
	output_copy(&heard->list[heard->count], output);
	heard->list[heard->count++].t_us += leaked_time(listener, output);
}

/* the way FNV does it */
static void mix(uint64_t *all, uint64_t value)
{
	*all = (*all ^ value) * UINT64_C(0x100000001b3);
}

static void note_offers(struct heard *heard, const struct referee *referee)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		struct table_offer offer = referee_offer(referee, (enum side)side);

		heard->offers_count += offer.from != SQ_OFF_BOARD;
		mix(&heard->offers, offer.from);
		while (bits_any(offer.targets))
			mix(&heard->offers, bits_take(&offer.targets));
		while (bits_any(offer.stands))
			mix(&heard->offers, bits_take(&offer.stands));
	}
}

/* A leak by touch: that a bomb has been lifted is not told. */
static bool is_withheld(const struct listener *listener, unsigned sq)
{
	struct view view;

	if (listener->leak != LEAK_TOUCH)
		return false;
	view_make(&view, referee_game(listener->referee), AUDIENCE_ARBITER);
	return view.code[sq] == 'B';
}

static void note_touch(const struct listener *listener)
{
	struct heard *heard = listener->heard;
	struct table_touch touch = referee_touch(listener->referee);

	heard->touch_count += bits_any(bits_or(touch.up, touch.down));
	mix(&heard->touches, referee_deadline(listener->referee));
	while (bits_any(touch.up)) {
		unsigned sq = bits_take(&touch.up);

		mix(&heard->touches, is_withheld(listener, sq) ? SQ_OFF_BOARD : sq);
	}
	while (bits_any(touch.down))
		mix(&heard->touches, SQ_COUNT + bits_take(&touch.down));
}

static void note_tip(struct heard *heard, const struct listener *listener)
{
	json_t *tip = tips_json(&listener->tips, true, game_is_over(referee_game(&fresh)));
	char *text = json_dumps(tip, JSON_COMPACT);

	heard->taught_count += listener->tips.tip != TIP_NONE;
	for (const char *at = text; *at; at++)
		mix(&heard->taught, (unsigned char)*at);
	free(text);
	json_decref(tip);
}

/* whether a scout has made the last move, by the picture of the lamps */
static bool is_scouts(const struct listener *listener, const struct lamp_picture *picture)
{
	struct view view;

	view_make(&view, referee_game(listener->referee), AUDIENCE_ARBITER);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (picture->of[sq] == LAMP_TO)
			return view.code[sq] == '2';
	return false;
}

/* Leaks by lamps: the square that a scout has come to has another meaning, or is lit a microsecond later. */
static void note_lamps(const struct listener *listener, uint64_t t_us)
{
	struct lamp_film *film = &listener->heard->film;
	struct lamp_picture picture;

	lamp_film_paint(film, listener->referee, &picture);
	if (listener->leak == LEAK_LAMP && is_scouts(listener, &picture))
		for (unsigned sq = 0; sq < SQ_COUNT; sq++)
			picture.of[sq] = picture.of[sq] == LAMP_TO ? LAMP_CHECK : picture.of[sq];
	if (listener->leak == LEAK_LAMP_TIME)
		t_us += is_scouts(listener, &picture);
	lamp_film_show(film, referee_board(listener->referee), &picture, t_us);
}

/* The daemon wakes the referee at each of its deadlines, and then the lamps may have changed. */
static void let_time_pass(struct listener *listener, uint64_t until_us)
{
	uint64_t due_us, before_us = UINT64_MAX;

	while ((due_us = referee_deadline(&fresh)) < until_us && due_us != before_us) {
		struct input tick = {.t_us = due_us, .kind = INPUT_TICK};

		referee_input(&fresh, &tick, hear, listener);
		note_lamps(listener, due_us);
		before_us = due_us;
	}
}

static void replay(const struct beginning *beginning, enum side owner, enum leak leak,
		   struct heard *heard)
{
	struct listener listener = {
		.heard = heard, .referee = &fresh, .owner = owner, .leak = leak};

	heard->count = heard->offers_count = heard->touch_count = 0;
	heard->offers = heard->touches = heard->taught = 0;
	heard->taught_count = 0;
	tips_init(&listener.tips, leak == LEAK_TIP ? owner : side_other(owner),
		  beginning->options.two_squares);
	hands_prepare(&fresh, &hands.options, beginning);
	lamp_film_begin(&heard->film);
	for (unsigned i = 0; i < hands.count; i++) {
		let_time_pass(&listener, hands.inputs[i].t_us);
		referee_input(&fresh, &hands.inputs[i], hear, &listener);
		note_offers(heard, &fresh);
		note_touch(&listener);
		note_tip(heard, &listener);
		note_lamps(&listener, hands.inputs[i].t_us);
	}
	lamp_film_end(&heard->film);
}

static bool same(const struct heard *a, const struct heard *b)
{
	return a->count == b->count && a->offers == b->offers && a->touches == b->touches &&
	       a->taught == b->taught && a->film.mixed == b->film.mixed &&
	       memcmp(a->list, b->list, a->count * sizeof *a->list) == 0;
}

static void tell_difference(const struct heard *a, const struct heard *b)
{
	unsigned i = 0;

	while (i < a->count && i < b->count &&
	       memcmp(&a->list[i], &b->list[i], sizeof *a->list) == 0)
		i++;
	printf("they differ at output %u of %u and %u", i, a->count, b->count);
	if (i < a->count)
		printf(", event %u to %s at %" PRIu64, a->list[i].event,
		       audience_name((enum audience)a->list[i].to), a->list[i].t_us);
	if (i < b->count)
		printf(", event %u to %s at %" PRIu64, b->list[i].event,
		       audience_name((enum audience)b->list[i].to), b->list[i].t_us);
	putchar('\n');
}

/* ---- exchanging ---- */

static bool told_the_same(const struct shadow_verdict verdicts[2], enum audience audience)
{
	struct report_view here, there;

	report_view_make(&here, &verdicts[0].report, audience);
	report_view_make(&there, &verdicts[1].report, audience);
	return memcmp(&here, &there, sizeof here) == 0;
}

static bool same_verdict(const struct shadow_verdict verdicts[2], enum side owner)
{
	const struct shadow_verdict *a = &verdicts[0], *b = &verdicts[1];

	return a->legal == b->legal && a->outcome == b->outcome && a->winner == b->winner &&
	       a->reason == b->reason && a->challenge.attacker == b->challenge.attacker &&
	       a->challenge.attack_card == b->challenge.attack_card &&
	       told_the_same(verdicts, AUDIENCE_PUBLIC) &&
	       told_the_same(verdicts, audience_of(side_other(owner)));
}

/* whether, by the rules alone, everything that was judged is judged the same with other ranks */
static bool keeps_course(const struct beginning *changed, enum side owner)
{
	static struct game games[2];
	static struct shadow_past pasts[2];
	const struct beginning *beginnings[2] = {&hands.beginning, changed};

	for (unsigned k = 0; k < 2; k++)
		beginning_start(beginnings[k], FLIP_NONE, &games[k]);
	for (unsigned k = 0; k < 2; k++)
		pasts[k].bottom = pasts[k].count = 0;
	if (games[0].winner != games[1].winner)
		return false;
	for (unsigned i = 0; i < hands.shadow.step_count; i++) {
		struct shadow_verdict verdicts[2];

		for (unsigned k = 0; k < 2; k++)
			shadow_judge(&hands.shadow.steps[i], &games[k], &pasts[k], &verdicts[k]);
		if (!same_verdict(verdicts, owner))
			return false;
	}
	return true;
}

/* SQ_OFF_BOARD if the side has none, as happens in studies */
static unsigned any_piece(struct match *match, enum side owner)
{
	unsigned start = chance_below(&match->chance, SQ_COUNT);

	for (unsigned i = 0; i < SQ_COUNT; i++)
		if (hands.beginning.side[(start + i) % SQ_COUNT] == owner)
			return (start + i) % SQ_COUNT;
	return SQ_OFF_BOARD;
}

/* exchanges as many pairs as the game bears; returns how many */
static unsigned exchange(struct match *match, enum side owner, struct beginning *changed)
{
	unsigned count = 0;

	*changed = hands.beginning;
	for (unsigned i = 0; any_piece(match, owner) != SQ_OFF_BOARD && i < EXCHANGE_TRIES; i++) {
		unsigned a = any_piece(match, owner), b = any_piece(match, owner);
		uint8_t first = changed->piece[a], second = changed->piece[b];

		if (first == second)
			continue;
		changed->piece[a] = second;
		changed->piece[b] = first;
		if (keeps_course(changed, owner)) {
			count++;
			continue;
		}
		changed->piece[a] = first;
		changed->piece[b] = second;
	}
	return memcmp(changed->piece, hands.beginning.piece, sizeof changed->piece) ? count : 0;
}

/* ---- comparing ---- */

static void count_comparison(enum side owner)
{
	compared.all++;
	compared.illegal += hands.illegal[owner] > 0;
	compared.far_tap += hands.far_taps[owner] > 0;
	compared.target += hands.targets[owner] > 0;
	compared.offer += original.offers_count > 0;
	compared.touch += original.touch_count > 0;
	compared.taught += original.taught_count > 0;
	compared.frames += original.film.frames;
	for (unsigned lamp = 0; lamp < LAMP_COUNT; lamp++)
		compared.lit[lamp] += original.film.lit[lamp] > 0;
	compared.quick += hands.quick_answers > 0;
	compared.rfid += (hands.options.table.sensors & SENSOR_RFID) != 0;
	compared.cards += editions[hands.beginning.edition].cards;
}

static void count_leaks(const struct beginning *changed, enum side owner, unsigned number)
{
	for (unsigned leak = LEAK_RULE; leak < LEAK_KINDS; leak++) {
		if (number > 8 && compared.leaks[leak] > 0)
			continue; /* the others are planted until one was seen */
		replay(&hands.beginning, owner, (enum leak)leak, &original);
		replay(changed, owner, (enum leak)leak, &other);
		compared.leaks[leak] += !same(&original, &other);
	}
}

static bool compare(struct match *match, enum side owner)
{
	struct beginning changed;
	bool alike;

	if (exchange(match, owner, &changed) == 0)
		return true;
	replay(&hands.beginning, owner, LEAK_NOTHING, &original);
	replay(&changed, owner, LEAK_NOTHING, &other);
	count_comparison(owner);
	alike = same(&original, &other);
	if (!alike && !properties[RANKS_DO_NOT_SHOW].failed) {
		tell_difference(&original, &other);
		match->beginning = changed;
	}
	count_leaks(&changed, owner, match->number);
	if (!verdict_check_table(&suite, &hands, HANDS_LIGHT_NO_LAMP, original.film.by_hands == 0,
				 "a lamp was lit although nothing was told"))
		return false;
	return verdict_check_table(
		&suite, &hands, RANKS_DO_NOT_SHOW, alike,
		"others can tell which ranks a side has; the changed set-up follows");
}

static void play(struct match *match)
{
	struct referee_options options;

	hands_random_options(&options, &match->beginning, &match->chance);
	hands_begin(&hands, &match->beginning, &options, match->chance);
	for (unsigned i = 0; i < DOINGS && hands_can_go_on(&hands); i++)
		hands_do_something(&hands);
	match->chance = hands.chance;
	match->plies += hands.plies;
	if (!verdict_check_table(&suite, &hands, THE_REFEREE_PLAYS_BY_THE_RULES,
				 !hands.shadow.wrong, hands.shadow.wrong))
		return;
	if (!hands.shadow.begun || hands.shadow.step_count == SHADOW_STEPS)
		return; /* nothing to judge again, or not all of it */
	compare(match, SIDE_RED);
	compare(match, SIDE_BLUE);
}

static void finish(const struct match *match)
{
	bool enough = match->games >= ENOUGH_GAMES;

	printf("compared %" PRIu64 " replays with exchanged ranks: %" PRIu64
	       " with an illegal try, %" PRIu64 " with a far tap, %" PRIu64
	       " with a question for the target, %" PRIu64 " with an offer, %" PRIu64
	       " with a touch, %" PRIu64 " with a quick answer, %" PRIu64 " with tags, %" PRIu64
	       " with cards, %" PRIu64 " with a tip\n",
	       compared.all, compared.illegal, compared.far_tap, compared.target, compared.offer,
	       compared.touch, compared.quick, compared.rfid, compared.cards, compared.taught);
	printf("a leak of the rule broken was seen in %" PRIu64 ", one of time in %" PRIu64
	       ", one by touch in %" PRIu64 ", one of the owner's tips in %" PRIu64
	       ", one by a lamp in %" PRIu64 ", one by its time in %" PRIu64 "\n",
	       compared.leaks[LEAK_RULE], compared.leaks[LEAK_TIME], compared.leaks[LEAK_TOUCH],
	       compared.leaks[LEAK_TIP], compared.leaks[LEAK_LAMP], compared.leaks[LEAK_LAMP_TIME]);
	printf("%" PRIu64 " frames of lamps; replays in which they said", compared.frames);
	for (unsigned lamp = LAMP_FROM; lamp < LAMP_TEST; lamp++)
		printf(" %c %" PRIu64, ".ftpkbcxuers"[lamp], compared.lit[lamp]);
	putchar('\n');
	for (unsigned lamp = LAMP_FROM; enough && lamp < LAMP_TEST; lamp++)
		if (compared.lit[lamp] == 0)
			verdict_fail_after_all(&suite, SOMETHING_WAS_EXCHANGED,
					       "lamps never had one of their meanings");
	if (enough && (!compared.illegal || !compared.far_tap || !compared.target ||
		       !compared.offer || !compared.touch || !compared.taught))
		verdict_fail_after_all(&suite, SOMETHING_WAS_EXCHANGED,
				       "nothing of one of these kinds was compared");
	if (enough && (!compared.leaks[LEAK_RULE] || !compared.leaks[LEAK_TIME] ||
		       !compared.leaks[LEAK_TOUCH] || !compared.leaks[LEAK_TIP] ||
		       !compared.leaks[LEAK_LAMP] || !compared.leaks[LEAK_LAMP_TIME]))
		verdict_fail_after_all(&suite, A_LEAK_WOULD_BE_SEEN, "a leak made no difference");
}

int main(int argc, char **argv)
{
	return suite_run(&suite, argc, argv);
}
