#!/usr/bin/env bash
# Boards with one thing soldered wrong, simulated with their wiring and the firmware, and what `adjutant
# selftest` makes of them: it must name the part.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
cd "$(dirname "$0")/../.." || exit
adjutant=${ADJUTANT:-build/adjutant}

# Why it does not say just this: so many faults, all of which match.
amiss_with() { # COUNT PATTERN WALK-OPTION...
	local said
	said=$(build/nano/walk "${@:3}" | "$adjutant" selftest --from - 2>&1 | grep -E '^  - |are fine\.$|^The diodes')
	[ "$(grep -cE "^  - " <<<"$said")" -eq "$1" ] || echo "not $1: $said"
	grep -qE -- "$2" <<<"$said" || echo "no '$2': $said"
}

verdict all_is_fine "$(amiss_with 0 '^All 92 squares that were tried are fine\.$')"
verdict diodes_are_proved "$(amiss_with 0 '^The diodes of [89][0-9] squares' --leave)"
verdict reed_that_never_closes "$(amiss_with 1 '  - a1 is dead: .* that reed and of its diode' 'dead J1/SW1')"
verdict reed_that_never_opens "$(amiss_with 1 '  - g2 is stuck: ' 'stuck J2/SW7')"
verdict reed_that_chatters "$(amiss_with 1 '  - e4 is a weak contact: it chattered for [0-9]+ ms \(19 edges\) when the piece was set down' 'chatter e4')"
verdict reed_that_flutters "$(amiss_with 1 '  - e4 is a weak contact: it let go 10 times while the piece stood there' 'flutter e4')"
verdict reed_that_moves_by_itself "$(amiss_with 1 '  - e4 moves by itself' 'noise e4')"
verdict diode_without_contact "$(amiss_with 1 '  - b2 is dead: .* that reed and of its diode' 'lift J1/D7.1')"
verdict diode_turned "$(amiss_with 1 '  - j10 is dead: .* which may be the wrong way round' 'turn J4/D25')"
verdict diode_bridged "$(amiss_with 1 '  - the diode of b7 does not hold: with a piece there, others vanish' --leave 'short J3/D7.1 J3/D7.2')"
verdict row_without_driver "$(amiss_with 1 '  - row 1 is dead, all of it' 'lift U1.1')"
# its input floats
verdict column_without_resistor "$(amiss_with 1 '  - column a (is dead, all of it|looks closed all along)' 'lift RN1.2')"
verdict wire_of_a_row_at_one_tile "$(amiss_with 5 '  - e1 is dead' 'lift J1.3')"
verdict wire_of_a_column_at_one_tile "$(amiss_with 5 '  - a10 is dead' 'lift J3.4')"
verdict columns_exchanged "$(amiss_with 1 '  - columns a and b answer for each other' 'swap U2.6 U2.5')"
verdict rows_exchanged "$(amiss_with 1 '  - rows 9 and 10 answer for each other' 'swap U1.10 U1.11')"
verdict rows_exchanged_at_one_tile "$(amiss_with 5 '  - c1 and c2 are swapped' 'swap J1.3 J1.5')"
verdict columns_bridged "$(amiss_with 1 '  - columns a and b close together: .* bridge of solder' 'short J1.4 J1.6')"
verdict rows_bridged "$(amiss_with 2 '  - row 2 is dead, all of it' 'short J1.3 J1.5')"
rows=('swap U1.1 U1.11' 'swap U1.2 U1.10' 'swap U1.3 U1.9' 'swap U1.4 U1.7' 'swap U1.5 U1.6')
columns=('swap U2.6 U3.5' 'swap U2.5 U3.6' 'swap U2.4 U2.11' 'swap U2.3 U2.12' 'swap U2.14 U2.13')
verdict rows_mirrored "$(amiss_with 1 '  - the rows are mirrored' "${rows[@]}")"
verdict columns_mirrored "$(amiss_with 1 '  - the columns are mirrored' "${columns[@]}")"
verdict both_mirrored "$(amiss_with 1 '  - the whole board is turned round' "${rows[@]}" "${columns[@]}")"
verdict column_at_ground "$(amiss_with 1 '  - column a looks closed all along' 'short J1.4 J1.2')"
verdict no_data "$(amiss_with 1 '  - no square answers at all' 'lift R7.1')"
verdict no_load "$(amiss_with 1 '  - no square answers at all' 'lift U2.1')"
verdict reeds_joined_beside "$(amiss_with 1 '  - a2 closes too when a piece stands on a1: the magnet reaches over, or the two are joined' 'short J1/D1.2 J1/D6.2')"
verdict reeds_joined_elsewhere "$(amiss_with 1 '  - a3 closes too when a piece stands on a1: the two are joined' 'short J1/D1.2 J1/D11.2')"
verdict chain_of_shift_registers "$(amiss_with 2 '  - column j is dead, all of it' 'lift U2.10')"
# two of its squares are lakes
verdict ribbon_turned "$(amiss_with 23 '  - e5 is dead' 'turn J1')"
[ $failed -eq 0 ]
