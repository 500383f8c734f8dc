/* Words on their way to the board: said again until they are answered, and given up in the end. */
#include "daemon/base/loop.h"
#include "daemon/cli/handheld/net/envelope.h"
#include "daemon/cli/handheld/net/mqtt.h"
#include "daemon/cli/handheld/net/mqtt_inside.h"
#include "daemon/cli/handheld/net/outbox.h"

#include <mosquitto.h>
#include <string.h>

static void set_words_timer(struct wire *wire)
{
	timer_set(&wire->words, sayings_deadline(&wire->sayings));
}

/* Under test, time does not go on while a word is on its way. */
static void send_word(struct wire *wire, const struct saying *saying)
{
	uint8_t box[ENVELOPE_SIZE];
	size_t length;

	if (!wire->ready)
		return; /* it is said again */
	length = envelope_seal(wire->access, saying, box);
	if (length > 0 && mosquitto_publish(wire->client, NULL, wire->say, (int)length, box, 1,
					    false) == MOSQ_ERR_SUCCESS) {
		wire->unacknowledged++;
		loop_note_owed(wire->loop, 1);
	}
	mqtt_write_out(wire);
}

bool wire_say(struct wire *wire, const char *word)
{
	struct saying *saying = sayings_add(&wire->sayings, word, loop_machine_us(wire->loop));

	if (!saying)
		return false;
	if (wire->order.last >= 0 && wire->order.number > 0) {
		saying->game = wire->order.number;
		saying->seen = wire->order.last;
	}
	send_word(wire, saying);
	set_words_timer(wire);
	return true;
}

unsigned wire_waiting(const struct wire *wire)
{
	return wire->sayings.count;
}

void mqtt_words_due(struct timer *timer)
{
	struct wire *wire = timer->owner;
	const struct saying *again;
	struct saying old;

	while (sayings_expired(&wire->sayings, loop_machine_us(wire->loop), &old))
		wire->events.no_answer(wire->events.owner, old.word);
	while ((again = sayings_again(&wire->sayings, loop_machine_us(wire->loop))) != NULL)
		send_word(wire, again);
	set_words_timer(wire);
}

void mqtt_words_answer(struct wire *wire, const json_t *event)
{
	const char *id = json_string_value(json_object_get(event, "id"));
	struct saying said;

	if (!id || !sayings_answered(&wire->sayings, id, &said))
		return; /* to a word of another device, or given a second time */
	set_words_timer(wire);
	wire->events.answer(wire->events.owner, said.word,
			    json_is_true(json_object_get(event, "ok")),
			    json_object_get(event, "why"));
}

void mqtt_words_again(struct wire *wire)
{
	for (unsigned i = 0; i < wire->sayings.count; i++)
		wire->sayings.waiting[i].again_us = loop_machine_us(wire->loop);
	set_words_timer(wire);
}
