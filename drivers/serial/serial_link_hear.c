/* Handles what a serial board sends, from bytes to messages and their meaning. */
#include "drivers/board/remote_clock.h"
#include "drivers/serial/serial_faults.h"
#include "drivers/serial/serial_frame.h"
#include "drivers/serial/serial_link.h"
#include "drivers/serial/serial_link_inside.h"
#include "drivers/serial/serial_message.h"
#include "drivers/serial/serial_view.h"
#include "rules/bits.h"
#include "rules/square.h"

#include <string.h>

enum { HEARD_BYTES = 4096 };

static void note_damage(struct serial_link *link, unsigned *what, uint64_t now_us)
{
	if (link->state != SERIAL_TALKING)
		return;
	serial_count_wrong(link, what, now_us);
	serial_doubt(link, now_us);
}

/* ---- hello ---- */

static int fault_of(const struct serial_link *link, const struct serial_hello *hello)
{
	const struct board *board = &boards[link->view.squares];

	if (hello->major != SERIAL_MAJOR)
		return hello->major < SERIAL_MAJOR ? SERIAL_FAULT_OLDER : SERIAL_FAULT_NEWER;
	if (hello->columns < board->columns || hello->rows < board->rows)
		return SERIAL_FAULT_SIZE;
	if (!(hello->sensors & (SERIAL_REEDS | SERIAL_READERS)))
		return SERIAL_FAULT_NO_SENSORS;
	/* the table ignores additional sensors */
	if (link->faults.facts.sensors & ~(unsigned)hello->sensors)
		return SERIAL_FAULT_SENSORS;
	return -1;
}

static void hear_hello(struct serial_link *link, const struct serial_hello *hello, uint8_t sequence,
		       uint64_t now_us)
{
	int fault = fault_of(link, hello);

	link->probing = false;
	link->sequence = sequence;
	link->faults.facts.hello = *hello;
	if (fault >= 0) {
		serial_refuse(link, (enum serial_fault)fault, now_us);
		return;
	}
	if (link->state == SERIAL_TALKING && !(hello->flags & SERIAL_IS_ANSWER))
		serial_count_wrong(link, &link->wrong.restarts, now_us);
	serial_begin_talking(link, now_us);
}

/*
 * Several requests may have been sent before the first was answered: further hellos are not news.
 */
static bool is_known(const struct serial_link *link, const struct serial_hello *hello)
{
	const struct serial_hello *known = &link->faults.facts.hello;

	return link->state == SERIAL_TALKING && hello->flags & SERIAL_IS_ANSWER &&
	       hello->major == known->major && hello->columns == known->columns &&
	       hello->rows == known->rows && hello->sensors == known->sensors &&
	       hello->parts == known->parts && hello->pads == known->pads &&
	       hello->buttons == known->buttons;
}

/* ---- the rest ---- */

static void hear_heartbeat(struct serial_link *link, const struct serial_heartbeat *beat,
			   uint64_t now_us)
{
	/* it has restarted, and its hello was lost */
	if (link->configured && !(beat->flags & SERIAL_IS_CONFIGURED))
		serial_begin_asking(link, SERIAL_ANSWER_US, now_us);
}

static void hear_health(struct serial_link *link, const struct serial_health *health)
{
	struct serial_facts *facts = &link->faults.facts;
	struct bits silent = BITS_NONE;

	for (unsigned n = 0; n < serial_view_count(&link->view) && n < health->count * 8u; n++) {
		unsigned sq = serial_view_square(&link->view, n);

		if (health->silent[n / 8] >> n % 8 & 1 && sq != SQ_OFF_BOARD)
			bits_add(&silent, sq);
	}
	if (!bits_equal(silent, facts->silent))
		serial_faults_renew(&link->faults, SERIAL_FAULT_READERS);
	facts->silent = silent;
	facts->health = *health;
	serial_faults_set(&link->faults, SERIAL_FAULT_READERS, bits_any(silent));
	serial_faults_set(&link->faults, SERIAL_FAULT_SUPPLY,
			  (health->flags & SERIAL_SUPPLY_IS_LOW) != 0);
}

