"""Pours the ground of the controller with KiCad's own hand, and keeps what came of it: inside KiCad's Debian,

    fill.py BOARD.kicad_pcb OUT

The generator puts the polygons back into the board that it writes, so that the board is whole without KiCad.
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import pcbnew  # noqa: E402 (KiCad's)
import sexp  # noqa: E402


def polygons(text):
    for item in sexp.read(text):
        if isinstance(item, list) and item[0] == 'zone':
            for part in item:
                if isinstance(part, list) and part[0] == 'filled_polygon':
                    layer = next(p[1] for p in part if isinstance(p, list) and p[0] == 'layer')
                    points = next(p[1:] for p in part if isinstance(p, list) and p[0] == 'pts')
                    yield layer, [(float(x), float(y)) for _, x, y in points]


def main(source, target):
    board = pcbnew.LoadBoard(source)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    with tempfile.TemporaryDirectory() as scratch:
        filled = f'{scratch}/filled.kicad_pcb'
        pcbnew.SaveBoard(filled, board)
        lines = [f'{layer} ' + ' '.join(f'{sexp.number(x)},{sexp.number(y)}' for x, y in points)
                 for layer, points in polygons(pathlib.Path(filled).read_text())]
    pathlib.Path(target).write_text('\n'.join(sorted(lines)) + '\n')


main(*sys.argv[1:])
