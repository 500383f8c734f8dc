#!/usr/bin/env bash
# The encoder and decoder of the serial protocol compile as firmware: the four files copied into an
# empty directory, freestanding, with nothing from a C library, for this machine and, where its
# compiler is installed, for an AVR; and called from C++, which most firmware is written in.
set -u
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"
cd "$(dirname "$0")/../.." || exit

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp drivers/serial/serial_frame.[ch] drivers/serial/serial_message.[ch] "$work"
cd "$work" || exit
files=(serial_frame.c serial_message.c)
options=(-std=c11 -Wall -Wextra -Wpedantic -Werror -Os -ffreestanding -nostdlib)

compile() { # NM COMPILER...: what is wrong
	local nm=$1
	shift
	"$@" "${options[@]}" -r -o firmware.o "${files[@]}" 2>&1 &&
		"$nm" -u firmware.o | sed 's/^ *U /needs /' # from outside the two
}

# shellcheck disable=SC2086 # CC may be several words
verdict freestanding "$(compile nm ${CC:-cc})"
verdict headers "$(cat "${files[@]/%.c/.h}" "${files[@]}" | grep '#include' |
	grep -vE '<(stdbool|stddef|stdint)\.h>|"serial_(frame|message)\.h"')"
if command -v c++ >/dev/null; then
	cat >sketch.cpp <<'END'
#include "serial_message.h"

int main()
{
	uint8_t wire[SERIAL_WIRE];
	serial_frame frame = {};
	serial_decoder decoder = {};
	serial_heartbeat beat = {};
	serial_heard heard = SERIAL_NOTHING;

	serial_put_heartbeat(&frame, &beat);
	for (size_t i = 0, count = serial_frame_encode(&frame, wire); i < count; i++)
		heard = serial_decoder_take(&decoder, wire[i]);
	return heard == SERIAL_FRAME && serial_get_heartbeat(&decoder.frame, &beat) ? 0 : 1;
}
END
	# shellcheck disable=SC2086
	verdict from_cpp "$({ ${CC:-cc} -std=c11 -c "${files[@]}" && c++ -Wall -Wextra -Werror sketch.cpp serial_*.o -o sketch &&
		./sketch || echo "ended with $?"; } 2>&1)"
else
	echo "serial_firmware.sh:1:from_cpp:IGNORE: there is no C++ compiler here"
fi
if command -v avr-gcc >/dev/null; then
	verdict avr "$(compile avr-nm avr-gcc -mmcu=atmega328p | grep -vE 'needs __.*(hi|si|qi)|needs __do_')"
else
	echo "serial_firmware.sh:1:avr:IGNORE: there is no avr-gcc here"
fi
[ $failed -eq 0 ]
