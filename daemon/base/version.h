/* Which version this is; a packager may say otherwise, with -DADJUTANT_VERSION. */
#ifndef DAEMON_BASE_VERSION_H
#define DAEMON_BASE_VERSION_H

#ifndef ADJUTANT_VERSION
#define ADJUTANT_VERSION "0.1.0"
#endif

#endif
