#define _DEFAULT_SOURCE /* for the flags of network interfaces */
/*
 * Where this machine is, for the addresses that people are shown. It is looked up each time: a
 * board may be switched on before its Wi-Fi is there, and a router may deal out another address.
 */
#include "daemon/admin/admin.h"
#include "daemon/config/config.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

/* the first address that is not the machine's own loop */
static bool find_address(char *address, size_t room)
{
	struct ifaddrs *all, *each;
	bool found = false;

	if (getifaddrs(&all) < 0)
		return false;
	for (each = all; each && !found; each = each->ifa_next) {
		struct sockaddr_in in;

		if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET ||
		    each->ifa_flags & IFF_LOOPBACK || !(each->ifa_flags & IFF_UP))
			continue;
		memcpy(&in, each->ifa_addr, sizeof in);
		found = inet_ntop(AF_INET, &in.sin_addr, address, (socklen_t)room) != NULL;
	}
	freeifaddrs(all);
	return found;
}

bool admin_address(const struct admin *admin, char address[CONFIG_NAME])
{
	const struct config *config = admin->config;
	const char *said = config->address[0] ? config->address : config->listen;

	if (strcmp(said, "0.0.0.0") == 0 && find_address(address, CONFIG_NAME))
		return true;
	if (strcmp(said, "0.0.0.0") == 0) {
		snprintf(address, CONFIG_NAME, "127.0.0.1");
		return false;
	}
	snprintf(address, CONFIG_NAME, "%s", said);
	return true;
}
