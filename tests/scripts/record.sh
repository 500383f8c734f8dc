#!/usr/bin/env bash
# The recording of a running table is one game's: when another begins it ends, and what was written
# can be replayed. ADJUTANT is the command to try.
set -u
# shellcheck source=tests/support/daemon.sh
. "$(dirname "$0")/../support/daemon.sh"
recorder=
trap '[ -z "$recorder" ] || kill "$recorder" 2>/dev/null; stop TERM; rm -rf "$scratch"' EXIT

printf 'adjutant-recording 1\nedition duel\nsensors reed\n' >"$scratch/still.rec"
configure <<END
[table]
driver = replay
recording = still.rec
[game]
edition = duel
END

within() { # COMMAND...: tried until it is so; 1 if it never is
	for _ in {1..1200}; do
		"$@" && return
		sleep 0.05
	done
	return 1
}

has() { # FILE TEXT
	grep -sqF -- "$2" "$1"
}

has_ended() { # PID
	! kill -0 "$1" 2>/dev/null
}

start

"$adjutant" record >"$scratch/live.rec" 2>"$scratch/why" &
recorder=$!
verdict begins_with_its_game "$(within has "$scratch/live.rec" 'edition duel' || cat "$scratch/live.rec" "$scratch/why")"
"$adjutant" say red place a1 F >/dev/null
verdict follows_its_game "$(within has "$scratch/live.rec" 'say red place a1 *' || cat "$scratch/live.rec")"
# a card that is announced may go back into the hand, so no recording names it while the game goes on
"$adjutant" say blue card play charge-2 >/dev/null
verdict follows_with_a_card "$(within has "$scratch/live.rec" 'say blue card play *' || cat "$scratch/live.rec")"
verdict names_no_card "$("$adjutant" record 1 | cat - "$scratch/live.rec" | grep -n 'charge')"
verdict written_without_its_name "$(has <("$adjutant" record 1) 'say blue card play *' || "$adjutant" record 1)"
"$adjutant" new quick-barrage >/dev/null
verdict ends_with_its_game "$(within has_ended $recorder || echo 'it goes on')"
"$adjutant" say red place b2 F >/dev/null
has_ended $recorder || kill $recorder
wait $recorder
verdict ends_well "$(status=$?; [ $status -eq 0 ] || echo "exit $status")"
recorder=''
verdict says_why "$(diff <(echo 'adjutant record: another game has begun, so the recording of this one ends') "$scratch/why")"
verdict nothing_of_the_next_game "$(grep -n 'b2' "$scratch/live.rec")"
verdict live_is_what_was_written "$(diff <("$adjutant" record 1 | grep -v ' frame ') <(grep -v ' frame ' "$scratch/live.rec"))"
verdict can_be_replayed "$({ "$adjutant" replay --game tests/games/duel.game "$scratch/live.rec" >/dev/null; } 2>&1 || echo "exit $?")"

# A caller that asks now gets the game that is on the table.
"$adjutant" record >"$scratch/next.rec" 2>&1 &
recorder=$!
verdict next_game_is_recorded "$(within has "$scratch/next.rec" 'say red place b2 *' || cat "$scratch/next.rec")"
verdict with_its_own_head "$(has "$scratch/next.rec" 'edition quick-barrage' || cat "$scratch/next.rec")"
stop TERM
exit $failed
