/*
 * Prints what a reed sees of a magnet: build/sensor [OPTION...], or with --table which pairings of
 * magnet, reed and mounting do, as hardware/README.md has it.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hardware/field/reach.h"

static const char *const mountings[] = {"upright", "flat-end", "flat-centred"};

/* clang-format off */
static const char help[] =
	"Prints what a reed contact under a square sees of a piece with a disc magnet.\n"
	"\n"
	"usage: build/sensor [OPTION...]\n"
	"\n"
	"  --magnet WxH       width and height of the disc in mm        10x2\n"
	"  --remanence T      of the magnet: N35 1.18, N42 1.30, N52 1.45  1.18\n"
	"  --base MM          of the piece, under its magnet            1\n"
	"  --reed LEAST-MOST  pull-in of the class in ampere-turns      15-20\n"
	"  --glass MM         length of the glass                       10\n"
	"  --mounting M       upright, flat-end (one end under the\n"
	"                     middle) or flat-centred                   upright\n"
	"  --depth MM         of the upper end, or of the axis, under\n"
	"                     the top of the board                      7\n"
	"  --pitch MM         from square to square                     40\n"
	"  --table            compares pairings instead\n";

static const struct reach_kind standard = {
	.magnet = {5, 2, 1.18}, .spread = 0.05, .base_mm = 1,
	.mounting = REACH_UPRIGHT, .glass_mm = 10, .depth_mm = 7,
	.pull_least_at = 15, .pull_most_at = 20, .pitch_mm = 40,
};
/* clang-format on */

static struct reach reach;

static void print_forces(void)
{
	printf("ampere-turns, by the distance of a piece from the middle:\n   mm");
	for (int mm = 0; mm <= 24; mm += 2)
		printf("%5d", mm);
	printf("\n   AT");
	for (int mm = 0; mm <= 24; mm += 2)
		printf("%5.0f", reach_force(&reach, mm, 0));
	printf("\n\n");
}

static void print_mm(const char *what, double mm)
{
	if (mm < 0)
		printf("%-48s never\n", what);
	else
		printf("%-48s %.1f mm\n", what, mm);
}

static void print_one(const struct reach_kind *kind)
{
	double army, share;

	reach_init(&reach, kind);
	army = fabs(reach_army(&reach)) * (1 + kind->spread);
	share = army / kind->pull_least_at;
	printf("disc %g x %g mm of %.2f T; reed of %g-%g AT, glass %g mm, %s, %g mm deep; "
	       "squares of %g mm\n\n",
	       2 * kind->magnet.radius_mm, kind->magnet.height_mm, kind->magnet.remanence_t,
	       kind->pull_least_at, kind->pull_most_at, kind->glass_mm, mountings[kind->mounting],
	       kind->depth_mm, kind->pitch_mm);
	print_forces();
	print_mm("a piece surely closes it within", reach_sure_mm(&reach, false));
	print_mm("... and with pieces on all squares around within", reach_sure_mm(&reach, true));
	print_mm("the farthest piece that may close it", reach_farthest_mm(&reach));
	printf("%-48s %.2f cm2\n", "area of other squares on which one may",
	       reach_stray_cm2(&reach));
	printf("%-48s %.1f AT, %.0f %% of what closes it\n",
	       "empty, with pieces on all squares around", army, 100 * share);
	if (share >= 1)
		puts("\nThis pairing does not do: neighbours alone close the reed of an empty square.");
}

static void print_row(const struct reach_kind *kind)
{
	double sure, army;

	reach_init(&reach, kind);
	sure = reach_sure_mm(&reach, false);
	army = reach_sure_mm(&reach, true);
	printf("| %gx%g | %g-%g | %g %s | ", 2 * kind->magnet.radius_mm, kind->magnet.height_mm,
	       kind->pull_least_at, kind->pull_most_at, kind->glass_mm, mountings[kind->mounting]);
	if (sure < 0)
		printf("never | never | ");
	else if (army < 0)
		printf("%.1f | never | ", sure);
	else
		printf("%.1f | %.1f | ", sure, army);
	printf("%.1f | %.2f | %.0f %% |\n", reach_farthest_mm(&reach), reach_stray_cm2(&reach),
	       100 * fabs(reach_army(&reach)) * (1 + kind->spread) / kind->pull_least_at);
}

