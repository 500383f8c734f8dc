/* adjutant perft: counts the sequences of legal actions from each position of a file. */
#include "rules/perft.h"
#include "daemon/base/arguments.h"
#include "daemon/cli/base/cli.h"
#include "daemon/cli/base/records.h"
#include "rules/text.h"

#include <inttypes.h>
#include <string.h>

enum { DEPTH_MAX = 20 };

/* A set-up that does not fit has no moves at all, like a game that is over. */
static void on_complete(void *context, const struct record_reader *reader,
			const struct lines *lines)
{
	const unsigned *depth = context;

	(void)lines;
	for (unsigned i = 1; i <= *depth; i++) {
		uint64_t leaves = reader->stopped ? 0 : perft(&reader->game, i);

		printf("%s%" PRIu64, i > 1 ? " " : "", leaves);
	}
	putchar('\n');
	fflush(stdout);
}

static int run(int argc, char **argv)
{
	struct record_listener listener = {.complete = on_complete};
	unsigned depth;
	uint64_t number;
	int first = command_options(&command_perft, NULL, 0, ARGUMENTS_OPTIONS_FIRST, argc, argv);

	if (first < 0)
		return EXIT_MALFORMED;
	if (first == argc)
		return command_misused(&command_perft, "expected a depth and a file");
	if (argc - first > 2)
		return command_surplus(&command_perft, argv[first + 2]);
	if (!text_number((struct text){argv[first], strlen(argv[first])}, DEPTH_MAX, &number) ||
	    number == 0)
		return command_misused(&command_perft, "the depth must be a number from 1 to 20");
	depth = (unsigned)number;
	listener.context = &depth;
	return records_read(first + 1 < argc ? argv[first + 1] : "-", &listener);
}

const struct command command_perft = {
	.name = "perft",
	.arguments = "DEPTH [FILE]",
	.summary = "count the sequences of legal actions from recorded positions",
	.help = "Prints a line for each game or position in the file: the number of sequences at each\n"
		"depth from 1 to DEPTH (20 at most), from the position in which its record ends. A game\n"
		"that is over has none. In Battle Cards each choice of cards and each answer counts.\n",
	.run = run,
};
