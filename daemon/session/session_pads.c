/*
 * The pads of a board whose squares read no tags. A piece that is tapped, then put on its square, is placed there
 * by a word of its player (`place`), as if it had been said on the handheld: so the referee, the journal and
 * recordings know nothing of pads, and a player who leaves them alone sets up as ever. Which piece stands where is
 * found by taps.c; which rank it has is in the set that `adjutant enrol` has written.
 */
#include "daemon/base/crypto.h"
#include "daemon/base/log.h"
#include "daemon/base/trouble.h"
#include "daemon/match/pieces.h"
#include "daemon/referee/recording_head.h"
#include "daemon/referee/referee.h"
#include "daemon/referee/referee_look.h"
#include "daemon/session/session.h"
#include "daemon/session/session_inside.h"
#include "daemon/session/taps.h"
#include "drivers/board/board.h"
#include "rules/bits.h"
#include "rules/edition.h"
#include "rules/piece.h"
#include "rules/square.h"
#include "rules/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_AGAIN_US = 1000000 }; /* the set, because of a tag that is not in it */

/* ---- the set ---- */

static unsigned find_piece(const struct session_pads *pads, const struct reading *reading)
{
	unsigned i = 0;

	while (i < pads->count && (pads->set[i].length != reading->tag_length ||
				   memcmp(pads->set[i].id, reading->tag, reading->tag_length) != 0))
		i++;
	return i < pads->count ? i : TAPS_NONE;
}

/* Numbers are places in the set, so it is not read again once any of them is in use. */
static bool is_in_use(const struct session_pads *pads)
{
	return pads->taps[SIDE_RED].used || pads->taps[SIDE_BLUE].used;
}

static void read_set(struct session *session)
{
	struct session_pads *pads = &session->pads;
	struct trouble trouble = {""};
	char *lines = NULL;

	pads->read_us = session_now(session);
	pads->count = 0;
	if (pieces_read(session->config->state_dir, &lines, &trouble) == 0)
		pads->count = pieces_list(lines, pads->set);
	else if (trouble.text[0])
		log_error("%s; until then players set up on their handhelds", trouble.text);
	free(lines);
}

/* Pieces may be enrolled while a game waits for its players. */
static unsigned piece_of(struct session *session, const struct reading *reading)
{
	struct session_pads *pads = &session->pads;
	unsigned piece = find_piece(pads, reading);

	if (piece != TAPS_NONE || is_in_use(pads) ||
	    session_now(session) < pads->read_us + READ_AGAIN_US)
		return piece;
	read_set(session);
	return find_piece(pads, reading);
}

/* ---- set-up ---- */

static struct bits home_of(const struct session *session, enum side side)
{
	const struct edition *edition = &editions[referee_options(session->match.referee)->edition];
	unsigned first = edition_first_row(edition, side);
	struct bits home = BITS_NONE;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has(edition->board, sq) && sq_row(sq) >= first &&
		    sq_row(sq) < first + edition->setup_rows)
			bits_add(&home, sq);
	return home;
}

static void begin(struct session *session)
{
	struct session_pads *pads = &session->pads;
	struct bits closed = referee_closed(session->match.referee);

	memset(pads, 0, sizeof *pads);
	pads->game = session->match.number;
	read_set(session);
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		taps_init(&pads->taps[side], home_of(session, (enum side)side),
			  referee_options(session->match.referee)->table.jog_us);
		taps_table(&pads->taps[side], session->at_us, closed);
	}
}

/* While a side sets up. On a board whose squares read tags they are what counts. */
static bool is_wanted(const struct session *session, enum side side)
{
	struct referee_snapshot snapshot;

	referee_look(session->match.referee, session->at_us, &snapshot);
	return snapshot.phase == PHASE_SETUP && !snapshot.reads_tags &&
	       (!snapshot.ready[side] || snapshot.seats[side].is_waiting);
}

void session_pads_follow(struct session *session)
{
	struct session_pads *pads = &session->pads;
	const struct referee *referee = session->match.referee;

	if (pads->game == 0)
		return;
	if (pads->game != session->match.number || referee_phase(referee) != PHASE_SETUP) {
		pads->game = 0;
		return;
	}
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		taps_table(&pads->taps[side], session->at_us, referee_closed(referee));
}

void session_pads_let_go(struct session *session)
{
	for (unsigned side = 0; session->pads.game != 0 && side < SIDE_COUNT; side++)
		taps_let_go(&session->pads.taps[side]);
}

