#!/usr/bin/env bash
# Games that end before play begins, one in every way there is: each must be listed, shown, exported
# and verified, survive the daemon's death, and be followed by another. ADJUTANT is the command to try.
set -u
# shellcheck source=tests/support/daemon.sh
. "$(dirname "$0")/../support/daemon.sh"

configure <<END
[table]
driver = virtual
[game]
edition = duel
END

# The game on the table is over: everything that reads it, before and after the daemon's death.
ended() { # NAME NUMBER RESULT SENTENCE
	local when file=$scratch/$2.game
	for when in at_once killed; do
		verdict "$1_$when" "$(
			amiss 0 "^game $2, .*: over, $3" status
			amiss 0 "^ *$2 .* 0  $3\$" games
			amiss 0 "^$4, before play began" show "$2"
			amiss 0 '' export --output "$file" "$2"
			amiss 0 "^$4, before play began" export --format text "$2"
			amiss 1 'ended before it began|cannot hold' export --format gravon "$2"
			amiss 3 "$3 before play began: signed" verify "$file"
			amiss 3 "game $2: .* $3 before play began: signed" verify "$ADJUTANT_STATE"
			amiss 0 '^adjutant-recording 1$' record "$2"
		)"
		[ $when = killed ] || { stop KILL && start; }
	done
}

# Both want another, or the operator does.
again() { # NAME NUMBER EDITION
	verdict "$1_rematch" "$(
		amiss 0 '' say red rematch
		amiss 0 '' say blue rematch
		amiss 0 "^game $2, $3: setup" status
	)"
}

start
for word in offer-draw accept-draw offer-takeback accept-takeback pause resume adjourn confirm rematch; do
	verdict "too_early_to_$word" "$(amiss 1 'has not begun|not over' say red $word)"
done
for word in pause takeback 'clock red 60' 'correct a1 empty' 'correct done'; do
	# shellcheck disable=SC2086 # words
	verdict "too_early_for_the_arbiters_${word// /_}" "$(amiss 1 'has not begun' say arbiter $word)"
done
verdict call "$(amiss 0 '' say red call-arbiter)"
verdict red_resigns "$(amiss 0 '' resign red)"
ended red_resigned 1 'blue by resigned' 'Blue wins: red resigned'
again red_resigned 2 duel
verdict blue_resigns "$(amiss 0 '' say blue resign)"
ended blue_resigned 2 'red by resigned' 'Red wins: blue resigned'
verdict new_with_cards "$(amiss 0 '' new battle-cards)"
verdict arbiter_resigns_for_red "$(amiss 0 '' say arbiter answer red resign)"
ended answered 3 'blue by resigned' 'Blue wins: red resigned'
again answered 4 battle-cards
verdict arbiter_awards "$(amiss 0 '' say arbiter award draw)"
ended awarded 4 'draw by arbiter' 'A draw|Draw'
verdict new_after_an_award "$(amiss 0 '' new quick-duel)"
verdict dropped "$(amiss 0 '' new duel)$(amiss 0 '^ *5 .* 0  dropped$' games)"
verdict all_verifies "$(amiss 3 '4 finished games, 2 other' verify "$ADJUTANT_STATE")"
stop TERM
verdict ends_quietly "$(grep -v 'root/administrator\|message_size_limit\|no index.html\|no web pages' "$scratch/log")"
exit $failed
