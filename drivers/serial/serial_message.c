/*
 * Encodes and decodes the messages between host and board. Freestanding, so that firmware can use
 * the same code.
 */
#include "serial_message.h"

/* ---- numbers, lowest byte first ---- */

static void begin(struct serial_frame *frame, uint8_t type)
{
	frame->type = type;
	frame->length = 0;
}

static void put8(struct serial_frame *frame, uint8_t value)
{
	if (frame->length < SERIAL_PAYLOAD)
		frame->payload[frame->length++] = value;
}

static void put16(struct serial_frame *frame, uint16_t value)
{
	put8(frame, (uint8_t)(value & 0xFF));
	put8(frame, (uint8_t)(value >> 8));
}

static void put32(struct serial_frame *frame, uint32_t value)
{
	put16(frame, (uint16_t)(value & 0xFFFF));
	put16(frame, (uint16_t)(value >> 16));
}

static void put_bytes(struct serial_frame *frame, const uint8_t *bytes, uint8_t count)
{
	for (uint8_t i = 0; i < count; i++)
		put8(frame, bytes[i]);
}

/* A payload being read; `short_of` is set once it was too short. */
struct reader {
	const struct serial_frame *frame;
	uint8_t at;
	bool short_of;
};

static struct reader read_frame(const struct serial_frame *frame, uint8_t type)
{
	return (struct reader){frame, 0, frame->type != type || frame->length > SERIAL_PAYLOAD};
}

static uint8_t left(const struct reader *reader)
{
	return reader->short_of ? 0 : (uint8_t)(reader->frame->length - reader->at);
}

static uint8_t get8(struct reader *reader)
{
	if (left(reader) == 0) {
		reader->short_of = true;
		return 0;
	}
	return reader->frame->payload[reader->at++];
}

static uint16_t get16(struct reader *reader)
{
	uint8_t low = get8(reader);

	return (uint16_t)(low | (uint16_t)get8(reader) << 8);
}

static uint32_t get32(struct reader *reader)
{
	uint16_t low = get16(reader);

	return low | (uint32_t)get16(reader) << 16;
}

static void get_bytes(struct reader *reader, uint8_t *bytes, uint8_t count)
{
	for (uint8_t i = 0; i < count; i++)
		bytes[i] = get8(reader);
}

/* ---- names ---- */

static void put_text(struct serial_frame *frame, const char *text, uint8_t room)
{
	uint8_t length = 0;

	while (length < room && text[length])
		length++;
	put8(frame, length);
	for (uint8_t i = 0; i < length; i++)
		put8(frame, (uint8_t)text[i]);
}

static void get_text(struct reader *reader, char *text, uint8_t room)
{
	uint8_t length = get8(reader);

	if (length > room)
		reader->short_of = true;
	for (uint8_t i = 0; i <= room; i++)
		text[i] = '\0';
	for (uint8_t i = 0; i < length && !reader->short_of; i++) {
		uint8_t byte = get8(reader);

		text[i] = (char)(byte >= 0x20 && byte < 0x7F ? byte : '?');
	}
}

/* ---- the board says ---- */

void serial_put_hello(struct serial_frame *frame, const struct serial_hello *hello)
{
	begin(frame, SERIAL_HELLO);
	put8(frame, hello->major);
	put8(frame, hello->minor);
	put8(frame, hello->flags);
	put8(frame, hello->columns);
	put8(frame, hello->rows);
	put8(frame, hello->sensors);
	put8(frame, hello->cause);
	put16(frame, hello->scan_hz);
	put16(frame, hello->scan_hz_max);
	put_text(frame, hello->firmware, SERIAL_NAME);
	put_text(frame, hello->version, SERIAL_VERSION);
	if (hello->minor == 0)
		return;
	put8(frame, hello->parts);
	put8(frame, (uint8_t)((hello->pads & 0x0F) | hello->buttons << 4));
}

static void get_parts(struct reader *reader, struct serial_hello *hello)
{
	uint8_t counts;

	hello->parts = get8(reader);
	counts = get8(reader);
	hello->pads = counts & 0x0F;
	hello->buttons = counts >> 4;
}

