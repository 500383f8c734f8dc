/* A simulated board on a serial line. */
#include "tests/support/drivers/serial_board.h"

#include <string.h>

enum { UNKNOWN_TYPE = 0x5A, SCAN_HZ = 500, SCAN_HZ_MAX = 1000 };

static unsigned count_of(const struct serial_board *board)
{
	return (unsigned)board->hello.columns * board->hello.rows;
}

static uint8_t bytes_of(const struct serial_board *board)
{
	return (uint8_t)((count_of(board) + 7) / 8);
}

static uint32_t own_time(const struct serial_board *board, uint64_t now_us)
{
	return (uint32_t)(now_us - board->start_us);
}

void serial_board_init(struct serial_board *board, uint8_t columns, uint8_t rows, uint8_t sensors)
{
	*board = (struct serial_board){
		.hello = {.major = SERIAL_MAJOR,
			  .minor = SERIAL_MINOR,
			  .columns = columns,
			  .rows = rows,
			  .sensors = sensors,
			  .scan_hz = SCAN_HZ,
			  .scan_hz_max = SCAN_HZ_MAX,
			  .firmware = "simulated board",
			  .version = "1.0"},
		.health = {.supply_mv = 5000},
		.room = SERIAL_BOARD_OUT,
		.is_off = true,
	};
}

/* ---- sending ---- */

/* A frame that cannot be sent uses up a number all the same, so that the host sees the gap. */
static void send(struct serial_board *board, struct serial_frame *frame)
{
	uint8_t wire[SERIAL_WIRE];
	size_t count;

	frame->sequence = board->sequence++;
	count = serial_frame_encode(frame, wire);
	if (board->is_off)
		return;
	if (count > board->room - board->out_count) {
		board->health.dropped++;
		return;
	}
	memcpy(board->out + board->out_count, wire, count);
	board->out_count += count;
}

static void put_more(struct serial_frame *frame)
{
	static const uint8_t more[] = {0x7E, 0x00, 0x7D};

	if (frame->type == SERIAL_CHANGED || frame->type == SERIAL_TAGS ||
	    frame->length + sizeof more > SERIAL_PAYLOAD)
		return;
	memcpy(frame->payload + frame->length, more, sizeof more);
	frame->length = (uint8_t)(frame->length + sizeof more);
}

void serial_board_say(struct serial_board *board, struct serial_frame *frame)
{
	struct serial_frame unknown = {.type = UNKNOWN_TYPE, .length = 1};

	if (board->says_more) {
		put_more(frame);
		send(board, &unknown);
	}
	send(board, frame);
}

size_t serial_board_take(struct serial_board *board, uint8_t *bytes, size_t room)
{
	size_t count = board->out_count < room ? board->out_count : room;

	memcpy(bytes, board->out, count);
	board->out_count -= count;
	memmove(board->out, board->out + count, board->out_count);
	return count;
}

static void tell_hello(struct serial_board *board, bool answers)
{
	struct serial_frame frame;

	board->hello.flags = answers ? SERIAL_IS_ANSWER : 0;
	serial_put_hello(&frame, &board->hello);
	serial_board_say(board, &frame);
}

static void tell_heartbeat(struct serial_board *board, uint64_t now_us)
{
	struct serial_heartbeat beat = {.t_us = own_time(board, now_us),
					.flags = board->configured ? SERIAL_IS_CONFIGURED : 0,
					.scan_hz = board->hello.scan_hz};
	struct serial_frame frame;

	serial_put_heartbeat(&frame, &beat);
	serial_board_say(board, &frame);
	board->heartbeat_us = now_us + board->heartbeat_ms * 1000u;
}

static void tell_contacts(struct serial_board *board, uint64_t now_us)
{
	struct serial_contacts contacts = {.t_us = own_time(board, now_us),
					   .count = bytes_of(board)};
	struct serial_frame frame;

	memcpy(contacts.bits, board->closed, sizeof contacts.bits);
	serial_put_contacts(&frame, &contacts);
	serial_board_say(board, &frame);
}

void serial_board_tell_health(struct serial_board *board, uint64_t now_us)
{
	struct serial_frame frame;

	board->health.t_us = own_time(board, now_us);
	board->health.count = bytes_of(board);
	serial_put_health(&frame, &board->health);
	serial_board_say(board, &frame);
	board->health_us = now_us + board->health_s * UINT64_C(1000000);
}

static bool add_tags(struct serial_frame *frame, const struct serial_board_tags *tags)
{
	uint8_t length = frame->length;

	for (unsigned i = 0; i < tags->count; i++)
		if (!serial_add_tag(frame, &tags->list[i])) {
			frame->length = length;
			return false;
		}
	return true;
}

