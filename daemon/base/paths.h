/* Where state, pages and the broker's plugin are on this machine, if nothing else is said. */
#ifndef DAEMON_BASE_PATHS_H
#define DAEMON_BASE_PATHS_H

#include <stdbool.h>

enum { PATHS_SIZE = 256 }; /* bytes of a path and its terminator */

/*
 * The state directory that both the daemon and the command look for if they are told nothing:
 * $ADJUTANT_STATE, or $STATE_DIRECTORY (systemd's), or $XDG_STATE_HOME/adjutant, or
 * ~/.local/state/adjutant.
 */
void paths_default_state(char path[PATHS_SIZE]);

/* Where something can be kept that is not of the state: $CACHE_DIRECTORY (systemd's); false and "" if it is not set. */
bool paths_witness_directory(char path[PATHS_SIZE]);

/* Where Mosquitto's dynamic security plugin is, by Debian's and other habits; false and "" if
 * nowhere. */
bool paths_find_plugin(char path[PATHS_SIZE]);
/* Where the pages are, beside this program in the sources or installed; false and "" if nowhere. */
bool paths_find_web(char path[PATHS_SIZE]);

#endif