/* Messages that carry the board's time begin with it. */
union message {
	struct serial_heartbeat heartbeat;
	struct serial_contacts contacts;
	struct serial_changed changed;
	struct serial_tag tag;
	struct serial_health health;
	struct serial_answer answer;
	struct serial_pressed pressed;
};

/* False if it cannot be parsed; types of a later version are ignored. */
static bool read_message(const struct serial_frame *frame, union message *is)
{
	switch (frame->type) {
	case SERIAL_HEARTBEAT:
		return serial_get_heartbeat(frame, &is->heartbeat);
	case SERIAL_CONTACTS:
		return serial_get_contacts(frame, &is->contacts);
	case SERIAL_CHANGED:
		return serial_get_changed(frame, &is->changed);
	case SERIAL_TAG:
		return serial_get_tag(frame, &is->tag);
	case SERIAL_HEALTH:
		return serial_get_health(frame, &is->health);
	case SERIAL_ACK:
	case SERIAL_NACK:
		return serial_get_answer(frame, &is->answer);
	case SERIAL_PRESSED:
		return serial_get_pressed(frame, &is->pressed);
	default:
		return true;
	}
}

/*
 * Every timestamp from the board is a sample of its clock, and the time of the message that carries
 * it. A list of tags has none: it is not an event but the state when it arrives.
 */
static void note_time(struct serial_link *link, uint8_t type, const union message *is,
		      uint64_t now_us)
{
	switch (type) {
	case SERIAL_HEARTBEAT:
	case SERIAL_CONTACTS:
	case SERIAL_CHANGED:
	case SERIAL_TAG:
	case SERIAL_HEALTH:
	case SERIAL_PRESSED:
		serial_view_at(&link->view,
			       remote_clock_map(&link->clock, is->changed.t_us, now_us));
		break;
	case SERIAL_TAGS:
		serial_view_at(&link->view, now_us);
		break;
	default:
		break;
	}
}

/* False if it makes no sense on this board. */
static bool hear_message(struct serial_link *link, const struct serial_frame *frame,
			 uint64_t now_us)
{
	union message is;

	if (!read_message(frame, &is))
		return false;
	note_time(link, frame->type, &is, now_us);
	switch (frame->type) {
	case SERIAL_HEARTBEAT:
		hear_heartbeat(link, &is.heartbeat, now_us);
		return true;
	case SERIAL_CONTACTS:
		return serial_view_contacts(&link->view, &is.contacts);
	case SERIAL_CHANGED:
		return serial_view_changed(&link->view, &is.changed);
	case SERIAL_TAGS:
		/* more parts will come */
		link->report_us = serial_later(link->report_us, now_us + SERIAL_REPORT_US);
		return serial_view_tags(&link->view, frame);
	case SERIAL_TAG:
		return serial_view_tag(&link->view, &is.tag);
	case SERIAL_HEALTH:
		hear_health(link, &is.health);
		return true;
	case SERIAL_ACK:
	case SERIAL_NACK:
		serial_configured(link, &is.answer, now_us);
		serial_lamps_answered(link, &is.answer, now_us);
		return true;
	case SERIAL_PRESSED:
		return serial_view_pressed(&link->view, &is.pressed);
	default:
		return true;
	}
}

static bool follows(struct serial_link *link, uint8_t sequence, uint64_t now_us)
{
	uint8_t step = (uint8_t)(sequence - link->sequence);

	link->sequence = sequence;
	if (step != 0 && step != 1 && !link->skips)
		serial_count_wrong(link, &link->wrong.gaps, now_us);
	if (step != 0 && step != 1)
		serial_doubt(link, now_us);
	link->skips = false;
	return step != 0; /* a duplicate */
}

static void hear_talk(struct serial_link *link, const struct serial_frame *frame, uint64_t now_us)
{
	bool was_missing;

	if (!follows(link, frame->sequence, now_us))
		return;
	was_missing = link->view.missing != 0;
	if (!hear_message(link, frame, now_us))
		note_damage(link, &link->wrong.nonsense, now_us);
	else if (was_missing && !link->view.missing)
		serial_reported(link, now_us);
}

