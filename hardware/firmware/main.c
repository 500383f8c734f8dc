/*
 * Firmware of the kit's controller, an Arduino Nano: reads the contacts and tells the host, by
 * hardware/protocol.md. README.md says what each file does.
 *
 * Contacts and bytes go by interrupts; all else is done here by turns, each of which takes a few
 * milliseconds at most, and in between the controller sleeps until the next interrupt.
 */
#include "buttons.h"
#include "clock.h"
#include "contacts.h"
#include "host.h"
#include "lamps.h"
#include "news.h"
#include "pads.h"
#include "start.h"
#include "supply.h"
#include "uart.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>

static void begin(void)
{
	clock_begin();
	uart_begin();
	lamps_begin();
	buttons_begin();
	sei();
	supply_begin();
	pads_begin();
	contacts_begin();
	start_begin();
	set_sleep_mode(SLEEP_MODE_IDLE);
	news_tell_hello(0);
	contacts_tell_all();
	news_tell_health();
}

/* What has a time waits for the changes before it. */
static void go_on(void)
{
	if (contacts_tell_changes()) {
		host_listen();
		buttons_look();
		pads_go_on();
		news_tell();
	}
	supply_measure();
	lamps_go_on();
}

int main(void)
{
	begin();
	for (;;) {
		start_go_on();
		go_on();
		sleep_mode();
	}
}
