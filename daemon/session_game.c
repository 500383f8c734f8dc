/* Games come and go: preparing one, going on with one, setting aside, writing its record. How one
 * is loaded from the journal is session_load.c's matter. */
#include "daemon/session_inside.h"

#include "daemon/finished.h"
#include "daemon/log.h"
#include "daemon/pieces.h"
#include "daemon/recording_head.h"
#include "daemon/referee_resume.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { START_SIZE = 2048 };

static void restart(struct session *session)
{
	struct input input = {.kind = INPUT_RESTART};

	session_feed(session, &input);
}

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

/* a whole deck, in an order that nobody knows */
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

static void format_start(const struct session *session, const struct referee_options *options,
			 struct out *out)
{
	const struct particulars *names = &session->particulars;
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

/* ---- going on ---- */

static void recall_seqs(struct session *session)
{
	char text[96];

	if (journal_recall(session->journal, "topic-seqs", text, sizeof text))
		sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
		       &session->seq[AUDIENCE_PUBLIC], &session->seq[AUDIENCE_RED],
		       &session->seq[AUDIENCE_BLUE], &session->seq[AUDIENCE_ARBITER]);
	memcpy(session->written_seq, session->seq, sizeof session->seq);
}

static int64_t current_game(struct session *session)
{
	char text[24];

	if (journal_recall(session->journal, "current-game", text, sizeof text))
		return strtoll(text, NULL, 10);
	return journal_last_game(session->journal);
}

/* Resuming is a power cut seen from behind: the table is compared, people are guided. */
static int take_up(struct session *session)
{
	int error;

	restart(session);
	error = session_commit(session);
	if (error)
		return error;
	if (session->referee.phase == PHASE_OVER && !session->has_record)
		game_finish(session);
	else if (session->referee.phase == PHASE_OVER)
		session->events.over(session->events.owner);
	words_rematch(session);
	session->events.changed(session->events.owner);
	session->events.scan(session->events.owner);
	return session->journal ? 0 : -EIO; /* any of these may have stopped play */
}

int game_go_on(struct session *session, struct trouble *trouble)
{
	struct new_game first = {0};
	int64_t game = current_game(session);
	int error;

	recall_seqs(session);
	if (game == 0)
		return session_new(session, &first, trouble->text);
	error = game_load(session, game, trouble);
	if (error == -EINVAL && session->journal) {
		/* the journal is sound, this game is not: another can be begun */
		snprintf(session->game_trouble, sizeof session->game_trouble, "%.*s",
			 SESSION_WHY - 1, trouble->text);
		log_error("%s", trouble->text);
		session->referee.phase = PHASE_OVER;
		return 0;
	}
	if (error)
		return error;
	/* what was written last may not have been told, if nobody knew that it was written */
	session_tell_again(session, session->events.published(session->events.owner));
	return take_up(session);
}

static void forget_game(struct session *session)
{
	session->game = 0;
	session->id[0] = '\0';
	memset(&session->particulars, 0, sizeof session->particulars);
	memset(&session->referee, 0, sizeof session->referee);
	game_clear(session);
}

void game_go_back(struct session *session)
{
	int64_t game = current_game(session);
	struct trouble unused;

	if (game == 0 || game_load(session, game, &unused))
		forget_game(session);
}

/* ---- a new game ---- */

static bool set_option(struct referee_options *options, const char *line)
{
	struct text rest = {line, strlen(line)};
	struct text name = text_take_word(&rest);
	enum option_answer answer = referee_option_set(options, name, rest);

	if (answer == OPTION_UNKNOWN)
		answer = options_set(&options->rules, name.at, name.length, rest.at, rest.length);
	return answer == OPTION_SET;
}

static int choose_options(const struct session *session, const struct new_game *wanted,
			  struct referee_options *options, char why[SESSION_WHY])
{
	unsigned edition = wanted->edition ? edition_find(wanted->edition, strlen(wanted->edition))
					   : session->config->options.edition;
	size_t i;
	json_t *line;