static const char heading[] =
	"| magnet mm | reed AT | glass mm, mounting | surely within mm | amid an army "
	"| farthest mm | in other squares cm2 | army on an empty square |\n"
	"|---|---|---|---|---|---|---|---|\n";

/* The pairings that hobbyists come across. */
static void print_table(void)
{
	static const struct {
		double width, height, least, most;
		enum reach_mounting mounting;
		double glass;
	} rows[] = {
		{10, 2, 15, 20, REACH_UPRIGHT, 10},  {8, 2, 15, 20, REACH_UPRIGHT, 10},
		{8, 3, 15, 20, REACH_UPRIGHT, 10},   {10, 3, 15, 20, REACH_UPRIGHT, 10},
		{10, 2, 10, 15, REACH_UPRIGHT, 10},  {10, 2, 20, 25, REACH_UPRIGHT, 10},
		{10, 2, 15, 20, REACH_UPRIGHT, 14},  {8, 2, 15, 20, REACH_FLAT_END, 10},
		{10, 2, 15, 20, REACH_FLAT_END, 14}, {10, 2, 15, 20, REACH_FLAT_CENTRED, 10},
	};

	fputs(heading, stdout);
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct reach_kind kind = standard;

		kind.magnet.radius_mm = rows[i].width / 2;
		kind.magnet.height_mm = rows[i].height;
		kind.pull_least_at = rows[i].least;
		kind.pull_most_at = rows[i].most;
		kind.mounting = rows[i].mounting;
		kind.glass_mm = rows[i].glass;
		print_row(&kind);
	}
}

/* Two positive numbers with a sign between them; returns whether that is all. */
static bool read_two(const char *text, char between, double *first, double *second)
{
	char *end;

	*first = strtod(text, &end);
	if (*end != between)
		return false;
	*second = strtod(end + 1, &end);
	return *end == '\0' && *first > 0 && *second > 0;
}

static bool read_one(const char *text, double *number)
{
	char *end;

	*number = strtod(text, &end);
	return *end == '\0' && end != text && *number > 0 && *number < 1000;
}

static bool read_mounting(const char *text, enum reach_mounting *mounting)
{
	for (unsigned i = 0; i < sizeof mountings / sizeof *mountings; i++)
		if (strcmp(text, mountings[i]) == 0) {
			*mounting = (enum reach_mounting)i;
			return true;
		}
	return false;
}

static bool read_option(struct reach_kind *kind, int option, const char *text)
{
	switch (option) {
	case 'm':
		if (!read_two(text, 'x', &kind->magnet.radius_mm, &kind->magnet.height_mm))
			return false;
		kind->magnet.radius_mm /= 2;
		return true;
	case 't':
		return read_one(text, &kind->magnet.remanence_t);
	case 'b':
		return read_one(text, &kind->base_mm);
	case 'r':
		return read_two(text, '-', &kind->pull_least_at, &kind->pull_most_at) &&
		       kind->pull_least_at <= kind->pull_most_at;
	case 'g':
		return read_one(text, &kind->glass_mm);
	case 'o':
		return read_mounting(text, &kind->mounting);
	case 'd':
		return read_one(text, &kind->depth_mm);
	default:
		return read_one(text, &kind->pitch_mm);
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"magnet", required_argument, NULL, 'm'},
		{"remanence", required_argument, NULL, 't'},
		{"base", required_argument, NULL, 'b'},
		{"reed", required_argument, NULL, 'r'},
		{"glass", required_argument, NULL, 'g'},
		{"mounting", required_argument, NULL, 'o'},
		{"depth", required_argument, NULL, 'd'},
		{"pitch", required_argument, NULL, 'p'},
		{"table", no_argument, NULL, 'T'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	struct reach_kind kind = standard;
	bool table = false;
	int option, index;

	while ((option = getopt_long(argc, argv, "", options, &index)) != -1) {
		if (option == 'h')
			return fputs(help, stdout) < 0;
		if (option == '?')
			return EXIT_FAILURE;
		if (option == 'T') {
			table = true;
		} else if (!read_option(&kind, option, optarg)) {
			fprintf(stderr, "sensor: --%s %s cannot be understood; see --help\n",
				options[index].name, optarg);
			return EXIT_FAILURE;
		}
	}
	if (optind < argc) {
		fprintf(stderr, "sensor: nothing is known of \"%s\"; see --help\n", argv[optind]);
		return EXIT_FAILURE;
	}
	if (table)
		print_table();
	else
		print_one(&kind);
	return EXIT_SUCCESS;
}
