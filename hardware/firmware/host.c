/* Each good frame is answered; the order of answer and what was asked for is that of hardware/protocol.md. */
#include "host.h"

#include "contacts.h"
#include "lamps.h"
#include "link.h"
#include "news.h"
#include "scan.h"
#include "settings.h"

static uint8_t minor; /* of the version that the host speaks */

static void answer(const struct serial_frame *heard, uint8_t refusal, uint8_t about)
{
	struct serial_answer answer = {heard->sequence, refusal, about};
	struct serial_frame frame;

	serial_put_answer(&frame, &answer);
	link_say(&frame);
}

static void hear_ask(const struct serial_frame *heard)
{
	uint8_t major, its_minor;

	if (serial_get_ask(heard, &major, &its_minor))
		minor = its_minor;
	news_tell_hello(SERIAL_IS_ANSWER);
}

static void hear_configure(const struct serial_frame *heard)
{
	struct serial_configure configure;
	uint8_t about = 0, refusal = SERIAL_NOT_UNDERSTOOD;

	if (serial_get_configure(heard, &configure))
		refusal = settings_change(&configure, &about);
	if (!refusal)
		scan_set_hz(settings.scan_hz);
	answer(heard, refusal, refusal ? about : 0);
}

static void hear_report(const struct serial_frame *heard)
{
	uint8_t wanted;

	if (!serial_get_report(heard, &wanted)) {
		answer(heard, SERIAL_NOT_UNDERSTOOD, 0);
		return;
	}
	answer(heard, 0, 0);
	if (wanted & SERIAL_WANT_CONTACTS)
		contacts_tell_all();
	if (wanted & SERIAL_WANT_HEALTH)
		news_tell_health();
}

static void hear_lamps(const struct serial_frame *heard)
{
	struct serial_lamps lamps;
	bool is_good = serial_get_lamps(heard, &lamps) && lamps_show(&lamps);

	answer(heard, is_good ? 0 : SERIAL_NOT_UNDERSTOOD, 0);
}

static void hear(const struct serial_frame *heard)
{
	switch (heard->type) {
	case SERIAL_ASK:
		hear_ask(heard);
		break;
	case SERIAL_CONFIGURE:
		hear_configure(heard);
		break;
	case SERIAL_REPORT:
		hear_report(heard);
		break;
	case SERIAL_LAMPS:
		hear_lamps(heard);
		break;
	default:
		answer(heard, SERIAL_NO_SUCH_TYPE, 0);
	}
}

void host_listen(void)
{
	const struct serial_frame *heard;

	while (link_has_room() && (heard = link_hear()))
		hear(heard);
}

bool host_knows_pads(void)
{
	return minor > 0;
}
