/* What went wrong, as a sentence for people: the arbiter at the table, or the operator. */
#ifndef DAEMON_BASE_TROUBLE_H
#define DAEMON_BASE_TROUBLE_H

struct trouble {
	char text[256];
};

#endif
