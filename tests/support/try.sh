#!/usr/bin/env bash
# Trying the command $adjutant and looking at what came of it, for scripts that have a folder $work.
# shellcheck disable=SC2154 # both are the script's

# Runs the command with its output in $work/out and $work/err and its exit in $status.
try() { # ARGUMENT...
	"$adjutant" "$@" >"$work/out" 2>"$work/err"
	status=$?
}

# Why the last try was not as it should be: nothing if it was. An empty pattern is for no output.
wrong() { # STATUS PATTERN-OF-OUTPUT PATTERN-OF-MESSAGES
	local stream pattern
	if [ "$status" -ne "$1" ]; then
		echo "exit $status instead of $1: $(head -n 1 "$work/err")"
		return
	fi
	for stream in out err; do
		[ $stream = out ] && pattern=$2 || pattern=$3
		if [ -z "$pattern" ] && [ -s "$work/$stream" ]; then
			echo "unexpected on std$stream: $(head -n 1 "$work/$stream")"
		elif [ -n "$pattern" ] && ! grep -aqE -- "$pattern" "$work/$stream"; then
			echo "no '$pattern' on std$stream: $(head -n 1 "$work/$stream")"
		fi
	done
}
