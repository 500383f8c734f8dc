/* A frame of the serial protocol in words. */
#include "tests/support/drivers/serial_words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

struct words {
	char *text;
	size_t length;
};

static void add(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct words *words, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	words->length += (size_t)vsnprintf(words->text + words->length,
					   SERIAL_WORDS - words->length, format, arguments);
	va_end(arguments);
	assert(words->length < SERIAL_WORDS);
}

static void add_bits(struct words *words, const uint8_t *bits, unsigned bytes)
{
	const char *before = "";

	for (unsigned n = 0; n < bytes * 8; n++)
		if (bits[n / 8] >> n % 8 & 1) {
			add(words, "%s%u", before, n);
			before = ",";
		}
}

static void add_uid(struct words *words, const struct serial_uid *uid)
{
	add(words, "%u:", uid->square);
	for (unsigned i = 0; i < uid->length; i++)
		add(words, "%02X", uid->bytes[i]);
}

/* Each spells out a frame and writes the same again from what it has read. */

static bool hello(const struct serial_frame *frame, struct words *words, struct serial_frame *again)
{
	struct serial_hello is;

	if (!serial_get_hello(frame, &is))
		return false;
	add(words,
	    "hello %u version=%u.%u answer=%u board=%ux%u sensors=%u cause=%u scan-hz=%u max=%u "
	    "name=%s firmware=%s",
	    frame->sequence, is.major, is.minor, is.flags, is.columns, is.rows, is.sensors,
	    is.cause, is.scan_hz, is.scan_hz_max, is.firmware, is.version);
	if (is.minor > 0)
		add(words, " parts=%u pads=%u buttons=%u", is.parts, is.pads, is.buttons);
	serial_put_hello(again, &is);
	return true;
}

static bool heartbeat(const struct serial_frame *frame, struct words *words,
		      struct serial_frame *again)
{
	struct serial_heartbeat is;

	if (!serial_get_heartbeat(frame, &is))
		return false;
	add(words, "heartbeat %u t=%lu configured=%u scan-hz=%u", frame->sequence,
	    (unsigned long)is.t_us, is.flags, is.scan_hz);
	serial_put_heartbeat(again, &is);
	return true;
}

static bool contacts(const struct serial_frame *frame, struct words *words,
		     struct serial_frame *again)
{
	struct serial_contacts is;

	if (!serial_get_contacts(frame, &is))
		return false;
	add(words, "contacts %u t=%lu bytes=%u closed=", frame->sequence, (unsigned long)is.t_us,
	    is.count);
	add_bits(words, is.bits, is.count);
	serial_put_contacts(again, &is);
	return true;
}

static bool changed(const struct serial_frame *frame, struct words *words,
		    struct serial_frame *again)
{
	struct serial_changed is;

	if (!serial_get_changed(frame, &is))
		return false;
	add(words, "changed %u t=%lu", frame->sequence, (unsigned long)is.t_us);
	for (unsigned i = 0; i < is.count; i++)
		add(words, " %c%u", is.changes[i] & SERIAL_ON ? '+' : '-',
		    is.changes[i] & ~(unsigned)SERIAL_ON);
	serial_put_changed(again, &is);
	return true;
}

static bool tags(const struct serial_frame *frame, struct words *words, struct serial_frame *again)
{
	struct serial_uid uid;
	uint8_t first, count, at = 0;

	if (!serial_get_tags(frame, &first, &count))
		return false;
	add(words, "tags %u first=%u count=%u", frame->sequence, first, count);
	serial_begin_tags(again, first);
	while (serial_next_tag(frame, &at, &uid)) {
		add(words, " ");
		add_uid(words, &uid);
		serial_add_tag(again, &uid);
	}
	serial_end_tags(again, count);
	return true;
}

static bool tag(const struct serial_frame *frame, struct words *words, struct serial_frame *again)
{
	struct serial_tag is;

	if (!serial_get_tag(frame, &is))
		return false;
	add(words, "tag %u t=%lu %c", frame->sequence, (unsigned long)is.t_us, is.seen ? '+' : '-');
	add_uid(words, &is.uid);
	serial_put_tag(again, &is);
	return true;
}

