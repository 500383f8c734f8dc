#!/usr/bin/env bash
# The command from end to end: what it writes, where, and how it ends. ADJUTANT is the one to try.
#
# The games in tests/games/ have what judge makes of them beside them (.judge), the positions in
# perft.games their counts (perft.expect, to the depth that each line has); both are compared byte
# for byte.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
# shellcheck source=tests/support/try.sh
. "$(dirname "$0")/../support/try.sh"
shopt -s nullglob
cd "$(dirname "$0")/../games" || exit

adjutant=${ADJUTANT:-../../build/adjutant}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

differs() { # EXPECTED ACTUAL
	cmp "$1" "$2" 2>&1 || true
}

# ---- games with known verdicts ----

games_as_expected() {
	local file name status_expected
	for file in *.game *.games; do
		name=${file%.*}
		[ "$name" != perft ] || continue
		status_expected=0
		# a disagreeing result is not in the lines, so it is named here
		if [ "$name" = results ] || grep -q '"verdict":"illegal"' "$name.judge"; then
			status_expected=1
		fi
		try judge "$file"
		verdict "game_$name" "$(differs "$name.judge" "$work/out")$(wrong $status_expected . \
			"$([ "$name" != results ] || echo 'the board says')")"
		try judge --quiet "$file"
		grep '"plies"' "$name.judge" >"$work/expected"
		verdict "quiet_$name" "$(differs "$work/expected" "$work/out")"
	done
}

# Each line to the depth that is expected of it.
perft_as_expected() { # GAMES EXPECT
	local depth
	depth=$(awk 'NF > n { n = NF } END { print n }' "$2")
	try perft "$depth" "$1"
	awk 'NR == FNR { n[NR] = NF; next }
		{ for (i = 1; i <= n[FNR]; i++) printf "%s%s", $i, i < n[FNR] ? " " : "\n" }' \
		"$2" "$work/out" >"$work/cut"
	differs "$2" "$work/cut"
	wrong 0 . ''
}

# ---- ways in ----

ways_in() {
	try judge <barrage.game
	verdict standard_input "$(differs barrage.judge "$work/out")$(wrong 0 . '')"
	try judge - <barrage.game
	verdict dash "$(differs barrage.judge "$work/out")$(wrong 0 . '')"
	try judge --quiet - <barrage.game
	verdict quiet_dash "$(wrong 0 '^\{"game":1,"plies":27,"result":"red","by":"flag"\}$' '')"
	try perft 2 - <barrage.game
	verdict perft_dash "$(wrong 0 '^0 0$' '')"
	try perft 2 <barrage.game
	verdict perft_standard_input "$(wrong 0 '^0 0$' '')"
	tr '\n' '\r' <barrage.game | sed 's/\r/\r\n/g' >"$work/windows.game"
	try judge "$work/windows.game"
	verdict windows_lines "$(differs barrage.judge "$work/out")$(wrong 0 . '')"
}

# Games are numbered on from one file to the next, and the worst of them decides.
several_files() {
	try judge --quiet barrage.game results.games duel.game
	verdict numbers_run_on "$(wrong 1 '^\{"game":14,"plies":12,"result":"blue","by":"forfeit"\}$' .)$(
		[ "$(wc -l <"$work/out")" -eq 14 ] || echo "not 14 games"
	)"
	try judge --quiet barrage.game - travel.game <quick-duel.game
	verdict dash_among_files "$(wrong 0 '^\{"game":3,"plies":14,' '')"
	try judge --quiet barrage.game "$work/missing.game"
	verdict missing_second_file "$(wrong 2 '"game":1,' 'missing\.game: ')"
	try judge --quiet duel.game barrage.game
	verdict illegal_before_legal "$(wrong 1 '"game":2,"plies":27' '')"
}

# ---- what is malformed ----

# Standard error must name the file, the line and why; what came before may have been judged.
malformed() { # NAME TEXT LINE [PATTERN-OF-OUTPUT]
	printf '%b' "$2" >"$work/bad.game"
	try judge "$work/bad.game"
	verdict "malformed_$1" "$(wrong 2 "${4-}" "^$work/bad\.game:$3: [a-zA-Z\"].*[a-z]")"
	try judge <"$work/bad.game"
	verdict "malformed_$1_on_standard_input" "$(wrong 2 "${4-}" "^standard input:$3: ")"
	try perft 1 "$work/bad.game"
	verdict "malformed_$1_in_perft" "$(wrong 2 "${4-}" "^$work/bad\.game:$3: ")"
}

