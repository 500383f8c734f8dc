/* The field of a disc magnet against the closed formulae. */
#include "hardware/field/field.h"

#include <unity.h>

#define MU0 1.25663706212e-6
#define PI 3.141592653589793

static const struct magnet magnets[] = {{4, 2, 1.18}, {4, 3, 1.18}, {5, 2, 1.18}, {5, 3, 1.18}};

enum { MAGNETS = sizeof magnets / sizeof *magnets };

static struct field field;

void setUp(void)
{
}

void tearDown(void)
{
}

/* B on the axis, at a distance from the face: what data sheets of disc magnets give */
static double on_axis_t(const struct magnet *magnet, double mm)
{
	double far = mm + magnet->height_mm, r = magnet->radius_mm;

	return magnet->remanence_t / 2 * (far / hypot(r, far) - mm / hypot(r, mm));
}

/* -mu0 times the slope of the potential, which is in A and mm */
static double along_axis_t(const struct magnet *magnet, double rho, double z)
{
	double slope =
		(field_potential(magnet, rho, z + 0.01) - field_potential(magnet, rho, z - 0.01)) /
		0.02;

	return -MU0 * slope * 1e3;
}

static void test_on_the_axis_it_is_the_closed_formula(void)
{
	for (unsigned i = 0; i < MAGNETS; i++)
		for (double mm = 3; mm < 40; mm += 1) {
			double expected = on_axis_t(&magnets[i], mm);
			double z = mm + magnets[i].height_mm / 2;

			TEST_ASSERT_DOUBLE_WITHIN(0.003 * expected, expected,
						  along_axis_t(&magnets[i], 0, z));
		}
}

/* Biot and Savart: the same magnet as a cylinder of current, summed up piece by piece */
static double currents_t(const struct magnet *magnet, double rho, double z)
{
	enum { LAYERS = 20, PARTS = 360 };
	double sum = 0, r = magnet->radius_mm;

	for (unsigned i = 0; i < LAYERS; i++) {
		double up = z - magnet->height_mm * ((i + 0.5) / LAYERS - 0.5);

		for (unsigned j = 0; j < PARTS; j++) {
			double angle = 2 * PI * j / PARTS;
			double x = rho - r * cos(angle), y = -r * sin(angle);
			double away = sqrt(x * x + y * y + up * up);

			sum += (-sin(angle) * y - cos(angle) * x) * r / (away * away * away);
		}
	}
	/* the current in a layer is Br/mu0 times its height */
	return magnet->remanence_t / (4 * PI) * sum * (2 * PI / PARTS) *
	       (magnet->height_mm / LAYERS);
}

static void test_off_the_axis_it_is_that_of_the_currents(void)
{
	for (unsigned i = 0; i < MAGNETS; i++)
		for (double rho = 1; rho < 30; rho += 3) {
			double expected = currents_t(&magnets[i], rho, 9);

			TEST_ASSERT_DOUBLE_WITHIN(0.00005, expected,
						  along_axis_t(&magnets[i], rho, 9));
		}
}

static void test_far_away_it_is_a_dipole(void)
{
	const struct magnet *magnet = &magnets[0];
	double volume = PI * 16 * 2 * 1e-9; /* m3 */
	double moment = magnet->remanence_t / MU0 * volume;
	double expected = moment / (4 * PI * 0.1 * 0.1);

	TEST_ASSERT_DOUBLE_WITHIN(0.005 * expected, expected, field_potential(magnet, 0, 100));
	TEST_ASSERT_DOUBLE_WITHIN(0.0001, 0, field_potential(magnet, 100, 0));
}

static void test_the_table_is_the_potential(void)
{
	struct vec up = {0, 0, 1};

	field_make(&field, &magnets[2]);
	for (double x = 0.2; x < 60; x += 3.3)
		for (double z = 5.1; z < 60; z += 3.7) {
			double expected = field_potential(&magnets[2], x, z);

			TEST_ASSERT_DOUBLE_WITHIN(0.01 * fabs(expected) + 0.02, expected,
						  field_at(&field, (struct vec){x, 0, z}, up));
			TEST_ASSERT_DOUBLE_WITHIN(0.01 * fabs(expected) + 0.02, -expected,
						  field_at(&field, (struct vec){0, x, -z}, up));
		}
}

static void test_a_magnet_that_lies_has_its_field_lying(void)
{
	struct vec aside = {1, 0, 0}, up = {0, 0, 1};

	field_make(&field, &magnets[2]);
	TEST_ASSERT_DOUBLE_WITHIN(1e-9, field_at(&field, (struct vec){3, 4, 12}, up),
				  field_at(&field, (struct vec){12, 4, 3}, aside));
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(test_on_the_axis_it_is_the_closed_formula);
	RUN_TEST(test_off_the_axis_it_is_that_of_the_currents);
	RUN_TEST(test_far_away_it_is_a_dipole);
	RUN_TEST(test_the_table_is_the_potential);
	RUN_TEST(test_a_magnet_that_lies_has_its_field_lying);
	return UNITY_END();
}
