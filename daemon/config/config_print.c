/*
 * Prints a configuration as a file that reads as itself. It contains names of secret files, never a
 * secret.
 */
#include "daemon/config/config.h"
#include "daemon/config/config_inside.h"

#include <string.h>

/* Default ports must not be printed as if they had been configured. */
static bool is_preference(const struct config *config, const struct config_key *key)
{
	return config->ports_are_preferences &&
	       (key->offset == offsetof(struct config, http_port) ||
		key->offset == offsetof(struct config, websocket_port));
}

static void print_keys(FILE *out, const struct config *config, const char *section)
{
	for (size_t i = 0; i < config_key_count; i++) {
		const struct config_key *key = &config_keys[i];

		if (strcmp(key->section, section) != 0)
			continue;
		fprintf(out, "%s%s =", is_preference(config, key) ? "; " : "", key->name);
		key->kind->write(out, key, (const char *)config + key->offset);
		fputc('\n', out);
	}
}

static void print_driver_lines(FILE *out, const struct config *config)
{
	for (unsigned i = 0; i < config->driver_line_count; i++)
		fprintf(out, "%s = %s\n", config->driver_lines[i].key,
			config->driver_lines[i].value);
}

void config_print(FILE *out, const struct config *config)
{
	for (unsigned i = 0; config_sections[i]; i++) {
		const char *section = config_sections[i];

		fprintf(out, "%s[%s]\n", i > 0 ? "\n" : "", section);
		print_keys(out, config, section);
		if (strcmp(section, "table") == 0)
			print_driver_lines(out, config);
		if (strcmp(section, "game") == 0)
			config_game_print(out, config);
	}
}
