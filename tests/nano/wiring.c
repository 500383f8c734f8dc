/* Nets become nodes: one representative for all that are joined. */
#include "tests/nano/wiring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS = 16, DEEPEST = 8 };

bool wiring_is(const struct wiring *wiring, int part, const char *symbol)
{
	return strcmp(wiring->list.parts[part].symbol, symbol) == 0;
}

/* 10k, 2k2, 330R, 1000 */
double wiring_ohms(const char *value)
{
	char *rest;
	double ohms = strtod(value, &rest);

	if (*rest == 'k' || *rest == 'K') {
		double tenth = strtod(rest + 1, NULL);

		return ohms * 1000 + tenth * (tenth < 10 ? 100 : 10);
	}
	return ohms;
}

/* ---- nodes ---- */

static int find(const struct wiring *wiring, int net)
{
	while (net >= 0 && wiring->node_of_net[net] != net)
		net = wiring->node_of_net[net];
	return net;
}

static void join(struct wiring *wiring, int a, int b)
{
	a = find(wiring, a);
	b = find(wiring, b);
	if (a >= 0 && b >= 0)
		wiring->node_of_net[b] = a;
}

int wiring_node(const struct wiring *wiring, int part, const char *pin)
{
	return find(wiring, netlist_net(&wiring->list, part, pin));
}

/* ---- faults ---- */

/* "J2/D7.1" */
static struct netlist_pin *named_pin(struct wiring *wiring, const char *name)
{
	char ref[2 * NETLIST_WORD];
	char *dot;
	int pin;

	snprintf(ref, sizeof ref, "%s", name);
	dot = strchr(ref, '.');
	if (!dot)
		return NULL;
	*dot = '\0';
	pin = netlist_pin(&wiring->list, netlist_part(&wiring->list, ref), dot + 1);
	return pin < 0 ? NULL : &wiring->list.pins[pin];
}

static bool swap(struct netlist_pin *a, struct netlist_pin *b)
{
	int net;

	if (!a || !b)
		return false;
	net = a->net;
	a->net = b->net;
	b->net = net;
	return true;
}

static bool turn(struct wiring *wiring, const char *ref)
{
	char one[2 * NETLIST_WORD], other[2 * NETLIST_WORD];
	int count = strchr(ref, '/') ? 2 : CONTACTS;

	for (int i = 1; i <= count / 2; i++) {
		snprintf(one, sizeof one, "%s.%d", ref, i);
		snprintf(other, sizeof other, "%s.%d", ref, count + 1 - i);
		if (!swap(named_pin(wiring, one), named_pin(wiring, other)))
			return false;
	}
	return true;
}

static bool lift(struct wiring *wiring, struct netlist_pin *pin)
{
	if (!pin || wiring->list.net_count == NETLIST_NETS)
		return false;
	pin->net = wiring->list.net_count++;
	wiring->node_of_net[pin->net] = pin->net;
	return true;
}

static bool connect(struct wiring *wiring, struct netlist_pin *a, struct netlist_pin *b)
{
	if (!a || !b)
		return false;
	join(wiring, a->net, b->net);
	return true;
}

static bool mark(struct wiring *wiring, const char *ref, bool marks[NETLIST_PARTS])
{
	int part = netlist_part(&wiring->list, ref);

	if (part >= 0)
		marks[part] = true;
	return part >= 0;
}

static bool do_fault(struct wiring *wiring, const char *fault)
{
	char verb[8], one[NETLIST_WORD], other[NETLIST_WORD];
	int words = sscanf(fault, "%7s %31s %31s", verb, one, other);

	if (words == 2 && strcmp(verb, "lift") == 0)
		return lift(wiring, named_pin(wiring, one));
	if (words == 3 && strcmp(verb, "short") == 0)
		return connect(wiring, named_pin(wiring, one), named_pin(wiring, other));
	if (words == 3 && strcmp(verb, "swap") == 0)
		return swap(named_pin(wiring, one), named_pin(wiring, other));
	if (words == 2 && strcmp(verb, "turn") == 0)
		return turn(wiring, one);
	if (words == 2 && strcmp(verb, "stuck") == 0)
		return mark(wiring, one, wiring->stuck);
	return words == 2 && strcmp(verb, "dead") == 0 && mark(wiring, one, wiring->dead);
}

/* ---- putting together ---- */

static void join_ribbon(struct wiring *wiring, const char *header)
{
	char own[NETLIST_WORD], contact[8];
	int controller = netlist_part(&wiring->list, header), tile;

	snprintf(own, sizeof own, "%s/J1", header);
	tile = netlist_part(&wiring->list, own);
	for (int i = 1; i <= CONTACTS; i++) {
		snprintf(contact, sizeof contact, "%d", i);
		join(wiring, netlist_net(&wiring->list, controller, contact),
		     netlist_net(&wiring->list, tile, contact));
	}
}

/* Fuses and jumpers are wires, and the Pi's and the lamps' five volts the same. */
static void join_all(struct wiring *wiring)
{
	char header[4];

	for (int i = 0; i < wiring->list.part_count; i++)
		if (wiring_is(wiring, i, "FUSE") || wiring_is(wiring, i, "JUMPER"))
			join(wiring, netlist_net(&wiring->list, i, "1"),
			     netlist_net(&wiring->list, i, "2"));
	for (int i = 1; i <= WIRING_TILES; i++) {
		snprintf(header, sizeof header, "J%d", i);
		join_ribbon(wiring, header);
	}
}

