/* See devices.h. */
#define _GNU_SOURCE
#include "tests/bench/devices.h"
#include "daemon/base/clock.h"
#include "daemon/base/exchange.h"

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

static char *post(int port, const char *path, const char *body)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	char request[1024], *answer = calloc(1, 8192);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	size_t length = 0;
	ssize_t count;

	snprintf(request, sizeof request,
		 "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
		 "Content-Length: %zu\r\n\r\n%s",
		 path, strlen(body), body);
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

/* what is in the box of an answer, with the device's key */
static json_t *open_box(const struct device *device, const json_t *answer)
{
	const char *encoded = json_string_value(json_object_get(answer, "box"));
	char text[8192];
	uint8_t box[8192];
	size_t length = 0, text_length = 0;

	if (!encoded ||
	    sodium_base642bin(box, sizeof box, encoded, strlen(encoded), NULL, &length, NULL,
			      sodium_base64_VARIANT_ORIGINAL) < 0 ||
	    !box_open(device->down, box, length, text, sizeof text, &text_length))
		bench_die("pairing failed");
	return json_loadb(text, text_length, 0, NULL);
}

/* an answer's JSON */
static json_t *post_json(int port, const char *path, const char *body)
{
	char *answer = post(port, path, body), *content = strstr(answer, "\r\n\r\n");
	json_t *json = content ? json_loads(content + 4, 0, NULL) : NULL;

	free(answer);
	return json;
}

static json_t *post_key(int port, const struct exchange *own, const uint8_t seed[SEED_SIZE])
{
	char body[256], key[HASH_TEXT], proof[HASH_TEXT];
	uint8_t bytes[HASH_SIZE];

	exchange_prove(seed, own->public_key, bytes);
	hex_format(own->public_key, KEY_SIZE, key);
	hex_format(bytes, HASH_SIZE, proof);
	snprintf(body, sizeof body, "{\"v\":%d,\"key\":\"%s\",\"proof\":\"%s\"}", EXCHANGE_VERSION,
		 key, proof);
	return post_json(port, "/pair", body);
}

/* the table's place, from which it speaks */
static void greet(struct device *device, int port)
{
	static const char question[] =
		"{\"ask\":\"hello\",\"token\":\"00112233445566778899aabbccddeeff\"}";
	char encoded[512], body[600];
	uint8_t box[320];
	size_t length = box_seal(device->up, question, strlen(question), 256, box, sizeof box);
	json_t *answer, *place;

	sodium_bin2base64(encoded, sizeof encoded, box, length, sodium_base64_VARIANT_ORIGINAL);
	snprintf(body, sizeof body, "{\"box\":\"%s\"}", encoded);
	answer = post_json(port, "/hello", body);
	place = open_box(device, answer);
	device->epoch = json_integer_value(json_object_get(place, "epoch"));
	snprintf(device->run, sizeof device->run, "%s",
		 json_string_value(json_object_get(place, "run")));
	json_decref(place);
	json_decref(answer);
}

void pair(struct device *device, int port)
{
	char request[64];
	uint8_t theirs[KEY_SIZE];
	struct exchange own;
	struct exchange_terms terms = {.seat = device->seat};
	struct exchange_keys keys;
	json_t *offer, *answer, *content;

	snprintf(request, sizeof request, "{\"do\":\"pair\",\"seat\":\"%s\"}\n", device->seat);
	offer = ask(request);
	if (!code_parse(json_string_value(json_object_get(offer, "code")), terms.seed))
		bench_die("no code");
	exchange_begin(&own);
	answer = post_key(port, &own, terms.seed);
	terms.board = json_string_value(json_object_get(answer, "board"));
	if (!terms.board ||
	    !hex_parse(json_string_value(json_object_get(answer, "key")), theirs, KEY_SIZE) ||
	    !exchange_agree(&own, EXCHANGE_DEVICE, theirs, &terms, &keys))
		bench_die("pairing failed");
	memcpy(device->up, keys.up, KEY_SIZE);
	memcpy(device->down, keys.down, KEY_SIZE);
	content = open_box(device, answer);
	take_credentials(device, content);
	json_decref(content);
	json_decref(answer);
	json_decref(offer);
	if (strcmp(device->seat, "table") == 0)
		greet(device, port);
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
	if (name && strcmp(name, "touch") == 0) {
		device->touches++;
		device->touched_us = now;
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

uint64_t touch(struct device *table, const char *lines)
{
	json_t *message = json_pack("{s:s,s:I,s:i,s:s}", "run", table->run, "epoch",
				    (json_int_t)table->epoch, "n", ++table->spoken, "lines", lines);
	char *text = json_dumps(message, JSON_COMPACT);
	uint8_t box[8192];
	size_t length = box_seal(table->up, text, strlen(text), 256, box, sizeof box);
	uint64_t now = clock_now_us();

	mosquitto_publish(table->mosquitto, NULL, TOPIC "table/say", (int)length, box, 1, false);
	free(text);
	json_decref(message);
	return now;
}
