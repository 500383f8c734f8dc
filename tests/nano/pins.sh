#!/usr/bin/env bash
# Firmware that goes by wrong pins, orders or limits, one at a time, on boards that are wired as they should be: the tests
# of those boards must find it. So they prove that pins.h is what the netlists are, and not only that it is used. What
# the simulation cannot tell is left to tests/kit: the time in which a row settles, and the directions of the pins that SPI has.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A firmware whose pins.h is changed by a sed script.
build_with() { # SCRIPT
	mkdir -p "$work/hardware/firmware" "$work/drivers/serial"
	cp hardware/firmware/*.[ch] "$work/hardware/firmware"
	cp drivers/serial/serial_{frame,message}.[ch] "$work/drivers/serial"
	sed -E -i "$1" "$work/hardware/firmware/pins.h"
	(cd "$work" && avr-gcc -mmcu=atmega328p -DF_CPU=16000000UL -std=c11 -I. -O2 -ffunction-sections -fdata-sections \
		-Wl,--gc-sections -o nano.elf hardware/firmware/*.c drivers/serial/*.c)
}

# Why a fault is not found by one of the boards' tests: because it was not put in, or all of them pass.
unseen() { # PROGRAM SCRIPT
	build_with "$2" || echo "it cannot be built"
	! cmp -s hardware/firmware/pins.h "$work/hardware/firmware/pins.h" || echo "nothing was changed"
	! NANO_FIRMWARE=$work/nano.elf "build/nano/$1" >"$work/said" 2>&1 || echo "$1 passes"
	grep -q ':FAIL' "$work/said" || echo "$1 has no verdict: $(tail -n 1 "$work/said")"
}

build_with '' || exit
for program in test_contacts test_hands; do
	verdict "${program}_passes_a_copy" "$(NANO_FIRMWARE=$work/nano.elf "build/nano/$program" | grep ':FAIL')"
done
while read -r program name script; do
	verdict "wrong_${name,,}" "$(unseen "$program" "$script")"
done <<-'EOF'
	test_contacts COLUMN_LOAD_BIT   s/(COLUMN_LOAD_BIT) 2/\1 6/
	test_contacts COLUMN_LOAD_PORT  s/(COLUMN_LOAD_PORT PORT)D/\1B/
	test_contacts COLUMN_CLOCK_BIT  s/(COLUMN_CLOCK_BIT) 3/\1 7/
	test_contacts COLUMN_DATA_BIT   s/(COLUMN_DATA_BIT) 4/\1 6/
	test_contacts ROW_SHIFT         s/(ROW_SHIFT) 0/\1 1/
	test_contacts ROW_OF_OUTPUT     /ROW_OF/,+1s/0, 1,/1, 0,/
	test_contacts COLUMN_OF_BIT     /COLUMN_OF/,+1s/8, 9/9, 8/
	test_lamps    LAMP_DATA_BIT     s/(LAMP_DATA_BIT) 5/\1 6/
	test_lamps    SQUARE_OF_LAMP    s/98, 99\}/99, 98}/
	test_lamps    CURRENT_LIMIT     s/(CURRENT_LIMIT_MA) 400/\1 410/
	test_hands    BUTTON_RED_BIT    s/(BUTTON_RED_BIT) 6/\1 7/
	test_hands    BUTTON_BLUE_PIN   s/(BUTTON_BLUE_PIN PIN)D/\1B/
	test_hands    PAD_SELECT_RED    s/(PAD_SELECT_RED_BIT) 0/\1 2/
	test_hands    PAD_SELECT_BLUE   s/(PAD_SELECT_BLUE_BIT) 2/\1 0/
	test_hands    PAD_RESET_BIT     s/(PAD_RESET_BIT) 1/\1 0/
	test_hands    PAD_FIRST_SQUARE  s/(PAD_FIRST_SQUARE) 100/\1 101/
	test_start    SUPPLY_ADC        s/(SUPPLY_ADC) 6/\1 7/
	test_start    SUPPLY_MV         s/(SUPPLY_MV_AT_1100) 6100/\1 6300/
	test_start    SCAN_HZ           s/(SCAN_HZ) 500/\1 490/
EOF
[ $failed -eq 0 ]
