#!/usr/bin/env bash
# Replays every recording in tests/replay/ and compares what the referee says with what is expected
# beside it, byte for byte. ADJUTANT is the command to try.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
shopt -s nullglob
adjutant=${ADJUTANT:-$(dirname "$0")/../../build/adjutant}
[[ $adjutant != [!/]*/* ]] || adjutant=$PWD/$adjutant # it may be given from where this is called
cd "$(dirname "$0")/../replay" || exit

# The first line that differs, as it is and as it should be; nothing if none does.
difference() { # EXPECTED ACTUAL
	awk '
		FILENAME == ARGV[1] { expected[++n] = $0; next }
		FNR > n || $0 != expected[FNR] {
			print "line " FNR " is " $0 (FNR > n ? " (too many)" : " instead of " expected[FNR])
			found = 1
			exit
		}
		{ last = FNR }
		END { if (!found && last < n) print "line " last + 1 " is missing: " expected[last + 1] }
	' "$1" "$2"
}

replay() { # NAME
	local why game
	game=games/$(sed -n 's/^# game //p' "$1.rec").game
	for each in "$game" "$1.expect"; do
		[ -f "$each" ] || { echo "there is no $each" && return; }
	done
	if ! "$adjutant" replay --game "$game" "$1.rec" >"$work/actual" 2>"$work/complaint"; then
		echo "ended badly: $(head -n 1 "$work/complaint")"
	elif [ -s "$work/complaint" ]; then
		echo "complained: $(head -n 1 "$work/complaint")"
	elif ! cmp -s "$1.expect" "$work/actual"; then
		why=$(difference "$1.expect" "$work/actual")
		echo "${why:-the end of the last line differs}"
	fi
}

work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# The recordings of a row of daemon/table/gestures.md, and those of a topic.
for recording in rows/*/*.rec [!rg]*/*.rec; do
	name=${recording%.rec}
	verdict "$name" "$(replay "$name")"
done

# A recording of a game that was going on hides the cards that were announced; the actions of its game have them.
hidden() { # NAME ACTION
	local name=rows/25/$1
	sed 's/ card play .*/ card play */' "$name.rec" >"$work/hidden.rec"
	game=games/$(sed -n 's/^# game //p' "$name.rec").game
	{ cat "$game" && echo "1 red $2"; } >"$work/whole.game"
	"$adjutant" replay --game "$work/whole.game" "$work/hidden.rec" >"$work/actual" 2>&1
	verdict "hidden_$1" "$(difference "$name.expect" "$work/actual")"
}
hidden boat '+boat c4-c7'
hidden charge-attack '+charge-2 e4xe6'
hidden jump '+jump i4-i6'
hidden swap-at-once 'swap b4 c4'

# Every row that the description of gestures numbers has a recording of its own, and every folder a row.
gestures=../../daemon/table/gestures.md
mapfile -t rows < <(sed -n '/^## The rows/,/^## [^T]/s/^| \([0-9]*\) |.*/\1/p' "$gestures")
verdict rows_numbered "$([ ${#rows[@]} -gt 0 ] && [ "${rows[*]}" = "$(seq -s ' ' ${#rows[@]})" ] ||
	echo "$gestures does not number its rows 1, 2, 3 ...")"
for row in "${rows[@]}"; do
	number=$(printf %02d "$row")
	recordings=(rows/"$number"/*.rec)
	verdict "row$number" "$([ ${#recordings[@]} -gt 0 ] || echo "no recording shows this row")"
done
for folder in rows/*/; do
	number=$(basename "$folder")
	[ $((10#$number)) -le ${#rows[@]} ] || verdict "row$number" "$gestures has no such row"
done

# Every event that a recording leads to is described.
formats=../../daemon/formats.md
while read -r event; do
	verdict "event_$event" "$(grep -q "^| .*\`$event\`.* |" "$formats" || echo "$formats does not describe it")"
done < <(sed 's/.*"event":"\([^"]*\)".*/\1/' rows/*/*.expect [!rg]*/*.expect | sort -u)
[ $failed -eq 0 ]
