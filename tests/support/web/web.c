/* The server's side: folder, process, owner. */
#include "tests/support/web/web.h"

#include "daemon/http/http.h"
#include "daemon/http/http_files.h"
#include "tests/support/web/web_inside.h"

#include "unity.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MADE_MAX = WEB_FILES_MAX + 64, PATH_SIZE = 512 };

uint16_t web_port;
static char folder[PATH_SIZE];
static char *made[MADE_MAX];
static unsigned made_count;
static pid_t server;

/* ---- the folder ---- */

static const char *remember(const char *path)
{
	char whole[2 * PATH_SIZE];

	TEST_ASSERT_LESS_THAN(MADE_MAX, made_count);
	snprintf(whole, sizeof whole, "%s/%s", folder, path);
	made[made_count] = strdup(whole);
	TEST_ASSERT_NOT_NULL(made[made_count]);
	return made[made_count++];
}

void web_begin(const char *program)
{
	made_count = 0;
	server = 0;
	snprintf(folder, sizeof folder - sizeof "/pages", "%s.XXXXXX", program);
	TEST_ASSERT_NOT_NULL(mkdtemp(folder));
	strcat(folder, "/pages");
	TEST_ASSERT_EQUAL_INT(0, mkdir(folder, 0700));
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	TEST_ASSERT_NOT_NULL_MESSAGE(file, path);
	fputs(text, file);
	TEST_ASSERT_EQUAL_INT(0, fclose(file));
}

void web_put(const char *path, const char *text)
{
	const char *whole = remember(path);

	if (whole[strlen(whole) - 1] == '/')
		TEST_ASSERT_EQUAL_INT(0, mkdir(whole, 0700));
	else
		write_file(whole, text);
}

void web_link(const char *path, const char *target)
{
	TEST_ASSERT_EQUAL_INT(0, symlink(target, remember(path)));
}

void web_fifo(const char *path)
{
	TEST_ASSERT_EQUAL_INT(0, mkfifo(remember(path), 0600));
}

static void remove_folder(void)
{
	while (made_count > 0) {
		remove(made[--made_count]);
		free(made[made_count]);
	}
	rmdir(folder);
	*strrchr(folder, '/') = '\0';
	rmdir(folder);
}

/* ---- the owner ---- */

/* By the first digit of the proof. */
static unsigned owner_pair(void *owner, const struct http_claim *shown, const char *from,
			   json_t **answer)
{
	const char *claim = shown->proof;

	if (claim[0] == '5')
		return 200;
	if (claim[0] == '3' || claim[0] == '4') {
		*answer = json_pack("{s:s}", "error", "no");
		return claim[0] == '3' ? 403 : 429;
	}
	(void)owner;
	*answer = json_pack("{s:o}", "box",
			    json_sprintf("%s with %.2s from %s", claim, shown->key, from));
	return 200;
}

static json_t *owner_config(void *owner)
{
	const struct web_options *options = owner;

	return options->mute ? NULL : json_pack("{s:s, s:i}", "board", "table", "websocket", 9001);
}

static unsigned visits; /* to pages, in the server's process */

static char *owner_metrics(void *owner)
{
	const struct web_options *options = owner;
	char text[32] = "adjutant_up 1\n";

	if (!options->mute && visits > 0)
		snprintf(text, sizeof text, "visits %u\n", visits);
	return options->mute ? NULL : strdup(text);
}

static void owner_visited(void *owner)
{
	(void)owner;
	visits++;
}

static unsigned owner_codes(void *owner, const char *box, json_t **answer)
{
	(void)owner;
	*answer = json_pack("{s:s}", "box", box);
	return box[0] == 'n' ? 403 : 200;
}

static unsigned owner_pieces(void *owner, const char *box, json_t **answer)
{
	unsigned status = owner_codes(owner, box, answer);

	json_object_set_new(*answer, "what", json_string("pieces"));
	return status;
}

static unsigned owner_hello(void *owner, const char *box, json_t **answer)
{
	unsigned status = owner_codes(owner, box, answer);

	json_object_set_new(*answer, "what", json_string("hello"));
	return status;
}

