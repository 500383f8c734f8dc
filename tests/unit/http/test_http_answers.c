/*
 * What the web server passes on to its owner and back: pairing, configuration, metrics; and the
 * headers that every answer has.
 */
#include "tests/support/web/web_bench.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* without its last digit */
#define CLAIM "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde"
#define KEY                                                                                        \
	"77"                                                                                       \
	"00112233445566778899aabbccddeeff00112233445566778899aabbccddee"
/* a claim up to the proof, which is what the owner goes by */
#define BEGINNING "{\"v\":2,\"key\":\"" KEY "\",\"proof\":"

static void test_config_and_metrics(void)
{
	web_put("config.json", SECRET);
	web_put("metrics.html", SECRET);
	serve_pages();
	web_get(&reply, "/config.json");
	expect(200, "{\"board\":\"table\",\"websocket\":9001}", "config");
	expect_header("Content-Type", "application/json");
	expect_header("Cache-Control", "no-store");
	web_get(&reply, "/metrics");
	expect(200, "adjutant_up 1\n", "metrics");
	expect_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
	expect_header("Cache-Control", "no-store");
}

static void test_an_owner_without_answers(void)
{
	static const char *const paths[] = {"/config.json", "/metrics"};

	web_serve(&(struct web_options){.mute = true});
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		web_get(&reply, paths[i]);
		TEST_ASSERT_EQUAL_UINT(500, reply.status);
		TEST_ASSERT_NOT_NULL(strstr(reply.body, "{\"error\":\""));
	}
}

static void test_past_games(void)
{
	serve_pages();
	web_get(&reply, "/games.json");
	expect(200, "list before 0", "the list");
	expect_header("Content-Type", "application/json");
	expect_header("Cache-Control", "no-store");
	web_get(&reply, "/games.json?before=26");
	expect(200, "list before 26", "further back");
	web_get(&reply, "/games.json?before=-1");
	expect(200, "list before 0", "no number");
	web_get(&reply, "/games/12.json");
	expect(200, "game 12", "a game");
	web_get(&reply, "/games/12.game");
	expect(200, "game 12", "its record");
	expect_header("Content-Type", "text/plain; charset=utf-8");
	expect_header("Content-Disposition", "attachment; filename=\"adjutant-12.game\"");
	web_get(&reply, "/games/4.txt");
	expect(403, "{\"error\":\"game 4\"}", "refused");
	expect_header("Content-Type", "application/json");
	web_get(&reply, "/games/5.xml");
	TEST_ASSERT_EQUAL_UINT(500, reply.status);
	web_ask(&reply,
		"POST /games.json HTTP/1.1\r\nHost: board:8080\r\nContent-Length: 0\r\n\r\n");
	TEST_ASSERT_EQUAL_UINT(405, reply.status);
}

static void test_addresses_that_are_no_games(void)
{
	static const char *const paths[] = {"/games/",
					    "/games/12",
					    "/games/0.json",
					    "/games/012.json",
					    "/games/-1.json",
					    "/games/+1.json",
					    "/games/1.jsonx",
					    "/games/1.db",
					    "/games/1/2.json",
					    "/games/x.json",
					    "/games/9999999999999.json",
					    "/games/%31.json",
					    "/games//1.json"};

	serve_pages();
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		web_get(&reply, paths[i]);
		TEST_ASSERT_TRUE_MESSAGE(reply.status == 404 || reply.status == 400, paths[i]);
	}
}

/* The archive is read in the loop that referees: whoever asks and asks must wait. */
static void test_many_questions(void)
{
	unsigned fine = 0;

	serve_pages();
	for (unsigned i = 0; i < 200; i++) {
		web_get(&reply, "/games/12.json");
		fine += reply.status == 200;
		if (reply.status != 200)
			break;
	}
	TEST_ASSERT_EQUAL_UINT(503, reply.status);
	expect_header("Retry-After", "1");
	TEST_ASSERT_TRUE(fine >= 60);
	web_get(&reply, "/config.json");
	TEST_ASSERT_EQUAL_UINT(200, reply.status);
}

static void pair(const char *body, const char *headers)
{
	web_ask(&reply,
		"POST /pair HTTP/1.1\r\nHost: board:8080\r\n%sContent-Length: %zu\r\n\r\n%s",
		headers, strlen(body), body);
}

