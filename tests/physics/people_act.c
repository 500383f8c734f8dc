/* Moves and attacks, as people make them. */
#include "tests/physics/people.h"

#include <stdio.h>

/* ---- moves ---- */

static void think_in_hand(const struct doer *doer, unsigned from)
{
	struct vec over = surface_middle(from);

	over.x += dice_normal(doer->chance, 15);
	over.y += dice_normal(doer->chance, 15);
	over.z = dice_between(doer->chance, 15, 90);
	if (doer->profile->low_thought > 0 &&
	    dice_happens(doer->chance, doer->profile->low_thought))
		over.z = dice_between(doer->chance, 2, 15);
	gesture_hover(doer, over);
	gesture_pause(doer, 3);
}

/* back where it came from, and up again */
static void hesitate(const struct doer *doer, unsigned piece, unsigned from)
{
	gesture_bring(doer, piece, from);
	gesture_let_go(doer, piece);
	gesture_pause(doer, 1.5);
	gesture_take(doer, piece);
	gesture_lift(doer);
}

/* set down, with the hand on it, and taken on */
static void think_again(struct evening *evening, const struct doer *doer, unsigned piece,
			const struct report_view *move)
{
	unsigned other = people_empty_beside(evening, move->from, move->to);

	if (other == SQ_OFF_BOARD || !dice_happens(&evening->chance, doer->profile->second))
		return;
	evening_note(evening, "a second thought");
	gesture_bring(doer, piece, other);
	gesture_wait(doer, dice_pause(doer->chance, 0.5, 0.9));
	gesture_lift(doer);
}

static void carry(struct evening *evening, const struct doer *doer, unsigned piece,
		  const struct report_view *what)
{
	if (dice_happens(doer->chance, doer->profile->hold)) {
		think_in_hand(doer, what->from);
		if (dice_happens(doer->chance, 0.3))
			hesitate(doer, piece, what->from);
	}
	think_again(evening, doer, piece, what);
	people_set_between(evening, doer, piece, what);
	gesture_bring(doer, piece, what->to);
}

/* The hand may stay on the piece for a while, without moving it any more. */
static void leave(struct evening *evening, const struct doer *doer, unsigned piece, unsigned sq)
{
	bool rests = people_are(evening, doer->profile->rest);

	if (rests) {
		gesture_mark(doer, sq);
		gesture_wait(doer, dice_between(doer->chance, 0.2, 2));
	}
	gesture_let_go(doer, piece);
	if (!rests)
		gesture_mark(doer, sq);
}

static void reach_across(struct evening *evening, enum side side, unsigned sq)
{
	evening_brush(evening, side, sq);
	people_sweep(evening, side, sq);
	people_knock(evening, side, sq);
}

static void move(struct evening *evening, const struct report_view *what)
{
	struct doer doer = evening_doer(evening, what->side, RIGHT);
	unsigned piece = evening->home[what->from];
	bool in_hand = hand_holds(doer.hand, piece);

	reach_across(evening, what->side, what->from);
	reach_across(evening, what->side, what->to);
	people_consider(evening, &doer, what->side);
	in_hand |= people_go_astray(evening, &doer, what);
	if (!in_hand)
		gesture_take(&doer, piece);
	if (!in_hand && dice_happens(doer.chance, doer.profile->slide)) {
		gesture_slide(&doer, piece, what->to);
	} else {
		if (!in_hand)
			gesture_lift(&doer);
		carry(evening, &doer, piece, what);
	}
	leave(evening, &doer, piece, what->to);
	if (dice_happens(doer.chance, doer.profile->done)) {
		gesture_wait(&doer, dice_between(doer.chance, 0.3, 1.5));
		gesture_say(&doer, "done");
	}
}

void people_let_go(struct evening *evening)
{
	size_t i = evening->begun - 1;
	const struct report_view *what = evening_action(evening, i);
	struct person *person = &evening->people[what->side];

	evening->judge.let_go_s[i] = evening->judge.progress_s = evening->t_s;
	evening->played = evening->begun;
	evening->judge.tried.open = false;
	evening->home[what->to] = evening->home[what->from];
	evening->home[what->from] = NOBODY;
	person->worry_s = evening->t_s + 3 + dice_pause(&evening->chance, 2, 0.5);
}

/* ---- attacks ---- */

static enum attack_style choose_style(struct chance *chance, const struct profile *profile)
{
	double roll = dice_share(chance);
	unsigned style = 0;

	while (style + 1 < ATTACK_STYLES && roll >= profile->style[style])
		roll -= profile->style[style++];
	return (enum attack_style)style;
}

static void say_attack(const struct doer *doer, unsigned sq)
{
	char word[STROKE_WORD_SIZE] = "attack ";

	sq_format(sq, word + 7);
	gesture_say(doer, word);
}

/* how far a touch moves the piece that is touched */
static void shove(const struct doer *doer, const struct attack *attack, double least, double most)
{
	struct stroke *stroke = hand_add(doer->hand, STROKE_SHOVE);
	struct vec way = vec_minus(surface_middle(attack->to), surface_middle(attack->from));

	stroke->piece = (uint8_t)attack->defender;
	stroke->to = vec_scaled(way, dice_between(doer->chance, least, most) / vec_length(way));
}

