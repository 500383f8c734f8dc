/*
 * The boards of the kit as hardware/kicad lists them (tile.net, controller.net): which parts there are, and which of
 * their pins are connected.
 */
#ifndef TESTS_NANO_NETLIST_H
#define TESTS_NANO_NETLIST_H

#include <stdbool.h>

enum { NETLIST_PARTS = 512, NETLIST_PINS = 2048, NETLIST_NETS = 1024, NETLIST_WORD = 32 };

struct netlist_part {
	char ref[NETLIST_WORD], symbol[NETLIST_WORD], value[NETLIST_WORD];
};

struct netlist_pin {
	int part, net; /* net -1: not connected */
	char number[8], name[12];
};

/* Several boards in one: the parts of each have a prefix of their own, and nets are never shared. */
struct netlist {
	int part_count, pin_count, net_count;
	struct netlist_part parts[NETLIST_PARTS];
	struct netlist_pin pins[NETLIST_PINS];
	char nets[NETLIST_NETS][NETLIST_WORD];
};

/* Adds a board, whose parts are called PREFIX and their own names; false if the file makes no sense. */
bool netlist_add(struct netlist *netlist, const char *path, const char *prefix);
/* All give -1 if there is none. A pin is named by its number or its name. */
int netlist_part(const struct netlist *netlist, const char *ref);
int netlist_pin(const struct netlist *netlist, int part, const char *pin);
int netlist_net(const struct netlist *netlist, int part, const char *pin);

#endif