/* A device that may never have been asked: no verdict until it has had time to answer. */
static void note_sign_of_life(struct serial_link *link, uint64_t now_us)
{
	if (link->state != SERIAL_ASKING || link->heard.frames > 0)
		return;
	link->ask_us = now_us;
	link->verdict_us = serial_later(link->verdict_us, now_us + SERIAL_ANSWER_US);
}

static void hear_frame(struct serial_link *link, const struct serial_frame *frame, uint64_t now_us)
{
	struct serial_hello hello;

	link->heard.bytes = link->heard.text = 0;
	if (frame->type & SERIAL_FROM_HOST) {
		link->heard.echoes++;
		return;
	}
	note_sign_of_life(link, now_us);
	link->heard_us = now_us;
	link->heard.frames++;
	link->in_noise = false;
	if (frame->type == SERIAL_HELLO && !serial_get_hello(frame, &hello)) {
		link->heard.nonsense++;
		note_damage(link, &link->wrong.nonsense, now_us);
	} else if (frame->type == SERIAL_HELLO && !is_known(link, &hello)) {
		hear_hello(link, &hello, frame->sequence, now_us);
	} else if (link->state == SERIAL_TALKING) {
		hear_talk(link, frame, now_us);
	}
}

/* Bytes from long ago count for less and less. */
static void count_byte(struct serial_link *link, uint8_t byte)
{
	if (link->heard.bytes == HEARD_BYTES) {
		link->heard.bytes /= 2;
		link->heard.text /= 2;
	}
	link->heard.latest++;
	link->heard.bytes++;
	link->heard.text += (byte >= ' ' && byte < SERIAL_START) || byte == '\r' || byte == '\n';
}

static void hear_byte(struct serial_link *link, uint8_t byte, uint64_t now_us)
{
	count_byte(link, byte);
	switch (serial_decoder_take(&link->decoder, byte)) {
	case SERIAL_FRAME:
		link->frames++;
		hear_frame(link, &link->decoder.frame, now_us);
		break;
	case SERIAL_CUT:
		note_damage(link, &link->wrong.cut, now_us);
		break;
	case SERIAL_DAMAGED:
		link->in_noise = true; /* the rest of it is not counted again */
		note_damage(link, &link->wrong.damaged, now_us);
		break;
	case SERIAL_NOISE:
		if (!link->in_noise)
			note_damage(link, &link->wrong.cut, now_us);
		link->in_noise = true;
		break;
	case SERIAL_NOTHING:
		break;
	}
}

/* ---- floods ---- */

static bool is_flood(const struct serial_link *link)
{
	return link->bytes >= SERIAL_FLOOD_BYTES || link->frames >= SERIAL_FLOOD_FRAMES ||
	       link->view.told - link->told >= SERIAL_FLOOD_READINGS;
}

/* A second that passes without a flood ends it. */
void serial_begin_second(struct serial_link *link, uint64_t now_us)
{
	if (!link->flooded)
		serial_faults_set(&link->faults, SERIAL_FAULT_FLOOD, false);
	if (link->flooded && link->state == SERIAL_TALKING) {
		link->heard_us = now_us;
		link->skips = true;
		serial_doubt(link, now_us);
	}
	link->flooded = false;
	link->second_us = now_us;
	link->bytes = link->frames = 0;
	link->told = link->view.told;
}

/* Nonsense in any quantity is reported as nonsense; only a board can be said to send too much. */
static void begin_flood(struct serial_link *link)
{
	link->flooded = true;
	serial_decoder_reset(&link->decoder);
	if (link->state == SERIAL_TALKING)
		serial_faults_set(&link->faults, SERIAL_FAULT_FLOOD, true);
}

bool serial_link_is_flooded(const struct serial_link *link)
{
	return link->flooded;
}

void serial_link_hear(struct serial_link *link, const uint8_t *bytes, size_t count, uint64_t now_us)
{
	if (link->state == SERIAL_CLOSED)
		return;
	if (serial_is_due(link->second_us + SERIAL_SECOND_US, now_us))
		serial_begin_second(link, now_us);
	for (size_t i = 0; i < count && !link->flooded; i++) {
		link->bytes++;
		hear_byte(link, bytes[i], now_us);
		if (is_flood(link))
			begin_flood(link);
	}
}
