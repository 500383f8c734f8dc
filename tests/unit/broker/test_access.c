/*
 * The access file and the commands, as the dynamic security plugin reads them. Whether the plugin
 * makes of them what is meant is tried with a real broker in
 * test_audiences.c and test_admission.c.
 */
#include "daemon/broker/access.h"

#include "unity.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static struct access_grants grants;

void setUp(void)
{
	grants = (struct access_grants){.board = "table", .has_table = true};
	strcpy(grants.daemon.user, "daemon-user");
	strcpy(grants.daemon.password, "daemon-password");
	strcpy(grants.daemon.client, "daemon-client");
	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		snprintf(grants.seats[i].user, TOKEN_TEXT, "user-%u", i);
		snprintf(grants.seats[i].password, TOKEN_TEXT, "password-%u", i);
		snprintf(grants.seats[i].client, TOKEN_TEXT, "client-%u", i);
	}
}

void tearDown(void)
{
}

static const char *text(json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	TEST_ASSERT_TRUE_MESSAGE(json_is_string(value), key);
	return json_string_value(value);
}

/* The element of an array whose key has this value; NULL if there is none. */
static json_t *find(json_t *array, const char *key, const char *value)
{
	json_t *element;
	size_t i;

	TEST_ASSERT_TRUE_MESSAGE(json_is_array(array), key);
	json_array_foreach(array, i,
			   element) if (strcmp(text(element, key), value) == 0) return element;
	return NULL;
}

static void names_go_both_ways(void)
{
	static const char *const wrong[] = {"", "Red", "green", "daemon", "public", "red "};
	enum seat seat;

	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		TEST_ASSERT_TRUE(seat_parse(seat_name((enum seat)i), &seat));
		TEST_ASSERT_EQUAL(i, seat);
	}
	for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
		TEST_ASSERT_FALSE_MESSAGE(seat_parse(wrong[i], &seat), wrong[i]);
}

static void nothing_is_allowed_by_default(void)
{
	json_t *file = access_file(&grants), *defaults, *value;
	const char *key;

	defaults = json_object_get(file, "defaultACLAccess");
	TEST_ASSERT_EQUAL(4, json_object_size(defaults));
	json_object_foreach(defaults, key, value)
	{
		TEST_ASSERT_TRUE_MESSAGE(json_is_false(value), key);
	}
	json_decref(file);
}

static void strangers_are_in_a_group_that_reads_what_is_public(void)
{
	json_t *file = access_file(&grants), *group;

	TEST_ASSERT_NULL(json_object_get(file, "anonymousGroup")); /* not among players */
	json_decref(file);
	grants.for_spectators = true;
	file = access_file(&grants);
	group = find(json_object_get(file, "groups"), "groupname", text(file, "anonymousGroup"));
	TEST_ASSERT_NOT_NULL(group);
	TEST_ASSERT_EQUAL(1, json_array_size(json_object_get(group, "roles")));
	TEST_ASSERT_NOT_NULL(find(json_object_get(group, "roles"), "rolename", "public"));
	json_decref(file);
}

/* ---- roles ---- */

static char *listed(json_t *file, const char *role)
{
	json_t *found = find(json_object_get(file, "roles"), "rolename", role), *entry;
	char *list = calloc(1, 4096);
	size_t i;

	TEST_ASSERT_NOT_NULL_MESSAGE(found, role);
	json_array_foreach(json_object_get(found, "acls"), i, entry)
	{
		TEST_ASSERT_TRUE(json_is_true(json_object_get(entry, "allow")));
		strcat(list, text(entry, "acltype"));
		strcat(list, " ");
		strcat(list, text(entry, "topic"));
		strcat(list, "\n");
	}
	return list;
}

#define READS(topic)                                                                               \
	"subscribeLiteral " topic "\nunsubscribeLiteral " topic "\npublishClientReceive " topic "\n"
#define WRITES(topic) "publishClientSend " topic "\n"
#define BOARD "adjutant/v1/table/"

#define CONTROLS                                                                                   \
	READS("$CONTROL/dynamic-security/v1/response") WRITES("$CONTROL/dynamic-security/v1")

