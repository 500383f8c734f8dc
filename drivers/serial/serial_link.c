/* The conversation with a serial board: its states, what is sent when, and the port. */
#include "drivers/serial/serial_link.h"

#include "drivers/serial/serial_frame.h"
#include "drivers/serial/serial_link_inside.h"
#include "drivers/serial/serial_message.h"
#include "rules/square.h"

#include <stdio.h>
#include <string.h>

enum {
	ASK_US = 500 * SERIAL_MS,
	ASK_LATER_US = 2 * SERIAL_SECOND_US,
	ASK_REFUSED_US = 5 * SERIAL_SECOND_US,
	ASKS_IN_HASTE = 8,
	START_US = 4 * SERIAL_SECOND_US, /* a controller that restarts on opening needs two */
	STUCK_US = 15 * SERIAL_SECOND_US,
	SILENCE_US = 2500 * SERIAL_MS,
	HEARTBEAT_MS = 500,
	HEALTH_S = 10,
	REPORT_GAP_US = 100 * SERIAL_MS, /* between two requests, however much goes wrong */
	REPORT_LATER_US = 2 * SERIAL_SECOND_US,
	REPORTS_IN_HASTE = 8,
	REFRESH_US = 10 * SERIAL_SECOND_US,
	CONFIGURE_US = 500 * SERIAL_MS,
	CONFIGURES = 4,
	TEXT_BYTES = 16 /* received before it is classified as text or garbage */
};

/* ---- sending ---- */

/* A message that does not fit is dropped: everything is sent again until it is answered. */
uint8_t serial_say(struct serial_link *link, struct serial_frame *frame)
{
	uint8_t wire[SERIAL_WIRE];
	size_t count;

	frame->sequence = link->sequence_out++;
	count = serial_frame_encode(frame, wire);
	if (count <= SERIAL_OUT - link->out_count) {
		memcpy(link->out + link->out_count, wire, count);
		link->out_count += count;
	}
	return frame->sequence;
}

void serial_link_sent(struct serial_link *link, size_t count)
{
	if (count > link->out_count)
		count = link->out_count;
	link->out_count -= count;
	memmove(link->out, link->out + count, link->out_count);
}

static void say_ask(struct serial_link *link)
{
	struct serial_frame frame;

	serial_put_ask(&frame, SERIAL_MAJOR, SERIAL_MINOR);
	serial_say(link, &frame);
	link->asks++;
}

static void say_report(struct serial_link *link, unsigned wanted, uint64_t now_us)
{
	struct serial_frame frame;

	serial_put_report(&frame, (uint8_t)wanted);
	serial_say(link, &frame);
	link->reports++;
	link->reported_us = now_us;
	link->report_us =
		now_us + (link->reports < REPORTS_IN_HASTE ? SERIAL_REPORT_US : REPORT_LATER_US);
}

static void say_configure(struct serial_link *link, uint64_t now_us)
{
	struct serial_configure configure = {
		.count = 2,
		.settings = {{SERIAL_HEARTBEAT_MS, HEARTBEAT_MS}, {SERIAL_HEALTH_S, HEALTH_S}}};
	struct serial_frame frame;
	unsigned scan_hz = link->faults.facts.scan_hz;

	if (scan_hz > 0 && !serial_faults_has(&link->faults, SERIAL_FAULT_SETTING))
		configure.settings[configure.count++] =
			(struct serial_setting){SERIAL_SCAN_HZ, (uint16_t)scan_hz};
	if (serial_has_lamps(link) && !link->lamps.keeps_own_dark)
		configure.settings[configure.count++] =
			(struct serial_setting){SERIAL_DARK_MIN, link->lamps.dark_min};
	serial_put_configure(&frame, &configure);
	link->configure_sequence = serial_say(link, &frame);
	link->configures++;
	link->configure_us = link->configures < CONFIGURES ? now_us + CONFIGURE_US : SERIAL_NEVER;
}

/* ---- asking: who is there? ---- */

void serial_begin_asking(struct serial_link *link, uint64_t patience_us, uint64_t now_us)
{
	link->state = SERIAL_ASKING;
	link->asks = 0;
	link->ask_us = now_us;
	link->verdict_us = now_us + patience_us;
	link->stuck_us = now_us + STUCK_US;
	memset(&link->heard, 0, sizeof link->heard);
	serial_view_doubt(&link->view);
}

/* A few bytes are not enough to classify: if more come, it waits for them. */
static void call_silent(struct serial_link *link)
{
	if (serial_has_asking_fault(link)) /* occasional nonsense keeps that fault */
		return;
	if (link->ever_talked)
		serial_set_asking_fault(link, SERIAL_FAULT_SILENT);
	else if (link->heard.latest == 0)
		serial_set_asking_fault(link, SERIAL_FAULT_NEVER_HEARD);
}

