/* GPIO lines by ioctl, in the second version of the kernel's interface. */
#include "tests/bench-vm/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { CHIPS = 8 };

int lines_find_chip(void)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct gpiochip_info info = {0};
		char path[32];
		int chip;

		snprintf(path, sizeof path, "/dev/gpiochip%u", i);
		chip = open(path, O_RDWR | O_CLOEXEC);
		if (chip >= 0 && ioctl(chip, GPIO_GET_CHIPINFO_IOCTL, &info) == 0 &&
		    strcmp(info.label, "reed-matrix") == 0)
			return chip;
		if (chip >= 0)
			close(chip);
	}
	return -1;
}

int lines_take(int chip, unsigned first, uint64_t flags)
{
	struct gpio_v2_line_request request = {
		.consumer = "probe",
		.config.flags = flags,
		.num_lines = MATRIX_SIDE,
	};

	for (unsigned i = 0; i < MATRIX_SIDE; i++)
		request.offsets[i] = first + i;
	return ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request) < 0 ? -errno : request.fd;
}

int lines_set(int rows, uint64_t levels)
{
	struct gpio_v2_line_values values = {levels, (1u << MATRIX_SIDE) - 1};

	return ioctl(rows, GPIO_V2_LINE_SET_VALUES_IOCTL, &values) < 0 ? -errno : 0;
}

int lines_get(int columns, uint64_t *levels)
{
	struct gpio_v2_line_values values = {0, (1u << MATRIX_SIDE) - 1};

	if (ioctl(columns, GPIO_V2_LINE_GET_VALUES_IOCTL, &values) < 0)
		return -errno;
	*levels = values.bits;
	return 0;
}
