/*
 * Opening and closing the archive.
 *
 * An archive that is refused is left as it was found, log included: it may still be repaired by
 * hand.
 */
#include "daemon/archive/journal.h"

#include "daemon/archive/journal_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the database ---- */

/*
 * The log has grown by a commit. If no idle moment came to checkpoint it (journal_rest), that is
 * done here. A failure does not affect the commit.
 */
static int log_grew(void *context, sqlite3 *db, const char *name, int pages)
{
	struct journal *journal = context;

	(void)db;
	(void)name;
	journal->log_pages = pages;
	if (pages >= LOG_PAGES)
		journal_log_move(journal);
	return SQLITE_OK;
}

/* Sets SQLite's behaviour explicitly, whatever the defaults it was built with. */
static int database_configure(struct journal *journal)
{
	static const char pragmas[] = "PRAGMA synchronous = FULL;" /* a sync for every commit */
				      "PRAGMA temp_store = MEMORY;"
				      "PRAGMA mmap_size = 0;"
				      "PRAGMA trusted_schema = OFF;"
				      "PRAGMA cell_size_check = ON;"
				      "PRAGMA secure_delete = ON;" /* what is forgotten is gone */
				      "PRAGMA journal_size_limit = 4194304;";
	char cache[48];
	int status;

	sqlite3_extended_result_codes(journal->db, 1);
	sqlite3_busy_timeout(journal->db, BUSY_MS);
	sqlite3_db_config(journal->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(journal->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	sqlite3_wal_hook(journal->db, log_grew, journal);
	snprintf(cache, sizeof cache, "PRAGMA cache_size = -%d", CACHE_KB);
	status = sqlite3_exec(journal->db, cache, NULL, NULL, NULL);
	return status == SQLITE_OK ? sqlite3_exec(journal->db, pragmas, NULL, NULL, NULL) : status;
}

/* SQLite gives the log and its index the mode of the archive. */
static int database_open(struct journal *journal, const char *name, int flags,
			 struct trouble *trouble)
{
	mode_t before = umask(077);
	int status;

	errno = 0;
	status = sqlite3_open_v2(name, &journal->db, flags | SQLITE_OPEN_NOMUTEX, NULL);

	umask(before);
	if (status == SQLITE_OK)
		status = database_configure(journal);
	if (status != SQLITE_OK)
		return journal_trouble_of_sqlite(trouble, journal, status, "be opened");
	return 0;
}

static bool path_make(char path[PATH_MAX], const char *dir, const char *name)
{
	return snprintf(path, PATH_MAX, "%s/%s", dir, name) < PATH_MAX - 8; /* room for -journal */
}

static int64_t size_of(const char *path, const char *suffix)
{
	char whole[PATH_MAX + 8];
	struct stat status;

	snprintf(whole, sizeof whole, "%s%s", path, suffix);
	return stat(whole, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
}

/* ---- for writing ---- */

/* A copy that was put back may come with other modes, and with its log. */
static bool make_private(const char *path)
{
	static const char *const suffixes[] = {"", "-wal", "-shm"};
	char whole[PATH_MAX + 8];
	struct stat status;

	for (unsigned i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		snprintf(whole, sizeof whole, "%s%s", path, suffixes[i]);
		if (stat(whole, &status) == 0 && (status.st_mode & 077) && chmod(whole, 0600))
			return false;
	}
	return true;
}

/* SQLite would create it, but could not say why it failed. */
static int make_file(const struct journal *journal, struct trouble *trouble)
{
	int fd = open(journal->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return journal_trouble_explain(trouble, errno, journal->path, "be made");
	close(fd);
	return 0;
}

/*
 * A missing or empty archive may be created, unless anything shows that there was one before.
 * SQLite would discard the log of an empty archive.
 */
static int check_files(const struct journal *journal, struct trouble *trouble)
{
	struct stat status;
	bool exists = stat(journal->path, &status) == 0;

	if (!exists && errno != ENOENT)
		return journal_trouble_explain(trouble, errno, journal->path, "be opened");
	if (exists && S_ISDIR(status.st_mode))
		return journal_trouble_explain(trouble, EISDIR, journal->path, "be opened");
	if (exists && !S_ISREG(status.st_mode))
		return journal_trouble_say(trouble, EBADMSG, "%s is not a file. Move it away.",
					   journal_path_end(journal->path));
	if (exists && !make_private(journal->path))
		return journal_trouble_explain(trouble, errno, journal->path, "be made private");
	if (exists && access(journal->path, W_OK))
		return journal_trouble_explain(trouble, errno, journal->path, "be written");
	if (exists && status.st_size > 0)
		return 0;
	if (journal->known.seq || size_of(journal->path, "-wal"))
		return journal_trouble_say(trouble, exists ? EBADMSG : ENOENT,
					   "%s is %s, but entries were written to it. " BEGIN_ANEW,
					   journal_path_end(journal->path),
					   exists ? "empty" : "gone");
	return exists ? 0 : make_file(journal, trouble);
}

static int check_contents(struct journal *journal, struct trouble *trouble)
{
	int error = journal_schema_prepare(journal, trouble);

	if (error == 0)
		error = journal_chain_check_recent(journal, journal->key->public_key, trouble);
	return error ? error : journal_chain_check_length(journal, trouble);
}

/*
 * After a crash the log may contain data that is not on the disk, if the crash followed a failed
 * sync. Nothing is appended to it: it is moved into the database first, or, if that is impossible
 * now, before the first transaction.
 */
static int database_take(struct journal *journal, struct trouble *trouble)
{
	int status = SQLITE_OK;

	if (sqlite3_db_readonly(journal->db, "main"))
		return journal_trouble_explain(trouble, EROFS, journal->path, "be written");
	status = sqlite3_exec(journal->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
	if (status != SQLITE_OK)
		return journal_trouble_of_sqlite(trouble, journal, status, "be written");
	journal->log_found = size_of(journal->path, "-wal") > 0;
	journal_settle(journal); /* if it fails, the next begin reports why */
	sqlite3_db_config(journal->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
	return 0;
}

static int open_for_writing(struct journal *journal, const char *dir, struct trouble *trouble)
{
	int error = journal_directory_make(dir, trouble);

	if (error == 0)
		error = journal_lock_take(journal, dir, trouble);
	if (error == 0)
		error = journal_head_file_open(journal, trouble);
	if (error)
		return error;
	journal->known = journal_head_file_read(journal);
	error = check_files(journal, trouble);
	if (error == 0)
		error = database_open(journal, journal->path, SQLITE_OPEN_READWRITE, trouble);
	if (error == 0)
		error = check_contents(journal, trouble);
	if (error == 0)
		error = database_take(journal, trouble);
	if (error)
		return error;
	journal_directory_sync(dir);
	journal_head_file_write(journal);
	return 0;
}

/* ---- for reading ---- */

/* The path as a file: URI, for a file that nothing will change. */
static void immutable_name(const char *path, char name[3 * PATH_MAX + 32])
{
	char *to = name + sprintf(name, "file:");

	for (; *path; path++)
		to += strchr("%?#", *path) ? sprintf(to, "%%%02x", (unsigned char)*path)
					   : sprintf(to, "%c", *path);
	sprintf(to, "?immutable=1");
}

static int open_contents(struct journal *journal, const char *name, int flags,
			 struct trouble *trouble)
{
	int error = database_open(journal, name, flags | SQLITE_OPEN_READONLY, trouble);

	if (error == 0)
		error = journal_schema_prepare(journal, trouble);
	return error ? error : journal_head_load(journal, trouble);
}

static void database_close(struct journal *journal)
{
	for (unsigned i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(journal->statements[i]);
	memset(journal->statements, 0, sizeof journal->statements);
	sqlite3_close(journal->db);
	journal->db = NULL;
}

/*
 * SQLite creates a log and an index beside an archive to read it. If there is no log, no process is
 * writing: then it can be read from a read-only directory, and a single file stays a single file.
 */
static int open_for_reading(struct journal *journal, bool by_itself, struct trouble *trouble)
{
	char name[3 * PATH_MAX + 32];
	bool quiet = size_of(journal->path, "-wal") == 0;
	int error = 0;

	if (access(journal->path, R_OK))
		return journal_trouble_explain(trouble, errno, journal->path, "be read");
	immutable_name(journal->path, name);
	if (by_itself && quiet)
		return open_contents(journal, name, SQLITE_OPEN_URI, trouble);
	error = open_contents(journal, journal->path, 0, trouble);
	if ((error == -EACCES || error == -EROFS) && quiet) {
		database_close(journal);
		error = open_contents(journal, name, SQLITE_OPEN_URI, trouble);
	}
	return error;
}

/* ---- the doors ---- */

static struct journal *journal_make(const struct board_key *key)
{
	struct journal *journal = calloc(1, sizeof *journal);

	if (journal) {
		journal->key = key;
		journal->lock_fd = -1;
		journal->head_fd = -1;
	}
	return journal;
}

/* Gives out what was opened, or closes it. */
static int journal_opened(struct journal **journal, struct journal *made, int error)
{
	if (error)
		journal_close(made);
	*journal = error ? NULL : made;
	return error;
}

int journal_open(struct journal **journal, const char *dir, const struct board_key *key,
		 struct trouble *trouble)
{
	struct journal *made = journal_make(key);
	int error;

	*journal = NULL;
	if (!made)
		return journal_trouble_explain(trouble, ENOMEM, dir, "be opened");
	if (!path_make(made->path, dir, "archive.db") || !path_make(made->head_path, dir, "head"))
		error = journal_trouble_explain(trouble, ENAMETOOLONG, dir, "be opened");
	else if (key)
		error = open_for_writing(made, dir, trouble);
	else
		error = open_for_reading(made, false, trouble);
	return journal_opened(journal, made, error);
}

int journal_open_file(struct journal **journal, const char *path, struct trouble *trouble)
{
	struct journal *made = journal_make(NULL);
	int error;

	*journal = NULL;
	if (!made)
		return journal_trouble_explain(trouble, ENOMEM, path, "be opened");
	if (snprintf(made->path, PATH_MAX, "%s", path) >= PATH_MAX - 8)
		error = journal_trouble_explain(trouble, ENAMETOOLONG, path, "be opened");
	else
		error = open_for_reading(made, true, trouble);
	return journal_opened(journal, made, error);
}

void journal_close(struct journal *journal)
{
	if (!journal)
		return;
	if (journal->db)
		journal_rollback(journal);
	database_close(journal);
	if (journal->head_fd >= 0)
		close(journal->head_fd);
	if (journal->lock_fd >= 0)
		close(journal->lock_fd);
	free(journal);
}

int journal_check(struct journal *journal, const uint8_t public_key[32], struct trouble *trouble)
{
	bool alone = !journal->inside && !journal->key;
	int error = alone ? journal_begin(journal, trouble) : 0;

	if (error == 0)
		error = journal_chain_check(journal, public_key, trouble);
	if (alone)
		journal_rollback(journal);
	return error;
}
