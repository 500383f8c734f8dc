/* The named noise levels as data: each column of the table in the header. */
#include "daemon/cli/simulate/sim_noise.h"

#include <string.h>

#define NONE(field, text, none, calm, club, rough) .field = none,
#define CALM(field, text, none, calm, club, rough) .field = calm,
#define CLUB(field, text, none, calm, club, rough) .field = club,
#define ROUGH(field, text, none, calm, club, rough) .field = rough,

const struct sim_noise sim_noises[SIM_LEVELS] = {
	{.name = "none", SIM_NOISE_ROWS(NONE)},
	{.name = "calm", SIM_NOISE_ROWS(CALM)},
	{.name = "club", SIM_NOISE_ROWS(CLUB)},
	{.name = "rough", SIM_NOISE_ROWS(ROUGH)},
};

const struct sim_noise *sim_noise_find(const char *name)
{
	for (unsigned i = 0; i < SIM_LEVELS; i++)
		if (strcmp(sim_noises[i].name, name) == 0)
			return &sim_noises[i];
	return NULL;
}
