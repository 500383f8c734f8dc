/* Time, hands, sensors and the door. */
#include "tests/physics/evening.h"

#include "daemon/referee/recording_head.h"
#include "tests/physics/people.h"
#include "tests/support/table/hands.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define WATCH_S 0.1
#define END_S 3.0 /* after the last action, for what is still to be said */

/* ---- the door ---- */

static void hear(void *context, const struct output *output)
{
	struct evening *evening = context;

	if (evening->judge.verdict != VERDICT_FINE)
		return;
	judge_hear(evening, output);
	people_hear(evening, output);
}

static void hand_in(struct evening *evening, const struct input *input)
{
	if (input->kind != INPUT_TICK) {
		if (evening->input_count == evening->input_room) {
			evening->input_room = evening->input_room ? 2 * evening->input_room : 4096;
			evening->inputs = realloc(evening->inputs,
						  evening->input_room * sizeof *evening->inputs);
			if (!evening->inputs)
				abort();
		}
		evening->inputs[evening->input_count++] = *input;
	}
	referee_input(evening->referee, input, hear, evening);
}

static uint64_t us(double t_s)
{
	return (uint64_t)(t_s * 1e6 + 0.5);
}

static void sense(void *context, double t_s, unsigned sq, unsigned piece, bool seen)
{
	struct evening *evening = context;
	struct input input = {.t_us = us(t_s), .sq = (uint8_t)sq, .closed = seen};

	input.kind = piece == PIECES_MAX ? INPUT_CONTACT : INPUT_TAG;
	if (piece != PIECES_MAX)
		input.tag = evening_tag(piece);
	if (evening->attack.active && !evening->attack.fought && evening->attack.to == sq)
		evening->attack.traced = true;
	hand_in(evening, &input);
}

void evening_say(struct evening *evening, enum side side, const char *word)
{
	struct input input = {
		.t_us = us(evening->t_s),
		.kind = INPUT_WORD,
		.speaker = (uint8_t)audience_of(side),
	};

	strncpy(input.word, word, sizeof input.word - 1);
	judge_word(evening, side);
	hand_in(evening, &input);
}

void evening_note(struct evening *evening, const char *format, ...)
{
	struct note *note = &evening->notes[evening->note_count];
	va_list list;

	if (evening->note_count == NOTES_MAX)
		return;
	evening->note_count++;
	note->before = evening->input_count;
	va_start(list, format);
	vsnprintf(note->text, sizeof note->text, format, list);
	va_end(list);
}

/* ---- what hands ask ---- */

bool evening_is_held(const struct evening *evening, unsigned piece)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		for (unsigned i = 0; i < HANDS; i++)
			if (hand_holds(&evening->people[side].hands[i], piece))
				return true;
	for (unsigned i = 0; i < GHOSTS; i++)
		if (hand_holds(&evening->ghosts[i], piece))
			return true;
	return false;
}

unsigned evening_stands(const struct evening *evening, unsigned sq)
{
	const struct surface *surface = &evening->surface;

	for (unsigned i = 0; i < surface->piece_count; i++)
		if (!surface->pieces[i].off && surface_square(surface->pieces[i].at) == sq &&
		    !evening_is_held(evening, i))
			return i;
	return NOBODY;
}

/* nothing stands there, and nothing is being set down there */
static bool is_free(void *context, unsigned sq)
{
	const struct evening *evening = context;
	const struct surface *surface = &evening->surface;

	for (unsigned i = 0; i < surface->piece_count; i++)
		if (!surface->pieces[i].off && surface_square(surface->pieces[i].at) == sq &&
		    surface->pieces[i].at.z < 5)
			return false;
	return true;
}

static bool may_grasp(void *context, unsigned piece)
{
	const struct evening *evening = context;

	return !evening->surface.pieces[piece].off && !evening_is_held(evening, piece);
}

struct doer evening_doer(struct evening *evening, enum side side, unsigned hand)
{
	struct person *person = &evening->people[side];

	return (struct doer){&person->hands[hand], &person->profile, &evening->chance};
}

void evening_brush(struct evening *evening, enum side side, unsigned sq)
{
	const struct profile *profile = &evening->people[side].profile;
	static const int beside[] = {1, -1, SQ_STRIDE, -SQ_STRIDE};
	int other = (int)sq + beside[chance_below(&evening->chance, 4)];
	struct hand *ghost = &evening->ghosts[chance_below(&evening->chance, 2)];
	struct doer doer = {ghost, profile, &evening->chance};
	unsigned piece;

	if (!dice_happens(&evening->chance, profile->nudge) || other < 0 || other >= SQ_COUNT ||
	    !hand_is_idle(ghost))
		return;
	piece = evening_stands(evening, (unsigned)other);
	if (piece != NOBODY)
		gesture_nudge(&doer, piece);
}

