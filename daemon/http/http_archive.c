/* The paths of past games, the allowance for reading them, and the count of what is on its way. */
#include "daemon/http/http_archive.h"

#include <stdlib.h>
#include <string.h>

/* ---- paths ---- */

static const struct {
	const char *ending;
	enum http_asked asked;
} endings[] = {
	{".json", HTTP_ASKED_GAME},
	{".game", HTTP_ASKED_RECORD},
	{".xml", HTTP_ASKED_GRAVON},
	{".txt", HTTP_ASKED_TEXT},
};

enum { NUMBER_DIGITS = 12 };

/* Digits without a sign, a blank or a zero in front: each game has one address. */
static const char *parse_number(const char *text, int64_t *number)
{
	size_t digits = strspn(text, "0123456789");

	if (digits == 0 || digits > NUMBER_DIGITS || text[0] == '0')
		return NULL;
	*number = strtoll(text, NULL, 10);
	return text + digits;
}

bool http_archive_parse(const char *path, struct http_question *question)
{
	static const char folder[] = "/games/";
	const char *ending;

	*question = (struct http_question){.asked = HTTP_ASKED_LIST};
	if (strcmp(path, "/games.json") == 0)
		return true;
	if (strncmp(path, folder, sizeof folder - 1) != 0)
		return false;
	ending = parse_number(path + sizeof folder - 1, &question->game);
	for (unsigned i = 0; ending && i < sizeof endings / sizeof *endings; i++)
		if (strcmp(ending, endings[i].ending) == 0) {
			question->asked = endings[i].asked;
			return true;
		}
	return false;
}

/* ---- limits ---- */

bool http_archive_allows(struct http_archive *archive, uint64_t now_us)
{
	const uint64_t most_us = (uint64_t)ARCHIVE_BURST * ARCHIVE_EACH_US;

	if (archive->paid_us + most_us < now_us)
		archive->paid_us = now_us - most_us;
	if (archive->paid_us + ARCHIVE_EACH_US > now_us || archive->lent > ARCHIVE_LENT_MAX)
		return false;
	archive->paid_us += ARCHIVE_EACH_US;
	return true;
}

struct lent {
	struct http_archive *archive;
	size_t length;
	char *text;
};

static void give_back(void *owner)
{
	struct lent *lent = owner;

	lent->archive->lent -= lent->length;
	free(lent->text);
	free(lent);
}

struct MHD_Response *http_archive_lend(struct http_archive *archive, char *text, size_t length)
{
	struct lent *lent = malloc(sizeof *lent);
	struct MHD_Response *response = NULL;

	if (lent) {
		*lent = (struct lent){archive, length, text};
		response = MHD_create_response_from_buffer_with_free_callback_cls(length, text,
										  give_back, lent);
	}
	if (response) {
		archive->lent += length;
	} else {
		free(lent);
		free(text);
	}
	return response;
}
