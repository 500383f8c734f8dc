#!/usr/bin/env bash
# The archive through the command: what it lists, shows, exports and records, what it keeps to itself,
# and what verify lets pass. ADJUTANT is the command to try.
#
# The archive is made by the unit test of finished records, which knows what is in it; there every
# byte of a record and every row of an archive is tried.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
# shellcheck source=tests/support/try.sh
. "$(dirname "$0")/../support/try.sh"
cd "$(dirname "$0")/../.." || exit

adjutant=${ADJUTANT:-$PWD/build/adjutant}
maker=$(dirname "$adjutant")/tests/unit/archive/test_record_writer
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TZ=UTC

has_not() { # PATTERN FILE: what should not be there
	grep -aE -m 1 -- "$1" "$2" | sed 's/^/should not be there: /'
}

state=$work/state
mkdir "$state"
if ! "$maker" --archive "$state" 2>"$work/err"; then
	verdict made "$(cat "$work/err")"
	exit 1
fi

# ---- games ----

cat >"$work/games" <<'END'
game  begun             edition        red           blue          plies  result
   1  2026-11-17 07:20  barrage        Anna          Bernd            27  red by flag
   2  2026-11-17 07:20  quick-barrage  Clara & co    Dörte             4  red by resigned
   3  2026-11-17 07:20  barrage        -             -                14  red by flag
   4  2026-11-17 07:21  battle-cards   Anna          Bernd            12  red by arbiter
   5  2026-11-17 07:21  quick-barrage  Clara & co    Dörte             2  draw by agreed
   6  2026-11-17 07:21  quick-barrage  Clara & co    Dörte             0  red by immobile
   7  2026-11-17 07:22  quick-barrage  Clara & co    Dörte             0  blue by resigned
   8  2026-11-17 07:22  quick-barrage  Clara & co    Dörte             0  dropped
   9  2026-11-17 07:22  quick-barrage  Clara & co    Dörte             2  adjourned
  10  2026-11-17 07:23  quick-barrage  Clara & co    Dörte             1  blue by resigned
  11  2026-11-17 07:23  battle-cards   Anna          Bernd             6  running
END
try games --state "$state"
verdict games "$(wrong 0 . '')$(diff "$work/games" "$work/out" | head -n 3)"
ADJUTANT_STATE=$state try games
verdict usual_place "$(wrong 0 . '')$(cmp "$work/games" "$work/out" 2>&1)"

# ---- show ----

try show --state "$state" 1
verdict show "$(wrong 0 'Marshal takes Flag' '')$(wrong 0 '^Red wins: the flag was taken, after 27' '')$(
	wrong 0 '^    10 \(M\)' '')"
try show --state "$state" 3
verdict show_corrected "$(wrong 0 '^The arbiter corrected the position:$' '')"
try show --state "$state" 7
verdict show_never_begun "$(wrong 0 'Blue wins: red resigned, before play began' '')"
# Ranks are in brackets on the board and by name in battles; none of either, nor an exchanged card.
for game in 9 11; do
	try show --state "$state" $game
	verdict "show_unfinished_$game" "$(wrong 0 'is not over' '')$(wrong 0 '[[(]\?[])]' '')$(
		has_not '\[[^?]\]|\([^?)]\)|takes|falls to| fall$' "$work/out")$(
		has_not 'Marshal|General|Scout|Flag|setup|swap|spy-attack|[1-9MBF.]{6}' "$work/out")"
done
try show --state "$state" 8
verdict show_in_set_up "$(wrong 0 'being set up' '')"

# ---- export ----

try export --state "$state" 1
verdict export "$(wrong 0 '^result red flag$' '')$(wrong 0 '^# signature [0-9a-f]{128}$' '')"
cp "$work/out" "$work/1.game"
for game in 1 2 3 4 5 6; do
	try export --state "$state" $game --output "$work/$game.game"
	verdict "export_${game}_to_a_file" "$(wrong 0 '' '')"
	try judge --quiet "$work/$game.game"
	verdict "judge_$game" "$(wrong 0 '"result":"(red|draw)"' '')"
