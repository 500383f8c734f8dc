#!/usr/bin/env python3
"""Makes the schematics and boards of the kit from its table (../kit.toml).

    gen.py write [DIRECTORY]     writes them here, or there
    gen.py check                 says which of them differ from those that are here
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import controller_circuit  # noqa: E402 (found by the line above)
import kit as table  # noqa: E402
import tile_circuit  # noqa: E402


def made(kit):
    """path -> text of everything that is made"""
    files = {}
    for circuit in (tile_circuit.make(kit), controller_circuit.make(kit)):
        files[f'{circuit.name}.net'] = circuit.listing()
    return files


def main(words):
    files = made(table.load())
    if words[:1] == ['write'] and len(words) < 3:
        for path, text in files.items():
            target = pathlib.Path(*words[1:] or [HERE]) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
    elif words == ['check']:
        differ = [path for path, text in files.items() if not (HERE / path).exists() or (HERE / path).read_text() != text]
        print('\n'.join(differ))
        sys.exit(bool(differ))
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(sys.argv[1:])
