/* Reads what a spectator has kept, and compares a record with it. */
#include "daemon/cli/archive/seen.h"

#include "daemon/archive/commitments.h"
#include "daemon/archive/course.h"
#include "daemon/archive/published.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/square.h"
#include "rules/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int say(struct trouble *trouble, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static int say(struct trouble *trouble, int error, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(trouble->text, sizeof trouble->text, format, arguments);
	va_end(arguments);
	return error;
}

/* ---- reading ---- */

/* HASH[@NUMBER] */
int seen_read_head(struct seen *seen, const char *word, struct trouble *trouble)
{
	struct text rest = {word, strlen(word)}, digits = text_take_until(&rest, '@');
	struct seen_head head = {.number = 0};
	char hash[HASH_TEXT] = "";

	if (digits.length == HASH_TEXT - 1)
		snprintf(hash, sizeof hash, "%s", word);
	if (!hex_parse(hash, head.hash, HASH_SIZE) ||
	    (strchr(word, '@') &&
	     (!text_number(rest, INT64_MAX, &head.number) || head.number == 0)))
		return say(trouble, -EINVAL,
			   "--head takes 64 hexadecimal digits, and behind an @ the number that "
			   "was shown with them");
	seen->heads[seen->head_count++] = head;
	return 0;
}

static json_t *load(const char *path, struct trouble *trouble)
{
	json_error_t error;
	json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);

	if (!json_is_object(json)) {
		say(trouble, -EINVAL, "%.80s is not JSON as a board publishes it%s%.60s", path,
		    json ? "" : ": ", json ? "" : error.text);
		json_decref(json);
		return NULL;
	}
	return json;
}

/* {"a1":"HASH",..}, or something that the board published and that has such a member */
int seen_read_commitments(struct seen *seen, const char *path, struct trouble *trouble)
{
	json_t *json = load(path, trouble), *list;

	if (!json)
		return -EINVAL;
	list = json_object_get(json, "commitments");
	if (!list)
		list = json_object_get(json, "list");
	if (!list)
		list = json;
	if (json_is_object(list) && json_object_size(list) > 0)
		seen->commitments[seen->commitments_count++] = json_incref(list);
	json_decref(json);
	return seen->commitments_count > 0
		       ? 0
		       : say(trouble, -EINVAL, "%.80s has no commitments", path);
}

static bool take_digits(json_t *state, const char *name, uint8_t *bytes, size_t count)
{
	const char *digits = json_string_value(json_object_get(state, name));

	return digits && hex_parse(digits, bytes, count);
}

int seen_read_state(struct seen *seen, const char *path, struct trouble *trouble)
{
	json_t *state = load(path, trouble), *list;
	struct seen_head head = {.number = 0};

	if (!state)
		return -EINVAL;
	seen->state = state;
	if (!take_digits(state, "board_key", seen->state_key, sizeof seen->state_key) ||
	    !json_object_get(state, "signature"))
		return say(trouble, -EINVAL,
			   "%.80s is no state that a board has signed: save it on the watch page, "
			   "or name what was seen with --head or --commitments",
			   path);
	if (!published_state_is_signed(seen->state_key, state))
		return say(trouble, -EINVAL,
			   "%.80s was changed after the board signed it, so it is evidence of "
			   "nothing",
			   path);
	if (take_digits(state, "head", head.hash, HASH_SIZE))
		head.number = (uint64_t)json_integer_value(json_object_get(state, "head_seq"));
	if (head.number > 0)
		seen->heads[seen->head_count++] = head;
	list = json_object_get(state, "commitments");
	if (list)
		seen->commitments[seen->commitments_count++] = json_incref(list);
	return 0;
}

void seen_finish(struct seen *seen)
{
	for (unsigned i = 0; i < seen->commitments_count; i++)
		json_decref(seen->commitments[i]);
	json_decref(seen->state);
	memset(seen, 0, sizeof *seen);
}

bool seen_anything(const struct seen *seen)
{
	return seen->head_count > 0 || seen->commitments_count > 0 || seen->state;
}

/* ---- how it ended ---- */

struct listing {
	json_t *moves; /* as the board shows them */
	enum board_id board;
};

static void on_part(void *context, const struct record_reader *reader, unsigned part)
{
	struct listing *listing = context;

	listing->board = (enum board_id)editions[reader->game.edition].board;
	if (part > 0)
		json_array_append_new(listing->moves, json_string("corrected"));
}

static void on_played(void *context, const struct record_reader *reader)
{
	struct listing *listing = context;
	char line[FACT_SIZE], why[RECORD_REASON_SIZE];
	struct out reason = out_init(why, sizeof why);
	struct text words = {reader->action_text, strlen(reader->action_text)};
	struct play_shown shown;
	struct action action;
	struct fact fact;

	if (!record_parse_action(listing->board, (enum side)reader->report.side, words, &action,
				 &reason))
		return;
	fact_of_play(&action, &reader->report, &fact);
	shown = fact_play_shown(&fact);
	play_shown_format(&shown, line);
	json_array_append_new(listing->moves, json_string(line));
}