static bool read_lists(struct wiring *wiring, const char *directory)
{
	char path[512], prefix[8];

	snprintf(path, sizeof path, "%s/controller.net", directory);
	if (!netlist_add(&wiring->list, path, ""))
		return false;
	snprintf(path, sizeof path, "%s/tile.net", directory);
	for (int i = 1; i <= WIRING_TILES; i++) {
		snprintf(prefix, sizeof prefix, "J%d/", i);
		if (!netlist_add(&wiring->list, path, prefix))
			return false;
	}
	return true;
}

static int net_named(const struct wiring *wiring, const char *name)
{
	for (int i = 0; i < wiring->list.net_count; i++)
		if (strcmp(wiring->list.nets[i], name) == 0)
			return find(wiring, i);
	return -1;
}

bool wiring_make(struct wiring *wiring, const char *directory, const char *const *faults, int count)
{
	memset(wiring, 0, sizeof *wiring);
	if (!read_lists(wiring, directory)) {
		fprintf(stderr, "the netlists in %s cannot be read\n", directory);
		return false;
	}
	for (int i = 0; i < wiring->list.net_count; i++)
		wiring->node_of_net[i] = i;
	for (int i = 0; i < count; i++)
		if (!do_fault(wiring, faults[i])) {
			fprintf(stderr, "there is nothing to \"%s\"\n", faults[i]);
			return false;
		}
	join_all(wiring);
	wiring->five = net_named(wiring, "+5V");
	wiring->ground = net_named(wiring, "GND");
	wiring->three = net_named(wiring, "+3V3");
	return true;
}

/* SW1 to SW25 and LED1 to LED25 of a tile lie row by row. The tile at J2 is right of that at J1, J3 above it. */
int wiring_square(const struct wiring *wiring, int part)
{
	int tile, number;

	if (sscanf(wiring->list.parts[part].ref, "J%d/%*[A-Z]%d", &tile, &number) != 2)
		return -1;
	tile--;
	number--;
	return (tile / 2 * WIRING_TILE_ROWS + number / WIRING_TILE_ROWS) * WIRING_COLUMNS +
	       tile % 2 * WIRING_TILE_ROWS + number % WIRING_TILE_ROWS;
}

/* ---- what drives a node ---- */

static bool is_output(const struct wiring *wiring, const struct netlist_pin *pin)
{
	if (wiring_is(wiring, pin->part, "74HC42") || wiring_is(wiring, pin->part, "74HC4050") ||
	    wiring_is(wiring, pin->part, "74HCT125"))
		return pin->name[0] == 'Y';
	if (wiring_is(wiring, pin->part, "74HC165"))
		return pin->name[0] == 'Q';
	if (wiring_is(wiring, pin->part, "WS2812B"))
		return strcmp(pin->name, "DOUT") == 0;
	return wiring_is(wiring, pin->part, "NANO");
}

/* The number of a pin at the other end of a resistor, NULL if the pin's part is none. */
static const char *other_end(const struct wiring *wiring, const struct netlist_pin *pin)
{
	if (wiring_is(wiring, pin->part, "R"))
		return pin->number[0] == '1' ? "2" : "1";
	return wiring_is(wiring, pin->part, "RN5") && pin->number[0] != '1' ? "1" : NULL;
}

static struct source look(const struct wiring *wiring, int node, int from, int depth);

/* Y2 of a buffer has its input at A2. */
static struct source through(const struct wiring *wiring, int pin, int depth)
{
	const struct netlist_pin *output = &wiring->list.pins[pin];
	char input[16];

	if (!wiring_is(wiring, output->part, "74HC4050") &&
	    !wiring_is(wiring, output->part, "74HCT125"))
		return (struct source){SOURCE_PIN, 0, output->part, pin};
	snprintf(input, sizeof input, "A%s", output->name + 1);
	return look(wiring, wiring_node(wiring, output->part, input), -1, depth + 1);
}

static struct source supply(const struct wiring *wiring, int node)
{
	if (node == wiring->ground)
		return (struct source){.kind = SOURCE_LEVEL};
	if (node == wiring->five || node == wiring->three)
		return (struct source){.kind = SOURCE_LEVEL, .level = 1};
	return (struct source){.kind = SOURCE_NONE};
}

/* Outputs have precedence over what only pulls. */
static struct source look(const struct wiring *wiring, int node, int from, int depth)
{
	struct source best = supply(wiring, node);

	if (best.kind != SOURCE_NONE || node < 0 || depth > DEEPEST)
		return best;
	for (int i = 0; i < wiring->list.pin_count; i++) {
		const struct netlist_pin *pin = &wiring->list.pins[i];
		struct source found = {.kind = SOURCE_NONE};
		const char *end = other_end(wiring, pin);

		if (pin->part == from || pin->net < 0 || find(wiring, pin->net) != node)
			continue;
		if (is_output(wiring, pin))
			return through(wiring, i, depth);
		if (end)
			found = look(wiring, wiring_node(wiring, pin->part, end), pin->part,
				     depth + 1);
		if (found.kind > best.kind)
			best = found;
	}
	return best;
}

struct source wiring_source(const struct wiring *wiring, int part, const char *pin)
{
	return look(wiring, wiring_node(wiring, part, pin), part, 0);
}
