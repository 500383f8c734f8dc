/* Composing the record of a game: fact by fact, and the proof behind it. */
#include "daemon/finished_inside.h"

#include "daemon/proof.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct composing *composing, int error, const char *why)
{
	snprintf(composing->trouble->text, sizeof composing->trouble->text, "game %lld: %s",
		 (long long)composing->chronicle->game, why);
	return error;
}

/* Of the fact itself nothing is said: it may hold a rank. */
static int fail_fact(const struct composing *composing, const char *why)
{
	snprintf(composing->trouble->text, sizeof composing->trouble->text,
		 "game %lld: %s (its fact %zu)", (long long)composing->chronicle->game, why,
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
	bool good =
		play_split(composing->chronicle->facts[composing->fact], &side, &words, &battle);

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
		if (!follow_correction(game, composing->chronicle->facts[i]))
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

	return result_parse(rest, &ending->winner, &ending->reason)
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
	struct text edition = chronicle_header(composing->chronicle, "edition");
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

static int compose(const struct chronicle *chronicle, FILE *to, struct ending *ending,
		   struct trouble *trouble)
{
	struct composing composing = {
		.chronicle = chronicle,
		.trouble = trouble,
		.to = to,
		.ending = ending,
	};
	int error = 0;

	memset(ending, 0, sizeof *ending);
	composing.plays = calloc(chronicle->fact_count + 1, sizeof *composing.plays);
	if (!composing.plays)
		return fail(&composing, -ENOMEM, "there is no memory left");
	for (size_t i = 0; i < chronicle->fact_count && !error; i++) {
		composing.fact = i;
		error = on_fact(&composing, chronicle->facts[i]);
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

int finished_ending(const struct chronicle *chronicle, struct ending *ending,
		    struct trouble *trouble)
{
	return compose(chronicle, NULL, ending, trouble);
}

int finished_write(const struct chronicle *chronicle, FILE *to, struct trouble *trouble)
{
	struct ending unused;

	return compose(chronicle, to, &unused, trouble);
}

int finished_compose(struct journal *journal, int64_t game, FILE *to, struct trouble *trouble)
{
	struct chronicle chronicle;
	int error = chronicle_read(&chronicle, journal, game, trouble);

	if (error)
		return error;
	error = finished_write(&chronicle, to, trouble);
	chronicle_finish(&chronicle);
	return error;
}

/* ---- with its proof ---- */

static int write_proof(const struct chronicle *chronicle, const struct ending *ending,
		       struct proof *proof, FILE *to, struct trouble *trouble)
{
	pledges_init(&proof->pledges, chronicle->id);
	if (strlen(chronicle->id) != TOKEN_TEXT - 1 || (ending->begun && !chronicle->nonces) ||
	    (ending->begun &&
	     !pledges_read(&proof->pledges, editions[ending->edition].board, chronicle->nonces))) {
		snprintf(trouble->text, sizeof trouble->text,
			 "game %lld: its name or openings are missing", (long long)chronicle->game);
		return -EBADMSG;
	}
	proof_write(proof, to);
	return 0;
}

int finished_attest(const struct chronicle *chronicle, const uint8_t public_key[32], int64_t seq,
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
	error = compose(chronicle, to, &ending, trouble);
	if (!error)
		error = write_proof(chronicle, &ending, &proof, to, trouble);
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

int finished_seal(struct journal *journal, int64_t game, const struct board_key *key, char **text,
		  struct trouble *trouble)
{
	const struct chain_head *head = journal_head(journal);
	struct chronicle chronicle;
	size_t length;
	int error = chronicle_read(&chronicle, journal, game, trouble);

	*text = NULL;
	if (error)
		return error;
	error = finished_attest(&chronicle, key->public_key, head->seq, head->hash, text, &length,
				trouble);
	if (!error)
		error = proof_sign(key, text, length, trouble);
	chronicle_finish(&chronicle);
	return error;
}
