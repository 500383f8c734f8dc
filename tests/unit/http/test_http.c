/*
 * Which pages the web server has, and that it has no others whatever a client asks for.
 * test_http_answers.c tests what it passes on, test_http_abuse.c clients that try to wear it down.
 */
#include "daemon/http/http.h"

#include "tests/support/web/web_bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- pages ---- */

static void test_every_page(void)
{
	static const char *const pages[][2] = {
		{"/", "the index"},
		{"/index.html", "the index"},
		{"/index", "the index"},
		{"/play", "for players"},
		{"/play.html", "for players"},
		{"/play?seat=red", "for players"},
		{"/watch", "for spectators"},
		{"/lib/mqtt.js", "a library"},
	};

	serve_pages();
	for (unsigned i = 0; i < sizeof pages / sizeof *pages; i++) {
		web_get(&reply, pages[i][0]);
		expect(200, pages[i][1], pages[i][0]);
		expect_header("Cache-Control", "no-cache");
	}
}

static void test_every_type(void)
{
	static const char *const types[][2] = {
		{"a.html", "text/html; charset=utf-8"},
		{"a.js", "text/javascript; charset=utf-8"},
		{"a.mjs", "text/javascript; charset=utf-8"},
		{"a.css", "text/css; charset=utf-8"},
		{"a.svg", "image/svg+xml"},
		{"a.png", "image/png"},
		{"a.ico", "image/vnd.microsoft.icon"},
		{"a.json", "application/json"},
		{"a.webmanifest", "application/manifest+json"},
		{"a.woff2", "font/woff2"},
		{"a.txt", "text/plain; charset=utf-8"},
		{"A-b_c.1.txt", "text/plain; charset=utf-8"},
	};

	for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
		web_put(types[i][0], types[i][0]);
	web_serve(&(struct web_options){0});
	for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
		char path[64];

		snprintf(path, sizeof path, "/%s", types[i][0]);
		web_get(&reply, path);
		expect(200, types[i][0], path);
		expect_header("Content-Type", types[i][1]);
	}
}

static void test_head_is_get_without_body(void)
{
	static const char *const paths[] = {"/", "/lib/mqtt.js", "/config.json", "/metrics"};

	serve_pages();
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		char length[32];
		int fd = web_dial();

		web_get(&reply, paths[i]);
		snprintf(length, sizeof length, "%zu", reply.size);
		web_say(fd, "HEAD ");
		web_say(fd, paths[i]);
		web_say(fd, " HTTP/1.1\r\nHost: board\r\nConnection: close\r\n\r\n");
		web_hear(fd, &reply, true);
		TEST_ASSERT_EQUAL_UINT(200, reply.status);
		expect_header("Content-Length", length);
		TEST_ASSERT_TRUE(web_is_closed(fd));
		close(fd);
	}
}

static void ask_if_not(const char *etag)
{
	web_ask(&reply, "GET /play HTTP/1.1\r\nHost: board\r\nIf-None-Match: %s\r\n\r\n", etag);
}

static void test_what_is_known_is_not_sent_again(void)
{
	char etag[128], list[300];

	serve_pages();
	web_get(&reply, "/play");
	snprintf(etag, sizeof etag, "%s", web_header(&reply, "ETag"));
	ask_if_not(etag);
	expect(304, "", "the same");
	expect_header("ETag", etag);
	expect_header("Cache-Control", "no-cache");
	snprintf(list, sizeof list, "\"x\", W/%s", etag);
	ask_if_not(list);
	expect(304, "", "one of several");
	ask_if_not("\"x\"");
	expect(200, "for players", "another");
}

static void test_a_file_that_was_changed_is_sent_again(void)
{
	char etag[128];

	serve_pages();
	web_get(&reply, "/play");
	snprintf(etag, sizeof etag, "%s", web_header(&reply, "ETag"));
	web_put("play.html", "for players, and better");
	ask_if_not(etag);
	expect(200, "for players, and better", "changed in its place");
}

static void test_empty_and_long_files(void)
{
	static char text[40000];

	for (unsigned i = 0; i < sizeof text - 1; i++)
		text[i] = (char)('a' + i * i % 26);
	web_put("empty.css", "");
	web_put("long.js", text);
	web_serve(&(struct web_options){0});
	web_get(&reply, "/empty.css");
	expect(200, "", "empty");
	expect_header("Content-Length", "0");
	web_get(&reply, "/long.js");
	expect(200, text, "long");
}

