#!/usr/bin/env python3
"""Makes the schematics and boards of the kit from its table (../kit.toml).

    gen.py write [DIRECTORY]     writes them here, or there
    gen.py check                 says which of them differ from those that are here
    gen.py route                 finds the controller's tracks anew, after parts have moved
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import board as boards  # noqa: E402 (found by the line above)
import controller_board  # noqa: E402
import controller_circuit  # noqa: E402
import controller_sheets  # noqa: E402
import footprints  # noqa: E402
import kit as table  # noqa: E402
import models  # noqa: E402
import project  # noqa: E402
import symbol_text  # noqa: E402
import tile_board  # noqa: E402
import tile_circuit  # noqa: E402
import tile_sheets  # noqa: E402


def made(kit):
    """path -> text of everything that is made"""
    files = dict(project.tables())
    for footprint in footprints.FOOTPRINTS.values():
        files[f'adjutant.pretty/{footprint.name}.kicad_mod'] = boards.library(footprint)
        if footprint.model:
            files[f'models/{footprint.name}.wrl'] = models.model(footprint)
    for circuit in (tile_circuit.make(kit), controller_circuit.make(kit)):
        files[f'{circuit.name}.net'] = circuit.listing()
        files[f'{circuit.name}.kicad_pro'] = project.project(circuit.name)
    files['adjutant.kicad_sym'] = symbol_text.library()
    files['tile.kicad_pcb'] = tile_board.make(kit).write()
    files['controller.kicad_pcb'] = controller_board.make(kit).write()
    sheets = tile_sheets.make(kit, tile_circuit.make(kit)) + controller_sheets.make(kit, controller_circuit.make(kit))
    for sheet in sheets:
        file = boards.sheet_file(sheet.circuit.name, sheet.sheet) if sheet.sheet else f'{sheet.circuit.name}.kicad_sch'
        files[file] = sheet.write(kit['revision'], kit['checked'])
    return files


def main(words):
    if words == ['route']:
        sys.exit(not controller_board.route(table.load()))
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
