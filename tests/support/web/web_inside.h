/* What the two sides of tests/support/web share. */
#ifndef TESTS_SUPPORT_WEB_WEB_INSIDE_H
#define TESTS_SUPPORT_WEB_WEB_INSIDE_H

#include <stdint.h>

extern uint16_t web_port; /* of the server that runs */

#endif
