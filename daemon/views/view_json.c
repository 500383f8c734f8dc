/*
 * Writes the view of one audience as JSON. What the audience may know was decided before, in the
 * view and the situation that come in.
 */
#include "daemon/views/view_json.h"

#include "daemon/lamps/lamps.h"
#include "daemon/views/event_json.h"
#include "daemon/views/lamps_scene.h"
#include "daemon/views/prompt.h"
#include "daemon/views/refusal_json.h"
#include "daemon/views/tips.h"
#include "drivers/board/lamps.h"
#include "rules/bits.h"
#include "rules/cards.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/square.h"

#include <string.h>

static json_t *text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

static json_t *side_or_null(unsigned side)
{
	return side == SIDE_NONE ? json_null() : json_string(side_name((enum side)side));
}

static json_t *fields_or_null(const struct output *event)
{
	return event ? event_fields_json(event) : json_null();
}

/* ---- the board ---- */

/* Behind the screen only the owner sees anything. */
static void set_pieces(json_t *state, const struct view *view, bool begun)
{
	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		enum side side = (enum side)i;
		struct view seen = *view;
		char rows[VIEW_ROWS_SIZE];

		if (!begun && view->audience != audience_of(side))
			seen.open.holds[side] = BITS_NONE;
		view_rows(&seen, side, 0, boards[view->open.board].rows, rows);
		json_object_set_new(state, side_name(side), json_string(rows));
	}
}

/* ---- what holds now ---- */

static json_t *clock_json(const struct situation *situation)
{
	if (!situation->has_clock)
		return json_null();
	return json_pack("{s:I,s:I,s:o}", "red", (json_int_t)situation->left_ms[SIDE_RED], "blue",
			 (json_int_t)situation->left_ms[SIDE_BLUE], "running",
			 side_or_null(situation->running));
}

static json_t *setup_time_json(const struct situation *situation)
{
	return situation->is_setup_timed ? json_integer((json_int_t)situation->setup_left_ms)
					 : json_null();
}

static json_t *guides_json(const struct board_status *status)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < status->guide_count; i++)
		json_array_append_new(list, event_fields_json(&status->guides[i]));
	return list;
}

static json_t *stock_json(const struct view *view, enum side side)
{
	json_t *discard = json_array();

	for (unsigned card = CARD_NONE + 1; card < CARD_END; card++)
		if (view->cards[side].discard >> card & 1)
			json_array_append_new(discard, json_string(card_name((enum card)card)));
	return json_pack("{s:i,s:i,s:o,s:b,s:b}", "held", view->cards[side].held, "piled",
			 view->cards[side].piled, "discard", discard, "exchanged",
			 view->cards[side].exchanged, "mulliganed", view->cards[side].mulliganed);
}

static bool has_cards(const struct situation *situation)
{
	unsigned edition = edition_find(situation->edition, strlen(situation->edition));

	return edition != EDITION_NONE && editions[edition].cards;
}

/* ---- what the board does not see ---- */

static json_t *lines_json(const struct situation *situation)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < situation->line_count; i++) {
		const struct referee_line *line = &situation->lines[i];
		json_t *item = json_pack("{s:s}", "what", line->what);

		event_json_set_line(item, line->line);
		json_array_append_new(list, item);
	}
	return list;
}

/* A player says what is moved there. */
static void set_unread(json_t *state, const struct situation *situation)
{
	json_t *lines = json_array();

	for (unsigned i = 0; i < situation->line_count; i++) {
		json_t *item = json_object();

		event_json_set_line(item, situation->lines[i].line);
		if (situation->lines[i].is_read)
			json_decref(item);
		else
			json_array_append_new(lines, item);
	}
	if (json_array_size(lines) > 0 || bits_any(situation->single))
		json_object_set_new(state, "unread",
				    json_pack("{s:O,s:o}", "lines", lines, "squares",
					      event_json_squares(situation->single)));
	json_decref(lines);
}

/* ---- for one audience alone ---- */

