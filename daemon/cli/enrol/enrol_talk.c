/* The sentences of `adjutant enrol`. Decides nothing. */
#include "daemon/cli/enrol/enrol_talk.h"

#include "daemon/cli/sensors/seen_tags.h"
#include "rules/piece.h"
#include "rules/square.h"

#include <string.h>
#include <unistd.h>

enum { BAR = 30, LIST_MOST = 10, TAG_NAME = TAG_TEXT + SQ_NAME_SIZE + 2, PIECE_NAME = 40 };

#define UNKNOWN_COUNT UINT32_MAX

void talk_init(struct enrol_talk *talk, FILE *to, bool keys)
{
	*talk = (struct enrol_talk){.to = to, .keys = keys, .count = UNKNOWN_COUNT};
	talk->bar = keys && isatty(fileno(to));
}

/* ---- names ---- */

/* "e4 04A1B2C3" */
static void name_tag(const struct enrol_tag *tag, char text[TAG_NAME])
{
	char number[TAG_TEXT], sq[SQ_NAME_SIZE] = "";

	seen_tags_format(&tag->tag, number);
	if (tag->sq < SQ_COUNT)
		sq_format(tag->sq, sq);
	snprintf(text, TAG_NAME, "%s%s%s", sq, *sq ? " " : "", number);
}

/* "red Marshal (M)" */
static void name_piece(unsigned side, unsigned piece, char text[PIECE_NAME])
{
	snprintf(text, PIECE_NAME, "%s %s (%c)", side_name((enum side)side),
		 piece_name((enum piece)piece), piece_code((enum piece)piece));
}

static unsigned lying(const struct enrol *set)
{
	const struct enrol_tag *list[ENROL_TAGS];

	return enrol_strangers(set, list);
}

/* ---- asking ---- */

/* Something is to be said: the line that changes makes way for it, and comes again. */
static void interrupt(struct enrol_talk *talk)
{
	if (talk->bar)
		fputs("\r\033[K", talk->to);
	talk->count = UNKNOWN_COUNT;
}

static void draw_bar(const struct enrol_talk *talk, const struct enrol *set, unsigned count,
		     unsigned wanted)
{
	unsigned done = enrol_done(set), all = done + enrol_missing(set);

	fputs("\r\033[K  [", talk->to);
	for (unsigned i = 0; i < BAR; i++)
		fputc(i * all < done * BAR ? '#' : '-', talk->to);
	fprintf(talk->to, "] %u of %u enrolled, here: %u of %u ", done, all, count, wanted);
}

void talk_progress(struct enrol_talk *talk, const struct enrol *set)
{
	unsigned count = lying(set);
	struct enrol_step step;

	if (!enrol_next(set, &step) || (count == talk->count && set->batch == talk->batch))
		return;
	if (talk->bar)
		draw_bar(talk, set, count, step.wanted);
	else if (count > 0)
		fprintf(talk->to, "  %u of %u\n", count, step.wanted);
	talk->count = count;
	talk->batch = set->batch;
	fflush(talk->to);
}

void talk_ask(struct enrol_talk *talk, const struct enrol *set)
{
	struct enrol_step step;
	char piece[PIECE_NAME];

	if (!enrol_next(set, &step))
		return;
	interrupt(talk);
	name_piece(step.side, step.piece, piece);
	if (talk->pads)
		fprintf(talk->to,
			step.wanted == 1 ? "%s: hold it to a pad"
					 : "%s: hold all %u of them to a pad, one by one",
			piece, step.wanted);
	else if (step.wanted == 1)
		fprintf(talk->to, "%s: put it on any empty square", piece);
	else
		fprintf(talk->to, "%s: put all %u of them on any empty squares", piece,
			step.wanted);
	fprintf(talk->to, "%s.\n", talk->keys && !talk->pads ? ", then press Enter" : "");
	talk_progress(talk, set);
	fflush(talk->to);
}

/* ---- noticing ---- */

void talk_notice(struct enrol_talk *talk, enum enrol_notice notice, const struct enrol_tag *tag,
		 unsigned sq)
{
	char text[TAG_NAME], piece[PIECE_NAME], name[SQ_NAME_SIZE];

	if (notice == ENROL_NOTHING || notice == ENROL_NEW)
		return;
	interrupt(talk);
	if (notice == ENROL_FULL) {
		fprintf(talk->to, "Too many different tags have been seen: end it with q and begin "
				  "again, it goes on from here.\n");
		return;
	}
	name_tag(tag, text);
	if (notice == ENROL_TWIN) {
		sq_format(sq, name);
		fprintf(talk->to,
			"%s is seen on %s at the same time: two pieces have the same number, and "
			"one of them needs another tag.\n",
			text, name);
		return;
	}
	name_piece(tag->side, tag->piece, piece);
	fprintf(talk->to,
		"%s is enrolled already, as %s: it is that piece, or one whose tag has the same "
		"number.\n",
		text, piece);
}

static void list_strangers(const struct enrol_talk *talk, const struct enrol *set, unsigned from)
{
	const struct enrol_tag *list[ENROL_TAGS];
	unsigned count = enrol_strangers(set, list);

	for (unsigned i = from; i < count && i < from + LIST_MOST; i++) {
		char text[TAG_NAME];

		name_tag(list[i], text);
		fprintf(talk->to, "  %s is unknown, and nobody asked for it\n", text);
	}
}

void talk_refusal(struct enrol_talk *talk, const struct enrol *set, enum enrol_answer answer)
{
	unsigned count = lying(set);
	struct enrol_step step;

	if (!enrol_next(set, &step))
		return;
	interrupt(talk);
	if (answer == ENROL_TOO_FEW) {
		fprintf(talk->to,
			talk->pads
				? "%u of %u were read. Hold the others to a pad; s goes on without "
				  "them.\n"
				: "%u of %u are seen. Put the others down, or move those that are not seen "
				  "to another square; s goes on without them.\n",
			count, step.wanted);
	} else {
		fprintf(talk->to, "%u new tags are seen, and %u asked for. Take away:\n", count,
			step.wanted);
		list_strangers(talk, set, step.wanted);
	}
	fflush(talk->to);
}

void talk_board(struct enrol_talk *talk, const struct source_board *board)
{
	interrupt(talk);
	source_tell_board(talk->to, board);
	fflush(talk->to);
}

/* ---- ending ---- */

static void list_worn(const struct enrol_talk *talk, const struct enrol *set)
{
	for (unsigned i = 0; i < set->count; i++) {
		const struct enrol_tag *tag = &set->tags[i];
		char text[TAG_NAME], piece[PIECE_NAME];

		if (tag->piece == PIECE_NONE || !enrol_is_worn(set, tag))
			continue;
		name_tag(tag, text);
		name_piece(tag->side, tag->piece, piece);
		fprintf(talk->to,
			"%s, %s, is worn out: it was lost %u times while it lay still. Give the "
			"piece a new tag, take its line out of the file and enrol it again.\n",
			text, piece, tag->gaps);
	}
}

void talk_end(struct enrol_talk *talk, const struct enrol *set)
{
	unsigned missing = enrol_missing(set);

	interrupt(talk);
	list_worn(talk, set);
	list_strangers(talk, set, 0);
	fprintf(talk->to, "%u pieces are enrolled", enrol_done(set));
	if (missing > 0)
		fprintf(talk->to, ", %u are missing: the same command goes on from here", missing);
	fprintf(talk->to, ".\n");
}
