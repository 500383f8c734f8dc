/* Messages start with their level if systemd's journal reads them, and only then. */
#include "daemon/base/log.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *heard;
static int usual_stderr;

void setUp(void)
{
	heard = tmpfile();
	TEST_ASSERT_NOT_NULL(heard);
	usual_stderr = dup(STDERR_FILENO);
	TEST_ASSERT_TRUE(dup2(fileno(heard), STDERR_FILENO) >= 0);
}

void tearDown(void)
{
	unsetenv("JOURNAL_STREAM");
	dup2(usual_stderr, STDERR_FILENO);
	close(usual_stderr);
	fclose(heard);
}

static void expect_line(const char *line)
{
	char text[64] = "";

	log_warning("it is %s", "late");
	rewind(heard);
	TEST_ASSERT_NOT_NULL(fgets(text, sizeof text, heard));
	TEST_ASSERT_EQUAL_STRING(line, text);
}

/* as systemd names a stream: the device and the inode of its end */
static void name_stream(int fd, unsigned more)
{
	struct stat stream;
	char name[64];

	TEST_ASSERT_EQUAL(0, fstat(fd, &stream));
	snprintf(name, sizeof name, "%llu:%llu", (unsigned long long)stream.st_dev,
		 (unsigned long long)stream.st_ino + more);
	setenv("JOURNAL_STREAM", name, 1);
}

static void without_a_journal_the_program_is_named(void)
{
	unsetenv("JOURNAL_STREAM");
	expect_line("adjutantd: it is late\n");
}

static void the_journal_is_told_the_level(void)
{
	name_stream(STDERR_FILENO, 0);
	expect_line("<4>it is late\n");
}

/* a process started by a service has its variables, wherever standard error goes by then */
static void another_s_journal_is_not_ours(void)
{
	name_stream(STDERR_FILENO, 1);
	expect_line("adjutantd: it is late\n");
}

static void nonsense_is_no_journal(void)
{
	setenv("JOURNAL_STREAM", "yes", 1);
	expect_line("adjutantd: it is late\n");
}

int main(void)
{
	UNITY_BEGIN();
	RUN_TEST(without_a_journal_the_program_is_named);
	RUN_TEST(the_journal_is_told_the_level);
	RUN_TEST(another_s_journal_is_not_ours);
	RUN_TEST(nonsense_is_no_journal);
	return UNITY_END();
}