/* Squares and pads share their numbers. */
static bool has_room(const struct serial_hello *hello)
{
	return hello->columns * hello->rows + hello->pads <= SERIAL_SQUARES &&
	       hello->pads <= SERIAL_PADS && hello->buttons <= SERIAL_BUTTONS;
}

/* Of another major version only the two numbers at the beginning can be relied on. */
bool serial_get_hello(const struct serial_frame *frame, struct serial_hello *hello)
{
	struct reader reader = read_frame(frame, SERIAL_HELLO);

	*hello = (struct serial_hello){0};
	hello->major = get8(&reader);
	hello->minor = get8(&reader);
	if (reader.short_of || hello->major != SERIAL_MAJOR)
		return !reader.short_of;
	hello->flags = get8(&reader);
	hello->columns = get8(&reader);
	hello->rows = get8(&reader);
	hello->sensors = get8(&reader);
	hello->cause = get8(&reader);
	hello->scan_hz = get16(&reader);
	hello->scan_hz_max = get16(&reader);
	get_text(&reader, hello->firmware, SERIAL_NAME);
	get_text(&reader, hello->version, SERIAL_VERSION);
	if (hello->minor > 0)
		get_parts(&reader, hello);
	return !reader.short_of && has_room(hello);
}

void serial_put_heartbeat(struct serial_frame *frame, const struct serial_heartbeat *beat)
{
	begin(frame, SERIAL_HEARTBEAT);
	put32(frame, beat->t_us);
	put8(frame, beat->flags);
	put16(frame, beat->scan_hz);
}

bool serial_get_heartbeat(const struct serial_frame *frame, struct serial_heartbeat *beat)
{
	struct reader reader = read_frame(frame, SERIAL_HEARTBEAT);

	beat->t_us = get32(&reader);
	beat->flags = get8(&reader);
	beat->scan_hz = get16(&reader);
	return !reader.short_of;
}

/* as many bytes as are left */
static uint8_t get_bits(struct reader *reader, uint8_t bits[SERIAL_BITS])
{
	uint8_t count = left(reader) < SERIAL_BITS ? left(reader) : SERIAL_BITS;

	get_bytes(reader, bits, count);
	for (uint8_t i = count; i < SERIAL_BITS; i++)
		bits[i] = 0;
	return count;
}

void serial_put_contacts(struct serial_frame *frame, const struct serial_contacts *contacts)
{
	begin(frame, SERIAL_CONTACTS);
	put32(frame, contacts->t_us);
	put_bytes(frame, contacts->bits,
		  contacts->count < SERIAL_BITS ? contacts->count : SERIAL_BITS);
}

bool serial_get_contacts(const struct serial_frame *frame, struct serial_contacts *contacts)
{
	struct reader reader = read_frame(frame, SERIAL_CONTACTS);

	contacts->t_us = get32(&reader);
	contacts->count = get_bits(&reader, contacts->bits);
	return !reader.short_of;
}

void serial_put_changed(struct serial_frame *frame, const struct serial_changed *changed)
{
	begin(frame, SERIAL_CHANGED);
	put32(frame, changed->t_us);
	put_bytes(frame, changed->changes,
		  changed->count < SERIAL_CHANGES ? changed->count : SERIAL_CHANGES);
}

bool serial_get_changed(const struct serial_frame *frame, struct serial_changed *changed)
{
	struct reader reader = read_frame(frame, SERIAL_CHANGED);

	changed->t_us = get32(&reader);
	changed->count = left(&reader);
	get_bytes(&reader, changed->changes, changed->count);
	return !reader.short_of;
}

void serial_put_health(struct serial_frame *frame, const struct serial_health *health)
{
	begin(frame, SERIAL_HEALTH);
	put32(frame, health->t_us);
	put8(frame, health->flags);
	put16(frame, health->supply_mv);
	put16(frame, health->restarts);
	put16(frame, health->dropped);
	put16(frame, health->damaged);
	put_bytes(frame, health->silent, health->count < SERIAL_BITS ? health->count : SERIAL_BITS);
}

