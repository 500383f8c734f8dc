/*
 * The simulated table: whatever is played and however restless it is, its recordings have the form
 * of the format, and in the end the sensors agree with the game. What a referee makes of them is
 * not asked here.
 */
#include "daemon/cli/base/recording.h"
#include "daemon/cli/simulate/sim_game.h"
#include "daemon/cli/simulate/sim_noise.h"
#include "daemon/session/rate_limit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

void setUp(void)
{
}

void tearDown(void)
{
}

/* ---- games ---- */

static const char quick[] = "adjutant-game 1\n"
			    "edition quick-barrage\n"
			    "setup red .F.B..../..1...../2.3.M29.\n"
			    "setup blue 9..2M..2/...1.3../....B.F.\n"
			    "1 red a3xa6\n2 blue h6-h4\n3 red g3-g4\n4 blue h4xg4\n"
			    "5 red g4-g5\n6 blue e6-e5\n7 red c3-b3\n8 blue d6xd1\n"
			    "9 red e3-e4\n10 blue e5xe4\n11 red g5-g6\n12 blue d7-e7\n"
			    "13 red g6-f6\n14 blue f7xf6\n15 red f6-g6\n16 blue a6-a5\n"
			    "17 red g6-g7\n18 blue e7-f7\n19 red f3-g3\n20 blue f7xg7\n"
			    "21 red g7xg8\n";

/* cards that move and that fight, a swap, an exchange, a mock attack, defences */
static const char cards[] =
	"adjutant-game 1\n"
	"edition battle-cards\n"
	"option two-squares off\n"
	"setup red 57B74B652B/MB6B333483/722F226891\n"
	"setup blue 7B72B23449/7332563686/28BF2B5B1M\n"
	"deck red attack+1,jump,mock-attack,swap,armour,defence+1,attack+3,attack+2,charge-2,"
	"charge-3,boat,feint,defence+2,spy-attack,defence+3\n"
	"deck blue defence+3,jump,attack+1,spy-attack,feint,boat,defence+1,attack+2,attack+3,"
	"armour,charge-2,defence+2,charge-3,swap,mock-attack\n"
	"1 red +jump h2-h4\n2 blue +jump d9-d7\n3 red swap b1 e1\n4 blue d8-d9\n"
	"5 red +armour f3xf8 /defence+3\n6 blue exchange attack+1\n7 red +attack+1 b3xb8\n"
	"8 blue +feint h8-i7\n9 red +mock-attack e3xe8\n10 blue i7-i6\n";

static const char words[] = "adjutant-game 1\n"
			    "edition barrage\n"
			    "setup red FB2......./..M....2../.3......../9.......1.\n"
			    "setup blue ...2.....9/M......2../......1.../..3....FB.\n"
			    "1 red a4-a5\n2 blue a8-a7\n3 red i4-i5\n4 blue draw\n";

/* the last action is illegal: it is made and taken back */
static const char foul[] = "adjutant-game 1\n"
			   "edition barrage\n"
			   "setup red FB2......./..M....2../.3......../9.......1.\n"
			   "setup blue ...2.....9/M......2../......1.../..3....FB.\n"
			   "1 red a4-a5\n2 blue a8-a7\n3 red i4-j5\n";

static const char *const games[] = {quick, cards, words, foul};

enum { GAMES = sizeof games / sizeof *games, ACTIONS_MAX = 32, SEEDS = 20 };

struct script {
	struct sim_game game;
	struct sim_action actions[ACTIONS_MAX];
	struct public_position end;
};

/* feeds one line; the position before the first action is the start */
static void take_line(struct script *script, struct record_reader *reader, const char *line,
		      size_t length)
{
	struct view view;
	struct sim_action *action = &script->actions[script->game.action_count];

	if (!reader->started && reader->has_edition) {
		view_make(&view, &reader->game, AUDIENCE_ARBITER);
		sim_game_set_up(&script->game, &view);
	}
	if (record_read(reader, line, length) != RECORD_PLAYED) {
		TEST_ASSERT_NOT_EQUAL(RECORD_MALFORMED, reader->event);
		return;
	}
	TEST_ASSERT_LESS_THAN(ACTIONS_MAX, script->game.action_count);
	action->ply = reader->ply;
	report_view_make(&action->what, &reader->report, AUDIENCE_ARBITER);
	memcpy(action->text, reader->action_text, sizeof action->text);
	TEST_ASSERT_EQUAL_MESSAGE(strcmp(action->text, "i4-j5") != 0, action->what.legal,
				  action->text);
	script->game.action_count++;
}

