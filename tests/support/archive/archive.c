/* Sample archives: scratch directories, files, and numbered transactions. */
#include "tests/support/archive/archive.h"

#include "unity.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ---- */

void scratch_make(char dir[SCRATCH_PATH])
{
	const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : getenv("TMPDIR");

	snprintf(dir, SCRATCH_PATH, "%.30s/adjutant-journal-XXXXXX", place ? place : "/tmp");
	TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

const char *scratch_path(const char *dir, const char *name)
{
	static char paths[4][2 * SCRATCH_PATH];
	static unsigned next;
	char *path = paths[next++ % 4];

	snprintf(path, sizeof *paths, "%s/%s", dir, name);
	return path;
}

/* Removes files and one level of directories, which is enough here. */
void scratch_remove(const char *dir)
{
	DIR *list = opendir(dir);
	struct dirent *each;

	while (list && (each = readdir(list))) {
		char path[SCRATCH_PATH + 300];

		if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof path, "%s/%s", dir, each->d_name);
		if (unlink(path) && rmdir(path))
			scratch_remove(path);
	}
	if (list)
		closedir(list);
	rmdir(dir);
}

uint8_t *file_read(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	struct stat status;
	uint8_t *bytes;

	*size = 0;
	if (!file)
		return NULL;
	TEST_ASSERT_EQUAL_INT(0, fstat(fileno(file), &status));
	bytes = malloc((size_t)status.st_size + 1);
	TEST_ASSERT_NOT_NULL(bytes);
	*size = fread(bytes, 1, (size_t)status.st_size, file);
	fclose(file);
	return bytes;
}

void file_write(const char *path, const void *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
	TEST_ASSERT_EQUAL_UINT64(size, fwrite(bytes, 1, size, file));
	fclose(file);
}

int file_run_sql(const char *path, const char *sql)
{
	sqlite3 *db;
	int status = sqlite3_open(path, &db);

	if (status == SQLITE_OK)
		status = sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_close(db);
	return status;
}

void archive_copy(const char *from_dir, const char *to_dir)
{
	static const char *const names[] = {"archive.db", "archive.db-wal", "head"};

	for (unsigned i = 0; i < 3; i++) {
		size_t size;
		uint8_t *bytes = file_read(scratch_path(from_dir, names[i]), &size);

		if (bytes)
			file_write(scratch_path(to_dir, names[i]), bytes, size);
		free(bytes);
	}
}

/* ---- samples ---- */

static const struct {
	enum entry_kind kind;
	const char *who;
} sample_kinds[] = {{ENTRY_WORD, "red"}, {ENTRY_IN, ""},	{ENTRY_FACT, ""},
		    {ENTRY_OUT, "red"},	 {ENTRY_OUT, "public"}, {ENTRY_STATE, ""}};

enum { SAMPLE_KINDS = sizeof sample_kinds / sizeof *sample_kinds, BODY_MAX = 6000 };

static unsigned sample_entries(unsigned n)
{
	return 2 + n % (SAMPLE_KINDS - 1);
}

/* Now and then one that needs pages of its own. */
static struct entry sample_entry(unsigned n, unsigned k, char body[BODY_MAX])
{
	size_t length = n % 13 == 7 && k == 1 ? 5000 + n : 20 + (n * 37 + k * 11) % 200;

	memset(body, 'a' + (int)((n + k) % 26), length);
	body[snprintf(body, 32, "t%u-%u", n, k)] = ' ';
	body[length] = '\0';
	return (struct entry){.game = n / 10 + 1,
			      .t_us = (int64_t)n * 1000 + k,
			      .wall_ms = 1700000000000 + n,
			      .kind = sample_kinds[k].kind,
			      .who = sample_kinds[k].who,
			      .body = body,
			      .length = length};
}

int sample_add(struct journal *journal, unsigned n, struct trouble *trouble)
{
	char body[BODY_MAX], text[16];
	int error = journal_begin(journal, trouble);

	for (unsigned k = 0; error == 0 && k < sample_entries(n); k++) {
		struct entry entry = sample_entry(n, k, body);

		error = journal_add(journal, &entry, trouble);
	}
	snprintf(text, sizeof text, "%u", n);
	if (error == 0)
		error = journal_keep(journal, "sample", text);
	return error ? error : journal_commit(journal, trouble);
}

struct sample_reader {
	unsigned *found, count, n, k;
	int64_t seq;
};

static bool sample_visit(void *context, const struct entry *entry)
{
	struct sample_reader *reader = context;
	char body[BODY_MAX];
	struct entry expected;
	unsigned n = 0, k = 0;

	TEST_ASSERT_EQUAL_INT(2, sscanf(entry->body, "t%u-%u ", &n, &k));
	if (k == 0) {
		reader->n = n;
		reader->found[reader->count++] = n;
	}
	TEST_ASSERT_EQUAL_UINT(reader->n, n);
	TEST_ASSERT_EQUAL_UINT(reader->k, k);
	expected = sample_entry(n, k, body);
	TEST_ASSERT_EQUAL_INT64(++reader->seq, entry->seq);
	TEST_ASSERT_EQUAL_INT64(expected.game, entry->game);
	TEST_ASSERT_EQUAL_INT64(expected.t_us, entry->t_us);
	TEST_ASSERT_EQUAL_INT64(expected.wall_ms, entry->wall_ms);
	TEST_ASSERT_EQUAL(expected.kind, entry->kind);
	TEST_ASSERT_EQUAL_STRING(expected.who, entry->who);
	TEST_ASSERT_EQUAL_UINT64(expected.length, entry->length);
	TEST_ASSERT_EQUAL_STRING(expected.body, entry->body);
	reader->k = (k + 1) % sample_entries(n);
	return reader->count < SAMPLES_MAX || reader->k != 0; /* the last one whole */
}

unsigned sample_read(struct journal *journal, unsigned found[SAMPLES_MAX])
{
	struct sample_reader reader = {.found = found};
	struct trouble trouble = {""};
	char text[16] = "0";
	int error = journal_each(journal, -1, ENTRY_ANY, sample_visit, &reader, &trouble);

	TEST_ASSERT_EQUAL_INT_MESSAGE(0, error, trouble.text);
	TEST_ASSERT_EQUAL_UINT_MESSAGE(0, reader.k, "half of a transaction");
	journal_recall(journal, "sample", text, sizeof text);
	TEST_ASSERT_EQUAL_UINT(reader.count ? found[reader.count - 1] : 0, strtoul(text, NULL, 10));
	return reader.count;
}
