/*
 * A simulated serial board as a program, for the other end of an emulated UART.
 *
 *   serial_board [--line PATH] [--script PATH] [--board large|small]
 *                [--sensors reed|rfid|reed+rfid] [--version MAJOR.MINOR] [--lamps yes]
 *
 * What the lamps show goes to standard error, "lamps ROWS" for each new picture, with a letter for each
 * meaning, from a on, and . for those that are off.
 *
 * The line is standard input and output, or a Unix socket to connect to, or a device. What happens
 * on the board comes as lines from the script, a file or a FIFO:
 *
 *   open e4, close e4, tag e4 04A1, untag e4 04A1, frame 0011.../...   as in a recording
 *   unplug, plug          the cable: bytes vanish both ways
 *   off, on               the board's power
 *   restart               by its watchdog
 *   noise N               of a thousand bytes, N are lost, changed or doubled
 *   garbage N, flood N    so many bytes that make no sense, so many frames at once
 *   version 2.0           at the next hello
 *   press 0, release 0    a button
 *   tap 0 04A1, untap 0 04A1   a tag comes to a pad, and leaves it
 *   end                   the program ends
 *
 * A number before any of these is a time in microseconds from the first such line on, so that a
 * recording is a script; its head and what people say in it are passed over. Ends with status 0
 * when the line is closed, 2 if it cannot do what it is told.
 */
#include "tests/support/drivers/serial_board.h"
#include "drivers/board/readings.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 20, CHUNK = 4096, LINE = 512 };

struct program {
	struct serial_board board;
	enum board_id squares;
	int in, out, script; /* descriptors; script -1: there is none, or it has ended */
	bool unplugged, ended;
	unsigned pictures; /* that were told of */
	struct serial_lamps shown;
	unsigned noise;
	uint32_t chance;

	char text[LINE]; /* of the script, not yet played */
	size_t length;
	unsigned number;	    /* of the line, for complaints */
	uint64_t begin_us;	    /* when the script's time 0 was; 0: not yet */
	uint8_t waiting[2 * CHUNK]; /* bytes on their way to the host */
	size_t waiting_count;
};

static void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

static void fail(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fputs("serial_board: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(2);
}

static uint64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* ---- lamps ---- */

static void tell_lamps(struct program *self)
{
	const struct serial_lamps *lamps = &self->board.lamps;
	const struct serial_hello *hello = &self->board.hello;

	if (self->pictures == self->board.pictures)
		return;
	self->pictures = self->board.pictures;
	if (memcmp(lamps, &self->shown, sizeof *lamps) == 0)
		return;
	self->shown = *lamps;
	fputs("lamps ", stderr);
	for (unsigned n = 0; n < (unsigned)hello->columns * hello->rows; n++) {
		uint8_t lamp = serial_lamp_of(lamps, (uint8_t)n);

		if (n > 0 && n % hello->columns == 0)
			fputc('/', stderr);
		fputc(lamp == SERIAL_LAMP_OFF ? '.' : 'a' + lamp - 1, stderr);
	}
	fputc('\n', stderr);
}

/* ---- the line ---- */

static unsigned roll(struct program *self, unsigned sides)
{
	self->chance = self->chance * UINT32_C(1664525) + UINT32_C(1013904223);
	return (self->chance >> 8) % sides;
}

/* what is left of a byte on its way */
static size_t carry(struct program *self, uint8_t byte, uint8_t out[2])
{
	out[0] = out[1] = byte;
	if (self->unplugged)
		return 0;
	if (self->noise == 0 || roll(self, 1000) >= self->noise)
		return 1;
	out[0] ^= (uint8_t)roll(self, 256);
	return roll(self, 3);
}

static void put_waiting(struct program *self, const uint8_t *bytes, size_t count)
{
	if (count > sizeof self->waiting - self->waiting_count)
		return;
	memcpy(self->waiting + self->waiting_count, bytes, count);
	self->waiting_count += count;
}

static void send_waiting(struct program *self)
{
	uint8_t bytes[CHUNK], out[2];
	ssize_t count = 0;

	if (self->waiting_count < CHUNK)
		count = (ssize_t)serial_board_take(&self->board, bytes, CHUNK);
	for (ssize_t i = 0; i < count; i++)
		put_waiting(self, out, carry(self, bytes[i], out));
	if (self->waiting_count == 0)
		return;
	count = write(self->out, self->waiting, self->waiting_count);
	if (count < 0 && errno != EAGAIN && errno != EINTR)
		self->ended = true;
	if (count <= 0)
		return;
	self->waiting_count -= (size_t)count;
	memmove(self->waiting, self->waiting + count, self->waiting_count);
}

static void receive(struct program *self)
{
	uint8_t bytes[CHUNK], out[2];
	ssize_t count = read(self->in, bytes, sizeof bytes);

	if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
		self->ended = true;
	for (ssize_t i = 0; i < count; i++)
		serial_board_hear(&self->board, out, carry(self, bytes[i], out), now_us());
}

static int connect_to(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	if (strlen(path) >= sizeof address.sun_path)
		fail("%s: too long for a socket", path);
	memcpy(address.sun_path, path, strlen(path) + 1);
	if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
		fail("%s: %s", path, strerror(errno));
	return fd;
}

static void open_line(struct program *self, const char *path)
{
	struct stat is;

	if (stat(path, &is) < 0)
		fail("%s: %s", path, strerror(errno));
	self->in = self->out =
		S_ISSOCK(is.st_mode) ? connect_to(path) : open(path, O_RDWR | O_NOCTTY);
	if (self->in < 0)
		fail("%s: %s", path, strerror(errno));
}

/* ---- the script ---- */

static void garbage(struct program *self, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		uint8_t byte = (uint8_t)roll(self, 256);

		put_waiting(self, &byte, 1);
	}
}

