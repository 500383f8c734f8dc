/*
 * How restless a simulated table is: every chance and every limit of the four named levels, in one
 * place. The fields, the levels and the table in `adjutant simulate --help` are all made of it.
 *
 * A chance is in ten-thousandths. `none` is perfect hands on perfect sensors; `calm` two careful
 * people, `club` an evening at a club, `rough` the worst table that can be refereed. The limits of
 * sensors and hands are those of daemon/table/gestures.md.
 */
#ifndef DAEMON_CLI_SIMULATE_SIM_NOISE_H
#define DAEMON_CLI_SIMULATE_SIM_NOISE_H

/* clang-format off */
#define SIM_NOISE_ROWS(ROW) \
	/* field        what it is                                       none  calm  club rough */ \
	ROW(bounce,      "a contact change bounces                     ",    0, 5000, 8000, 9500) \
	ROW(bounce_us,   "  for at most (us)                           ",    0, 2000, 4000, 5000) \
	ROW(chatter,     "a lift or a setting down is slow: it chatters",    0,  300, 1500, 4000) \
	ROW(chatter_ms,  "  for at most (ms)                           ",    0,   40,  100,  150) \
	ROW(low_pass,    "a carried piece closes an empty square       ",    0,  300, 1500, 4000) \
	ROW(low_pass_ms, "  for 5 to (ms)                              ",    0,   40,   80,   80) \
	ROW(slide,       "a piece is slid, not carried                 ",    0,  800, 2000, 2500) \
	ROW(jog,         "a hand jogs a neighbour, each time it is near",    0,  200,  800, 2500) \
	ROW(jog_ms,      "  for 20 to (ms)                             ",    0,  150,  300,  300) \
	ROW(straighten,  "a piece is straightened, each pause          ",    0,  300, 1000, 3000) \
	ROW(fidget,      "  and then held for up to 2 s                ",    0,    0,  500, 1000) \
	ROW(lift_both,   "an attack is made by lifting both pieces     ", 2000, 1000, 1500, 2000) \
	ROW(set_on,      "an attack is made by setting on the other    ", 2000, 1000, 1500, 2000) \
	ROW(traceless,   "a tap leaves no trace                        ",    0,  300, 1500, 3000) \
	ROW(quick,       "an answer begins 50-700 ms after the move    ",    0,  500, 2000, 4000) \
	ROW(second,      "second thoughts: set down, then on elsewhere ",    0,  100,  400, 1200) \
	ROW(hold,        "a lifted piece is held for 0.9-6 s           ",    0,  300,  600, 1000) \
	ROW(back,        "a piece is lifted and put back first         ",    0,  200,  500, 1200) \
	ROW(illegal,     "something illegal is tried first             ",    0,   50,  200,  600) \
	ROW(knock,       "a neighbour is knocked over for 0.5-4 s      ",    0,   20,  100,  400) \
	ROW(done,        "the mover presses Done                       ",    0,  500,  500,  500) \
	ROW(push_out,    "a captor pushes the captured piece out       ",    0,  200,  400,  800) \
	ROW(misplace,    "a beaten attacker is first put back          ",    0,  100,  300,  800) \
	ROW(slow,        "a battle is cleared away slowly              ",    0,  500, 1500, 3000) \
	ROW(late_ms,     "a tag is reported 20 to (ms) late            ",   20,   40,   60,   60) \
	ROW(miss,        "a standing tag is missed, each pause         ",    0,  200, 1000, 3000) \
	ROW(ghost,       "a neighbour's tag is seen, each pause        ",    0,  100,  500, 1500)
/* clang-format on */

#define SIM_NOISE_FIELD(field, ...) unsigned field;

struct sim_noise {
	const char *name;
	SIM_NOISE_ROWS(SIM_NOISE_FIELD)
};

#undef SIM_NOISE_FIELD

enum { SIM_LEVELS = 4 };

extern const struct sim_noise sim_noises[SIM_LEVELS];

/* the level of that name, or a null pointer */
const struct sim_noise *sim_noise_find(const char *name);

/* the table as text, for --help; it comes in with the numbers themselves, so it cannot be out of
 * date */
#define SIM_NOISE_LINE(field, text, none, calm, club, rough)                                       \
	"  " text "\t" #none "\t" #calm "\t" #club "\t" #rough "\n"
#define SIM_NOISE_HELP                                                                             \
	"Noise, chances in ten-thousandths:                "                                       \
	"\tnone\tcalm\tclub\trough\n" SIM_NOISE_ROWS(SIM_NOISE_LINE)

#endif
