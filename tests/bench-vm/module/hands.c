// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The hands at the board: /dev/reed-matrix. It takes one command a line, and obeys at once.
 *
 *   open e4, close e4             a contact
 *   frame 0001000000/...          all of them, row 1 first
 *   bounce US, bounce US e4       how long a contact chatters after each change; all, or one
 *   stuck e4, dead e4, good e4    a reed that always or never conducts, or is well again
 *   swap e4 f4                    two reeds soldered to each other's places
 *   active low, active high       the level that the board is made for: which way the diodes are
 *   diodes off, diodes on         without them current finds its way round through other reeds
 *   fail 3, works 3               a line that gives an error, by its number
 *   unplug, plug                  the chip goes away, and comes back
 *   count                         begin to count anew
 *   renew                         a healthy board with nothing on it
 *
 * What is read from it are counts: how often levels were set and got, how many scans that made
 * (levels got while row 1 was active), and the longest time from one of these to the next.
 */
#include "matrix.h"

#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

enum { COMMANDS_SIZE = 4096 };

struct matrix matrix = {.lock = __SPIN_LOCK_UNLOCKED(matrix.lock)};

static struct reed *find_reed(const char *square)
{
	unsigned int row;
	char column, rest;

	if (!square || sscanf(square, "%c%u%c", &column, &row, &rest) != 2 || column < 'a' ||
	    column >= 'a' + SIDE || row < 1 || row > SIDE)
		return NULL;
	return &matrix.reeds[(row - 1) * SIDE + (column - 'a')];
}

static void move_contact(struct reed *reed, bool closed)
{
	if (reed->closed == closed)
		return;
	reed->closed = closed;
	reed->changed_ns = ktime_get_ns();
}

/* Smaller boards have shorter rows and fewer of them. */
static int move_contacts(const char *rows)
{
	unsigned int row = 0, column = 0;

	if (!rows)
		return -EINVAL;
	for (; *rows; rows++) {
		if (*rows == '/') {
			row++;
			column = 0;
		} else if ((*rows == '0' || *rows == '1') && row < SIDE && column < SIDE) {
			move_contact(&matrix.reeds[row * SIDE + column++], *rows == '1');
		} else {
			return -EINVAL;
		}
	}
	return 0;
}

static int set_bounce(const char *us, const char *square)
{
	struct reed *reed = square ? find_reed(square) : matrix.reeds;
	u32 bounce_us;

	if (!us || !reed || kstrtou32(us, 10, &bounce_us))
		return -EINVAL;
	for (unsigned int i = 0; i < (square ? 1 : REEDS); i++)
		reed[i].bounce_us = bounce_us;
	return 0;
}

static int swap_wires(struct reed *one, struct reed *other)
{
	if (!one || !other)
		return -EINVAL;
	swap(one->wired_to, other->wired_to);
	return 0;
}

static int set_failing(const char *line, bool failing)
{
	unsigned int number;

	if (!line || kstrtouint(line, 10, &number) || number >= LINES)
		return -EINVAL;
	if (failing)
		matrix.failing |= 1u << number;
	else
		matrix.failing &= ~(1u << number);
	return 0;
}

/* Two words that it may be, the second of which is meant by true. */
static int choose(bool *choice, const char *word, const char *no, const char *yes)
{
	if (!word || (strcmp(word, no) && strcmp(word, yes)))
		return -EINVAL;
	*choice = strcmp(word, yes) == 0;
	return 0;
}

static void count_anew(void)
{
	matrix.sets = matrix.gets = matrix.scans = matrix.last_scan_ns = matrix.longest_ns = 0;
	matrix.counted_from_ns = ktime_get_ns();
}

static int set_health(const char *verb, struct reed *reed)
{
	static const char *const verbs[] = {[GOOD] = "good", [STUCK] = "stuck", [DEAD] = "dead"};
	int health = match_string(verbs, ARRAY_SIZE(verbs), verb);

	if (!reed || health < 0)
		return -EINVAL;
	reed->health = health;
	return 0;
}

