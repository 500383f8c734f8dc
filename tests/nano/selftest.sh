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
verdict reed_that_never_opens "$(amiss_with 1 '  - g2 ' 'stuck J2/SW7')"
verdict diode_without_contact "$(amiss_with 1 '  - b2 is dead: .* that reed and of its diode' 'lift J1/D7.1')"
verdict diode_turned "$(amiss_with 1 '  - j10 is dead: .* which may be the wrong way round' 'turn J4/D25')"
verdict diode_bridged "$(amiss_with 1 '  - b7 ' 'short J3/D7.1 J3/D7.2')"
verdict row_without_driver "$(amiss_with 1 '  - row 1 is dead, all of it' 'lift U1.1')"
verdict column_without_resistor "$(amiss_with 1 '  - column a is dead, all of it' 'lift RN1.2')"
verdict wire_of_a_row_at_one_tile "$(amiss_with 5 '  - e1 is dead' 'lift J1.3')"
verdict wire_of_a_column_at_one_tile "$(amiss_with 5 '  - a10 is dead' 'lift J3.4')"
verdict columns_exchanged "$(amiss_with 1 '  - columns a and b answer for each other' 'swap U2.6 U2.5')"
verdict rows_exchanged "$(amiss_with 1 '  - rows 9 and 10 answer for each other' 'swap U1.10 U1.11')"
verdict rows_exchanged_at_one_tile "$(amiss_with 5 '  - c1 and c2 are swapped' 'swap J1.3 J1.5')"
verdict columns_bridged "$(amiss_with 1 '  - columns a and b close together: .* bridge of solder' 'short J1.4 J1.6')"
verdict rows_bridged "$(amiss_with 2 '  - row 2 is dead, all of it' 'short J1.3 J1.5')"
# two of its squares are lakes
verdict ribbon_turned "$(amiss_with 23 '  - e5 is dead' 'turn J1')"
[ $failed -eq 0 ]