/* in as few frames as possible, without splitting a square between two */
static void tell_tags(struct serial_board *board)
{
	unsigned n = 0;

	while (n < count_of(board)) {
		struct serial_frame frame;
		unsigned first = n;

		serial_begin_tags(&frame, (uint8_t)first);
		while (n < count_of(board) && add_tags(&frame, &board->tags[n]))
			n++;
		serial_end_tags(&frame, (uint8_t)(n - first));
		serial_board_say(board, &frame);
	}
}

static void tell_report(struct serial_board *board, uint8_t wanted, uint64_t now_us)
{
	if (wanted & SERIAL_WANT_CONTACTS && board->hello.sensors & SERIAL_REEDS)
		tell_contacts(board, now_us);
	if (wanted & SERIAL_WANT_TAGS && board->hello.sensors & SERIAL_READERS)
		tell_tags(board);
	if (wanted & SERIAL_WANT_HEALTH)
		serial_board_tell_health(board, now_us);
}

void serial_board_start(struct serial_board *board, enum serial_cause cause, uint64_t now_us)
{
	board->is_off = false;
	board->hello.cause = (uint8_t)cause;
	board->configured = false;
	board->heartbeat_ms = 500;
	board->health_s = 10;
	board->start_us = now_us;
	board->sequence = 0;
	board->out_count = 0;
	serial_decoder_reset(&board->decoder);
	tell_hello(board, false);
	if (board->hello_lost)
		board->out_count = 0;
	tell_report(board, SERIAL_WANT_CONTACTS | SERIAL_WANT_TAGS, now_us);
	serial_board_tell_health(board, now_us);
	tell_heartbeat(board, now_us);
}

void serial_board_tick(struct serial_board *board, uint64_t now_us)
{
	if (board->is_off)
		return;
	if (now_us >= board->heartbeat_us)
		tell_heartbeat(board, now_us);
	if (now_us >= board->health_us)
		serial_board_tell_health(board, now_us);
}

/* ---- receiving ---- */

static void answer(struct serial_board *board, const struct serial_frame *heard, unsigned refusal,
		   unsigned detail)
{
	struct serial_answer answer = {heard->sequence, (uint8_t)refusal, (uint8_t)detail};
	struct serial_frame frame;

	serial_put_answer(&frame, &answer);
	serial_board_say(board, &frame);
}

static bool is_in_range(const struct serial_board *board, const struct serial_setting *setting)
{
	if (setting->id == SERIAL_SCAN_HZ)
		return setting->value >= 50 && setting->value <= board->hello.scan_hz_max;
	if (setting->id == SERIAL_HEARTBEAT_MS)
		return setting->value >= 100 && setting->value <= 1000;
	if (setting->id == SERIAL_LAMP_LIMIT)
		return setting->value <= 255;
	if (setting->id == SERIAL_DARK_MIN)
		return setting->value <= 600;
	return setting->value >= 1 && setting->value <= 600;
}

static void apply(struct serial_board *board, const struct serial_setting *setting)
{
	if (setting->id == SERIAL_SCAN_HZ)
		board->hello.scan_hz = setting->value;
	else if (setting->id == SERIAL_HEARTBEAT_MS)
		board->heartbeat_ms = setting->value;
	else if (setting->id == SERIAL_LAMP_LIMIT)
		board->lamp_limit = setting->value;
	else if (setting->id == SERIAL_DARK_MIN)
		board->dark_min = setting->value;
	else
		board->health_s = setting->value;
}

static bool has_setting(const struct serial_board *board, uint8_t id)
{
	return id >= SERIAL_SCAN_HZ &&
	       id <= (board->hello.minor == 0 ? SERIAL_HEALTH_S : SERIAL_DARK_MIN);
}

/* all or nothing */
static void hear_configure(struct serial_board *board, const struct serial_frame *frame)
{
	struct serial_configure configure;

	board->configures++;
	if (board->ignores_settings)
		return;
	if (!serial_get_configure(frame, &configure)) {
		answer(board, frame, SERIAL_NOT_UNDERSTOOD, 0);
		return;
	}
	for (unsigned i = 0; i < configure.count; i++) {
		const struct serial_setting *setting = &configure.settings[i];
		bool known = has_setting(board, setting->id);

		if (!known || !is_in_range(board, setting)) {
			answer(board, frame, known ? SERIAL_OUT_OF_RANGE : SERIAL_NO_SUCH_SETTING,
			       setting->id);
			return;
		}
	}
	for (unsigned i = 0; i < configure.count; i++)
		apply(board, &configure.settings[i]);
	board->configured = true;
	answer(board, frame, 0, 0);
}

static void hear_report(struct serial_board *board, const struct serial_frame *frame,
			uint64_t now_us)
{
	uint8_t wanted;

	board->reports_asked++;
	if (board->ignores_reports)
		return;
	if (!serial_get_report(frame, &wanted)) {
		answer(board, frame, SERIAL_NOT_UNDERSTOOD, 0);
		return;
	}
	answer(board, frame, 0, 0);
	tell_report(board, wanted, now_us);
}

