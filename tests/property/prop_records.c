/*
 * A game that is written down and read again is the same game: the same reports, the same end, to
 * the last byte, whatever blanks, remarks and comments stand between.
 */
#include "rules/fact.h"
#include "rules/perft.h"
#include "rules/record.h"
#include "tests/property/match.h"
#include "tests/property/player.h"
#include "tests/property/verdict.h"

enum { WRITTEN_IS_READ, ACTIONS_PARSE, FACTS_PARSE, PROPERTY_COUNT };

/* clang-format off */
static struct property properties[PROPERTY_COUNT] = {
	[WRITTEN_IS_READ] = PROPERTY("written_game_is_read_the_same"),
	[ACTIONS_PARSE] = PROPERTY("written_actions_parse_to_themselves"),
	[FACTS_PARSE] = PROPERTY("written_facts_parse_to_themselves"),
};
/* clang-format on */

static void play(struct match *match);

static struct suite suite = {
	.file = __FILE__,
	.properties = properties,
	.count = PROPERTY_COUNT,
	.play = play,
};

/* what the reader shall find again */
static struct report reports[MATCH_STEPS];

static void play_and_keep(struct match *match, const struct action *action)
{
	match_play(match, action, &reports[match->step_count]);
}

/* Where it costs the game a bomb may be moved as the last act; it is in the record, as the board
 * is. */
static bool move_bomb(struct match *match, struct action *action)
{
	struct bits own = match->game.position.open.holds[match_to_move(match)];
	struct move move;

	if (match->game.options.immobile_moved != IMMOBILE_LOSES ||
	    !chance_once_in(&match->chance, 64))
		return false;
	while (bits_any(own)) {
		move.from = (uint8_t)bits_take(&own);
		move.to = (uint8_t)player_any_of(bits_and(player_beside(move.from),
							  public_empty(&match->game.position.open)),
						 &match->chance);
		if (piece_is_movable(match->oracle.piece[move.from]) || move.to == SQ_OFF_BOARD)
			continue;
		*action = player_move_action(match, move);
		return true;
	}
	return false;
}

static void play_to_the_end(struct match *match)
{
	struct player players[SIDE_COUNT];
	struct action action;

	players_random(players, &match->chance);
	for (unsigned side = 0; side < SIDE_COUNT; side++)
		if (player_mulligan(match, (enum side)side, &action))
			play_and_keep(match, &action);
	while (!game_is_over(&match->game) && match->game.plies < MATCH_PLIES) {
		if (!move_bomb(match, &action) &&
		    !player_choose(match, &players[match_to_move(match)], &action))
			break;
		play_and_keep(match, &action);
	}
	if (player_last_word(match, &action))
		play_and_keep(match, &action);
	else if (chance_once_in(&match->chance, 2)) /* nothing if it is over */
		game_end(&match->game, 1 + chance_below(&match->chance, 3), REASON_ARBITER);
}

/* what does not change the meaning of a line: blanks, a remark, the line ends of another system */
static size_t adorn(struct match *match, char *adorned, const char *line, size_t length)
{
	struct out out = out_init(adorned, RECORD_LINE_MAX);
	struct chance *chance = &match->chance;
	bool is_action = line[0] >= '0' && line[0] <= '9';

	if (chance_once_in(chance, 16))
		out_string(&out, " \t");
	for (size_t i = 0; i < length; i++) {
		out_char(&out, line[i]);
		if (line[i] == ' ' && chance_once_in(chance, 16))
			out_string(&out, "\t ");
	}
	if (is_action && chance_once_in(chance, 8))
		out_string(&out, chance_once_in(chance, 2) ? " {a remark: x-y /z +1}" : "{}");
	if (chance_once_in(chance, 16))
		out_char(&out, ' ');
	if (chance_once_in(chance, 4))
		out_char(&out, '\r');
	return out.length;
}

static bool skips(struct record_reader *reader, const char *line)
{
	return record_read(reader, line, strlen(line)) == RECORD_NOTHING;
}

/* one line of the record; *step counts the actions */
static bool read_line(struct match *match, struct record_reader *reader, const char *line,
		      size_t length, unsigned *step)
{
	static char adorned[RECORD_LINE_MAX];
	bool is_action = line[0] >= '0' && line[0] <= '9', is_first = line[0] == 'a';
	enum record_event expected = is_action	? RECORD_PLAYED
				     : is_first ? RECORD_NEW_GAME
						: RECORD_NOTHING;
	size_t n = adorn(match, adorned, line, length);

	if (chance_once_in(&match->chance, 32) &&
	    !(skips(reader, "# 9 red draw") && skips(reader, "")))
		return false;
	if (record_read(reader, adorned, n) != expected)
		return false;
	if (!is_action)
		return true;
	return memcmp(&reader->report, &reports[(*step)++], sizeof reader->report) == 0;
}

