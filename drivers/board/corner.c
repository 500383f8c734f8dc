/* The four corners of a board by name. */
#include "drivers/board/corner.h"

#include <stddef.h>

const char *const corner_words[] = {"near-left", "near-right", "far-left", "far-right", NULL};
