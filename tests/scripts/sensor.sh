#!/usr/bin/env bash
# build/sensor: the table in hardware/README.md is what it prints, and it says which option is wrong.
set -u
cd "$(dirname "$0")/../.." || exit

sensor=build/sensor

verdict() { # NAME COMMAND...
	if "${@:2}"; then
		echo "sensor.sh:1:$1:PASS"
	else
		echo "sensor.sh:1:$1:FAIL: see above"
		failed=1
	fi
}

the_page_has_the_table() {
	diff <(grep '^| magnet mm' -A 20 hardware/README.md | grep '^|') <($sensor --table)
}

names_what_is_wrong() {
	local said
	said=$($sensor --magnet 10 2>&1) && return 1
	[ "$said" = 'sensor: --magnet 10 cannot be understood; see --help' ] || { echo "$said"; return 1; }
	said=$($sensor --reed 20-15 2>&1) && return 1
	said=$($sensor 8x2 2>&1) && return 1
	[[ $said == *'"8x2"'* ]]
}

says_what_does_not_do() {
	$sensor --magnet 12x4 --reed 10-15 | grep -q 'neighbours alone close' &&
		! $sensor | grep -q 'neighbours alone close'
}

failed=
verdict the_page_has_the_table the_page_has_the_table
verdict names_what_is_wrong names_what_is_wrong
verdict says_what_does_not_do says_what_does_not_do
[ ! "$failed" ]
