/* Magnets over reeds, tags over antennas. */
#include "tests/physics/surface.h"

#include <string.h>

#define BASE_MM 1.0	 /* of plastic under the magnet */
#define ANTENNA_EDGE 0.8 /* of its reach: farther out looks fail more often */

enum { LOOKS_TO_LOSE = 2 };

/* clang-format off */
#define DISC_8X2 {4, 2, 1.18}
#define DISC_10X2 {5, 2, 1.18}
#define ANTENNA {19, 22, 0.005}
const struct surface_kind surface_kinds[SURFACE_KINDS] = {
	{"upright", true, false, DISC_10X2, 0.95, 1.05,
	 {REED_UPRIGHT, 10, 7, 15, 20, 0.5, 2}, {0, 0, 0}, 0, 0, false},
	{"upright-8x2", true, false, DISC_8X2, 0.95, 1.05,
	 {REED_UPRIGHT, 10, 7, 15, 20, 0.5, 2}, {0, 0, 0}, 0, 0, false},
	{"flat", true, false, DISC_8X2, 0.95, 1.05,
	 {REED_FLAT_END, 10, 7, 10, 20, 0.5, 3}, {0, 0, 0}, 0, 0, false},
	{"flat-weak", true, false, DISC_8X2, 0.65, 0.85,
	 {REED_FLAT_END, 10, 7, 15, 25, 0.5, 3}, {0, 0, 0}, 0, 0, false},
	{"flat-crooked", true, false, DISC_8X2, 0.95, 1.05,
	 {REED_FLAT_END, 10, 7, 10, 20, 2, 12}, {0, 0, 0}, 0, 0, false},
	{"centred", true, false, DISC_8X2, 0.95, 1.05,
	 {REED_FLAT_CENTRED, 10, 7, 10, 15, 2, 6}, {0, 0, 0}, 0, 0, false},
	{"rfid", false, true, DISC_8X2, 1, 1,
	 {REED_UPRIGHT, 10, 7, 15, 20, 0.5, 2}, ANTENNA, 0, 0, false},
	{"reed+rfid", true, true, DISC_10X2, 0.95, 1.05,
	 {REED_UPRIGHT, 10, 7, 15, 20, 0.5, 2}, ANTENNA, 0, 0, false},
	{"any-upright", true, false, DISC_10X2, 0.95, 1.05,
	 {REED_UPRIGHT, 10, 7, 15, 20, 0.5, 2}, {0, 0, 0}, 0, 0, true},
	{"any-rfid", false, true, DISC_8X2, 1, 1,
	 {REED_UPRIGHT, 10, 7, 15, 20, 0.5, 2}, ANTENNA, 0, 0, true},
	{"any-both", true, true, DISC_10X2, 0.95, 1.05,
	 {REED_UPRIGHT, 10, 7, 15, 20, 0.5, 2}, ANTENNA, 0, 0, true},
};
/* clang-format on */

const struct surface_kind *surface_kind_find(const char *name)
{
	for (unsigned i = 0; i < SURFACE_KINDS; i++)
		if (strcmp(name, surface_kinds[i].name) == 0)
			return &surface_kinds[i];
	return NULL;
}

/* ---- boards whose numbers are drawn ---- */

/* ampere-turns on an upright reed of a piece so far from the middle */
static double felt_at(const struct surface_kind *kind, const struct field *field, double off_mm)
{
	struct vec up = {0, 0, 1}, magnet = {off_mm, 0, BASE_MM + kind->magnet.height_mm / 2};
	struct reed reed = {.ends = {{0, 0, -kind->lot.depth_mm},
				     {0, 0, -kind->lot.depth_mm - kind->lot.glass_mm}}};

	return reed_feels(&reed, field, magnet, up);
}

