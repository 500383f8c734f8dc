/* Writes made-up games into a journal. */
#include "tests/support/archive/archive_maker.h"

#include "daemon/archive/record_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "archive_maker: %s\n", what);
	abort();
}

void maker_open(struct archive_maker *maker, const char *dir)
{
	char path[4096];
	struct trouble trouble = {""};

	memset(maker, 0, sizeof *maker);
	must(crypto_init() == 0, "no libsodium");
	mkdir(dir, 0700); /* if it does not exist */
	snprintf(path, sizeof path, "%s/board.key", dir);
	must(board_key_load(path, &maker->key) == 0, path);
	must(journal_open(&maker->journal, dir, &maker->key, &trouble) == 0, trouble.text);
	maker->wall_ms = 1794900000000; /* 2026-11-17, 06:40 in Greenwich */
	hex_format(maker->key.public_key, sizeof maker->key.public_key, path);
	must(journal_keep(maker->journal, "board-key", path) == 0, "board-key");
	maker->number = journal_last_game(maker->journal);
}

void maker_close(struct archive_maker *maker)
{
	journal_close(maker->journal);
}

/* ---- entries ---- */

void maker_add(struct archive_maker *maker, enum entry_kind kind, const char *who, const char *body)
{
	struct trouble trouble = {""};
	struct entry entry = {
		.game = kind == ENTRY_RUN ? 0 : maker->number,
		.t_us = maker->t_us,
		.wall_ms = maker->wall_ms,
		.kind = kind,
		.who = who,
		.body = body,
		.length = strlen(body),
	};

	if (!maker->gathers)
		must(journal_begin(maker->journal, &trouble) == 0, trouble.text);
	must(journal_add(maker->journal, &entry, &trouble) == 0, trouble.text);
	if (!maker->gathers)
		must(journal_commit(maker->journal, &trouble) == 0, trouble.text);
	maker->t_us += 1000000;
	maker->wall_ms += 1000;
}

void maker_tell(struct archive_maker *maker, const char *event)
{
	char who[ENTRY_NAME_SIZE], body[160];
	unsigned long long number = ++maker->told;

	snprintf(who, sizeof who, "public %llu red %llu blue %llu arbiter %llu", number, number,
		 number, number);
	snprintf(body, sizeof body, "{\"game\":%lld,\"t\":%lld,\"event\":\"%s\"}",
		 (long long)maker->number, (long long)maker->t_us, event);
	maker_add(maker, ENTRY_OUT, who, body);
}

void maker_gather(struct archive_maker *maker)
{
	struct trouble trouble = {""};

	must(journal_begin(maker->journal, &trouble) == 0, trouble.text);
	maker->gathers = true;
}

void maker_write(struct archive_maker *maker)
{
	struct trouble trouble = {""};

	must(journal_commit(maker->journal, &trouble) == 0, trouble.text);
	maker->gathers = false;
}

void maker_run(struct archive_maker *maker)
{
	maker->t_us = 0;
	maker_add(maker, ENTRY_RUN, "", "adjutantd");
}

static void read_lines(struct record_reader *reader, const char *text)
{
	struct text rest = {text, strlen(text)}, line;

	record_reader_init(reader);
	while (text_take_line(&rest, &line))
		must(record_read(reader, line.at, line.length) != RECORD_MALFORMED, reader->reason);
}

void maker_start(struct archive_maker *maker, const char *head)
{
	struct record_reader reader;

	read_lines(&reader, head);
	maker->board = reader.game.position.open.board;
	maker->number++;
	maker->is_study = false;
	token_make(maker->id);
	snprintf(maker->head, sizeof maker->head, "%s", head);
	maker_add(maker, ENTRY_NAME, "", maker->id);
	maker_add(maker, ENTRY_START, "", head);
	maker_add(maker, ENTRY_TABLE, "",
		  "option settle-ms 800\noption clock none\nsensors reed\n");
}

/* ---- facts ---- */