static void read_script(struct script *script, const char *text)
{
	struct record_reader reader;

	memset(script, 0, sizeof *script);
	record_reader_init(&reader);
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");

		take_line(script, &reader, text, length);
		text += length + 1;
	}
	script->game.actions = script->actions;
	script->game.edition = reader.game.edition;
	script->end = reader.game.position.open;
}

/* ---- recordings ---- */

struct recording {
	char *text;
	size_t size;
};

static struct recording record(const struct script *script, const struct sim_options *options)
{
	struct recording recording = {NULL, 0};
	FILE *to = open_memstream(&recording.text, &recording.size);
	int closed;

	TEST_ASSERT_NOT_NULL(to);
	TEST_ASSERT_EQUAL(0, simulate(&script->game, options, to));
	closed = fclose(to);
	TEST_ASSERT_EQUAL(0, closed);
	return recording;
}

/* calls the check for every game, level, kind of sensors and seed */
typedef void check(const struct script *script, const struct sim_options *options,
		   const struct recording *recording);

static char where[80]; /* of the recording that is being checked */

static void for_all(check *check_one)
{
	static struct script script;
	struct recording recording;

	for (unsigned i = 0; i < GAMES * SIM_LEVELS * SIM_BOTH * SEEDS; i++) {
		struct sim_options options = {
			.noise = &sim_noises[i / GAMES % SIM_LEVELS],
			.sensors = (enum sim_sensors)(1 + i / GAMES / SIM_LEVELS % SIM_BOTH),
			.seed = i / GAMES / SIM_LEVELS / SIM_BOTH,
		};

		read_script(&script, games[i % GAMES]);
		recording = record(&script, &options);
		snprintf(where, sizeof where, "game %u, %s, %s, seed %" PRIu64, i % GAMES,
			 options.noise->name, sim_sensors_name(options.sensors), options.seed);
		check_one(&script, &options, &recording);
		free(recording.text);
	}
}

/* what the sensors have said up to a line */
struct sensors {
	struct recording_reader reader;
	struct bits closed;
	uint8_t tag[SQ_COUNT][SQ_COUNT]; /* by square and last byte of the number: seen there */
	uint64_t t_us, before_us;	 /* of the last two inputs */
	unsigned repeated;		 /* lines that said what was known */
	struct rate_limit rate_limit;
	unsigned calmed; /* lines that would not be passed on as they are */
};

static bool take_contact(struct sensors *sensors, const struct input *input)
{
	bool known = bits_has(sensors->closed, input->sq) == input->closed;

	if (input->closed)
		bits_add(&sensors->closed, input->sq);
	else
		bits_drop(&sensors->closed, input->sq);
	return known;
}

static bool take_tag(struct sensors *sensors, const struct input *input)
{
	uint8_t *seen = &sensors->tag[input->sq][input->tag.id[input->tag.length - 1]];
	bool known = *seen == input->closed;

	*seen = input->closed;
	return known;
}

static bool passes(struct rate_limit *rate_limit, const struct input *input)
{
	static const uint8_t kinds[] = {[INPUT_FRAME] = READING_FRAME,
					[INPUT_CONTACT] = READING_CONTACT,
					[INPUT_TAG] = READING_TAG_SEEN};
	struct reading reading = {.sq = input->sq, .closed = input->closed, .frame = input->frame};

	if (input->kind != INPUT_FRAME && input->kind != INPUT_CONTACT && input->kind != INPUT_TAG)
		return true;
	reading.kind = kinds[input->kind];
	reading.tag_length = input->tag.length;
	memcpy(reading.tag, input->tag.id, sizeof reading.tag);
	return rate_limit_hear(rate_limit, input->t_us, &reading);
}

