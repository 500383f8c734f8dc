/*
 * adjutant handheld: the console handheld. Here its parts are put together:
 *
 *   pages' HTTP ──► access ──► wire ◄──► broker
 *                               │ views, events ▼ ▲ words
 *                            console (pure) ◄── keys, lines ── screen or plain
 */
#include "daemon/base/arguments.h"
#include "daemon/base/crypto.h"
#include "daemon/base/loop.h"
#include "daemon/base/paths.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/handheld/console/console.h"
#include "daemon/cli/handheld/console/texts.h"
#include "daemon/cli/handheld/face/plain.h"
#include "daemon/cli/handheld/face/screen.h"
#include "daemon/cli/handheld/net/access.h"
#include "daemon/cli/handheld/net/mqtt.h"
#include "daemon/cli/handheld/pairing.h"

#include <curl/curl.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct handheld {
	struct texts *texts;
	struct access access;
	char directory[PATHS_SIZE];
	struct loop *loop;
	struct wire *wire;
	struct console console;
	struct plain plain;
	bool is_plain, input_ended;
	bool input_is_file; /* which cannot be waited for, and is always there */
	struct watch input;
	struct timer reading; /* of the file */
	struct timer tick;
};

struct flags {
	struct sit_wish wish;
	bool plain;
};

/* ---- showing ---- */

static void show(struct handheld *self)
{
	uint64_t now = loop_now_us(self->loop);

	console_tick(&self->console, now);
	if (self->is_plain)
		plain_show(&self->plain, &self->console);
	else
		screen_draw(&self->console, now);
	timer_set(&self->tick, console_deadline(&self->console, now));
	/* what was written down beforehand is about a game that is to be seen */
	if (self->input_is_file && !self->input_ended && self->console.view)
		timer_set(&self->reading, now);
	if (self->input_ended && wire_waiting(self->wire) == 0)
		loop_stop(self->loop);
}

static void tick_due(struct timer *timer)
{
	show(timer->owner);
}

/* ---- from the board ---- */

static void on_view(void *owner, json_t *view)
{
	struct handheld *self = owner;

	console_take_view(&self->console, view, loop_now_us(self->loop));
	show(self);
}

/* The seat is another's now, or free. */
static void on_refused(void *owner)
{
	struct handheld *self = owner;

	access_forget(self->directory, self->access.seat);
	on_view(self, NULL);
}

static void on_event(void *owner, json_t *event)
{
	struct handheld *self = owner;

	console_take_event(&self->console, event, loop_now_us(self->loop));
	show(self);
}

static void on_link(void *owner, bool connected, bool online)
{
	struct handheld *self = owner;

	console_set_link(&self->console, connected, online, loop_now_us(self->loop));
	show(self);
}

static void on_answer(void *owner, const char *word, bool ok, const json_t *why)
{
	struct handheld *self = owner;

	console_take_answer(&self->console, ok, why);
	if (ok && strcmp(word, "unpair") == 0) /* the broker may hang up before it says so */
		on_refused(self);
	else
		show(self);
}

static void on_no_answer(void *owner, const char *word)
{
	struct handheld *self = owner;

	(void)word;
	console_miss_answer(&self->console);
	show(self);
}

static void on_untrusted(void *owner)
{
	struct handheld *self = owner;

	console_distrust(&self->console);
	show(self);
}

static void on_moved(void *owner)
{
	struct handheld *self = owner;

	access_keep(self->directory, &self->access);
}

/* The place of the seat that it had may be the other player's by now, on the same computer. */
static void on_changed(void *owner, const char *before)
{
	struct handheld *self = owner;
	struct access old;

	access_keep(self->directory, &self->access);
	if (access_recall(self->directory, before, &old) == 0 &&
	    strcmp(old.user, self->access.user) == 0)
		access_forget(self->directory, before);
	console_tell(&self->console, texts_say(self->texts, "console.colours-changed").text);
}

/* ---- from the player ---- */

static void say(void *owner, const char *word)
{
	struct handheld *self = owner;
	json_t *why;

	if (wire_say(self->wire, word))
		return;
	why = json_pack("{s:s}", "code", "no-such-word");
	console_take_answer(&self->console, false, why);
	json_decref(why);
}

static void save(void *owner, const json_t *formations)
{
	struct handheld *self = owner;
	int error = access_formations_keep(self->directory, formations);

	if (error)
		console_tell(&self->console, strerror(-error));
}

static void leave(void *owner)
{
	struct handheld *self = owner;

	loop_stop(self->loop);
}

static void read_lines(struct handheld *self)
{
	char bytes[512];
	ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);

	if (count > 0) {
		plain_take(&self->plain, &self->console, bytes, (size_t)count,
			   loop_now_us(self->loop));
	} else {
		watch_remove(&self->input);
		self->input_ended = true;
	}
	show(self);
}

static void reading_due(struct timer *timer)
{
	read_lines(timer->owner);
}

static void input_ready(struct watch *watch, uint32_t events)
{
	struct handheld *self = watch->owner;

	loop_note_heard(self->loop);
	if (!self->is_plain) {
		if (events & (EPOLLHUP | EPOLLERR)) /* the terminal is gone */
			loop_stop(self->loop);
		screen_read(&self->console, loop_now_us(self->loop));
		show(self);
		return;
	}
	read_lines(self);
}

static void on_signal(void *owner, int number)
{
	struct handheld *self = owner;

	if (number != SIGWINCH) {
		loop_stop(self->loop);
	} else if (!self->is_plain) {
		screen_resize();
		show(self);
	}
}

/* ---- running ---- */

