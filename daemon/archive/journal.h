/*
 * The journal: one SQLite archive for all games of the board. Entries are only ever added, each
 * chained to the previous one by a hash; the end of the chain is signed with the board's key. An
 * event is published only after its entry has been committed to the disk.
 *
 * The archive holds ranks and words: only its owner may read it. Random bytes in the hash of each
 * entry make it safe to publish the end of the chain: it cannot be used to test guesses of ranks.
 */
#ifndef DAEMON_ARCHIVE_JOURNAL_H
#define DAEMON_ARCHIVE_JOURNAL_H

#include "daemon/base/crypto.h"
#include "daemon/base/trouble.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct journal;

/*
 * Kinds of entries, their bodies, and who they are from or for where that matters (`who`); see
 * daemon/formats.md. On the disk they have the names of journal_kinds.c, which never change: names
 * are part of the hashes.
 */
/* clang-format off */
enum entry_kind {
	ENTRY_ANY,      /* none that this version knows; asked for: every kind */
	ENTRY_RUN,      /* the daemon began to run, of game 0; body: "adjutantd VERSION BOOT-ID" */
	ENTRY_START,    /* a game is prepared; body: the head of its record, decks included */
	ENTRY_TABLE,    /* how its table is read; body: options and sensors, lines of a recording */
	ENTRY_NAME,     /* the game's id for commitments; body: 128 random bits */
	ENTRY_PIECES,   /* the tags of its pieces, if it reads any; body: lines "tag UID red M" */
	ENTRY_IN,       /* what sensors said; body: lines of a recording */
	ENTRY_WORD,     /* what was said; who: red, blue, arbiter; body: "ID WORD..." */
	ENTRY_FACT,     /* what was decided; body: the fact (rules/fact.h) */
	ENTRY_STATE,    /* what else must survive; body: the saved state (referee_save.c) */
	ENTRY_OUT,      /* what is told; who: topics, numbered, "red 7 blue 7"; body: JSON event */
	ENTRY_NONCE,    /* the openings of the commitments; body: lines "red a1 M NONCE" */
	ENTRY_LOOK,     /* something was looked up; who: by whom; body: what */
	ENTRY_SHELVE,   /* the game is set aside; body: adjourned, or dropped before it began */
	ENTRY_UNSHELVE, /* and goes on */
	ENTRY_FORK,     /* a head that was shown is lost; body: "NUMBER HASH SIGNATURE" */
	ENTRY_RECORD,   /* the finished record; body: as it is exported */
	ENTRY_KINDS
};
/* clang-format on */

enum { ENTRY_NAME_SIZE = 96 };

struct entry {
	int64_t seq;  /* 1, 2, 3 ... without a gap */
	int64_t game; /* 0: of no game */
	int64_t t_us; /* by the clock of the run */
	int64_t wall_ms;
	enum entry_kind kind;
	const char *kind_name; /* as it is on the disk; shorter than ENTRY_NAME_SIZE, as is who */
	const char *who;
	const char *body; /* terminated, may hold any text */
	size_t length;
	uint8_t salt[NONCE_SIZE];
	uint8_t hash[HASH_SIZE];
};

struct chain_head {
	int64_t seq;
	uint8_t hash[HASH_SIZE];
	uint8_t signature[SIGNATURE_SIZE]; /* of "adjutant-head 1 SEQ HASH" */
};

/*
 * Opens DIR/archive.db, makes it if there is none, and checks it: that it is a whole database, that
 * the chain holds, is signed with the key and is as long as DIR/head says. Of a long archive only
 * the recent part is looked at, with the latest game whole, so that a board starts as quickly after
 * years as on its first day; journal_check() looks at everything. One process at a time can do this
 * (-EBUSY); an archive that is refused is left as it was. The key must outlive the journal. key
 * NULL: read-only, also while a daemon writes, and nothing is checked. Returns 0 or -errno, with a
 * sentence. -EBADMSG: the archive is not what was written.
 */
int journal_open(struct journal **journal, const char *dir, const struct board_key *key,
		 struct trouble *trouble);
/* The archive as a file by itself, read-only. */
int journal_open_file(struct journal **journal, const char *path, struct trouble *trouble);
void journal_close(struct journal *journal);