static void flood(struct program *self, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		serial_board_contact(&self->board, 0, i % 2 == 0, now_us());
}

static bool do_deed(struct program *self, const char *line)
{
	unsigned number, minor;

	if (strcmp(line, "unplug") == 0 || strcmp(line, "plug") == 0)
		self->unplugged = line[0] == 'u';
	else if (strcmp(line, "off") == 0)
		self->board.is_off = true;
	else if (strcmp(line, "on") == 0)
		serial_board_start(&self->board, SERIAL_BY_POWER, now_us());
	else if (strcmp(line, "restart") == 0)
		serial_board_start(&self->board, SERIAL_BY_WATCHDOG, now_us());
	else if (strcmp(line, "end") == 0)
		self->ended = true;
	else if (sscanf(line, "press %u", &number) == 1)
		serial_board_press(&self->board, (uint8_t)number, true, now_us());
	else if (sscanf(line, "release %u", &number) == 1)
		serial_board_press(&self->board, (uint8_t)number, false, now_us());
	else if (sscanf(line, "noise %u", &number) == 1)
		self->noise = number;
	else if (sscanf(line, "garbage %u", &number) == 1)
		garbage(self, number);
	else if (sscanf(line, "flood %u", &number) == 1)
		flood(self, number);
	else if (sscanf(line, "version %u.%u", &number, &minor) == 2) {
		self->board.hello.major = (uint8_t)number;
		self->board.hello.minor = (uint8_t)minor;
	} else
		return false;
	return true;
}

/* "tap 0 04A1" */
static bool play_tap(struct program *self, const char *line)
{
	char verb[8], digits[2 * SERIAL_UID + 1];
	struct serial_uid uid = {0};
	unsigned pad, byte;

	if (sscanf(line, "%7s %u %32s", verb, &pad, digits) != 3 ||
	    (strcmp(verb, "tap") != 0 && strcmp(verb, "untap") != 0))
		return false;
	for (const char *at = digits; sscanf(at, "%2x", &byte) == 1; at += 2)
		uid.bytes[uid.length++] = (uint8_t)byte;
	serial_board_pad(&self->board, (uint8_t)pad, uid, verb[0] == 't', now_us());
	return true;
}

static uint8_t number_of(const struct program *self, unsigned sq)
{
	return (uint8_t)(sq_row(sq) * boards[self->squares].columns + sq_column(sq));
}

static void play_frame(struct program *self, struct bits closed)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		unsigned n = number_of(self, sq);

		if (board_has(self->squares, sq) &&
		    bits_has(closed, sq) != (self->board.closed[n / 8] >> n % 8 & 1))
			serial_board_contact(&self->board, (uint8_t)n, bits_has(closed, sq),
					     now_us());
	}
}

static bool play_reading(struct program *self, const char *line)
{
	struct serial_uid uid = {0};
	struct reading reading;

	if (!reading_parse(self->squares, line, strlen(line), &reading))
		return false;
	if (reading.kind == READING_FRAME) {
		play_frame(self, reading.frame);
	} else if (reading.kind == READING_CONTACT) {
		serial_board_contact(&self->board, number_of(self, reading.sq), reading.closed,
				     now_us());
	} else {
		uid.square = number_of(self, reading.sq);
		uid.length = reading.tag_length;
		memcpy(uid.bytes, reading.tag, reading.tag_length);
		serial_board_tag(&self->board, &uid, reading.closed, now_us());
	}
	return true;
}

/* the head of a recording, and words */
static bool is_passed_over(const char *line)
{
	static const char *const words[] = {
		"", "#", "adjutant-recording ", "edition ", "option ", "sensors ", "say "};

	for (size_t i = 1; i < sizeof words / sizeof *words; i++)
		if (strncmp(line, words[i], strlen(words[i])) == 0)
			return true;
	return line[0] == '\0';
}

