/* What can be seen of a session from outside: views, status, the head of a recording. */
#include "daemon/archive/commitments.h"
#include "daemon/archive/published.h"
#include "daemon/base/crypto.h"
#include "daemon/config/config.h"
#include "daemon/lamps/lamps.h"
#include "daemon/referee/recording_head.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "daemon/session/taps.h"
#include "daemon/table/table.h"
#include "daemon/views/board_status.h"
#include "daemon/views/event_json.h"
#include "daemon/views/lamps_scene.h"
#include "daemon/views/last_battle.h"
#include "daemon/views/view_json.h"
#include "drivers/board/board.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARD_LINE = sizeof RECORDING_BOARD_SILENT + SESSION_WHY };

static const char *phase_text(const struct session *session)
{
	return session->journal ? referee_phase_name(referee_phase(session->match.referee))
				: "stopped";
}

static const char *or_ok(const char *sentence)
{
	return sentence[0] ? sentence : "ok";
}

/*
 * Everyone sees that play is stopped; the reason is for the arbiter, who can do something about it.
 */
static const char *public_trouble(const struct session *session)
{
	if (!session->journal)
		return "play is stopped: the game cannot be written down; call the arbiter";
	if (session->game_trouble[0])
		return "this game cannot be continued; call the arbiter";
	return session->board_is_silent ? "the board does not answer; call the arbiter" : NULL;
}

const char *session_sensor_trouble(const struct session *session)
{
	return session->board_trouble[0] ? session->board_trouble : session->tag_trouble;
}

/* what the arbiter and the operator are told */
static const char *whole_trouble(const struct session *session)
{
	return or_ok(session->game_trouble[0] ? session->game_trouble
					      : session_sensor_trouble(session));
}

/* which player has offered a rematch; when both have, it begins */
static uint8_t rematch_offer(const struct session *session)
{
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		if (session->match.wants_rematch[side])
			return (uint8_t)side;
	return SIDE_NONE;
}

static struct situation situation_of(const struct session *session, enum audience audience,
				     const struct referee_snapshot *snapshot)
{
	const struct match_names *names = &session->match.names;
	struct situation situation = {
		.seq = session->batch.written_seq[audience],
		.game = session->match.number,
		.id = session->match.id,
		.title = session->config->title,
		.edition = editions[referee_options(session->match.referee)->edition].id,
		.rules = &referee_options(session->match.referee)->rules,
		.phase = phase_text(session),
		.broadcast = broadcast_name(session->config->broadcast),
		.paused = snapshot->paused,
		.correcting = snapshot->correcting,
		.over = snapshot->phase == PHASE_OVER,
		.begun = snapshot->begun,
		.ready = {snapshot->ready[SIDE_RED], snapshot->ready[SIDE_BLUE]},
		.told_ready = {snapshot->told_ready[SIDE_RED], snapshot->told_ready[SIDE_BLUE]},
		.arranged = {snapshot->arranged[SIDE_RED], snapshot->arranged[SIDE_BLUE]},
		.placed = {session->shown.placed[SIDE_RED], session->shown.placed[SIDE_BLUE]},
		.settling = {snapshot->settling[SIDE_RED], snapshot->settling[SIDE_BLUE]},
		.draw_offer = snapshot->draw_offer,
		.takeback_offer = snapshot->takeback_offer,
		.can_take_back = snapshot->can_take_back,
		.undone = &snapshot->undone,
		.correction = snapshot->correction,
		.as_it_is = {.by = SIDE_NONE, .from = SQ_OFF_BOARD},
		.rematch_offer = rematch_offer(session),
		.face_up = {session->match.is_face_up[SIDE_RED],
			    session->match.is_face_up[SIDE_BLUE]},
		.has_clock = snapshot->has_clock,
		.left_ms = {snapshot->left_ms[SIDE_RED], snapshot->left_ms[SIDE_BLUE]},
		.running = snapshot->running,
		.is_setup_timed = session->journal && snapshot->has_setup_clock,
		.setup_left_ms = snapshot->setup_left_ms,
		.fork = session->match.fork,
		.trouble = public_trouble(session),
		.event = names->event,
		.site = names->site,
		.red_name = names->red,
		.blue_name = names->blue,
		.reads_tags = snapshot->reads_tags,
		.faulty = snapshot->faulty,
	};

	return situation;
}

/* Guides last as long as the referee is guiding: anything still wrong after that is told again. */
static struct board_status status_of(const struct session *session,
				     const struct referee_snapshot *snapshot)
{
	struct board_status status = session->match.status;

	if (!snapshot->is_guiding)
		status.guide_count = 0;
	return status;
}

