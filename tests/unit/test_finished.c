/*
 * Records composed from the journal: what they say, that they can be judged, and that their proofs
 * hold and nothing else does.
 *
 * test_finished --archive DIR makes the archive of these tests there, for tests/scripts/archive.sh.
 */
#include "daemon/cli/cli.h"
#include "daemon/cli/verify.h"
#include "daemon/finished.h"
#include "daemon/proof.h"
#include "tests/support/archive_maker.h"
#include "tests/support/play.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

static char dir[64], other_dir[64];
static struct archive_maker maker;
static struct trouble trouble;
static char *text;
static size_t length;

void setUp(void)
{
	text = NULL;
	length = 0;
	trouble.text[0] = '\0';
}

void tearDown(void)
{
	free(text);
}

/* ---- reading what was made ---- */

static void compose(int64_t game)
{
	FILE *to;

	free(text);
	to = open_memstream(&text, &length);
	TEST_ASSERT_NOT_NULL(to);
	TEST_ASSERT_EQUAL_MESSAGE(0, finished_compose(maker.journal, game, to, &trouble),
				  trouble.text);
	fclose(to);
}

/* the signed record, from the archive */
static void fetch(int64_t game)
{
	struct chronicle chronicle;

	TEST_ASSERT_EQUAL_MESSAGE(0, chronicle_read(&chronicle, maker.journal, game, &trouble),
				  trouble.text);
	TEST_ASSERT_NOT_NULL(chronicle.record);
	free(text);
	text = chronicle.record;
	length = chronicle.record_length;
	chronicle.record = NULL;
	chronicle_finish(&chronicle);
}

static bool holds(const char *record, size_t record_length)
{
	struct retraced retraced;
	struct proof proof;

	return proof_check(record, record_length, &proof, &retraced, &trouble) == 0;
}

/* Every part by itself, as `adjutant judge` takes it. */
static void judge_parts(unsigned expected_parts)
{
	static struct played played;
	const char *at = text;
	unsigned parts = 0;

	while (at) {
		const char *next = strstr(at + 1, "\nadjutant-game 1\n");
		size_t part = next ? (size_t)(next + 1 - at) : strlen(at);

		play_text(&played, at, part);
		TEST_ASSERT_FALSE_MESSAGE(played.malformed, played.reader.reason);
		TEST_ASSERT_EQUAL_MESSAGE(RULE_OK, played.rule, at);
		TEST_ASSERT_TRUE_MESSAGE(record_result_agrees(&played.reader), at);
		at = next ? next + 1 : NULL;
		parts++;
	}
	TEST_ASSERT_EQUAL(expected_parts, parts);
}

/* ---- what records say ---- */

#define ROW ".........."
#define QUICK_HEAD "adjutant-game 1\nred Clara & co\nblue D\xc3\xb6rte\nedition quick-barrage\n"
#define QUICK_START                                                                                \
	QUICK_HEAD "setup red .F.B..../..1...../2.3.M29.\n"                                        \
		   "setup blue 9..2M..2/...1.3../....B.F.\n"

static void test_plain_game(void)
{
	static const char beginning[] =
		"adjutant-game 1\nevent Club night 12\ndate 2026-11-17\nred Anna\nblue Bernd\n"
		"edition barrage\noption two-squares 5\n"
		"setup red ....F...../.......2.1/.....9.B2./M....3....\n"
		"setup blue .3......../........M./...B1..2../F2..9.....\n"
		"1 red f4-f5\n2 blue h9-h7\n";

	compose(MADE_PLAIN);
	TEST_ASSERT_EQUAL_STRING_LEN(beginning, text, sizeof beginning - 1);
	TEST_ASSERT_NOT_NULL(strstr(text, "\n26 blue e7-e6\n27 red a9xa10\nresult red flag\n"));
	judge_parts(1);
}

static void test_taken_back(void)
{
	compose(MADE_TAKEN_BACK);
	TEST_ASSERT_EQUAL_STRING(QUICK_START "1 red a3xa6\n2 blue h6-h4\n3 red e3-e4\n"
					     "4 blue resign\nresult red resigned\n",
				 text);
	judge_parts(1);
}