/*
 * Everything that journal_open() checks with a key, except DIR/head, from the first entry on, for a
 * journal that was opened without one.
 */
int journal_check(struct journal *journal, const uint8_t public_key[32], struct trouble *trouble);

/*
 * One transaction: begin, add, commit. After an error (-errno) everything since begin is undone,
 * the transaction is over, and the sentence tells the arbiter why. Only what was committed counts.
 * What failed is never seen again by this process; if it ends before another transaction could be
 * begun, the next process may find the failed one in the archive, whole, as if it had succeeded: so
 * resume from what is there. begin fails until the disk works again; to try it again is safe.
 *
 * `add` fills in seq, kind_name, salt and hash. `who` and `body` may be NULL for none.
 *
 * In a journal opened without a key, what is read between begin and rollback is of one moment.
 */
int journal_begin(struct journal *journal, struct trouble *trouble);
int journal_add(struct journal *journal, const struct entry *entry, struct trouble *trouble);
int journal_commit(struct journal *journal, struct trouble *trouble);
void journal_rollback(struct journal *journal);

/* To be called when idle: spares a later commit the work of tidying up. */
void journal_rest(struct journal *journal);

/* The end of the chain; of a reader: when it was opened, or at its last begin. */
const struct chain_head *journal_head(const struct journal *journal);
/* The same with what the present transaction has added, not signed yet. */
const struct chain_head *journal_end(const struct journal *journal);

/* Entries in their order; game -1: of all games. The visitor returns false to end. Returns 0 or
 * -errno. */
typedef bool entry_visitor(void *context, const struct entry *entry);
int journal_each(struct journal *journal, int64_t game, enum entry_kind kind, entry_visitor *visit,
		 void *context, struct trouble *trouble);

/* The events of a game that the public was told of, and no others; not in their order. */
int journal_each_told(struct journal *journal, int64_t game, entry_visitor *visit, void *context,
		      struct trouble *trouble);

/* The runs that began after one entry and before another, in their order. */
int journal_each_run(struct journal *journal, int64_t after, int64_t before, entry_visitor *visit,
		     void *context, struct trouble *trouble);

/*
 * The queries below cannot report a failing disk: they return 0 or false, and the present or next
 * transaction fails instead.
 */

/*
 * What the public was told is numbered 1, 2, 3 ... over all games, and the hash of the entry with
 * the number is the head that everyone was shown then (course.h).
 */
struct told_entry {
	uint64_t number; /* on the public's topic */
	int64_t seq;
	uint8_t hash[HASH_SIZE];
};

/* The number in the `who` of an out entry; 0 if the public was not told. */
uint64_t entry_public_number(const char *who);
bool journal_last_told(struct journal *journal, struct told_entry *told);
/* Looks through the whole archive. */
bool journal_find_told(struct journal *journal, uint64_t number, struct told_entry *told);

bool journal_hash_at(struct journal *journal, int64_t seq, uint8_t hash[HASH_SIZE]);
/* The wall clock of the latest entry, 0 if there is none. */
int64_t journal_last_wall_ms(struct journal *journal);

/* the number of the latest game, 0 if there is none */
int64_t journal_last_game(struct journal *journal);

/*
 * Whether this speaker has said a word with this id in any game: a seat keeps its key for a
 * rematch, so a box recorded in an earlier game could be replayed.
 */
bool journal_has_word(struct journal *journal, const char *who, const char *id);

/*
 * Small values that are not history and not chained: which seats are paired, how far was published.
 * Part of the transaction, if there is one. recall: false also if `room` is too small.
 */
int journal_keep(struct journal *journal, const char *name, const char *value); /* NULL forgets */
bool journal_recall(struct journal *journal, const char *name, char *value, size_t room);

/* Computes the hash of an entry from the previous one. */
void entry_hash(const uint8_t before[HASH_SIZE], const struct entry *entry,
		uint8_t hash[HASH_SIZE]);
void head_sign(const struct board_key *key, struct chain_head *head);
bool head_is_signed(const uint8_t public_key[32], const struct chain_head *head);

#endif