static void give_verdict(struct serial_link *link)
{
	bool much = link->heard.bytes >= TEXT_BYTES && link->heard.latest > 0;

	if (link->heard.echoes > 0)
		serial_set_asking_fault(link, SERIAL_FAULT_ECHO);
	else if (link->heard.nonsense > 0)
		serial_set_asking_fault(link, SERIAL_FAULT_NONSENSE);
	else if (link->heard.frames > 0)
		serial_set_asking_fault(link, SERIAL_FAULT_DEAF);
	else if (much && link->heard.text >= link->heard.bytes - link->heard.bytes / 8)
		serial_set_asking_fault(link, SERIAL_FAULT_TEXT);
	else if (much)
		serial_set_asking_fault(link, SERIAL_FAULT_GARBAGE);
	else
		call_silent(link);
}

static void tick_asking(struct serial_link *link, uint64_t now_us)
{
	if (serial_is_due(link->verdict_us, now_us)) {
		if (!link->probing)
			give_verdict(link);
		link->heard.latest = link->heard.frames = 0;
		link->heard.nonsense = link->heard.echoes = 0;
		link->verdict_us = now_us + ASK_LATER_US;
	}
	if (!serial_is_due(link->ask_us, now_us))
		return;
	say_ask(link);
	link->ask_us = now_us + (link->asks < ASKS_IN_HASTE ? ASK_US : ASK_LATER_US);
}

bool serial_link_is_stuck(const struct serial_link *link, uint64_t now_us)
{
	return link->state == SERIAL_ASKING && serial_is_due(link->stuck_us, now_us);
}

/* ---- refused ---- */

void serial_refuse(struct serial_link *link, enum serial_fault fault, uint64_t now_us)
{
	serial_forget_talking_faults(link);
	serial_set_asking_fault(link, (int)fault);
	link->state = SERIAL_REFUSED;
	link->ask_us = now_us + ASK_REFUSED_US;
	serial_view_doubt(&link->view);
}

static void tick_refused(struct serial_link *link, uint64_t now_us)
{
	if (!serial_is_due(link->ask_us, now_us))
		return;
	say_ask(link);
	link->ask_us = now_us + ASK_REFUSED_US;
}

/* ---- talking ---- */

void serial_begin_talking(struct serial_link *link, uint64_t now_us)
{
	serial_set_asking_fault(link, -1);
	serial_faults_set(&link->faults, SERIAL_FAULT_SETTING, false);
	link->state = SERIAL_TALKING;
	link->ever_talked = true;
	link->was_complete = false;
	link->skips = false;
	link->configured = false;
	link->configures = 0;
	link->lamps.keeps_own_dark = false;
	link->reports = 0;
	link->refresh_us = SERIAL_NEVER;
	remote_clock_restart(&link->clock);
	serial_view_at(&link->view, now_us);
	serial_view_begin(&link->view, &link->faults.facts.hello);
	say_configure(link, now_us);
	say_report(link, link->view.missing | SERIAL_WANT_HEALTH, now_us);
	serial_lamps_begin(link, now_us);
}

/* A board that refuses its scan rate, or when its lamps go dark, gets the other settings without it. */
void serial_configured(struct serial_link *link, const struct serial_answer *answer,
		       uint64_t now_us)
{
	if (link->configures == 0 || answer->sequence != link->configure_sequence ||
	    answer->refusal == SERIAL_NOT_NOW)
		return;
	link->configure_us = SERIAL_NEVER;
	link->configured = answer->refusal == 0;
	if (answer->refusal != 0 && answer->detail == SERIAL_SCAN_HZ &&
	    link->faults.facts.scan_hz > 0 &&
	    !serial_faults_has(&link->faults, SERIAL_FAULT_SETTING)) {
		serial_faults_set(&link->faults, SERIAL_FAULT_SETTING, true);
		say_configure(link, now_us);
	} else if (answer->refusal != 0 && answer->detail == SERIAL_DARK_MIN &&
		   !link->lamps.keeps_own_dark) {
		link->lamps.keeps_own_dark = true;
		say_configure(link, now_us);
	}
}

void serial_doubt(struct serial_link *link, uint64_t now_us)
{
	if (!link->view.missing)
		link->reports = 0;
	serial_view_doubt(&link->view);
	link->report_us = serial_later(now_us, link->reported_us + REPORT_GAP_US);
}

void serial_reported(struct serial_link *link, uint64_t now_us)
{
	link->was_complete = true;
	link->reports = 0;
	link->refresh_us = now_us + REFRESH_US;
	serial_faults_set(&link->faults, SERIAL_FAULT_UNANSWERED, false);
}