/* ---- what is not served ---- */

static void test_files_that_are_no_pages(void)
{
	static const char *const paths[] = {
		"/.hidden.txt", "/.git/config.txt",   "/notes.md",   "/noextension",
		"/link.txt",	"/folder/passwd.txt", "/pipe.txt",   "/a%20blank.txt",
		"/a",		"/play.html~",	      "/inside.txt",
	};

	web_put(".hidden.txt", SECRET);
	web_put(".git/", NULL);
	web_put(".git/config.txt", SECRET);
	web_put("notes.md", SECRET);
	web_put("noextension", SECRET);
	web_put("a blank.txt", SECRET);
	web_put("play.html~", SECRET);
	web_link("link.txt", "/etc/passwd");
	web_link("inside.txt", "notes.md");
	web_link("folder", "/etc");
	web_fifo("pipe.txt");
	web_serve(&(struct web_options){0});
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		web_get(&reply, paths[i]);
		expect(404, "There is no such page here.\n", paths[i]);
	}
}

static void test_files_that_came_later(void)
{
	serve_pages();
	web_put("later.html", SECRET);
	web_get(&reply, "/later.html");
	TEST_ASSERT_EQUAL_UINT(404, reply.status);
}

static void test_folders_are_not_listed(void)
{
	static const char *const paths[] = {"/lib", "/lib/", "/lib/.", "/lib/.."};

	serve_pages();
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		web_get(&reply, paths[i]);
		TEST_ASSERT_EQUAL_UINT_MESSAGE(404, reply.status, paths[i]);
	}
}

static void test_tricks_with_paths(void)
{
	static const char *const paths[] = {
		"/../secret.txt",
		"/..%2fsecret.txt",
		"/%2e%2e/secret.txt",
		"/%2e%2e%2fsecret.txt",
		"/lib/../../secret.txt",
		"/lib/../index.html",
		"/./index.html",
		"//index.html",
		"//etc/passwd",
		"/etc/passwd",
		"///",
		"/..",
		"/../",
		"/.",
		"/..\\secret.txt",
		"\\..\\secret.txt",
		"/%5c..%5csecret.txt",
		"/%00",
		"/index.html%00",
		"/index.html%00.js",
		"/%c0%ae%c0%ae/secret.txt",
		"/%252e%252e/secret.txt",
		"/index.html/",
		"/index.html/..",
		"/%",
		"/%2",
		"/%zz",
		"/INDEX.HTML",
		"/index.html ",
		"index.html",
		"http://board/index.html",
		"http://other/",
		"*",
		"/;",
		"/:",
		"/~root",
		"/\xff\xfe",
		"/play.html%0d%0aSet-Cookie:x",
		"/lib%2fmqtt.js",
		"/play.html.html",
		"/proc/self/environ",
		"/dev/zero",
	};

	web_put("../secret.txt", SECRET);
	serve_pages();
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		web_get(&reply, paths[i]);
		if (reply.status != 400 && reply.status != 0)
			expect(404, "There is no such page here.\n", paths[i]);
		TEST_ASSERT_NULL_MESSAGE(web_header(&reply, "Set-Cookie"), paths[i]);
	}
	web_get(&reply, "/");
	expect(200, "the index", "afterwards");
}

/* What follows a NUL is not seen; what precedes it is a page that everybody may have. */
static void test_a_nul_in_a_path(void)
{
	static const char request[] = "GET /play.html\0.js HTTP/1.1\r\nHost: board\r\n\r\n";
	int fd;

	serve_pages();
	fd = web_dial();
	web_send(fd, request, sizeof request - 1);
	web_hear(fd, &reply, false);
	close(fd);
	if (reply.status == 200)
		TEST_ASSERT_EQUAL_STRING("for players", reply.body);
	else
		TEST_ASSERT_TRUE(reply.status == 0 || reply.status == 400 || reply.status == 404);
}

