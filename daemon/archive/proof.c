/*
 * Writes the proof at the end of a record and checks it. Reading is lenient on purpose: what was
 * read is written again and compared byte by byte.
 */
#include "daemon/archive/proof.h"

#include "daemon/base/crypto.h"
#include "rules/edition.h"
#include "rules/game.h"
#include "rules/piece.h"
#include "rules/public.h"
#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "# adjutant-proof " /* and its version, one digit */
#define SIGNATURE_WORD "# signature "

enum {
	WORD_LENGTH = sizeof SIGNATURE_WORD - 1,
	SIGNATURE_LINE = WORD_LENGTH + SIGNATURE_TEXT, /* its newline where the text has its end */
	FIRST_LENGTH = sizeof FIRST_LINE - 1
};

/* ---- writing ---- */

static void write_commitment(const struct proof *proof, unsigned sq, FILE *to)
{
	const struct commitment *commitment = &proof->commitments.of[sq];
	char name[SQ_NAME_SIZE], digits[HASH_TEXT];
	uint8_t digest[HASH_SIZE];

	sq_format(sq, name);
	commitment_make(proof->commitments.game, side_name(commitment->side), name,
			commitment->code, commitment->nonce, digest);
	hex_format(digest, HASH_SIZE, digits);
	fprintf(to, "# commitment %s %s %s\n", side_name(commitment->side), name, digits);
}

static void write_opening(const struct proof *proof, unsigned sq, FILE *to)
{
	const struct commitment *commitment = &proof->commitments.of[sq];
	char name[SQ_NAME_SIZE], digits[2 * NONCE_SIZE + 1];

	sq_format(sq, name);
	hex_format(commitment->nonce, NONCE_SIZE, digits);
	fprintf(to, "# opening %s %s %c %s\n", side_name(commitment->side), name, commitment->code,
		digits);
}

void proof_write(const struct proof *proof, FILE *to)
{
	char key[HASH_TEXT], chain[HASH_TEXT];

	hex_format(proof->board_key, sizeof proof->board_key, key);
	hex_format(proof->chain, HASH_SIZE, chain);
	fprintf(to, FIRST_LINE "%u\n# board %s\n# game %s\n# chain %lld %s\n", proof->version, key,
		proof->commitments.game, (long long)proof->seq, chain);
	fwrite(proof->course.at, 1, proof->course.length, to);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (proof->commitments.of[sq].code)
			write_commitment(proof, sq, to);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (proof->commitments.of[sq].code)
			write_opening(proof, sq, to);
}

int proof_sign(const struct board_key *key, char **text, size_t length, struct trouble *trouble)
{
	uint8_t signature[SIGNATURE_SIZE];
	char *longer = realloc(*text, length + SIGNATURE_LINE + 1);

	if (!longer) {
		free(*text);
		*text = NULL;
		snprintf(trouble->text, sizeof trouble->text, "there is no memory left");
		return -ENOMEM;
	}
	*text = longer;
	board_key_sign(key, longer, length, signature);
	memcpy(longer + length, SIGNATURE_WORD, WORD_LENGTH);
	hex_format(signature, SIGNATURE_SIZE, longer + length + WORD_LENGTH);
	memcpy(longer + length + SIGNATURE_LINE - 1, "\n", 2);
	return 0;
}

/* ---- finding ---- */

size_t proof_signed_length(const char *text, size_t length)
{
	const char *line = text + length - SIGNATURE_LINE;

	if (length < SIGNATURE_LINE + 1u || line[-1] != '\n' ||
	    memcmp(line, SIGNATURE_WORD, WORD_LENGTH) != 0 || text[length - 1] != '\n')
		return 0;
	return length - SIGNATURE_LINE;
}

/* 0: none that this program knows */
static unsigned version_at(const char *text)
{
	unsigned version = (unsigned)(text[FIRST_LENGTH] - '0');

	return text[FIRST_LENGTH + 1] == '\n' && version <= PROOF_VERSION ? version : 0;
}

bool proof_find(const char *text, size_t length, size_t *at)
{
	for (size_t i = 0; i + FIRST_LENGTH + 2 <= length; i++) {
		if ((i == 0 || text[i - 1] == '\n') &&
		    memcmp(text + i, FIRST_LINE, FIRST_LENGTH) == 0 && version_at(text + i) > 0) {
			*at = i;
			return true;
		}
	}
	return false;
}

