#!/usr/bin/env bash
# A board that dies with the daemon: after a restart it cannot be read, and the game can be paused,
# adjourned, ended and left nevertheless; when the board is back it goes on. ADJUTANT is the command
# to try.
set -u
# shellcheck source=tests/support/daemon.sh
. "$(dirname "$0")/../support/daemon.sh"

cat >"$scratch/start.game" <<'END'
adjutant-game 1
edition quick-barrage
setup red .F.B..../..1...../2.3.M29.
setup blue 9..2M..2/...1.3../....B.F.
END
frame=01010000/00100000/10101110/00000000/00000000/10011001/00010100/00001010
cat >"$scratch/laid.rec" <<END
adjutant-recording 1
edition quick-barrage
sensors reed
0 frame $frame
END
cat >"$scratch/move.rec" <<END
adjutant-recording 1
edition quick-barrage
sensors reed
0 frame $frame
3000000 open e3
3100000 close e4
END
cat >"$scratch/still.rec" <<END
adjutant-recording 1
edition quick-barrage
sensors reed
0 frame ${frame/10101110\/00000000/10100110/00001000}
END

start_with() { # LINES OF THE TABLE
	stop KILL
	configure <<END
[table]
$(printf '%s\n' "$@")
[game]
edition = quick-barrage
debounce-ms = 2
settle-ms = 100
jog-ms = 50
nudge-ms = 375
END
	start
}

unplug() {
	start_with 'driver = serial' 'port = /dev/unplugged'
}

until_status() { # PATTERN
	for _ in {1..600}; do
		"$adjutant" status 2>/dev/null | grep -qE "$1" && return
		sleep 0.05
	done
	"$adjutant" status | sed -n 2p
}

# Until the move of move.rec has been made so often, and been written down.
until_recorded() { # COUNT
	for _ in {1..600}; do
		[ "$("$adjutant" record 1 2>/dev/null | grep -c ' close e4$')" -ge "$1" ] && return
		sleep 0.05
	done
	echo "it has not been made $1 times"
}

# ---- a game of one ply ----

# A recording runs from the daemon's start: the move must not be over before the players are ready.
start_with 'driver = replay' 'recording = laid.rec'
for side in red blue; do
	rows=$(sed -n "s/^setup $side //p" "$scratch/start.game")
	verdict "${side}_sets_up" "$(amiss 0 '' say $side formation "$rows")$(amiss 0 '' say $side ready)"
done
start_with 'driver = replay' 'recording = move.rec'
verdict a_move "$(until_status 'blue to move, 1 plies')"
stop KILL
cp -r "$ADJUTANT_STATE" "$scratch/kept"

# A copy of it on a board that does not answer.
fresh() {
	stop KILL
	rm -rf "$ADJUTANT_STATE"
	cp -r "$scratch/kept" "$ADJUTANT_STATE"
	unplug
}

# ---- without a board ----

fresh
for word in 'red done' 'blue attack a3' 'blue confirm' 'arbiter correct done' 'arbiter resume'; do
	# shellcheck disable=SC2086 # words
	verdict "waits:${word// /_}" "$(amiss 1 'has not been read' say $word)"
done
verdict is_being_played "$(amiss 1 'being played' new)"
verdict paused "$(amiss 0 '' pause)$(amiss 0 'paused' status)"
unplug
verdict still_paused "$(amiss 0 'paused' status)"
verdict left "$(amiss 0 '' new)$(amiss 0 '^game 2, ' status)$(amiss 0 '^ *1 .* 1  adjourned' games)"
verdict taken_up "$(amiss 0 '' continue 1)$(amiss 0 '^game 1, .*paused' status)"
verdict left_again "$(amiss 0 '' new)$(amiss 0 '^game 3, ' status)$(amiss 0 '' continue 1)"
start_with 'driver = replay' 'recording = still.rec'
verdict goes_on "$(amiss 0 '' resume)$(until_status 'blue to move, 1 plies')$(amiss 0 '' say blue resign)"
verdict archive_of_it "$(amiss 0 'game 1: .* red by resigned' verify --key "$("$adjutant" key)" "$ADJUTANT_STATE")"

while IFS=: read -r name words result; do
	fresh
	# shellcheck disable=SC2086 # words
	verdict "$name" "$(amiss 0 '' say $words)$(amiss 0 "$result" status)"
	case $result in
	paused) verdict "$name:left" "$(amiss 0 '' new)" ;;
	*)
		unplug
		verdict "$name:archive" "$(
			amiss 0 "game 1: .* ${result#over, }" verify --key "$("$adjutant" key)" "$ADJUTANT_STATE")"
		verdict "$name:rematch" "$(amiss 0 '' say red rematch)$(amiss 0 '' say blue rematch)$(
			amiss 0 '^game 2, .*: setup' status)"
		;;
	esac
done <<'END'
red_adjourns:red adjourn:paused
arbiter_pauses:arbiter pause:paused
red_resigns:red resign:over, blue by resigned
arbiter_awards:arbiter award draw:over, draw by arbiter
END
fresh
verdict draw_is_agreed "$(amiss 0 '' say red offer-draw)$(amiss 0 '' say blue accept-draw)$(
	amiss 0 'over, draw by agreed' status)"
# The board comes back to a game that is over: it is left alone.
start_with 'driver = replay' 'recording = move.rec'
verdict over_stays_over "$(until_recorded 2)$(amiss 0 'over, draw by agreed' status)$(
	amiss 0 'draw by agreed' verify --key "$("$adjutant" key)" "$ADJUTANT_STATE")"
exit $failed