done
try export --state "$state" --format game 1
verdict export_is_the_same_again "$(cmp "$work/out" "$work/1.game" 2>&1)"
(umask 022 && "$adjutant" export --state "$state" --output "$work/mode" 1)
verdict export_may_be_shared "$([ "$(stat -c %a "$work/mode")" = 644 ] || stat -c %a "$work/mode")"
for game in 8 9 11; do
	for format in game gravon text; do
		try export --state "$state" --format $format $game
		verdict "unfinished_${game}_as_$format" "$(wrong 1 '' 'not over')"
	done
done
echo old >"$work/old"
try export --state "$state" --output "$work/old" 11
verdict refusal_leaves_the_file "$(wrong 1 '' 'not over')$([ "$(cat "$work/old")" = old ] || echo changed)"
try export --state "$state" --output "$work/never" 11
verdict refusal_makes_no_file "$([ ! -e "$work/never" ] || echo made)"
try export --state "$state" 10
verdict not_signed_yet "$(wrong 1 '' 'not been signed')"
try export --state "$state" --output "$work/nowhere/x" 1
verdict export_to_nowhere "$(wrong 1 '' 'cannot be written')"
try export --state "$state" --format gravon 1
verdict gravon "$(wrong 0 '^  <move id="27" source="A9" target="A10"/>$' '')$(
	command -v xmllint >/dev/null && xmllint --noout "$work/out" 2>&1)"
try export --state "$state" --format gravon 4
verdict gravon_has_no_cards "$(wrong 1 '' 'cards')"
try export --state "$state" --format gravon 3
verdict gravon_has_no_corrections "$(wrong 1 '' 'corrected')"
for game in 1 2 3 4 5 6 7 10; do
	try export --state "$state" --format text $game
	verdict "sheet_of_$game" "$(wrong 0 '^Arbiter  ____' '')$(has_not '^.{81}' "$work/out")"
done

# ---- record ----

cat >"$work/expected" <<'END'
adjutant-recording 1
edition quick-barrage
option settle-ms 800
option clock none
sensors reed
0 frame 01010000/00100000/10101110/00000000/00000000/10011001/00010100/00001010
1000000 say red place b1 *
2000000 say blue formation *
3000000 say arbiter answer red place d1 *
4000000 say red ready
10600000 open a3
10900000 close a3
72000000 restart
73000000 open g3
74000000 say arbiter correct g3 red *
75000000 say red card mulligan *
76000000 say blue adjourn
77000000 open g3
END
try record --state "$state" 9
verdict record "$(wrong 0 . '')$(diff "$work/expected" "$work/out" | head -n 3)"
cp "$work/out" "$work/9.rec"
try replay --game "$work/2.game" "$work/9.rec"
verdict recording_can_be_replayed "$(wrong 0 . '')"
try record --state "$state" 11
verdict record_taken_up_again "$(wrong 0 '^2000000 restart$' '')$(wrong 0 '^3000000 close a1$' '')"

# ---- verify ----

key=$(sed -n 's/^# board //p' "$work/1.game")
for game in 1 2 3 4 5 6; do
	try verify "$work/$game.game"
	verdict "verify_$game" "$(wrong 3 'commitments opened, judged again' '')$(
		wrong 3 "$key, which was not compared" '')"
done
try verify --key "$key" "$work/1.game" "$work/2.game"
verdict verify_with_key "$(wrong 0 '2\.game: quick-barrage, red by resigned' '')$(has_not compared "$work/out")"
try key --state "$state"
verdict key "$(wrong 0 "^$key\$" '')"
cp "$work/out" "$work/key"
try verify --key "$work/key" "$work/1.game"
verdict verify_with_key_file "$(wrong 0 . '')"
try verify --key "${key//[0-9]/7}" "$work/1.game"
verdict verify_with_another_key "$(wrong 1 '' 'another board')"
try verify - <"$work/1.game"
verdict verify_standard_input "$(wrong 3 '^standard input: barrage' '')"