static void take_input(struct sensors *sensors)
{
	const struct input *input = &sensors->reader.input;

	TEST_ASSERT_TRUE_MESSAGE(input->t_us >= sensors->t_us, where);
	sensors->before_us = sensors->t_us;
	sensors->t_us = input->t_us;
	sensors->calmed += !passes(&sensors->rate_limit, input);
	if (input->kind == INPUT_FRAME)
		sensors->closed = input->frame;
	if (input->kind == INPUT_CONTACT)
		sensors->repeated += take_contact(sensors, input);
	if (input->kind == INPUT_TAG)
		sensors->repeated += take_tag(sensors, input);
}

/* the whole recording; each line of it must be well formed */
static void take_all(struct sensors *sensors, const struct recording *recording)
{
	memset(sensors, 0, sizeof *sensors);
	recording_reader_init(&sensors->reader);
	for (const char *line = recording->text; *line != '\0';) {
		size_t length = strcspn(line, "\n");

		switch (recording_read(&sensors->reader, line, length)) {
		case RECORDING_MALFORMED:
			TEST_FAIL_MESSAGE(sensors->reader.reason);
			break;
		case RECORDING_INPUT:
			take_input(sensors);
			break;
		case RECORDING_NOTHING:
			break;
		}
		line += length + 1;
	}
}

/* ---- properties ---- */

/* the reader is strict; time and repetition are looked at on the way */
static void check_form(const struct script *script, const struct sim_options *options,
		       const struct recording *recording)
{
	static struct sensors sensors;

	(void)script, (void)options;
	take_all(&sensors, recording);
	/* only the last line repeats a level, to let the time run on */
	TEST_ASSERT_EQUAL_MESSAGE(1, sensors.repeated, where);
	/* these are hands: a daemon takes notice of everything */
	TEST_ASSERT_EQUAL_MESSAGE(0, sensors.calmed, where);
	TEST_ASSERT_TRUE_MESSAGE(sensors.t_us >= sensors.before_us + 5000000, where);
}

static void recordings_are_well_formed(void)
{
	for_all(check_form);
}

static void check_end(const struct script *script, const struct sim_options *options,
		      const struct recording *recording)
{
	static struct sensors sensors;
	struct bits standing = public_occupied(&script->end);

	take_all(&sensors, recording);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++) {
		unsigned seen = 0;

		for (unsigned i = 0; i < SQ_COUNT; i++)
			seen += sensors.tag[sq][i];
		if (options->sensors & SIM_REED)
			TEST_ASSERT_EQUAL_MESSAGE(bits_has(standing, sq),
						  bits_has(sensors.closed, sq), where);
		if (options->sensors & SIM_RFID)
			TEST_ASSERT_EQUAL_MESSAGE(bits_has(standing, sq), seen, where);
	}
}

static void the_last_levels_are_the_last_position(void)
{
	for_all(check_end);
}

static void check_repeatable(const struct script *script, const struct sim_options *options,
			     const struct recording *recording)
{
	struct sim_options another = *options;
	struct recording again = record(script, options), other;

	another.seed += 1000;
	other = record(script, &another);
	TEST_ASSERT_EQUAL_MESSAGE(0, strcmp(recording->text, again.text), where);
	TEST_ASSERT_NOT_EQUAL_MESSAGE(0, strcmp(recording->text, other.text), where);
	free(again.text);
	free(other.text);
}

static void a_seed_gives_one_recording_and_another_another(void)
{
	for_all(check_repeatable);
}

/* Each action is announced once, in order. */
static void check_notes(const struct script *script, const struct sim_options *options,
			const struct recording *recording)
{
	const char *at = recording->text;
	char note[128];

	(void)options;
	for (size_t i = 0; i < script->game.action_count; i++) {
		const struct sim_action *action = &script->actions[i];

		snprintf(note, sizeof note, "# ply %" PRIu64 " %s %s", action->ply,
			 side_name(action->what.side), action->text);
		at = strstr(at, note);
		TEST_ASSERT_NOT_NULL_MESSAGE(at, note);
	}
}

static void every_action_has_its_remark(void)
{
	for_all(check_notes);
}

/* Without noise nothing opens or closes but what is moved: no contact changes twice in 20 ms. */
static void check_quiet(const struct script *script, const struct sim_options *options,
			const struct recording *recording)
{
	uint64_t changed_us[SQ_COUNT] = {0};
	struct recording_reader reader;

	(void)script;
	if (strcmp(options->noise->name, "none") != 0)
		return;
	recording_reader_init(&reader);
	for (const char *line = recording->text; *line != '\0';) {
		size_t length = strcspn(line, "\n");
		const struct input *input = &reader.input;

		if (recording_read(&reader, line, length) == RECORDING_INPUT &&
		    input->kind == INPUT_CONTACT) {
			TEST_ASSERT_TRUE_MESSAGE(input->t_us >= changed_us[input->sq] + 20000,
						 where);
			changed_us[input->sq] = input->t_us;
		}
		line += length + 1;
	}
}

