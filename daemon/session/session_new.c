/* A new game: its options, its names, its pieces, and how they are written down. */
#include "daemon/archive/journal.h"
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/base/loop.h"
#include "daemon/base/trouble.h"
#include "daemon/config/config.h"
#include "daemon/match/match.h"
#include "daemon/match/pieces.h"
#include "daemon/referee/recording_head.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/referee/refusal.h"
#include "daemon/session/batch.h"
#include "daemon/session/outbox.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "daemon/table/table.h"
#include "rules/cards.h"
#include "rules/edition.h"
#include "rules/square.h"
#include "rules/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { START_SIZE = 2048 };

/* What a game begins with. All of it has been checked before anything is written. */
struct beginning {
	struct referee_options options;
	struct match_names names;
	char *pieces; /* lines of tags, or NULL; owned */
};

/* ---- the head of a record ---- */

static void out_header(struct out *out, const char *key, const char *value)
{
	if (!value[0])
		return;
	out_string(out, key);
	out_char(out, ' ');
	out_string(out, value);
	out_char(out, '\n');
}

/* a whole deck, in an order that is known to no one */
static void out_deck(struct out *out, enum side side)
{
	uint8_t deck[CARD_COUNT];

	for (unsigned i = 0; i < CARD_COUNT; i++)
		deck[i] = (uint8_t)(CARD_NONE + 1 + i);
	for (unsigned i = CARD_COUNT - 1; i > 0; i--) {
		unsigned other = random_below(i + 1);
		uint8_t kept = deck[i];

		deck[i] = deck[other];
		deck[other] = kept;
	}
	out_string(out, "deck ");
	out_string(out, side_name(side));
	for (unsigned i = 0; i < CARD_COUNT; i++) {
		out_char(out, i == 0 ? ' ' : ',');
		out_string(out, card_name(deck[i]));
	}
	out_char(out, '\n');
}

static void format_start(const struct session *session, const struct beginning *beginning,
			 struct out *out)
{
	const struct referee_options *options = &beginning->options;
	const struct match_names *names = &beginning->names;
	const struct edition *edition = &editions[options->edition];
	const char *name, *value;

	out_string(out, "adjutant-game 1\n");
	out_header(out, "event", names->event);
	out_header(out, "site", names->site);
	out_header(out, "date", names->date);
	out_header(out, "round", names->round);
	out_header(out, "board", session->config->title);
	out_header(out, "red", names->red);
	out_header(out, "blue", names->blue);
	out_header(out, "edition", edition->id);
	for (unsigned i = 0; options_get(&options->rules, i, &name, &value); i++) {
		out_string(out, "option ");
		out_header(out, name, value);
	}
	for (unsigned i = 0; edition->cards && i < SIDE_COUNT; i++)
		out_deck(out, (enum side)i);
}

/* ---- what is requested ---- */

/* A switch may be named alone: "training" is "training on". */
static bool set_option(struct referee_options *options, const char *line)
{
	struct text rest = {line, strlen(line)};
	struct text name = text_take_word(&rest);
	enum option_answer answer = referee_option_set(options, name, rest);

	if (rest.length == 0)
		rest = (struct text){"on", strlen("on")};
	if (answer == OPTION_UNKNOWN)
		answer = options_set(&options->rules, name.at, name.length, rest.at, rest.length);
	return answer == OPTION_SET;
}

/* The options agreed before, whatever the configuration says now; but the kind of sensors is the
 * board's. */
static void repeat_options(const struct session *session, struct referee_options *options)
{
	*options = *referee_options(session->match.referee);
	options->table.sensors = session->config->options.table.sensors;
}

static int add_options(struct referee_options *options, json_t *lines, struct refusal *why)
{
	const char *misfit;
	char text[120];
	size_t i;
	json_t *line;

	json_array_foreach(lines, i, line)
	{
		if (json_is_string(line) && set_option(options, json_string_value(line)))
			continue;
		snprintf(text, sizeof text, "this is not an option: \"%.80s\"",
			 json_is_string(line) ? json_string_value(line) : "");
		*why = refusal_with(REFUSAL_FAILED, text);
		return -EINVAL;
	}
	misfit = referee_options_misfit(options);
	if (!misfit)
		return 0;
	*why = refusal_with(REFUSAL_FAILED, misfit);
	return -EINVAL;
}