static json_t *undone_json(const struct referee_undone *undone)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < undone->count; i++) {
		const struct history_turn *turn = &undone->turns[i];
		char from[SQ_NAME_SIZE], to[SQ_NAME_SIZE];
		json_t *item;

		sq_format(turn->from, from);
		sq_format(turn->to, to);
		item = json_pack("{s:s,s:s,s:s}", "side", side_name((enum side)turn->side), "from",
				 from, "sq", to);
		if (turn->attack)
			json_object_set_new(item, "outcome",
					    json_string(outcome_name(turn->outcome)));
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *correction_json(const struct referee_correction *correction)
{
	char from[SQ_NAME_SIZE], to[SQ_NAME_SIZE];
	json_t *json;

	sq_format(correction->from, from);
	sq_format(correction->to, to);
	json = json_pack("{s:s,s:s}", "from", from, "sq", to);
	if (correction->by != SIDE_NONE)
		json_object_set_new(json, "side",
				    json_string(side_name((enum side)correction->by)));
	return json;
}

/* the piece in its hand, what that might attack, and where it may stand unseen */
static json_t *held_json(const struct table_offer *offer)
{
	char name[SQ_NAME_SIZE];

	if (offer->from == SQ_OFF_BOARD)
		return json_null();
	sq_format(offer->from, name);
	return json_pack("{s:s,s:o,s:o}", "from", name, "targets",
			 event_json_nearest(offer->targets, offer->from), "stands",
			 event_json_nearest(offer->stands, offer->from));
}

/* As many squares as a refusal has, for the same reason (refusal_json.c). */
static void set_pad(json_t *state, const struct situation *situation)
{
	struct bits squares = situation->pad_squares, some = BITS_NONE;

	if (!situation->pad)
		return;
	while (bits_any(squares) && bits_count(some) < REFUSAL_SQUARES)
		bits_add(&some, bits_take(&squares));
	json_object_set_new(
		state, "pad",
		json_pack("{s:s,s:o}", "say", situation->pad, "squares", event_json_squares(some)));
}

static void set_own(json_t *state, const struct view *view, const struct situation *situation,
		    enum side side)
{
	json_object_set_new(state, "you", json_string(side_name(side)));
	json_object_set_new(state, "setup_trouble",
			    situation->setup_trouble ? refusal_json(situation->setup_trouble)
						     : json_null());
	set_pad(state, situation);
	json_object_set_new(state, "question", fields_or_null(situation->question));
	json_object_set_new(state, "held", held_json(&situation->offer));
	if (situation->has_called)
		json_object_set_new(state, "has_called", json_true());
	if (situation->as_it_is.from != SQ_OFF_BOARD)
		json_object_set_new(state, "as_it_is", correction_json(&situation->as_it_is));
	set_unread(state, situation);
	json_object_set_new(state, "battle",
			    situation->battle ? json_incref(situation->battle) : json_null());
	if (situation->tips)
		json_object_set_new(state, "tip",
				    tips_json(situation->tips, situation->begun, situation->over));
	if (!has_cards(situation))
		return;
	json_object_set_new(state, "hand", event_json_cards(view->cards[side].hand, HAND_SIZE));
	json_object_set_new(state, "announced", event_json_cards(situation->announced, 2));
	json_object_set_new(state, "challenge", fields_or_null(situation->challenge));
}

static json_t *calls_json(const struct situation *situation)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < SIDE_COUNT; i++)
		if (situation->called[i])
			json_array_append_new(list, json_pack("{s:s,s:I}", "side",
							      side_name((enum side)i), "t",
							      (json_int_t)situation->called_us[i]));
	return list;
}

static void set_arbiters(json_t *state, const struct view *view, const struct situation *situation)
{
	char closed[SQ_SET_SIZE];

	json_object_set_new(state, "faulty", event_json_squares(situation->faulty));
	json_object_set_new(state, "lines", lines_json(situation));
	sq_format_set(view->open.board, situation->closed, closed);
	json_object_set_new(state, "closed", json_string(closed));
	json_object_set_new(state, "storage", json_string(situation->storage));
	json_object_set_new(state, "board", json_string(situation->board));
	json_object_set_new(state, "called", calls_json(situation));
}