struct expected {
	const char *role, *list; /* the last is NULL */
};

static void expect_roles(const struct expected *roles)
{
	json_t *file = access_file(&grants);
	unsigned count = 0;

	for (; roles[count].role; count++) {
		char *list = listed(file, roles[count].role);

		TEST_ASSERT_EQUAL_STRING_MESSAGE(roles[count].list, list, roles[count].role);
		free(list);
	}
	TEST_ASSERT_EQUAL(count, json_array_size(json_object_get(file, "roles")));
	json_decref(file);
}

static void roles_are_these_and_no_others(void)
{
	static const struct expected roles[] = {
		{"public", READS(BOARD "public/state") READS(BOARD "public/event")
				   READS(BOARD "public/online")},
		{"red", READS(BOARD "seat/red/view") READS(BOARD "seat/red/event")
				WRITES(BOARD "seat/red/say")},
		{"blue", READS(BOARD "seat/blue/view") READS(BOARD "seat/blue/event")
				 WRITES(BOARD "seat/blue/say")},
		{"arbiter", READS(BOARD "arbiter/view") READS(BOARD "arbiter/event")
				    WRITES(BOARD "arbiter/say")},
		{"table", WRITES(BOARD "table/say")},
		{"daemon",
		 WRITES(BOARD "#") READS(BOARD "seat/red/say") READS(BOARD "seat/blue/say")
			 READS(BOARD "arbiter/say") READS(BOARD "table/say") CONTROLS},
		{NULL},
	};

	expect_roles(roles);
}

static void spectators_have_a_broker_without_seats(void)
{
	static const struct expected roles[] = {
		{"public",
		 READS(BOARD "public/#") READS(BOARD "public/+") READS(BOARD "public/state")
			 READS(BOARD "public/event") READS(BOARD "public/online")},
		{"daemon", WRITES(BOARD "public/#") CONTROLS},
		{NULL},
	};
	json_t *file;

	for (unsigned i = 0; i < SEAT_COUNT; i++)
		grants.paired[i] = true;
	grants.for_spectators = true;
	expect_roles(roles);
	file = access_file(&grants);
	TEST_ASSERT_EQUAL(1, json_array_size(json_object_get(file, "clients")));
	json_decref(file);
}

/* ---- no table ---- */

static void without_a_virtual_table_nobody_may_be_one(void)
{
	json_t *file;

	grants.has_table = false;
	grants.paired[SEAT_TABLE] = true;
	file = access_file(&grants);
	TEST_ASSERT_NULL(find(json_object_get(file, "roles"), "rolename", "table"));
	TEST_ASSERT_EQUAL(1, json_array_size(json_object_get(file, "clients")));
	json_decref(file);
}

static void a_name_too_long_for_a_topic_is_no_other_topic(void)
{
	char board[200];

	memset(board, 'a', sizeof board - 1);
	board[sizeof board - 1] = '\0';
	grants.board = board;
	TEST_ASSERT_NULL(access_file(&grants));
}

/* ---- clients ---- */

/* What is kept of a password must be what the plugin computes of it. */
static void assert_password(json_t *client, const char *password)
{
	uint8_t salt[PASSWORD_SALT], hash[PASSWORD_HASH], expected[PASSWORD_HASH];
	const char *salt_text = text(client, "salt"), *hash_text = text(client, "password");
	size_t length;

	TEST_ASSERT_EQUAL(0,
			  sodium_base642bin(salt, sizeof salt, salt_text, strlen(salt_text), NULL,
					    &length, NULL, sodium_base64_VARIANT_ORIGINAL));
	TEST_ASSERT_EQUAL(PASSWORD_SALT, length);
	TEST_ASSERT_EQUAL(0,
			  sodium_base642bin(hash, sizeof hash, hash_text, strlen(hash_text), NULL,
					    &length, NULL, sodium_base64_VARIANT_ORIGINAL));
	TEST_ASSERT_EQUAL(PASSWORD_HASH, length);
	password_hash(password, salt, expected);
	TEST_ASSERT_EQUAL_MEMORY(expected, hash, sizeof hash);
	TEST_ASSERT_EQUAL(1, json_integer_value(json_object_get(client, "iterations")));
}