malformed_files() {
	malformed first_line 'hello\n' 1
	malformed empty '' '[01]'
	malformed newer_version 'adjutant-game 2\n' 1
	malformed edition 'adjutant-game 1\n\n# x\nedition chess\n' 4
	malformed nothing_but_an_edition 'adjutant-game 1\nedition duel\n' '[23]'
	malformed bytes 'adjutant-game 1\nevent \377\376\n' 2
	malformed zero_byte 'adjutant-game 1\nevent a\000b\n' 2
	malformed second_game "$(cat isf.game)\nadjutant-game 1\nedition isf\nedition isf\n" 12 .
	malformed remark "$(head -n 6 isf.game)\n1 red e4-e5 {no end\n" 7
	malformed ply "$(head -n 6 isf.game)\n2 red e4-e5\n" 7
}

# Input of any size and kind ends in an orderly way.
hostile_input() {
	head -c 100000000 /dev/zero | tr '\0' 'a' | "$adjutant" judge >"$work/out" 2>"$work/err"
	status=$?
	verdict endless_line "$(wrong 2 '' '^standard input:1: .*long')"
	{
		echo 'adjutant-game 1'
		head -c 100000000 /dev/zero | tr '\0' '#'
	} | "$adjutant" judge >"$work/out" 2>"$work/err"
	status=$?
	verdict endless_comment "$(wrong 2 '' '^standard input:2: .*long')"
	head -c 1000000 /dev/urandom >"$work/random"
	try judge <"$work/random"
	verdict random_bytes "$(wrong 2 '' '^standard input:[0-9]+: ')"
	try judge "$work/random"
	verdict random_file "$(wrong 2 '' 'random:[0-9]+: ')"
	try perft 3 "$work/random"
	verdict random_file_in_perft "$(wrong 2 '' 'random:[0-9]+: ')"
}

unreadable_files() {
	try judge "$work/missing.game"
	verdict missing_file "$(wrong 2 '' 'missing\.game: .+')"
	try perft 1 "$work/missing.game"
	verdict missing_file_in_perft "$(wrong 2 '' 'missing\.game: .+')"
	try judge "$work"
	verdict directory "$(wrong 2 '' .)"
	try judge ''
	verdict empty_name "$(wrong 2 '' .)"
}

# ---- ways out ----

full_disk() { # NAME ARGUMENT...
	local name=$1
	shift
	if [ ! -e /dev/full ]; then
		verdict "$name" ''
		return
	fi
	"$adjutant" "$@" >/dev/full 2>"$work/err"
	status=$?
	: >"$work/out"
	verdict "$name" "$([ $status -ne 0 ] || echo 'exit 0')$(
		[ -s "$work/err" ] || echo 'no word of it'
	)"
}

# ---- the command itself ----

misuse() {
	local each
	for each in 0 21 x 1.5 2x 99999999999999999999 18446744073709551617; do
		try perft "$each" perft.games
		verdict "perft_to_depth_$each" "$(wrong 2 '' 'depth.*1 to 20')"
	done
	try perft -1 perft.games
	verdict perft_to_a_negative_depth "$(wrong 2 '' 'no option -1')"
	try perft '' perft.games
	verdict perft_to_no_depth "$(wrong 2 '' 'depth.*1 to 20')"
	try perft
	verdict perft_without_depth "$(wrong 2 '' '^usage: adjutant perft')"
	try perft 1 perft.games perft.games
	verdict perft_with_two_files "$(wrong 2 '' '^usage: adjutant perft')"
	try judge --loud barrage.game
	verdict judge_with_unknown_option "$(wrong 2 '' '^usage: adjutant judge')"
	try conquer
	verdict unknown_command "$(wrong 2 '' 'conquer')"
	try --unknown
	verdict unknown_option "$(wrong 2 '' '.')"
	try
	verdict no_command "$(wrong 2 '' '^usage: adjutant')"
}

helpfulness() {
	local each commands
	try help
	verdict help "$(wrong 0 '^  judge ' '')"
	cp "$work/out" "$work/help"
	try --help
	verdict dash_dash_help "$(differs "$work/help" "$work/out")$(wrong 0 . '')"
	try -h
	verdict dash_h "$(differs "$work/help" "$work/out")$(wrong 0 . '')"
	try --version
	verdict version "$(wrong 0 '^adjutant [0-9]+\.[0-9]+' '')"
	mapfile -t commands < <(sed -n 's/^  \([a-z]*\)  *.*/\1/p' "$work/help" | grep -vx help)
	for each in "${commands[@]}"; do
		try "$each" --help
		verdict "help_of_$each" "$(wrong 0 "^usage: adjutant $each" '')"
		cp "$work/out" "$work/its_help"
		try help "$each"
		verdict "help_$each" "$(differs "$work/its_help" "$work/out")"
	done
}

games_as_expected
verdict perft "$(perft_as_expected perft.games perft.expect)"
ways_in
several_files
malformed_files
hostile_input
unreadable_files
full_disk judge_to_a_full_disk judge barrage.game
full_disk perft_to_a_full_disk perft 1 perft.games
full_disk help_to_a_full_disk help
misuse
helpfulness
exit $failed