static void add_unread(struct situation *situation, const struct referee_snapshot *snapshot)
{
	situation->lines = snapshot->lines;
	situation->line_count = snapshot->line_count;
	situation->single = snapshot->single;
}

static void add_pad(struct situation *situation, const struct session *session, enum side side)
{
	static const char *const says[] = {
		[TAPS_QUIET] = NULL,	    [TAPS_FOREIGN] = "foreign", [TAPS_UNKNOWN] = "unknown",
		[TAPS_SEVERAL] = "several", [TAPS_DOUBT] = "doubt",	[TAPS_TAPPED] = "tapped",
		[TAPS_NEXT] = "next"};
	struct taps_note note = session_pads_note(session, side);

	situation->pad = says[note.say];
	situation->pad_squares = note.squares;
}

/*
 * The part for one seat alone. The question comes from the referee: the one that was told last may
 * be from an earlier run, or may have been answered since.
 */
static void add_seat(struct situation *situation, const struct session *session,
		     const struct referee_snapshot *snapshot, enum side side)
{
	const struct referee_seat *seat = &snapshot->seats[side];

	add_unread(situation, snapshot);
	situation->question = seat->question.question == QUESTION_NONE ? NULL : &seat->question;
	situation->offer = seat->offer;
	situation->as_it_is = snapshot->as_it_is;
	situation->has_called = session->match.calls[side].is_open;
	situation->battle = last_battle_shown(&session->match.last_battle, side,
					      board_status_moves(&session->match.status));
	situation->tips = referee_options(session->match.referee)->rules.training
				  ? &session->match.tips[side]
				  : NULL;
	situation->setup_trouble = seat->is_waiting ? &seat->why : NULL;
	add_pad(situation, session, side);
	situation->announced[0] = seat->announced[0];
	situation->announced[1] = seat->announced[1];
	situation->challenge = seat->is_challenged ? &seat->challenge : NULL;
}

/* things that only the arbiter can do something about */
static void add_arbiter(struct situation *situation, const struct session *session,
			const struct referee_snapshot *snapshot)
{
	add_unread(situation, snapshot);
	situation->closed = snapshot->closed;
	situation->storage = session->journal ? "ok" : session->trouble.text;
	situation->board = whole_trouble(session);
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		situation->called[i] = session->match.calls[i].is_open;
		situation->called_us[i] = session->match.calls[i].t_us;
	}
}

/*
 * The arbiter is shown what is public. After the end an army that was turned over is shown to
 * everyone, as its owner sees it. What was told counts: a set-up that was never played remains its
 * owner's secret, and a game that merely cannot be continued may be repaired and go on.
 */
static void make_view(const struct session *session, enum audience audience, struct view *view)
{
	const struct match *match = &session->match;
	const struct game *game = referee_game(match->referee);
	struct view owner;

	view_make(view, game, audience == AUDIENCE_ARBITER ? AUDIENCE_PUBLIC : audience);
	view->audience = (uint8_t)audience;
	for (unsigned i = 0; game_is_over(game) && i < SIDE_COUNT; i++) {
		if (!match->is_face_up[i])
			continue;
		view_make(&owner, game, audience_of((enum side)i));
		for (unsigned sq = 0; sq < SQ_COUNT; sq++)
			if (bits_has(view->open.holds[i], sq))
				view->code[sq] = owner.code[sq];
	}
}

/* What the board has signed, as text; empty while there is nothing. */
struct signed_texts {
	char key[HASH_TEXT], head[HASH_TEXT], signature[SIGNATURE_TEXT];
};

/*
 * Every entry moves the end of the journal, including words that a seat says in private. Everyone is
 * shown the entry of the latest public event, by its number among those, and cannot see from it
 * that a seat has spoken.
 */
static void add_head(struct situation *situation, const struct session *session,
		     struct signed_texts *texts)
{
	const struct published_head *head = &session->public_head;

	memset(texts, 0, sizeof *texts);
	situation->board_key = texts->key;
	situation->head = texts->head;
	situation->head_signature = texts->signature;
	if (!session->journal || head->number == 0)
		return;
	situation->head_seq = head->number;
	hex_format(session->key.public_key, sizeof session->key.public_key, texts->key);
	hex_format(head->hash, HASH_SIZE, texts->head);
	hex_format(head->signature, SIGNATURE_SIZE, texts->signature);
}

