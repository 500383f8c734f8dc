/*
 * The lamps of the board: what the session says that the game has to show, or for a while what an
 * operator wants to see of them, who tests the board.
 */
#include "daemon/base/loop.h"
#include "daemon/main.h"
#include "daemon/session/session.h"
#include "drivers/board/board.h"
#include "drivers/board/lamps.h"
#include "rules/square.h"

#include <string.h>

enum { TEST_US = 15 * 1000000 }; /* a self-test that was killed leaves no lamp lit for longer */

void main_lamps_show(struct adjutantd *self)
{
	struct lamp_picture picture;

	if (!self->sensors || !self->driver->show)
		return;
	if (self->lamps_tested)
		picture = self->test_lamps;
	else
		session_lamps(self->session, &picture);
	if (self->lamps_told && memcmp(&picture, &self->lamps, sizeof picture) == 0)
		return;
	self->lamps = picture;
	self->lamps_told = true;
	self->driver->show(self->sensors, &picture);
}

static void end_test(struct timer *timer)
{
	struct adjutantd *self = timer->owner;

	timer_set(timer, TIME_NEVER);
	self->lamps_tested = false;
	main_lamps_show(self);
}

void main_lamps_start(struct adjutantd *self)
{
	timer_init(self->loop, &self->test_end, end_test, self);
}

static bool paint_test(enum board_id board, const json_t *squares, struct lamp_picture *picture)
{
	size_t i;
	json_t *name;

	memset(picture, LAMP_OFF, sizeof *picture);
	json_array_foreach(squares, i, name)
	{
		uint8_t sq;

		if (!json_is_string(name) ||
		    !sq_parse(board, json_string_value(name), json_string_length(name), &sq) ||
		    sq == SQ_OFF_BOARD)
			return false;
		picture->of[sq] = LAMP_TEST;
	}
	return json_is_array(squares);
}

json_t *main_lamps_request(struct adjutantd *self, const json_t *request)
{
	const json_t *squares = json_object_get(request, "test");
	bool has =
		self->sensors && self->driver->has_lamps && self->driver->has_lamps(self->sensors);

	if (squares && !paint_test(session_board(self->session), squares, &self->test_lamps))
		return json_pack("{s:b,s:s}", "ok", 0, "why", "test is a list of squares");
	if (squares) {
		self->lamps_tested = json_array_size(squares) > 0;
		timer_set(&self->test_end,
			  self->lamps_tested ? loop_now_us(self->loop) + TEST_US : TIME_NEVER);
		main_lamps_show(self);
	}
	return json_pack("{s:b,s:b}", "ok", 1, "lamps", has);
}