static void assert_client(json_t *file, const struct credentials *credentials, const char *role)
{
	json_t *client = find(json_object_get(file, "clients"), "username", credentials->user);
	json_t *roles;

	TEST_ASSERT_NOT_NULL_MESSAGE(client, role);
	TEST_ASSERT_EQUAL_STRING(credentials->client, text(client, "clientid"));
	TEST_ASSERT_EQUAL_STRING(role, text(client, "textname"));
	assert_password(client, credentials->password);
	roles = json_object_get(client, "roles");
	TEST_ASSERT_EQUAL(2, json_array_size(roles));
	TEST_ASSERT_NOT_NULL(find(roles, "rolename", role));
	TEST_ASSERT_NOT_NULL(find(roles, "rolename", "public"));
}

static void who_is_paired_is_a_client(void)
{
	for (unsigned paired = 0; paired < 1u << SEAT_COUNT; paired++) {
		json_t *file;
		unsigned count = 1;

		for (unsigned i = 0; i < SEAT_COUNT; i++) {
			grants.paired[i] = paired >> i & 1;
			count += grants.paired[i];
		}
		file = access_file(&grants);
		assert_client(file, &grants.daemon, "daemon");
		for (unsigned i = 0; i < SEAT_COUNT; i++)
			if (grants.paired[i])
				assert_client(file, &grants.seats[i], seat_name((enum seat)i));
		TEST_ASSERT_EQUAL(count, json_array_size(json_object_get(file, "clients")));
		json_decref(file);
	}
}

static void the_file_has_no_password_in_it(void)
{
	json_t *file;
	char *whole;

	for (unsigned i = 0; i < SEAT_COUNT; i++)
		grants.paired[i] = true;
	file = access_file(&grants);
	whole = json_dumps(file, 0);
	TEST_ASSERT_NOT_NULL(strstr(whole, "user-0")); /* so something would be found */
	TEST_ASSERT_NULL(strstr(whole, "password-"));
	TEST_ASSERT_NULL(strstr(whole, "-password"));
	free(whole);
	json_decref(file);
}

/* ---- commands and answers ---- */

static json_t *only_command(json_t *commands)
{
	json_t *list = json_object_get(commands, "commands");

	TEST_ASSERT_EQUAL(1, json_object_size(commands));
	TEST_ASSERT_EQUAL(1, json_array_size(list));
	return json_array_get(list, 0);
}

static void admitting_creates_a_client_with_its_role(void)
{
	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		json_t *commands = access_admit((enum seat)i, &grants.seats[i]), *command, *roles;

		command = only_command(commands);
		TEST_ASSERT_EQUAL_STRING("createClient", text(command, "command"));
		TEST_ASSERT_EQUAL_STRING(grants.seats[i].user, text(command, "username"));
		TEST_ASSERT_EQUAL_STRING(grants.seats[i].password, text(command, "password"));
		TEST_ASSERT_EQUAL_STRING(grants.seats[i].client, text(command, "clientid"));
		roles = json_object_get(command, "roles");
		TEST_ASSERT_EQUAL(2, json_array_size(roles));
		TEST_ASSERT_NOT_NULL(find(roles, "rolename", seat_name((enum seat)i)));
		TEST_ASSERT_NOT_NULL(find(roles, "rolename", "public"));
		json_decref(commands);
	}
}

static void expelling_deletes_the_client(void)
{
	json_t *commands = access_expel(&grants.seats[SEAT_BLUE]), *command;

	command = only_command(commands);
	TEST_ASSERT_EQUAL(2, json_object_size(command));
	TEST_ASSERT_EQUAL_STRING("deleteClient", text(command, "command"));
	TEST_ASSERT_EQUAL_STRING(grants.seats[SEAT_BLUE].user, text(command, "username"));
	json_decref(commands);
}

