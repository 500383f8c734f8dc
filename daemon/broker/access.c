/*
 * Makes the configuration of the dynamic security plugin. The table below is the complete list of
 * permissions; nothing is denied by name, because nothing is allowed that is not in it.
 */
#include "daemon/broker/access.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { TOPIC_SIZE = 160 };

/* the role of every client, anonymous ones included */
#define PUBLIC_ROLE "public"
#define DAEMON_ROLE "daemon"
#define ANONYMOUS_GROUP "spectators"

/*
 * What a role may do with a topic below the board's. Filters to read with are literal, those with
 * a wildcard too: a role that might choose its own filters could make the broker keep any number of
 * them, at hundreds of times the memory that it takes to send one.
 */
struct rule {
	const char *role;
	bool reads, writes;
	const char *topic;
};

static const struct rule rules_of_players[] = {
	{PUBLIC_ROLE, true, false, "public/state"},
	{PUBLIC_ROLE, true, false, "public/event"},
	{PUBLIC_ROLE, true, false, "public/online"},
	{DAEMON_ROLE, false, true, "#"},
	{DAEMON_ROLE, true, false, "seat/red/say"},
	{DAEMON_ROLE, true, false, "seat/blue/say"},
	{DAEMON_ROLE, true, false, "arbiter/say"},
	{DAEMON_ROLE, true, false, "table/say"},
	{"red", true, false, "seat/red/view"},
	{"red", true, false, "seat/red/event"},
	{"red", false, true, "seat/red/say"},
	{"blue", true, false, "seat/blue/view"},
	{"blue", true, false, "seat/blue/event"},
	{"blue", false, true, "seat/blue/say"},
	{"arbiter", true, false, "arbiter/view"},
	{"arbiter", true, false, "arbiter/event"},
	{"arbiter", false, true, "arbiter/say"},
	{"table", false, true, "table/say"},
	{.role = NULL},
};

static const struct rule rules_of_spectators[] = {
	{PUBLIC_ROLE, true, false, "public/#"},
	{PUBLIC_ROLE, true, false, "public/+"},
	{PUBLIC_ROLE, true, false, "public/state"},
	{PUBLIC_ROLE, true, false, "public/event"},
	{PUBLIC_ROLE, true, false, "public/online"},
	{DAEMON_ROLE, false, true, "public/#"},
	{.role = NULL},
};

/* ---- seats ---- */

static const char *const names[SEAT_COUNT] = {"red", "blue", "arbiter", "table"};

const char *seat_name(enum seat seat)
{
	return names[seat];
}

bool seat_parse(const char *name, enum seat *seat)
{
	for (unsigned i = 0; i < SEAT_COUNT; i++) {
		if (strcmp(names[i], name) == 0) {
			*seat = (enum seat)i;
			return true;
		}
	}
	return false;
}

/* ---- roles ---- */

/*
 * All that add to an array return false when memory is short, also if the value to add could not be
 * made.
 */
static bool add(json_t *array, json_t *value)
{
	return json_array_append_new(array, value) == 0;
}

static bool add_permission(json_t *permissions, const char *kind, const char *topic)
{
	return add(permissions,
		   json_pack("{s:s, s:s, s:b}", "acltype", kind, "topic", topic, "allow", true));
}

/* Subscribing, receiving and unsubscribing are separate permissions. */
static bool add_reading(json_t *permissions, const char *topic)
{
	return add_permission(permissions, "subscribeLiteral", topic) &&
	       add_permission(permissions, "unsubscribeLiteral", topic) &&
	       add_permission(permissions, "publishClientReceive", topic);
}

static bool add_writing(json_t *permissions, const char *topic)
{
	return add_permission(permissions, "publishClientSend", topic);
}

static bool add_rule(json_t *permissions, const struct rule *rule, const char *board)
{
	char topic[TOPIC_SIZE];
	int length = snprintf(topic, sizeof topic, "adjutant/v1/%s/%s", board, rule->topic);

	/* what is cut off would be another topic */
	return length < TOPIC_SIZE && (!rule->reads || add_reading(permissions, topic)) &&
	       (!rule->writes || add_writing(permissions, topic));
}

static bool add_rules_of(json_t *permissions, const char *role, const struct access_grants *grants)
{
	const struct rule *rule = grants->for_spectators ? rules_of_spectators : rules_of_players;

	for (; rule->role; rule++)
		if (strcmp(rule->role, role) == 0 && !add_rule(permissions, rule, grants->board))
			return false;
	return strcmp(role, DAEMON_ROLE) != 0 ||
	       (add_reading(permissions, ACCESS_CONTROL_TOPIC "/response") &&
		add_writing(permissions, ACCESS_CONTROL_TOPIC));
}

static json_t *role_of(const char *role, const struct access_grants *grants)
{
	json_t *permissions = json_array();

	if (permissions && add_rules_of(permissions, role, grants))
		return json_pack("{s:s, s:o}", "rolename", role, "acls", permissions);
	json_decref(permissions);
	return NULL;
}

