/* Tells presses that are meant from accidents and from buttons that flutter. */
#include "drivers/board/buttons.h"

bool buttons_hear(struct buttons *buttons, enum side side, bool down, uint64_t t_us)
{
	bool was_down = buttons->of[side].is_down;
	uint64_t since_us = buttons->of[side].since_us, spent_us = buttons->of[side].spent_us;

	buttons->of[side].is_down = down;
	if (down && !was_down)
		buttons->of[side].since_us = t_us;
	if (down || !was_down || t_us - since_us > BUTTON_LONG_US)
		return false;
	if (spent_us < t_us)
		spent_us = t_us;
	if (spent_us + BUTTON_AGAIN_US > t_us + (uint64_t)BUTTON_AT_ONCE * BUTTON_AGAIN_US)
		return false;
	buttons->of[side].spent_us = spent_us + BUTTON_AGAIN_US;
	return true;
}
