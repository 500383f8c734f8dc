/*
 * Composes the record of a game from its facts, leaving out what was taken back, and puts the proof
 * behind it. Must give the same bytes in every version.
 */
#include "daemon/archive/record_writer_inside.h"

#include "daemon/archive/proof.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct composing *composing, int error, const char *why)
{
	snprintf(composing->trouble->text, sizeof composing->trouble->text, "game %lld: %s",
		 (long long)composing->game_log->game, why);
	return error;
}

/* Of the fact itself nothing is said: it may hold a rank. */
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

static int on_pieces(struct composing *composing, struct text rest, bool is_study)
{
	struct text colour = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);

	if (side == SIDE_NONE || composing->begun)
		return fail_fact(composing, "a set-up where none can be");
	composing->rows[side] = rest;
	composing->is_study = is_study;
	return 0;
}

static int on_setup(struct composing *composing, struct text rest)
{
	return on_pieces(composing, rest, false);
}

static int on_position(struct composing *composing, struct text rest)
{
	return on_pieces(composing, rest, true);
}

static int on_begin(struct composing *composing, struct text rest)
{
	enum side side = side_parse(rest.at, rest.length);
	bool good = side == SIDE_RED || (side == SIDE_BLUE && composing->is_study);

	if (!good || composing->begun || composing->ending->winner != WINNER_NONE ||
	    composing->rows[SIDE_RED].length == 0 || composing->rows[SIDE_BLUE].length == 0)
		return fail_fact(composing, "it begins where it cannot");
	composing->begun = true;
	return follow_begin(composing, side)
		       ? 0
		       : fail_fact(composing, "what it begins with does not fit together");
}

/* Before play begins this is no action but an end; older journals do not have it as one. */
static bool take_early_resignation(const struct composing *composing, enum side side,
				   struct text words)
{
	struct ending *ending = composing->ending;

	if (!text_is(words, "resign") || ending->winner != WINNER_NONE)
		return false;
	ending->winner = winner_of(side_other(side));
	ending->reason = REASON_RESIGNED;
	return true;
}

/* Cards may be put under the pile before play begins, nothing else. */
static int on_play(struct composing *composing, struct text rest)
{
	struct text words, battle;
	enum side side;
	bool good = play_split(composing->game_log->facts[composing->fact], &side, &words, &battle);

	(void)rest;
	if (good && !composing->begun && take_early_resignation(composing, side, words))
		return 0;
	if (!good || (!composing->begun && !text_is(text_take_word(&words), "mulligan")))
		return fail_fact(composing, "something is played that cannot be");
	composing->plays[composing->play_count++] = composing->fact;
	return 0;
}

static int on_takeback(struct composing *composing, struct text rest)
{
	(void)rest;
	if (composing->play_count == 0)
		return fail_fact(composing, "something is taken back that was not played");
	composing->play_count--;
	return 0;
}

static int on_correction(struct composing *composing, struct text rest)
{
	(void)rest;
	if (!composing->begun)
		return fail_fact(composing, "a correction before the game began");
	if (!composing->correcting)
		composing->correction = composing->fact;
	composing->correcting = true;
	return 0;
}

/* The part is complete; the next begins with the position as it is now. */
static int on_reposition(struct composing *composing, struct text rest)
{
	struct course course;
	struct game *game = &course.game;

	(void)rest;
	if (!composing->begun)
		return fail_fact(composing, "a correction before the game began");
	part_write(composing);
	if (!follow_part(composing, &course))
		return fail_play(composing);
	for (size_t i = composing->correction; composing->correcting && i < composing->fact; i++)
		if (!follow_correction(game, composing->game_log->facts[i]))
			return fail_fact(composing, "a correction before this makes no sense");
	game_reposition(game, game->position.open.to_move);
	composing->start = course;
	composing->play_count = 0;
	composing->correcting = false;
	composing->later = true;
	return 0;
}

static int on_end(struct composing *composing, struct text rest)
{
	struct ending *ending = composing->ending;

	return record_parse_result(rest, &ending->winner, &ending->reason)
		       ? 0
		       : fail_fact(composing, "it ends in a way that there is not");
}

static int on_fact(struct composing *composing, const char *fact)
{
	static const struct {
		const char *word;
		int (*take)(struct composing *composing, struct text rest);
	} kinds[] = {
		{"setup", on_setup},	 {"position", on_position},	{"begin", on_begin},
		{"play", on_play},	 {"takeback", on_takeback},	{"place", on_correction},
		{"turn", on_correction}, {"reposition", on_reposition}, {"end", on_end},
	};
	struct text rest;

	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (fact_is(fact, kinds[i].word, &rest))
			return kinds[i].take(composing, rest);
	return fail_fact(composing, "something that this version does not know");
}

/* ---- the whole ---- */

/* Most games end by an action and so without a fact of their own. */
static int find_ending(struct composing *composing)
{
	struct ending *ending = composing->ending;
	struct text edition = game_log_header(composing->game_log, "edition");
	struct course course;

	ending->begun = composing->begun;
	ending->edition = edition_find(edition.at, edition.length);
	if (ending->edition == EDITION_NONE)
		return fail(composing, -EBADMSG, "it has no edition");
	if (!composing->begun)
		return 0;
	if (!follow_part(composing, &course))
		return fail_play(composing);
	ending->plies = course.game.plies;
	if (ending->winner == WINNER_NONE) {
		ending->winner = course.game.winner;
		ending->reason = course.game.reason;
	}
	return 0;
}

static void write_end(const struct composing *composing)
{
	const struct ending *ending = composing->ending;

	if (composing->begun)
		part_write(composing);
	else
		part_write_head(composing);
	if (composing->correcting)
		part_put(composing, "# the arbiter had not finished correcting the position\n");
	if (ending->winner != WINNER_NONE)
		part_put(composing, "%s%s %s\n", composing->begun ? "result " : ENDED_BEFORE_PLAY,
			 winner_name(ending->winner), reason_name(ending->reason));
	else if (!composing->begun)
		part_put(composing, "# play has not begun\n");
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
		error = on_fact(&composing, game_log->facts[i]);
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

int record_writer_compose(struct journal *journal, int64_t game, FILE *to, struct trouble *trouble)
{
	struct game_log game_log;
	int error = game_log_read(&game_log, journal, game, trouble);

	if (error)
		return error;
	error = record_writer_write(&game_log, to, trouble);
	game_log_finish(&game_log);
	return error;
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

int record_writer_attest(const struct game_log *game_log, const uint8_t public_key[32], int64_t seq,
			 const uint8_t chain[HASH_SIZE], char **text, size_t *length,
			 struct trouble *trouble)
{
	struct proof proof = {.seq = seq};
	struct ending ending;
	FILE *to = open_memstream(text, length);
	int error;

	if (!to) {
		snprintf(trouble->text, sizeof trouble->text, "there is no memory left");
		return -ENOMEM;
	}
	memcpy(proof.board_key, public_key, sizeof proof.board_key);
	memcpy(proof.chain, chain, HASH_SIZE);
	error = compose(game_log, to, &ending, trouble);
	if (!error)
		error = write_proof(game_log, &ending, &proof, to, trouble);
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
	struct game_log game_log;
	size_t length;
	int error = game_log_read(&game_log, journal, game, trouble);

	*text = NULL;
	if (error)
		return error;
	error = record_writer_attest(&game_log, key->public_key, head->seq, head->hash, text,
				     &length, trouble);
	if (!error)
		error = proof_sign(key, text, length, trouble);
	game_log_finish(&game_log);
	return error;
}