static void hear_ask(struct serial_board *board, const struct serial_frame *frame)
{
	uint8_t major = 0, minor = 0;

	board->asked++;
	if (serial_get_ask(frame, &major, &minor))
		board->host_minor = minor;
	if (!board->ignores_asks)
		tell_hello(board, true);
}

static void hear_lamps(struct serial_board *board, const struct serial_frame *frame)
{
	struct serial_lamps lamps;

	if (board->ignores_lamps)
		return;
	if (!serial_get_lamps(frame, &lamps) || lamps.count < (count_of(board) + 1) / 2) {
		answer(board, frame, SERIAL_NOT_UNDERSTOOD, 0);
		return;
	}
	board->lamps = lamps;
	board->pictures++;
	answer(board, frame, 0, 0);
}

static bool has_lamps(const struct serial_board *board)
{
	return board->hello.minor > 0 && board->hello.parts & SERIAL_HAS_LAMPS;
}

static void hear_frame(struct serial_board *board, const struct serial_frame *frame,
		       uint64_t now_us)
{
	if (frame->type == SERIAL_ASK) {
		hear_ask(board, frame);
	} else if (frame->type == SERIAL_LAMPS && has_lamps(board)) {
		hear_lamps(board, frame);
	} else if (frame->type == SERIAL_CONFIGURE) {
		hear_configure(board, frame);
	} else if (frame->type == SERIAL_REPORT) {
		hear_report(board, frame, now_us);
	} else if (frame->type & SERIAL_FROM_HOST) {
		answer(board, frame, SERIAL_NO_SUCH_TYPE, 0);
	}
}

void serial_board_hear(struct serial_board *board, const uint8_t *bytes, size_t count,
		       uint64_t now_us)
{
	for (size_t i = 0; i < count && !board->is_off; i++) {
		enum serial_heard heard = serial_decoder_take(&board->decoder, bytes[i]);

		if (heard == SERIAL_FRAME)
			hear_frame(board, &board->decoder.frame, now_us);
		else if (heard == SERIAL_DAMAGED || heard == SERIAL_CUT)
			board->health.damaged++;
	}
}

/* ---- hands ---- */

void serial_board_contact(struct serial_board *board, uint8_t square, bool closed, uint64_t now_us)
{
	struct serial_changed changed = {.t_us = own_time(board, now_us), .count = 1};
	struct serial_frame frame;
	uint8_t bit = (uint8_t)(1u << square % 8);

	if (closed)
		board->closed[square / 8] |= bit;
	else
		board->closed[square / 8] &= (uint8_t)~bit;
	changed.changes[0] = (uint8_t)(square | (closed ? SERIAL_ON : 0));
	serial_put_changed(&frame, &changed);
	serial_board_say(board, &frame);
}

static unsigned find(const struct serial_board_tags *tags, const struct serial_uid *uid)
{
	unsigned i = 0;

	while (i < tags->count && (tags->list[i].length != uid->length ||
				   memcmp(tags->list[i].bytes, uid->bytes, uid->length) != 0))
		i++;
	return i;
}

void serial_board_press(struct serial_board *board, uint8_t button, bool down, uint64_t now_us)
{
	struct serial_pressed pressed = {own_time(board, now_us), button, down};
	struct serial_frame frame;

	serial_put_pressed(&frame, &pressed);
	serial_board_say(board, &frame);
}

/* A host of an older minor version would take the square of a pad for nonsense. */
void serial_board_pad(struct serial_board *board, uint8_t pad, struct serial_uid uid, bool seen,
		      uint64_t now_us)
{
	struct serial_tag tag = {.t_us = own_time(board, now_us), .seen = seen, .uid = uid};
	struct serial_frame frame;

	if (board->host_minor == 0)
		return;
	tag.uid.square = (uint8_t)(count_of(board) + pad);
	serial_put_tag(&frame, &tag);
	serial_board_say(board, &frame);
}

void serial_board_tag(struct serial_board *board, const struct serial_uid *uid, bool seen,
		      uint64_t now_us)
{
	struct serial_board_tags *tags = &board->tags[uid->square];
	struct serial_tag tag = {.t_us = own_time(board, now_us), .seen = seen, .uid = *uid};
	struct serial_frame frame;
	unsigned i = find(tags, uid);

	if (seen == (i < tags->count) || (seen && tags->count == SERIAL_TAGS_A_SQUARE))
		return;
	if (seen) {
		tags->list[tags->count++] = *uid;
	} else {
		tags->count--;
		memmove(&tags->list[i], &tags->list[i + 1], (tags->count - i) * sizeof *tags->list);
	}
	serial_put_tag(&frame, &tag);
	serial_board_say(board, &frame);
}