bool session_pads_wait(const struct session *session)
{
	const struct session_pads *pads = &session->pads;

	return pads->game != 0 &&
	       (bits_any(pads->taps[SIDE_RED].waiting) || bits_any(pads->taps[SIDE_BLUE].waiting));
}

/* ---- words ---- */

static char code_at(const struct session *session, enum side side, unsigned sq)
{
	struct view view;

	view_make(&view, referee_game(session->match.referee), audience_of(side));
	return bits_has(view.open.holds[side], sq) ? view.code[sq] : '.';
}

static void say_place(struct session *session, enum side side, unsigned sq, char code)
{
	char name[SQ_NAME_SIZE], token[TOKEN_TEXT], id[SESSION_ID], word[sizeof "place a10 M"];

	sq_format(sq, name);
	snprintf(word, sizeof word, "place %s %c", name, code);
	token_make(token);
	snprintf(id, sizeof id, SESSION_PAD "%s", token);
	session_say(session, audience_of(side), id, word);
}

/* What was said on the handheld of a square is taken back there, or by another piece on that square. */
static void follow_square(struct session *session, enum side side, unsigned sq, unsigned piece)
{
	struct session_pads *pads = &session->pads;
	char now = code_at(session, side, sq), code;

	code = piece == TAPS_NONE ? '.' : piece_code((enum piece)pads->set[piece].piece);
	if (code != now && (code != '.' || pads->said[sq] == now))
		say_place(session, side, sq, code);
	pads->said[sq] = code == '.' ? '\0' : code;
}

void session_pads_say(struct session *session)
{
	struct session_pads *pads = &session->pads;
	unsigned sq, piece;

	for (unsigned side = 0; side < SIDE_COUNT; side++)
		while (session->journal && pads->game != 0 && !session->together.is_open &&
		       taps_take(&pads->taps[side], &sq, &piece))
			follow_square(session, (enum side)side, sq, piece);
}

/* ---- what players are told ---- */

struct taps_note session_pads_note(const struct session *session, enum side side)
{
	const struct public_position *open = &referee_game(session->match.referee)->position.open;
	struct taps_note nothing = {.say = TAPS_QUIET};

	return session->pads.game == 0 ? nothing
				       : taps_note(&session->pads.taps[side], open->holds[side]);
}

unsigned session_pads_news(struct session *session)
{
	unsigned audiences = 0;

	for (unsigned i = 0; i < SIDE_COUNT; i++) {
		struct taps_note *shown = &session->pads.shown[i];
		struct taps_note note = session_pads_note(session, (enum side)i);

		if (note.say == shown->say && bits_equal(note.squares, shown->squares))
			continue;
		*shown = note;
		audiences |= session_topic_of(audience_of((enum side)i));
	}
	return audiences;
}

/* ---- taps ---- */

/* for `adjutant enrol` */
static void show_tap(struct session *session, enum side side, const struct reading *reading)
{
	char tag[2 * READING_TAG + 1], line[sizeof RECORDING_PAD + 40 + sizeof tag];

	hex_format(reading->tag, reading->tag_length, tag);
	for (char *c = tag; *c; c++)
		if (*c >= 'a')
			*c = (char)(*c - 'a' + 'A');
	snprintf(line, sizeof line, RECORDING_PAD "%s %s %s", side_name(side),
		 reading->closed ? "tag" : "untag", tag);
	session->host.line(session->host.owner, LINE_SEEN, line);
}

static void take_tap(struct session *session, enum side side, const struct reading *reading)
{
	struct taps *taps = &session->pads.taps[side];
	unsigned piece = piece_of(session, reading);

	if (piece != TAPS_NONE && session->pads.set[piece].side == side)
		taps_pad(taps, session->at_us, piece, reading->closed);
	else if (reading->closed)
		taps_strange(taps, piece == TAPS_NONE ? TAPS_UNKNOWN : TAPS_FOREIGN);
}

void session_tapped(struct session *session, enum side side, const struct reading *reading)
{
	if (!session->journal)
		return;
	show_tap(session, side, reading);
	session->at_us = session_passed(session);
	session_pads_follow(session);
	if (!is_wanted(session, side))
		return;
	if (session->pads.game == 0)
		begin(session);
	take_tap(session, side, reading);
	session_pads_say(session);
	session->batch.changed |= session_pads_news(session);
	if (session->journal && session_has_news(session))
		session_commit(session);
}
