#!/usr/bin/env bash
# What the scripts of tests/scripts have in common; each takes it in first.

# shellcheck disable=SC2034 # it is the script's exit
failed=0

verdict() { # NAME WHY: passes if there is no reason why not
	if [ -z "$2" ]; then
		echo "${0##*/}:1:$1:PASS"
	else
		echo "${0##*/}:1:$1:FAIL: ${2//$'\n'/; }"
		failed=1
	fi
}

# Waits until a daemon answers. Where it never does there is nothing to go on with.
await_daemon() { # COMMAND PID LOG
	for _ in {1..600}; do
		"$1" status >/dev/null 2>&1 && return
		kill -0 "$2" 2>/dev/null || break
		sleep 0.05
	done
	verdict daemon_runs "$(cat "$3")"
	exit 1
}

# What a command of $adjutant did wrong: nothing if it ended so and said that, if anything, on either stream.
amiss() { # STATUS PATTERN ARGUMENT...
	local said status
	# shellcheck disable=SC2154 # the script's
	said=$("$adjutant" "${@:3}" 2>&1)
	status=$?
	[ $status -eq "$1" ] || echo "${*:3}: exit $status: ${said%%$'\n'*}"
	[ -z "$2" ] || grep -qE -- "$2" <<<"$said" || echo "${*:3}: no '$2': $said"
}
