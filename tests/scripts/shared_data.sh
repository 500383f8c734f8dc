#!/usr/bin/env bash
# Games and positions of other people's programs, with known verdicts, where a checkout has them
# beside it in ../shared/data. They are not part of the project, so without them there is nothing to
# fail. ADJUTANT is the command to try.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
cd "$(dirname "$0")/../.." || exit

adjutant=${ADJUTANT:-build/adjutant}
data=../shared/data

if [ ! -d $data ]; then
	echo "${0##*/}:1:shared_data:IGNORE: there is no $data"
	exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line a game, as in the .expect files: "N legal" or "N illegal RULE PLY".
summarise() {
	awk -F '[":,{}]+' '
		{ for (i = 2; i < NF; i += 2) field[$i] = $(i + 1) }
		/"verdict":"illegal"/ { said = " illegal " field["rule"] " " field["ply"] }
		/"plies":/ { print field["game"] (said ? said : " legal"); said = "" }'
}

verdicts_as_expected() { # NAME
	"$adjutant" judge "$data/$1.games" 2>"$work/err" | summarise >"$work/said"
	head -n 3 "$work/err"
	diff "$data/$1.expect" "$work/said" | head -n 5
}

# Every game is legal to its end, and ends as its record says.
all_legal() { # NAME GAMES
	"$adjutant" judge --quiet "$data/$1.games" >"$work/said" 2>"$work/err" || echo "exit $?"
	head -n 3 "$work/err"
	[ "$(wc -l <"$work/said")" -eq "$2" ] || echo "$(wc -l <"$work/said") games instead of $2"
}

# Each line to the depth that is expected of it.
counts_as_expected() { # NAME
	local depth
	depth=$(awk 'NF > n { n = NF } END { print n }' "$data/$1.expect")
	"$adjutant" perft "$depth" "$data/$1.games" 2>"$work/err" |
		awk 'NR == FNR { n[NR] = NF; next }
			{ for (i = 1; i <= n[FNR]; i++) printf "%s%s", $i, i < n[FNR] ? " " : "\n" }' \
			"$data/$1.expect" - >"$work/said"
	head -n 3 "$work/err"
	diff "$data/$1.expect" "$work/said" | head -n 5
}

verdict ai_original_512_games "$(all_legal ai-original 512)"
verdict chase "$(verdicts_as_expected chase)"
verdict two_squares "$(verdicts_as_expected two-squares)"
verdict perft_counts "$(counts_as_expected perft)"
exit $failed
