/* The table of all keys except those of [game]: what each accepts and where it is stored. */
#include "daemon/config/config.h"
#include "daemon/config/config_inside.h"
#include "daemon/table/table.h"
#include "rules/text.h"

#include <arpa/inet.h>
#include <assert.h>
#include <string.h>

static const char *const driver_words[] = {
	[DRIVER_VIRTUAL] = "virtual",
	[DRIVER_REPLAY] = "replay",
	[DRIVER_REED] = "reed",
	[DRIVER_SERIAL] = "serial",
	NULL,
};
static const char *const broadcast_words[] = {
	[BROADCAST_NONE] = "none",
	[BROADCAST_REVEALED] = "revealed",
	[BROADCAST_AFTER] = "after",
	NULL,
};
/* from SENSOR_REED on: both is the sum of the two */
static const char *const sensor_words[] = {"reed", "rfid", "reed+rfid", NULL};
static const char *const switch_words[] = {"off", "on", NULL};

const char *broadcast_name(enum broadcast broadcast)
{
	return broadcast_words[broadcast];
}

const char *config_driver_name(enum driver_kind driver)
{
	return driver_words[driver];
}

/* ---- text ---- */

void config_store_text(struct config_reader *reader, const struct config_key *key, const char *text)
{
	char *field = (char *)&reader->config + key->offset;

	if (strlen(text) >= key->size) {
		config_complain(reader, reader->line, "%s is too long: it may have %zu bytes",
				key->name, key->size - 1);
		return;
	}
	memset(field, 0, key->size);
	memcpy(field, text, strlen(text));
}

void config_write_text(FILE *out, const struct config_key *key, const void *field)
{
	const char *value = field;

	(void)key;
	if (value[0] != '\0')
		fprintf(out, " %s", value);
}

static void set_text(struct config_reader *reader, const struct config_key *key, const char *value)
{
	if (value[0] == '\0' && !key->may_be_empty)
		config_complain(reader, reader->line, "%s must not be empty", key->name);
	else
		config_store_text(reader, key, value);
}

