/*
 * Keys that are paths. A relative one is taken from the directory of the configuration file, so
 * that a board's files can be moved together; what is stored is always absolute.
 *
 * What a secret is in is not named in complaints: people write the password itself there.
 */
#define _XOPEN_SOURCE 700 /* realpath() */

#include "daemon/config/config_inside.h"
#include "rules/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The broker's socket is below the state directory, and a socket's path has 107 bytes at most. */
enum { STATE_LONGEST = 80 };

/* What must be at a path. */
struct want {
	const char *what;
	bool is_directory, is_secret;
	int use;	 /* R_OK, X_OK */
	const char *pem; /* of what it holds in PEM, how the first line ends; NULL: anything */
};

static void complain(struct config_reader *reader, const struct config_key *key, const char *why)
{
	config_complain(reader, reader->line, "%s %s", key->name, why);
}

/* the directory of the configuration file, to be freed */
static char *own_directory(const struct config_reader *reader)
{
	const char *slash = strrchr(reader->name, '/');
	char *directory, *whole;

	if (!slash)
		return realpath(".", NULL);
	directory = strndup(reader->name, (size_t)(slash - reader->name) + 1);
	whole = directory ? realpath(directory, NULL) : NULL;
	free(directory);
	return whole;
}

static bool join(const char *directory, const char *value, char path[VALUE_LONGEST + 1])
{
	struct out out = out_init(path, VALUE_LONGEST + 1);

	while (strncmp(value, "./", 2) == 0)
		value += 2;
	out_string(&out, strcmp(directory, "/") == 0 ? "" : directory);
	out_char(&out, '/');
	out_string(&out, value);
	return !out.overflow;
}

/* such directories exist, but the file cannot express their names as a value */
static bool is_writable(const char *path)
{
	return text_is_clean((struct text){path, strlen(path)}) && !strstr(path, " ;") &&
	       !strstr(path, "\t;");
}

static bool complete(struct config_reader *reader, const struct config_key *key, const char *value,
		     char path[VALUE_LONGEST + 1])
{
	char *directory;
	bool good = false;

	if (value[0] == '~') {
		complain(reader, key, "cannot begin with '~': write the whole path");
		return false;
	}
	if (value[0] == '/') {
		memcpy(path, value, strlen(value) + 1);
		return true;
	}
	directory = own_directory(reader);
	good = directory && join(directory, value, path) && is_writable(path);
	if (!good)
		complain(reader, key,
			 "is a relative path and makes no good one with the directory of this "
			 "file: write the whole path");
	free(directory);
	return good;
}

/* Whether there is a path to check: an empty one is stored at once. */
static bool take(struct config_reader *reader, const struct config_key *key, const char *value,
		 char path[VALUE_LONGEST + 1])
{
	if (value[0] == '\0' && key->may_be_empty)
		config_store_text(reader, key, "");
	else if (value[0] == '\0')
		complain(reader, key, "must be a path");
	else
		return complete(reader, key, value, path);
	return false;
}

/* 0, or the errno of what is wrong */
static int look_at(const char *path, const struct want *want)
{
	struct stat status;

	if (stat(path, &status) != 0)
		return errno;
	if (want->is_directory != S_ISDIR(status.st_mode))
		return want->is_directory ? ENOTDIR : EISDIR;
	if (access(path, want->use) != 0)
		return errno;
	return want->is_secret && (status.st_mode & S_IROTH) ? EPERM : 0;
}

/*
 * Whether a file has the expected first line. Text may precede it. Only the broker can tell whether
 * the rest is sound, but most mistakes are a wrong file.
 */
static bool has_pem(const char *path, const char *ending)
{
	enum { LINES_MAX = 20000 };
	struct stat status;
	char line[256];
	bool found = false;
	FILE *file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "re") : NULL;

	for (unsigned i = 0; file && !found && i < LINES_MAX && fgets(line, sizeof line, file); i++)
		found = strncmp(line, "-----BEGIN ", 11) == 0 && strstr(line, ending);
	if (file)
		fclose(file);
	return found;
}

static void set_path(struct config_reader *reader, const struct config_key *key, const char *value,
		     const struct want *want)
{
	char path[VALUE_LONGEST + 1];
	int error;

	if (!take(reader, key, value, path))
		return;
	error = look_at(path, want);
	if (error == 0 && want->pem && !has_pem(path, want->pem))
		config_complain(reader, reader->line,
				"%s must be %s: that file has no line -----BEGIN ... %s", key->name,
				want->what, want->pem);
	else if (error == 0)
		config_store_text(reader, key, path);
	else if (error == EPERM && want->is_secret)
		complain(reader, key, "names a file that everybody can read: chmod o= that file");
	else if (want->is_secret)
		config_complain(reader, reader->line, "%s must be %s: %s", key->name, want->what,
				strerror(error));
	else
		config_complain(reader, reader->line, "%s must be %s: %s: %s", key->name,
				want->what, path, strerror(error));
}

static void set_file(struct config_reader *reader, const struct config_key *key, const char *value)
{
	static const struct want file = {"a file that can be read", .use = R_OK};

	set_path(reader, key, value, &file);
}

static void set_secret(struct config_reader *reader, const struct config_key *key,
		       const char *value)
{
	static const struct want secret = {"a file that can be read", .is_secret = true,
					   .use = R_OK};

	set_path(reader, key, value, &secret);
}

static void set_certificate(struct config_reader *reader, const struct config_key *key,
			    const char *value)
{
	static const struct want certificate = {"a certificate in PEM", .use = R_OK,
						.pem = "CERTIFICATE-----"};

	set_path(reader, key, value, &certificate);
}

static void set_private_key(struct config_reader *reader, const struct config_key *key,
			    const char *value)
{
	static const struct want private_key = {"a private key in PEM", .is_secret = true,
						.use = R_OK, .pem = "PRIVATE KEY-----"};

	set_path(reader, key, value, &private_key);
}

static void set_folder(struct config_reader *reader, const struct config_key *key,
		       const char *value)
{
	static const struct want folder = {"a directory that can be read", .is_directory = true,
					   .use = R_OK | X_OK};

	set_path(reader, key, value, &folder);
}

/*
 * Writing the default down asks for nothing: if the file is missing, starting the broker reports
 * it.
 */
static void set_program(struct config_reader *reader, const struct config_key *key,
			const char *value)
{
	static const struct want program = {"a program that can be run", .use = X_OK};

	if (strcmp(value, (const char *)&reader->config + key->offset) != 0)
		set_path(reader, key, value, &program);
}

static void set_state(struct config_reader *reader, const struct config_key *key, const char *value)
{
	char path[VALUE_LONGEST + 1];
	struct stat status;

	if (!take(reader, key, value, path))
		return;
	if (strlen(path) > STATE_LONGEST)
		config_complain(reader, reader->line,
				"%s is too long: sockets are made in there, so the whole path may "
				"have %d bytes",
				key->name, STATE_LONGEST);
	else if (stat(path, &status) == 0 && !S_ISDIR(status.st_mode))
		complain(reader, key, "must be a directory, and this is none");
	else
		config_store_text(reader, key, path);
}

const struct config_kind config_kind_file = {set_file, config_write_text};
const struct config_kind config_kind_secret = {set_secret, config_write_text};
const struct config_kind config_kind_certificate = {set_certificate, config_write_text};
const struct config_kind config_kind_private_key = {set_private_key, config_write_text};
const struct config_kind config_kind_program = {set_program, config_write_text};
const struct config_kind config_kind_folder = {set_folder, config_write_text};
const struct config_kind config_kind_state = {set_state, config_write_text};