static void append(char *text, size_t room, const char *line)
{
	size_t length = strlen(text);

	must(length + strlen(line) + 2 < room, "too long");
	snprintf(text + length, room - length, "%s\n", line);
}

static void begin(struct archive_maker *maker, const char *side)
{
	struct record_reader reader;
	struct commitments commitments;
	struct view view;
	char line[32], *lines;

	snprintf(line, sizeof line, "to-move %s", side);
	if (maker->is_study)
		append(maker->head, sizeof maker->head, line);
	read_lines(&reader, maker->head);
	must(record_finish(&reader) == RECORD_NOTHING, "the set-ups do not fit");
	maker->game = reader.game;
	view_make(&view, &maker->game, AUDIENCE_ARBITER);
	commitments_init(&commitments, maker->id);
	commitments_make(&commitments, &view);
	lines = commitments_format(&commitments);
	maker_add(maker, ENTRY_NONCE, "", lines);
	free(lines);
}

/* Computes the outcome of an action, so that tests need not know it. */
static void play(struct archive_maker *maker, const struct fact *fact)
{
	char line[FACT_SIZE];
	struct out out = out_init(line, sizeof line);
	struct report report;
	struct fact played;

	maker->before = maker->game;
	game_play(&maker->game, &fact->action, &report);
	fact_of_play(&fact->action, &report, &played);
	fact_format(&played, &out);
	must(report.legal, line);
	maker_add(maker, ENTRY_FACT, "", line);
}

static void place(struct position *position, const struct fact *fact)
{
	position_remove(position, fact->sq);
	if (fact->side != SIDE_NONE)
		position_put(position, fact->sq, fact->side, fact->piece);
}

void maker_fact(struct archive_maker *maker, const char *line)
{
	struct position *position = &maker->game.position;
	struct fact fact;

	must(fact_parse(maker->board, (struct text){line, strlen(line)}, &fact), line);
	if (fact.kind != FACT_PLAY)
		maker_add(maker, ENTRY_FACT, "", line);
	switch ((enum fact_kind)fact.kind) {
	case FACT_SETUP:
	case FACT_POSITION:
		maker->is_study = fact.kind == FACT_POSITION;
		append(maker->head, sizeof maker->head, line);
		break;
	case FACT_BEGIN:
		begin(maker, side_name(fact.side));
		break;
	case FACT_PLAY:
		play(maker, &fact);
		break;
	case FACT_TAKEBACK:
		maker->game = maker->before;
		break;
	case FACT_PLACE:
		place(position, &fact);
		break;
	case FACT_TURN:
		position->open.to_move = fact.side;
		break;
	case FACT_REPOSITION:
		game_reposition(&maker->game, position->open.to_move);
		break;
	default:
		break;
	}
}

void maker_facts(struct archive_maker *maker, const char *facts)
{
	struct text rest = {facts, strlen(facts)}, line;

	while (text_take_line(&rest, &line)) {
		char fact[512];

		snprintf(fact, sizeof fact, "%.*s", (int)line.length, line.at);
		maker_fact(maker, fact);
	}
}

static bool is_head(struct text word)
{
	return word.length > 0 && word.at[0] >= 'a' && word.at[0] <= 'z' &&
	       !text_is(word, "setup") && !text_is(word, "result");
}

void maker_play(struct archive_maker *maker, const char *record)
{
	struct text rest = {record, strlen(record)}, line;
	char head[MADE_HEAD_SIZE] = "";
	bool started = false, begun = false;

	while (text_take_line(&rest, &line)) {
		struct text behind = line, word = text_take_word(&behind);
		char copy[512];

		snprintf(copy, sizeof copy, "%.*s", (int)line.length, line.at);
		if (is_head(word)) {
			append(head, sizeof head, copy);
		} else if (text_is(word, "setup")) {
			if (!started)
				maker_start(maker, head);
			started = true;
			maker_fact(maker, copy);
		} else if (word.length > 0 && word.at[0] >= '0' && word.at[0] <= '9') {
			if (!begun)
				maker_fact(maker, "begin red");
			begun = true;
			snprintf(copy, sizeof copy, "play %.*s", (int)behind.length, behind.at);
			maker_fact(maker, copy);
		}
	}
}