static void test_pairing(void)
{
	serve_pages();
	pair(BEGINNING "\"" CLAIM "0\"}", "");
	expect(200, "{\"box\":\"" CLAIM "0 with 77 from 127.0.0.1\"}", "paired");
	expect_header("Content-Type", "application/json");
	expect_header("Cache-Control", "no-store");
	pair("{\"more\":[1,{}],\"v\":2,\"key\":\"" KEY "\",\"proof\":\"" CLAIM "f\"}",
	     "Content-Type: text/plain\r\n");
	expect(200, "{\"box\":\"" CLAIM "f with 77 from 127.0.0.1\"}", "with more than is needed");
	pair(BEGINNING "\"3" CLAIM "\"}", "");
	expect(403, "{\"error\":\"no\"}", "refused");
	pair(BEGINNING "\"4" CLAIM "\"}", "");
	expect(429, "{\"error\":\"no\"}", "refused for now");
	pair(BEGINNING "\"5" CLAIM "\"}", "");
	TEST_ASSERT_EQUAL_UINT(500, reply.status);
}

static void ask_for_code(const char *body, const char *headers)
{
	web_ask(&reply,
		"POST /codes HTTP/1.1\r\nHost: board:8080\r\n%sContent-Length: %zu\r\n\r\n%s",
		headers, strlen(body), body);
}

static void test_codes_for_the_table(void)
{
	serve_pages();
	ask_for_code("{\"box\":\"YES=\"}", "");
	expect(200, "{\"box\":\"YES=\"}", "asked");
	expect_header("Content-Type", "application/json");
	expect_header("Cache-Control", "no-store");
	ask_for_code("{\"box\":\"no\"}", "Origin: http://board:8080\r\n");
	expect(403, "{\"box\":\"no\"}", "refused");
	ask_for_code("{\"box\":\"YES=\"}", "Origin: http://elsewhere\r\n");
	expect(403, "{\"error\":\"pages of others may not pair\"}", "by a page of others");
	ask_for_code("{\"CLAIM\":\"YES=\"}", "");
	TEST_ASSERT_EQUAL_UINT(400, reply.status);
	ask_for_code("[]", "");
	TEST_ASSERT_EQUAL_UINT(400, reply.status);
	web_get(&reply, "/codes");
	TEST_ASSERT_EQUAL_UINT(405, reply.status);
}

static void test_pieces_for_the_table(void)
{
	static const char request[] = "POST /pieces HTTP/1.1\r\nHost: board:8080\r\n%s"
				      "Content-Length: 14\r\n\r\n{\"box\":\"YES=\"}";

	serve_pages();
	web_ask(&reply, request, "");
	expect(200, "{\"box\":\"YES=\",\"what\":\"pieces\"}", "asked");
	expect_header("Cache-Control", "no-store");
	web_ask(&reply, request, "Origin: http://elsewhere\r\n");
	expect(403, "{\"error\":\"pages of others may not pair\"}", "by a page of others");
	web_get(&reply, "/pieces");
	TEST_ASSERT_EQUAL_UINT(405, reply.status);
}

static void test_greeting_the_table(void)
{
	static const char request[] = "POST /hello HTTP/1.1\r\nHost: board:8080\r\n%s"
				      "Content-Length: 14\r\n\r\n{\"box\":\"YES=\"}";

	serve_pages();
	web_ask(&reply, request, "");
	expect(200, "{\"box\":\"YES=\",\"what\":\"hello\"}", "asked");
	expect_header("Cache-Control", "no-store");
	web_ask(&reply, request, "Origin: http://elsewhere\r\n");
	expect(403, "{\"error\":\"pages of others may not pair\"}", "by a page of others");
	web_get(&reply, "/hello");
	TEST_ASSERT_EQUAL_UINT(405, reply.status);
}

static void test_pairing_from_another_address(void)
{
	static const char body[] = BEGINNING "\"" CLAIM "0\"}";
	char request[512];
	int fd;

	serve_pages();
	snprintf(request, sizeof request,
		 "POST /pair HTTP/1.1\r\nHost: board\r\nContent-Length: %zu\r\n\r\n%s",
		 strlen(body), body);
	fd = web_dial_from("127.3.2.1");
	web_say(fd, request);
	web_hear(fd, &reply, false);
	close(fd);
	expect(200, "{\"box\":\"" CLAIM "0 with 77 from 127.3.2.1\"}", "from 127.3.2.1");
}