static void test_drawn_without_a_fact_for_it(void)
{
	compose(MADE_DRAWN);
	TEST_ASSERT_EQUAL_STRING(QUICK_START "1 red g3-g4\n2 blue draw\nresult draw agreed\n",
				 text);
	judge_parts(1);
}

static void test_study(void)
{
	compose(MADE_STUDY);
	TEST_ASSERT_NOT_NULL(strstr(text, "\nto-move blue\nresult red immobile\n"));
	TEST_ASSERT_NULL(strstr(text, "setup"));
	judge_parts(1);
}

static void test_corrected(void)
{
	compose(MADE_CORRECTED);
	TEST_ASSERT_NOT_NULL(strstr(
		text, "1 red f4-f5\n2 blue h9-h7\n\n# the arbiter corrected the position\n"
		      "adjutant-game 1\nedition barrage\n"
		      "position red ....F...../.......2.1/.....9.B2./M........./.....3..../" ROW
		      "/" ROW "/" ROW "/" ROW "/" ROW "\n"
		      "position blue " ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW
		      "/.3......../.......2M./...B1...../F2..9.....\n"
		      "to-move blue\n1 blue b10-b8\n2 red a4-a5\n\n"
		      "# the arbiter corrected the position\n"));
	TEST_ASSERT_NOT_NULL(strstr(text, "to-move blue\n1 blue b8-c8\n"));
	TEST_ASSERT_NOT_NULL(strstr(text, "10 red a9xa10\nresult red flag\n"));
	judge_parts(3);
}

/* The hand is short, so the part's deck is dealt a card too early; a whole game is not. */
static void test_cards_go_on_after_a_correction(void)
{
	compose(MADE_CARDS);
	TEST_ASSERT_NOT_NULL(
		strstr(text, "\n0 red mulligan jump,spy-attack,charge-2\n0 blue mulligan "));
	TEST_ASSERT_NOT_NULL(strstr(text, "\ndeck red mock-attack,defence+2,attack+1,swap,"));
	TEST_ASSERT_NOT_NULL(strstr(text, "\n2 red exchange mock-attack\n3 blue j7-j6\nresult red "
					  "arbiter\n"));
	judge_parts(2);
}

static void test_ended_before_it_began(void)
{
	struct retraced retraced;

	compose(MADE_NEVER_BEGUN);
	TEST_ASSERT_EQUAL_STRING(QUICK_HEAD ENDED_BEFORE_PLAY "blue resigned\n", text);
	TEST_ASSERT_EQUAL(0, retrace(text, length, NULL, &retraced, &trouble));
	TEST_ASSERT_EQUAL(WINNER_BLUE, retraced.winner);
	TEST_ASSERT_EQUAL(0, retraced.parts);
}

static void test_unfinished(void)
{
	compose(MADE_ADJOURNED);
	TEST_ASSERT_EQUAL_STRING(QUICK_START "1 red a3xa6\n2 blue h6-h4\n", text);
	compose(MADE_DROPPED);
	TEST_ASSERT_EQUAL_STRING(QUICK_HEAD "# play has not begun\n", text);
}

static void test_endings(void)
{
	static const struct {
		bool begun;
		enum winner winner;
		enum reason reason;
		unsigned plies;
	} expected[MADE_LAST + 1] = {
		[MADE_PLAIN] = {true, WINNER_RED, REASON_FLAG, 27},
		[MADE_TAKEN_BACK] = {true, WINNER_RED, REASON_RESIGNED, 4},
		[MADE_CORRECTED] = {true, WINNER_RED, REASON_FLAG, 14},
		[MADE_CARDS] = {true, WINNER_RED, REASON_ARBITER, 12},
		[MADE_DRAWN] = {true, WINNER_DRAW, REASON_AGREED, 2},
		[MADE_STUDY] = {true, WINNER_RED, REASON_IMMOBILE, 0},
		[MADE_NEVER_BEGUN] = {false, WINNER_BLUE, REASON_RESIGNED, 0},
		[MADE_ADJOURNED] = {true, WINNER_NONE, REASON_NONE, 2},
		[MADE_UNSIGNED] = {true, WINNER_BLUE, REASON_RESIGNED, 1},
		[MADE_RUNNING] = {true, WINNER_NONE, REASON_NONE, 6},
	};

	for (int64_t game = 1; game <= MADE_LAST; game++) {
		struct chronicle chronicle;
		struct ending ending;

		TEST_ASSERT_EQUAL(0, chronicle_read(&chronicle, maker.journal, game, &trouble));
		TEST_ASSERT_EQUAL(0, finished_ending(&chronicle, &ending, &trouble));
		TEST_ASSERT_EQUAL_MESSAGE(expected[game].begun, ending.begun, chronicle.head);
		TEST_ASSERT_EQUAL(expected[game].winner, ending.winner);
		TEST_ASSERT_EQUAL(expected[game].reason, ending.reason);
		TEST_ASSERT_EQUAL(expected[game].plies, ending.plies);
		TEST_ASSERT_EQUAL(game == MADE_ADJOURNED || game == MADE_DROPPED,
				  chronicle.shelved);
		chronicle_finish(&chronicle);
	}
}