void maker_seal(struct archive_maker *maker)
{
	struct trouble trouble = {""};
	char *text;

	must(record_writer_seal(maker->journal, maker->number, &maker->key, &text, &trouble) == 0,
	     trouble.text);
	maker_add(maker, ENTRY_RECORD, "", text);
	free(text);
}

/* ---- the games ---- */

#define QUICK "adjutant-game 1\nred Clara & co\nblue D\xc3\xb6rte\nedition quick-barrage\n"
#define QUICK_SETUPS                                                                               \
	"setup red .F.B..../..1...../2.3.M29.\nsetup blue 9..2M..2/...1.3../....B.F.\nbegin red\n"

static const char barrage[] =
	"adjutant-game 1\nevent Club night 12\ndate 2026-11-17\nred Anna\nblue Bernd\n"
	"edition barrage\noption two-squares 5\n"
	"setup red ....F...../.......2.1/.....9.B2./M....3....\n"
	"setup blue .3......../........M./...B1..2../F2..9.....\n"
	"1 red f4-f5\n2 blue h9-h7\n3 red i3-i7\n4 blue b10-b8\n5 red a4-b4\n6 blue b7-c7\n"
	"7 red b4-b5\n8 blue i8xi7\n9 red b5-b6\n10 blue b8-c8\n11 red j2-j3\n12 blue e9-e8\n"
	"13 red h2-c2\n14 blue i7-i6\n15 red j3-j4\n16 blue e8-e7\n17 red c2-c4\n18 blue i6-i5\n"
	"19 red b6-a6\n20 blue e10-e9\n21 red a6-a7\n22 blue c8-d8\n23 red a7-a8\n24 blue e9-e8\n"
	"25 red a8-a9\n26 blue e7-e6\n27 red a9xa10\n";

static const char cards[] =
	"adjutant-game 1\nred Anna\nblue Bernd\nedition battle-cards\n"
	"deck red jump,charge-2,spy-attack,armour,boat,charge-3,defence+3,mock-attack,defence+2,"
	"attack+1,swap,attack+2,feint,defence+1,attack+3\n"
	"deck blue defence+2,jump,armour,charge-2,feint,defence+1,swap,defence+3,charge-3,"
	"spy-attack,attack+1,attack+3,mock-attack,attack+2,boat\n"
	"setup red 3BFB3B2267/568M126B45/74373B2928\n"
	"setup blue 51672BB873/92846BB22M/F53472633B\n"
	"0 red mulligan jump,spy-attack,charge-2\n0 blue mulligan defence+2,armour,jump\n"
	"1 red i3-i7\n2 blue e8-e5\n3 red +charge-3 a3-a6\n4 blue +feint h8xi7 /defence+3\n"
	"5 red h3-h4\n6 blue exchange swap\n";

static void make_corrected(struct archive_maker *maker)
{
	maker_start(maker, "adjutant-game 1\nedition barrage\n");
	maker_facts(maker,
		    "setup red ....F...../.......2.1/.....9.B2./M....3....\n"
		    "setup blue .3......../........M./...B1..2../F2..9.....\n"
		    "begin red\n"
		    "play red f4-f5\nplay blue h9-h7\nplay red i3-i7\ntakeback\n"
		    /* two pieces were knocked over, and it was blue's turn after all */
		    "place h7 empty\nplace h8 blue 2\nplace f5 empty\nplace f5 red 3\nturn blue\n"
		    "reposition\n"
		    "play blue b10-b8\nplay red a4-a5\n"
		    "turn blue\nreposition\n"
		    "play blue b8-c8\nplay red a5-a6\nplay blue e10-f10\nplay red a6-a7\n"
		    "play blue f10-g10\nplay red a7-a8\nplay blue g10-f10\nplay red a8-a9\n"
		    "play blue f10-e10\nplay red a9xa10\n");
	maker_seal(maker);
}

