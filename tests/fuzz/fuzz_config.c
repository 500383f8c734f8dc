/*
 * Hostile configuration files. Every error is told in one clean line with its place, and then
 * nothing has changed; what is accepted is printed as a file that reads as itself.
 */
#include "daemon/config/config.h"
#include "rules/text.h"
#include "tests/fuzz/expect.h"

#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char name[] = "fuzz.conf";

/* no /var/lib that happens to be there, and the same on every machine */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return setenv("ADJUTANT_STATE", "/nonexistent/adjutant", 1);
}

/* What is written to a stream, as a string to be freed. */
struct heard {
	FILE *stream;
	char *text;
	size_t length;
};

static void heard_open(struct heard *heard)
{
	heard->stream = open_memstream(&heard->text, &heard->length);
	expect(heard->stream, "there is memory");
}

static int read_config(struct config *config, const void *bytes, size_t size, FILE *complaints)
{
	FILE *in = fmemopen((void *)bytes, size, "r");
	int result;

	expect(in, "there is memory");
	result = config_read_stream(config, in, name, complaints);
	fclose(in);
	return result;
}

static void expect_complaints(const struct heard *heard, int count)
{
	struct text rest = {heard->text, heard->length};

	for (; count > 0; count--) {
		struct text line = text_take_until(&rest, '\n');
		uint64_t number;

		expect(text_is_clean(line), "a complaint is text");
		expect(text_is(text_take_until(&line, ':'), name), "it names the file");
		expect(text_number(text_take_until(&line, ':'), UINT32_MAX, &number) && number > 0,
		       "it names the line");
		expect(line.length > 10, "it has a reason");
	}
	expect(rest.length == 0, "there are no more complaints than errors");
}

static void forget_lines(struct config *config)
{
	for (unsigned i = 0; i < CONFIG_LINES; i++)
		config->driver_lines[i].line = 0;
}

static void expect_round_trip(struct config *config)
{
	static struct config again;
	struct heard printed;

	heard_open(&printed);
	config_print(printed.stream, config);
	fclose(printed.stream);
	config_default(&again);
	expect(read_config(&again, printed.text, printed.length, stderr) == 0,
	       "what is printed can be read");
	forget_lines(config);
	forget_lines(&again);
	expect(memcmp(config, &again, sizeof again) == 0, "it reads as itself");
	free(printed.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct config before, config;
	struct heard complaints;
	int errors;

	if (size == 0)
		return 0;
	heard_open(&complaints);
	config_default(&before);
	config = before;
	errors = read_config(&config, data, size, complaints.stream);
	fclose(complaints.stream);
	expect(errors >= 0, "it could be read");
	expect_complaints(&complaints, errors);
	if (errors > 0)
		expect(memcmp(&before, &config, sizeof config) == 0, "an error changes nothing");
	else
		expect_round_trip(&config);
	free(complaints.text);
	return 0;
}