static void test_no_such_game(void)
{
	struct chronicle chronicle;

	TEST_ASSERT_EQUAL(-ENOENT, chronicle_read(&chronicle, maker.journal, 99, &trouble));
	TEST_ASSERT_NOT_NULL(strstr(trouble.text, "99"));
	TEST_ASSERT_EQUAL(-ENOENT, finished_seal(maker.journal, 99, &maker.key, &text, &trouble));
	TEST_ASSERT_NULL(text);
}

/* Facts that do not fit together are refused, and what they were is not said: it may be a rank. */
static void test_facts_that_make_no_sense(void)
{
	static const char *const wrong[] = {
		"takeback",
		"begin blue",
		"begin red\nbegin red",
		"setup red ......../......../........\nbegin red",
		"begin red\nsetup red .F.B..../..1...../2.3.M29.",
		"begin red\nplay red",
		"begin red\nplay red a3-a9",
		"begin red\nplay red a3-a4 = both 2 2",
		"begin red\nplay red a3xa6 = attacker 2 9",
		"begin red\nplay red a3xa6",
		"begin red\nplay red a3xa6 = defender 2 9\nplay red g3-g4",
		"begin red\nplace z1 empty\nreposition",
		"begin red\nplace a1 red Z\nreposition",
		"begin red\nturn green\nreposition",
		"place a1 empty",
		"reposition",
		"end red",
		"end nobody flag",
		"conquer a1",
		"",
	};
	struct archive_maker scratch;

	maker_open(&scratch, other_dir);
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct text rest = {wrong[i], strlen(wrong[i])}, line;

		maker_start(&scratch, QUICK_HEAD);
		maker_add(&scratch, "fact", "", "setup red .F.B..../..1...../2.3.M29.");
		maker_add(&scratch, "fact", "", "setup blue 9..2M..2/...1.3../....B.F.");
		do {
			char fact[128];

			line = text_take_until(&rest, '\n');
			snprintf(fact, sizeof fact, "%.*s", (int)line.length, line.at);
			maker_add(&scratch, "fact", "", fact);
		} while (rest.length > 0);
		TEST_ASSERT_EQUAL_MESSAGE(-EBADMSG,
					  finished_seal(scratch.journal, scratch.number,
							&scratch.key, &text, &trouble),
					  wrong[i]);
		TEST_ASSERT_NULL(text);
		TEST_ASSERT_NULL_MESSAGE(strstr(trouble.text, "a3"), trouble.text);
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, "fact"), trouble.text);
	}
	maker_close(&scratch);
}

/* ---- proofs ---- */

static void test_proofs_hold(void)
{
	static const unsigned pieces[] = {
		[MADE_PLAIN] = 16,	[MADE_TAKEN_BACK] = 16, [MADE_CORRECTED] = 16,
		[MADE_CARDS] = 60,	[MADE_DRAWN] = 16,	[MADE_STUDY] = 3,
		[MADE_NEVER_BEGUN] = 0,
	};

	for (int64_t game = MADE_PLAIN; game <= MADE_NEVER_BEGUN; game++) {
		struct retraced retraced;
		struct proof proof;

		fetch(game);
		TEST_ASSERT_EQUAL_MESSAGE(0, proof_check(text, length, &proof, &retraced, &trouble),
					  trouble.text);
		TEST_ASSERT_EQUAL(pieces[game], proof_pieces(&proof));
		TEST_ASSERT_EQUAL_MEMORY(maker.key.public_key, proof.board_key, 32);
		TEST_ASSERT_TRUE(text_is_clean((struct text){trouble.text, strlen(trouble.text)}));
	}
}