static bool ends_with(json_t *moves, json_t *shown, size_t before)
{
	if (json_array_size(moves) != before + json_array_size(shown))
		return false;
	for (size_t i = before; i < json_array_size(moves); i++)
		if (!json_equal(json_array_get(moves, i), json_array_get(shown, i - before)))
			return false;
	return true;
}

static bool same_result(json_t *result, const struct replayed *replayed)
{
	const char *winner = json_string_value(json_object_get(result, "winner"));
	const char *by = json_string_value(json_object_get(result, "by"));

	return winner && by && strcmp(winner, winner_name(replayed->winner)) == 0 &&
	       strcmp(by, reason_name(replayed->reason)) == 0;
}

/* A state of after the end has all that a record has. */
static int compare_ends(const struct seen *seen, const char *text, size_t length,
			struct trouble *trouble)
{
	json_t *result = json_object_get(seen->state, "result");
	json_t *before = json_object_get(seen->state, "moves_before");
	struct listing listing = {.moves = json_array()};
	struct record_replay_listener listener = {
		.context = &listing, .begin = on_part, .played = on_played};
	struct replayed replayed;
	size_t at = length;
	bool same;

	proof_find(text, length, &at);
	same = record_replay(text, at, &listener, &replayed, trouble) == 0 &&
	       same_result(result, &replayed) &&
	       ends_with(listing.moves, json_object_get(seen->state, "moves"),
			 (size_t)json_integer_value(before));
	json_decref(listing.moves);
	return same ? 0
		    : say(trouble, -EBADMSG,
			  "this is a fork: the game that was seen ended otherwise. Both are the "
			  "board's own, so its journal was copied or put back to an earlier state");
}

/* ---- comparing ---- */

/* What was seen after the record was made is not in it, but the end is. */
static bool is_later(const struct seen *seen, const struct seen_head *head,
		     const struct course *course)
{
	return seen->state && head == &seen->heads[seen->head_count - 1] &&
	       head->number > course->last &&
	       json_is_object(json_object_get(seen->state, "result"));
}

static int compare_head(const struct seen *seen, const struct seen_head *head,
			const struct proof *proof, struct trouble *trouble)
{
	struct course course;
	uint64_t number;

	if (proof->version < 2)
		return seen->state ? 0
				   : say(trouble, -EBADMSG,
					 "it is of an older version and does not say which heads "
					 "were published: verify the archive instead");
	course_read(proof->course, &course);
	if (head->number == 0 && course_has(proof->course, head->hash, &number))
		return 0;
	switch (course_ask(proof->course, head->number, head->hash)) {
	case COURSE_SAME:
		return 0;
	case COURSE_OTHER:
		return say(trouble, -EBADMSG, SEEN_FORK, (unsigned long long)head->number);
	case COURSE_NOT_HERE:
		break;
	}
	if (is_later(seen, head, &course))
		return 0;
	if (head->number == 0)
		return say(trouble, -EBADMSG, "the head that was seen is not one of this game");
	return say(
		trouble, -EBADMSG,
		"the head that was seen, number %llu, is not one of this game, which has %llu to "
		"%llu",
		(unsigned long long)head->number, (unsigned long long)course.first,
		(unsigned long long)course.last);
}

static int compare_commitments(const struct seen *seen, const struct proof *proof,
			       struct trouble *trouble)
{
	json_t *list = commitments_list(&proof->commitments);
	bool same = true;

	for (unsigned i = 0; i < seen->commitments_count; i++)
		same = same && json_equal(seen->commitments[i], list);
	json_decref(list);
	return same ? 0
		    : say(trouble, -EBADMSG,
			  "its commitments are not those that were seen: it is another game, or "
			  "the pieces were changed");
}

static int compare_state(const struct seen *seen, const struct proof *proof,
			 struct trouble *trouble)
{
	const char *id = json_string_value(json_object_get(seen->state, "id"));

	if (memcmp(seen->state_key, proof->board_key, sizeof seen->state_key) != 0)
		return say(trouble, -EBADMSG,
			   "it was signed by another board's key than what was seen");
	if (!id || strcmp(id, proof->commitments.game) != 0)
		return say(trouble, -EBADMSG, "it is of another game than what was seen");
	return 0;
}

int seen_compare(const struct seen *seen, const struct proof *proof, const char *text,
		 size_t length, struct trouble *trouble)
{
	int error = seen->state ? compare_state(seen, proof, trouble) : 0;

	if (!error)
		error = compare_commitments(seen, proof, trouble);
	for (unsigned i = 0; !error && i < seen->head_count; i++)
		error = compare_head(seen, &seen->heads[i], proof, trouble);
	if (!error && json_is_object(json_object_get(seen->state, "result")))
		error = compare_ends(seen, text, length, trouble);
	return error;
}
