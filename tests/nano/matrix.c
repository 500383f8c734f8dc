/* Nodal analysis; diodes are either a small resistance behind 0.6 V or nothing, found by trying. */
#include "tests/nano/matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWNS = 96, BRANCHES = 300, ROUNDS = 60 };
enum { FIVE = -1, GROUND = -2, ABSENT = -3 }; /* instead of the number of an unknown */

static const double supply_v = 5, output_ohms = 50, diode_v = 0.6, diode_ohms = 5, low_v = 1.5,
		    high_v = 3.5, leak = 1e-9;

/* What does not fit must not be left out silently: it would be a board with other faults. */
static void too_large(void)
{
	fprintf(stderr, "the simulated matrix has more parts than there is room for\n");
	exit(2);
}

/* ---- the circuit ---- */

static void add(struct matrix *matrix, struct matrix_element element)
{
	if (element.a < 0 || element.b < 0)
		return;
	if (matrix->element_count == MATRIX_ELEMENTS)
		too_large();
	matrix->elements[matrix->element_count++] = element;
}

static void add_part(struct matrix *matrix, int part)
{
	const struct wiring *wiring = matrix->wiring;
	int one = wiring_node(wiring, part, "1"), two = wiring_node(wiring, part, "2");
	double ohms = wiring_ohms(wiring->list.parts[part].value);
	char pin[4];

	if (wiring_is(wiring, part, "D"))
		add(matrix, (struct matrix_element){.kind = MATRIX_DIODE, .a = two, .b = one});
	else if (wiring_is(wiring, part, "R"))
		add(matrix, (struct matrix_element){.a = one, .b = two, .ohms = ohms});
	else if (wiring_is(wiring, part, "REED"))
		add(matrix, (struct matrix_element){.kind = MATRIX_REED,
						    .a = one,
						    .b = two,
						    .square = wiring_square(wiring, part),
						    .never = wiring->dead[part],
						    .always = wiring->stuck[part]});
	for (int i = 2; wiring_is(wiring, part, "RN5") && i <= 6; i++) {
		snprintf(pin, sizeof pin, "%d", i);
		add(matrix, (struct matrix_element){
				    .a = one, .b = wiring_node(wiring, part, pin), .ohms = ohms});
	}
}

void matrix_make(struct matrix *matrix, const struct wiring *wiring, int decoder,
		 const int inputs[MATRIX_INPUTS])
{
	char pin[4];

	memset(matrix, 0, sizeof *matrix);
	matrix->wiring = wiring;
	matrix->lowest_high = supply_v;
	memcpy(matrix->input_nodes, inputs, sizeof matrix->input_nodes);
	for (int i = 0; i < 10; i++) {
		snprintf(pin, sizeof pin, "Y%d", i);
		matrix->output_nodes[i] = wiring_node(wiring, decoder, pin);
	}
	for (int i = 0; i < wiring->list.part_count; i++)
		add_part(matrix, i);
}

void matrix_set(struct matrix *matrix, int square, bool closed)
{
	if (matrix->closed[square] == closed)
		return;
	matrix->closed[square] = closed;
	memset(matrix->known, 0, sizeof matrix->known);
}

/* ---- what current can flow through, with numbers of its own ---- */

struct branch {
	int a, b; /* unknowns, FIVE, GROUND */
	bool is_diode, conducts;
	double ohms;
};

struct problem {
	const struct matrix *matrix;
	int same[NETLIST_NETS];	  /* the node that a closed reed makes a node the same as */
	int ends[NETLIST_NETS];	  /* how many parts end at such a node */
	int number[NETLIST_NETS]; /* of such a node; 0: none yet, else one more */
	int nodes[UNKNOWNS], count;
	struct branch branches[BRANCHES];
	int branch_count;
	double volts[UNKNOWNS];
	double rows[UNKNOWNS][UNKNOWNS + 1];
};

static int same_as(const struct problem *problem, int node)
{
	while (problem->same[node] != node)
		node = problem->same[node];
	return node;
}

/* FIVE, GROUND, a number, or ABSENT: current from the inputs does not reach it. */
static int known_number(const struct problem *problem, int node)
{
	const struct wiring *wiring = problem->matrix->wiring;

	node = same_as(problem, node);
	if (node == same_as(problem, wiring->five))
		return FIVE;
	if (node == same_as(problem, wiring->ground))
		return GROUND;
	return problem->number[node] ? problem->number[node] - 1 : ABSENT;
}

static int number_of(struct problem *problem, int node)
{
	int number = known_number(problem, node);

	if (number != ABSENT)
		return number;
	if (problem->count == UNKNOWNS)
		too_large();
	node = same_as(problem, node);
	problem->nodes[problem->count] = node;
	problem->number[node] = ++problem->count;
	return problem->count - 1;
}

/* Supplies stay what they are. */
static void close_reeds(struct problem *problem)
{
	const struct matrix *matrix = problem->matrix;

	for (int i = 0; i < NETLIST_NETS; i++)
		problem->same[i] = i;
	for (int i = 0; i < matrix->element_count; i++) {
		const struct matrix_element *reed = &matrix->elements[i];
		bool is_closed = reed->kind == MATRIX_REED && !reed->never &&
				 (reed->always || matrix->closed[reed->square]);

		if (is_closed)
			problem->same[same_as(problem, reed->b)] = same_as(problem, reed->a);
	}
}

static void add_branch(struct problem *problem, const struct matrix_element *element)
{
	bool is_diode = element->kind == MATRIX_DIODE;
	int a = number_of(problem, element->a), b = number_of(problem, element->b);

	if (problem->branch_count == BRANCHES)
		too_large();
	problem->branches[problem->branch_count++] =
		(struct branch){a, b, is_diode, false, is_diode ? diode_ohms : element->ohms};
}

