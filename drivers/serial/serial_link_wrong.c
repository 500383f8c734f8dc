/*
 * Decides when errors on a serial line are worth reporting. A frame that is lost now and then is
 * repaired in silence; an error that recurs within some seconds is a fault, and remains one until
 * it has hardly occurred for as long.
 */
#include "drivers/serial/serial_faults.h"
#include "drivers/serial/serial_link.h"
#include "drivers/serial/serial_link_inside.h"

#include <string.h>

enum { WINDOW_US = 20 * SERIAL_SECOND_US, WRONG_IN_WINDOW = 5, HARDLY = 2, RESTARTS_IN_WINDOW = 3 };

static const enum serial_fault asking_faults[] = {
	SERIAL_FAULT_OLDER, SERIAL_FAULT_NEWER,	      SERIAL_FAULT_SIZE,    SERIAL_FAULT_ECHO,
	SERIAL_FAULT_DEAF,  SERIAL_FAULT_NO_SENSORS,  SERIAL_FAULT_SENSORS, SERIAL_FAULT_NONSENSE,
	SERIAL_FAULT_TEXT,  SERIAL_FAULT_NEVER_HEARD, SERIAL_FAULT_SILENT,  SERIAL_FAULT_GARBAGE,
};

static uint32_t asking_mask(void)
{
	uint32_t mask = 0;

	for (size_t i = 0; i < sizeof asking_faults / sizeof *asking_faults; i++)
		mask |= UINT32_C(1) << asking_faults[i];
	return mask;
}

bool serial_has_asking_fault(const struct serial_link *link)
{
	return (link->faults.active & asking_mask()) != 0;
}

void serial_set_asking_fault(struct serial_link *link, int fault)
{
	link->faults.active &= ~asking_mask();
	if (fault >= 0)
		serial_faults_set(&link->faults, (enum serial_fault)fault, true);
}

void serial_forget_talking_faults(struct serial_link *link)
{
	link->faults.active &= asking_mask();
	link->window_us = SERIAL_NEVER;
	memset(&link->wrong, 0, sizeof link->wrong);
}

static void judge(struct serial_link *link)
{
	unsigned broken = link->wrong.cut + link->wrong.damaged;
	bool cut = link->wrong.cut > link->wrong.damaged;

	if (broken >= WRONG_IN_WINDOW) {
		serial_faults_set(&link->faults, SERIAL_FAULT_CUT, cut);
		serial_faults_set(&link->faults, SERIAL_FAULT_DAMAGED, !cut);
	}
	/* whole frames are missing, without any fragments */
	if (link->wrong.gaps >= WRONG_IN_WINDOW + broken)
		serial_faults_set(&link->faults, SERIAL_FAULT_DROPPED, true);
	if (link->wrong.nonsense >= WRONG_IN_WINDOW)
		serial_faults_set(&link->faults, SERIAL_FAULT_NONSENSE, true);
	if (link->wrong.restarts >= RESTARTS_IN_WINDOW)
		serial_faults_set(&link->faults, SERIAL_FAULT_RESTARTS, true);
}

void serial_count_wrong(struct serial_link *link, unsigned *what, uint64_t now_us)
{
	++*what;
	if (link->window_us == SERIAL_NEVER)
		link->window_us = now_us + WINDOW_US;
	judge(link);
}

void serial_end_window(struct serial_link *link, uint64_t now_us)
{
	unsigned broken = link->wrong.cut + link->wrong.damaged;
	bool goes_on = broken + link->wrong.gaps + link->wrong.nonsense + link->wrong.restarts > 0;

	if (broken < HARDLY) {
		serial_faults_set(&link->faults, SERIAL_FAULT_CUT, false);
		serial_faults_set(&link->faults, SERIAL_FAULT_DAMAGED, false);
	}
	if (link->wrong.gaps < HARDLY)
		serial_faults_set(&link->faults, SERIAL_FAULT_DROPPED, false);
	if (link->wrong.nonsense < HARDLY && link->state == SERIAL_TALKING)
		serial_faults_set(&link->faults, SERIAL_FAULT_NONSENSE, false);
	if (link->wrong.restarts == 0)
		serial_faults_set(&link->faults, SERIAL_FAULT_RESTARTS, false);
	memset(&link->wrong, 0, sizeof link->wrong);
	link->window_us = goes_on ? now_us + WINDOW_US : SERIAL_NEVER;
}
