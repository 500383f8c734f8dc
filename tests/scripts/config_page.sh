#!/usr/bin/env bash
# What belongs to the configuration besides the program: that the manual page has every key of the
# example and of the drivers, and that the service stays as closed as it is.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
cd "$(dirname "$0")/../.." || exit

example=daemon/adjutant.conf
page=daemon/man/adjutant.conf.5
service=daemon/adjutantd.service
exposure=16 # tenths, by systemd-analyze; it was 15 when this was written

# The example's keys as "SECTION KEY"; the unit test sees to it that it has them all.
keys() {
	sed -n -e 's/^\[\([a-z]*\)\]$/\1/;t section' -e 's/^; \([a-z-]*\) =.*/\1/;t key' \
		-e d -e ':section' -e h -e d -e ':key' -e 'G;s/\(.*\)\n\(.*\)/\2 \1/p' "$example"
}

keys_are_explained() {
	local section key count=0
	while read -r section key; do
		# a key is an item of its section, alone or with others
		awk -v section="[$section]" -v key="$key" '
			/^\.S[sh] / { here = $2 == section }
			here && /^\.It Cm / { for (i = 3; i <= NF; i++) if ($i == key) found = 1 }
			END { exit !found }' "$page" || echo "$key of [$section] is not explained"
		((count++))
	done < <(keys)
	[ $count -gt 30 ] || echo "the example has $count keys"
}

# A driver's keys are strings in its table of keys, one a line or all in a row.
driver_keys() { # DRIVER
	sed -n -e 's/^\t\[KEY_[A-Z0-9_]*\] = "\([a-z0-9-]*\)",$/\1/p' \
		-e 's/^\t *{"\([a-z0-9-]*\)", read_[a-z0-9_]*}.*/\1/p' -e 's/^} keys\[\] = {//;t list' \
		-e d -e ':list' -e 's/[^"]*"\([a-z0-9-]*\)"[^"]*/\1\n/gp' "drivers/$1/$1_settings.c" | grep .
}

driver_keys_are_explained() { # DRIVER LEAST
	local key count=0
	while read -r key; do
		awk -v heading=".Ss [table] with driver = $1" -v key="$key" '
			/^\.S[sh] / { here = $0 == heading }
			here && /^\.It Cm / { for (i = 3; i <= NF; i++) if ($i == key) found = 1 }
			END { exit !found }' "$page" || echo "$key of driver = $1 is not explained"
		((count++))
	done < <(driver_keys "$1")
	[ $count -ge "$2" ] || echo "driver $1 has $count keys"
}

service_is_closed() {
	systemd-analyze security --offline=true --threshold=$exposure --no-pager "$service" 2>&1 |
		tail -n 1
	return "${PIPESTATUS[0]}"
}

verdict every_key "$(keys_are_explained)"
verdict every_key_of_reed "$(driver_keys_are_explained reed 11)"
verdict every_key_of_serial "$(driver_keys_are_explained serial 7)"
if systemd-analyze security --help 2>/dev/null | grep -q -- --offline; then
	why=$(service_is_closed) && why=
	verdict service_is_closed "$why"
else
	echo "config_page.sh:1:service_is_closed:IGNORE: there is no systemd-analyze here that can tell"
fi
exit $failed
