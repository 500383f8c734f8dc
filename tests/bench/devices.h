/* Handhelds and a table of bench_daemon: pairing, receiving and publishing, each with a thread. */
#ifndef TESTS_BENCH_DEVICES_H
#define TESTS_BENCH_DEVICES_H

#include "daemon/base/crypto.h"

#include <mosquitto.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define TOPIC "adjutant/v1/table/"

extern char bench_dir[64];	  /* state/ of the daemon is in it */
void bench_die(const char *what); /* ends the daemon too */

struct device {
	const char *seat;
	uint8_t up[KEY_SIZE], down[KEY_SIZE];
	char run[TOKEN_TEXT]; /* of the table: from where it speaks, and how often it has */
	int64_t epoch;
	int spoken;
	char user[TOKEN_TEXT], password[TOKEN_TEXT], client[TOKEN_TEXT];
	struct mosquitto *mosquitto;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned moves, touches, answers;
	uint64_t heard_us;   /* the latest move */
	uint64_t touched_us; /* the latest word of what hands do */
};

int daemon_port(void); /* as soon as the daemon is ready */
void pair(struct device *device, int port);
void connect_device(struct device *device, const char *topic); /* NULL: hears nothing */
bool wait_for(struct device *device, const unsigned *count, unsigned wanted);
void say(struct device *device, const char *word);	 /* and waits for the answer */
uint64_t touch(struct device *table, const char *lines); /* when it was sent */

#endif
