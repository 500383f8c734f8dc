/*
 * Game records: reading them line by line, judging as one goes, and writing them.
 *
 * The reader never guesses: a line that does not have the form of the format is malformed, with a
 * reason that tells people what to mend. It does no I/O: the caller feeds it lines.
 */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include "rules/game.h"
#include "rules/text.h"
#include "rules/view.h"

enum {
	RECORD_VERSION = 1,
	RECORD_LINE_MAX = 4096, /* bytes of a line, longer ones are malformed */
	RECORD_REASON_SIZE = 160,
	RECORD_ACTION_SIZE = 256,
	TAG_MAX = 16 /* bytes of a tag's number */
};

enum record_event {
	RECORD_NOTHING,	  /* a line that needs no answer */
	RECORD_NEW_GAME,  /* the first line of a game; the one before, if any, is complete */
	RECORD_UNFIT,	  /* with this line play begins, but a set-up does not fit: reader.unfit */
	RECORD_PLAYED,	  /* an action was judged: reader.report, reader.action_text */
	RECORD_MALFORMED, /* reader.reason */
	RECORD_TAG	  /* reader.tag */
};

struct record_tag {
	uint8_t id[TAG_MAX];
	uint8_t length;
	uint8_t side, piece;
};

struct record_reader {
	struct game game;
	enum record_event event; /* the latest */
	bool in_game;		 /* the first line has been read */
	bool started;		 /* play has begun: no more preparation */
	bool stopped;		 /* something illegal: what follows is read but not played */
	bool closed;		 /* the result has been read */
	bool has_edition, is_study, has_to_move, has_tags;
	bool has_pieces[SIDE_COUNT], has_deck[SIDE_COUNT], fits[SIDE_COUNT];
	uint8_t to_move;
	uint8_t unfit; /* enum side */
	uint8_t stated_winner, stated_reason;
	uint64_t next_ply;
	struct report report;
	uint64_t ply; /* of the action in report */
	struct record_tag tag;
	char action_text[RECORD_ACTION_SIZE]; /* as it stands in the record, single blanks */
	char reason[RECORD_REASON_SIZE];
};

void record_reader_init(struct record_reader *reader);

/* one line, without its newline */
enum record_event record_read(struct record_reader *reader, const char *line, size_t length);

/*
 * Ends a game. RECORD_NEW_GAME comes too late for that, so the caller calls this before it feeds a
 * line for which record_begins_game() is true, and at the end of the file. Returns RECORD_UNFIT,
 * RECORD_MALFORMED (something is missing) or RECORD_NOTHING.
 */
enum record_event record_finish(struct record_reader *reader);
bool record_begins_game(const char *line, size_t length);

/* whether the result that the record states, if any, agrees with the play */
bool record_result_agrees(const struct record_reader *reader);

/* Parses the words of one action ("+jump a4xa6 /defence+1"); false, with a reason, if they have no
 * such form. */
bool record_parse_action(enum board_id board, enum side side, struct text words,
			 struct action *action, struct out *reason);

/* "red flag": false if it is no result */
bool record_parse_result(struct text words, enum winner *winner, enum reason *reason);

/* Writes an action as the words of a record; the buffer has RECORD_ACTION_SIZE bytes. */
void record_format_action(const struct action *action, char *buffer);

/*
 * Writes what is left of a side's cards as the line of a deck: the hand, then the pile from the
 * top. Nothing if none is left. They are secret until the end.
 */
void record_format_cards(struct out *out, const struct game *game, enum side side);

/*
 * Writes the lines that begin a record: format, edition, options that differ from the edition's,
 * set-ups, decks. The view is one made at the start of the game for the audience of the record; an
 * arbiter's has all the ranks. Decks are secret until the end and so are passed apart, or NULL.
 */
void record_format_start(struct out *out, const struct game *game, const struct view *view,
			 const uint8_t decks[SIDE_COUNT][CARD_COUNT]);

#endif
