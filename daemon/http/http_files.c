/*
 * Lists the pages' folder at the start and opens its files; looks names up in that list. A request
 * never becomes a path.
 */
#include "daemon/http/http_files.h"

#include "daemon/base/log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MAX = 8 };

static const struct {
	const char *extension, *type;
} types[] = {
	{".css", "text/css; charset=utf-8"},
	{".html", "text/html; charset=utf-8"},
	{".ico", "image/vnd.microsoft.icon"},
	{".js", "text/javascript; charset=utf-8"},
	{".json", "application/json"},
	{".mjs", "text/javascript; charset=utf-8"},
	{".png", "image/png"},
	{".svg", "image/svg+xml"},
	{".txt", "text/plain; charset=utf-8"},
	{".webmanifest", "application/manifest+json"},
	{".woff2", "font/woff2"},
};

static bool ends_with(const char *name, size_t length, const char *end)
{
	size_t end_length = strlen(end);

	return length > end_length && strncmp(name + length - end_length, end, end_length) == 0;
}

/* NULL for a file that is no part of a page: sources, notes, what editors leave behind. A file that
 * is compressed has the type of what is in it. */
static const char *type_of(const char *name)
{
	size_t length = strlen(name);

	if (ends_with(name, length, WEB_PACKED))
		length -= strlen(WEB_PACKED);
	for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
		if (ends_with(name, length, types[i].extension))
			return types[i].type;
	return NULL;
}

/* Names that need no escape in an address are the only ones, so addresses are never unescaped. */
static bool is_plain(const char *name)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._-";

	return name[0] != '.' && name[strspn(name, plain)] == '\0';
}

/* ---- listing ---- */

static int add_file(struct web_files *files, int folder, const char *name, const char *path)
{
	struct web_file *file = &files->list[files->count];

	if (files->count == WEB_FILES_MAX) {
		files->surplus++;
		return 0;
	}
	file->fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (file->fd < 0)
		return -errno;
	file->path = strdup(path);
	if (!file->path) {
		close(file->fd);
		return -ENOMEM;
	}
	file->type = type_of(name);
	files->count++;
	return 0;
}

static int add_folder(struct web_files *files, int folder, const char *above, unsigned depth);

static int add_subfolder(struct web_files *files, int folder, const char *name, const char *path,
			 unsigned depth)
{
	int fd;

	if (depth == DEPTH_MAX)
		return -ELOOP;
	fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return fd < 0 ? -errno : add_folder(files, fd, path, depth + 1);
}

static void add_entry(struct web_files *files, int folder, const char *above, const char *name,
		      unsigned depth)
{
	char path[WEB_PATH_MAX];
	struct stat about;
	int error = 0;

	/* npm's folder holds what pages are made with, not pages */
	if (!is_plain(name) || strcmp(name, "node_modules") == 0)
		return;
	if (snprintf(path, sizeof path, "%s/%s", above, name) >= (int)sizeof path)
		error = -ENAMETOOLONG;
	else if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) < 0)
		error = -errno;
	else if (S_ISDIR(about.st_mode))
		error = add_subfolder(files, folder, name, path, depth);
	else if (S_ISREG(about.st_mode) && type_of(name))
		error = add_file(files, folder, name, path);
	if (error)
		log_warning("the pages' file %s/%s is not served: %s", above, name,
			    strerror(-error));
}

/* Closes the descriptor. */
static int add_folder(struct web_files *files, int folder, const char *above, unsigned depth)
{
	DIR *entries = fdopendir(folder);
	const struct dirent *entry;

	if (!entries) {
		int error = -errno;

		close(folder);
		return error;
	}
	while ((entry = readdir(entries)))
		add_entry(files, folder, above, entry->d_name, depth);
	closedir(entries);
	return 0;
}

static int compare(const void *left, const void *right)
{
	const struct web_file *a = left, *b = right;

	return strcmp(a->path, b->path);
}

int web_files_open(struct web_files *files, const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), error;

	files->count = files->surplus = 0;
	if (fd < 0)
		return -errno;
	error = add_folder(files, fd, "", 0);
	if (files->surplus)
		log_warning(
			"%u of the pages' files in %s are not served: more than %u are too many",
			files->surplus, folder, WEB_FILES_MAX);
	qsort(files->list, files->count, sizeof *files->list, compare);
	return error;
}

void web_files_close(struct web_files *files)
{
	for (unsigned i = 0; i < files->count; i++) {
		free(files->list[i].path);
		close(files->list[i].fd);
	}
	files->count = 0;
}

/* ---- looking up ---- */

static const struct web_file *find_exactly(const struct web_files *files, char *path)
{
	struct web_file wanted = {.path = path};

	return bsearch(&wanted, files->list, files->count, sizeof *files->list, compare);
}

const struct web_file *web_files_packed(const struct web_files *files, const struct web_file *file)
{
	char path[WEB_PATH_MAX + sizeof WEB_PACKED];

	snprintf(path, sizeof path, "%s" WEB_PACKED, file->path);
	return find_exactly(files, path);
}

const struct web_file *web_files_find(const struct web_files *files, const char *path)
{
	static const char page[] = ".html";
	char name[WEB_PATH_MAX + sizeof page];

	if (path[0] != '/' || strlen(path) >= WEB_PATH_MAX)
		return NULL;
	strcpy(name, strcmp(path, "/") == 0 ? "/index.html" : path);
	if (!strchr(strrchr(name, '/'), '.'))
		strcat(name, page);
	return find_exactly(files, name);
}