static bool has_seat(const struct access_grants *grants, unsigned seat)
{
	return !grants->for_spectators && (seat != SEAT_TABLE || grants->has_table);
}

static bool add_roles(json_t *roles, const struct access_grants *grants)
{
	if (!add(roles, role_of(PUBLIC_ROLE, grants)) || !add(roles, role_of(DAEMON_ROLE, grants)))
		return false;
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (has_seat(grants, i) && !add(roles, role_of(names[i], grants)))
			return false;
	return true;
}

/* ---- clients ---- */

/* The plugin's file holds salted hashes, no passwords. */
static bool set_password(json_t *client, const char *password)
{
	uint8_t salt[PASSWORD_SALT], hash[PASSWORD_HASH];
	char salt_text[sodium_base64_ENCODED_LEN(PASSWORD_SALT, sodium_base64_VARIANT_ORIGINAL)];
	char hash_text[sodium_base64_ENCODED_LEN(PASSWORD_HASH, sodium_base64_VARIANT_ORIGINAL)];

	random_fill(salt, sizeof salt);
	password_hash(password, salt, hash);
	sodium_bin2base64(salt_text, sizeof salt_text, salt, sizeof salt,
			  sodium_base64_VARIANT_ORIGINAL);
	sodium_bin2base64(hash_text, sizeof hash_text, hash, sizeof hash,
			  sodium_base64_VARIANT_ORIGINAL);
	return json_object_set_new(client, "salt", json_string(salt_text)) == 0 &&
	       json_object_set_new(client, "password", json_string(hash_text)) == 0 &&
	       json_object_set_new(client, "iterations", json_integer(1)) == 0;
}

static json_t *client_of(const char *role, const struct credentials *credentials)
{
	json_t *client = json_pack("{s:s, s:s, s:s, s:[{s:s}, {s:s}]}", "username",
				   credentials->user, "clientid", credentials->client, "textname",
				   role, "roles", "rolename", role, "rolename", PUBLIC_ROLE);

	if (client && set_password(client, credentials->password))
		return client;
	json_decref(client);
	return NULL;
}

static bool add_clients(json_t *clients, const struct access_grants *grants)
{
	if (!add(clients, client_of(DAEMON_ROLE, &grants->daemon)))
		return false;
	for (unsigned i = 0; i < SEAT_COUNT; i++)
		if (grants->paired[i] && has_seat(grants, i) &&
		    !add(clients, client_of(names[i], &grants->seats[i])))
			return false;
	return true;
}

/* ---- the file ---- */

/* All four are set: one of them defaults to allow. */
static json_t *nothing_by_default(void)
{
	return json_pack("{s:b, s:b, s:b, s:b}", "publishClientSend", false, "publishClientReceive",
			 false, "subscribe", false, "unsubscribe", false);
}

/* Without this group the plugin has nothing for clients that have no name. */
static bool admit_anyone(json_t *file)
{
	json_t *group =
		json_pack("{s:[{s:s, s:[{s:s}]}], s:s}", "groups", "groupname", ANONYMOUS_GROUP,
			  "roles", "rolename", PUBLIC_ROLE, "anonymousGroup", ANONYMOUS_GROUP);
	bool done = group && json_object_update(file, group) == 0;

	json_decref(group);
	return done;
}

json_t *access_file(const struct access_grants *grants)
{
	json_t *roles = json_array(), *clients = json_array(), *file = NULL;

	if (roles && clients && add_roles(roles, grants) && add_clients(clients, grants))
		file = json_pack("{s:o, s:O, s:O}", "defaultACLAccess", nothing_by_default(),
				 "clients", clients, "roles", roles);
	if (file && grants->for_spectators && !admit_anyone(file)) {
		json_decref(file);
		file = NULL;
	}
	json_decref(roles);
	json_decref(clients);
	return file;
}

/* ---- commands ---- */

json_t *access_admit(enum seat seat, const struct credentials *credentials)
{
	return json_pack("{s:[{s:s, s:s, s:s, s:s, s:s, s:[{s:s}, {s:s}]}]}", "commands", "command",
			 "createClient", "username", credentials->user, "password",
			 credentials->password, "clientid", credentials->client, "textname",
			 names[seat], "roles", "rolename", names[seat], "rolename", PUBLIC_ROLE);
}

json_t *access_expel(const struct credentials *credentials)
{
	return json_pack("{s:[{s:s, s:s}]}", "commands", "command", "deleteClient", "username",
			 credentials->user);
}

bool access_failed(json_t *response, const char **why)
{
	json_t *answers = json_object_get(response, "responses"), *answer;
	size_t i;

	*why = "the answer is not one of Mosquitto's dynamic security plugin";
	if (!json_is_array(answers))
		return true;
	json_array_foreach(answers, i, answer)
	{
		json_t *error = json_object_get(answer, "error");

		if (!error && json_is_object(answer))
			continue;
		if (json_is_string(error))
			*why = json_string_value(error);
		return true;
	}
	*why = NULL;
	return false;
}
