#!/usr/bin/env bash
# The build guide agrees with the kit's table: its numbers, drawings, and the commands that it names.
set -u
cd "$(dirname "$0")/../.." || exit

verdict() { # NAME COMMAND...
	if "${@:2}"; then
		echo "kit_guide.sh:1:$1:PASS"
	else
		echo "kit_guide.sh:1:$1:FAIL: see above"
		failed=1
	fi
}

finds() { # TEXT WHAT: a page with this text is found to be wrong in this way
	local said
	printf '%s\n' "$1" >"$scratch/page.md"
	said=$(python3 -B - "$scratch" <<-'END'
		import pathlib
		import sys
		sys.path.insert(0, 'hardware/guide')
		import values
		print('\n'.join(values.problems(pathlib.Path(sys.argv[1]))))
	END
	)
	[[ $said == *"$2"* ]] || { echo "in \"$1\" it finds \"$said\""; return 1; }
}

# shellcheck disable=SC2016 # backticks as the pages have them
finds_faults() {
	finds 'plate 4 mm<!-- stack.plate -->' '4 should be 3 (stack.plate)' &&
		finds 'plate 3 mm' 'where is "3 mm" from?' &&
		finds 'plate 3 mm<!-- stack.plait -->' 'stack.plait' &&
		finds 'closes within 12 mm<!-- reach.army -->' '12 should be 8.7' &&
		finds 'then `make soup`' 'there is no `make soup`' &&
		finds 'then `adjutant fly`' 'there is no `adjutant fly`' &&
		finds 'it says “the moon is full”' 'no driver says “the moon is full”' &&
		finds '| upright | careful | 2000 | 5,031 | 1 |' 'has no such row' &&
		! finds 'plate 3 mm<!-- stack.plate -->, `make test`, `adjutant status`' page.md >/dev/null
}

command -v python3 >/dev/null || { echo 'kit_guide.sh:1:guide:IGNORE: there is no python3'; exit; }
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
failed=
verdict numbers_and_commands_are_true hardware/guide/values.py
verdict parts_are_the_lists hardware/guide/lists.py check
verdict drawings_are_the_tables hardware/guide/draw.py check
verdict faults_in_a_page_are_found finds_faults
[ ! "$failed" ]
