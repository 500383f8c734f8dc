/* One thing a line: "part REF SYMBOL VALUE", "pin REF NUMBER NAME", "net NAME REF.NUMBER...". */
#include "tests/nano/netlist.h"

#include <stdio.h>
#include <string.h>

struct reader {
	struct netlist *netlist;
	const char *prefix;
};

static int find_part(const struct reader *reader, const char *ref)
{
	char whole[2 * NETLIST_WORD];

	snprintf(whole, sizeof whole, "%s%s", reader->prefix, ref);
	return netlist_part(reader->netlist, whole);
}

static bool read_part(struct reader *reader, const char *line)
{
	struct netlist *netlist = reader->netlist;
	struct netlist_part *part = &netlist->parts[netlist->part_count];
	char ref[NETLIST_WORD / 2];

	if (netlist->part_count == NETLIST_PARTS ||
	    sscanf(line, "%15s %31s %31s", ref, part->symbol, part->value) != 3)
		return false;
	snprintf(part->ref, sizeof part->ref, "%s%s", reader->prefix, ref);
	netlist->part_count++;
	return true;
}

static struct netlist_pin *add_pin(struct netlist *netlist, int part, const char *number)
{
	struct netlist_pin *pin = &netlist->pins[netlist->pin_count];
	int known = netlist_pin(netlist, part, number);

	if (known >= 0)
		return &netlist->pins[known];
	if (part < 0 || netlist->pin_count == NETLIST_PINS)
		return NULL;
	netlist->pin_count++;
	pin->part = part;
	pin->net = -1;
	snprintf(pin->number, sizeof pin->number, "%s", number);
	snprintf(pin->name, sizeof pin->name, "%s", number);
	return pin;
}

static bool read_pin(struct reader *reader, const char *line)
{
	char ref[NETLIST_WORD], number[8], name[12];
	struct netlist_pin *pin;

	if (sscanf(line, "%31s %7s %11s", ref, number, name) != 3)
		return false;
	pin = add_pin(reader->netlist, find_part(reader, ref), number);
	if (pin)
		strcpy(pin->name, name);
	return pin;
}

static bool read_node(struct reader *reader, char *word, int net)
{
	char *dot = strchr(word, '.');
	struct netlist_pin *pin = NULL;

	if (dot) {
		*dot = '\0';
		pin = add_pin(reader->netlist, find_part(reader, word), dot + 1);
	}
	if (pin)
		pin->net = net;
	return pin;
}

static bool read_net(struct reader *reader, char *line)
{
	struct netlist *netlist = reader->netlist;
	char *rest = NULL, *word = strtok_r(line, " \n", &rest);
	int net = netlist->net_count;

	if (!word || net == NETLIST_NETS)
		return false;
	snprintf(netlist->nets[net], NETLIST_WORD, "%s%s", reader->prefix, word);
	netlist->net_count++;
	while ((word = strtok_r(NULL, " \n", &rest)))
		if (!read_node(reader, word, net))
			return false;
	return true;
}

static bool read_line(struct reader *reader, char *line)
{
	if (strncmp(line, "part ", 5) == 0)
		return read_part(reader, line + 5);
	if (strncmp(line, "pin ", 4) == 0)
		return read_pin(reader, line + 4);
	if (strncmp(line, "net ", 4) == 0)
		return read_net(reader, line + 4);
	return line[0] == '#' || line[0] == '\n';
}

bool netlist_add(struct netlist *netlist, const char *path, const char *prefix)
{
	struct reader reader = {netlist, prefix};
	char line[4096];
	FILE *file = fopen(path, "r");
	bool fine = file != NULL;

	while (fine && fgets(line, sizeof line, file))
		fine = read_line(&reader, line);
	if (file)
		fclose(file);
	return fine;
}

int netlist_part(const struct netlist *netlist, const char *ref)
{
	for (int i = 0; i < netlist->part_count; i++)
		if (strcmp(netlist->parts[i].ref, ref) == 0)
			return i;
	return -1;
}

int netlist_pin(const struct netlist *netlist, int part, const char *pin)
{
	for (int i = 0; i < netlist->pin_count; i++)
		if (netlist->pins[i].part == part && (strcmp(netlist->pins[i].number, pin) == 0 ||
						      strcmp(netlist->pins[i].name, pin) == 0))
			return i;
	return -1;
}

int netlist_net(const struct netlist *netlist, int part, const char *pin)
{
	int found = netlist_pin(netlist, part, pin);

	return found < 0 ? -1 : netlist->pins[found].net;
}