/* where people wait for the verdict: near the piece touched, or over their own square */
static void withdraw(const struct doer *doer, const struct attack *attack)
{
	struct vec to = surface_middle(attack->to), from = surface_middle(attack->from);
	double share = dice_happens(doer->chance, 0.5) ? 0.2 : 0.7;
	struct vec at = vec_add(from, vec_scaled(vec_minus(to, from), share));

	at.z = dice_happens(doer->chance, doer->profile->low) ? dice_between(doer->chance, 4, 14)
							      : dice_between(doer->chance, 20, 80);
	gesture_hover(doer, at);
}

static void touch(const struct doer *doer, const struct attack *attack)
{
	enum touch kind = attack->style == ATTACK_PUSH	? TOUCH_PUSH
			  : attack->style == ATTACK_TOP ? TOUCH_TOP
							: TOUCH_SIDE;

	gesture_touch(doer, kind, attack->from, attack->to);
	if (kind == TOUCH_PUSH)
		shove(doer, attack, 2, 7);
	else if (kind == TOUCH_SIDE)
		shove(doer, attack, 0, 1.5);
	if (dice_happens(doer->chance, 0.25)) /* twice, to be heard */
		gesture_touch(doer, kind, attack->from, attack->to);
	withdraw(doer, attack);
}

static void lift_piece(const struct doer *doer, unsigned piece)
{
	if (hand_holds(doer->hand, piece))
		return;
	gesture_take(doer, piece);
	gesture_lift(doer);
}

static void hold_aside(const struct doer *doer, unsigned sq)
{
	gesture_hover(doer, (struct vec){surface_middle(sq).x + 45, surface_middle(sq).y, 60});
}

/* both pieces go up, one in each hand, in the order of the style */
static void lift_both(struct evening *evening, const struct attack *attack)
{
	bool own_first = attack->style != ATTACK_LIFT_ENEMY;
	struct doer own = evening_doer(evening, attack->side, RIGHT);
	struct doer other = evening_doer(evening, attack->side, LEFT);

	gesture_wait(own_first ? &other : &own,
		     own.profile->pace * dice_between(own.chance, 0.3, 1.5));
	lift_piece(&own, attack->attacker);
	lift_piece(&other, attack->defender);
	if (attack->style != ATTACK_REPLACE)
		return;
	hold_aside(&other, attack->to);
	gesture_await_free(&own, attack->to);
	gesture_bring(&own, attack->attacker, attack->to);
	gesture_let_go(&own, attack->attacker);
}

/* as in chess: the piece attacked is taken, then the own one comes in its place */
static void take_first(struct evening *evening, const struct attack *attack)
{
	struct doer own = evening_doer(evening, attack->side, RIGHT);
	struct doer other = evening_doer(evening, attack->side, LEFT);

	lift_piece(&other, attack->defender);
	hold_aside(&other, attack->to);
	gesture_wait(&own, 0.3);
	gesture_await_free(&own, attack->to);
	gesture_wait(&own, own.profile->pace * dice_between(own.chance, 0, 1.5));
	lift_piece(&own, attack->attacker);
	gesture_bring(&own, attack->attacker, attack->to);
	gesture_let_go(&own, attack->attacker);
}

/* the owner of the piece attacked lifts it to show it, when it was touched or before */
static void show(struct evening *evening, const struct attack *attack)
{
	struct doer doer;

	if (!people_free_hand(evening, side_other(attack->side), &doer))
		return;
	gesture_wait(&doer, attack->style == ATTACK_AWAITED ? dice_between(doer.chance, 0, 1)
							    : dice_between(doer.chance, 1.2, 3));
	lift_piece(&doer, attack->defender);
}

static void say_it(const struct doer *doer, const struct attack *attack)
{
	if (!dice_happens(doer->chance, doer->profile->says_attack))
		return;
	gesture_wait(doer, dice_between(doer->chance, 0.3, 1));
	say_attack(doer, attack->to);
}

/* set down where it touches the other, which is not the middle of any square */
static void lean(struct evening *evening, const struct attack *attack)
{
	struct doer doer = evening_doer(evening, attack->side, RIGHT);
	struct vec to = surface_middle(attack->to);
	struct vec way = vec_minus(surface_middle(attack->from), to);

	way = vec_scaled(way, (PIECE_MM + dice_between(doer.chance, 0, 4)) / vec_length(way));
	lift_piece(&doer, attack->attacker);
	gesture_bring_to(&doer, attack->attacker, vec_add(to, way));
	gesture_let_go(&doer, attack->attacker);
	say_it(&doer, attack);
}

