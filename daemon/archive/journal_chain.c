/*
 * The chain: how the hash of an entry follows from the one before, the signed end, and whether all
 * that is in an archive holds together.
 */
#include "daemon/archive/journal.h"
#include "daemon/archive/journal_inside.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- hashes ---- */

static uint8_t *put_number(uint8_t *to, int64_t number)
{
	for (int shift = 56; shift >= 0; shift -= 8)
		*to++ = (uint8_t)((uint64_t)number >> shift);
	return to;
}

static uint8_t *put_hash(uint8_t *to, const void *bytes, size_t count)
{
	hash_bytes(bytes, count, to);
	return to + HASH_SIZE;
}

static uint8_t *put_bytes(uint8_t *to, const void *bytes, size_t count)
{
	memcpy(to, bytes, count);
	return to + count;
}

static uint8_t *put_name(uint8_t *to, const char *name)
{
	size_t length = strlen(name);

	memset(to, 0, ENTRY_NAME_SIZE);
	memcpy(to, name, length < ENTRY_NAME_SIZE ? length : ENTRY_NAME_SIZE);
	return to + ENTRY_NAME_SIZE;
}

/*
 * Every part has a fixed length and place, so different entries never give the same bytes: numbers
 * are eight bytes, names are padded with zeros, the body is represented by its hash.
 */
void entry_hash(const uint8_t before[HASH_SIZE], const struct entry *entry, uint8_t hash[HASH_SIZE])
{
	static const char purpose[] = "adjutant-entry 1";
	uint8_t whole[sizeof purpose + HASH_SIZE + 4 * 8 + 2 * ENTRY_NAME_SIZE + HASH_SIZE +
		      NONCE_SIZE];
	uint8_t *to = put_bytes(whole, purpose, sizeof purpose);

	to = put_bytes(to, before, HASH_SIZE);
	to = put_number(to, entry->seq);
	to = put_number(to, entry->game);
	to = put_number(to, entry->t_us);
	to = put_number(to, entry->wall_ms);
	to = put_name(to, entry->kind_name);
	to = put_name(to, entry->who);
	to = put_hash(to, entry->body, entry->length);
	to = put_bytes(to, entry->salt, NONCE_SIZE);
	hash_bytes(whole, (size_t)(to - whole), hash);
}

/* Kept values are not history, but a wrong bit in them would do harm all the same. */
void journal_kept_hash(const char *name, const char *value, uint8_t hash[HASH_SIZE])
{
	uint8_t both[2 * HASH_SIZE];

	put_hash(put_hash(both, name, strlen(name)), value, strlen(value));
	hash_bytes(both, sizeof both, hash);
}

static size_t head_line(const struct chain_head *head, char line[128])
{
	char hash[HASH_TEXT];

	hex_format(head->hash, HASH_SIZE, hash);
	return (size_t)snprintf(line, 128, "adjutant-head 1 %" PRId64 " %s", head->seq, hash);
}

void head_sign(const struct board_key *key, struct chain_head *head)
{
	char line[128];

	board_key_sign(key, line, head_line(head, line), head->signature);
}

bool head_is_signed(const uint8_t public_key[32], const struct chain_head *head)
{
	char line[128];

	return signature_is_good(public_key, line, head_line(head, line), head->signature);
}

/* ---- the head in the archive ---- */

static bool blob_read(sqlite3_stmt *row, int column, uint8_t *bytes, size_t count)
{
	const void *blob = sqlite3_column_blob(row, column);

	if (!blob || sqlite3_column_type(row, column) != SQLITE_BLOB ||
	    (size_t)sqlite3_column_bytes(row, column) != count)
		return false;
	memcpy(bytes, blob, count);
	return true;
}