static void answers_tell_whether_it_failed(void)
{
	static const struct {
		const char *answer, *why; /* NULL: it went well; "": any reason */
	} answers[] = {
		{"{\"responses\":[{\"command\":\"createClient\"}]}", NULL},
		{"{\"responses\":[]}", NULL},
		{"{\"responses\":[{\"command\":\"createClient\",\"error\":\"Client already "
		 "exists\"}]}",
		 "Client already exists"},
		{"{\"responses\":[{\"command\":\"a\"},{\"command\":\"b\",\"error\":\"second\"}]}",
		 "second"},
		{"{\"responses\":[{\"error\":5}]}", ""},
		{"{\"responses\":[5]}", ""},
		{"{\"responses\":{}}", ""},
		{"{}", ""},
		{"[]", ""},
		{"[{\"responses\":[]}]", ""},
	};

	for (unsigned i = 0; i < sizeof answers / sizeof *answers; i++) {
		json_t *answer = json_loads(answers[i].answer, 0, NULL);
		const char *why = "before";

		TEST_ASSERT_NOT_NULL(answer);
		TEST_ASSERT_EQUAL_MESSAGE(answers[i].why != NULL, access_failed(answer, &why),
					  answers[i].answer);
		TEST_ASSERT_EQUAL(answers[i].why != NULL, why != NULL);
		if (answers[i].why && *answers[i].why) {
			TEST_ASSERT_EQUAL_STRING(answers[i].why, why);
		}
		json_decref(answer);
	}
}

/* ---- when memory is short ---- */

static unsigned allocations_left;

static void *scarce_malloc(size_t size)
{
	return allocations_left > 0 && allocations_left-- > 0 ? malloc(size) : NULL;
}

typedef json_t *maker(void);

static json_t *make_file(void)
{
	return access_file(&grants);
}

static json_t *make_admission(void)
{
	return access_admit(SEAT_RED, &grants.seats[SEAT_RED]);
}

static json_t *make_expulsion(void)
{
	return access_expel(&grants.seats[SEAT_RED]);
}

/* With every number of allocations it is all or nothing; that none leaks the sanitizer sees. */
static void assert_all_or_nothing(maker *make)
{
	json_t *whole = make(), *made = NULL;

	TEST_ASSERT_NOT_NULL(whole);
	json_set_alloc_funcs(scarce_malloc, free);
	for (unsigned count = 0; !made; count++) {
		allocations_left = count;
		made = make();
	}
	json_set_alloc_funcs(malloc, free);
	TEST_ASSERT_EQUAL(json_object_size(whole), json_object_size(made));
	TEST_ASSERT_EQUAL(json_array_size(json_object_get(whole, "roles")),
			  json_array_size(json_object_get(made, "roles")));
	TEST_ASSERT_EQUAL(json_array_size(json_object_get(whole, "groups")),
			  json_array_size(json_object_get(made, "groups")));
	TEST_ASSERT_EQUAL(json_array_size(json_object_get(whole, "clients")),
			  json_array_size(json_object_get(made, "clients")));
	json_decref(whole);
	json_decref(made);
}

static void short_memory_makes_nothing_rather_than_less(void)
{
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		grants.paired[i] = true;
	assert_all_or_nothing(make_file);
	grants.for_spectators = true;
	assert_all_or_nothing(make_file);
	assert_all_or_nothing(make_admission);
	assert_all_or_nothing(make_expulsion);
}

int main(void)
{
	UNITY_BEGIN();
	if (crypto_init() != 0)
		return 1;
	RUN_TEST(names_go_both_ways);
	RUN_TEST(nothing_is_allowed_by_default);
	RUN_TEST(strangers_are_in_a_group_that_reads_what_is_public);
	RUN_TEST(roles_are_these_and_no_others);
	RUN_TEST(spectators_have_a_broker_without_seats);
	RUN_TEST(without_a_virtual_table_nobody_may_be_one);
	RUN_TEST(a_name_too_long_for_a_topic_is_no_other_topic);
	RUN_TEST(who_is_paired_is_a_client);
	RUN_TEST(the_file_has_no_password_in_it);
	RUN_TEST(admitting_creates_a_client_with_its_role);
	RUN_TEST(expelling_deletes_the_client);
	RUN_TEST(answers_tell_whether_it_failed);
	RUN_TEST(short_memory_makes_nothing_rather_than_less);
	return UNITY_END();
}