bool serial_get_health(const struct serial_frame *frame, struct serial_health *health)
{
	struct reader reader = read_frame(frame, SERIAL_HEALTH);

	health->t_us = get32(&reader);
	health->flags = get8(&reader);
	health->supply_mv = get16(&reader);
	health->restarts = get16(&reader);
	health->dropped = get16(&reader);
	health->damaged = get16(&reader);
	health->count = get_bits(&reader, health->silent);
	return !reader.short_of;
}

void serial_put_answer(struct serial_frame *frame, const struct serial_answer *answer)
{
	begin(frame, answer->refusal ? SERIAL_NACK : SERIAL_ACK);
	put8(frame, answer->sequence);
	if (!answer->refusal)
		return;
	put8(frame, answer->refusal);
	put8(frame, answer->detail);
}

bool serial_get_answer(const struct serial_frame *frame, struct serial_answer *answer)
{
	bool refused = frame->type == SERIAL_NACK;
	struct reader reader = read_frame(frame, refused ? SERIAL_NACK : SERIAL_ACK);

	answer->sequence = get8(&reader);
	answer->refusal = refused ? get8(&reader) : 0;
	answer->detail = refused ? get8(&reader) : 0;
	return !reader.short_of && (answer->refusal != 0) == refused;
}

void serial_put_pressed(struct serial_frame *frame, const struct serial_pressed *pressed)
{
	begin(frame, SERIAL_PRESSED);
	put32(frame, pressed->t_us);
	put8(frame, (uint8_t)(pressed->button | (pressed->down ? SERIAL_ON : 0)));
}

bool serial_get_pressed(const struct serial_frame *frame, struct serial_pressed *pressed)
{
	struct reader reader = read_frame(frame, SERIAL_PRESSED);
	uint8_t button;

	pressed->t_us = get32(&reader);
	button = get8(&reader);
	pressed->down = (button & SERIAL_ON) != 0;
	pressed->button = button & (uint8_t)~SERIAL_ON;
	return !reader.short_of && pressed->button < SERIAL_BUTTONS;
}

/* ---- tags ---- */

static void put_uid(struct serial_frame *frame, uint8_t square, const struct serial_uid *uid)
{
	uint8_t length = uid->length < SERIAL_UID ? uid->length : SERIAL_UID;

	put8(frame, square);
	put8(frame, length);
	put_bytes(frame, uid->bytes, length);
}

static void get_uid(struct reader *reader, struct serial_uid *uid)
{
	uid->square = get8(reader);
	uid->length = get8(reader);
	for (uint8_t i = 0; i < SERIAL_UID; i++)
		uid->bytes[i] = 0;
	if (uid->length == 0 || uid->length > SERIAL_UID)
		reader->short_of = true;
	else
		get_bytes(reader, uid->bytes, uid->length);
}

void serial_put_tag(struct serial_frame *frame, const struct serial_tag *tag)
{
	begin(frame, SERIAL_TAG);
	put32(frame, tag->t_us);
	put_uid(frame, (uint8_t)(tag->uid.square | (tag->seen ? SERIAL_ON : 0)), &tag->uid);
}

bool serial_get_tag(const struct serial_frame *frame, struct serial_tag *tag)
{
	struct reader reader = read_frame(frame, SERIAL_TAG);

	tag->t_us = get32(&reader);
	get_uid(&reader, &tag->uid);
	tag->seen = (tag->uid.square & SERIAL_ON) != 0;
	tag->uid.square &= (uint8_t)~SERIAL_ON;
	return !reader.short_of;
}

void serial_begin_tags(struct serial_frame *frame, uint8_t first)
{
	begin(frame, SERIAL_TAGS);
	put8(frame, first);
	put8(frame, 0);
}

bool serial_add_tag(struct serial_frame *frame, const struct serial_uid *uid)
{
	if (uid->length > SERIAL_UID || frame->length + 2 + uid->length > SERIAL_PAYLOAD)
		return false;
	put_uid(frame, uid->square, uid);
	return true;
}

void serial_end_tags(struct serial_frame *frame, uint8_t count)
{
	frame->payload[1] = count;
}