static void without_noise_no_contact_bounces(void)
{
	for_all(check_quiet);
}

/* ---- faults ---- */

static unsigned changes_of(const struct recording *recording, const char *line_end, bool late)
{
	unsigned count = 0;

	for (const char *line = recording->text; *line != '\0';) {
		size_t length = strcspn(line, "\n");
		uint64_t t_us = strtoull(line, NULL, 10);
		size_t tail = strlen(line_end);

		if (length > tail && memcmp(line + length - tail, line_end, tail) == 0 &&
		    (!late || t_us > 60000000))
			count++;
		line += length + 1;
	}
	return count;
}

static void faulty_contacts_do_what_faulty_contacts_do(void)
{
	static struct script script;
	struct sim_options options = {.noise = &sim_noises[0], .sensors = SIM_REED};
	uint8_t g7, g6, a1;
	struct recording recording;

	sq_parse(BOARD_SMALL, "g7", 2, &g7);
	sq_parse(BOARD_SMALL, "g6", 2, &g6);
	sq_parse(BOARD_SMALL, "a1", 2, &a1);
	bits_add(&options.stuck, g7);
	bits_add(&options.dead, g6);
	bits_add(&options.flutter, a1);
	read_script(&script, quick);
	recording = record(&script, &options);
	TEST_ASSERT_EQUAL(0, changes_of(&recording, " open g7", true));
	TEST_ASSERT_EQUAL(0, changes_of(&recording, " close g6", true));
	TEST_ASSERT_GREATER_THAN(50, changes_of(&recording, " open a1", true));
	free(recording.text);
}

/* ---- tags ---- */

static void tags_of_the_game_are_used(void)
{
	static struct script script;
	struct record_tag tags[SQ_COUNT];
	struct sim_options options = {.noise = &sim_noises[0], .sensors = SIM_RFID};
	FILE *nowhere = fopen("/dev/null", "w");

	read_script(&script, words);
	script.game.tags[0] = (struct record_tag){
		.id = {0xab}, .length = 1, .side = SIDE_RED, .piece = PIECE_FLAG};
	script.game.tag_count = 1;
	TEST_ASSERT_NOT_NULL(nowhere);
	TEST_ASSERT_FALSE(sim_game_tags(&script.game, 1, tags));
	TEST_ASSERT_NOT_EQUAL(0, simulate(&script.game, &options, nowhere));
	options.sensors = SIM_REED; /* which has no use for tags */
	TEST_ASSERT_EQUAL(0, simulate(&script.game, &options, nowhere));
	fclose(nowhere);
}

static void invented_tags_are_all_different(void)
{
	static struct script script;
	struct record_tag tags[SQ_COUNT];
	char uid[2][SIM_UID_SIZE];

	read_script(&script, cards);
	TEST_ASSERT_TRUE(sim_game_tags(&script.game, 7, tags));
	for (unsigned a = 0; a < SQ_COUNT; a++) {
		TEST_ASSERT_EQUAL(script.game.piece[a] != PIECE_NONE, tags[a].length > 0);
		for (unsigned b = 0; b < a; b++) {
			sim_uid_format(&tags[a], uid[0]);
			sim_uid_format(&tags[b], uid[1]);
			TEST_ASSERT_TRUE(tags[a].length == 0 || strcmp(uid[0], uid[1]) != 0);
		}
	}
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(recordings_are_well_formed);
	RUN_TEST(the_last_levels_are_the_last_position);
	RUN_TEST(a_seed_gives_one_recording_and_another_another);
	RUN_TEST(every_action_has_its_remark);
	RUN_TEST(without_noise_no_contact_bounces);
	RUN_TEST(faulty_contacts_do_what_faulty_contacts_do);
	RUN_TEST(tags_of_the_game_are_used);
	RUN_TEST(invented_tags_are_all_different);
	return UNITY_END();
}