static void renew(void)
{
	memset(matrix.reeds, 0, sizeof matrix.reeds);
	for (unsigned int i = 0; i < REEDS; i++)
		matrix.reeds[i].wired_to = i;
	matrix.active_high = matrix.without_diodes = false;
	matrix.failing = 0;
}

/* All but unplug and plug, which may sleep. */
static int obey_locked(const char *verb, const char *what, const char *other)
{
	struct reed *reed = find_reed(what);

	if (strcmp(verb, "frame") == 0)
		return move_contacts(what);
	if (strcmp(verb, "bounce") == 0)
		return set_bounce(what, other);
	if (strcmp(verb, "active") == 0)
		return choose(&matrix.active_high, what, "low", "high");
	if (strcmp(verb, "diodes") == 0)
		return choose(&matrix.without_diodes, what, "on", "off");
	if (strcmp(verb, "fail") == 0 || strcmp(verb, "works") == 0)
		return set_failing(what, verb[0] == 'f');
	if (strcmp(verb, "swap") == 0)
		return swap_wires(reed, find_reed(other));
	if (strcmp(verb, "count") == 0 || strcmp(verb, "renew") == 0) {
		(verb[0] == 'c' ? count_anew : renew)();
		return 0;
	}
	if (reed && (strcmp(verb, "open") == 0 || strcmp(verb, "close") == 0)) {
		move_contact(reed, verb[0] == 'c');
		return 0;
	}
	return set_health(verb, reed);
}

static struct miscdevice hands;

static int obey(char *line)
{
	const char *verb = strsep(&line, " "), *what = strsep(&line, " "),
		   *other = strsep(&line, " ");
	unsigned long flags;
	int error;

	if (!*verb)
		return 0;
	if (strcmp(verb, "unplug") == 0)
		return chip_unplug();
	if (strcmp(verb, "plug") == 0)
		return chip_plug(hands.this_device);
	spin_lock_irqsave(&matrix.lock, flags);
	error = obey_locked(verb, what, other);
	spin_unlock_irqrestore(&matrix.lock, flags);
	return error;
}

static DEFINE_MUTEX(one_at_a_time);

static ssize_t hands_write(struct file *file, const char __user *from, size_t length, loff_t *at)
{
	char *commands, *rest;
	int error = 0;

	if (length > COMMANDS_SIZE)
		return -EMSGSIZE;
	commands = memdup_user_nul(from, length);
	if (IS_ERR(commands))
		return PTR_ERR(commands);
	mutex_lock(&one_at_a_time);
	for (rest = commands; rest && !error;)
		error = obey(strsep(&rest, "\n"));
	mutex_unlock(&one_at_a_time);
	kfree(commands);
	return error ?: length;
}

static ssize_t hands_read(struct file *file, char __user *to, size_t length, loff_t *at)
{
	char text[160];
	int size = scnprintf(text, sizeof text,
			     "sets %llu\ngets %llu\nscans %llu\nlongest_us %llu\nsince_us %llu\n",
			     matrix.sets, matrix.gets, matrix.scans,
			     div_u64(matrix.longest_ns, NSEC_PER_USEC),
			     div_u64(ktime_get_ns() - matrix.counted_from_ns, NSEC_PER_USEC));

	return simple_read_from_buffer(to, length, at, text, size);
}

static const struct file_operations hands_files = {
	.owner = THIS_MODULE,
	.write = hands_write,
	.read = hands_read,
};

static struct miscdevice hands = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "reed-matrix",
	.mode = 0600,
	.fops = &hands_files,
};

static int __init matrix_init(void)
{
	int error;

	renew();
	error = misc_register(&hands);
	if (error)
		return error;
	error = chip_plug(hands.this_device);
	if (error)
		misc_deregister(&hands);
	return error;
}

static void __exit matrix_exit(void)
{
	chip_unplug();
	misc_deregister(&hands);
}

module_init(matrix_init);
module_exit(matrix_exit);
MODULE_DESCRIPTION("A reed matrix behind a GPIO chip, for tests");
MODULE_LICENSE("Dual MIT/GPL");
