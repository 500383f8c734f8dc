/* See devices.h. */
#define _GNU_SOURCE
#include "tests/bench/devices.h"
#include "daemon/base/clock.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* ---- the operator ---- */

static json_t *ask(const char *request)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	json_t *answer = NULL;
	FILE *file;

	snprintf(address.sun_path, sizeof address.sun_path, "%s/state/control.sock", bench_dir);
	if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
		close(fd);
		return NULL;
	}
	file = fdopen(fd, "r+");
	if (send(fd, request, strlen(request), 0) == (ssize_t)strlen(request))
		answer = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL);
	fclose(file);
	return answer;
}

int daemon_port(void)
{
	for (unsigned tries = 0; tries < 500; tries++) {
		json_t *status = ask("{\"do\":\"status\"}\n");
		int port = (int)json_integer_value(json_object_get(status, "http"));
		bool ready = json_is_true(json_object_get(status, "ready"));

		json_decref(status);
		if (ready)
			return port;
		usleep(20000);
	}
	bench_die("adjutantd does not answer");
	return 0;
}

/* ---- pairing ---- */

static char *post_claim(int port, const char *claim)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	char request[512], *answer = calloc(1, 8192);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	size_t length = 0;
	ssize_t count;

	snprintf(request, sizeof request,
		 "POST /pair HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
		 "Content-Length: %zu\r\n\r\n{\"claim\":\"%s\"}",
		 strlen(claim) + 12, claim);
	if (connect(fd, (struct sockaddr *)&to, sizeof to) < 0 ||
	    send(fd, request, strlen(request), 0) < 0)
		bench_die("cannot reach the pages");
	while ((count = recv(fd, answer + length, 8191 - length, 0)) > 0)
		length += (size_t)count;
	close(fd);
	return answer;
}

static void take_credentials(struct device *device, json_t *content)
{
	const char *user, *password, *client;

	if (json_unpack(content, "{s:s,s:s,s:s}", "user", &user, "password", &password, "client",
			&client) < 0)
		bench_die("pairing failed");
	snprintf(device->user, sizeof device->user, "%s", user);
	snprintf(device->password, sizeof device->password, "%s", password);
	snprintf(device->client, sizeof device->client, "%s", client);
}

void pair(struct device *device, int port)
{
	char request[64], claim[HASH_TEXT], text[1024], *answer, *body;
	uint8_t seed[SEED_SIZE], derived[KEY_SIZE], box[1024];
	size_t length = 0, text_length = 0;
	json_t *offer, *sealed, *content;
	const char *encoded;

	snprintf(request, sizeof request, "{\"do\":\"pair\",\"seat\":\"%s\"}\n", device->seat);
	offer = ask(request);
	if (!code_parse(json_string_value(json_object_get(offer, "code")), seed))
		bench_die("no code");
	code_derive(seed, "up", device->up);
	code_derive(seed, "down", device->down);
	code_derive(seed, "claim", derived);
	hex_format(derived, sizeof derived, claim);
	answer = post_claim(port, claim);
	body = strstr(answer, "\r\n\r\n");
	sealed = body ? json_loads(body + 4, 0, NULL) : NULL;
	encoded = json_string_value(json_object_get(sealed, "box"));
	if (!encoded ||
	    sodium_base642bin(box, sizeof box, encoded, strlen(encoded), NULL, &length, NULL,
			      sodium_base64_VARIANT_ORIGINAL) < 0 ||
	    !box_open(device->down, box, length, text, sizeof text, &text_length))
		bench_die("pairing failed");
	content = json_loadb(text, text_length, 0, NULL);
	take_credentials(device, content);
	json_decref(content);
	json_decref(sealed);
	json_decref(offer);
	free(answer);
}

/* ---- devices ---- */

static void hear(struct mosquitto *mosquitto, void *context,
		 const struct mosquitto_message *message)
{
	struct device *device = context;
	uint64_t now = clock_now_us();
	char text[65536];
	size_t length;
	json_t *event;
	const char *name;

	(void)mosquitto;
	if (!box_open(device->down, message->payload, (size_t)message->payloadlen, text,
		      sizeof text, &length))
		return;
	event = json_loadb(text, length, 0, NULL);
	name = json_string_value(json_object_get(event, "event"));
	pthread_mutex_lock(&device->lock);
	if (name && strcmp(name, "move") == 0) {
		device->moves++;
		device->heard_us = now;
	}
	if (name && strcmp(name, "answer") == 0)
		device->answers++;
	pthread_cond_broadcast(&device->changed);
	pthread_mutex_unlock(&device->lock);
	json_decref(event);
}

void connect_device(struct device *device, const char *topic)
{
	char path[128];

	pthread_mutex_init(&device->lock, NULL);
	pthread_cond_init(&device->changed, NULL);
	snprintf(path, sizeof path, "%s/state/broker/broker.sock", bench_dir);
	device->mosquitto = mosquitto_new(device->client, true, device);
	mosquitto_username_pw_set(device->mosquitto, device->user, device->password);
	mosquitto_message_callback_set(device->mosquitto, hear);
	for (unsigned tries = 0;
	     mosquitto_connect(device->mosquitto, path, 0, 60) != MOSQ_ERR_SUCCESS; tries++) {
		if (tries > 100)
			bench_die("a device cannot connect");
		usleep(20000);
	}
	if (topic && mosquitto_subscribe(device->mosquitto, NULL, topic, 1) != MOSQ_ERR_SUCCESS)
		bench_die("a device cannot listen");
	mosquitto_loop_start(device->mosquitto);
}

bool wait_for(struct device *device, const unsigned *count, unsigned wanted)
{
	struct timespec until;
	int error = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 10;
	pthread_mutex_lock(&device->lock);
	while (*count < wanted && !error)
		error = pthread_cond_timedwait(&device->changed, &device->lock, &until);
	pthread_mutex_unlock(&device->lock);
	return *count >= wanted;
}

void say(struct device *device, const char *word)
{
	static unsigned id;
	char topic[64], text[256];
	uint8_t box[512];
	unsigned before = device->answers;
	int length = snprintf(text, sizeof text, "{\"id\":\"w%u\",\"word\":\"%s\"}", ++id, word);
	size_t sealed = box_seal(device->up, text, (size_t)length, 256, box, sizeof box);

	snprintf(topic, sizeof topic, TOPIC "seat/%s/say", device->seat);
	mosquitto_publish(device->mosquitto, NULL, topic, (int)sealed, box, 1, false);
	if (!wait_for(device, &device->answers, before + 1))
		bench_die("a word is not answered");
}

uint64_t touch(const struct device *table, const char *lines)
{
	uint64_t now = clock_now_us();

	mosquitto_publish(table->mosquitto, NULL, TOPIC "table/say", (int)strlen(lines), lines, 1,
			  false);
	return now;
}