static bool health(const struct serial_frame *frame, struct words *words,
		   struct serial_frame *again)
{
	struct serial_health is;

	if (!serial_get_health(frame, &is))
		return false;
	add(words,
	    "health %u t=%lu low=%u supply-mv=%u restarts=%u dropped=%u damaged=%u bytes=%u "
	    "silent=",
	    frame->sequence, (unsigned long)is.t_us, is.flags, is.supply_mv, is.restarts,
	    is.dropped, is.damaged, is.count);
	add_bits(words, is.silent, is.count);
	serial_put_health(again, &is);
	return true;
}

static bool answer(const struct serial_frame *frame, struct words *words,
		   struct serial_frame *again)
{
	struct serial_answer is;

	if (!serial_get_answer(frame, &is))
		return false;
	add(words, is.refusal ? "nack %u of=%u refusal=%u detail=%u" : "ack %u of=%u",
	    frame->sequence, is.sequence, is.refusal, is.detail);
	serial_put_answer(again, &is);
	return true;
}

static bool pressed(const struct serial_frame *frame, struct words *words,
		    struct serial_frame *again)
{
	struct serial_pressed is;

	if (!serial_get_pressed(frame, &is))
		return false;
	add(words, "pressed %u t=%lu %c%u", frame->sequence, (unsigned long)is.t_us,
	    is.down ? '+' : '-', is.button);
	serial_put_pressed(again, &is);
	return true;
}

static bool ask(const struct serial_frame *frame, struct words *words, struct serial_frame *again)
{
	uint8_t major, minor;

	if (!serial_get_ask(frame, &major, &minor))
		return false;
	add(words, "ask %u version=%u.%u", frame->sequence, major, minor);
	serial_put_ask(again, major, minor);
	return true;
}

static bool configure(const struct serial_frame *frame, struct words *words,
		      struct serial_frame *again)
{
	struct serial_configure is;

	if (!serial_get_configure(frame, &is))
		return false;
	add(words, "configure %u", frame->sequence);
	for (unsigned i = 0; i < is.count; i++)
		add(words, " %u=%u", is.settings[i].id, is.settings[i].value);
	serial_put_configure(again, &is);
	return true;
}

static bool report(const struct serial_frame *frame, struct words *words,
		   struct serial_frame *again)
{
	uint8_t wanted;

	if (!serial_get_report(frame, &wanted))
		return false;
	add(words, "report %u wanted=%u", frame->sequence, wanted);
	serial_put_report(again, wanted);
	return true;
}

static bool lamps(const struct serial_frame *frame, struct words *words, struct serial_frame *again)
{
	struct serial_lamps is, copy = {0};

	if (!serial_get_lamps(frame, &is))
		return false;
	add(words, "lamps %u brightness=%u bytes=%u", frame->sequence, is.brightness, is.count);
	copy.brightness = is.brightness;
	for (unsigned n = 0; n < 2u * is.count; n++) {
		unsigned meaning = serial_lamp_of(&is, (uint8_t)n);

		if (meaning != SERIAL_LAMP_OFF)
			add(words, " %u=%u", n, meaning);
		serial_set_lamp(&copy, (uint8_t)n, (uint8_t)meaning);
	}
	serial_put_lamps(again, &copy);
	return true;
}

typedef bool telling(const struct serial_frame *, struct words *, struct serial_frame *);

static telling *const tellings[] = {hello,  heartbeat, contacts, changed,   tags,   tag,  health,
				    answer, pressed,   ask,	 configure, report, lamps};

enum { TELLINGS = sizeof tellings / sizeof *tellings };

unsigned serial_words(const struct serial_frame *frame, char text[SERIAL_WORDS],
		      struct serial_frame *again)
{
	struct words words = {text, 0};
	unsigned understood = 0;

	text[0] = '\0';
	*again = (struct serial_frame){.sequence = frame->sequence};
	for (unsigned i = 0; i < TELLINGS; i++)
		understood += tellings[i](frame, &words, again);
	return understood;
}