/* ---- the whole ---- */

json_t *view_json_touch(const struct table_touch *touch)
{
	return json_pack("{s:o,s:o}", "up", event_json_squares(touch->up), "down",
			 event_json_squares(touch->down));
}

/* As far as they show what people elsewhere may know: for the virtual table. */
static void set_lamps(json_t *state, const struct view *view, const struct situation *situation)
{
	struct lamp_picture picture;
	struct lamps_scene scene;
	char rows[LAMPS_ROWS_SIZE];

	lamps_scene_make(&scene, situation, &view->open, NULL);
	lamps_paint(&scene, &picture);
	lamps_format((enum board_id)view->open.board, &picture, rows);
	json_object_set_new(state, "lamps", json_string(rows));
}

static void set_touch(json_t *state, const struct table_touch *touch)
{
	if (bits_any(bits_or(touch->up, touch->down)))
		json_object_set_new(state, "touch", view_json_touch(touch));
}

/* How many of each piece a side has, and on how many rows: a device needs it to help with a set-up. */
static void set_army(json_t *state, const char *name)
{
	const struct edition *edition = &editions[edition_find(name, strlen(name))];
	json_t *army = json_object();

	for (unsigned piece = PIECE_NONE + 1; piece < PIECE_KINDS; piece++)
		if (edition->army[piece] > 0) {
			const char code[] = {piece_code((enum piece)piece), '\0'};

			json_object_set_new(army, code, json_integer(edition->army[piece]));
		}
	json_object_set_new(state, "army", army);
	json_object_set_new(state, "home_rows", json_integer(edition->setup_rows));
}

/* By which rules this game is played: its options, and what the edition alone decides. */
static json_t *rules_json(const struct situation *situation)
{
	const struct edition *edition =
		&editions[edition_find(situation->edition, strlen(situation->edition))];
	const char *name, *value;
	json_t *rules = json_object();

	for (unsigned i = 0; options_get(situation->rules, i, &name, &value); i++)
		json_object_set_new(rules, name, json_string(value));
	json_object_set_new(rules, "both-immobile",
			    json_string(edition->draw_if_both_stuck ? "draw" : "loses"));
	return rules;
}

static json_t *head_json(const struct view *view, const struct situation *situation)
{
	const struct board *board = &boards[view->open.board];

	return json_pack("{s:I,s:I,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:i,s:o,s:s,s:b,s:b}", "seq",
			 (json_int_t)situation->seq, "game", (json_int_t)situation->game, "id",
			 situation->id, "title", situation->title, "event", situation->event,
			 "site", situation->site, "red_name", situation->red_name, "blue_name",
			 situation->blue_name, "edition", situation->edition, "columns",
			 board->columns, "rows", board->rows, "lakes",
			 event_json_squares(board->lakes), "phase", situation->phase, "paused",
			 situation->paused, "correcting", situation->correcting);
}