static void tick_reports(struct serial_link *link, uint64_t now_us)
{
	if (!link->view.missing && serial_is_due(link->refresh_us, now_us)) {
		serial_view_refresh(&link->view);
		link->report_us = now_us;
	}
	if (!link->view.missing || !serial_is_due(link->report_us, now_us))
		return;
	if (link->reports >= REPORTS_IN_HASTE)
		serial_faults_set(&link->faults, SERIAL_FAULT_UNANSWERED, true);
	say_report(link, link->view.missing, now_us);
}

static void tick_talking(struct serial_link *link, uint64_t now_us)
{
	if (!link->flooded && serial_is_due(link->heard_us + SILENCE_US, now_us)) {
		serial_begin_asking(link, SERIAL_ANSWER_US, now_us);
		tick_asking(link, now_us);
		return;
	}
	if (serial_is_due(link->configure_us, now_us))
		say_configure(link, now_us);
	tick_reports(link, now_us);
	serial_lamps_tick(link, now_us);
}

void serial_link_scan(struct serial_link *link, uint64_t now_us)
{
	serial_view_at(&link->view, now_us);
	serial_view_tell(&link->view);
}

/* ---- time ---- */

void serial_link_tick(struct serial_link *link, uint64_t now_us)
{
	bool flood = link->flooded || serial_faults_has(&link->faults, SERIAL_FAULT_FLOOD);

	if (flood && serial_is_due(link->second_us + SERIAL_SECOND_US, now_us))
		serial_begin_second(link, now_us);
	if (serial_is_due(link->window_us, now_us))
		serial_end_window(link, now_us);
	if (link->state == SERIAL_ASKING)
		tick_asking(link, now_us);
	else if (link->state == SERIAL_REFUSED)
		tick_refused(link, now_us);
	else if (link->state == SERIAL_TALKING)
		tick_talking(link, now_us);
	serial_faults_settle(&link->faults, link->state == SERIAL_TALKING && link->was_complete);
}

static uint64_t talking_deadline(const struct serial_link *link)
{
	uint64_t due = link->view.missing ? link->report_us : link->refresh_us;

	due = serial_sooner(due, serial_sooner(link->configure_us, link->lamps.due_us));
	return link->flooded ? due : serial_sooner(due, link->heard_us + SILENCE_US);
}

uint64_t serial_link_deadline(const struct serial_link *link)
{
	uint64_t due = link->window_us;

	if (link->state == SERIAL_CLOSED)
		return SERIAL_NEVER;
	if (link->flooded || serial_faults_has(&link->faults, SERIAL_FAULT_FLOOD))
		due = serial_sooner(due, link->second_us + SERIAL_SECOND_US);
	if (link->state == SERIAL_TALKING)
		return serial_sooner(due, talking_deadline(link));
	due = serial_sooner(due, link->ask_us);
	return link->state == SERIAL_ASKING ? serial_sooner(due, link->verdict_us) : due;
}

/* ---- the port ---- */

void serial_link_init(struct serial_link *link, enum board_id squares, unsigned sensors,
		      unsigned baud, unsigned scan_hz, const struct board_listener *listener)
{
	*link = (struct serial_link){.state = SERIAL_CLOSED, .window_us = SERIAL_NEVER};
	link->lamps.due_us = SERIAL_NEVER;
	serial_view_init(&link->view, squares, listener);
	serial_faults_init(&link->faults, listener);
	link->faults.facts.squares = squares;
	link->faults.facts.sensors = sensors;
	link->faults.facts.baud = baud;
	link->faults.facts.scan_hz = scan_hz;
}

void serial_link_turn(struct serial_link *link, unsigned corner)
{
	link->view.corner = (uint8_t)corner;
}

void serial_link_open(struct serial_link *link, const char *port, bool probing, uint64_t now_us)
{
	bool is_same = strcmp(link->faults.facts.port, port) == 0;
	unsigned bytes = is_same ? link->heard.bytes : 0, text = is_same ? link->heard.text : 0;

	snprintf(link->faults.facts.port, sizeof link->faults.facts.port, "%s", port);
	serial_faults_port(&link->faults, NULL);
	serial_decoder_reset(&link->decoder);
	link->probing = probing;
	link->out_count = 0;
	link->in_noise = false;
	serial_begin_second(link, now_us);
	serial_begin_asking(link, START_US, now_us);
	link->heard.bytes = bytes;
	link->heard.text = text;
	serial_link_tick(link, now_us);
}

void serial_link_close(struct serial_link *link, const char *sentence)
{
	link->state = SERIAL_CLOSED;
	link->out_count = 0;
	link->flooded = false;
	serial_view_doubt(&link->view);
	serial_forget_talking_faults(link);
	if (!sentence)
		return;
	memset(&link->heard, 0, sizeof link->heard);
	serial_set_asking_fault(link, -1);
	serial_faults_port(&link->faults, sentence);
	serial_faults_settle(&link->faults, false);
}