static void expect_change_noticed(size_t at, unsigned change)
{
	char kept = text[at];

	text[at] = (char)(kept ^ (char)change);
	if (holds(text, length))
		TEST_FAIL_MESSAGE("a changed byte was not noticed");
	text[at] = kept;
}

static void test_every_byte_matters(void)
{
	for (int64_t game = MADE_PLAIN; game <= MADE_NEVER_BEGUN; game++) {
		fetch(game);
		for (size_t at = 0; at < length; at++)
			expect_change_noticed(at, 1 + random_below(255));
		TEST_ASSERT_TRUE(holds(text, length));
	}
}

static void test_every_value_of_some_bytes_matters(void)
{
	fetch(MADE_TAKEN_BACK);
	for (size_t at = 0; at<length; at += at + 160> length ? 9 : 131)
		for (unsigned change = 1; change < 256; change++)
			expect_change_noticed(at, change);
	TEST_ASSERT_TRUE(holds(text, length));
}

static void test_every_cut_is_noticed(void)
{
	fetch(MADE_TAKEN_BACK);
	for (size_t cut = 0; cut < length; cut++)
		if (holds(text, cut) || holds(text + length - cut, cut))
			TEST_FAIL_MESSAGE("a cut was not noticed");
	for (size_t at = 0; at < length; at++) { /* one byte missing */
		char *without = malloc(length);

		memcpy(without, text, at);
		memcpy(without + at, text + at + 1, length - at - 1);
		if (holds(without, length - 1))
			TEST_FAIL_MESSAGE("a missing byte was not noticed");
		free(without);
	}
}

static bool holds_with(const char *before, const char *behind)
{
	char *longer = malloc(strlen(before) + length + strlen(behind) + 1);
	bool good;

	sprintf(longer, "%s%s%s", before, text, behind);
	good = holds(longer, strlen(longer));
	free(longer);
	return good;
}

static void test_additions_are_noticed(void)
{
	static const char *const more[] = {"\n", " ", "\r", "#", "# remark\n", "adjutant-game 1\n"};
	size_t size;
	char *twice;

	fetch(MADE_PLAIN);
	TEST_ASSERT_TRUE(holds_with("", ""));
	for (unsigned i = 0; i < sizeof more / sizeof *more; i++) {
		TEST_ASSERT_FALSE_MESSAGE(holds_with("", more[i]), more[i]);
		TEST_ASSERT_FALSE_MESSAGE(holds_with(more[i], ""), more[i]);
	}
	TEST_ASSERT_FALSE(holds(text, length + 1)); /* with its zero byte */
	size = 2 * length;
	twice = malloc(size);
	memcpy(twice, text, length);
	memcpy(twice + length, text, length);
	TEST_ASSERT_FALSE(holds(twice, size));
	free(twice);
}

static void test_other_spellings_are_noticed(void)
{
	char *other, *to;

	fetch(MADE_PLAIN);
	other = malloc(2 * length);
	memcpy(other, text, length);
	for (char *at = strstr(other, "# signature ") + 12; at < other + length; at++)
		if (*at >= 'a' && *at <= 'f')
			*at = (char)(*at - 32);
	TEST_ASSERT_FALSE(holds(other, length));
	to = other;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n')
			*to++ = '\r';
		*to++ = text[i];
	}
	TEST_ASSERT_FALSE(holds(other, (size_t)(to - other)));
	free(other);
}

/* ---- a board that lies: it signs again after the change ---- */