/* ---- reading ---- */

static int fail(struct trouble *trouble, const char *why)
{
	snprintf(trouble->text, sizeof trouble->text, "%s", why);
	return -EBADMSG;
}

static int fail_line(struct trouble *trouble, unsigned long line, const char *why)
{
	snprintf(trouble->text, sizeof trouble->text, "line %lu: %s", line, why);
	return -EBADMSG;
}

static bool take_hex(struct text text, uint8_t *bytes, size_t count)
{
	char digits[SIGNATURE_TEXT];

	if (text.length != 2 * count || text.length >= sizeof digits)
		return false;
	memcpy(digits, text.at, text.length);
	digits[text.length] = '\0';
	return hex_parse(digits, bytes, count);
}

static bool read_opening(struct commitments *commitments, struct text rest)
{
	struct text colour = text_take_word(&rest), name = text_take_word(&rest);
	struct text code = text_take_word(&rest);
	enum side side = side_parse(colour.at, colour.length);
	struct commitment *commitment;
	uint8_t sq;

	if (side == SIDE_NONE || code.length != 1 || piece_parse(code.at[0]) == PIECE_NONE ||
	    !sq_parse(commitments->board, name.at, name.length, &sq) || sq == SQ_OFF_BOARD)
		return false;
	commitment = &commitments->of[sq];
	commitment->side = (uint8_t)side;
	commitment->code = code.at[0];
	return take_hex(rest, commitment->nonce, NONCE_SIZE);
}

/*
 * Parses the lines. They are written again afterwards and compared with the input, so anything that
 * would be written differently need not be refused here.
 */
static bool read_proof_line(struct proof *proof, struct text line)
{
	struct text word;
	uint64_t seq;

	text_take_word(&line); /* # */
	word = text_take_word(&line);
	if (text_is(word, "board"))
		return take_hex(line, proof->board_key, sizeof proof->board_key);
	if (text_is(word, "opening"))
		return read_opening(&proof->commitments, line);
	if (text_is(word, "game")) {
		snprintf(proof->commitments.game, sizeof proof->commitments.game, "%.*s",
			 (int)line.length, line.at);
		return true;
	}
	if (!text_is(word, "chain"))
		return true;
	word = text_take_word(&line);
	if (!text_number(word, INT64_MAX, &seq))
		return false;
	proof->seq = (int64_t)seq;
	return take_hex(line, proof->chain, HASH_SIZE);
}

static unsigned long count_lines(const char *text, size_t length)
{
	unsigned long lines = 0;

	for (size_t i = 0; i < length; i++)
		lines += text[i] == '\n';
	return lines;
}

static int read_proof(struct proof *proof, struct text block, unsigned long line_number,
		      struct trouble *trouble)
{
	struct text line;

	for (; text_take_line(&block, &line); line_number++)
		if (!read_proof_line(proof, line))
			return fail_line(trouble, line_number, "this is no line of a proof");
	return 0;
}

/* What stands between the fourth line and the first that is not of a course. */
static int read_course(struct proof *proof, struct text block, struct trouble *trouble)
{
	struct text line, rest, word;

	proof->course = (struct text){block.at, 0};
	if (proof->version < 2)
		return 0;
	for (unsigned i = 0; i < 4; i++)
		text_take_until(&block, '\n');
	proof->course.at = block.at;
	while (block.length > 0) {
		line = text_take_until(&block, '\n');
		rest = line;
		text_take_word(&rest);
		word = text_take_word(&rest);
		if (!text_is(word, "run") && !text_is(word, "committed") &&
		    !text_is(word, "heads") && !(text_is(word, "fork") && proof->version >= 3))
			break;
		proof->course.length = (size_t)(block.at - proof->course.at);
	}
	return course_is_sound(proof->course)
		       ? 0
		       : fail(trouble, "the heads that it says were published make no sense");
}

/* ---- checking ---- */

/* The board's key stands in the second line; nothing else of the proof is believed before this. */
static int check_signature(const char *text, size_t length, size_t at, struct proof *proof,
			   struct trouble *trouble)
{
	size_t signed_length = proof_signed_length(text, length);
	struct text rest = {text + at, length - at}, line, digits;
	uint8_t signature[SIGNATURE_SIZE];

