#!/usr/bin/env bash
# The encoder and decoder of the serial protocol compile as firmware: freestanding, with nothing
# from a C library, for this machine and, where its compiler is installed, for an AVR.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
cd "$(dirname "$0")/../.." || exit

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=(drivers/serial_frame.c drivers/serial_message.c)
options=(-std=c11 -I. -Wall -Wextra -Wpedantic -Werror -Os -ffreestanding -nostdlib)

compile() { # NM COMPILER...: what is wrong
	local nm=$1
	shift
	"$@" "${options[@]}" -r -o "$work/firmware.o" "${files[@]}" 2>&1 &&
		"$nm" -u "$work/firmware.o" | sed 's/^ *U /needs /' # from outside the two
}

# shellcheck disable=SC2086 # CC may be several words
verdict freestanding "$(compile nm ${CC:-cc})"
verdict headers "$(cat "${files[@]/%.c/.h}" "${files[@]}" | grep '#include' |
	grep -vE '<(stdbool|stddef|stdint)\.h>|"drivers/serial_(frame|message)\.h"')"
if command -v avr-gcc >/dev/null; then
	verdict avr "$(compile avr-nm avr-gcc -mmcu=atmega328p | grep -vE 'needs __.*(hi|si|qi)|needs __do_')"
else
	echo "serial_firmware.sh:1:avr:IGNORE: there is no avr-gcc here"
fi
[ $failed -eq 0 ]
