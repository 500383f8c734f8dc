/*
 * Composes the record of a game from its facts, leaving out what was taken back, and puts the proof
 * behind it. Must give the same bytes in every version.
 */
#include "daemon/archive/record_writer.h"

#include "daemon/archive/commitments.h"
#include "daemon/archive/course.h"
#include "daemon/archive/journal.h"
#include "daemon/archive/proof.h"
#include "daemon/archive/record_replay.h"
#include "daemon/archive/record_writer_inside.h"
#include "daemon/base/crypto.h"
#include "rules/edition.h"
#include "rules/fact.h"
#include "rules/game.h"
#include "rules/square.h"
#include "rules/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct composing *composing, int error, const char *why)
{
	snprintf(composing->trouble->text, sizeof composing->trouble->text, "game %lld: %s",
		 (long long)composing->game_log->game, why);
	return error;
}

/* The fact itself is not quoted: it may hold a rank. */
static int fail_fact(const struct composing *composing, const char *why)
{
	snprintf(composing->trouble->text, sizeof composing->trouble->text,
		 "game %lld: %s (its fact %zu)", (long long)composing->game_log->game, why,
		 composing->fact + 1);
	return -EBADMSG;
}

static int fail_play(const struct composing *composing)
{
	return fail_fact(composing, "the rules do not allow something played before, or come to "
				    "another outcome");
}

/* ---- facts, one after the other ---- */

static int on_pieces(struct composing *composing, const struct fact *fact)
{
	if (composing->begun)
		return fail_fact(composing, "a set-up where none can be");
	composing->rows[fact->side] = fact->rows;
	composing->is_study = fact->kind == FACT_POSITION;
	return 0;
}

static int on_begin(struct composing *composing, const struct fact *fact)
{
	bool good = fact->side == SIDE_RED || composing->is_study;

	if (!good || composing->begun || composing->ending->winner != WINNER_NONE ||
	    !composing->rows[SIDE_RED] || !composing->rows[SIDE_BLUE])
		return fail_fact(composing, "it begins where it cannot");
	composing->begun = true;
	return record_follow_begin(composing, fact->side)
		       ? 0
		       : fail_fact(composing, "what it begins with does not fit together");
}

/* Before play begins this is no action but an end; older journals do not have it as one. */
static bool take_early_resignation(const struct composing *composing, const struct action *action)
{
	struct ending *ending = composing->ending;

	if (action->kind != ACTION_RESIGN || ending->winner != WINNER_NONE)
		return false;
	ending->winner = winner_of(side_other(action->side));
	ending->reason = REASON_RESIGNED;
	return true;
}

/* Cards may be put under the pile before play begins, nothing else. */
static int on_play(struct composing *composing, const struct fact *fact)
{
	if (!composing->begun && take_early_resignation(composing, &fact->action))
		return 0;
	if (!composing->begun && fact->action.kind != ACTION_MULLIGAN)
		return fail_fact(composing, "something is played that cannot be");
	composing->plays[composing->play_count++] = composing->fact;
	return 0;
}

static int on_takeback(struct composing *composing)
{
	if (composing->play_count == 0)
		return fail_fact(composing, "something is taken back that was not played");
	composing->play_count--;
	return 0;
}

static int on_correction(struct composing *composing)
{
	if (!composing->begun)
		return fail_fact(composing, "a correction before the game began");
	if (!composing->correcting)
		composing->correction = composing->fact;
	composing->correcting = true;
	return 0;
}

/* The part is complete; the next begins with the position as it is now. */
static int on_reposition(struct composing *composing)
{
	struct game game;

	if (!composing->begun)
		return fail_fact(composing, "a correction before the game began");
	record_part_write(composing);
	if (!record_follow_part(composing, &game))
		return fail_play(composing);
	for (size_t i = composing->correction; composing->correcting && i < composing->fact; i++)
		record_follow_correction(&game, &composing->game_log->facts[i]);
	game_reposition(&game, game.position.open.to_move);
	composing->start = game;
	composing->play_count = 0;
	composing->correcting = false;
	composing->later = true;
	return 0;
}

static int on_end(struct composing *composing, const struct fact *fact)
{
	composing->ending->winner = fact->winner;
	composing->ending->reason = fact->reason;
	return 0;
}

static int on_fact(struct composing *composing, const struct fact *fact)
{
	switch ((enum fact_kind)fact->kind) {
	case FACT_SETUP:
	case FACT_POSITION:
		return on_pieces(composing, fact);
	case FACT_BEGIN:
		return on_begin(composing, fact);
	case FACT_PLAY:
		return on_play(composing, fact);
	case FACT_TAKEBACK:
		return on_takeback(composing);
	case FACT_PLACE:
	case FACT_TURN:
		return on_correction(composing);
	case FACT_REPOSITION:
		return on_reposition(composing);
	case FACT_END:
		return on_end(composing, fact);
	default:
		return fail_fact(composing, "something that this version does not know");
	}
}

/* ---- the whole ---- */

