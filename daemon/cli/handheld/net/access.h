/*
 * How a console handheld gets its seat, with a code or an address over HTTP, and keeps it in a file
 * that only its owner can read. The code itself never leaves the device.
 */
#ifndef DAEMON_CLI_HANDHELD_NET_ACCESS_H
#define DAEMON_CLI_HANDHELD_NET_ACCESS_H

#include "daemon/base/crypto.h"
#include "daemon/base/paths.h"

#include <jansson.h>

enum { ACCESS_BASE = 200, ACCESS_NAME = 64 };

struct access {
	char base[ACCESS_BASE]; /* the address of the pages: scheme, host and port */
	char host[ACCESS_NAME];
	bool tls;	     /* for the broker; whether the pages use it is in the base */
	char ca[PATHS_SIZE]; /* a file with certificates to trust besides the system's; "": none */
	uint16_t mqtt_port;
	char seat[8], board[ACCESS_NAME];
	char user[TOKEN_TEXT], password[TOKEN_TEXT], client[TOKEN_TEXT];
	uint8_t down[KEY_SIZE], up[KEY_SIZE];
};

/* Results of pairing other than 0; each has its own sentence. */
enum access_fault {
	ACCESS_FINE,
	ACCESS_NO_CODE,	    /* that is not a code */
	ACCESS_NO_BOARD,    /* that is not an address */
	ACCESS_UNREACHABLE, /* no answer from there */
	ACCESS_REFUSED,	    /* used, too old or mistyped */
	ACCESS_TOO_MANY,
	ACCESS_IMPOSTOR,      /* the answer does not come from the board that made the code */
	ACCESS_WRONG_SEAT,    /* neither red nor blue */
	ACCESS_NO_PORT,	      /* the board has no listener for consoles */
	ACCESS_UNTRUSTED,     /* its certificate is not to be trusted */
	ACCESS_OTHER_VERSION, /* the board pairs in another way */
};

const char *access_fault_key(enum access_fault fault); /* in the catalogue */

/*
 * "CODE" or "http://HOST:PORT/play#CODE", which contains the base. ca may be NULL: the system's
 * certificates are trusted.
 */
enum access_fault access_claim(struct access *access, const char *code_or_url, const char *base,
			       const char *ca);

/*
 * Asks the pages for the broker's present port, and whether it uses TLS; false if they do not say,
 * or do not answer at once. Nothing that they say makes a handheld give up TLS.
 */
bool access_find_port(struct access *access);

/* ---- kept seats ---- */

/* All return 0 or -errno. `directory` is created if it does not exist. */
int access_keep(const char *directory, const struct access *access);
int access_recall(const char *directory, const char *seat, struct access *access);
void access_forget(const char *directory, const char *seat);

/* The absolute path of a readable file, so that it can be kept. */
int access_authority_find(const char *given, char path[PATHS_SIZE]);

/* Saved formations; never NULL. */
json_t *access_formations_recall(const char *directory);
int access_formations_keep(const char *directory, const json_t *formations);

#endif
