/* adjutant demo: judges a short game and draws what the table and what red's handheld show of it.
 */
#include "daemon/cli/base/cli.h"
#include "rules/record.h"

#include <stdio.h>
#include <string.h>

static const char *const game[] = {
	"adjutant-game 1",
	"edition quick-barrage",
	"setup red .F.B..../..1...../2.3.M29.",
	"setup blue 9..2M..2/...1.3../....B.F.",
	"1 red a3xa6",
	"2 blue h6-h4",
	"3 red g3-g4",
	"4 blue h4xg4",
	"5 red g4-g5",
	"6 blue e6-e5",
	"7 red c3-b3",
	"8 blue d6xd1",
	"9 red e3-e4",
	"10 blue e5xe4",
	"11 red g5-g6",
	"12 blue d7-e7",
	"13 red g6-f6",
	"14 blue f7xf6",
	"15 red f6-g6",
	"16 blue a6-a5",
	"17 red g6-g7",
	"18 blue e7-f7",
	"19 red f3-g3",
	"20 blue f7xg7",
	"21 red g7xg8",
};

/* pieces are shown as in records; red's are marked, so that a '?' tells whose it is */
static void draw_row(const struct view *view, unsigned row)
{
	const struct board *board = &boards[view->open.board];

	printf("  %u ", row + 1);
	for (unsigned column = 0; column < board->columns; column++) {
		unsigned sq = sq_at(column, row);
		enum side side = public_side_at(&view->open, sq);

		printf("%c%c%c",
		       side == SIDE_RED	   ? '('
		       : side == SIDE_BLUE ? '['
					   : ' ',
		       view->code[sq],
		       side == SIDE_RED	   ? ')'
		       : side == SIDE_BLUE ? ']'
					   : ' ');
	}
}

static void draw(const struct game *state)
{
	struct view table, handheld;

	view_make(&table, state, AUDIENCE_PUBLIC);
	view_make(&handheld, state, AUDIENCE_RED);
	puts("\n  the table                       red's handheld");
	for (unsigned row = boards[table.open.board].rows; row-- > 0;) {
		draw_row(&table, row);
		printf("  ");
		draw_row(&handheld, row);
		putchar('\n');
	}
	puts("     a  b  c  d  e  f  g  h         a  b  c  d  e  f  g  h\n");
}

static void tell(const struct record_reader *reader)
{
	struct report_view red;

	report_view_make(&red, &reader->report, AUDIENCE_RED);
	printf("%2u. %-4s %s", (unsigned)reader->ply, side_name(red.side), reader->action_text);
	if (red.attack)
		printf("  %s attacks %s: %s", piece_name(red.attacker), piece_name(red.defender),
		       red.outcome == OUTCOME_BOTH	 ? "both leave"
		       : red.outcome == OUTCOME_ATTACKER ? "the attacker wins"
							 : "the defender stays");
	puts(red.legal ? "" : "  illegal");
}

static int run(int argc, char **argv)
{
	struct record_reader reader;

	(void)argv;
	if (argc > 1)
		return command_misused(&command_demo, "it takes no arguments");
	record_reader_init(&reader);
	puts("A game of quick-barrage, judged as it is played. (red) [blue] ~water ?unknown");
	for (unsigned i = 0; i < sizeof game / sizeof *game; i++) {
		enum record_event event = record_read(&reader, game[i], strlen(game[i]));

		if (event == RECORD_PLAYED)
			tell(&reader);
		if (event == RECORD_MALFORMED || event == RECORD_UNFIT || reader.stopped)
			return EXIT_MALFORMED;
		if (event == RECORD_PLAYED && (reader.ply == 1 || reader.ply == 10))
			draw(&reader.game);
	}
	draw(&reader.game);
	printf("%s wins by %s after %u plies.\n", winner_name(reader.game.winner),
	       reason_name(reader.game.reason), (unsigned)reader.game.plies);
	return EXIT_FINE;
}

const struct command command_demo = {
	.name = "demo",
	.arguments = "",
	.summary = "judge a short game and show it as players see it",
	.help = "Plays a built-in game of quick-barrage and draws the board as the public and as red's\n"
		"handheld see it.\n",
	.run = run,
};
