/*
 * The page that is served when no pages are installed. It has no style of its own, because the
 * content security policy allows none within a page.
 */
#include "daemon/http/http_page.h"

#include <stdio.h>
#include <stdlib.h>

static const char before_title[] = "<!doctype html>\n"
				   "<html lang=\"en\">\n"
				   "<meta charset=\"utf-8\">\n"
				   "<meta name=\"viewport\" content=\"width=device-width\">\n"
				   "<title>";

static const char between_titles[] = "</title>\n<h1>";

static const char after_titles[] =
	"</h1>\n"
	"<p>This is Adjutant, the referee of a board game whose pieces keep their ranks from the opponent. The board is running.</p>\n"
	"<p>The pages for players, table, arbiter and spectators are not installed here, so this one stands in for them. What works without them:</p>\n"
	"<ul>\n"
	"<li>On the board's own computer, in a terminal: <code>adjutant status</code> tells how the game stands, <code>adjutant pair</code> gives a seat to a device, and <code>adjutant help</code> lists the other commands.</li>\n"
	"<li>From anywhere: a program that speaks MQTT over websockets can follow the game without a password. <a href=\"/config.json\">config.json</a> has the board's name and the port, <code>watch</code>; the topics are <code>adjutant/v1/<var>board</var>/public/#</code>.</li>\n"
	"</ul>\n"
	"</html>\n";

static void escape(FILE *to, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '<':
			fputs("&lt;", to);
			break;
		case '>':
			fputs("&gt;", to);
			break;
		case '&':
			fputs("&amp;", to);
			break;
		case '"':
			fputs("&quot;", to);
			break;
		case '\'':
			fputs("&#39;", to);
			break;
		default:
			fputc(*text, to);
		}
	}
}

char *http_page_make(const char *title)
{
	char *page = NULL;
	size_t size;
	FILE *to = open_memstream(&page, &size);

	if (!to)
		return NULL;
	fputs(before_title, to);
	escape(to, title);
	fputs(between_titles, to);
	escape(to, title);
	fputs(after_titles, to);
	if (fclose(to) == 0)
		return page;
	free(page);
	return NULL;
}