/* epoll takes terminals and pipes, but no files, nor /dev/null */
static int watch_input(struct handheld *self)
{
	int error = watch_add(self->loop, &self->input, STDIN_FILENO, EPOLLIN, input_ready, self);

	if (error != -EPERM)
		return error;
	self->input_is_file = true;
	timer_init(self->loop, &self->reading, reading_due, self);
	return 0;
}

static int make(struct handheld *self)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
	const struct wire_events wire_events = {self,	    on_view,	  on_event,   on_link,
						on_answer,  on_no_answer, on_refused, on_moved,
						on_changed, on_untrusted};
	const struct console_events events = {self, say, save, leave, random_below};
	int error = loop_create(&self->loop);

	console_init(&self->console, self->texts, &events);
	json_decref(self->console.formations);
	self->console.formations = access_formations_recall(self->directory);
	if (error)
		return error;
	timer_init(self->loop, &self->tick, tick_due, self);
	error = wire_create(&self->wire, self->loop, &self->access, &wire_events);
	if (!error)
		error = loop_catch_signals(self->loop, signals, sizeof signals / sizeof *signals,
					   on_signal, self);
	if (!error)
		error = watch_input(self);
	return error;
}

static void unmake(struct handheld *self)
{
	screen_stop();
	wire_destroy(self->wire);
	timer_finish(&self->tick);
	timer_finish(&self->reading);
	watch_remove(&self->input);
	console_finish(&self->console);
	loop_destroy(self->loop);
}

static int run(struct handheld *self)
{
	struct line text;
	int error;

	self->input.fd = -1;
	error = make(self);
	if (!error && !self->is_plain && !screen_start()) {
		text = texts_say(self->texts, "console.no-terminal");
		fprintf(stderr, "adjutant handheld: %s (--plain)\n", text.text);
		unmake(self);
		return EXIT_NOT_LEGAL;
	}
	if (!error) {
		if (self->is_plain)
			plain_start(&self->plain, &self->console, stdout);
		wire_open(self->wire);
		show(self);
		error = loop_run(self->loop);
	}
	if (error)
		fprintf(stderr, "adjutant handheld: %s\n", strerror(-error));
	unmake(self);
	return error ? EXIT_NOT_LEGAL : EXIT_FINE;
}

/* ---- the command ---- */

static bool find_texts(struct handheld *self)
{
	char web[PATHS_SIZE], directory[PATHS_SIZE + 8], language[LANGUAGE_SIZE];

	texts_choose(language);
	paths_find_web(web);
	snprintf(directory, sizeof directory, "%s/lang", web);
	if (web[0] && texts_load(&self->texts, directory, language) == 0)
		return true;
	fprintf(stderr,
		"adjutant handheld: there are no texts in \"%s\": they belong to the pages, which "
		"are installed beside this program\n",
		directory);
	return false;
}

static int read_flags(struct flags *flags, int argc, char **argv)
{
	struct sit_wish *wish = &flags->wish;
	const struct argument_option options[] = {
		{"plain", .flag = &flags->plain}, {"board", .value = &wish->board},
		{"state", .value = &wish->state}, {"seat", .value = &wish->seat},
		{"ca", .value = &wish->ca},
	};
	int first = command_options(&command_handheld, options, sizeof options / sizeof *options,
				    ARGUMENTS_OPTIONS_ANYWHERE, argc, argv);

	if (first < 0)
		return EXIT_MALFORMED;
	if (wish->seat && strcmp(wish->seat, "red") != 0 && strcmp(wish->seat, "blue") != 0)
		return command_misused(&command_handheld, "--seat takes red or blue");
	if (first < argc)
		wish->code = argv[first++];
	return first < argc ? command_surplus(&command_handheld, argv[first]) : EXIT_FINE;
}

static int run_handheld(int argc, char **argv)
{
	static struct handheld self;
	struct flags flags = {0};
	struct line text;
	int status = read_flags(&flags, argc, argv);

	if (status != EXIT_FINE)
		return status;
	if (crypto_init() < 0 || !find_texts(&self))
		return EXIT_NOT_LEGAL;
	curl_global_init(CURL_GLOBAL_DEFAULT);
	paths_default_state(self.directory);
	self.is_plain = flags.plain;
	status = pairing_sit_down(&self.access, &flags.wish, self.texts, self.directory);
	if (status == EXIT_FINE)
		status = run(&self);
	if (status == EXIT_FINE && !self.console.unpaired) {
		text = texts_say(self.texts, "console.quit");
		printf("%s\n", text.text);
	}
	texts_free(self.texts); /* libcurl is not: a look-up may still be on its way */
	return status;
}

const struct command command_handheld = {
	.name = "handheld",
	.arguments = "[--plain] [--board URL] [--state DIR] [--seat COLOUR] [--ca FILE] [CODE|URL]",
	.summary = "play at a seat from this terminal",
	.help = "CODE is what `adjutant pair` or the board's screen shows for a seat, as letters or as a whole\n"
		"address. Without one the seat that this user had last is taken again.\n"
		"\n"
		"  --plain       line by line, for screen readers and pipes\n"
		"  --board URL   the board's pages, http://HOST:PORT, if it is not on this machine\n"
		"  --state DIR   where the daemon on this machine keeps its state\n"
		"  --seat COLOUR which seat to take again, if both are kept here\n"
		"  --ca FILE     certificates to trust, if not those of the system\n"
		"\n"
		"Arrow keys and Enter choose, Escape or Left goes back; l shows the own pieces for a moment.\n"
		"LC_ALL, LC_MESSAGES and LANG choose the language.\n",
	.run = run_handheld,
};