int journal_head_load(struct journal *journal, struct trouble *trouble)
{
	sqlite3_stmt *statement = journal_statement_get(journal, TO_GET_HEAD);
	int status = statement ? sqlite3_step(statement) : sqlite3_errcode(journal->db);
	struct chain_head head = {0};
	bool good = false;

	if (status == SQLITE_ROW) {
		head.seq = sqlite3_column_int64(statement, 0);
		good = head.seq >= 0 && blob_read(statement, 1, head.hash, HASH_SIZE) &&
		       blob_read(statement, 2, head.signature, SIGNATURE_SIZE);
	}
	sqlite3_reset(statement);
	if (status != SQLITE_ROW && status != SQLITE_DONE)
		return journal_trouble_of_sqlite(trouble, journal, status, "be read");
	if (!good)
		return journal_trouble_of_damage(trouble, journal, "its head is missing");
	journal->head = head;
	return 0;
}

/* ---- checks ---- */

/* Runs a query, whose parameter is `after` if it has one; `row` returns 0 as long as the rows are
 * good. */
typedef int row_check(struct journal *journal, sqlite3_stmt *row, void *context,
		      struct trouble *trouble);

static int check_rows(struct journal *journal, const char *query, int64_t after, row_check *check,
		      void *context, struct trouble *trouble)
{
	sqlite3_stmt *statement = NULL;
	int status, error = 0;

	errno = 0;
	status = sqlite3_prepare_v2(journal->db, query, -1, &statement, NULL);
	if (status == SQLITE_OK && sqlite3_bind_parameter_count(statement) > 0)
		status = sqlite3_bind_int64(statement, 1, after);
	if (status == SQLITE_OK)
		status = sqlite3_step(statement);
	while (status == SQLITE_ROW && error == 0) {
		error = check(journal, statement, context, trouble);
		if (error == 0)
			status = sqlite3_step(statement);
	}
	sqlite3_finalize(statement);
	if (error == 0 && status != SQLITE_DONE)
		error = journal_trouble_of_sqlite(trouble, journal, status, "be read");
	return error;
}

static int check_pages_row(struct journal *journal, sqlite3_stmt *row, void *context,
			   struct trouble *trouble)
{
	const char *text = (const char *)sqlite3_column_text(row, 0);

	(void)context;
	if (text && strcmp(text, "ok") == 0)
		return 0;
	/* SQLite's message names pages and trees, which is of no use to an arbiter. */
	return journal_trouble_of_damage(trouble, journal, "its pages do not fit together");
}

static int check_entry(struct journal *journal, sqlite3_stmt *row, void *context,
		       struct trouble *trouble)
{
	struct chain_head *end = context;
	uint8_t hash[HASH_SIZE];
	struct entry entry;

	if (sqlite3_column_int64(row, 0) != end->seq + 1)
		return journal_trouble_of_damage(trouble, journal, "entry %" PRId64 " is missing",
						 end->seq + 1);
	if (!journal_entry_read(row, &entry))
		return journal_trouble_of_damage(trouble, journal,
						 "entry %" PRId64 " cannot be read", end->seq + 1);
	entry_hash(end->hash, &entry, hash);
	if (memcmp(hash, entry.hash, HASH_SIZE))
		return journal_trouble_of_damage(
			trouble, journal, "entry %" PRId64 " does not follow from the one before",
			entry.seq);
	end->seq = entry.seq;
	memcpy(end->hash, hash, HASH_SIZE);
	return 0;
}

static int check_kept_row(struct journal *journal, sqlite3_stmt *row, void *context,
			  struct trouble *trouble)
{
	const char *name = (const char *)sqlite3_column_text(row, 0);
	const char *value = (const char *)sqlite3_column_text(row, 1);
	uint8_t hash[HASH_SIZE], expected[HASH_SIZE];

	(void)context;
	if (name && value && blob_read(row, 2, hash, HASH_SIZE)) {
		journal_kept_hash(name, value, expected);
		if (memcmp(hash, expected, HASH_SIZE) == 0)
			return 0;
	}
	return journal_trouble_of_damage(trouble, journal, "something kept in it was changed");
}

