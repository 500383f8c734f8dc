/*
 * Writes GAMES short games into an archive, as a board that is played on for years would have them: make_archive DIR
 * GAMES. What is measured on it is in tests/bench/archive.
 */
#include "daemon/archive/record_writer.h"
#include "tests/support/archive/archive_maker.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES_A_RUN = 10 };

static const char *const plays[] = {
	"play red a3xa6", "play blue h6-h4", "play red g3-g4", "play blue e6-e5", "play red g4-g3",
};

static void play(struct archive_maker *maker)
{
	maker_start(maker, "adjutant-game 1\nred Clara\nblue Emil\nedition quick-barrage\n");
	maker_tell(maker, "game");
	maker_facts(maker, "setup red .F.B..../..1...../2.3.M29.\n"
			   "setup blue 9..2M..2/...1.3../....B.F.\nbegin red\n");
	maker_tell(maker, "commitments");
	for (unsigned i = 0; i < sizeof plays / sizeof *plays; i++) {
		maker_add(maker, ENTRY_IN, "", "1000000 open a3\n1200000 close a6\n");
		maker_fact(maker, plays[i]);
		maker_tell(maker, "move");
		maker_tell(maker, "turn");
		/* of the size of one; no daemon can take it up */
		maker_add(maker, ENTRY_STATE, "",
			  "what a referee would have saved of the table here");
	}
	maker_add(maker, ENTRY_WORD, "blue", "b7 resign");
	maker_fact(maker, "play blue resign");
	maker_tell(maker, "over");
}

int main(int argc, char **argv)
{
	long games = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
	struct archive_maker maker;
	char number[24];

	if (games < 1) {
		fprintf(stderr, "usage: make_archive DIR GAMES\n");
		return 2;
	}
	maker_open(&maker, argv[1]);
	for (long i = 0; i < games; i++) {
		maker_gather(&maker);
		if (i % GAMES_A_RUN == 0)
			maker_run(&maker);
		play(&maker);
		maker_write(&maker);
		maker_seal(&maker);
	}
	snprintf(number, sizeof number, "%ld", games);
	if (journal_keep(maker.journal, "current-game", number) != 0)
		return 1;
	maker_close(&maker);
	return 0;
}
