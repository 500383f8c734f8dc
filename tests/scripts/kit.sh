#!/usr/bin/env bash
# The kit's circuits, as far as Python alone can tell; `make test-kit` asks KiCad and the simulation as well.
set -u
cd "$(dirname "$0")/../.." || exit

exec tests/kit/nets