static void set_board(struct config_reader *reader, const struct config_key *key, const char *value)
{
	if (value[0] == '\0' ||
	    value[strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789_-")] != '\0')
		config_complain(reader, reader->line,
				"%s is part of topics and must be of the characters a-z, 0-9, '_' "
				"and '-'",
				key->name);
	else
		config_store_text(reader, key, value);
}

/* Only loosely: whether the host exists is found out when it is used. */
static void set_host(struct config_reader *reader, const struct config_key *key, const char *value)
{
	if (value[strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				"0123456789.-")] != '\0')
		config_complain(reader, reader->line,
				"%s must be a host's name or IPv4 address, such as table.local or "
				"192.168.1.20, without a port",
				key->name);
	else
		set_text(reader, key, value);
}

static void set_listen(struct config_reader *reader, const struct config_key *key,
		       const char *value)
{
	struct in_addr address;

	if (inet_pton(AF_INET, value, &address) != 1)
		config_complain(reader, reader->line,
				"%s must be an IPv4 address of this machine, or 0.0.0.0 for all of "
				"them, not '%s'",
				key->name, value);
	else
		config_store_text(reader, key, value);
}

/* ---- numbers, which have the size of their fields ---- */

static void store_number(struct config_reader *reader, const struct config_key *key,
			 unsigned number)
{
	char *field = (char *)&reader->config + key->offset;
	uint8_t byte = (uint8_t)number;
	uint16_t word = (uint16_t)number;

	if (key->size == sizeof byte)
		memcpy(field, &byte, sizeof byte);
	else if (key->size == sizeof word)
		memcpy(field, &word, sizeof word);
	else
		memcpy(field, &number, sizeof number);
}

static unsigned load_number(const struct config_key *key, const void *field)
{
	uint8_t byte;
	uint16_t word;
	unsigned number;

	if (key->size == sizeof byte) {
		memcpy(&byte, field, sizeof byte);
		return byte;
	}
	if (key->size == sizeof word) {
		memcpy(&word, field, sizeof word);
		return word;
	}
	memcpy(&number, field, sizeof number);
	return number;
}

static void set_number(struct config_reader *reader, const struct config_key *key,
		       const char *value)
{
	struct text text = {value, strlen(value)};
	uint64_t number;

	if (!text_number(text, key->to, &number) || number < key->from)
		config_complain(reader, reader->line, "%s must be a number from %u to %u, not '%s'",
				key->name, key->from, key->to, value);
	else
		store_number(reader, key, (unsigned)number);
}

static void write_number(FILE *out, const struct config_key *key, const void *field)
{
	fprintf(out, " %u", load_number(key, field));
}

/* A port that is configured is used, or it is an error; there is no fallback. */
static void set_port(struct config_reader *reader, const struct config_key *key, const char *value)
{
	reader->config.ports_are_preferences = false;
	set_number(reader, key, value);
}

static void set_word(struct config_reader *reader, const struct config_key *key, const char *value)
{
	char list[VALUE_LONGEST];

	for (unsigned i = 0; key->words[i]; i++)
		if (strcmp(key->words[i], value) == 0) {
			store_number(reader, key, key->from + i);
			return;
		}
	config_list(list, sizeof list, key->words);
	config_complain(reader, reader->line, "%s must be %s, not '%s'", key->name, list, value);
}

static void write_word(FILE *out, const struct config_key *key, const void *field)
{
	fprintf(out, " %s", key->words[load_number(key, field) - key->from]);
}

/* ---- the keys, in the order in which they are printed ---- */

static const struct config_kind text = {set_text, config_write_text};
static const struct config_kind board = {set_board, config_write_text};
static const struct config_kind host = {set_host, config_write_text};
static const struct config_kind address = {set_listen, config_write_text};
static const struct config_kind number = {set_number, write_number};
static const struct config_kind port = {set_port, write_number};
static const struct config_kind word = {set_word, write_word};

const char *const config_sections[] = {"board",	 "table",  "game",  "network",
				       "broker", "uplink", "seats", NULL};

#define AT(field)                                                                                  \
	.offset = offsetof(struct config, field), .size = sizeof((struct config *)0)->field

/* clang-format off */
const struct config_key config_keys[] = {
	{"board", "name", &board, AT(board)},
	{"board", "title", &text, AT(title)},
	{"board", "state-dir", &config_kind_state, AT(state_dir)},

	{"table", "driver", &word, AT(driver), .words = driver_words},
	{"table", "sensors", &word, AT(options.table.sensors), .from = SENSOR_REED,
		.words = sensor_words},
	{"table", "recording", &config_kind_file, AT(recording), .may_be_empty = true},

	{"network", "listen", &address, AT(listen)},
	{"network", "http-port", &port, AT(http_port), .to = UINT16_MAX},
	{"network", "websocket-port", &port, AT(websocket_port), .to = UINT16_MAX},
	{"network", "mqtt-port", &number, AT(mqtt_port), .to = UINT16_MAX},
	{"network", "watch-port", &number, AT(watch_port), .to = UINT16_MAX},
	{"network", "watch-mqtt-port", &number, AT(watch_mqtt_port), .to = UINT16_MAX},
	{"network", "address", &host, AT(address), .may_be_empty = true},
	{"network", "web-dir", &config_kind_folder, AT(web_dir), .may_be_empty = true},
	{"network", "broadcast", &word, AT(broadcast), .words = broadcast_words},
	{"network", "delay-seconds", &number, AT(delay_s), .to = 3600},

	{"broker", "mosquitto", &config_kind_program, AT(mosquitto)},
	{"broker", "plugin", &config_kind_file, AT(plugin), .may_be_empty = true},
	{"broker", "certificate", &config_kind_certificate, AT(certificate),
		.may_be_empty = true},
	{"broker", "private-key", &config_kind_private_key, AT(private_key),
		.may_be_empty = true},

	{"uplink", "host", &host, AT(uplink_host), .may_be_empty = true},
	{"uplink", "port", &number, AT(uplink_port), .from = 1, .to = UINT16_MAX},
	{"uplink", "tls", &word, AT(uplink_tls), .words = switch_words},
	{"uplink", "ca", &config_kind_certificate, AT(uplink_ca), .may_be_empty = true},
	{"uplink", "user", &text, AT(uplink_user), .may_be_empty = true},
	{"uplink", "password-file", &config_kind_secret, AT(uplink_password_file),
		.may_be_empty = true},

	{"seats", "code-minutes", &number, AT(code_minutes), .from = 1, .to = 60},
	{"seats", "linger-minutes", &number, AT(linger_minutes), .to = 1440},
};
/* clang-format on */

const size_t config_key_count = sizeof config_keys / sizeof *config_keys;

static_assert(sizeof config_keys / sizeof *config_keys <= KEY_COUNT_MAX,
	      "struct config_reader has a line for every key");
static_assert(sizeof(enum driver_kind) == sizeof(unsigned) &&
		      sizeof(enum broadcast) == sizeof(unsigned),
	      "words are stored as numbers");

/* ---- finding them ---- */

bool config_knows_section(const char *section, size_t length)
{
	for (unsigned i = 0; config_sections[i]; i++)
		if (text_is((struct text){section, length}, config_sections[i]))
			return true;
	return false;
}

static const struct config_key *find(const char *section, const char *name)
{
	for (size_t i = 0; i < config_key_count; i++)
		if (strcmp(config_keys[i].section, section) == 0 &&
		    strcmp(config_keys[i].name, name) == 0)
			return &config_keys[i];
	return NULL;
}

unsigned config_line_of(const struct config_reader *reader, const char *section, const char *name)
{
	const struct config_key *key = find(section, name);

	return key ? reader->seen[key - config_keys] : 0;
}

void config_list(char *list, size_t size, const char *const *words)
{
	struct out out = out_init(list, size);

	for (unsigned i = 0; words[i]; i++) {
		if (i > 0)
			out_string(&out, words[i + 1] ? ", " : " or ");
		out_string(&out, words[i]);
	}
}

static void complain_of_key(struct config_reader *reader, const char *section, const char *name)
{
	const char *names[KEY_COUNT_MAX + 1] = {NULL};
	char list[2 * VALUE_LONGEST];
	unsigned count = 0;

	for (size_t i = 0; i < config_key_count; i++)
		if (strcmp(config_keys[i].section, section) == 0)
			names[count++] = config_keys[i].name;
	config_list(list, sizeof list, names);
	config_complain(reader, reader->line, "there is no key %s in [%s]: it must be %s", name,
			section, list);
}

/* ---- setting them ---- */

static bool is_new(struct config_reader *reader, const char *name, unsigned line)
{
	if (line == 0)
		return true;
	config_complain(reader, reader->line, "%s has been set in line %u already", name, line);
	return false;
}

/* Stored for the driver, which checks it when everything has been read. */
static void set_driver_line(struct config_reader *reader, const char *name, const char *value)
{
	struct config *config = &reader->config;
	unsigned count = config->driver_line_count;

	for (unsigned i = 0; i < count; i++)
		if (strcmp(config->driver_lines[i].key, name) == 0 &&
		    !is_new(reader, name, config->driver_lines[i].line))
			return;
	if (count == CONFIG_LINES) {
		config_complain(reader, reader->line,
				"%s is too much: [table] may have %d keys for the driver", name,
				CONFIG_LINES);
		return;
	}
	memcpy(config->driver_lines[count].key, name, strlen(name) + 1);
	memcpy(config->driver_lines[count].value, value, strlen(value) + 1);
	config->driver_lines[count].line = reader->line;
	config->driver_line_count++;
}

void config_set_key(struct config_reader *reader, const char *section, const char *name,
		    const char *value)
{
	const struct config_key *key = find(section, name);

	if (key) {
		unsigned *seen = &reader->seen[key - config_keys], errors = reader->errors;

		if (!is_new(reader, name, *seen))
			return;
		*seen = reader->line;
		key->kind->set(reader, key, value);
		if (reader->errors > errors && strcmp(section, "table") == 0)
			reader->board_is_unclear = true;
	} else if (strcmp(section, "game") == 0) {
		config_game_set(reader, name, value);
	} else if (strcmp(section, "table") == 0) {
		set_driver_line(reader, name, value);
	} else {
		complain_of_key(reader, section, name);
	}
}