/* Pieces 8 mm off are seen amid a full army, and no army closes a reed that it stands around. */
static bool sees_pieces(const struct surface_kind *kind)
{
	static struct field field;
	double army;

	field_make(&field, &kind->magnet);
	army = 4 * (fabs(felt_at(kind, &field, SQUARE_MM)) +
		    fabs(felt_at(kind, &field, SQUARE_MM * sqrt(2))));
	return 0.95 * felt_at(kind, &field, 8) - army > kind->lot.pull_most_at &&
	       army < 0.5 * kind->lot.pull_least_at;
}

static void draw_reeds(struct surface_kind *kind, struct chance *chance)
{
	static const double classes[][2] = {{10, 15}, {15, 20}, {20, 25}, {12, 18}};
	unsigned class = chance_below(chance, 4);

	kind->magnet.radius_mm = dice_between(chance, 4, 5);
	kind->magnet.height_mm = dice_between(chance, 2, 3);
	kind->lot.depth_mm = dice_between(chance, 4.5, 9);
	kind->lot.pull_least_at = classes[class][0];
	kind->lot.pull_most_at = classes[class][1];
	kind->lot.off_mm = dice_between(chance, 0, 0.8);
}

struct surface_kind surface_kind_board(const struct surface_kind *kind, struct chance *chance)
{
	struct surface_kind board = *kind;

	if (!kind->drawn)
		return board;
	for (unsigned tries = 0; kind->reeds && tries < 50; tries++) {
		draw_reeds(&board, chance);
		if (sees_pieces(&board))
			break;
	}
	board.scan_s = exp(dice_between(chance, log(0.002), log(0.010)));
	if (dice_happens(chance, 0.4))
		board.debounced_s = dice_between(chance, 0.002, 0.03);
	if (kind->antennas) {
		board.antenna.reach_mm = dice_between(chance, 15, 20);
		board.antenna.height_mm = dice_between(chance, 12, 35);
		board.antenna.missed = dice_between(chance, 0, 0.01);
	}
	return board;
}

struct vec surface_middle(unsigned sq)
{
	return (struct vec){sq_column(sq) * SQUARE_MM, sq_row(sq) * SQUARE_MM, 0};
}

unsigned surface_square(struct vec at)
{
	double column = floor(at.x / SQUARE_MM + 0.5), row = floor(at.y / SQUARE_MM + 0.5);

	if (column < 0 || row < 0 || column > 9 || row > 9)
		return SQ_OFF_BOARD;
	return sq_at((unsigned)column, (unsigned)row);
}

/* ---- the field ---- */

static struct vec magnet_of(const struct surface *surface, const struct body *piece)
{
	double up = BASE_MM + surface->kind.magnet.height_mm / 2;

	return vec_add(piece->at, vec_scaled(piece->axis, up));
}

static void forget_field(struct surface *surface, struct body *piece)
{
	for (unsigned i = 0; i < piece->near_count; i++) {
		surface->at[piece->near_sq[i]] -= piece->near_at[i];
		bits_add(&surface->stirred, piece->near_sq[i]);
	}
	piece->near_count = 0;
}

static void feel(struct surface *surface, struct body *piece, unsigned sq)
{
	double at = piece->strength * reed_feels(&surface->reeds[sq], &surface->field,
						 magnet_of(surface, piece), piece->axis);
	unsigned i = piece->near_count++;

	piece->near_sq[i] = (uint8_t)sq;
	piece->near_at[i] = at;
	surface->at[sq] += at;
	bits_add(&surface->stirred, sq);
}

static void apply_field(struct surface *surface, struct body *piece)
{
	int column = (int)floor(piece->at.x / SQUARE_MM + 0.5);
	int row = (int)floor(piece->at.y / SQUARE_MM + 0.5);

	for (int y = row - SURFACE_REACH; y <= row + SURFACE_REACH; y++)
		for (int x = column - SURFACE_REACH; x <= column + SURFACE_REACH; x++)
			if (x >= 0 && y >= 0 && x < boards[surface->id].columns &&
			    y < boards[surface->id].rows)
				feel(surface, piece, sq_at((unsigned)x, (unsigned)y));
}