static void test_pairing_in_pieces(void)
{
	static const char *const pieces[] = {
		"POST /pair HTTP/1.1\r\nHost: bo",
		"ard\r\nTransfer-Encoding: chun",
		"ked\r\n\r",
		"\n59\r\n" BEGINNING "\"\r\n",
		"20\r\n0123456789abcdef0123456789abcdef\r\n",
		"20\r\n0123456789abcdef01234567",
		"89abcdef\r\n2\r\n\"}\r\n0\r\n",
		"\r\n",
	};
	int fd;

	serve_pages();
	fd = web_dial();
	for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		web_say(fd, pieces[i]);
		web_pause_ms(2);
	}
	web_hear(fd, &reply, false);
	close(fd);
	expect(200, "{\"box\":\"" CLAIM "f with 77 from 127.0.0.1\"}", "in pieces");
}

static void test_malformed_pairing(void)
{
	static const char *const bodies[] = {
		"",
		" ",
		"{",
		"{}",
		"[]",
		"null",
		"7",
		"\"" CLAIM "0\"",
		"claim=" CLAIM "0",
		BEGINNING "7}",
		BEGINNING "null}",
		BEGINNING "[\"" CLAIM "0\"]}",
		BEGINNING "\"\"}",
		BEGINNING "\"" CLAIM "\"}",
		BEGINNING "\"" CLAIM "00\"}",
		BEGINNING "\"" CLAIM "g\"}",
		BEGINNING "\"" CLAIM "F\"}",
		BEGINNING "\"" CLAIM " \"}",
		BEGINNING "\"" CLAIM "\\u0000\"}",
		"{\"Claim\":\"" CLAIM "0\"}",
		BEGINNING "\"" CLAIM "0\"} x",
		BEGINNING "\"" CLAIM "0\",\"proof\":\"" CLAIM "0\"}",
		BEGINNING "\"\xff" CLAIM "\"}",
		"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
		BEGINNING "\"" CLAIM "0\"",
		"{'proof':'" CLAIM "0'}",
		"{\"v\":2,\"proof\":\"" CLAIM "0\"}", /* without a key */
		"{\"v\":2,\"key\":\"77\",\"proof\":\"" CLAIM "0\"}",
		"{\"key\":\"" KEY "\",\"proof\":\"" CLAIM "0\"}", /* of no version */
	};

	serve_pages();
	for (unsigned i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		pair(bodies[i], "");
		TEST_ASSERT_EQUAL_UINT_MESSAGE(400, reply.status, bodies[i]);
		expect_header("Content-Type", "application/json");
		TEST_ASSERT_EQUAL_STRING_LEN("{\"error\":\"", reply.body, 10);
	}
	web_ask(&reply, "POST /pair HTTP/1.1\r\nHost: board\r\n\r\n");
	TEST_ASSERT_EQUAL_UINT(400, reply.status);
}

/* Neither the first way of pairing, without an exchange of keys, nor one to come is accepted. */
static void test_other_versions_are_refused_with_a_sentence(void)
{
	static const char *const bodies[] = {
		"{\"claim\":\"" CLAIM "0\"}",
		"{\"v\":1,\"claim\":\"" CLAIM "0\"}",
		"{\"v\":2,\"claim\":\"" CLAIM "0\"}",
		"{\"v\":1,\"key\":\"" KEY "\",\"proof\":\"" CLAIM "0\"}",
		"{\"v\":3,\"key\":\"" KEY "\",\"proof\":\"" CLAIM "0\"}",
		"{\"v\":\"2\",\"key\":\"" KEY "\",\"proof\":\"" CLAIM "0\"}",
	};

	serve_pages();
	for (unsigned i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		pair(bodies[i], "");
		TEST_ASSERT_EQUAL_UINT_MESSAGE(400, reply.status, bodies[i]);
		TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reply.body, "different versions"), bodies[i]);
	}
}

/* A page of others, if it is open in a player's browser, can send what it likes: not to here. */
static void test_pages_of_others_may_not_pair(void)
{
	static const struct {
		const char *header;
		unsigned status;
	} tries[] = {
		{"Origin: http://board:8080\r\n", 200},
		{"Origin: HTTP://Board:8080\r\n", 200},
		{"Origin: https://board:8080\r\n", 200}, /* there is a proxy in between */
		{"origin: http://evil\r\n", 403},
		{"Origin: http://board\r\n", 403},
		{"Origin: http://board:80801\r\n", 403},
		{"Origin: http://board:8080.evil\r\n", 403},
		{"Origin: http://evil/board:8080\r\n", 403},
		{"Origin: null\r\n", 403},
		{"Origin: \r\n", 403},
		{"Origin: ftp://board:8080\r\n", 403},
		{"Origin: board:8080\r\n", 403},
	};

	serve_pages();
	for (unsigned i = 0; i < sizeof tries / sizeof *tries; i++) {
		pair(BEGINNING "\"" CLAIM "0\"}", tries[i].header);
		TEST_ASSERT_EQUAL_UINT_MESSAGE(tries[i].status, reply.status, tries[i].header);
		TEST_ASSERT_NULL(web_header(&reply, "Access-Control-Allow-Origin"));
	}
	web_ask(&reply, "POST /pair HTTP/1.0\r\nOrigin: http://\r\nContent-Length: 0\r\n\r\n");
	TEST_ASSERT_EQUAL_UINT_MESSAGE(403, reply.status, "nobody knows where");
}

