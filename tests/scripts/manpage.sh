#!/usr/bin/env bash
# The manual pages: that they have every command and option that the command itself tells of, and
# that formatting them gives no complaint. ADJUTANT is the command to try.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
shopt -s nullglob
cd "$(dirname "$0")/../.." || exit

adjutant=${ADJUTANT:-build/adjutant}
page=daemon/man/adjutant.1

# Whether a line of the page begins with this macro and these words.
page_has() { # MACRO-AND-WORDS
	grep -qE -- "^\.$1( |\$)" "$page"
}

commands() {
	"$adjutant" help | sed -n 's/^  \([a-z]*\)  *.*/\1/p'
}

commands_are_there() {
	local each count=0
	for each in $(commands); do
		page_has "It Cm $each" || echo "$each is not explained"
		page_has "Cm $each" || echo "$each is not in the synopsis"
		((count++))
	done
	[ $count -gt 3 ] || echo "help lists $count commands"
}

options_are_there() { # COMMAND
	local each
	for each in $("$adjutant" "$1" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
		grep -qE -- "Fl -${each#--}( |\$)" "$page" || echo "$1 has $each, the page has not"
	done
}

# Whichever formatter is here; all of them say what they do not like on standard error.
complaints() { # PAGE
	if command -v mandoc >/dev/null; then
		mandoc -Tlint -W warning "$1" 2>&1
	elif man --warnings --version >/dev/null 2>&1; then
		{ LC_ALL=C.UTF-8 man --warnings -E UTF-8 -Tutf8 -Z -l "$1" >/dev/null; } 2>&1
	else
		groff -mandoc -ww -Tutf8 -z "$1" 2>&1
	fi
}

verdict every_command "$(commands_are_there)"
for each in $(commands | grep -vx help); do
	verdict "options_of_$each" "$(options_are_there "$each")"
done
if command -v mandoc >/dev/null || command -v man >/dev/null || command -v groff >/dev/null; then
	for each in daemon/man/*.[1-9]; do
		verdict "layout_of_${each##*/}" "$(complaints "$each" | head -n 5)"
	done
else
	echo "manpage.sh:1:layout:IGNORE: there is nothing here that formats manual pages"
fi
exit $failed