	if (edition == EDITION_NONE) {
		snprintf(why, SESSION_WHY, "there is no such edition");
		return -EINVAL;
	}
	*options = session->config->options;
	if (edition != options->edition) /* another game: its own rules, the same table */
		options->rules = editions[edition].options;
	options->edition = (uint8_t)edition;
	json_array_foreach(wanted->options, i, line)
	{
		if (json_is_string(line) && set_option(options, json_string_value(line)))
			continue;
		snprintf(why, SESSION_WHY, "this is not an option: \"%.80s\"",
			 json_is_string(line) ? json_string_value(line) : "");
		return -EINVAL;
	}
	return 0;
}

static bool set_name(char *to, size_t room, const char *name)
{
	struct text text = {name ? name : "", name ? strlen(name) : 0};

	if (text.length >= room || !text_is_clean(text))
		return false;
	text = text_trim(text);
	snprintf(to, room, "%.*s", (int)text.length, text.at);
	return true;
}

static int set_particulars(struct session *session, const struct new_game *wanted,
			   char why[SESSION_WHY])
{
	struct particulars names = {.event = ""};
	time_t now = time(NULL);
	struct tm local;

	if (!set_name(names.event, sizeof names.event, wanted->event) ||
	    !set_name(names.site, sizeof names.site, wanted->site) ||
	    !set_name(names.round, sizeof names.round, wanted->round) ||
	    !set_name(names.red, sizeof names.red, wanted->red) ||
	    !set_name(names.blue, sizeof names.blue, wanted->blue)) {
		snprintf(why, SESSION_WHY,
			 "a name is too long (79 bytes) or has characters that "
			 "cannot be shown");
		return -EINVAL;
	}
	if (localtime_r(&now, &local))
		strftime(names.date, sizeof names.date, "%Y-%m-%d", &local);
	session->particulars = names;
	return 0;
}

static bool is_stopped(const struct session *session, char why[SESSION_WHY])
{
	if (session->journal)
		return false;
	snprintf(why, SESSION_WHY, "play is stopped: %.*s", SESSION_WHY - 20,
		 session->trouble.text);
	return true;
}

/* An unfinished game that is paused is set aside; one in set-up is nothing yet. */
static int leave_game(struct session *session, char why[SESSION_WHY])
{
	const struct referee *referee = &session->referee;
	int error;

	if (session->game == 0 || referee->phase == PHASE_OVER)
		return 0;
	if (referee->phase != PHASE_SETUP && !referee->paused) {
		snprintf(why, SESSION_WHY,
			 "the game is being played: pause it to set it aside, or award it");
		return -EBUSY;
	}
	session_note(session, "shelve", "",
		     referee->phase == PHASE_SETUP ? "dropped" : "adjourned");
	error = session_commit(session);
	if (error)
		is_stopped(session, why);
	return error;
}

/*
 * A board that reads tags knows its pieces, if somebody has shown them to it. Those of a virtual
 * table nobody needs to show; they are new for each game, or whoever has seen its page or has
 * overheard it would know them again in the next.
 */
static void note_pieces(struct session *session, unsigned edition)
{
	struct trouble trouble = {""};
	char *lines = NULL;
	int error = pieces_read(session->config->state_dir, &lines, &trouble);

	if (error == -ENOENT && session->config->driver == DRIVER_VIRTUAL) {
		lines = pieces_make_up(edition);
		error = lines ? 0 : -ENOENT;
	}
	if (!error)
		session_note(session, "pieces", "", lines);
	else if (error == -ENOENT)
		log_warning("the board reads tags, but no pieces are enrolled: `adjutant enrol` "
			    "does that; until then players set up on their handhelds");
	else
		log_error("%s", trouble.text);
	free(lines);
}

