/*
 * The file of a set of pieces: first line "adjutant-pieces 1", then lines "tag UID COLOUR CODE" as
 * in game records. The daemon reads it when a game begins on a board with tags.
 *
 * The numbers reveal the ranks, so only its owner may read it: the user who writes it, or the owner
 * of the directory if that user is root. It is replaced as a whole, so that it is always either the
 * old one or the new one.
 */
#ifndef DAEMON_CLI_ENROL_ENROL_FILE_H
#define DAEMON_CLI_ENROL_ENROL_FILE_H

#include "daemon/cli/enrol/enrol_set.h"

/*
 * Reads what there is; a file that is not there has no pieces. Returns EXIT_FINE, or EXIT_MALFORMED
 * after having said file, line and reason.
 */
int enrol_file_read(struct enrol *enrol, const char *path);

/* "-" is standard output. Returns 0 or -errno. */
int enrol_file_write(const struct enrol *enrol, const char *path);

/* whether it could be written, without doing so: better known before people lay pieces out */
int enrol_file_try(const struct enrol *enrol, const char *path);

#endif
