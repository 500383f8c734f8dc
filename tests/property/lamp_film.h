/*
 * Every picture that the lamps of a board show in the course of a game, as the bytes of the frame that goes
 * to a serial board, with its time: mixed into one number, so that two games can be compared.
 *
 * The way from what the referee says to the frame is the daemon's own, but for the session between them.
 */
#ifndef TESTS_PROPERTY_LAMP_FILM_H
#define TESTS_PROPERTY_LAMP_FILM_H

#include "daemon/lamps/lamps.h"
#include "daemon/referee/referee_look.h"
#include "daemon/views/board_status.h"
#include "daemon/views/lamps_scene.h"
#include "drivers/serial/serial_frame.h"
#include "drivers/serial/serial_message.h"
#include "rules/edition.h"
#include "rules/game.h"

#include <string.h>

struct lamp_film {
	struct board_status status; /* made from what the public was told, as for views */
	struct lamp_picture picture;
	unsigned frames;
	uint64_t mixed;
	unsigned lit[LAMP_COUNT]; /* frames in which that is to be seen */
	bool is_played;		  /* play has begun */
	bool told; /* something was decided since the last picture, and not to one player alone */
	unsigned by_hands; /* in play: lamps lit although nothing was */
};

static inline void lamp_film_begin(struct lamp_film *film)
{
	memset(film, 0, sizeof *film);
	board_status_init(&film->status);
}

static inline void lamp_film_end(struct lamp_film *film)
{
	board_status_finish(&film->status);
}

/* as session_tell.c and match.c do it */
static inline void lamp_film_note(struct lamp_film *film, const struct output *output)
{
	struct play_shown shown;

	film->told |= output->to != AUDIENCE_RED && output->to != AUDIENCE_BLUE;
	if (output->to == AUDIENCE_PUBLIC)
		board_status_note(&film->status, output);
	if (output->event != EVENT_FACT)
		return;
	if (output->fact->kind == FACT_PLAY) {
		shown = fact_play_shown(output->fact);
		board_status_play(&film->status, &shown);
	} else if (output->fact->kind == FACT_TAKEBACK) {
		board_status_take_back(&film->status);
	} else if (output->fact->kind == FACT_REPOSITION) {
		board_status_correct(&film->status);
	}
}

static inline void lamp_film_count_placed(struct situation *situation, enum board_id board,
					  struct bits closed)
{
	while (bits_any(closed))
		situation->placed[sq_row(bits_take(&closed)) < boards[board].rows / 2u
					  ? SIDE_RED
					  : SIDE_BLUE]++;
}

/* as session_view.c does it */
static inline void lamp_film_paint(struct lamp_film *film, const struct referee *referee,
				   struct lamp_picture *picture)
{
	const struct referee_options *options = referee_options(referee);
	struct referee_snapshot snapshot;
	struct situation situation;
	struct lamps_scene scene;

	referee_look(referee, referee_now_us(referee), &snapshot);
	if (!snapshot.is_guiding)
		film->status.guide_count = 0;
	film->is_played = snapshot.begun;
	memset(&situation, 0, sizeof situation);
	situation.edition = editions[options->edition].id;
	situation.phase = referee_phase_name(snapshot.phase);
	situation.paused = snapshot.paused;
	situation.correcting = snapshot.correcting;
	situation.over = snapshot.phase == PHASE_OVER;
	situation.begun = snapshot.begun;
	situation.faulty = snapshot.faulty;
	situation.status = &film->status;
	memcpy(situation.told_ready, snapshot.told_ready, sizeof situation.told_ready);
	memcpy(situation.settling, snapshot.settling, sizeof situation.settling);
	lamp_film_count_placed(&situation, referee_board(referee), snapshot.closed);
	lamps_scene_make(&scene, &situation, &referee_game(referee)->position.open,
			 &snapshot.closed);
	lamps_paint(&scene, picture);
}

static inline void lamp_film_mix(struct lamp_film *film, uint64_t value)
{
	film->mixed = (film->mixed ^ value) * UINT64_C(0x100000001b3);
}

static inline void lamp_film_count(struct lamp_film *film)
{
	bool seen[LAMP_COUNT] = {false};

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		seen[film->picture.of[sq]] = true;
	for (unsigned lamp = 0; lamp < LAMP_COUNT; lamp++)
		film->lit[lamp] += seen[lamp];
}

/*
 * A guide that is done with leaves what is below it in sight, and whose turn it is is shown again when the table is
 * right; hands light nothing more than that.
 */
static inline bool lamp_film_lights(const struct lamp_film *film,
				    const struct lamp_picture *picture)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		uint8_t before = film->picture.of[sq], now = picture->of[sq];

		if (now != before && now != LAMP_TURN &&
		    (before == LAMP_OFF || now == LAMP_PUT || now == LAMP_TAKE ||
		     now == LAMP_BACK || now == LAMP_CHECK))
			return true;
	}
	return false;
}

/* A picture is on its way to the board at that time, if it is another than before. */
static inline void lamp_film_show(struct lamp_film *film, enum board_id board,
				  const struct lamp_picture *picture, uint64_t t_us)
{
	struct serial_lamps lamps = {.brightness = 96};
	struct serial_frame frame = {.sequence = (uint8_t)film->frames};
	uint8_t wire[SERIAL_WIRE], n = 0;
	size_t length;

	bool told = film->told;

	film->told = false;
	if (film->frames > 0 && memcmp(picture, &film->picture, sizeof *picture) == 0)
		return;
	film->by_hands += film->is_played && !told && lamp_film_lights(film, picture);
	film->picture = *picture;
	film->frames++;
	lamp_film_count(film);
	for (unsigned row = 0; row < boards[board].rows; row++)
		for (unsigned column = 0; column < boards[board].columns; column++)
			serial_set_lamp(&lamps, n++, picture->of[sq_at(column, row)]);
	serial_put_lamps(&frame, &lamps);
	length = serial_frame_encode(&frame, wire);
	lamp_film_mix(film, t_us);
	for (size_t i = 0; i < length; i++)
		lamp_film_mix(film, wire[i]);
}

#endif