/* Most games end by an action and so without a fact of their own. */
static int find_ending(struct composing *composing)
{
	struct ending *ending = composing->ending;
	struct text edition = game_log_header(composing->game_log, "edition");
	struct game game;

	ending->begun = composing->begun;
	ending->edition = edition_find(edition.at, edition.length);
	if (ending->edition == EDITION_NONE)
		return fail(composing, -EBADMSG, "it has no edition");
	if (!composing->begun)
		return 0;
	if (!record_follow_part(composing, &game))
		return fail_play(composing);
	ending->plies = game.plies;
	if (ending->winner == WINNER_NONE) {
		ending->winner = game.winner;
		ending->reason = game.reason;
	}
	return 0;
}

static void write_end(const struct composing *composing)
{
	const struct ending *ending = composing->ending;

	if (composing->begun)
		record_part_write(composing);
	else
		record_part_write_head(composing);
	if (composing->correcting)
		record_part_put(composing,
				"# the arbiter had not finished correcting the position\n");
	if (ending->winner != WINNER_NONE)
		record_part_put(composing, "%s%s %s\n",
				composing->begun ? "result " : ENDED_BEFORE_PLAY,
				winner_name(ending->winner), reason_name(ending->reason));
	else if (!composing->begun)
		record_part_put(composing, "# play has not begun\n");
}

static int compose(const struct game_log *game_log, FILE *to, struct ending *ending,
		   struct trouble *trouble)
{
	struct composing composing = {
		.game_log = game_log,
		.trouble = trouble,
		.to = to,
		.ending = ending,
	};
	int error = 0;

	memset(ending, 0, sizeof *ending);
	composing.plays = calloc(game_log->fact_count + 1, sizeof *composing.plays);
	if (!composing.plays)
		return fail(&composing, -ENOMEM, "there is no memory left");
	for (size_t i = 0; i < game_log->fact_count && !error; i++) {
		composing.fact = i;
		error = on_fact(&composing, &game_log->facts[i]);
	}
	if (!error)
		error = find_ending(&composing);
	if (!error)
		write_end(&composing);
	free(composing.plays);
	if (!error && to && ferror(to))
		error = fail(&composing, -EIO, "its record cannot be written");
	return error;
}

int record_writer_ending(const struct game_log *game_log, struct ending *ending,
			 struct trouble *trouble)
{
	return compose(game_log, NULL, ending, trouble);
}

int record_writer_write(const struct game_log *game_log, FILE *to, struct trouble *trouble)
{
	struct ending unused;

	return compose(game_log, to, &unused, trouble);
}

/* ---- with its proof ---- */

static int write_proof(const struct game_log *game_log, const struct ending *ending,
		       struct proof *proof, FILE *to, struct trouble *trouble)
{
	commitments_init(&proof->commitments, game_log->id);
	if (strlen(game_log->id) != TOKEN_TEXT - 1 || (ending->begun && !game_log->nonces) ||
	    (ending->begun &&
	     !commitments_read(&proof->commitments, editions[ending->edition].board,
			       game_log->nonces))) {
		snprintf(trouble->text, sizeof trouble->text,
			 "game %lld: its name or openings are missing", (long long)game_log->game);
		return -EBADMSG;
	}
	proof_write(proof, to);
	return 0;
}

static int attest(const struct game_log *game_log, struct journal *journal, struct proof *proof,
		  FILE *to, struct trouble *trouble)
{
	struct ending ending;
	char *course = NULL;
	int error = compose(game_log, to, &ending, trouble);

	if (!error && proof->version >= 2)
		error = course_compose(journal, game_log->game, proof->seq, proof->version, &course,
				       trouble);
	proof->course = (struct text){course ? course : "", course ? strlen(course) : 0};
	if (!error)
		error = write_proof(game_log, &ending, proof, to, trouble);
	free(course);
	return error;
}

int record_writer_attest(const struct game_log *game_log, struct journal *journal,
			 const struct proof *as, char **text, size_t *length,
			 struct trouble *trouble)
{
	struct proof proof = *as;
	FILE *to = open_memstream(text, length);
	int error;

	if (!to) {
		snprintf(trouble->text, sizeof trouble->text, "there is no memory left");
		return -ENOMEM;
	}
	error = attest(game_log, journal, &proof, to, trouble);
	if (fclose(to) != 0 && !error) {
		snprintf(trouble->text, sizeof trouble->text, "there is no memory left");
		error = -ENOMEM;
	}
	if (error) {
		free(*text);
		*text = NULL;
	}
	return error;
}

int record_writer_seal(struct journal *journal, int64_t game, const struct board_key *key,
		       char **text, struct trouble *trouble)
{
	const struct chain_head *head = journal_head(journal);
	struct proof proof = {.version = PROOF_VERSION, .seq = head->seq};
	struct game_log game_log;
	size_t length;
	int error = game_log_read(&game_log, journal, game, trouble);

	*text = NULL;
	if (error)
		return error;
	memcpy(proof.board_key, key->public_key, sizeof proof.board_key);
	memcpy(proof.chain, head->hash, HASH_SIZE);
	error = record_writer_attest(&game_log, journal, &proof, text, &length, trouble);
	if (!error)
		error = proof_sign(key, text, length, trouble);
	game_log_finish(&game_log);
	return error;
}