static bool same_views(const struct game *a, const struct game *b)
{
	struct view here, there;
	bool same = true;

	for (unsigned audience = 0; audience < AUDIENCE_COUNT; audience++) {
		view_make(&here, a, (enum audience)audience);
		view_make(&there, b, (enum audience)audience);
		same = same && memcmp(&here, &there, sizeof here) == 0;
	}
	return same;
}

static bool same_game(const struct match *match, const struct game *game)
{
	return same_views(game, &match->game) && perft(game, 1) == perft(&match->game, 1) &&
	       memcmp(game, &match->game, sizeof *game) == 0;
}

static bool read_again(struct match *match, const char *text)
{
	static struct record_reader reader;
	unsigned step = 0;

	record_reader_init(&reader);
	while (*text) {
		const char *end = strchr(text, '\n');

		if (!read_line(match, &reader, text, (size_t)(end - text), &step))
			return match_blame(match, reader.event == RECORD_MALFORMED
							  ? reader.reason
							  : "a line was read as something else");
		text = end + 1;
	}
	if (record_finish(&reader) != RECORD_NOTHING || !record_result_agrees(&reader))
		return match_blame(match, "it does not end as written");
	if (step != match->step_count || !same_game(match, &reader.game))
		return match_blame(match, "another game was read");
	return true;
}

static bool parses_to_itself(const struct match *match, const struct action *action)
{
	char words[RECORD_ACTION_SIZE], reason[RECORD_REASON_SIZE];
	struct out out = out_init(reason, sizeof reason);
	struct action parsed;

	record_format_action(action, words);
	return record_parse_action(match_board(match), action->side,
				   (struct text){words, strlen(words)}, &parsed, &out) &&
	       memcmp(&parsed, action, sizeof parsed) == 0;
}

static bool fact_parses_to_itself(const struct match *match, const struct fact *fact)
{
	char line[FACT_SIZE];
	struct out out = out_init(line, sizeof line);
	struct fact parsed;

	fact_format(fact, &out);
	return !out.overflow &&
	       fact_parse(match_board(match), (struct text){line, out.length}, &parsed) &&
	       fact_equals(&parsed, fact);
}

static bool plays_parse_to_themselves(const struct match *match)
{
	struct fact fact;

	for (unsigned i = 0; i < match->step_count; i++) {
		if (!reports[i].legal)
			continue;
		fact_of_play(&match->steps[i], &reports[i], &fact);
		if (!fact_parses_to_itself(match, &fact))
			return false;
	}
	return true;
}

/* what is no action: the pieces of both sides and each by itself, turns and ends */
static bool others_parse_to_themselves(const struct match *match)
{
	const struct public_position *open = &match->game.position.open;
	struct fact end = {
		.kind = FACT_END, .winner = match->game.winner, .reason = match->game.reason};
	bool good = match->game.winner == WINNER_NONE || fact_parses_to_itself(match, &end);
	struct view view;

	view_make(&view, &match->game, AUDIENCE_ARBITER);
	for (unsigned side = 0; side < SIDE_COUNT; side++) {
		struct fact turn = {.kind = FACT_TURN, .side = (uint8_t)side};
		struct fact rows = {.kind = FACT_POSITION, .side = (uint8_t)side};

		view_rows(&view, (enum side)side, 0, boards[open->board].rows, rows.rows);
		good = good && fact_parses_to_itself(match, &turn) &&
		       fact_parses_to_itself(match, &rows);
	}
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		struct fact place = {.kind = FACT_PLACE, .sq = (uint8_t)sq};

		place.side = (uint8_t)public_side_at(open, sq);
		place.piece = (uint8_t)piece_parse(view.code[sq]);
		if (board_has((enum board_id)open->board, sq))
			good = good && fact_parses_to_itself(match, &place);
	}
	return good;
}

static void play(struct match *match)
{
	static char record[MATCH_RECORD_SIZE];
	bool parse = true;

	play_to_the_end(match);
	for (unsigned i = 0; i < match->step_count; i++)
		parse = parse && parses_to_itself(match, &match->steps[i]);
	verdict_check(&suite, ACTIONS_PARSE, parse, "the words of an action mean another one");
	verdict_check(&suite, FACTS_PARSE,
		      plays_parse_to_themselves(match) && others_parse_to_themselves(match),
		      "the text of a fact means another one");
	match_write(match, record);
	if (!read_again(match, record))
		verdict_fail(&suite, WRITTEN_IS_READ);
}

int main(int argc, char **argv)
{
	return suite_run(&suite, argc, argv);
}
