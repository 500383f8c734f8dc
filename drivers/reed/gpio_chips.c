/* Lists the GPIO chips by their device files, which libgpiod 2 leaves to its users. */
#include "drivers/reed/gpio_lines.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "gpiochip";

/* The number behind gpiochip, or -1 if that is not all of the name. */
static long number_of(const char *name)
{
	char *end;
	long number;

	if (strncmp(name, prefix, sizeof prefix - 1) != 0)
		return -1;
	name += sizeof prefix - 1;
	number = strtol(name, &end, 10);
	return *name >= '0' && *name <= '9' && *end == '\0' ? number : -1;
}

static int compare(const void *a, const void *b)
{
	const long *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

unsigned gpio_chip_list(char paths[][GPIO_TEXT], unsigned room)
{
	long numbers[GPIO_CHIPS];
	unsigned count = 0;
	DIR *dir = opendir("/dev");
	const struct dirent *entry;

	while (dir && count < GPIO_CHIPS && (entry = readdir(dir))) {
		long number = number_of(entry->d_name);

		if (number >= 0)
			numbers[count++] = number;
	}
	if (dir)
		closedir(dir);
	qsort(numbers, count, sizeof *numbers, compare);
	if (count > room)
		count = room;
	for (unsigned i = 0; i < count; i++)
		snprintf(paths[i], GPIO_TEXT, "/dev/%s%ld", prefix, numbers[i]);
	return count;
}