/* Replaces the first `from` that follows `after`, and signs. */
static bool holds_resigned(int64_t game, const char *after, const char *from, const char *to)
{
	char *place, *changed;
	size_t before, signed_length;
	bool good;

	fetch(game);
	signed_length = proof_signed_length(text, length);
	place = strstr(text, after);
	place = place ? strstr(place, from) : NULL;
	TEST_ASSERT_NOT_NULL_MESSAGE(place, from);
	before = (size_t)(place - text);
	changed = malloc(length + strlen(to) + 1);
	sprintf(changed, "%.*s%s%.*s", (int)before, text, to,
		(int)(signed_length - before - strlen(from)), place + strlen(from));
	TEST_ASSERT_EQUAL(0, proof_sign(&maker.key, &changed, strlen(changed), &trouble));
	good = holds(changed, strlen(changed));
	free(changed);
	return good;
}

static void expect_lie_noticed(int64_t game, const char *after, const char *from, const char *to,
			       const char *said)
{
	TEST_ASSERT_FALSE_MESSAGE(holds_resigned(game, after, from, to), from);
	TEST_ASSERT_NOT_NULL_MESSAGE(strstr(trouble.text, said), trouble.text);
}

static void test_lies_are_noticed(void)
{
	TEST_ASSERT_TRUE(holds_resigned(MADE_PLAIN, "", "Anna", "Anne")); /* so it can be tried */
	expect_lie_noticed(MADE_PLAIN, "", "....F", "...F.", "agree on");
	expect_lie_noticed(MADE_PLAIN, "", ".......2.1", ".......1.2", "line ");
	expect_lie_noticed(MADE_PLAIN, "\n27 ", "a9xa10", "a9-a10", "line 36: the rules");
	expect_lie_noticed(MADE_PLAIN, "", "27 red a9xa10\n", "", "the result");
	expect_lie_noticed(MADE_PLAIN, "", "result red", "result blue", "the result");
	expect_lie_noticed(MADE_TAKEN_BACK, "", "4 blue resign\nresult red resigned\n", "",
			   "no result");
	expect_lie_noticed(MADE_PLAIN, "", "opening red e1 F", "opening red e1 M", "commitment");
	expect_lie_noticed(MADE_PLAIN, "", "opening red e1", "opening blue e1", "commitment");
	expect_lie_noticed(MADE_PLAIN, "", "# opening red e1", "# remark", "belongs here");
	expect_lie_noticed(MADE_PLAIN, "", "# game ", "# game 0", "commitment");
	expect_lie_noticed(MADE_PLAIN, "", "# chain ", "# chain 0", "belongs here");
	expect_lie_noticed(MADE_PLAIN, "", "# chain ", "#  chain ", "belongs here");
	expect_lie_noticed(MADE_NEVER_BEGUN, "", "blue resigned", "blue tired", "line ");
	expect_lie_noticed(MADE_CORRECTED, "", "to-move blue", "to-move red", "the rules");
	expect_lie_noticed(MADE_CORRECTED, "corrected", "edition barrage", "edition duel",
			   "continuation");
	expect_lie_noticed(MADE_CORRECTED, "corrected", "edition barrage",
			   "edition barrage\noption two-squares off", "continuation");
	/* what a later part says of decks is not what is believed */
	TEST_ASSERT_TRUE(holds_resigned(MADE_CARDS, "corrected", "deck red mock-attack,defence+2",
					"deck red defence+2,mock-attack"));
	expect_lie_noticed(MADE_CARDS, "corrected", "exchange mock-attack", "exchange attack+1",
			   "the rules");
}

/* A piece that is on no board, with a commitment that fits. */
static void test_surplus_opening_is_noticed(void)
{
	struct proof proof;
	struct retraced retraced;
	struct trouble unused = {""};
	char *whole;
	size_t at, size;
	FILE *to;

	fetch(MADE_PLAIN);
	TEST_ASSERT_EQUAL(0, proof_check(text, length, &proof, &retraced, &unused));
	TEST_ASSERT_TRUE(proof_find(text, length, &at));
	for (unsigned i = 0; i < 2; i++) {
		proof.pledges.of[sq_at(0, 4)].code = i == 0 ? '2' : '\0';
		to = open_memstream(&whole, &size);
		fwrite(text, 1, at, to);
		proof_write(&proof, to);
		fclose(to);
		TEST_ASSERT_EQUAL(0, proof_sign(&maker.key, &whole, size, &unused));
		TEST_ASSERT_EQUAL(i == 1, holds(whole, strlen(whole)));
		free(whole);
	}
	TEST_ASSERT_NOT_NULL(strstr(trouble.text, "a5"));
}

