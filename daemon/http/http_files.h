/*
 * The files of the web pages' folder. Only what lay there at the start can ever be served: a
 * request is looked up in the list of names and never becomes a path. The files stay open and are
 * read when they are asked for, which costs a descriptor each but no memory.
 */
#ifndef DAEMON_HTTP_HTTP_FILES_H
#define DAEMON_HTTP_HTTP_FILES_H

#include <stdbool.h>

enum { WEB_FILES_MAX = 384, WEB_PATH_MAX = 128 };

#define WEB_PACKED ".gz"

struct web_file {
	char *path; /* "/play.html" */
	const char *type;
	int fd;
};

struct web_files {
	struct web_file list[WEB_FILES_MAX]; /* by path */
	unsigned count;
	unsigned surplus; /* for which there was no room */
};

/*
 * Lists plain files of known types with plain names, in subfolders too. Hidden files and symbolic
 * links are left out. Returns 0 or -errno (the folder is not there or cannot be read).
 */
int web_files_open(struct web_files *files, const char *folder);
void web_files_close(struct web_files *files);

/* "/" is the index, and "/play" is "/play.html". NULL if there is no such file. */
const struct web_file *web_files_find(const struct web_files *files, const char *path);

/* The same file compressed, NULL if there is none. */
const struct web_file *web_files_packed(const struct web_files *files, const struct web_file *file);

#endif