	if (signed_length == 0 || signed_length <= at)
		return fail(trouble, "it does not end with a signature: something was cut off, "
				     "added or changed at its end");
	digits = (struct text){text + signed_length + WORD_LENGTH, 2 * SIGNATURE_SIZE};
	text_take_line(&rest, &line);
	text_take_line(&rest, &line);
	if (!read_proof_line(proof, line) || !take_hex(digits, signature, SIGNATURE_SIZE) ||
	    !signature_is_good(proof->board_key, text, signed_length, signature))
		return fail(trouble, "the signature is not good: something in it was changed after "
				     "it was signed");
	return 0;
}

static int compare(const struct proof *proof, struct text block, unsigned long line_number,
		   struct trouble *trouble)
{
	char *again = NULL;
	size_t length = 0;
	FILE *to = open_memstream(&again, &length);
	struct text expected, line, wanted;
	int error = 0;

	if (to)
		proof_write(proof, to);
	if (!to || fclose(to) != 0) {
		free(again);
		return fail(trouble, "there is no memory left");
	}
	expected = (struct text){again, length};
	while (!error && (block.length > 0 || expected.length > 0)) {
		line = text_take_until(&block, '\n');
		wanted = text_take_until(&expected, '\n');
		if (line.length != wanted.length || memcmp(line.at, wanted.at, line.length) != 0)
			error = fail_line(trouble, line_number,
					  "this is not the commitment that its opening gives, or "
					  "not the line that belongs here");
		line_number++;
	}
	free(again);
	return error;
}

struct beginning {
	struct view view;
	bool seen;
};

static void on_begin(void *context, const struct record_reader *reader, unsigned part)
{
	struct beginning *beginning = context;

	if (part > 0)
		return;
	view_make(&beginning->view, &reader->game, AUDIENCE_ARBITER);
	beginning->seen = true;
}

static int check_openings(const struct proof *proof, const struct beginning *beginning,
			  struct trouble *trouble)
{
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		const struct commitment *commitment = &proof->commitments.of[sq];
		enum side side =
			beginning->seen ? public_side_at(&beginning->view.open, sq) : SIDE_NONE;
		char name[SQ_NAME_SIZE];

		if (side == SIDE_NONE ? !commitment->code
				      : commitment->code == beginning->view.code[sq] &&
						commitment->side == side)
			continue;
		sq_format(sq, name);
		snprintf(trouble->text, sizeof trouble->text,
			 "the set-ups and the openings do not agree on %s", name);
		return -EBADMSG;
	}
	return 0;
}

static int check_result(const struct replayed *replayed, struct trouble *trouble)
{
	return replayed->winner == WINNER_NONE ? fail(trouble, "the game has no result") : 0;
}

int proof_check(const char *text, size_t length, struct proof *proof, struct replayed *replayed,
		struct trouble *trouble)
{
	struct beginning beginning = {.seen = false};
	struct record_replay_listener listener = {.context = &beginning, .begin = on_begin};
	unsigned long line_number;
	struct text block;
	size_t at;
	int error;

	memset(proof, 0, sizeof *proof);
	if (!proof_find(text, length, &at))
		return fail(trouble,
			    "it has no proof: it was not exported by a board, or the proof "
			    "was changed or cut off");
	proof->version = version_at(text + at);
	error = check_signature(text, length, at, proof, trouble);
	if (!error)
		error = record_replay(text, at, &listener, replayed, trouble);
	if (!error)
		error = check_result(replayed, trouble);
	if (error)
		return error;
	proof->commitments.board = (uint8_t)editions[replayed->edition].board;
	block = (struct text){text + at, proof_signed_length(text, length) - at};
	line_number = count_lines(text, at) + 1;
	error = read_proof(proof, block, line_number, trouble);
	if (!error)
		error = read_course(proof, block, trouble);
	if (!error)
		error = compare(proof, block, line_number, trouble);
	return error ? error : check_openings(proof, &beginning, trouble);
}

unsigned proof_pieces(const struct proof *proof)
{
	unsigned count = 0;

	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		count += proof->commitments.of[sq].code != 0;
	return count;
}
