/*
 * What the files of the configuration share, private to them:
 *
 *   config.c        defaults, and what is found on the machine
 *   config_file.c   lines of a file, through inih, to sections, keys and values
 *   config_keys.c   every key there is, and what it accepts
 *   config_paths.c  keys that are paths
 *   config_game.c   the keys of [game], which are those of games and tables
 *   config_check.c  what must fit together once everything is read
 *   config_driver.c what the driver of the board says of its lines
 *   config_print.c  the way back
 */
#ifndef DAEMON_CONFIG_CONFIG_INSIDE_H
#define DAEMON_CONFIG_CONFIG_INSIDE_H

#include "daemon/config/config.h"

/*
 * inih takes lines of up to 198 bytes. A key and a value of these lengths fit, also when they are
 * written again with blanks around the '='.
 */
enum { KEY_LONGEST = 32, VALUE_LONGEST = 160 };

enum { KEY_COUNT_MAX = 32, GAME_KEYS = 16 };

/* A line of [game], kept until the edition is known. */
struct game_line {
	unsigned line; /* 0: is not in the file */
	char value[VALUE_LONGEST + 1];
};

/* A file being read. */
struct config_reader {
	struct config config; /* becomes the caller's if there is no error */
	FILE *in, *complaints;
	const char *name;
	unsigned line; /* the current one, from 1 */
	unsigned errors;
	size_t bytes;
	int failure;		      /* errno of a read that failed */
	unsigned seen[KEY_COUNT_MAX]; /* the lines of the keys of config_keys[] */
	struct game_line game[GAME_KEYS];
	/*
	 * an error in [table] or [game] is reported already, and the driver's lines cannot be
	 * judged
	 */
	bool board_is_unclear;
};

/* NAME:LINE: reason */
void config_complain(struct config_reader *reader, unsigned line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* ---- keys ---- */

struct config_key;

typedef void config_set(struct config_reader *reader, const struct config_key *key,
			const char *value);
typedef void config_write(FILE *out, const struct config_key *key, const void *field);

struct config_kind {
	config_set *set;     /* stores the value or complains */
	config_write *write; /* the value with a blank before it; nothing if it is empty */
};

struct config_key {
	const char *section, *name;
	const struct config_kind *kind;
	size_t offset, size;	  /* in struct config */
	unsigned from, to;	  /* numbers: the limits; words: the number of the first one */
	const char *const *words; /* ends with NULL */
	bool may_be_empty;
};

extern const struct config_key config_keys[];
extern const size_t config_key_count;
extern const char *const config_sections[]; /* ends with NULL */

bool config_knows_section(const char *section, size_t length);

/* one line: the section is known, the value no longer than VALUE_LONGEST */
void config_set_key(struct config_reader *reader, const char *section, const char *name,
		    const char *value);

/* the line that has this key, 0 if none has */
unsigned config_line_of(const struct config_reader *reader, const char *section, const char *name);

/* text into a field, the rest of which is zero; complains if it is too long */
void config_store_text(struct config_reader *reader, const struct config_key *key,
		       const char *text);

extern const struct config_kind config_kind_file;	 /* must be readable */
extern const struct config_kind config_kind_secret;	 /* and not by other users */
extern const struct config_kind config_kind_certificate; /* in PEM, by its first line */
extern const struct config_kind config_kind_private_key; /* likewise, and a secret */
extern const struct config_kind config_kind_program;
extern const struct config_kind config_kind_folder;
extern const struct config_kind config_kind_state; /* a directory that need not be there yet */
void config_write_text(FILE *out, const struct config_key *key, const void *field);

/* "a, b or c" */
void config_list(char *list, size_t size, const char *const *words);

/* ---- [game] ---- */

void config_game_set(struct config_reader *reader, const char *name, const char *value);
void config_game_apply(struct config_reader *reader);
void config_game_print(FILE *out, const struct config *config);

/* ---- the whole ---- */

void config_check(struct config_reader *reader);

#endif
