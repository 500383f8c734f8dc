/* Configuration files as strings, for the tests of the configuration. */
#ifndef TESTS_SUPPORT_CONFIG_TEXT_H
#define TESTS_SUPPORT_CONFIG_TEXT_H

#include "daemon/config/config.h"

enum { TEXT_MAX = 32768 };

extern char said[TEXT_MAX]; /* the complaints about the last file */
/* has the files open (0644, like a certificate), secret (0600, like a key) and program (0755) */
extern char scratch_dir[64];

void make_scratch_dir(void);
void remove_scratch_dir(void);
const char *path_of(const char *name); /* in there; valid until the next call */

/* as if the text were test.conf in there */
int read_bytes(struct config *config, const char *bytes, size_t count);
int read_text(struct config *config, const char *text);

/* reads text over the defaults */
void expect_good(struct config *config, const char *text);
/* exactly one complaint, with this line and these words in it */
void expect_complaint(const char *text, unsigned line, const char *words);
/* that its printed form reads as itself */
void expect_round_trip(const struct config *config);
void expect_same(const struct config *a, const struct config *b);

void print_config(const struct config *config, char text[TEXT_MAX]);

#endif
