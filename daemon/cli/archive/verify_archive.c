/*
 * Checking an archive: that it holds together (journal.h), that it is as long as was written, and
 * that the record of every finished game says what the archive has of that game.
 */
#include "daemon/archive/game_log.h"
#include "daemon/archive/journal.h"
#include "daemon/archive/proof.h"
#include "daemon/archive/record_replay.h"
#include "daemon/archive/record_writer.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/verify.h"
#include "daemon/cli/base/cli.h"
#include "rules/game.h"
#include "rules/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct checking {
	const struct verifying *verifying;
	struct journal *journal;
	uint8_t key[32];
	unsigned finished, unfinished;
};

/* ---- the end ---- */

enum { HEAD_SIZE = 512 };

struct head_file {
	bool there;
	struct chain_head head;
};

/* "adjutant-head 1 SEQ HASH SIGNATURE" */
static bool parse_head(struct text line, struct chain_head *head)
{
	struct text name = text_take_word(&line), version = text_take_word(&line);
	struct text number = text_take_word(&line), hash = text_take_word(&line);
	char digits[SIGNATURE_TEXT];
	uint64_t seq;

	if (!text_is(name, "adjutant-head") || !text_is(version, "1") ||
	    !text_number(number, INT64_MAX, &seq) || hash.length != HASH_TEXT - 1 ||
	    line.length != SIGNATURE_TEXT - 1)
		return false;
	head->seq = (int64_t)seq;
	snprintf(digits, sizeof digits, "%.*s", (int)hash.length, hash.at);
	if (!hex_parse(digits, head->hash, HASH_SIZE))
		return false;
	snprintf(digits, sizeof digits, "%.*s", (int)line.length, line.at);
	return hex_parse(digits, head->signature, SIGNATURE_SIZE);
}

/* Read before the archive: a daemon that goes on writing makes the archive longer, not the head. */
static int read_head(const char *dir, struct head_file *file, struct trouble *trouble)
{
	char path[4096], line[HEAD_SIZE] = "";
	FILE *from;

	snprintf(path, sizeof path, "%s/head", dir);
	from = fopen(path, "rb");
	file->there = from != NULL;
	if (!from)
		return 0;
	if (!fgets(line, sizeof line, from))
		line[0] = '\0';
	fclose(from);
	line[strcspn(line, "\n")] = '\0';
	if (parse_head((struct text){line, strlen(line)}, &file->head))
		return 0;
	snprintf(trouble->text, sizeof trouble->text,
		 "the file head makes no sense, so nobody can say whether the end was cut off");
	return -EBADMSG;
}

struct wanted_entry {
	int64_t seq;
	const uint8_t *hash;
	bool found;
};

static bool find_entry(void *context, const struct entry *entry)
{
	struct wanted_entry *wanted = context;

	if (entry->seq != wanted->seq)
		return true;
	wanted->found = memcmp(entry->hash, wanted->hash, HASH_SIZE) == 0;
	return false;
}

/* Whether the chain passes through this point; quickly if it is an entry of this game. */
static bool chain_has(struct checking *checking, int64_t game, int64_t seq,
		      const uint8_t hash[HASH_SIZE])
{
	struct wanted_entry wanted = {.seq = seq, .hash = hash};
	struct trouble unused = {""};
	int error = journal_each(checking->journal, game, ENTRY_ANY, find_entry, &wanted, &unused);

	if (!error && !wanted.found && game >= 0)
		error = journal_each(checking->journal, -1, ENTRY_ANY, find_entry, &wanted,
				     &unused);
	return !error && wanted.found;
}

static int check_head(struct checking *checking, const struct head_file *file,
		      struct trouble *trouble)
{
	const struct chain_head *end = journal_head(checking->journal);
	const char *why = NULL;

	if (!file->there || file->head.seq == 0)
		return 0;
	if (!head_is_signed(checking->key, &file->head))
		why = "the file head is not signed with this board's key";
	else if (file->head.seq > end->seq)
		why = "entries are missing at its end: the file head knows of more";
	else if (!chain_has(checking, -1, file->head.seq, file->head.hash))
		why = "it is another archive than the one that the file head belongs to";
	if (!why)
		return 0;
	snprintf(trouble->text, sizeof trouble->text, "%s", why);
	return -EBADMSG;
}

/* ---- games ---- */

static int fail_game(const struct game_log *game_log, struct trouble *trouble, const char *why)
{
	struct trouble whole;

	snprintf(whole.text, sizeof whole.text, "game %lld (entry %lld): %.180s",
		 (long long)game_log->game, (long long)game_log->record_seq, why);
	*trouble = whole;
	return -EBADMSG;
}