/* An edition for which the board has no room could not be played. */
bool session_has_room(const struct session *session, unsigned edition, struct refusal *why)
{
	char reason[REFUSAL_TEXT_SIZE - 60], text[REFUSAL_TEXT_SIZE];
	unsigned line;

	if (session->match.number == 0 || /* the first game is as configured */
	    config_check_board(session->config, editions[edition].board, reason, sizeof reason,
			       &line) == 0)
		return true;
	snprintf(text, sizeof text, "this board cannot be used for %s: %s", editions[edition].id,
		 reason);
	*why = refusal_with(REFUSAL_FAILED, text);
	return false;
}

static int choose_options(const struct session *session, const struct new_game *wanted,
			  struct referee_options *options, struct refusal *why)
{
	unsigned edition = wanted->edition ? edition_find(wanted->edition, strlen(wanted->edition))
					   : session->config->options.edition;

	if (wanted->is_rematch) {
		repeat_options(session, options);
		return 0;
	}
	if (edition == EDITION_NONE) {
		*why = refusal_of(REFUSAL_NO_SUCH_EDITION);
		return -EINVAL;
	}
	config_options_of(session->config, edition, options);
	return session_has_room(session, edition, why) ? add_options(options, wanted->options, why)
						       : -EINVAL;
}

/* without a name there stays what was there */
static bool set_name(char *to, size_t room, const char *name)
{
	struct text text = {name ? name : "", name ? strlen(name) : 0};

	if (!name)
		return true;
	if (text.length >= room || !text_is_visible(text))
		return false;
	text = text_trim(text);
	snprintf(to, room, "%.*s", (int)text.length, text.at);
	return true;
}

static void exchange_names(struct match_names *names)
{
	char red[sizeof names->red];

	memcpy(red, names->red, sizeof red);
	memcpy(names->red, names->blue, sizeof red);
	memcpy(names->blue, red, sizeof red);
}

static int choose_names(const struct session *session, const struct new_game *wanted,
			struct match_names *names, struct refusal *why)
{
	time_t now = (time_t)(loop_wall_ms(session->loop) / 1000);
	struct tm local;

	memset(names, 0, sizeof *names);
	if (wanted->is_rematch || wanted->keeps_names)
		*names = session->match.names;
	if (!set_name(names->event, sizeof names->event, wanted->event) ||
	    !set_name(names->site, sizeof names->site, wanted->site) ||
	    !set_name(names->round, sizeof names->round, wanted->round) ||
	    !set_name(names->red, sizeof names->red, wanted->red) ||
	    !set_name(names->blue, sizeof names->blue, wanted->blue)) {
		*why = refusal_with(REFUSAL_FAILED, "a name is too long (79 bytes) or has "
						    "characters that cannot be shown");
		return -EINVAL;
	}
	if (wanted->sides_change)
		exchange_names(names);
	if (localtime_r(&now, &local))
		strftime(names->date, sizeof names->date, "%Y-%m-%d", &local);
	return 0;
}

/*
 * A board that reads tags knows its pieces, if they were enrolled. Those of a virtual table need
 * not be enrolled: they are made up for each game, or a person who has seen its page or has
 * eavesdropped would recognise them in the next game.
 */
static int find_pieces(const struct session *session, unsigned edition, char **lines,
		       struct trouble *trouble)
{
	int error = pieces_read(session->config->state_dir, lines, trouble);

	if (error == -ENOENT && session->config->driver == DRIVER_VIRTUAL) {
		*lines = pieces_make_up(edition);
		error = *lines ? 0 : -ENOENT;
	}
	return error;
}

/*
 * A set that makes no sense must be corrected by the person who requests the game. The first game
 * after a start and a rematch are not requested by a person: they begin as if no pieces were
 * enrolled.
 */
