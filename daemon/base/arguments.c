/* Reads options by getopt_long. Prints nothing and knows no command. */
#include "daemon/base/arguments.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>

/* getopt_long's answer for the first option: above every character */
enum { FIRST = 256 };

static void list_options(const struct argument_option *options, unsigned count,
			 struct option list[])
{
	assert(count <= ARGUMENTS_OPTIONS_MAX);
	for (unsigned i = 0; i < count; i++)
		list[i] = (struct option){
			.name = options[i].name,
			.has_arg = options[i].flag ? no_argument : required_argument,
			.val = FIRST + (int)i,
		};
	list[count] = (struct option){0};
}

static void take(const struct argument_option *option, const char *value)
{
	if (option->flag)
		*option->flag = true;
	else if (option->value)
		*option->value = value;
	else
		option->add(option->to, value);
}

/* getopt_long has stopped at an argument that it does not like. */
static int explain(int found, const struct argument_option *options, char **argv, char *why,
		   size_t room)
{
	if (optopt == 0)
		snprintf(why, room, "there is no option %s", argv[optind - 1]);
	else if (optopt < FIRST)
		snprintf(why, room, "there is no option -%c", optopt);
	else if (found == ':')
		snprintf(why, room, "--%s wants a value", options[optopt - FIRST].name);
	else
		snprintf(why, room, "--%s takes no value", options[optopt - FIRST].name);
	return -1;
}

int arguments_read(const struct argument_option *options, unsigned count,
		   enum arguments_order order, int argc, char **argv, char *why, size_t room)
{
	struct option list[ARGUMENTS_OPTIONS_MAX + 1];
	int found;

	list_options(options, count, list);
	optind = 0; /* begins anew, which 1 would not do after an earlier call */
	opterr = 0;
	while ((found = getopt_long(argc, argv, order == ARGUMENTS_OPTIONS_FIRST ? "+:" : ":", list,
				    NULL)) != -1) {
		if (found < FIRST)
			return explain(found, options, argv, why, room);
		take(&options[found - FIRST], optarg);
	}
	return optind;
}