static enum side owner_of(const struct evening *evening, const struct hand *hand)
{
	const struct hand *red = evening->people[SIDE_RED].hands;

	return hand >= red && hand < red + HANDS ? SIDE_RED : SIDE_BLUE;
}

static void done(void *context, struct hand *hand, const struct stroke *stroke, double t_s)
{
	struct evening *evening = context;

	(void)t_s;
	if (stroke->kind == STROKE_SAY)
		evening_say(evening, owner_of(evening, hand), stroke->word);
	else if (stroke->kind == STROKE_MARK)
		people_let_go(evening);
	else if (stroke->kind == STROKE_SHOVE)
		people_push(evening, stroke);
	else if (stroke->kind == STROKE_RELEASE)
		evening->judge.landings++;
}

/* ---- the beginning ---- */

struct tag evening_tag(unsigned piece)
{
	return (struct tag){.length = 4, .id = {0x04, 0xC1, 0x0F, (uint8_t)(piece + 1)}};
}

void evening_tags(const struct evening *evening, struct record_tag tags[SQ_COUNT])
{
	unsigned number = 0;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		const struct sim_game *game = &evening->game->sim;
		struct tag tag = evening_tag(number);

		memset(&tags[sq], 0, sizeof tags[sq]);
		if (game->side[sq] == SIDE_NONE)
			continue;
		tags[sq] = (struct record_tag){
			.length = tag.length, .side = game->side[sq], .piece = game->piece[sq]};
		memcpy(tags[sq].id, tag.id, sizeof tags[sq].id);
		number++;
	}
}

/* Pieces that the board does not see are pushed to the middle before play begins. */
static void stand(struct evening *evening, unsigned sq)
{
	struct surface *surface = &evening->surface;
	struct vec at = surface_middle(sq);
	double scatter = evening->people[evening->game->sim.side[sq]].profile.scatter_mm;
	unsigned piece = surface_add(surface, sq);

	at.x += fmax(-6, fmin(6, dice_normal(&evening->chance, scatter)));
	at.y += fmax(-6, fmin(6, dice_normal(&evening->chance, scatter)));
	surface_put(surface, piece, at, 0, 0);
	evening->home[sq] = (uint8_t)piece;
	evening->rank[piece] = evening->game->sim.piece[sq];
}

static void ignore(void *context, double t_s, unsigned sq, unsigned piece, bool seen)
{
	(void)context, (void)t_s, (void)sq, (void)piece, (void)seen;
}

static void settle_sensors(struct evening *evening, surface_sink *sink)
{
	for (unsigned i = 0; i < 120; i++) {
		evening->t_s += SURFACE_SCAN_S;
		surface_scan(&evening->surface, evening->t_s, sink, evening);
	}
}

static void push_to_middle(struct evening *evening)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		unsigned piece = evening->home[sq];

		if (piece != NOBODY && !surface_contact(&evening->surface, sq))
			surface_put(&evening->surface, piece, surface_middle(sq), 0, 0);
	}
}

static void first_frame(struct evening *evening)
{
	struct input frame = {.kind = INPUT_FRAME};

	evening->t_s += 2 * SURFACE_SCAN_S;
	frame.t_us = us(evening->t_s);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (surface_contact(&evening->surface, sq))
			bits_add(&frame.frame, sq);
	hand_in(evening, &frame);
}

static void set_up(struct evening *evening)
{
	const struct sim_game *game = &evening->game->sim;
	bool reeds = evening->surface.kind.reeds, antennas = evening->surface.kind.antennas;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		evening->home[sq] = NOBODY;
		if (game->side[sq] != SIDE_NONE)
			stand(evening, sq);
	}
	if (reeds) {
		settle_sensors(evening, antennas ? sense : ignore);
		push_to_middle(evening);
		settle_sensors(evening, antennas ? sense : ignore);
		first_frame(evening);
	} else {
		settle_sensors(evening, sense);
	}
	evening->t_s += 1;
	evening_say(evening, SIDE_RED, "ready");
	evening->t_s += 1;
	evening_say(evening, SIDE_BLUE, "ready");
	evening->t_s += 1;
}