/* Anybody can sign with a key of their own: the board's key must be known from elsewhere. */
static void test_key_is_told(void)
{
	struct board_key other;
	struct retraced retraced;
	struct proof proof;
	char path[96], digits[HASH_TEXT], *place;
	size_t signed_length;

	snprintf(path, sizeof path, "%s/other.key", dir);
	TEST_ASSERT_EQUAL(0, board_key_load(path, &other));
	fetch(MADE_PLAIN);
	signed_length = proof_signed_length(text, length);
	place = strstr(text, "# board ") + 8;
	hex_format(other.public_key, 32, digits);
	memcpy(place, digits, 64);
	TEST_ASSERT_FALSE(holds(text, length));
	TEST_ASSERT_EQUAL(0, proof_sign(&other, &text, signed_length, &trouble));
	TEST_ASSERT_EQUAL(0, proof_check(text, strlen(text), &proof, &retraced, &trouble));
	TEST_ASSERT_EQUAL_MEMORY(other.public_key, proof.board_key, 32);
}

/* ---- archives ---- */

static struct {
	int out, err;
} silence;

static void hush(void)
{
	int nowhere = open("/dev/null", O_WRONLY);

	fflush(stdout);
	silence.out = dup(1);
	silence.err = dup(2);
	dup2(nowhere, 1);
	dup2(nowhere, 2);
	close(nowhere);
}

static void unhush(void)
{
	fflush(stdout);
	dup2(silence.out, 1);
	dup2(silence.err, 2);
	close(silence.out);
	close(silence.err);
}

static int verify_quietly(const char *path, bool is_directory, const uint8_t *key)
{
	struct verifying verifying = {.name = path, .wanted_key = key};
	int status;

	hush();
	status = verify_archive(&verifying, path, is_directory);
	unhush();
	return status;
}

/* a small one, as a single file beside its directory */
enum { SMALL_ENTRIES = 12 };

static void make_small(char path[96])
{
	struct archive_maker small;
	char sub[80], source[96];
	sqlite3 *db;

	snprintf(sub, sizeof sub, "%s/small", dir);
	snprintf(source, sizeof source, "%s/archive.db", sub);
	snprintf(path, 96, "%s/small.db", dir);
	maker_open(&small, sub);
	maker_run(&small);
	maker_start(&small, QUICK_HEAD);
	maker_facts(&small, "setup red .F.B..../..1...../2.3.M29.\n"
			    "setup blue 9..2M..2/...1.3../....B.F.\nbegin red\n"
			    "play red a3xa6\nplay blue resign\n");
	maker_seal(&small);
	maker_run(&small);
	maker_close(&small);
	TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(source, &db));
	TEST_ASSERT_EQUAL(SQLITE_OK,
			  sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL));
	sqlite3_close(db);
}

static void copy_file(const char *from, const char *to)
{
	static char block[1 << 20];
	FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
	size_t count;

	TEST_ASSERT_NOT_NULL(in);
	TEST_ASSERT_NOT_NULL(out);
	while ((count = fread(block, 1, sizeof block, in)) > 0)
		fwrite(block, 1, count, out);
	fclose(in);
	fclose(out);
}

/* a copy with something done to it */
static int verify_changed(const char *original, const char *path, const char *sql)
{
	sqlite3 *db;
	int status;

	copy_file(original, path);
	TEST_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(path, &db));
	status = sqlite3_exec(db, sql, NULL, NULL, NULL);
	TEST_ASSERT_EQUAL_MESSAGE(SQLITE_OK, status, sql);
	TEST_ASSERT_TRUE_MESSAGE(sqlite3_total_changes(db) > 0, sql);
	sqlite3_close(db);
	return verify_quietly(path, false, NULL);
}

static void test_archive_holds(void)
{
	TEST_ASSERT_EQUAL(EXIT_FINE, verify_quietly(dir, true, NULL));
	TEST_ASSERT_EQUAL(EXIT_FINE, verify_quietly(dir, true, maker.key.public_key));
}