static void test_methods(void)
{
	static const struct {
		const char *method, *path;
		unsigned status;
		const char *allowed;
	} tries[] = {
		{"POST", "/", 405, "GET, HEAD"},
		{"PUT", "/play.html", 405, "GET, HEAD"},
		{"DELETE", "/play", 405, "GET, HEAD"},
		{"OPTIONS", "/", 405, "GET, HEAD"},
		{"TRACE", "/", 405, "GET, HEAD"},
		{"PROPFIND", "/", 405, "GET, HEAD"},
		{"get", "/", 405, "GET, HEAD"},
		{"POST", "/metrics", 405, "GET, HEAD"},
		{"PUT", "/config.json", 405, "GET, HEAD"},
		{"GET", "/pair", 405, "POST"},
		{"HEAD", "/pair", 405, "POST"},
		{"OPTIONS", "/pair", 405, "POST"},
		{"PUT", "/pair", 405, "POST"},
		{"POST", "/nowhere", 404, NULL},
		{"DELETE", "/nowhere", 404, NULL},
	};

	serve_pages();
	for (unsigned i = 0; i < sizeof tries / sizeof *tries; i++) {
		web_ask(&reply, "%s %s HTTP/1.1\r\nHost: board\r\nContent-Length: 0\r\n\r\n",
			tries[i].method, tries[i].path);
		TEST_ASSERT_EQUAL_UINT_MESSAGE(tries[i].status, reply.status, tries[i].method);
		if (tries[i].allowed)
			expect_header("Allow", tries[i].allowed);
		TEST_ASSERT_NULL(web_header(&reply, "Access-Control-Allow-Origin"));
	}
}

/* ---- the plain page ---- */

static void expect_plain_page(const char *path)
{
	web_get(&reply, path);
	TEST_ASSERT_EQUAL_UINT_MESSAGE(200, reply.status, path);
	expect_header("Content-Type", "text/html; charset=utf-8");
	TEST_ASSERT_NOT_NULL(strstr(reply.body, "<h1>Table &lt;1&gt; &amp; &quot;co&quot;</h1>"));
	TEST_ASSERT_NOT_NULL(strstr(reply.body, "The board is running."));
	TEST_ASSERT_NULL(strstr(reply.body, "<1>"));
}

static void test_a_plain_page_without_pages(void)
{
	static const char *const paths[] = {"/", "/play", "/table", "/arbiter", "/watch"};

	web_serve(&(struct web_options){.without_folder = true});
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++)
		expect_plain_page(paths[i]);
	web_get(&reply, "/index.html");
	TEST_ASSERT_EQUAL_UINT(404, reply.status);
	web_get(&reply, "/config.json");
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
	web_ask(&reply, "POST / HTTP/1.1\r\nHost: board\r\nContent-Length: 0\r\n\r\n");
	TEST_ASSERT_EQUAL_UINT(405, reply.status);
}

static void test_a_plain_page_without_index(void)
{
	web_put("play.html", "for players");
	web_serve(&(struct web_options){0});
	expect_plain_page("/");
	expect_plain_page("/watch");
	web_get(&reply, "/play");
	expect(200, "for players", "what is there comes first");
}

static void test_no_plain_page_beside_pages(void)
{
	serve_pages();
	web_get(&reply, "/arbiter");
	TEST_ASSERT_EQUAL_UINT(404, reply.status);
}

int main(int count, char **arguments)
{
	(void)count;
	program = arguments[0];
	UNITY_BEGIN();
	RUN_TEST(test_every_page);
	RUN_TEST(test_every_type);
	RUN_TEST(test_head_is_get_without_body);
	RUN_TEST(test_what_is_known_is_not_sent_again);
	RUN_TEST(test_a_file_that_was_changed_is_sent_again);
	RUN_TEST(test_empty_and_long_files);
	RUN_TEST(test_files_that_are_no_pages);
	RUN_TEST(test_files_that_came_later);
	RUN_TEST(test_folders_are_not_listed);
	RUN_TEST(test_tricks_with_paths);
	RUN_TEST(test_a_nul_in_a_path);
	RUN_TEST(test_methods);
	RUN_TEST(test_a_plain_page_without_pages);
	RUN_TEST(test_a_plain_page_without_index);
	RUN_TEST(test_no_plain_page_beside_pages);
	return UNITY_END();
}
