/* Random games from set-ups that people played. */
#include "tests/support/table/random_game.h"

#include "tests/property/chance.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	SETUPS_MAX = 4096,
	ATTACKS_PERCENT = 35, /* of the turns in which one is possible, taken on purpose */
	ADVANCES_PERCENT = 50 /* of the others: towards the enemy, or armies would never meet */
};

/* ---- set-ups ---- */

struct setups {
	bool looked_for;
	unsigned count;
	char rows[SETUPS_MAX][VIEW_ROWS_SIZE];
};

static void read_setups(struct setups *setups, const char *edition)
{
	char path[96];
	FILE *file;

	setups->looked_for = true;
	snprintf(path, sizeof path, "../shared/data/setups-%s.txt", edition);
	file = fopen(path, "r");
	if (!file)
		return;
	while (setups->count < SETUPS_MAX &&
	       fgets(setups->rows[setups->count], VIEW_ROWS_SIZE, file)) {
		char *rows = setups->rows[setups->count++];

		rows[strcspn(rows, "\r\n")] = '\0';
	}
	fclose(file);
}

/* red's rows seen from the other side of the table */
static void turn_round(char *rows)
{
	size_t length = strlen(rows);

	for (size_t i = 0; i < length / 2; i++) {
		char c = rows[i];

		rows[i] = rows[length - 1 - i];
		rows[length - 1 - i] = c;
	}
}

static void set_up_at_random(struct position *position, const struct edition *edition,
			     enum side side, struct chance *chance)
{
	unsigned columns = boards[edition->board].columns, places = columns * edition->setup_rows;
	uint8_t home[SQ_COUNT] = {PIECE_NONE};
	unsigned n = 0;

	for (unsigned piece = 0; piece < PIECE_KINDS; piece++)
		for (unsigned i = 0; i < edition->army[piece]; i++)
			home[n++] = (uint8_t)piece;
	chance_shuffle(chance, home, places);
	for (unsigned i = 0; i < places; i++) {
		unsigned row = edition_first_row(edition, side) + i / columns;

		if (home[i] != PIECE_NONE)
			position_put(position, sq_at(i % columns, row), side, (enum piece)home[i]);
	}
}

static bool set_up(struct game *game, enum side side, struct chance *chance)
{
	static struct setups files[EDITION_COUNT];
	const struct edition *edition = &editions[game->edition];
	struct setups *setups = &files[game->edition];
	char rows[VIEW_ROWS_SIZE];

	if (!setups->looked_for)
		read_setups(setups, edition->id);
	if (setups->count == 0) {
		set_up_at_random(&game->position, edition, side, chance);
		return game_side_fits(game, side, false);
	}
	memcpy(rows, setups->rows[chance_below(chance, setups->count)], sizeof rows);
	if (side == SIDE_BLUE)
		turn_round(rows);
	return position_put_rows(&game->position, side, edition_first_row(edition, side),
				 edition->setup_rows, rows, strlen(rows)) &&
	       game_side_fits(game, side, false);
}

/* ---- play ---- */

enum wish { ANY_MOVE, ADVANCE, ATTACK, WISHES };

struct choice {
	struct chance *chance;
	const struct public_position *open;
	unsigned count[WISHES]; /* of such actions so far */
	struct action action[WISHES];
};

static void offer(struct choice *choice, enum wish wish, const struct action *action)
{
	if (chance_below(choice->chance, ++choice->count[wish]) == 0)
		choice->action[wish] = *action;
}

static unsigned to_nearest(struct bits enemies, unsigned sq)
{
	unsigned nearest = UINT_MAX;

	while (bits_any(enemies)) {
		unsigned enemy = bits_take(&enemies);
		int columns = (int)sq_column(enemy) - (int)sq_column(sq);
		int rows = (int)sq_row(enemy) - (int)sq_row(sq);
		unsigned distance = (unsigned)(abs(columns) + abs(rows));

		nearest = distance < nearest ? distance : nearest;
	}
	return nearest;
}

static void weigh(void *context, const struct action *action)
{
	struct choice *choice = context;
	struct bits enemies = choice->open->holds[side_other(action->side)];

	offer(choice, action->attack ? ATTACK : ANY_MOVE, action);
	if (!action->attack && to_nearest(enemies, action->to) < to_nearest(enemies, action->from))
		offer(choice, ADVANCE, action);
}

/* NULL if there is no action */
static const struct action *choose(const struct game *game, struct choice *choice)
{
	enum wish wish = ANY_MOVE;

	memset(choice->count, 0, sizeof choice->count);
	choice->open = &game->position.open;
	game_each_action(game, weigh, choice);
	if (choice->count[ADVANCE] && chance_below(choice->chance, 100) < ADVANCES_PERCENT)
		wish = ADVANCE;
	if (choice->count[ATTACK] &&
	    (chance_below(choice->chance, 100) < ATTACKS_PERCENT || choice->count[ANY_MOVE] == 0))
		wish = ATTACK;
	return choice->count[wish] ? &choice->action[wish] : NULL;
}

static void add(struct random_game *game, const struct action *action, const struct report *report)
{
	struct sim_action *next = &game->actions[game->sim.action_count++];

	next->ply = game->sim.action_count;
	report_view_make(&next->what, report, AUDIENCE_ARBITER);
	record_format_action(action, next->text);
}

static void play(struct random_game *random, struct chance *chance)
{
	struct choice choice = {.chance = chance};
	struct game game = random->prepared;
	struct report report;

	game_start(&game, SIDE_RED);
	for (unsigned i = 0; i < GAME_PLIES && !game_is_over(&game); i++) {
		const struct action *action = choose(&game, &choice);

		if (!action)
			return;
		game_play(&game, action, &report);
		add(random, action, &report);
	}
}

bool random_game_make(struct random_game *game, unsigned edition, uint64_t seed)
{
	struct chance chance = chance_for(seed, edition, 0);
	struct view view;

	memset(game, 0, sizeof *game);
	game_init(&game->prepared, edition);
	if (!set_up(&game->prepared, SIDE_RED, &chance) ||
	    !set_up(&game->prepared, SIDE_BLUE, &chance))
		return false;
	view_make(&view, &game->prepared, AUDIENCE_ARBITER);
	sim_game_set_up(&game->sim, &view);
	game->sim.edition = (uint8_t)edition;
	game->sim.actions = game->actions;
	play(game, &chance);
	return true;
}

/* ---- its record ---- */

static void write_tag(const struct record_tag *tag, FILE *to)
{
	char uid[SIM_UID_SIZE];

	if (tag->length == 0)
		return;
	sim_uid_format(tag, uid);
	fprintf(to, "tag %s %s %c\n", uid, side_name(tag->side), piece_code(tag->piece));
}

void random_game_write(const struct random_game *game, const struct record_tag *tags, FILE *to)
{
	char head[1024];
	struct out out = out_init(head, sizeof head);
	struct view view;

	view_make(&view, &game->prepared, AUDIENCE_ARBITER);
	record_format_start(&out, &game->prepared, &view, NULL);
	fputs(head, to);
	for (unsigned sq = 0; tags && sq < SQ_COUNT; sq++)
		write_tag(&tags[sq], to);
	for (size_t i = 0; i < game->sim.action_count; i++)
		fprintf(to, "%zu %s %s\n", i + 1, side_name(game->actions[i].what.side),
			game->actions[i].text);
}
