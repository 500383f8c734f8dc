/*
 * The configuration of a board: read from an INI file, or the defaults of a table without hardware.
 * An unknown key or a senseless value is an error with file and line.
 */
#ifndef DAEMON_CONFIG_CONFIG_H
#define DAEMON_CONFIG_CONFIG_H

#include "daemon/base/paths.h"
#include "daemon/referee/referee.h"
#include "rules/square.h"

#include <stdio.h>

enum { CONFIG_NAME = 64, CONFIG_LINES = 64 };

enum driver_kind { DRIVER_VIRTUAL, DRIVER_REPLAY, DRIVER_REED, DRIVER_SERIAL };
enum broadcast { BROADCAST_NONE, BROADCAST_REVEALED, BROADCAST_AFTER };

struct config {
	/* [board] */
	char board[CONFIG_NAME]; /* in topics: [a-z0-9_-] */
	char title[CONFIG_NAME]; /* for people */
	char state_dir[PATHS_SIZE];

	/* [table]: the driver's own keys, passed on line by line as they are */
	enum driver_kind driver;
	char recording[PATHS_SIZE]; /* replay */
	unsigned driver_line_count;
	struct {
		char key[CONFIG_NAME], value[PATHS_SIZE];
		unsigned line;
	} driver_lines[CONFIG_LINES];

	/* [game]: for new games */
	struct referee_options options;
	unsigned rules_given; /* of these, bits of options_get(): whatever the edition says */

	/* [network] */
	char listen[CONFIG_NAME];	    /* address, IPv4 */
	uint16_t http_port, websocket_port; /* 0: any free one */
	uint16_t mqtt_port;		    /* of console handhelds, likewise */
	uint16_t watch_port;		    /* of spectators: websockets, then plain MQTT */
	uint16_t watch_mqtt_port;
	bool ports_are_preferences; /* no port was asked for: if the default is taken, any will do */
	char web_dir[PATHS_SIZE];   /* "": paths_find_web() */
	char address[CONFIG_NAME];  /* how handhelds reach this machine; "" finds out */
	enum broadcast broadcast;
	unsigned delay_s; /* of what the public learns */

	/* [broker] */
	char mosquitto[PATHS_SIZE];			       /* the program */
	char plugin[PATHS_SIZE];			       /* dynamic security */
	char certificate[PATHS_SIZE], private_key[PATHS_SIZE]; /* TLS for handhelds; "" without */

	/* [uplink]: a club's broker, which receives what is public; "" without */
	char uplink_host[CONFIG_NAME];
	uint16_t uplink_port;
	bool uplink_tls;
	char uplink_ca[PATHS_SIZE];
	char uplink_user[CONFIG_NAME], uplink_password_file[PATHS_SIZE];

	/* [seats] */
	unsigned code_minutes;	 /* how long a pairing code is valid */
	unsigned linger_minutes; /* how long a seat stays paired after the end of its game */
};

/* needs no file: a virtual table, its state where paths_default_state() says */
void config_default(struct config *config);

/*
 * Reads a file into a configuration that has its defaults. Returns 0; or the number of errors after
 * having said each on standard error as file:line: reason; or -errno if it cannot be read, having
 * said that too. Unless it returns 0 the configuration is left as it was.
 */
int config_read(struct config *config, const char *path);
/*
 * The same from a stream, except that -errno is not reported. Relative paths are taken from the
 * directory of `name`.
 */
int config_read_stream(struct config *config, FILE *in, const char *name, FILE *complaints);

/*
 * The options of a new game of this edition: the configuration's where it sets any, else the
 * edition's.
 */
void config_options_of(const struct config *config, unsigned edition,
		       struct referee_options *options);

/*
 * Whether the board as it is configured can be used for games of this size, as far as that can be
 * told without looking at it. Returns 0; or -EINVAL with a sentence and the line that it is about,
 * 0 if it is about none.
 */
int config_check_board(const struct config *config, enum board_id squares, char *why, size_t room,
		       unsigned *line);

/*
 * Writes the configuration as a file that reads as itself. It holds no secret, only the names of
 * files that do.
 */
void config_print(FILE *out, const struct config *config);

const char *broadcast_name(enum broadcast broadcast);
const char *config_driver_name(enum driver_kind driver);

#endif
