/*
 * Archives for experiments: numbered transactions whose entries follow from their number, so that a
 * test can tell whether what it finds in an archive is right.
 */
#ifndef TESTS_SUPPORT_ARCHIVE_ARCHIVE_H
#define TESTS_SUPPORT_ARCHIVE_ARCHIVE_H

#include "daemon/archive/journal.h"

enum { SAMPLES_MAX = 256, SCRATCH_PATH = 64 };

/* Creates a directory for a test, in memory if possible; and removes it. */
void scratch_make(char dir[SCRATCH_PATH]);
void scratch_remove(const char *dir);
/* DIR/NAME in a buffer of its own, good for the next few calls */
const char *scratch_path(const char *dir, const char *name);
/* Whole files. file_read(): the caller frees the result; NULL if there is no such file. */
uint8_t *file_read(const char *path, size_t *size);
void file_write(const char *path, const void *bytes, size_t size);
/* uses it as a database, behind the journal's back; returns SQLite's status */
int file_run_sql(const char *path, const char *sql);
/* the archive, its log and its head into an empty directory; not the index and the lock */
void archive_copy(const char *from_dir, const char *to_dir);

/* Adds number n as one transaction: a few entries and something kept. Returns 0 or -errno. */
int sample_add(struct journal *journal, unsigned n, struct trouble *trouble);

/* Reads which of them are in a journal, in their order. Anything else in it, or an incomplete one,
 * fails the test. Returns how many. */
unsigned sample_read(struct journal *journal, unsigned found[SAMPLES_MAX]);

#endif
