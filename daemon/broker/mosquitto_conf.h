/*
 * Writes configurations for Mosquitto: the common settings, and checks of the values. The format
 * cannot quote, so a newline in a value would become a setting: values from the board's
 * configuration are checked before they are written.
 */
#ifndef DAEMON_BROKER_MOSQUITTO_CONF_H
#define DAEMON_BROKER_MOSQUITTO_CONF_H

#include "daemon/config/config.h"

#include <stdio.h>

/* ---- values ---- */

bool mosquitto_conf_is_line(
	const char *text); /* can be the rest of a line, and is read back as it was */
bool mosquitto_conf_is_board(const char *text);	  /* [a-z0-9_-], a level of topics */
bool mosquitto_conf_is_host(const char *text);	  /* a name or an IPv4 address */
bool mosquitto_conf_is_address(const char *text); /* IPv4 */

/* Returns 0, or -EINVAL after having logged which value is bad. */
int mosquitto_conf_check(bool good, const char *what);

/*
 * The absolute path of something that must exist; the caller owns it. Returns 0 or -errno after
 * having logged why.
 */
int mosquitto_conf_resolve(const char *what, const char *configured, char **path);
int mosquitto_conf_resolve_program(const struct config *config, char **path);

/* ---- files ---- */

/* A new file instead of any of that name, mode 0600; NULL after having logged why. */
FILE *mosquitto_conf_open(int dir_fd, const char *name);
/* Returns 0, or -errno after having logged it, also for what went wrong with writing before. */
int mosquitto_conf_close(FILE *file, const char *name);

/* What every broker of ours is told. */
void mosquitto_conf_write_common(FILE *file);

#endif
