#!/usr/bin/env bash
# The kit's printed parts, where there is an OpenSCAD: `make test-kit` brings one, `make test` does not need it.
set -u
cd "$(dirname "$0")/../.." || exit

exec tests/kit/printed
