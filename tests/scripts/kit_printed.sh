#!/usr/bin/env bash
# The kit's printed parts, where there is an OpenSCAD: `make test-kit` brings one, `make test` does not need it.
set -u
cd "$(dirname "$0")/../.." || exit

command -v python3 >/dev/null || { echo 'kit_printed.sh:1:printed:IGNORE: there is no python3'; exit; }
exec tests/kit/printed