# a copy with the byte at an offset changed
change_byte() { # FILE OFFSET COPY
	local byte
	cp "$1" "$3"
	byte=$(od -An -tu1 -j "$2" -N 1 "$1")
	# shellcheck disable=SC2059 # the format is the byte
	printf "\\x$(printf %x $((byte ^ (1 + $2 % 255))))" |
		dd of="$3" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

size=$(stat -c %s "$work/1.game")
for ((offset = 0; offset < size; offset += 1 + size / 40)); do
	change_byte "$work/1.game" "$offset" "$work/changed.game"
	try verify "$work/changed.game"
	verdict "byte_$offset" "$(wrong 1 '' 'changed\.game: ')"
done
sed 's/^red Anna/red Anne/' "$work/1.game" >"$work/changed.game"
try verify "$work/changed.game"
verdict another_name "$(wrong 1 '' 'signature is not good')"
head -c -1 "$work/1.game" >"$work/changed.game"
try verify "$work/changed.game"
verdict no_last_newline "$(wrong 1 '' 'does not end with a signature')"
{ cat "$work/1.game" && echo; } >"$work/changed.game"
try verify "$work/changed.game"
verdict another_newline "$(wrong 1 '' 'does not end with a signature')"
sed 's/$/\r/' "$work/1.game" >"$work/changed.game"
try verify "$work/changed.game"
verdict windows_lines "$(wrong 1 '' .)"
sed '/^# signature/s/\(.*\)/\U\1/; s/^# SIGNATURE/# signature/' "$work/1.game" >"$work/changed.game"
try verify "$work/changed.game"
verdict capitals "$(wrong 1 '' 'signature is not good')"
try verify tests/games/barrage.game
verdict no_proof "$(wrong 1 '' 'has no proof')"
try verify "$work/1.game" tests/games/barrage.game "$work/2.game"
verdict one_of_three_is_wrong "$(wrong 1 '2\.game: ' 'barrage\.game: ')"
try verify "$work/missing" "$work/1.game"
verdict missing_file "$(wrong 2 '1\.game: ' 'missing: ')"
try verify /dev/null
verdict empty_file "$(wrong 1 '' 'no proof')"
try verify - < <(head -c 1000000 /dev/urandom)
verdict random_bytes "$(wrong 1 '' .)"
try verify - < <(head -c 20000000 /dev/zero)
verdict endless_file "$(wrong 2 '' 'too large')"

try verify "$state"
verdict verify_state "$(wrong 3 'in an unbroken chain to its signed end, 7 finished games, 4 other' '')$(
	wrong 3 'game 4: battle-cards, red by arbiter after 12 plies: signed, 60' '')"
try verify --key "$key" "$state"
verdict verify_state_with_key "$(wrong 0 . '')"
try verify --key "${key//[0-9]/7}" "$state"
verdict verify_state_with_another_key "$(wrong 1 '' 'not signed with this')"
cp "$state/archive.db" "$work/copy.db"
try verify "$work/copy.db"
verdict verify_archive "$(wrong 3 'unbroken chain' '')$([ ! -e "$work/copy.db-wal" ] || echo 'it left a log')"
try verify "$work"
verdict directory_without_archive "$(wrong 2 '' .)"

# Where a text stands in the archive, a byte of it is changed.
for body in 'play red a9xa10' 'setup blue .3' 'adjutant-game 1' 'play blue h6-h4' 'signature' 'r2 ready' \
	'place b1 F' adjourned; do
	offset=$(grep -abo -m 1 -- "$body" "$work/copy.db" | head -n 1 | cut -d : -f 1)
	change_byte "$work/copy.db" "$((offset + 4))" "$work/changed.db"
	try verify "$work/changed.db"
	verdict "archive_with_another_${body// /_}" "$(wrong 1 '' 'entry [0-9]+|damaged')"