/* ---- pieces ---- */

void surface_put(struct surface *surface, unsigned number, struct vec at, double lean_x,
		 double lean_y)
{
	struct body *piece = &surface->pieces[number];

	forget_field(surface, piece);
	piece->at = at;
	piece->off = false;
	piece->axis = (struct vec){sin(lean_x), sin(lean_y), 1};
	piece->axis = vec_scaled(piece->axis, 1 / vec_length(piece->axis));
	if (surface->kind.reeds && at.z < 2 * SQUARE_MM)
		apply_field(surface, piece);
}

void surface_take_off(struct surface *surface, unsigned number)
{
	forget_field(surface, &surface->pieces[number]);
	surface->pieces[number].off = true;
	surface->pieces[number].at = (struct vec){-300, 0, 0};
}

unsigned surface_add(struct surface *surface, unsigned sq)
{
	unsigned number = surface->piece_count++;

	surface->pieces[number] = (struct body){
		.strength = dice_between(&surface->chance, surface->kind.strength_least,
					 surface->kind.strength_most),
	};
	for (unsigned i = 0; i < SIGHTINGS; i++)
		surface->sightings[number][i].sq = SQ_OFF_BOARD;
	surface_put(surface, number, surface_middle(sq), 0, 0);
	return number;
}

/* A reed that does not see a piece in the middle of its square does not pass the self-test. */
static void mount(struct surface *surface, unsigned sq)
{
	const struct surface_kind *kind = &surface->kind;
	struct vec magnet = surface_middle(sq), up = {0, 0, 1};

	magnet.z = BASE_MM + kind->magnet.height_mm / 2;
	for (unsigned tries = 0; tries < 100; tries++) {
		struct reed *reed = &surface->reeds[sq];
		double at;

		reed_mount(reed, &kind->lot, surface_middle(sq), &surface->chance);
		at = kind->strength_least * reed_feels(reed, &surface->field, magnet, up);
		if (fabs(at) > 1.2 * reed->pull_at)
			return;
	}
}

void surface_init(struct surface *surface, const struct surface_kind *kind, enum board_id id,
		  uint64_t seed)
{
	memset(surface, 0, sizeof *surface);
	surface->id = id;
	surface->chance = chance_for(seed, 1, 0);
	surface->kind = surface_kind_board(kind, &surface->chance);
	field_make(&surface->field, &surface->kind.magnet);
	for (unsigned sq = 0; sq < SQ_COUNT; sq++)
		if (board_has(id, sq))
			mount(surface, sq);
}

/* ---- scanning ---- */

static void scan_contact(struct surface *surface, unsigned sq, double t_s, surface_sink *sink,
			 void *context)
{
	struct reed *reed = &surface->reeds[sq];

	if (reed_scan(reed, surface->at[sq], t_s, &surface->chance))
		bits_add(&surface->stirred, sq);
	if (reed->reading == surface->reported[sq]) {
		surface->differs_s[sq] = 0;
		return;
	}
	if (surface->differs_s[sq] <= 0)
		surface->differs_s[sq] = t_s;
	if (t_s - surface->differs_s[sq] < surface->kind.debounced_s) {
		bits_add(&surface->stirred, sq);
		return;
	}
	surface->differs_s[sq] = 0;
	surface->reported[sq] = reed->reading;
	sink(context, t_s, sq, PIECES_MAX, reed->reading);
}

static void scan_contacts(struct surface *surface, double t_s, surface_sink *sink, void *context)
{
	struct bits squares = surface->stirred;

	surface->looked_s = t_s;
	surface->stirred = BITS_NONE;
	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		scan_contact(surface, sq, t_s + sq_row(sq) * SURFACE_ROW_S, sink, context);
	}
}

/* Between two scans blades close and open all the same. */
static void move_blades(struct surface *surface, double t_s)
{
	struct bits squares = surface->stirred;

	while (bits_any(squares)) {
		unsigned sq = bits_take(&squares);

		reed_move(&surface->reeds[sq], surface->at[sq], t_s, &surface->chance);
	}
}

