/*
 * An evening: two people play a game at a physical table, and a referee listens at its door.
 *
 * What is played is fixed beforehand (random_game.h); how it is done, when, and what people make of
 * what the referee says is decided as it goes along. All of it is a function of the seed.
 *
 *   evening.c        time, hands, sensors and the door
 *   people.c         what people do next
 *   people_act.c     moves and attacks
 *   people_clear.c   clearing up after a battle
 *   people_odd.c     what they do beside it
 *   people_listen.c  what they hear, and what they answer
 *   judge.c          what the referee made of it
 */
#ifndef TESTS_PHYSICS_EVENING_H
#define TESTS_PHYSICS_EVENING_H

#include "daemon/referee/referee.h"
#include "tests/physics/gesture.h"
#include "tests/physics/judge.h"
#include "tests/support/table/random_game.h"

#define NOBODY PIECES_MAX /* no piece */

enum { RIGHT, LEFT, HANDS };

enum { GHOSTS = 4 };

/* what was asked of a person and is still open */
struct asked {
	uint8_t question; /* enum table_question */
	struct bits squares;
	double due_s; /* when the person will have read it */
};

/* what a person was told to put right */
struct told {
	bool open;
	uint8_t guide; /* enum table_guide */
	struct bits squares;
	double due_s;
};

struct person {
	enum side side;
	struct profile profile;
	struct hand hands[HANDS];
	double next_s;	 /* no thought before */
	size_t pondered; /* the turn that has been thought about, from 1 */
	double ready_s;	 /* when it will have been */
	double worry_s;	 /* when silence after an own action becomes strange */
	bool quick;	 /* will answer this move before the referee has spoken */
	bool eager;	 /* will not wait until the last battle has been cleared up */
	struct asked asked;
	struct told told;
	struct {
		bool taken;
		uint8_t piece, sq;
		size_t thought; /* the action during which that was last decided */
		double until_s; /* then it is put back */
	} early;		/* the piece of the next turn, taken up too soon */
};

struct attack {
	bool active; /* begun, and not cleared up */
	bool fought; /* the referee has announced it */
	enum side side;
	unsigned from, to;
	unsigned attacker, defender; /* pieces */
	uint8_t style;		     /* enum attack_style */
	unsigned words;		     /* said about it */
	double pick_s; /* when the attacker will have seen what is offered; 0: not yet */
	bool traced;   /* a sensor of the piece attacked has changed */
};

enum { NOTES_MAX = 4 * GAME_PLIES, NOTE_LENGTH = 64 };

struct note {
	size_t before; /* this input */
	char text[NOTE_LENGTH];
};

struct evening {
	const struct random_game *game;
	struct chance chance;
	double t_s;
	struct surface surface;
	struct hand_world world;
	struct person people[SIDE_COUNT];
	struct hand ghosts[GHOSTS]; /* what pushes pieces by accident */
	uint8_t home[SQ_COUNT];	    /* which piece should stand there, by what has been played */
	uint8_t rank[PIECES_MAX];   /* enum piece */
	size_t begun;		    /* actions that people have begun */
	size_t played;		    /* ... and have let go of, or fought out */
	struct attack attack;
	bool clearing; /* after a battle */
	struct referee *referee;
	struct referee_options options;
	struct input *inputs; /* all that the referee was given */
	size_t input_count, input_room;
	struct note notes[NOTES_MAX]; /* what people did, for whoever reads the recording */
	size_t note_count;
	struct judge judge;
};

struct evening_plan {
	const struct surface_kind *kind;
	const struct profile *profile;
	uint64_t seed;
	uint32_t move_ms; /* 0: as usual */
};

/* false if there is not enough memory; to be finished in any case */
bool evening_run(struct evening *evening, const struct random_game *game,
		 const struct evening_plan *plan);
void evening_finish(struct evening *evening);

/* writes what the referee heard, as a recording of the game of that name */
void evening_write(const struct evening *evening, const char *name, FILE *file);

/* the tag in a piece */
struct tag evening_tag(unsigned piece);
void evening_tags(const struct evening *evening, struct record_tag tags[SQ_COUNT]);

/* ---- for people ---- */

void evening_say(struct evening *evening, enum side side, const char *word);
void evening_note(struct evening *evening, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool evening_is_held(const struct evening *evening, unsigned piece);
/* a piece stands there by itself; NOBODY if none does */
unsigned evening_stands(const struct evening *evening, unsigned sq);
struct doer evening_doer(struct evening *evening, enum side side, unsigned hand);
/* somebody reaches across a square: a piece beside it may suffer */
void evening_brush(struct evening *evening, enum side side, unsigned sq);

static inline const struct report_view *evening_action(const struct evening *evening, size_t i)
{
	return &evening->game->actions[i].what;
}

static inline bool person_is_idle(const struct person *person)
{
	return hand_is_idle(&person->hands[RIGHT]) && hand_is_idle(&person->hands[LEFT]);
}

#endif