/* Writes what a game begins with; the rest is as with any game that the journal holds. */
static int write_new(struct session *session, const struct referee_options *options)
{
	char start[START_SIZE], table[RECORDING_HEAD_SIZE];
	struct out out = out_init(start, sizeof start), head = out_init(table, sizeof table);
	json_t *event;
	int error;

	format_start(session, options, &out);
	recording_head_format(options, &head);
	session->game = journal_last_game(session->journal) + 1;
	token_make(session->id);
	session_note(session, "name", "", session->id);
	session_note(session, "start", "", start);
	session_note(session, "table", "", table);
	if (options->table.sensors & SENSOR_RFID)
		note_pieces(session, options->edition);
	event = session_event(session, "game");
	json_object_set_new(event, "edition", json_string(editions[options->edition].id));
	session_tell(session, EVERYONE, event);
	session->between_games = true;
	session->changed = 0; /* it is shown when it has been loaded */
	error = session_commit(session);
	session->between_games = false;
	return error;
}

static int prepare(struct session *session, const struct new_game *wanted,
		   struct referee_options *options, char why[SESSION_WHY])
{
	struct particulars before = session->particulars;
	int error = choose_options(session, wanted, options, why);

	if (!error)
		error = leave_game(session, why);
	if (!error)
		error = set_particulars(session, wanted, why);
	if (error || !wanted->same_people)
		return error;
	memcpy(before.date, session->particulars.date, sizeof before.date);
	session->particulars = before;
	return 0;
}

int session_new(struct session *session, const struct new_game *wanted, char why[SESSION_WHY])
{
	struct referee_options options;
	struct trouble trouble = {""};
	bool people_stay =
		wanted->same_people || session->game == 0 || session->referee.phase == PHASE_SETUP;
	int error;

	if (is_stopped(session, why))
		return -EIO;
	error = prepare(session, wanted, &options, why);
	if (error)
		return error;
	session->game_trouble[0] = '\0';
	error = write_new(session, &options);
	if (!error)
		error = game_load(session, session->game, &trouble);
	if (error && !is_stopped(session, why))
		snprintf(why, SESSION_WHY, "%.*s", SESSION_WHY - 1, trouble.text);
	if (error)
		return error;
	session->events.begun(session->events.owner, people_stay);
	session->events.changed(session->events.owner);
	session->events.scan(session->events.owner);
	return 0;
}

int session_continue(struct session *session, int64_t game, char why[SESSION_WHY])
{
	struct trouble trouble = {""};
	int error;

	if (is_stopped(session, why))
		return -EIO;
	if (game == session->game) {
		snprintf(why, SESSION_WHY, "that game is on the table");
		return -EALREADY;
	}
	if (game < 1 || game > journal_last_game(session->journal)) {
		snprintf(why, SESSION_WHY, "there is no game %" PRId64, game);
		return -ENOENT;
	}
	error = leave_game(session, why);
	if (error)
		return error;
	error = game_load(session, game, &trouble);
	if (!error && session->referee.phase == PHASE_OVER) {
		snprintf(trouble.text, sizeof trouble.text, "game %" PRId64 " is over", game);
		error = -EINVAL;
	}
	if (error) {
		snprintf(why, SESSION_WHY, "%.*s", SESSION_WHY - 1, trouble.text);
		game_load(session, current_game(session), &trouble);
		take_up(session);
		return error;
	}
	session_note(session, "unshelve", "", "");
	session->events.begun(session->events.owner, false);
	error = take_up(session);
	if (error)
		is_stopped(session, why);
	return error;
}

/* ---- the end ---- */

static void tell_everything(struct session *session)
{
	json_t *event = session_event(session, "revealed");

	json_object_set_new(event, "openings", pledges_openings(&session->pledges, SIDE_NONE));
	session_tell(session, EVERYONE, event);
}

void game_finish(struct session *session)
{
	struct trouble trouble = {""};
	char *record = NULL;
	int error =
		finished_seal(session->journal, session->game, &session->key, &record, &trouble);

	if (error) {
		log_error("the record of game %" PRId64 " could not be written: %s", session->game,
			  trouble.text);
	} else {
		session_note(session, "record", "", record);
		if (session->config->broadcast == BROADCAST_AFTER)
			tell_everything(session);
		session->has_record = session_commit(session) == 0;
	}
	free(record);
	session->events.over(session->events.owner);
}