static void test_every_row_of_an_archive_matters(void)
{
	static const char *const changes[] = {
		"UPDATE entry SET body = body || ' ' WHERE seq = %d",
		"UPDATE entry SET game = game + 1 WHERE seq = %d",
		"UPDATE entry SET t_us = t_us + 1 WHERE seq = %d",
		"UPDATE entry SET wall_ms = wall_ms - 1 WHERE seq = %d",
		"UPDATE entry SET kind = kind || 's' WHERE seq = %d",
		"UPDATE entry SET who = who || 'red' WHERE seq = %d",
		"UPDATE entry SET salt = randomblob(16) WHERE seq = %d",
		"UPDATE entry SET hash = randomblob(32) WHERE seq = %d",
		"DELETE FROM entry WHERE seq = %d",
		"DELETE FROM entry WHERE seq >= %d",
		"UPDATE entry SET seq = seq + 1000 WHERE seq = %d",
	};
	char small[96], original[96], path[96], sql[128];

	make_small(small);
	snprintf(original, sizeof original, "%s/small/archive.db", dir);
	snprintf(path, sizeof path, "%s/changed.db", dir);
	TEST_ASSERT_EQUAL(EXIT_FINE, verify_quietly(original, false, NULL));
	for (int seq = 1; seq <= SMALL_ENTRIES; seq++)
		for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
			snprintf(sql, sizeof sql, changes[i], seq);
			TEST_ASSERT_EQUAL_MESSAGE(EXIT_NOT_LEGAL,
						  verify_changed(original, path, sql), sql);
		}
}

static void test_the_end_of_an_archive_matters(void)
{
	static const char *const changes[] = {
		"DELETE FROM head",
		"UPDATE head SET seq = seq - 1",
		"UPDATE head SET hash = randomblob(32)",
		"UPDATE head SET signature = randomblob(64)",
		"DELETE FROM kept WHERE name = 'board-key'",
		"UPDATE kept SET value = substr(value, 2) || '0' WHERE name = 'board-key'",
		"INSERT INTO entry SELECT seq + 1, game, t_us, wall_ms, kind, who, body, salt, "
		"hash "
		"FROM entry WHERE seq = (SELECT max(seq) FROM entry)",
		"CREATE TABLE more (a); INSERT INTO more VALUES (1)",
	};
	char original[96], path[96];

	snprintf(original, sizeof original, "%s/small/archive.db", dir);
	snprintf(path, sizeof path, "%s/changed.db", dir);
	for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++)
		TEST_ASSERT_EQUAL_MESSAGE(EXIT_NOT_LEGAL,
					  verify_changed(original, path, changes[i]), changes[i]);
}

/* A board that lies about a game: all is chained and signed, but does not fit together. */
static void expect_archive_refused(const char *record_body, const char *more_fact)
{
	struct archive_maker lying;
	char sub[80];
	static unsigned count;

	snprintf(sub, sizeof sub, "%s/lying%u", dir, count++);
	maker_open(&lying, sub);
	maker_start(&lying, QUICK_HEAD);
	maker_facts(&lying, "setup red .F.B..../..1...../2.3.M29.\n"
			    "setup blue 9..2M..2/...1.3../....B.F.\nbegin red\n"
			    "play red a3xa6\nplay blue resign\n");
	if (record_body)
		maker_add(&lying, "record", "", record_body);
	else
		maker_seal(&lying);
	TEST_ASSERT_EQUAL(record_body ? EXIT_NOT_LEGAL : EXIT_FINE,
			  verify_quietly(sub, true, NULL));
	if (more_fact) {
		maker_add(&lying, "fact", "", more_fact);
		TEST_ASSERT_EQUAL(EXIT_NOT_LEGAL, verify_quietly(sub, true, NULL));
	}
	maker_close(&lying);
}

static void test_a_lying_archive_is_refused(void)
{
	fetch(MADE_TAKEN_BACK);
	expect_archive_refused(text, NULL); /* of another game, by another board */
	expect_archive_refused("", NULL);
	expect_archive_refused(NULL, "end blue arbiter");
	expect_archive_refused(NULL, "takeback");
	expect_archive_refused(NULL, "play red g3-g4");
}