static void tap(struct evening *evening, const struct attack *attack)
{
	struct doer doer = evening_doer(evening, attack->side, RIGHT);

	if (attack->style == ATTACK_AWAITED)
		gesture_wait(&doer, dice_between(doer.chance, 0, 1.5));
	else
		people_consider(evening, &doer, attack->side);
	lift_piece(&doer, attack->attacker);
	if (dice_happens(doer.chance, doer.profile->hold))
		think_in_hand(&doer, attack->from);
	touch(&doer, attack);
	if (attack->style == ATTACK_BACK) {
		gesture_bring(&doer, attack->attacker, attack->from);
		gesture_let_go(&doer, attack->attacker);
	}
	say_it(&doer, attack);
}

static void make_attack(struct evening *evening, const struct attack *attack)
{
	switch ((enum attack_style)attack->style) {
	case ATTACK_LIFT_OWN:
	case ATTACK_LIFT_ENEMY:
	case ATTACK_REPLACE:
		lift_both(evening, attack);
		return;
	case ATTACK_TAKEN:
		take_first(evening, attack);
		return;
	case ATTACK_LEANT:
		lean(evening, attack);
		return;
	default:
		break;
	}
	tap(evening, attack);
	if (attack->style == ATTACK_SHOWN || attack->style == ATTACK_AWAITED)
		show(evening, attack);
}

static void begin_attack(struct evening *evening, const struct report_view *what)
{
	struct attack *attack = &evening->attack;
	struct person *owner = &evening->people[side_other((enum side)what->side)];

	*attack = (struct attack){
		.active = true,
		.side = (enum side)what->side,
		.from = what->from,
		.to = what->to,
		.attacker = evening->home[what->from],
		.defender = evening->home[what->to],
		.style = (uint8_t)choose_style(&evening->chance,
					       &evening->people[what->side].profile),
	};
	evening->people[what->side].worry_s = 0;
	if ((attack->style == ATTACK_SHOWN || attack->style == ATTACK_AWAITED) &&
	    !person_is_idle(owner))
		attack->style = ATTACK_SIDE;
	if (attack->style == ATTACK_LEANT && !sq_touch(what->from, what->to))
		attack->style = ATTACK_SIDE; /* from afar it would be a move */
	reach_across(evening, attack->side, what->from);
	make_attack(evening, attack);
}

void people_push(struct evening *evening, const struct stroke *stroke)
{
	struct hand *ghost = &evening->ghosts[evening->attack.side];
	struct stroke *push;

	if (!hand_is_idle(ghost) || evening_is_held(evening, stroke->piece))
		return;
	hand_add(ghost, STROKE_GRASP)->piece = stroke->piece;
	push = hand_add(ghost, STROKE_CARRY);
	push->to = stroke->to;
	push->origin = FROM_HAND;
	push->seconds = dice_between(&evening->chance, 0.04, 0.12);
	hand_add(ghost, STROKE_RELEASE);
}

void people_begin(struct evening *evening)
{
	const struct report_view *what = evening_action(evening, evening->begun);

	evening->begun++;
	evening->judge.progress_s = evening->t_s;
	if (what->attack)
		begin_attack(evening, what);
	else
		move(evening, what);
	evening_note(evening, "ply %zu %s %s%s%s", evening->begun, side_name((enum side)what->side),
		     evening->game->actions[evening->begun - 1].text, what->attack ? " " : "",
		     what->attack ? attack_style_names[evening->attack.style] : "");
}

/* ---- silence ---- */

/* First it is said, then pieces are straightened, then it is done again and said again. */
void people_insist(struct evening *evening)
{
	struct attack *attack = &evening->attack;
	struct person *person = &evening->people[attack->side];
	struct doer doer = evening_doer(evening, attack->side, RIGHT);
	bool in_hand = hand_holds(doer.hand, attack->attacker);

	if (person->worry_s <= 0)
		person->worry_s =
			evening->t_s + 1 + dice_pause(doer.chance, doer.profile->heed_s, 0.5);
	if (evening->t_s < person->worry_s)
		return;
	person->worry_s = evening->t_s + 3 + dice_pause(doer.chance, 2, 0.5);
	if (attack->words > 0)
		people_tidy(evening, attack->side);
	if (in_hand && attack->words % 3 == 2) {
		gesture_bring(&doer, attack->attacker, attack->from);
		gesture_let_go(&doer, attack->attacker);
		attack->words++;
		return;
	}
	if (!in_hand) {
		struct vec high = surface_middle(attack->from);

		high.z = 70; /* they were told to lift it */
		lift_piece(&doer, attack->attacker);
		gesture_hover(&doer, high);
		gesture_pause(&doer, 1);
	}
	attack->words++;
	say_attack(&doer, attack->to);
}

void people_wonder(struct evening *evening, enum side side)
{
	struct person *person = &evening->people[side];
	const struct report_view *what = evening_action(evening, evening->judge.committed);
	struct doer doer = evening_doer(evening, side, RIGHT);

	if (evening->t_s < person->worry_s)
		return;
	person->worry_s = evening->t_s + 2 + dice_pause(doer.chance, 2, 0.5);
	if (dice_happens(doer.chance, 0.5))
		evening_say(evening, side, "done");
	else if (evening_stands(evening, what->to) == evening->home[what->to])
		gesture_straighten(&doer, evening->home[what->to]);
	people_tidy(evening, side);
}