static int choose_pieces(const struct session *session, const struct new_game *wanted,
			 const struct referee_options *options, char **lines, struct refusal *why)
{
	struct trouble trouble = {""};
	int error;

	if (!(options->table.sensors & SENSOR_RFID))
		return 0;
	error = find_pieces(session, options->edition, lines, &trouble);
	if (error == -ENOENT)
		log_warning("the board reads tags, but no pieces are enrolled: `adjutant enrol` "
			    "does that; until then players set up on their handhelds");
	else if (error && (wanted->is_rematch || session->match.number == 0))
		log_error("%s; until then players set up on their handhelds", trouble.text);
	else if (error)
		*why = refusal_with(REFUSAL_FAILED, trouble.text);
	return why->code != REFUSAL_NONE ? error : 0;
}

/* Writes the entries that a game begins with; then it is loaded like any game in the journal. */
static int write_new(struct session *session, const struct beginning *beginning)
{
	const struct referee_options *options = &beginning->options;
	char start[START_SIZE], table[RECORDING_HEAD_SIZE];
	struct out out = out_init(start, sizeof start), head = out_init(table, sizeof table);
	char id[TOKEN_TEXT];
	json_t *event;

	format_start(session, beginning, &out);
	recording_head_format(options, &head);
	session->batch.game = journal_last_game(session->journal) + 1;
	token_make(id);
	batch_note(&session->batch, ENTRY_NAME, "", id);
	batch_note(&session->batch, ENTRY_START, "", start);
	batch_note(&session->batch, ENTRY_TABLE, "", table);
	if (beginning->pieces)
		batch_note(&session->batch, ENTRY_PIECES, "", beginning->pieces);
	event = session_make_event(session, "game");
	json_object_set_new(event, "edition", json_string(editions[options->edition].id));
	batch_tell(&session->batch, EVERYONE, event);
	session->batch.changed = 0; /* its views are published once it has been loaded */
	return session_commit(session);
}

static int prepare(const struct session *session, const struct new_game *wanted,
		   struct beginning *beginning, struct refusal *why)
{
	int error = choose_options(session, wanted, &beginning->options, why);

	if (!error)
		error = choose_names(session, wanted, &beginning->names, why);
	if (!error)
		error = choose_pieces(session, wanted, &beginning->options, &beginning->pieces,
				      why);
	return error;
}

static int begin(struct session *session, const struct beginning *beginning, struct refusal *why)
{
	struct trouble trouble = {""};
	int error = write_new(session, beginning);

	if (!error)
		error = session_load(session, session->batch.game, &trouble);
	if (error && session->journal) /* it is written, and will be loaded when that works */
		session_stop(session, &trouble);
	if (error)
		session_is_stopped(session, why);
	return error;
}

bool session_can_begin(const struct session *session, const struct new_game *wanted,
		       struct refusal *why)
{
	struct beginning beginning = {.pieces = NULL};

	*why = refusal_of(REFUSAL_NONE);
	prepare(session, wanted, &beginning, why);
	free(beginning.pieces);
	return why->code == REFUSAL_NONE;
}

int session_new(struct session *session, const struct new_game *wanted, struct refusal *why)
{
	struct beginning beginning = {.pieces = NULL};
	int error;

	*why = refusal_of(REFUSAL_NONE);
	if (session_is_stopped(session, why))
		return -EIO;
	error = prepare(session, wanted, &beginning, why);
	if (!error)
		error = session_leave_game(session, why);
	if (!error) {
		session->game_trouble[0] = '\0';
		if (wanted->sides_change)
			session_colours_change(session, journal_last_game(session->journal) + 1);
		error = begin(session, &beginning, why);
	}
	free(beginning.pieces);
	if (error)
		return error;
	outbox_begin_game(&session->outbox, wanted->frees_seats	   ? NOBODY_STAYS
					    : wanted->sides_change ? SIDES_CHANGE
								   : EVERYBODY_STAYS);
	session->outbox.result.audiences = EVERYONE;
	session->outbox.result.wants_scan = true;
	return 0;
}