static void count_ends(struct problem *problem)
{
	const struct matrix *matrix = problem->matrix;

	for (int i = 0; i < matrix->element_count; i++)
		if (matrix->elements[i].kind != MATRIX_REED) {
			problem->ends[same_as(problem, matrix->elements[i].a)]++;
			problem->ends[same_as(problem, matrix->elements[i].b)]++;
		}
}

/* A diode at an open reed: no current flows through it, whatever the rest does. */
static bool leads_nowhere(const struct problem *problem, const struct matrix_element *element)
{
	return element->kind == MATRIX_DIODE && (problem->ends[same_as(problem, element->a)] == 1 ||
						 problem->ends[same_as(problem, element->b)] == 1);
}

static bool touches(const struct problem *problem, const struct matrix_element *element, int node)
{
	return element->kind != MATRIX_REED &&
	       (same_as(problem, element->a) == node || same_as(problem, element->b) == node);
}

/* All that current could take from the inputs on; supplies are where it ends. */
static void gather(struct problem *problem)
{
	const struct matrix *matrix = problem->matrix;
	bool taken[MATRIX_ELEMENTS] = {false};

	close_reeds(problem);
	count_ends(problem);
	for (int i = 0; i < MATRIX_INPUTS; i++)
		if (matrix->input_nodes[i] >= 0)
			number_of(problem, matrix->input_nodes[i]);
	for (int i = 0; i < problem->count; i++)
		for (int e = 0; e < matrix->element_count; e++)
			if (!taken[e] && !leads_nowhere(problem, &matrix->elements[e]) &&
			    touches(problem, &matrix->elements[e], problem->nodes[i])) {
				taken[e] = true;
				add_branch(problem, &matrix->elements[e]);
			}
}

/* ---- solving ---- */

static void conduct(struct problem *problem, int a, int b, double siemens, double volts)
{
	double fixed = b == FIVE ? supply_v : 0;

	if (a < 0)
		return;
	problem->rows[a][a] += siemens;
	problem->rows[a][problem->count] += siemens * volts;
	if (b >= 0)
		problem->rows[a][b] -= siemens;
	else
		problem->rows[a][problem->count] += siemens * fixed;
}

static void set_up(struct problem *problem, int row)
{
	const struct matrix *matrix = problem->matrix;

	memset(problem->rows, 0, sizeof problem->rows);
	for (int i = 0; i < problem->count; i++)
		problem->rows[i][i] = leak;
	for (int i = 0; i < problem->branch_count; i++) {
		const struct branch *branch = &problem->branches[i];
		double siemens = branch->is_diode && !branch->conducts ? leak : 1 / branch->ohms;
		double volts = branch->is_diode && branch->conducts ? diode_v : 0;

		conduct(problem, branch->a, branch->b, siemens, volts);
		conduct(problem, branch->b, branch->a, siemens, -volts);
	}
	for (int i = 0; i < 10; i++)
		if (matrix->output_nodes[i] >= 0)
			conduct(problem, known_number(problem, matrix->output_nodes[i]),
				i == row ? GROUND : FIVE, 1 / output_ohms, 0);
}

static void eliminate(struct problem *problem)
{
	int count = problem->count;

	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++) {
			double factor = problem->rows[k][i] / problem->rows[i][i];

			if (factor == 0)
				continue;
			for (int j = i; j <= count; j++)
				problem->rows[k][j] -= factor * problem->rows[i][j];
		}
	for (int i = count - 1; i >= 0; i--) {
		double sum = problem->rows[i][count];

		for (int j = i + 1; j < count; j++)
			sum -= problem->rows[i][j] * problem->volts[j];
		problem->volts[i] = sum / problem->rows[i][i];
	}
}

static double volts_at(const struct problem *problem, int number)
{
	return number == FIVE ? supply_v : number == GROUND ? 0 : problem->volts[number];
}

/* Whether all diodes are what their voltages make them; changes those that are not. */
static bool settle_diodes(struct problem *problem)
{
	bool settled = true;

	for (int i = 0; i < problem->branch_count; i++) {
		struct branch *branch = &problem->branches[i];
		bool conducts =
			volts_at(problem, branch->a) - volts_at(problem, branch->b) > diode_v;

		if (!branch->is_diode || conducts == branch->conducts)
			continue;
		branch->conducts = conducts;
		settled = false;
	}
	return settled;
}

static void judge(struct matrix *matrix, const struct problem *problem, int row)
{
	matrix->lows[row] = 0;
	for (int i = 0; i < MATRIX_INPUTS; i++) {
		double volts;

		if (matrix->input_nodes[i] < 0)
			continue;
		volts = volts_at(problem, known_number(problem, matrix->input_nodes[i]));
		if (volts < supply_v / 2)
			matrix->lows[row] |= 1u << i;
		matrix->doubtful += volts > low_v && volts < high_v;
		if (volts < supply_v / 2)
			matrix->highest_low = fmax(matrix->highest_low, volts);
		else
			matrix->lowest_high = fmin(matrix->lowest_high, volts);
	}
}

static void solve(struct matrix *matrix, int row)
{
	static struct problem problem;
	bool settled = false;

	memset(&problem, 0, sizeof problem);
	problem.matrix = matrix;
	gather(&problem);
	for (int i = 0; !settled && i < ROUNDS; i++) {
		set_up(&problem, row);
		eliminate(&problem);
		settled = settle_diodes(&problem);
	}
	matrix->unsettled += !settled;
	judge(matrix, &problem, row);
	matrix->known[row] = true;
}

unsigned matrix_lows(struct matrix *matrix, int row)
{
	if (row >= 10)
		row = MATRIX_NONE;
	if (!matrix->known[row])
		solve(matrix, row);
	return matrix->lows[row];
}
