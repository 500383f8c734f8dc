/*
 * Reads a file of game records and calls a listener for each game and action. What is printed is
 * the command's.
 */
#include "daemon/cli/base/records.h"

#include "daemon/cli/base/cli.h"

#include <string.h>

struct pass {
	struct lines lines;
	struct record_reader reader;
	const struct record_listener *listener;
};

typedef void heard(void *context, const struct record_reader *reader);

static void tell(const struct pass *pass, heard *hear)
{
	if (hear)
		hear(pass->listener->context, &pass->reader);
}

static int pass_on(struct pass *pass, enum record_event event)
{
	switch (event) {
	case RECORD_UNFIT:
		tell(pass, pass->listener->unfit);
		break;
	case RECORD_PLAYED:
		tell(pass, pass->listener->played);
		break;
	case RECORD_TAG:
		tell(pass, pass->listener->tag);
		break;
	case RECORD_MALFORMED:
		lines_complain(&pass->lines, pass->reader.reason);
		return EXIT_MALFORMED;
	case RECORD_NOTHING:
	case RECORD_NEW_GAME:
		break;
	}
	return EXIT_FINE;
}

static int finish_game(struct pass *pass)
{
	int status = pass_on(pass, record_finish(&pass->reader));

	if (status == EXIT_FINE && pass->listener->complete)
		pass->listener->complete(pass->listener->context, &pass->reader, &pass->lines);
	return status;
}

static int read_all(struct pass *pass)
{
	struct lines *lines = &pass->lines;
	int status = EXIT_FINE;

	while (status == EXIT_FINE && lines_next(lines)) {
		if (pass->reader.in_game && record_begins_game(lines->text, lines->length))
			status = finish_game(pass);
		if (status == EXIT_FINE)
			status = pass_on(pass,
					 record_read(&pass->reader, lines->text, lines->length));
	}
	if (ferror(lines->file)) /* reported when it is closed */
		return EXIT_MALFORMED;
	return status == EXIT_FINE ? finish_game(pass) : status;
}

int records_read(const char *path, const struct record_listener *listener)
{
	struct pass pass;
	int status, error = lines_open(&pass.lines, path);

	if (error) {
		fprintf(stderr, "%s: cannot be opened: %s\n", path, strerror(-error));
		return EXIT_MALFORMED;
	}
	record_reader_init(&pass.reader);
	pass.listener = listener;
	status = read_all(&pass);
	error = lines_close(&pass.lines);
	if (error) {
		fprintf(stderr, "%s: cannot be read: %s\n", path, strerror(-error));
		status = EXIT_MALFORMED;
	}
	return status;
}
