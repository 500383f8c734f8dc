/*
 * The daemon's web server in a process of its own, with a folder of its own, and a client that
 * sends raw bytes, for tests. A failure here fails the test that is running.
 */
#ifndef TESTS_SUPPORT_WEB_WEB_H
#define TESTS_SUPPORT_WEB_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { WEB_PATIENCE_S = 1, WEB_TEXT = 64 * 1024 };

/* Makes the folder, which is empty, in another one beside the program. */
void web_begin(const char *program);
/* below the folder; a path that ends with "/" makes a folder */
void web_put(const char *path, const char *text);
void web_link(const char *path, const char *target);
void web_fifo(const char *path);

/*
 * The server's owner answers {"box":"CLAIM from ADDRESS"}, with 403 for a claim of which the first
 * digit is 3, with 429 for 4, and with nothing for 5. It has no other answers either while `mute`.
 * Its metrics are "visits N", once a page was visited.
 */
struct web_options {
	bool without_folder, mute;
	const char *title;
	unsigned patience_s; /* WEB_PATIENCE_S unless set */
};

/* Returns the process; web_end() expects that it ends well and leaks no memory. */
pid_t web_serve(const struct web_options *options);
void web_end(void);
long web_resident_kb(void);
unsigned web_descriptors(void); /* that it has open */
void web_pause_ms(unsigned ms);

/* ---- the client ---- */

int web_dial(void);
int web_dial_from(const char *address);
/* false if the other side has closed the connection */
bool web_send(int fd, const char *bytes, size_t size);
bool web_say(int fd, const char *text);
/* Whether the server closes the connection, now or later, without another byte. */
bool web_is_closed(int fd);

struct reply {
	unsigned status; /* 0: there was no answer */
	char head[4096]; /* with its last line end */
	char body[WEB_TEXT];
	size_t size; /* of the body */
};

/* Reads one answer and not a byte more; `headless` if it answers HEAD. */
void web_hear(int fd, struct reply *reply, bool headless);
/* One request on a connection of its own; %s and so on as with printf. */
void web_ask(struct reply *reply, const char *request, ...) __attribute__((format(printf, 2, 3)));
void web_get(struct reply *reply, const char *path);
/* without line end; NULL if there is none; valid until the next call */
const char *web_header(const struct reply *reply, const char *name);

#endif