/* The archive as it was before the last entry is as good as ever; head knows better. */
static void test_an_older_copy_is_noticed(void)
{
	struct archive_maker later;
	char sub[80], archive[96], kept[96], head[96];

	snprintf(sub, sizeof sub, "%s/small", dir);
	snprintf(archive, sizeof archive, "%s/archive.db", sub);
	snprintf(head, sizeof head, "%s/head", sub);
	snprintf(kept, sizeof kept, "%s/kept.db", dir);
	copy_file(archive, kept);
	maker_open(&later, sub);
	maker_run(&later);
	maker_close(&later);
	TEST_ASSERT_EQUAL(EXIT_FINE, verify_quietly(sub, true, NULL));
	copy_file(kept, archive);
	TEST_ASSERT_EQUAL(EXIT_NOT_LEGAL, verify_quietly(sub, true, NULL));
	TEST_ASSERT_EQUAL(EXIT_FINE, verify_quietly(archive, false, NULL)); /* by itself */
	truncate(head, 100);
	TEST_ASSERT_EQUAL(EXIT_NOT_LEGAL, verify_quietly(sub, true, NULL));
	unlink(head);
	TEST_ASSERT_EQUAL(EXIT_FINE, verify_quietly(sub, true, NULL));
}

static void test_unreadable(void)
{
	char path[96];

	snprintf(path, sizeof path, "%s/nothing", dir);
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, verify_quietly(path, false, NULL));
	TEST_ASSERT_EQUAL(EXIT_MALFORMED, verify_quietly(path, true, NULL));
}

/* ---- the program ---- */

static void make_directory(char *path, size_t room, const char *name)
{
	const char *base = getenv("TMPDIR");

	snprintf(path, room, "%s/%s-XXXXXX", base ? base : "/tmp", name);
	if (!mkdtemp(path)) {
		perror(path);
		exit(1);
	}
}

static void remove_directory(const char *path)
{
	char command[128];

	snprintf(command, sizeof command, "rm -rf '%s'", path);
	if (system(command) != 0)
		perror(path);
}

static int make_archive(const char *path)
{
	maker_open(&maker, path);
	maker_make_all(&maker);
	maker_close(&maker);
	return 0;
}

int main(int argc, char **argv)
{
	int failures;

	if (argc == 3 && strcmp(argv[1], "--archive") == 0)
		return make_archive(argv[2]);
	make_directory(dir, sizeof dir, "finished");
	make_directory(other_dir, sizeof other_dir, "finished");
	maker_open(&maker, dir);
	maker_make_all(&maker);
	UNITY_BEGIN();
	RUN_TEST(test_plain_game);
	RUN_TEST(test_taken_back);
	RUN_TEST(test_drawn_without_a_fact_for_it);
	RUN_TEST(test_study);
	RUN_TEST(test_corrected);
	RUN_TEST(test_cards_go_on_after_a_correction);
	RUN_TEST(test_ended_before_it_began);
	RUN_TEST(test_unfinished);
	RUN_TEST(test_endings);
	RUN_TEST(test_no_such_game);
	RUN_TEST(test_facts_that_make_no_sense);
	RUN_TEST(test_proofs_hold);
	RUN_TEST(test_every_byte_matters);
	RUN_TEST(test_every_value_of_some_bytes_matters);
	RUN_TEST(test_every_cut_is_noticed);
	RUN_TEST(test_additions_are_noticed);
	RUN_TEST(test_other_spellings_are_noticed);
	RUN_TEST(test_lies_are_noticed);
	RUN_TEST(test_surplus_opening_is_noticed);
	RUN_TEST(test_key_is_told);
	RUN_TEST(test_archive_holds);
	RUN_TEST(test_every_row_of_an_archive_matters);
	RUN_TEST(test_the_end_of_an_archive_matters);
	RUN_TEST(test_a_lying_archive_is_refused);
	RUN_TEST(test_an_older_copy_is_noticed);
	RUN_TEST(test_unreadable);
	failures = UNITY_END();
	maker_close(&maker);
	remove_directory(dir);
	remove_directory(other_dir);
	return failures;
}