static int check_end(struct journal *journal, const uint8_t public_key[32],
		     const struct chain_head *end, struct trouble *trouble)
{
	const struct chain_head *head = &journal->head;

	if (!head_is_signed(public_key, head))
		return journal_trouble_say(
			trouble, EBADMSG,
			"%s is not signed with this board's key. Put the key back that "
			"it was written with, or move archive.db* and head away to begin "
			"anew.",
			journal_path_end(journal->path));
	if (end->seq < head->seq)
		return journal_trouble_of_damage(trouble, journal,
						 "it ends at entry %" PRId64 " but %" PRId64
						 " were written",
						 end->seq, head->seq);
	if (end->seq > head->seq)
		return journal_trouble_of_damage(trouble, journal,
						 "the entries after %" PRId64 " are not signed",
						 head->seq);
	if (memcmp(end->hash, head->hash, HASH_SIZE))
		return journal_trouble_of_damage(trouble, journal, "its end is not the one signed");
	return 0;
}

/* From behind an entry, or from the first (seq 0), to the signed end. */
static int check_from(struct journal *journal, const uint8_t public_key[32],
		      const struct chain_head *from, struct trouble *trouble)
{
	struct chain_head end = *from;
	int error = check_rows(journal,
			       "SELECT " ENTRY_COLUMNS " FROM entry WHERE seq > ? ORDER BY seq",
			       from->seq > 0 ? from->seq : INT64_MIN, check_entry, &end, trouble);

	if (error == 0)
		error = check_rows(journal, "SELECT name, value, hash FROM kept", 0, check_kept_row,
				   NULL, trouble);
	return error ? error : check_end(journal, public_key, &end, trouble);
}

static int check_all(struct journal *journal, const uint8_t public_key[32], struct trouble *trouble)
{
	static const struct chain_head beginning;
	int error =
		check_rows(journal, "PRAGMA integrity_check(1)", 0, check_pages_row, NULL, trouble);

	return error ? error : check_from(journal, public_key, &beginning, trouble);
}

int journal_chain_check(struct journal *journal, const uint8_t public_key[32],
			struct trouble *trouble)
{
	int error = journal_head_load(journal, trouble);

	return error ? error : check_all(journal, public_key, trouble);
}

/* The last entry that is not recent; 0 if all are. The game that will go on is recent, all of it. */
static int64_t recent_after(struct journal *journal)
{
	sqlite3_stmt *statement = journal_statement_get(journal, TO_FIND_LAST_START);
	int64_t after = journal->head.seq - RECENT, start = 1;

	if (after <= 0)
		return 0;
	if (statement && sqlite3_step(statement) == SQLITE_ROW)
		start = sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return start - 1 < after ? start - 1 : after;
}

int journal_chain_check_recent(struct journal *journal, const uint8_t public_key[32],
			       struct trouble *trouble)
{
	struct chain_head from = {0};
	int error = journal_head_load(journal, trouble);

	if (error)
		return error;
	from.seq = recent_after(journal);
	if (from.seq <= 0)
		return check_all(journal, public_key, trouble);
	if (!journal_hash_at(journal, from.seq, from.hash))
		return journal_trouble_of_damage(trouble, journal,
						 "entry %" PRId64 " cannot be read", from.seq);
	return check_from(journal, public_key, &from, trouble);
}

int journal_chain_check_length(struct journal *journal, struct trouble *trouble)
{
	const struct chain_head *known = &journal->known;
	uint8_t hash[HASH_SIZE];

	if (known->seq > journal->head.seq)
		return journal_trouble_of_cut(trouble, journal, journal->head.seq);
	if (known->seq == 0 && journal->head.seq > 0)
		log_warning("%s was missing or damaged: whether the end of the archive was cut off "
			    "cannot be told. It is written anew.",
			    journal->head_path);
	if (known->seq == 0)
		return 0;
	if (journal_hash_at(journal, known->seq, hash) && memcmp(hash, known->hash, HASH_SIZE) == 0)
		return 0;
	return journal_trouble_say(
		trouble, EBADMSG,
		"%s is another archive than was written here last. Put the right one "
		"back, or delete the file head beside it to go on with this one.",
		journal_path_end(journal->path));
}