/* Game 4 is not over, of game 5 nothing can be read; a list is "list before N". */
static unsigned owner_games(void *owner, const struct http_question *question, char **text,
			    size_t *length)
{
	char answer[64];

	(void)owner;
	snprintf(answer, sizeof answer, "%s %lld",
		 question->asked == HTTP_ASKED_LIST ? "list before" : "game",
		 (long long)question->game);
	*text = question->game == 5 ? NULL : strdup(answer);
	*length = strlen(answer);
	return question->game == 4 ? 403 : 200;
}

static unsigned owner_short_code(void *owner, const json_t *asked, const char *from,
				 json_t **answer)
{
	(void)owner;
	*answer = json_pack("{s:O,s:s}", "asked", asked, "from", from);
	return 200;
}

/* ---- the process ---- */

static void on_signal(void *owner, int number)
{
	(void)number;
	loop_stop(owner);
}

static int serve(struct web_options options, int tell_port)
{
	const struct http_answers answers = {&options,	    owner_pair,	     owner_config,
					     owner_metrics, owner_codes,     owner_pieces,
					     owner_hello,   owner_pieces,    owner_games,
					     owner_visited, owner_short_code};
	const struct http_options wanted = {
		.address = "127.0.0.1",
		.web_dir = options.without_folder ? NULL : folder,
		.title = options.title ? options.title : "Table <1> & \"co\"",
		.patience_s = options.patience_s ? options.patience_s : WEB_PATIENCE_S,
	};
	const int signals[] = {SIGTERM};
	struct http *http;
	struct loop *loop;
	uint16_t port;

	if (loop_create(&loop) || loop_catch_signals(loop, signals, 1, on_signal, loop) ||
	    http_create(&http, loop, &wanted, &answers))
		return 2;
	port = http_port(http);
	if (write(tell_port, &port, sizeof port) != sizeof port || loop_run(loop))
		return 3;
	http_destroy(http);
	loop_destroy(loop);
	return 0;
}

/* The server's messages do not belong in the test's output. */
static void silence(void)
{
	int nowhere = open("/dev/null", O_WRONLY);

	if (!getenv("WEB_LOUD") && nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
}

/* Memory that a child has inherited from its parent is not a leak of the server. */
static void forget_folder(void)
{
	while (made_count > 0)
		free(made[--made_count]);
}

pid_t web_serve(const struct web_options *options)
{
	int pipe_fds[2];

	fflush(stdout);
	TEST_ASSERT_EQUAL_INT(0, pipe(pipe_fds));
	server = fork();
	TEST_ASSERT_NOT_EQUAL(-1, server);
	if (server == 0) {
		forget_folder();
		close(pipe_fds[0]);
		silence();
		exit(serve(*options, pipe_fds[1]));
	}
	close(pipe_fds[1]);
	TEST_ASSERT_EQUAL_INT(sizeof web_port, read(pipe_fds[0], &web_port, sizeof web_port));
	close(pipe_fds[0]);
	return server;
}

void web_end(void)
{
	int status = 0;

	remove_folder();
	if (server <= 0)
		return;
	kill(server, SIGTERM);
	while (waitpid(server, &status, 0) < 0 && errno == EINTR)
		;
	TEST_ASSERT_EQUAL_HEX_MESSAGE(0, status, "the server did not end well");
}

long web_resident_kb(void)
{
	char path[64], line[128];
	long kb = -1;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/status", (long)server);
	file = fopen(path, "r");
	TEST_ASSERT_NOT_NULL(file);
	while (fgets(line, sizeof line, file))
		if (sscanf(line, "VmRSS: %ld", &kb) == 1)
			break;
	fclose(file);
	return kb;
}

unsigned web_descriptors(void)
{
	unsigned count = 0;
	char path[64];
	DIR *entries;

	snprintf(path, sizeof path, "/proc/%ld/fd", (long)server);
	entries = opendir(path);
	TEST_ASSERT_NOT_NULL(entries);
	while (readdir(entries))
		count++;
	closedir(entries);
	return count;
}
