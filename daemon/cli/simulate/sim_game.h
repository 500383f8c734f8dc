/*
 * A game to be played at the simulated table, and the door of the simulator.
 *
 * The simulator knows what happens in the game (who moves what, who wins a battle) but nothing of
 * how a referee would find out: it shares no code with the inference, only the rules' own data
 * types.
 */
#ifndef DAEMON_CLI_SIMULATE_SIM_GAME_H
#define DAEMON_CLI_SIMULATE_SIM_GAME_H

#include "rules/bits.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/view.h"

#include <stdio.h>

struct sim_action {
	uint64_t ply;
	struct report_view what; /* as the arbiter sees it */
	char text[RECORD_ACTION_SIZE];
};

enum { SIM_PIECES = 80, SIM_NOBODY = 255 };

struct sim_game {
	uint8_t edition;
	uint8_t side[SQ_COUNT]; /* at the start; SIDE_NONE where it is empty */
	uint8_t piece[SQ_COUNT];
	const struct sim_action *actions;
	size_t action_count;
	struct record_tag tags[SIM_PIECES]; /* if the game has any */
	unsigned tag_count;
};

enum sim_sensors { SIM_REED = 1, SIM_RFID = 2, SIM_BOTH = SIM_REED | SIM_RFID };

struct sim_noise;

struct sim_options {
	uint64_t seed;
	const struct sim_noise *noise;
	enum sim_sensors sensors;
	struct bits stuck, dead, flutter; /* contacts that fail in the first minute */
};

/* the pieces of a view, made at the start of a game for the arbiter */
void sim_game_set_up(struct sim_game *game, const struct view *view);

/*
 * Which tag is in which piece, by square; from the game, or else derived from the seed. False if
 * the game has tags, but not one for each piece.
 */
bool sim_game_tags(const struct sim_game *game, uint64_t seed, struct record_tag tags[SQ_COUNT]);

/* a tag's number as text */
enum { SIM_UID_SIZE = 2 * TAG_MAX + 1 };
void sim_uid_format(const struct record_tag *tag, char uid[SIM_UID_SIZE]);

/* "reed", "rfid", "reed+rfid"; 0 is none of them */
enum sim_sensors sim_sensors_parse(const char *name);
const char *sim_sensors_name(enum sim_sensors sensors);

/*
 * Writes a recording of two people who play the game. Returns 0 or -errno; -EINVAL if the game's
 * tags do not fit its pieces.
 */
int simulate(const struct sim_game *game, const struct sim_options *options, FILE *to);

#endif