/* The arbiter sees what is public; looking up ranks is a separate call, which is journalled. */
json_t *session_view(const struct session *session, enum audience audience, struct paired paired)
{
	struct signed_texts texts;
	struct referee_snapshot snapshot;
	struct board_status status;
	struct situation situation;
	struct view view;
	json_t *state;

	referee_look(session->match.referee, session_now(session), &snapshot);
	status = status_of(session, &snapshot);
	situation = situation_of(session, audience, &snapshot);
	situation.status = &status;
	situation.touch = session_touch(session);
	add_head(&situation, session, &texts);
	situation.paired_red = paired.red;
	situation.paired_blue = paired.blue;
	situation.paired_arbiter = paired.arbiter;
	situation.has_arbiter = paired.arbiter || paired.arbiter_offered;
	if (audience == AUDIENCE_RED || audience == AUDIENCE_BLUE)
		add_seat(&situation, session, &snapshot,
			 audience == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE);
	if (audience == AUDIENCE_ARBITER)
		add_arbiter(&situation, session, &snapshot);
	make_view(session, audience, &view);
	if (commitments_made(&session->match.commitments))
		situation.commitments = commitments_list(&session->match.commitments);
	situation.proposal = session_proposal_json(session);
	situation.tally = session_tally_json(session);
	state = view_json(&view, &situation);
	json_decref(situation.commitments);
	json_decref(situation.proposal);
	json_decref(situation.tally);
	/* without memory it is shown unsigned */
	if (audience == AUDIENCE_PUBLIC && situation.head_seq > 0)
		published_state_sign(&session->key, state);
	return state;
}

/* Only of what the public is told; a board shows it where its pieces stand, too. */
void session_lamps(const struct session *session, struct lamp_picture *picture)
{
	struct referee_snapshot snapshot;
	struct board_status status;
	struct situation situation;
	struct lamps_scene scene;

	referee_look(session->match.referee, session_now(session), &snapshot);
	status = status_of(session, &snapshot);
	situation = situation_of(session, AUDIENCE_PUBLIC, &snapshot);
	situation.status = &status;
	lamps_scene_make(&scene, &situation, &referee_game(session->match.referee)->position.open,
			 &snapshot.closed);
	lamps_paint(&scene, picture);
}

/* Sentences about rows and columns that have failed. */
static json_t *failed_json(const struct session *session)
{
	struct referee_snapshot snapshot;
	json_t *list = json_array();

	referee_look(session->match.referee, referee_now_us(session->match.referee), &snapshot);
	for (unsigned i = 0; i < snapshot.line_count; i++) {
		char sentence[LINE_SENTENCE];

		session_line_sentence(snapshot.lines[i].line,
				      (enum table_fault)snapshot.lines[i].fault, sentence);
		json_array_append_new(list, json_string(sentence));
	}
	return list;
}

json_t *session_status(const struct session *session)
{
	const struct referee *referee = session->match.referee;
	const struct game *game = referee_game(referee);
	json_t *status = json_pack(
		"{s:I,s:s,s:s,s:b,s:I}", "game", (json_int_t)session->match.number, "edition",
		editions[referee_options(referee)->edition].id, "phase", phase_text(session),
		"paused", session->journal && referee_is_paused(referee), "plies",
		(json_int_t)game->plies);

	if (referee_phase(referee) == PHASE_PLAY && session->journal)
		json_object_set_new(status, "turn",
				    json_string(side_name(game->position.open.to_move)));
	if (game_is_over(game) && session->journal) {
		json_object_set_new(status, "result", json_string(winner_name(game->winner)));
		json_object_set_new(status, "by", json_string(reason_name(game->reason)));
	}
	json_object_set_new(status, "storage",
			    json_string(session->journal ? "ok" : session->trouble.text));
	json_object_set_new(status, "table", json_string(whole_trouble(session)));
	json_object_set_new(status, "failed", failed_json(session));
	if (session->match.fork > 0)
		json_object_set_new(status, "fork", json_integer((json_int_t)session->match.fork));
	json_object_set_new(status, "readings", json_integer((json_int_t)session->counts.inputs));
	return status;
}

/* ---- tags ---- */

static int by_number(const void *a, const void *b)
{
	const struct table_tag *const *first = a, *const *second = b;

	return memcmp((*first)->tag.id, (*second)->tag.id, TAG_BYTES);
}