/* ---- headers ---- */

static void expect_manners(const char *path, unsigned status, bool embeddable)
{
	const char *policy;

	web_get(&reply, path);
	TEST_ASSERT_EQUAL_UINT_MESSAGE(status, reply.status, path);
	expect_header("X-Content-Type-Options", "nosniff");
	expect_header("Referrer-Policy", "no-referrer");
	expect_header("Cross-Origin-Resource-Policy", embeddable ? "cross-origin" : "same-origin");
	TEST_ASSERT_NULL(web_header(&reply, "Server"));
	policy = web_header(&reply, "Content-Security-Policy");
	TEST_ASSERT_NOT_NULL_MESSAGE(policy, path);
	TEST_ASSERT_NOT_NULL(strstr(policy, "default-src 'self'; connect-src 'self' ws: wss:; "
					    "img-src 'self' data:;"));
	TEST_ASSERT_NOT_NULL(
		strstr(policy, embeddable ? "frame-ancestors *" : "frame-ancestors 'none'"));
}

static void test_headers_for_safety(void)
{
	serve_pages();
	expect_manners("/", 200, false);
	expect_manners("/play", 200, false);
	expect_manners("/lib/mqtt.js", 200, false);
	expect_manners("/watch", 200, true);
	expect_manners("/watch.html", 200, true);
	expect_manners("/config.json", 200, false);
	expect_manners("/metrics", 200, false);
	expect_manners("/nowhere", 404, false);
	expect_manners("/pair", 405, false);
}

static void expect_no_echo(const char *what)
{
	TEST_ASSERT_NULL_MESSAGE(strstr(reply.head, "echo"), what);
	TEST_ASSERT_NULL_MESSAGE(strstr(reply.body, "echo"), what);
}

static void test_nothing_is_repeated(void)
{
	serve_pages();
	web_get(&reply, "/echo<script>");
	expect_no_echo("path");
	web_get(&reply, "/play?echo=echo");
	expect_no_echo("query");
	web_ask(&reply, "ECHOecho / HTTP/1.1\r\nHost: echo\r\nOrigin: echo\r\necho: echo\r\n\r\n");
	expect_no_echo("method and headers");
	pair("{\"echo\":\"echo\"}", "Origin: http://echo\r\n");
	expect_no_echo("origin");
	pair(BEGINNING "\"echo\"}", "");
	expect_no_echo("body");
	web_ask(&reply, "GET /echo HTTP/echo\r\nHost: echo\r\n\r\n");
	expect_no_echo("version");
}

/* of pages, which connect then, and of nothing that belongs to them */
static void test_visits_are_told(void)
{
	serve_pages();
	web_get(&reply, "/lib/mqtt.js");
	web_get(&reply, "/nowhere");
	web_get(&reply, "/metrics");
	expect(200, "adjutant_up 1\n", "nobody has visited a page");
	web_get(&reply, "/play");
	web_get(&reply, "/");
	web_get(&reply, "/metrics");
	expect(200, "visits 2\n", "two pages");
}

int main(int count, char **arguments)
{
	(void)count;
	program = arguments[0];
	UNITY_BEGIN();
	RUN_TEST(test_config_and_metrics);
	RUN_TEST(test_an_owner_without_answers);
	RUN_TEST(test_past_games);
	RUN_TEST(test_addresses_that_are_no_games);
	RUN_TEST(test_many_questions);
	RUN_TEST(test_pairing);
	RUN_TEST(test_codes_for_the_table);
	RUN_TEST(test_pieces_for_the_table);
	RUN_TEST(test_pairing_from_another_address);
	RUN_TEST(test_pairing_in_pieces);
	RUN_TEST(test_malformed_pairing);
	RUN_TEST(test_other_versions_are_refused_with_a_sentence);
	RUN_TEST(test_greeting_the_table);
	RUN_TEST(test_pages_of_others_may_not_pair);
	RUN_TEST(test_headers_for_safety);
	RUN_TEST(test_visits_are_told);
	RUN_TEST(test_nothing_is_repeated);
	return UNITY_END();
}
