/*
 * Gets a seat before the screen starts: with a code from the command line, with one that is typed,
 * or from the seat kept last time.
 */
#include "daemon/cli/handheld/pairing.h"

#include "daemon/base/paths.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/handheld/console/want.h"
#include "daemon/cli/handheld/face/screen.h"
#include "daemon/cli/operator/operator.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct sitter {
	const struct texts *texts;
	const char *directory; /* where seats are kept */
	struct access *access;
	char authority[PATHS_SIZE]; /* "": the system's */
};

/* Sentences are wrapped between words, however wide the terminal is. */
static int complain(const struct sitter *self, const char *key)
{
	struct line text = line_of("adjutant handheld: "), why = texts_say(self->texts, key);
	unsigned columns = isatty(STDERR_FILENO) ? screen_columns() : LINE_SIZE;
	size_t next, length;

	line_add(&text, why.text);
	for (const char *rest = text.text; *rest; rest += next) {
		length = line_break(rest, columns, &next);
		fprintf(stderr, "%.*s\n", (int)length, rest);
	}
	return EXIT_NOT_LEGAL;
}

/* finds the pages of the board on this machine; reports it and returns false if there is none */
static bool find_local(const struct sit_wish *wish, char base[ACCESS_BASE])
{
	json_t *status = operator_ask(wish->state, json_pack("{s:s}", "do", "status"));

	if (!status)
		return false;
	snprintf(base, ACCESS_BASE, "http://%s:%d/", want_text(status, "address"),
		 (int)json_integer_value(json_object_get(status, "http")));
	json_decref(status);
	return true;
}

static int recall(struct sitter *self, const struct sit_wish *wish)
{
	struct access other;
	bool red = access_recall(self->directory, "red", self->access) == 0;
	bool blue = access_recall(self->directory, "blue", &other) == 0;

	if (wish->seat)
		return access_recall(self->directory, wish->seat, self->access) == 0
			       ? EXIT_FINE
			       : complain(self, "console.no-seat");
	if (red && blue)
		return complain(self, "console.several-seats");
	if (!red && !blue)
		return complain(self, "console.no-seat");
	if (blue && !red)
		*self->access = other;
	return EXIT_FINE;
}

/* A device that is switched on again with its first code still has its seat. */
static bool is_kept(struct sitter *self)
{
	struct access red, blue;
	bool has_red = access_recall(self->directory, "red", &red) == 0;
	bool has_blue = access_recall(self->directory, "blue", &blue) == 0;

	if (has_red == has_blue)
		return false;
	*self->access = has_red ? red : blue;
	return true;
}

static int claim(struct sitter *self, const struct sit_wish *wish, char *code)
{
	char base[ACCESS_BASE] = "";
	enum access_fault fault;
	int error;

	if (!wish->board && !strchr(code, '#') && !find_local(wish, base))
		return complain(self, "console.no-board");
	if (isatty(STDOUT_FILENO))
		printf("%s\n", texts_say(self->texts, "pair.taking").text);
	fault = access_claim(self->access, code, wish->board ? wish->board : base, self->authority);
	sodium_memzero(code, strlen(code)); /* it gives the seat's keys: not for `ps` */
	if (fault == ACCESS_REFUSED && is_kept(self))
		return EXIT_FINE;
	if (fault)
		return complain(self, access_fault_key(fault));
	error = access_keep(self->directory, self->access);
	if (error)
		fprintf(stderr, "adjutant handheld: the seat cannot be kept in %s: %s\n",
			self->directory, strerror(-error));
	return EXIT_FINE;
}

/* A user at a terminal can type the code, unseen by others. */
static int ask_for_code(struct sitter *self, const struct sit_wish *wish)
{
	struct line hint = texts_say(self->texts, "pair.hint");
	struct line prompt = texts_say(self->texts, "pair.code");
	char code[ACCESS_BASE];

	printf("%s\n%s: ", hint.text, prompt.text);
	fflush(stdout);
	if (!fgets(code, sizeof code, stdin))
		return complain(self, "console.no-seat");
	code[strcspn(code, "\r\n")] = '\0';
	return claim(self, wish, code);
}

static bool is_kept_here(const struct sitter *self)
{
	struct access access;

	return access_recall(self->directory, "red", &access) == 0 ||
	       access_recall(self->directory, "blue", &access) == 0;
}

static bool find_authority(struct sitter *self, const char *given)
{
	int error = given ? access_authority_find(given, self->authority) : 0;

	if (error)
		fprintf(stderr, "adjutant handheld: %s: %s\n", given, strerror(-error));
	return !error;
}

static int take_seat(struct sitter *self, const struct sit_wish *wish)
{
	if (wish->code)
		return claim(self, wish, wish->code);
	if (!wish->seat && !is_kept_here(self) && isatty(STDIN_FILENO))
		return ask_for_code(self, wish);
	return recall(self, wish);
}

int pairing_sit_down(struct access *access, const struct sit_wish *wish, const struct texts *texts,
		     const char *directory)
{
	struct sitter self = {.texts = texts, .directory = directory, .access = access};
	int status;

	if (!find_authority(&self, wish->ca))
		return EXIT_NOT_LEGAL;
	status = take_seat(&self, wish);
	if (self.authority[0]) /* also for a seat that was kept with another */
		memcpy(access->ca, self.authority, sizeof access->ca);
	return status;
}
