#!/usr/bin/env bash
# A daemon for the scripts of tests/scripts that need one, with files of its own, which ends with the script.

# shellcheck source=tests/support/script.sh
. "${BASH_SOURCE[0]%/*}/script.sh"
adjutant=${ADJUTANT:-$PWD/build/adjutant}
adjutantd=${adjutant}d
scratch=$(mktemp -d)
conf=$scratch/adjutant.conf
daemon=
export ADJUTANT_STATE=$scratch/state

stop() { # SIGNAL
	[ -z "$daemon" ] || { kill -"$1" "$daemon" && wait "$daemon"; } 2>/dev/null
	daemon=
}
trap 'stop TERM; rm -rf "$scratch"' EXIT

# Writes its configuration: what all of them have, and from standard input the table and the game.
configure() {
	printf '%s\n' '[board]' 'name = club-3' 'title = Table 3' "state-dir = $ADJUTANT_STATE" \
		'[network]' 'listen = 127.0.0.1' 'http-port = 0' 'websocket-port = 0' 'watch-port = 0' >"$conf"
	cat >>"$conf"
}

start() {
	"$adjutantd" --config "$conf" >"$scratch/daemon.out" 2>>"$scratch/log" &
	daemon=$!
	await_daemon "$adjutant" "$daemon" "$scratch/log"
}