bool serial_next_tag(const struct serial_frame *frame, uint8_t *at, struct serial_uid *uid)
{
	struct reader reader = read_frame(frame, SERIAL_TAGS);

	reader.at = (uint8_t)(2 + *at);
	if (reader.short_of || reader.at >= frame->length)
		return false;
	get_uid(&reader, uid);
	*at = (uint8_t)(reader.at - 2);
	return !reader.short_of;
}

bool serial_get_tags(const struct serial_frame *frame, uint8_t *first, uint8_t *count)
{
	struct reader reader = read_frame(frame, SERIAL_TAGS);
	struct serial_uid uid = {0};
	uint8_t at = 0, lowest;

	lowest = *first = get8(&reader);
	*count = get8(&reader);
	if (reader.short_of || *first + *count > SERIAL_SQUARES)
		return false;
	while (at + 2 < frame->length) {
		if (!serial_next_tag(frame, &at, &uid) || uid.square < lowest ||
		    uid.square >= *first + *count)
			return false;
		lowest = uid.square;
	}
	return true;
}

/* ---- the host says ---- */

void serial_put_ask(struct serial_frame *frame, uint8_t major, uint8_t minor)
{
	begin(frame, SERIAL_ASK);
	put8(frame, major);
	put8(frame, minor);
}

bool serial_get_ask(const struct serial_frame *frame, uint8_t *major, uint8_t *minor)
{
	struct reader reader = read_frame(frame, SERIAL_ASK);

	*major = get8(&reader);
	*minor = get8(&reader);
	return !reader.short_of;
}

void serial_put_configure(struct serial_frame *frame, const struct serial_configure *configure)
{
	begin(frame, SERIAL_CONFIGURE);
	for (uint8_t i = 0; i < configure->count && i < SERIAL_SETTINGS; i++) {
		put8(frame, configure->settings[i].id);
		put16(frame, configure->settings[i].value);
	}
}

bool serial_get_configure(const struct serial_frame *frame, struct serial_configure *configure)
{
	struct reader reader = read_frame(frame, SERIAL_CONFIGURE);

	configure->count = 0;
	while (left(&reader) > 0 && configure->count < SERIAL_SETTINGS) {
		struct serial_setting *setting = &configure->settings[configure->count++];

		setting->id = get8(&reader);
		setting->value = get16(&reader);
	}
	return !reader.short_of && left(&reader) == 0;
}

void serial_put_report(struct serial_frame *frame, uint8_t wanted)
{
	begin(frame, SERIAL_REPORT);
	put8(frame, wanted);
}

bool serial_get_report(const struct serial_frame *frame, uint8_t *wanted)
{
	struct reader reader = read_frame(frame, SERIAL_REPORT);

	*wanted = get8(&reader);
	return !reader.short_of;
}

void serial_put_lamps(struct serial_frame *frame, const struct serial_lamps *lamps)
{
	begin(frame, SERIAL_LAMPS);
	put8(frame, lamps->brightness);
	put_bytes(frame, lamps->lamps, lamps->count);
}

bool serial_get_lamps(const struct serial_frame *frame, struct serial_lamps *lamps)
{
	struct reader reader = read_frame(frame, SERIAL_LAMPS);

	lamps->brightness = get8(&reader);
	lamps->count = left(&reader);
	get_bytes(&reader, lamps->lamps, lamps->count);
	return !reader.short_of;
}

void serial_set_lamp(struct serial_lamps *lamps, uint8_t square, uint8_t meaning)
{
	uint8_t at = square / 2, shift = square % 2 ? 4 : 0;

	if (at >= SERIAL_LAMP_BYTES)
		return;
	while (lamps->count <= at)
		lamps->lamps[lamps->count++] = 0;
	lamps->lamps[at] =
		(uint8_t)((lamps->lamps[at] & (0xF0 >> shift)) | (meaning & 0x0F) << shift);
}

uint8_t serial_lamp_of(const struct serial_lamps *lamps, uint8_t square)
{
	uint8_t meaning = SERIAL_LAMP_OFF;

	if (square / 2 < lamps->count)
		meaning = lamps->lamps[square / 2] >> (square % 2 ? 4 : 0) & 0x0F;
	return meaning < SERIAL_LAMP_COUNT ? meaning : (uint8_t)SERIAL_LAMP_OFF;
}