static json_t *tag_json(const struct table_tag *tag)
{
	char number[2 * TAG_BYTES + 1] = "", name[SQ_NAME_SIZE];
	json_t *json;

	for (unsigned i = 0; i < tag->tag.length; i++)
		snprintf(number + (size_t)2 * i, 3, "%02X", tag->tag.id[i]);
	json = json_pack("{s:s}", "tag", number);
	if (tag->home < SQ_COUNT) {
		sq_format(tag->home, name);
		json_object_set_new(json, "on", json_string(name));
	}
	return json;
}

/*
 * Where both armies are to stand, once both have been told: before that a side would learn from the
 * table which squares the other fills. Squares alone, which everybody sees as soon as pieces stand there.
 */
static void set_homes(const struct session *session, json_t *pieces)
{
	const struct referee *referee = session->match.referee;
	const struct public_position *open = &referee_game(referee)->position.open;

	if (!referee_is_arranged(referee, SIDE_RED) || !referee_is_arranged(referee, SIDE_BLUE))
		return;
	json_object_set_new(pieces, "homes",
			    json_pack("{s:o,s:o}", "red", event_json_squares(open->holds[SIDE_RED]),
				      "blue", event_json_squares(open->holds[SIDE_BLUE])));
}

/* Made only from the table's part of the referee, which knows no ranks; sorted, since the order in
 * which pieces were enrolled would reveal them. */
json_t *session_tags(const struct session *session)
{
	unsigned count, sensors = referee_options(session->match.referee)->table.sensors;
	const struct table_tag *tags = referee_tags(session->match.referee, &count);
	const struct table_tag *sorted[TABLE_TAGS] = {NULL};
	json_t *lists[SIDE_COUNT] = {json_array(), json_array()}, *pieces;

	for (unsigned i = 0; i < count; i++)
		sorted[i] = &tags[i];
	qsort(sorted, count, sizeof *sorted, by_number);
	for (unsigned i = 0; i < count; i++)
		json_array_append_new(lists[sorted[i]->side], tag_json(sorted[i]));
	pieces = json_pack("{s:s,s:b,s:o,s:o}", "game", session->match.id, "contacts",
			   (sensors & SENSOR_REED) != 0, "red", lists[SIDE_RED], "blue",
			   lists[SIDE_BLUE]);
	set_homes(session, pieces);
	return pieces;
}

/* ---- for clients that watch the sensors ---- */

static void print_seen(FILE *head, const struct referee *referee, unsigned sq,
		       const struct tag *seen)
{
	struct reading reading = {.kind = READING_TAG_SEEN, .sq = (uint8_t)sq, .closed = true};
	char text[sizeof "tag a10 " + 2 * READING_TAG];

	reading.tag_length = seen->length;
	memcpy(reading.tag, seen->id, sizeof reading.tag);
	session_format_reading(referee_board(referee), &reading, text, sizeof text);
	fprintf(head, "%" PRIu64 " %s\n", referee_now_us(referee), text);
}

/* The numbers of tags that belong to no piece of this set are not kept. */
static void print_tags(FILE *head, const struct referee *referee)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		for (unsigned i = 0; i < TAGS_PER_SQUARE; i++)
			if (referee_tag_on(referee, sq, i))
				print_seen(head, referee, sq, referee_tag_on(referee, sq, i));
}

static void format_board(const struct session *session, char line[BOARD_LINE])
{
	snprintf(line, BOARD_LINE, "%s%s",
		 session->board_is_silent ? RECORDING_BOARD_SILENT : RECORDING_BOARD,
		 or_ok(session_sensor_trouble(session)));
}

void session_show_board(struct session *session)
{
	char line[BOARD_LINE];

	format_board(session, line);
	session->host.line(session->host.owner, LINE_SEEN, line);
}

char *session_table_head(const struct session *session)
{
	const struct referee *referee = session->match.referee;
	char lines[RECORDING_HEAD_SIZE], board[BOARD_LINE], frame[SQ_SET_SIZE], *text = NULL;
	struct out out = out_init(lines, sizeof lines);
	size_t length;
	FILE *head = open_memstream(&text, &length);

	if (!head)
		return NULL;
	recording_head_format(referee_options(referee), &out);
	format_board(session, board);
	sq_format_set(referee_board(referee), referee_closed(referee), frame);
	fprintf(head, "adjutant-recording 1\nedition %s\n%s%s\n%" PRIu64 " frame %s\n",
		editions[referee_options(referee)->edition].id, lines, board,
		referee_now_us(referee), frame);
	print_tags(head, referee);
	if (fclose(head) == 0)
		return text;
	free(text);
	return NULL;
}