static void set_play(json_t *state, const struct view *view, const struct situation *situation)
{
	size_t before;

	bool playing = situation->begun && !situation->over;

	json_object_set_new(state, "ply", json_integer(view->plies + (playing ? 1 : 0)));
	json_object_set_new(state, "turn", side_or_null(playing ? view->open.to_move : SIDE_NONE));
	set_pieces(state, view, situation->begun);
	json_object_set_new(state, "ready",
			    json_pack("{s:b,s:b}", "red", situation->ready[SIDE_RED], "blue",
				      situation->ready[SIDE_BLUE]));
	json_object_set_new(state, "arranged",
			    json_pack("{s:b,s:b}", "red", situation->arranged[SIDE_RED], "blue",
				      situation->arranged[SIDE_BLUE]));
	json_object_set_new(state, "placed",
			    json_pack("{s:i,s:i}", "red", (int)situation->placed[SIDE_RED], "blue",
				      (int)situation->placed[SIDE_BLUE]));
	json_object_set_new(state, "paired",
			    json_pack("{s:b,s:b,s:b}", "red", situation->paired_red, "blue",
				      situation->paired_blue, "arbiter",
				      situation->paired_arbiter));
	json_object_set_new(state, "has_arbiter", json_boolean(situation->has_arbiter));
	json_object_set_new(state, "settling",
			    json_pack("{s:b,s:b}", "red", situation->settling[SIDE_RED], "blue",
				      situation->settling[SIDE_BLUE]));
	json_object_set_new(state, "clock", clock_json(situation));
	json_object_set_new(state, "setup_ms", setup_time_json(situation));
	json_object_set_new(state, "guides", guides_json(situation->status));
	json_object_set_new(state, "offers",
			    json_pack("{s:o,s:o,s:o}", "draw", side_or_null(situation->draw_offer),
				      "takeback", side_or_null(situation->takeback_offer),
				      "rematch", side_or_null(situation->rematch_offer)));
	if (situation->over && situation->begun)
		json_object_set_new(state, "face_up",
				    json_pack("{s:b,s:b}", "red", situation->face_up[SIDE_RED],
					      "blue", situation->face_up[SIDE_BLUE]));
	if (situation->undone->count > 0)
		json_object_set_new(state, "undone", undone_json(situation->undone));
	if (situation->correction.by != SIDE_NONE)
		json_object_set_new(state, "correction", correction_json(&situation->correction));
	json_object_set_new(state, "can_take_back", json_boolean(situation->can_take_back));
	json_object_set_new(state, "moves", board_status_latest(situation->status, &before));
	if (before > 0)
		json_object_set_new(state, "moves_before", json_integer((json_int_t)before));
}

static json_t *result_json(const struct view *view)
{
	return view->winner == WINNER_NONE
		       ? json_null()
		       : json_pack("{s:s,s:s}", "winner", winner_name(view->winner), "by",
				   reason_name(view->reason));
}

json_t *view_json(const struct view *view, const struct situation *situation)
{
	json_t *state = head_json(view, situation);

	set_army(state, situation->edition);
	json_object_set_new(state, "rules", rules_json(situation));
	set_play(state, view, situation);
	set_touch(state, &situation->touch);
	if (view->audience == AUDIENCE_PUBLIC)
		set_lamps(state, view, situation);
	if (has_cards(situation))
		json_object_set_new(state, "cards",
				    json_pack("{s:o,s:o}", "red", stock_json(view, SIDE_RED),
					      "blue", stock_json(view, SIDE_BLUE)));
	if (situation->proposal)
		json_object_set(state, "proposal", situation->proposal);
	if (situation->tally)
		json_object_set(state, "tally", situation->tally);
	if (situation->commitments)
		json_object_set(state, "commitments", situation->commitments);
	json_object_set_new(state, "result", result_json(view));
	json_object_set_new(state, "head", json_string(situation->head));
	json_object_set_new(state, "head_seq", json_integer((json_int_t)situation->head_seq));
	json_object_set_new(state, "head_signature", json_string(situation->head_signature));
	json_object_set_new(state, "board_key", json_string(situation->board_key));
	if (situation->fork > 0)
		json_object_set_new(state, "fork", json_integer((json_int_t)situation->fork));
	json_object_set_new(state, "tags", json_boolean(situation->reads_tags));
	json_object_set_new(state, "broadcast", json_string(situation->broadcast));
	json_object_set_new(state, "trouble", text_or_null(situation->trouble));
	if (view->audience == AUDIENCE_RED || view->audience == AUDIENCE_BLUE)
		set_own(state, view, situation,
			view->audience == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE);
	if (view->audience == AUDIENCE_ARBITER)
		set_arbiters(state, view, situation);
	json_object_set_new(state, "prompt", prompt_json(state));
	return state;
}
