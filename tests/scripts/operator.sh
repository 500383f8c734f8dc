#!/usr/bin/env bash
# A table run by an operator in a terminal: a recording as the board, words said with `adjutant say`,
# then the archive. No page and no handheld takes part.
set -u
# shellcheck source=tests/support/daemon.sh
. "$(dirname "$0")/../support/daemon.sh"
shopt -s extglob

game=tests/games/barrage.game
speed=8

# The game at a calm table, so much faster, with long pauses cut short. It begins when both have
# set up, which takes an operator some time.
"$adjutant" simulate --game "$game" --noise calm --seed 3 |
	awk -v speed=$speed '/^[0-9]/ {
			pause = $1 - last; last = $1
			if (pause > 4000000) pause = 4000000
			t += pause / speed
			$1 = sprintf("%d", t + (t > 600000 ? 6000000 : 0))
		} { print }' >"$scratch/calm.rec"

configure <<END
[table]
driver = replay
recording = calm.rec
[game]
edition = barrage
debounce-ms = 2
settle-ms = 100
jog-ms = 50
nudge-ms = 375
END

fine() { # COMMAND...: what it said if it failed
	{ "$@" >/dev/null; } 2>&1 || echo "exit $?"
}

setup_of() {
	sed -n "s/^setup $1 //p" "$game"
}

verdict configuration_is_fine "$("$adjutantd" --check-config "$conf" | grep -v ': fine$')"
verdict nobody_answers_yet "$("$adjutant" status 2>&1 | grep -v 'no adjutantd is running')"
start
status=$("$adjutant" status)
verdict status_tells "$(for each in 'Table 3 (club-3, replay table)' 'game 1, barrage: setup' 'paired: nobody' \
	'board: ok' 'journal: ok'; do grep -qF "$each" <<<"$status" || echo "no '$each'"; done)"
for side in red blue; do
	verdict "${side}_sets_up" "$(fine "$adjutant" say $side formation "$(setup_of $side)")"
	verdict "${side}_is_ready" "$(fine "$adjutant" say $side ready)"
done
verdict a_word_is_refused "$("$adjutant" say red dance 2>&1 | grep -v 'there is no such word\|has not begun\|game')"
verdict no_export_before_the_end "$("$adjutant" export 1 2>&1 >/dev/null | grep -v 'not over\|still\|being played')"
verdict real_board_has_no_table_seat "$("$adjutant" pair table 2>&1 | grep -v 'no virtual table')"

for _ in {1..1200}; do
	"$adjutant" status | grep -q 'over,' && break
	sleep 0.05
done
verdict game_is_over "$("$adjutant" status | sed -n 2p | grep -v "over, $(sed -n 's/^result \(.*\) \(.*\)/\1 by \2/p' "$game")")"
"$adjutant" export --output "$scratch/1.game" 1 2>"$scratch/why"
verdict exported "$(cat "$scratch/why")"
verdict record_is_the_game "$(diff <(grep -E '^[0-9]' "$game" | sed 's/ *{.*//') <(grep -E '^[0-9]' "$scratch/1.game"))"
verdict record_verifies "$(fine "$adjutant" verify --key "$("$adjutant" key)" "$scratch/1.game")"
verdict archive_verifies "$(fine "$adjutant" verify --key "$("$adjutant" key)" "$ADJUTANT_STATE")"

# What was recorded is what a replay understands: the same game again.
"$adjutant" record 1 >"$scratch/1.rec"
verdict recording_holds_no_rank "$(grep -n 'formation [^*]' "$scratch/1.rec")"
verdict recording_replays "$(diff <(sed -n 's/^[0-9]* [a-z]* \([a-j][0-9]*\)[-x]\([a-j][0-9]*\).*/\1 \2/p' "$game") \
	<("$adjutant" replay --game "$scratch/1.game" --to public "$scratch/1.rec" |
		sed -nE 's/.*"event":"(move|attack)".*"from":"([^"]*)","sq":"([^"]*)".*/\2 \3/p') | head -n 5)"

verdict rematch_by_operator "$(fine "$adjutant" new --red Ann --blue 'Bob B.' --option 'clock fischer 5+3' quick-duel)"
verdict another_is_listed "$("$adjutant" games | grep -q 'Ann' || "$adjutant" games)"
verdict unknown_option "$("$adjutant" new --option 'walrus 3' 2>&1 | grep -v 'not an option')"
verdict unknown_edition "$("$adjutant" new chess 2>&1 | grep -v 'no such edition')"

# What cannot be meant is refused before the daemon is asked, and by the exit status too.
bytes=$'J\xfcrgen' # not UTF-8
verdict bytes_are_no_word "$(amiss 2 'not plain text' say red "$bytes")"
verdict bytes_are_no_name "$(amiss 2 'not plain text' new --red "$bytes")"
verdict bytes_are_no_option "$(amiss 2 'not plain text' new --option "clock $bytes")"
verdict bytes_are_no_seat "$(amiss 2 'not plain text' pair "$bytes")"
verdict bytes_may_be_a_directory "$(amiss 1 'no adjutantd is running' status --state "$scratch/$bytes")"
verdict number_of_a_game "$(for each in 1x abc 0 '' 99999999999999999999; do amiss 2 'a game has a number' continue "$each"; done)"
verdict number_that_is_none_here "$(amiss 1 'there is no game 99' continue 99)"
verdict others_options "$(amiss 2 'no option --move' unpair --move red; amiss 2 'no option --red' unpair --red Joe red
	amiss 2 'no option --option' status --option x; amiss 2 'no option --red' pair --red Joe red
	amiss 2 'no option --move' new --move; amiss 2 'no option --site' say --site x red ready
	amiss 2 'resume: there is no option --blue' resume --blue x; amiss 2 'no option -1' continue -1)"
verdict options_may_stand_anywhere "$(amiss 1 'no adjutantd is running' pair red --move --state "$scratch/none"; amiss 1 'no adjutantd is running' new duel --option training --state "$scratch/none")"
verdict surplus_is_named "$(amiss 2 '"red" is one argument too many' status red; amiss 2 '"x" is one' new duel x)"
verdict help_for_what_there_is "$(amiss 0 'usage: adjutant say' help say; amiss 0 'usage: adjutant COMMAND' help)"
verdict help_for_what_there_is_not "$(amiss 2 'no command "nosuch"' help nosuch)"
verdict nothing_was_changed "$("$adjutant" games | grep -q Ann || "$adjutant" games)"

# Sixteen have room at the control socket; callers after them are told so, until one leaves. A caller
# that asks how it stands takes a place too for a moment, so that any recorder may be one too many: they
# come until there is no room.
recorders=()
for _ in {1..300}; do
	"$adjutant" record >/dev/null 2>&1 &
	recorders+=($!)
	"$adjutant" status >/dev/null 2>"$scratch/why" || break
	sleep 0.05
done
verdict one_too_many_is_told "$(grep -v 'too many are connected' "$scratch/why")$([ -s "$scratch/why" ] || echo 'not refused')"
kill "${recorders[@]}" 2>/dev/null
wait "${recorders[@]}" 2>/dev/null
verdict who_leaves_makes_room "$(fine "$adjutant" status)"
stop TERM
verdict ends_quietly "$(grep -v 'root/administrator\|message_size_limit\|no index.html\|no web pages' "$scratch/log")"
verdict archive_without_the_daemon "$("$adjutant" games | grep -q 'barrage' || echo 'nothing listed')"
exit $failed
