"""Do the printed parts fit the tile's board? From hardware/kicad/tile.kicad_pcb as it is committed."""
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / 'hardware' / 'kicad'))
import sexp

LATE = ('Box_2x08', 'C_Radial') # what is soldered after the reeds


def values(node, name):
    return next((part[1:] for part in node if isinstance(part, list) and part[0] == name), [])


def numbers(words):
    return [float(word) for word in words]


class Part:
    """A footprint: its name, side, pads and the corners of what it takes, from the middle of the tile, y away from red."""

    def __init__(self, node, kit):
        self.name = node[1].split(':')[-1]
        self.back = values(node, 'layer') == ['B.Cu']
        x, y, *angle = numbers(values(node, 'at'))
        turn = math.radians(angle[0] if angle else 0)

        def place(px, py):
            middle = 50 + kit['tile']['columns'] * kit['board']['pitch'] / 2
            return (x + px * math.cos(turn) + py * math.sin(turn) - middle,
                    middle - (y - px * math.sin(turn) + py * math.cos(turn)))

        self.at = place(0, 0)
        self.pads = [place(*numbers(values(part, 'at'))[:2]) for part in node if isinstance(part, list) and part[0] == 'pad']
        self.corners = []
        for part in node:
            if isinstance(part, list) and part[0] == 'fp_rect' and values(part, 'layer')[0].endswith('CrtYd'):
                (x1, y1), (x2, y2) = numbers(values(part, 'start')), numbers(values(part, 'end'))
                self.corners += [place(px, py) for px in (x1, x2) for py in (y1, y2)]

    def nearest(self, x, y):
        """The distance of a place from the rectangle that this part takes."""
        xs, ys = zip(*self.corners)
        return math.hypot(max(min(xs) - x, 0, x - max(xs)), max(min(ys) - y, 0, y - max(ys)))


def nodes(*names):
    board = sexp.read((ROOT / 'hardware' / 'kicad' / 'tile.kicad_pcb').read_text())
    board = board[0] if board[0] and isinstance(board[0], list) else board
    return [node for node in board if isinstance(node, list) and node[0] in names]


def read(kit):
    return [Part(node, kit) for node in nodes('footprint')]


def copper(kit):
    """Tracks and vias: two ends and half of the width, from the middle of the tile."""
    middle = 50 + kit['tile']['columns'] * kit['board']['pitch'] / 2
    for node in nodes('segment', 'via'):
        ends = [numbers(values(node, word)) for word in (('start', 'end') if node[0] == 'segment' else ('at', 'at'))]
        width, = numbers(values(node, 'width' if node[0] == 'segment' else 'size'))
        yield [(x - middle, middle - y) for x, y in ends], width / 2


def apart(place, one, two):
    """The distance of a place from a straight line between two others."""
    (x, y), (dx, dy) = (place[0] - one[0], place[1] - one[1]), (two[0] - one[0], two[1] - one[1])
    along = max(0, min(1, (x * dx + y * dy) / (dx * dx + dy * dy))) if one != two else 0
    return math.hypot(x - along * dx, y - along * dy)


def under_screws(kit, tracks):
    for ends, half in tracks:
        for hole in kit['tile']['holes']:
            if apart(hole, *ends) - half < kit['tile']['hole_free']:
                yield f'a track at {ends[0]} is {apart(hole, *ends) - half:.2f} mm from the hole at {hole}'


def problems(kit, jig_width, parts=None):
    parts = parts or read(kit)
    tile, pitch, printed = kit['tile'], kit['board']['pitch'], kit['printed']
    half = tile['columns'] * pitch / 2
    holes = sorted(tuple(map(round, part.at)) for part in parts if part.name.startswith('Hole'))
    if holes != sorted(tuple(map(round, hole)) for hole in tile['holes']):
        yield f'the board has holes at {holes}'
    middles = sorted(round(-half + (i + 0.5) * pitch, 3) for i in range(tile['rows']))
    reeds = [part for part in parts if part.name.startswith('Reed')]
    for reed in reeds:
        (x, y), (wx, wy) = reed.pads
        if round(x, 3) not in middles or round(y, 3) not in middles or math.dist((wx, wy), (x + kit['reed']['pitch'], y)) > 0.01:
            yield f'a reed hangs at {x:.2f}, {y:.2f}, its wire at {wx:.2f}, {wy:.2f}'
    if len(reeds) != len(middles) ** 2:
        yield f'there are {len(reeds)} reeds'
    for part in parts:
        if not part.corners or part.name.startswith('Hole'):
            continue
        for hole in tile['holes']:
            wide = printed['post'] if part.back else printed['spacer']
            if part.nearest(*hole) < wide / 2:
                yield f'{part.name} at {part.at} is where a post or spacer stands'
        if part.back and max(abs(c) for corner in part.corners for c in corner) > half - kit['frame']['ledge']:
            yield f'{part.name} at {part.at} is on the ledge'
        if part.back and not part.name.startswith(('Reed',) + LATE):
            near = min(abs(y - line) for _, y in part.pads for line in middles)
            if near < jig_width / 2 + 0.4:
                yield f'the jig stands on a pad of {part.name} at {part.at}'