/* The record must be what the facts give, to the byte. */
static int check_against_facts(const struct game_log *game_log, const struct proof *proof,
			       struct trouble *trouble)
{
	size_t length,
		expected_length = proof_signed_length(game_log->record, game_log->record_length);
	char *text;
	int error = record_writer_attest(game_log, proof->board_key, proof->seq, proof->chain,
					 &text, &length, trouble);
	bool same;

	if (error)
		return error;
	same = length == expected_length && memcmp(text, game_log->record, length) == 0;
	free(text);
	return same ? 0
		    : fail_game(game_log, trouble,
				"its record is not what the archive has of the game");
}

static int check_record(struct checking *checking, const struct game_log *game_log,
			struct trouble *trouble)
{
	struct replayed replayed;
	struct proof proof;
	int error =
		proof_check(game_log->record, game_log->record_length, &proof, &replayed, trouble);

	if (error)
		return fail_game(game_log, trouble, trouble->text);
	if (memcmp(proof.board_key, checking->key, sizeof proof.board_key) != 0)
		return fail_game(game_log, trouble, "its record was signed by another key");
	if (proof.seq >= game_log->record_seq ||
	    !chain_has(checking, game_log->game, proof.seq, proof.chain))
		return fail_game(game_log, trouble, "its record names another chain");
	error = check_against_facts(game_log, &proof, trouble);
	if (error)
		return error;
	printf("%s: game %lld: ", checking->verifying->name, (long long)game_log->game);
	verify_describe(&proof, &replayed);
	checking->finished++;
	return 0;
}

static int check_game(struct checking *checking, int64_t game, struct trouble *trouble)
{
	struct game_log game_log;
	struct ending ending;
	int error = game_log_read(&game_log, checking->journal, game, trouble);

	if (error)
		return error;
	error = record_writer_ending(&game_log, &ending, trouble);
	if (!error && game_log.record) {
		error = check_record(checking, &game_log, trouble);
	} else if (!error) {
		printf("%s: game %lld: %s\n", checking->verifying->name, (long long)game,
		       ending.winner == WINNER_NONE ? "not over, nothing to compare"
						    : "over, but its record is not signed yet");
		checking->unfinished++;
	}
	game_log_finish(&game_log);
	return error;
}

/* ---- the whole ---- */

static int choose_key(struct checking *checking, struct trouble *trouble)
{
	char digits[HASH_TEXT];

	if (checking->verifying->wanted_key) {
		memcpy(checking->key, checking->verifying->wanted_key, sizeof checking->key);
		return 0;
	}
	if (journal_recall(checking->journal, "board-key", digits, sizeof digits) &&
	    hex_parse(digits, checking->key, sizeof checking->key))
		return 0;
	snprintf(trouble->text, sizeof trouble->text,
		 "it does not say which board wrote it: name the board's key with --key");
	return -EBADMSG;
}

static int check_contents(struct checking *checking, const struct head_file *file,
			  struct trouble *trouble)
{
	int64_t last;
	int error = journal_begin(checking->journal, trouble);

	if (!error)
		error = choose_key(checking, trouble);
	if (!error)
		error = journal_check(checking->journal, checking->key, trouble);
	if (!error)
		error = check_head(checking, file, trouble);
	last = error ? 0 : journal_last_game(checking->journal);
	for (int64_t game = 1; game <= last && !error; game++)
		error = check_game(checking, game, trouble);
	return error;
}

static void summarise(const struct checking *checking, const struct head_file *file,
		      bool is_directory)
{
	const struct verifying *verifying = checking->verifying;
	const struct chain_head *end = journal_head(checking->journal);
	char key[HASH_TEXT];

	hex_format(checking->key, sizeof checking->key, key);
	printf("%s: %" PRId64 " entries in an unbroken chain to its signed end, %u finished %s, %u "
	       "other\n",
	       verifying->name, end->seq, checking->finished,
	       checking->finished == 1 ? "game" : "games", checking->unfinished);
	if (!verifying->wanted_key)
		printf("%s: signed by the board %s, which was not compared with a known one "
		       "(--key)\n",
		       verifying->name, key);
	if (is_directory && !file->there)
		printf("%s: there is no file head, so an older copy of the archive would look the "
		       "same\n",
		       verifying->name);
}

int verify_archive(const struct verifying *verifying, const char *path, bool is_directory)
{
	struct checking checking = {.verifying = verifying};
	struct head_file file = {.there = false};
	struct trouble trouble = {""};
	int error = is_directory ? read_head(path, &file, &trouble) : 0;

	if (!error && is_directory)
		error = journal_open(&checking.journal, path, NULL, &trouble);
	else if (!error)
		error = journal_open_file(&checking.journal, path, &trouble);
	if (!error) {
		error = check_contents(&checking, &file, &trouble);
		if (!error)
			summarise(&checking, &file, is_directory);
		journal_close(checking.journal);
	}
	return error ? verify_fail(verifying, error, trouble.text) : EXIT_FINE;
}