done
size=$(stat -c %s "$work/copy.db")
for part in 2 3 4 10; do
	head -c $((size - size / part / 4096 * 4096)) "$work/copy.db" >"$work/changed.db"
	try verify "$work/changed.db"
	verdict "archive_cut_by_one_in_$part" "$(wrong 1 '' .)"
done
head -c 4096 /dev/urandom >"$work/changed.db"
try verify "$work/changed.db"
verdict not_an_archive "$(wrong 1 '' .)"

# ---- the commands themselves ----

for each in show export; do
	try $each --state "$state"
	verdict "${each}_without_game" "$(wrong 2 '' "^usage: adjutant $each")"
	try $each --state "$state" 99
	verdict "${each}_of_no_game" "$(wrong 2 '' 'there is no game 99')"
	for bad in 0 -1 x 1x 99999999999999999999 ''; do
		try $each --state "$state" "$bad"
		verdict "${each}_of_'$bad'" "$(wrong 2 '' "^usage: adjutant $each")"
	done
	try $each --state "$state" 1 2
	verdict "${each}_of_two" "$(wrong 2 '' "^usage: adjutant $each")"
done
for each in games 'show 1' 'export 1' 'record 1'; do
	# shellcheck disable=SC2086 # words
	try ${each%% *} --state "$work/nowhere" ${each#"${each%% *}"}
	verdict "${each%% *}_of_nowhere" "$(wrong 2 '' 'nowhere')"
	# shellcheck disable=SC2086 # words
	try ${each%% *} --state "$state" --loud ${each#"${each%% *}"}
	verdict "${each%% *}_with_unknown_option" "$(wrong 2 '' '^usage: ')"
done
verdict nowhere_stays_nowhere "$([ ! -e "$work/nowhere" ] || echo 'it was made')"
try export --state "$state" --format pdf 1
verdict unknown_format "$(wrong 2 '' 'game, gravon or text')"
try verify
verdict verify_nothing "$(wrong 2 '' '^usage: adjutant verify')"
try key --state "$work/nowhere"
verdict key_of_nowhere "$(wrong 2 '' nowhere)"
for bad in '' x "${key}0" "$key@" "$key@0" "$key@x" "${key%?}@5" "$key @5"; do
	try verify --head "$bad" "$work/1.game"
	verdict "bad_head_'$bad'" "$(wrong 2 '' '64 hexadecimal')"
done
for bad in "$work/missing" "$work/1.game" /dev/null; do
	try verify --seen "$bad" "$work/1.game"
	verdict "seen_is_${bad##*/}" "$(wrong 2 '' 'not JSON')"
	try verify --commitments "$bad" "$work/1.game"
	verdict "commitments_are_${bad##*/}" "$(wrong 2 '' 'not JSON')"
done
echo '{"moves":[]}' >"$work/unsigned"
try verify --seen "$work/unsigned" "$work/1.game"
verdict seen_is_not_signed "$(wrong 2 '' 'no state that a board has signed')"
try verify --key nonsense "$work/1.game"
verdict bad_key "$(wrong 2 '' '64 hexadecimal')"
if [ -e /dev/full ]; then
	for each in 'games' 'show 1' 'export 1' 'record 9'; do
		# shellcheck disable=SC2086 # words
		"$adjutant" ${each%% *} --state "$state" ${each#"${each%% *}"} >/dev/full 2>"$work/err"
		status=$?
		: >"$work/out"
		verdict "${each%% *}_to_a_full_disk" "$(wrong 1 '' 'cannot write')"
	done
	try export --state "$state" --output /dev/full 1
	verdict export_to_a_full_file "$(wrong 1 '' 'cannot be written')"
fi
exit $failed
