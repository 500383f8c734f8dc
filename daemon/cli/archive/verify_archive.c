/*
 * Checking an archive: that it holds together (journal.h), that it is as long as was written, and
 * that the record of every finished game says what the archive has of that game.
 */
#include "daemon/archive/commitments.h"
#include "daemon/archive/game_log.h"
#include "daemon/archive/journal.h"
#include "daemon/archive/proof.h"
#include "daemon/archive/record_replay.h"
#include "daemon/archive/record_writer.h"
#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"
#include "daemon/cli/archive/seen.h"
#include "daemon/cli/archive/verify.h"
#include "daemon/cli/base/cli.h"
#include "rules/edition.h"
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
	bool has_commitments; /* a game has those that were seen */
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

/* whether the chain passes through this point */
static bool chain_has(const struct checking *checking, int64_t seq, const uint8_t hash[HASH_SIZE])
{
	uint8_t found[HASH_SIZE];

	return journal_hash_at(checking->journal, seq, found) &&
	       memcmp(found, hash, HASH_SIZE) == 0;
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
	else if (!chain_has(checking, file->head.seq, file->head.hash))
		why = "it is another archive than the one that the file head belongs to";
	if (!why)
		return 0;
	snprintf(trouble->text, sizeof trouble->text, "%s", why);
	return -EBADMSG;
}

/* ---- what was seen ---- */

struct wanted_head {
	const uint8_t *hash;
	bool found;
};

static bool find_head(void *context, const struct entry *entry)
{
	struct wanted_head *wanted = context;

	wanted->found = memcmp(entry->hash, wanted->hash, HASH_SIZE) == 0;
	return !wanted->found;
}

static int find_unnumbered(struct checking *checking, const struct seen_head *head,
			   struct trouble *trouble)
{
	struct wanted_head wanted = {.hash = head->hash};
	int error = journal_each(checking->journal, -1, ENTRY_OUT, find_head, &wanted, trouble);

	if (!error && !wanted.found) {
		snprintf(trouble->text, sizeof trouble->text,
			 "the head that was seen is not in it: it is another board's, a fork, or "
			 "from before that");
		error = -EBADMSG;
	}
	return error;
}

static int check_seen_head(struct checking *checking, const struct seen_head *head,
			   struct trouble *trouble)
{
	struct told_entry told, last = {.number = 0};

	if (head->number == 0)
		return find_unnumbered(checking, head, trouble);
	if (journal_find_told(checking->journal, head->number, &told)) {
		if (memcmp(told.hash, head->hash, HASH_SIZE) == 0)
			return 0;
		snprintf(trouble->text, sizeof trouble->text, SEEN_FORK,
			 (unsigned long long)head->number);
		return -EBADMSG;
	}
	journal_last_told(checking->journal, &last);
	snprintf(trouble->text, sizeof trouble->text,
		 "it is from before what was seen: it ends with number %llu, and the board had "
		 "published %llu. Its end was cut off, or it was put back from a backup",
		 (unsigned long long)last.number, (unsigned long long)head->number);
	return -EBADMSG;
}

static int check_seen(struct checking *checking, struct trouble *trouble)
{
	const struct seen *seen = checking->verifying->seen;
	int error = 0;

	if (seen->state && memcmp(seen->state_key, checking->key, sizeof checking->key) != 0) {
		snprintf(trouble->text, sizeof trouble->text,
			 "it was signed by another board's key than what was seen");
		error = -EBADMSG;
	}
	for (unsigned i = 0; !error && i < seen->head_count; i++)
		error = check_seen_head(checking, &seen->heads[i], trouble);
	return error;
}

/* Whether this is the game of which the commitments were seen. */
static void compare_commitments(struct checking *checking, const struct game_log *game_log,
				unsigned edition)
{
	const struct seen *seen = checking->verifying->seen;
	struct commitments commitments;
	bool same = true;
	json_t *list;

	if (seen->commitments_count == 0 || !game_log->nonces)
		return;
	commitments_init(&commitments, game_log->id);
	if (!commitments_read(&commitments, editions[edition].board, game_log->nonces))
		return;
	list = commitments_list(&commitments);
	for (unsigned i = 0; i < seen->commitments_count; i++)
		same = same && json_equal(list, seen->commitments[i]);
	json_decref(list);
	checking->has_commitments = checking->has_commitments || same;
}

static int missing_commitments(const struct checking *checking, struct trouble *trouble)
{
	if (checking->verifying->seen->commitments_count == 0 || checking->has_commitments)
		return 0;
	snprintf(trouble->text, sizeof trouble->text,
		 "no game in it has the commitments that were seen");
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
static int check_against_facts(const struct checking *checking, const struct game_log *game_log,
			       const struct proof *proof, struct trouble *trouble)
{
	size_t length,
		expected_length = proof_signed_length(game_log->record, game_log->record_length);
	char *text;
	int error =
		record_writer_attest(game_log, checking->journal, proof, &text, &length, trouble);
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
	if (proof.seq >= game_log->record_seq || !chain_has(checking, proof.seq, proof.chain))
		return fail_game(game_log, trouble, "its record names another chain");
	error = check_against_facts(checking, game_log, &proof, trouble);
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
	if (!error)
		compare_commitments(checking, &game_log, ending.edition);
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
	if (!error)
		error = check_seen(checking, trouble);
	last = error ? 0 : journal_last_game(checking->journal);
	for (int64_t game = 1; game <= last && !error; game++)
		error = check_game(checking, game, trouble);
	return error ? error : missing_commitments(checking, trouble);
}

static void summarise(const struct checking *checking, const struct head_file *file,
		      bool is_directory)
{
	const struct verifying *verifying = checking->verifying;
	const struct chain_head *end = journal_head(checking->journal);

	printf("%s: %" PRId64 " entries in an unbroken chain to its signed end, %u finished %s, %u "
	       "other\n",
	       verifying->name, end->seq, checking->finished,
	       checking->finished == 1 ? "game" : "games", checking->unfinished);
	verify_say_seen(verifying, "archive");
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
	int status = EXIT_FINE;

	if (!error && is_directory)
		error = journal_open(&checking.journal, path, NULL, &trouble);
	else if (!error)
		error = journal_open_file(&checking.journal, path, &trouble);
	if (!error) {
		error = check_contents(&checking, &file, &trouble);
		if (!error) {
			summarise(&checking, &file, is_directory);
			status = verify_key(verifying, checking.key);
		}
		journal_close(checking.journal);
	}
	return error ? verify_fail(verifying, error, trouble.text) : status;
}
