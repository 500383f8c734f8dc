/* Regular news by the controller's own time. */
#include "news.h"

#include "clock.h"
#include "contacts.h"
#include "host.h"
#include "link.h"
#include "pads.h"
#include "pins.h"
#include "scan.h"
#include "settings.h"
#include "start.h"
#include "supply.h"

static const uint32_t second_us = 1000000;

static uint32_t heartbeat_us, health_us; /* when they were told last */
static uint32_t counted_us;		 /* when the scans were counted last ... */
static uint16_t counted;		 /* ... and how many there had been */
static uint16_t reached = SCAN_HZ;

void news_tell_hello(uint8_t flags)
{
	struct serial_hello hello = {
		.major = SERIAL_MAJOR,
		.minor = SERIAL_MINOR,
		.flags = flags,
		.columns = BOARD_COLUMNS,
		.rows = BOARD_ROWS,
		.sensors = SERIAL_REEDS,
		.cause = start_cause(),
		.scan_hz = settings.scan_hz,
		.scan_hz_max = SCAN_MOST_HZ,
		.firmware = "adjutant-nano",
		.version = "1.0",
		.parts = SERIAL_HAS_LAMPS,
		.pads = pads_count(),
		.buttons = BUTTONS,
	};
	struct serial_frame frame;

	serial_put_hello(&frame, &hello);
	link_say(&frame);
}

void news_tell_health(void)
{
	struct serial_health health = {
		.t_us = contacts_time_us(),
		.flags = supply_is_low() ? SERIAL_SUPPLY_IS_LOW : 0,
		.supply_mv = supply_mv(),
		.restarts = start_count(),
		.dropped = link_dropped(),
		.damaged = link_damaged(),
	};
	struct serial_frame frame;

	if (host_knows_pads())
		health.count = pads_put_silent(health.silent);
	serial_put_health(&frame, &health);
	link_say(&frame);
	health_us = health.t_us;
}

static void tell_heartbeat(uint32_t now_us)
{
	struct serial_heartbeat beat = {
		.t_us = contacts_time_us(),
		.flags = settings.configured ? SERIAL_IS_CONFIGURED : 0,
		.scan_hz = reached,
	};
	struct serial_frame frame;

	serial_put_heartbeat(&frame, &beat);
	link_say(&frame);
	heartbeat_us = now_us;
}

static void count_scans(uint32_t now_us)
{
	uint16_t count = scan_count();

	/* since the start there have been fewer */
	if (counted_us > 0)
		reached = (uint16_t)(count - counted);
	counted = count;
	counted_us = now_us;
}

void news_tell(void)
{
	uint32_t now_us = clock_us();

	if (now_us - counted_us >= second_us)
		count_scans(now_us);
	if (now_us - heartbeat_us >= settings.heartbeat_ms * UINT32_C(1000))
		tell_heartbeat(now_us);
	if (now_us - health_us >= settings.health_s * second_us || supply_has_changed() ||
	    pads_have_changed())
		news_tell_health();
}