/* When it is corrected red has played two cards at once and holds two. */
static void make_cards(struct archive_maker *maker)
{
	maker_play(maker, cards);
	maker_facts(maker, "play red d3-d4\nplay blue h9-h7\n"
			   "play red +boat +armour h4xh7\n"
			   "place a1 empty\nreposition\n"
			   "play blue j8-j7\nplay red exchange mock-attack\nplay blue j7-j6\n"
			   "end red arbiter\n");
	maker_seal(maker);
}

/* an input of a sensor now */
static void add_input(struct archive_maker *maker, const char *what)
{
	char line[160];

	snprintf(line, sizeof line, "%lld %s\n", (long long)maker->t_us, what);
	maker_add(maker, ENTRY_IN, "", line);
}

/* With everything that a recording shows of it, and words that a recording must not show as they
 * were said. */
static void make_adjourned(struct archive_maker *maker)
{
	char lines[96];

	maker_start(maker, QUICK);
	add_input(maker, "frame 01010000/00100000/10101110/00000000/00000000/10011001/00010100/"
			 "00001010");
	maker_add(maker, ENTRY_WORD, "red", "r1 place b1 F");
	maker_add(maker, ENTRY_WORD, "blue", "b1 formation 9..2M..2/...1.3../....B.F.");
	maker_add(maker, ENTRY_WORD, "arbiter", "a1 answer red place d1 B");
	maker_add(maker, ENTRY_WORD, "red", "r2 ready");
	maker_facts(maker, QUICK_SETUPS "play red a3xa6\nplay blue h6-h4\n");
	snprintf(lines, sizeof lines, "%lld open a3\n%lld close a3\n",
		 (long long)maker->t_us - 400000, (long long)maker->t_us - 100000);
	maker_add(maker, ENTRY_IN, "", lines);
	maker->wall_ms += 60000; /* the daemon was off for a minute */
	maker_run(maker);
	add_input(maker, "open g3");
	maker_add(maker, ENTRY_WORD, "arbiter", "a2 correct g3 red 9");
	maker_add(maker, ENTRY_WORD, "red", "r3 card mulligan jump,boat,feint");
	maker_add(maker, ENTRY_WORD, "blue", "b2 adjourn");
	maker_add(maker, ENTRY_SHELVE, "", "adjourned");
}

void maker_make_all(struct archive_maker *maker)
{
	maker_run(maker);
	maker_play(maker, barrage);
	maker_seal(maker);

	maker_start(maker, QUICK);
	maker_facts(maker, QUICK_SETUPS "play red a3xa6\nplay blue h6-h4\nplay red g3-g4\n"
					"takeback\nplay red e3-e4\nplay blue resign\n"
					"end red resigned\n");
	maker_seal(maker);

	make_corrected(maker);
	make_cards(maker);

	maker_start(maker, QUICK);
	maker_facts(maker, QUICK_SETUPS "play red g3-g4\nplay blue draw\n");
	maker_seal(maker);

	maker_start(maker, QUICK);
	maker_facts(maker, "position red .F....../......../......../......../......../......../"
			   "......../........\n"
			   "position blue ......../......../......../......../......../......../"
			   "......../....B.F.\n"
			   "begin blue\n");
	maker_seal(maker);

	maker_start(maker, QUICK);
	maker_fact(maker, "end blue resigned");
	maker_seal(maker);

	maker_start(maker, QUICK);
	maker_add(maker, ENTRY_SHELVE, "", "dropped");

	make_adjourned(maker);

	maker_start(maker, QUICK);
	maker_facts(maker, QUICK_SETUPS "play red resign\n");
	maker_run(maker);

	maker_play(maker, cards);
	add_input(maker, "open a1");
	maker_add(maker, ENTRY_SHELVE, "", "adjourned");
	maker_add(maker, ENTRY_UNSHELVE, "", "");
	add_input(maker, "close a1");
}
