#!/usr/bin/env bash
# Games that end before play begins, one in every way there is: each must be listed, shown, exported
# and verified, survive the daemon's death, and be followed by another. ADJUTANT is the command to try.
set -u
adjutant=${ADJUTANT:-$PWD/build/adjutant}
adjutantd=${adjutant}d
scratch=$(mktemp -d)
failed=0 daemon=

verdict() { # NAME WHY-NOT
	if [ -z "$2" ]; then
		echo "unplayed.sh:1:$1:PASS"
	else
		echo "unplayed.sh:1:$1:FAIL: ${2//$'\n'/ | }"
		failed=1
	fi
}

stop() { # SIGNAL
	[ -z "$daemon" ] || { kill -"$1" "$daemon" && wait "$daemon"; } 2>/dev/null
	daemon=
}
trap 'stop KILL; rm -rf "$scratch"' EXIT

export ADJUTANT_STATE=$scratch/state
cat >"$scratch/adjutant.conf" <<END
[board]
name = club-3
title = Table 3
state-dir = $ADJUTANT_STATE
[table]
driver = virtual
[game]
edition = duel
[network]
listen = 127.0.0.1
http-port = 0
websocket-port = 0
END

start() {
	"$adjutantd" --config "$scratch/adjutant.conf" >"$scratch/out" 2>>"$scratch/log" &
	daemon=$!
	for _ in {1..300}; do
		"$adjutant" status >/dev/null 2>&1 && return
		kill -0 "$daemon" 2>/dev/null || break
		sleep 0.05
	done
	verdict daemon_runs "$(cat "$scratch/log")"
	exit 1
}

# What a command did wrong: nothing if it ended so and said that, if anything, on either stream.
wrong() { # STATUS PATTERN COMMAND...
	local status
	"$adjutant" "${@:3}" >"$scratch/said" 2>&1
	status=$?
	[ $status -eq "$1" ] || echo "$3: exit $status: $(head -n 1 "$scratch/said")"
	[ -z "$2" ] || grep -qE -- "$2" "$scratch/said" || echo "$3: no '$2': $(head -n 1 "$scratch/said")"
}

# The game on the table is over: everything that reads it, before and after the daemon's death.
ended() { # NAME NUMBER RESULT SENTENCE
	local when file=$scratch/$2.game
	for when in at_once killed; do
		verdict "$1_$when" "$(
			wrong 0 "^game $2, .*: over, $3" status
			wrong 0 "^ *$2 .* 0  $3\$" games
			wrong 0 "^$4, before play began" show "$2"
			wrong 0 '' export --output "$file" "$2"
			wrong 0 "^$4, before play began" export --format text "$2"
			wrong 1 'ended before it began|cannot hold' export --format gravon "$2"
			wrong 0 "$3 before play began: signed" verify "$file"
			wrong 0 "game $2: .* $3 before play began: signed" verify "$ADJUTANT_STATE"
			wrong 0 '^adjutant-recording 1$' record "$2"
		)"
		[ $when = killed ] || { stop KILL && start; }
	done
}

# Both want another, or the operator does.
again() { # NAME NUMBER EDITION
	verdict "$1_rematch" "$(
		wrong 0 '' say red rematch
		wrong 0 '' say blue rematch
		wrong 0 "^game $2, $3: setup" status
	)"
}

start
for word in offer-draw accept-draw offer-takeback accept-takeback pause resume adjourn confirm rematch; do
	verdict "too_early_to_$word" "$(wrong 1 'has not begun|not over' say red $word)"
done
for word in pause takeback 'clock red 60' 'correct a1 empty' 'correct done'; do
	# shellcheck disable=SC2086 # words
	verdict "too_early_for_the_arbiters_${word// /_}" "$(wrong 1 'has not begun' say arbiter $word)"
done
verdict call "$(wrong 0 '' say red call-arbiter)"
verdict red_resigns "$(wrong 0 '' resign red)"
ended red_resigned 1 'blue by resigned' 'Blue wins: red resigned'
again red_resigned 2 duel
verdict blue_resigns "$(wrong 0 '' say blue resign)"
ended blue_resigned 2 'red by resigned' 'Red wins: blue resigned'
verdict new_with_cards "$(wrong 0 '' new battle-cards)"
verdict arbiter_resigns_for_red "$(wrong 0 '' say arbiter answer red resign)"
ended answered 3 'blue by resigned' 'Blue wins: red resigned'
again answered 4 battle-cards
verdict arbiter_awards "$(wrong 0 '' say arbiter award draw)"
ended awarded 4 'draw by arbiter' 'A draw|Draw'
verdict new_after_an_award "$(wrong 0 '' new quick-duel)"
verdict dropped "$(wrong 0 '' new duel)$(wrong 0 '^ *5 .* 0  dropped$' games)"
verdict all_verifies "$(wrong 0 '4 finished games, 2 other' verify "$ADJUTANT_STATE")"
stop TERM
verdict ends_quietly "$(grep -v 'root/administrator\|message_size_limit\|no index.html\|no web pages' "$scratch/log")"
exit $failed
