/* Settings and their ranges, as hardware/protocol.md has them. */
#include "settings.h"

#include "pins.h"

enum { SLOWEST_SCAN_HZ = 50, UNCHANGED_DARK_MIN = 30 };

struct settings settings = {
	.scan_hz = SCAN_HZ,
	.heartbeat_ms = 500,
	.health_s = 10,
	.lamp_limit = 255,
	.dark_min = UNCHANGED_DARK_MIN,
};

struct range {
	uint16_t *value;
	uint16_t least, most;
};

static bool find(uint8_t id, struct range *range)
{
	switch (id) {
	case SERIAL_SCAN_HZ:
		*range = (struct range){&settings.scan_hz, SLOWEST_SCAN_HZ, SCAN_MOST_HZ};
		return true;
	case SERIAL_HEARTBEAT_MS:
		*range = (struct range){&settings.heartbeat_ms, 100, 1000};
		return true;
	case SERIAL_HEALTH_S:
		*range = (struct range){&settings.health_s, 1, 600};
		return true;
	case SERIAL_LAMP_LIMIT:
		*range = (struct range){&settings.lamp_limit, 0, 255};
		return true;
	case SERIAL_DARK_MIN:
		*range = (struct range){&settings.dark_min, 0, 600};
		return true;
	default:
		return false;
	}
}

static uint8_t judge(const struct serial_setting *setting)
{
	struct range range;

	if (!find(setting->id, &range))
		return SERIAL_NO_SUCH_SETTING;
	if (setting->value < range.least || setting->value > range.most)
		return SERIAL_OUT_OF_RANGE;
	return 0;
}

uint8_t settings_change(const struct serial_configure *configure, uint8_t *about)
{
	struct range range;

	for (uint8_t i = 0; i < configure->count; i++) {
		uint8_t refusal = judge(&configure->settings[i]);

		*about = configure->settings[i].id;
		if (refusal)
			return refusal;
	}
	for (uint8_t i = 0; i < configure->count; i++)
		if (find(configure->settings[i].id, &range))
			*range.value = configure->settings[i].value;
	settings.configured = true;
	return 0;
}