/* false if its time has not come */
static bool play_line(struct program *self, const char *line)
{
	char *rest;
	uint64_t t_us = strtoull(line, &rest, 10);

	if (rest != line && *rest == ' ') {
		if (self->begin_us == 0)
			self->begin_us = now_us();
		if (self->begin_us + t_us > now_us())
			return false;
		line = rest + 1;
	}
	self->number++;
	if (!is_passed_over(line) && !play_reading(self, line) && !do_deed(self, line) &&
	    !play_tap(self, line))
		fail("line %u of the script makes no sense: %s", self->number, line);
	return true;
}

static void play_lines(struct program *self)
{
	char *end;

	while (!self->ended && (end = memchr(self->text, '\n', self->length))) {
		*end = '\0';
		if (!play_line(self, self->text)) {
			*end = '\n';
			return;
		}
		self->length -= (size_t)(end + 1 - self->text);
		memmove(self->text, end + 1, self->length);
	}
	if (self->length == sizeof self->text)
		fail("line %u of the script is too long", self->number + 1);
}

static bool wants_script(const struct program *self)
{
	return self->script >= 0 && self->length < sizeof self->text;
}

static void read_script(struct program *self)
{
	ssize_t count =
		read(self->script, self->text + self->length, sizeof self->text - self->length);

	if (count > 0)
		self->length += (size_t)count;
	if (count == 0) /* a file; a FIFO is open for writing too and never ends */
		self->script = -1;
}

/* ---- the program ---- */

static void run(struct program *self)
{
	while (!self->ended) {
		struct pollfd ready[] = {
			{.fd = self->in, .events = POLLIN},
			{.fd = self->out, .events = self->waiting_count > 0 ? POLLOUT : 0},
			{.fd = wants_script(self) ? self->script : -1, .events = POLLIN}};

		/* held against the line's clock, ticks are what a recording's times need */
		poll(ready, 3, self->length > 0 ? 1 : TICK_MS);
		if (ready[0].revents)
			receive(self);
		if (ready[2].revents)
			read_script(self);
		play_lines(self);
		serial_board_tick(&self->board, now_us());
		tell_lamps(self);
		send_waiting(self);
	}
}

static uint8_t read_sensors(const char *word)
{
	if (strcmp(word, "reed") == 0)
		return SERIAL_REEDS;
	if (strcmp(word, "rfid") == 0)
		return SERIAL_READERS;
	if (strcmp(word, "reed+rfid") == 0)
		return SERIAL_REEDS | SERIAL_READERS;
	fail("there are no sensors \"%s\"", word);
}

static void read_arguments(struct program *self, int argc, char **argv)
{
	const char *version = NULL, *sensors = "reed";
	bool has_lamps = false;
	unsigned major, minor;

	for (int i = 1; i < argc; i += 2) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;

		if (!value)
			fail("%s needs a value", argv[i]);
		if (strcmp(argv[i], "--line") == 0)
			open_line(self, value);
		else if (strcmp(argv[i], "--script") == 0)
			self->script = open(value, O_RDWR | O_NONBLOCK);
		else if (strcmp(argv[i], "--board") == 0)
			self->squares = strcmp(value, "small") == 0 ? BOARD_SMALL : BOARD_LARGE;
		else if (strcmp(argv[i], "--sensors") == 0)
			sensors = value;
		else if (strcmp(argv[i], "--version") == 0)
			version = value;
		else if (strcmp(argv[i], "--lamps") == 0)
			has_lamps = strcmp(value, "yes") == 0;
		else
			fail("there is no option %s", argv[i]);
		if (strcmp(argv[i], "--script") == 0 && self->script < 0)
			fail("%s: %s", value, strerror(errno));
	}
	serial_board_init(&self->board, boards[self->squares].columns, boards[self->squares].rows,
			  read_sensors(sensors));
	if (!version)
		version = has_lamps ? "1.1" : "1.0";
	self->board.hello.parts = has_lamps ? SERIAL_HAS_LAMPS : 0;
	self->board.hello.buttons = has_lamps ? 2 : 0; /* a board of that time has all of them */
	self->board.hello.pads = self->board.hello.buttons;
	if (sscanf(version, "%u.%u", &major, &minor) != 2)
		fail("a version is MAJOR.MINOR");
	self->board.hello.major = (uint8_t)major;
	self->board.hello.minor = (uint8_t)minor;
}

int main(int argc, char **argv)
{
	static struct program self = {
		.in = STDIN_FILENO, .out = STDOUT_FILENO, .script = -1, .chance = 1};

	read_arguments(&self, argc, argv);
	signal(SIGPIPE, SIG_IGN);
	setvbuf(stderr, NULL, _IOLBF, LINE); /* a picture is one line for those who read it */
	fcntl(self.in, F_SETFL, fcntl(self.in, F_GETFL) | O_NONBLOCK);
	fcntl(self.out, F_SETFL, fcntl(self.out, F_GETFL) | O_NONBLOCK);
	serial_board_start(&self.board, SERIAL_BY_POWER, now_us());
	run(&self);
	return EXIT_SUCCESS;
}