static bool prepare(struct evening *evening, const struct evening_plan *plan)
{
	struct record_tag tags[SQ_COUNT];
	bool antennas = plan->kind->antennas;

	referee_options_default(&evening->options, evening->game->sim.edition);
	evening->options.table.sensors =
		(uint8_t)((plan->kind->reeds ? SENSOR_REED : 0) | (antennas ? SENSOR_RFID : 0));
	if (plan->move_ms)
		evening->options.table.move_us = plan->move_ms * UINT64_C(1000);
	evening->referee = calloc(1, referee_size());
	if (!evening->referee)
		return false;
	referee_init(evening->referee, &evening->options);
	referee_prepare(evening->referee, &evening->game->prepared, false, SIDE_RED);
	evening_tags(evening, tags);
	for (unsigned sq = 0; antennas && sq < SQ_COUNT; sq++)
		if (tags[sq].length > 0 && !referee_add_tag(evening->referee, &tags[sq]))
			return false;
	return true;
}

static void seat(struct evening *evening, enum side side, const struct profile *profile)
{
	struct person *person = &evening->people[side];

	person->side = side;
	person->profile = profile_person(profile, &evening->chance);
	for (unsigned i = 0; i < HANDS; i++)
		hand_init(&person->hands[i], &evening->chance);
	for (unsigned i = side; i < GHOSTS; i += SIDE_COUNT)
		hand_init(&evening->ghosts[i], &evening->chance);
}

/* ---- the evening ---- */

static void step_hands(struct evening *evening)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		struct person *person = &evening->people[side];

		for (unsigned i = 0; i < HANDS; i++)
			hand_step(&person->hands[i], &person->profile, &evening->world,
				  evening->t_s);
	}
	for (unsigned i = 0; i < GHOSTS; i++)
		hand_step(&evening->ghosts[i], &evening->people[i % SIDE_COUNT].profile,
			  &evening->world, evening->t_s);
}

static bool is_going_on(const struct evening *evening)
{
	size_t count = evening->game->sim.action_count;

	if (evening->judge.verdict != VERDICT_FINE)
		return false;
	return evening->judge.committed < count || evening->t_s < evening->judge.progress_s + END_S;
}

static void step(struct evening *evening)
{
	double before_s = evening->t_s;

	evening->t_s += SURFACE_SCAN_S;
	if (referee_deadline(evening->referee) <= us(evening->t_s))
		hand_in(evening, &(struct input){.t_us = us(evening->t_s), .kind = INPUT_TICK});
	people_think(evening);
	step_hands(evening);
	surface_scan(&evening->surface, evening->t_s, sense, evening);
	if (floor(evening->t_s / WATCH_S) > floor(before_s / WATCH_S))
		judge_watch(evening);
}

bool evening_run(struct evening *evening, const struct random_game *game,
		 const struct evening_plan *plan)
{
	memset(evening, 0, sizeof *evening);
	evening->game = game;
	evening->chance = chance_for(plan->seed, game->sim.edition, 7);
	evening->world = (struct hand_world){.surface = &evening->surface,
					     .chance = &evening->chance,
					     .context = evening,
					     .done = done,
					     .is_free = is_free,
					     .may_grasp = may_grasp};
	surface_init(&evening->surface, plan->kind, editions[game->sim.edition].board, plan->seed);
	seat(evening, SIDE_RED, plan->profile);
	seat(evening, SIDE_BLUE, plan->profile);
	if (!prepare(evening, plan))
		return false;
	set_up(evening);
	evening->judge.progress_s = evening->t_s;
	while (is_going_on(evening))
		step(evening);
	return true;
}

void evening_finish(struct evening *evening)
{
	free(evening->inputs);
	free(evening->referee);
	evening->inputs = NULL;
	evening->referee = NULL;
}

/* A recording's time ends with its last line: one that says nothing new, after all that was said. */
static void write_end(const struct evening *evening, FILE *file)
{
	struct input end = {.t_us = us(evening->t_s) + 10000, .kind = INPUT_CONTACT};

	if (evening->surface.kind.reeds) {
		end.closed = surface_contact(&evening->surface, end.sq);
	} else { /* that no tag is seen on a square where none is */
		end.kind = INPUT_TAG;
		end.tag = evening_tag(0);
		end.sq = surface_sees(&evening->surface, 0, 0) ? 1 : 0;
	}
	hands_write_input(evening->surface.id, &end, file);
}

void evening_write(const struct evening *evening, const char *name, FILE *file)
{
	char head[RECORDING_HEAD_SIZE];
	struct out out = out_init(head, sizeof head);
	size_t note = 0;

	recording_head_format(&evening->options, &out);
	fprintf(file, "adjutant-recording 1\n# game %s\nedition %s\n%s", name,
		editions[evening->game->sim.edition].id, head);
	for (size_t i = 0; i < evening->input_count; i++) {
		for (; note < evening->note_count && evening->notes[note].before <= i; note++)
			fprintf(file, "# %s\n", evening->notes[note].text);
		hands_write_input(evening->surface.id, &evening->inputs[i], file);
	}
	write_end(evening, file);
}
