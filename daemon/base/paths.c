/* Looking for directories and files by the environment and by habit. */
#include "daemon/base/paths.h"

#include <glob.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the state directory ---- */

/*
 * Appends a directory to another; false, leaving the path alone, if there is none or it does not
 * fit.
 */
static bool below(char path[PATHS_SIZE], const char *directory, size_t length, const char *rest)
{
	if (length == 0 || directory[0] != '/' || length + strlen(rest) >= PATHS_SIZE)
		return false;
	memset(path, 0, PATHS_SIZE);
	memcpy(path, directory, length);
	memcpy(path + length, rest, strlen(rest));
	return true;
}

/* A path that was given explicitly may be relative to the working directory. */
static bool state_of_user(char path[PATHS_SIZE], const char *said)
{
	char here[PATHS_SIZE], rest[PATHS_SIZE];

	if (!said || !said[0] || strlen(said) >= PATHS_SIZE - 1)
		return false;
	if (said[0] == '/')
		return below(path, said, strlen(said), "");
	if (!getcwd(here, sizeof here))
		return false;
	rest[0] = '/';
	memcpy(rest + 1, said, strlen(said) + 1);
	return below(path, here, strlen(here), rest);
}

static const char *home(void)
{
	const char *directory = getenv("HOME");
	const struct passwd *user;

	if (directory && directory[0])
		return directory;
	user = getpwuid(getuid());
	return user ? user->pw_dir : "";
}

void paths_default_state(char path[PATHS_SIZE])
{
	const char *systemd = getenv("STATE_DIRECTORY"), *xdg = getenv("XDG_STATE_HOME");

	/* systemd may name several, with colons between them: the first is the main one */
	if (state_of_user(path, getenv("ADJUTANT_STATE")) ||
	    (systemd && below(path, systemd, strcspn(systemd, ":"), "")) ||
	    (xdg && below(path, xdg, strlen(xdg), "/adjutant")) ||
	    below(path, home(), strlen(home()), "/.local/state/adjutant"))
		return;
	below(path, "/var/lib", strlen("/var/lib"), "/adjutant");
}

bool paths_witness_directory(char path[PATHS_SIZE])
{
	const char *systemd = getenv("CACHE_DIRECTORY");

	path[0] = '\0';
	return systemd && below(path, systemd, strcspn(systemd, ":"), "");
}

/* ---- on the machine ---- */

static bool find_file(char path[PATHS_SIZE], const char *pattern)
{
	glob_t found;
	bool is_found = false;

	if (glob(pattern, 0, NULL, &found) == 0) {
		is_found = below(path, found.gl_pathv[0], strlen(found.gl_pathv[0]), "");
		globfree(&found);
	}
	return is_found;
}

bool paths_find_plugin(char path[PATHS_SIZE])
{
	path[0] = '\0';
	return find_file(path, "/usr/lib/*/mosquitto_dynamic_security.so") ||
	       find_file(path, "/usr/lib/mosquitto_dynamic_security.so") ||
	       find_file(path, "/usr/lib64/mosquitto_dynamic_security.so") ||
	       find_file(path, "/usr/local/lib/mosquitto_dynamic_security.so");
}

static bool find_beside(char path[PATHS_SIZE], const char *program, const char *place)
{
	const char *slash = strrchr(program, '/');
	struct stat status;

	if (slash && below(path, program, (size_t)(slash - program), place) &&
	    stat(path, &status) == 0 && S_ISDIR(status.st_mode))
		return true;
	path[0] = '\0';
	return false;
}

bool paths_find_web(char path[PATHS_SIZE])
{
	char program[PATHS_SIZE] = "";
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);

	path[0] = '\0';
	/* in the sources the program is in build/ or a folder of it, installed in bin/ */
	return length > 0 &&
	       (find_beside(path, program, "/../share/adjutant/web") ||
		find_beside(path, program, "/web") || find_beside(path, program, "/../web"));
}