/* whether this look at an antenna finds the tag */
static bool finds(struct surface *surface, unsigned sq, const struct body *piece)
{
	const struct antenna_lot *lot = &surface->kind.antenna;
	struct vec away = vec_minus(piece->at, surface_middle(sq));
	double share = hypot(hypot(away.x, away.y) / lot->reach_mm, away.z / lot->height_mm);

	if (piece->off || share > 1)
		return false;
	if (share > ANTENNA_EDGE)
		return dice_happens(&surface->chance, (1 - share) / (1 - ANTENNA_EDGE));
	return !dice_happens(&surface->chance, lot->missed);
}

static struct sighting *sighting_of(struct surface *surface, unsigned piece, unsigned sq)
{
	struct sighting *sightings = surface->sightings[piece];

	for (unsigned i = 0; i < SIGHTINGS; i++)
		if (sightings[i].sq == sq)
			return &sightings[i];
	return NULL;
}

struct look {
	double t_s;
	surface_sink *sink;
	void *context;
};

static void look_for(struct surface *surface, unsigned sq, unsigned piece, const struct look *look)
{
	struct sighting *sighting = sighting_of(surface, piece, sq);
	bool found = finds(surface, sq, &surface->pieces[piece]);

	if (found && sighting) {
		sighting->missed = 0;
	} else if (found && (sighting = sighting_of(surface, piece, SQ_OFF_BOARD))) {
		*sighting = (struct sighting){.sq = (uint8_t)sq};
		look->sink(look->context, look->t_s, sq, piece, true);
	} else if (sighting && ++sighting->missed >= LOOKS_TO_LOSE) {
		*sighting = (struct sighting){.sq = SQ_OFF_BOARD};
		look->sink(look->context, look->t_s, sq, piece, false);
	}
}

/* One reader a row looks at its squares one after the other; this is the square's turn. */
static void scan_antennas(struct surface *surface, double t_s, surface_sink *sink, void *context)
{
	unsigned columns = boards[surface->id].columns;
	unsigned slots = (unsigned)(SURFACE_POLL_S / SURFACE_SCAN_S);
	unsigned turn = (unsigned)(t_s / SURFACE_SCAN_S + 0.5) % slots;
	unsigned column = turn * columns / slots;
	struct look look = {t_s, sink, context};

	if (turn > 0 && (turn - 1) * columns / slots == column)
		return;
	for (unsigned row = 0; row < boards[surface->id].rows; row++) {
		unsigned sq = sq_at(column, row);
		struct vec middle = surface_middle(sq);

		for (unsigned i = 0; i < surface->piece_count; i++)
			if (sighting_of(surface, i, sq) ||
			    (fabs(surface->pieces[i].at.x - middle.x) < SQUARE_MM &&
			     fabs(surface->pieces[i].at.y - middle.y) < SQUARE_MM))
				look_for(surface, sq, i, &look);
	}
}

void surface_scan(struct surface *surface, double t_s, surface_sink *sink, void *context)
{
	bool due = t_s - surface->looked_s > surface->kind.scan_s - SURFACE_SCAN_S / 2;

	if (surface->kind.reeds && due)
		scan_contacts(surface, t_s, sink, context);
	else if (surface->kind.reeds)
		move_blades(surface, t_s);
	if (surface->kind.antennas)
		scan_antennas(surface, t_s + 9 * SURFACE_ROW_S, sink, context);
}

bool surface_contact(const struct surface *surface, unsigned sq)
{
	return surface->reported[sq];
}

bool surface_sees(const struct surface *surface, unsigned sq, unsigned piece)
{
	const struct sighting *sightings = surface->sightings[piece];
	bool tag = sightings[0].sq == sq || sightings[1].sq == sq;

	if (!surface->kind.antennas)
		return surface_contact(surface, sq);
	return surface->kind.reeds ? tag && surface_contact(surface, sq) : tag;
}
