/*
 * Stores the credentials of a seat and saved formations in files of mode 0600, and reads them back.
 */
#define _GNU_SOURCE /* O_NOFOLLOW everywhere, realpath() */
#include "daemon/base/crypto.h"
#include "daemon/base/paths.h"
#include "daemon/cli/handheld/net/access.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_PATH = PATHS_SIZE + 40 };

static void seat_path(const char *directory, const char *seat, char path[FILE_PATH])
{
	snprintf(path, FILE_PATH, "%s/handheld-%s.json", directory, seat);
}

/* ---- files ---- */

static int make_directory(const char *directory)
{
	char path[PATHS_SIZE];

	snprintf(path, sizeof path, "%s", directory);
	for (char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = '\0';
		if (mkdir(path, 0755) < 0 && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return mkdir(path, 0700) < 0 && errno != EEXIST ? -errno : 0;
}

/* Writes all or nothing, whatever happens in between. */
static int write_file(const char *directory, const char *path, const json_t *content)
{
	char new[FILE_PATH + 4];
	int error = make_directory(directory), fd;

	if (error)
		return error;
	snprintf(new, sizeof new, "%s.new", path);
	unlink(new); /* no other process may have it open already */
	fd = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	if (json_dumpfd(content, fd, JSON_INDENT(1)) < 0 || fsync(fd) < 0)
		error = errno ? -errno : -EIO;
	close(fd);
	if (!error && rename(new, path) < 0)
		error = -errno;
	if (error)
		unlink(new);
	return error;
}

/* ---- seats ---- */

int access_keep(const char *directory, const struct access *access)
{
	char path[FILE_PATH], down[HASH_TEXT], up[HASH_TEXT];
	json_t *content;
	int error;

	hex_format(access->down, KEY_SIZE, down);
	hex_format(access->up, KEY_SIZE, up);
	content = json_pack("{s:s,s:s,s:b,s:s,s:i,s:s,s:s,s:s,s:s,s:s,s:s,s:s}", "base",
			    access->base, "host", access->host, "tls", access->tls, "ca",
			    access->ca, "mqtt", access->mqtt_port, "seat", access->seat, "board",
			    access->board, "user", access->user, "password", access->password,
			    "client", access->client, "down", down, "up", up);
	seat_path(directory, access->seat, path);
	error = content ? write_file(directory, path, content) : -ENOMEM;
	json_decref(content);
	return error;
}

struct field {
	const char *name;
	char *to;
	size_t room;
};

static bool take(const json_t *content, const struct field *field)
{
	const char *text = json_string_value(json_object_get(content, field->name));

	if (!text || strlen(text) >= field->room)
		return false;
	memcpy(field->to, text, strlen(text) + 1);
	return true;
}

static bool take_all(const json_t *content, struct access *access)
{
	char down[HASH_TEXT], up[HASH_TEXT];
	const struct field fields[] = {
		{"base", access->base, sizeof access->base},
		{"host", access->host, sizeof access->host},
		{"seat", access->seat, sizeof access->seat},
		{"board", access->board, sizeof access->board},
		{"user", access->user, sizeof access->user},
		{"password", access->password, sizeof access->password},
		{"client", access->client, sizeof access->client},
		{"down", down, sizeof down},
		{"up", up, sizeof up},
	};

	for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
		if (!take(content, &fields[i]))
			return false;
	take(content, &(struct field){"ca", access->ca, sizeof access->ca}); /* if there is one */
	access->tls = json_is_true(json_object_get(content, "tls"));
	access->mqtt_port = (uint16_t)json_integer_value(json_object_get(content, "mqtt"));
	return hex_parse(down, access->down, KEY_SIZE) && hex_parse(up, access->up, KEY_SIZE);
}

int access_recall(const char *directory, const char *seat, struct access *access)
{
	char path[FILE_PATH];
	json_t *content;
	bool good;

	memset(access, 0, sizeof *access);
	seat_path(directory, seat, path);
	content = json_load_file(path, 0, NULL);
	good = content && take_all(content, access);
	json_decref(content);
	return good ? 0 : -ENOENT;
}

void access_forget(const char *directory, const char *seat)
{
	char path[FILE_PATH];

	seat_path(directory, seat, path);
	unlink(path);
}

int access_authority_find(const char *given, char path[PATHS_SIZE])
{
	char *whole = realpath(given, NULL);
	int error = whole && access(whole, R_OK) == 0 ? 0 : -errno;

	if (!error && strlen(whole) >= PATHS_SIZE)
		error = -ENAMETOOLONG;
	if (!error)
		memcpy(path, whole, strlen(whole) + 1);
	free(whole);
	return error;
}

/* ---- formations ---- */

json_t *access_formations_recall(const char *directory)
{
	char path[FILE_PATH];
	json_t *content;

	snprintf(path, sizeof path, "%s/formations.json", directory);
	content = json_load_file(path, 0, NULL);
	if (json_is_object(content))
		return content;
	json_decref(content);
	return json_object();
}

int access_formations_keep(const char *directory, const json_t *formations)
{
	char path[FILE_PATH];

	snprintf(path, sizeof path, "%s/formations.json", directory);
	return write_file(directory, path, formations);
}
