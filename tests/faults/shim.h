/*
 * A disk that fails on demand, between a program and the C library. Preloaded
 * (LD_PRELOAD=build/tests/faults/shim.so) it is told what to do by the environment; linked into a
 * test, by fault_set().
 *
 *   FAULT_PATH=TEXT    only files whose path contains TEXT, or ends with it if a $ is put behind;
 *                      without it nothing is done at all
 *   FAULT_CALL=CALL    write, sync, truncate, open (for writing), unlink or any
 *   FAULT_AT=N         the Nth such call since this setting was made fails; 1 unless told
 *   FAULT_FOR=1        only that one, or `forever`: all from there on
 *   FAULT_ERRNO=NAME   ENOSPC, EIO, EROFS, EACCES, EDQUOT: how it fails
 *                      SHORT: only half of it is written, and that is returned
 *                      KILL: half of it is written, and the process is killed
 *                      SKIP: nothing is done, and that is called a success
 *                      WAIT: a sync takes as long as FAULT_FILE says so, then it succeeds
 *   FAULT_FILE=PATH    a file with words like "call=sync at=3 errno=EIO for=forever", read at each
 *                      call: they replace the settings of the environment. An empty one, or none:
 *                      nothing fails. When its contents change, counting begins again.
 *   FAULT_TALLY=PATH   a file that grows by a dot with each sync that succeeds, and by a w when one
 *                      begins to wait
 */
#ifndef TESTS_FAULTS_SHIM_H
#define TESTS_FAULTS_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fault_call {
	FAULT_WRITE = 1,
	FAULT_SYNC = 2,
	FAULT_TRUNCATE = 4,
	FAULT_OPEN = 8,
	FAULT_UNLINK = 16,
	FAULT_ANY = 31
};

/* Words as in FAULT_FILE, and path=TEXT. NULL: nothing fails. Counting begins again. */
void fault_set(const char *words);

/* how many calls there were that the setting is about */
unsigned fault_count(void);

/* Is told of each call that succeeds, of files that the path is about. at: the offset or the new
 * size; of a sync that was made to fail: -1. */
typedef void fault_observer(enum fault_call call, const char *path, int64_t at, const void *bytes,
			    size_t count);
void fault_observe(fault_observer *observer);

/* ---- between fault.c, which decides, and shim.c, which does ---- */

enum fault_way { FAULT_NONE, FAULT_FAILS, FAULT_SHORT, FAULT_KILLS, FAULT_SKIPS, FAULT_WAITS };

void fault_begin(void);	 /* reads the environment */
bool fault_is_set(void); /* whether there is any file that it is about */
bool fault_concerns(const char *path);
enum fault_way fault_decide(enum fault_call call, const char *path); /* counts the call */
void fault_begin_wait(void);
bool fault_still_waits(void); /* whether the control file still says WAIT */
int fault_errno(void);
void fault_tell(enum fault_call call, const char *path, int64_t at, const void *bytes,
		size_t count);

#endif
