"""Where the parts of the controller lie. Its tracks are found by router.py and kept in controller.tracks.

Ribbons leave on the left and on the right as their tiles lie, the Nano's USB at the top, power below.
"""
import hashlib
import pathlib

import controller_circuit
from board import Board
from router import Router

SIZE = (100.0, 100.0)
ORIGIN = (50.0, 50.0)
HERE = pathlib.Path(__file__).resolve().parent
TRACKS, GROUND = HERE / 'controller.tracks', HERE / 'controller.ground'
HOLES = [(4, 4), (96, 4), (16, 96), (84, 96)]

# ref: (x, y, angle) of pin 1, from the upper left corner; on the router's grid wherever the part allows it
PLACES = {
    'A1': (53.34, 45.72, 180),
    # ribbons: red's tiles above the others, as the cables lie under the board
    'J1': (5.08, 41.91, 0), 'J3': (5.08, 71.12, 0), 'J2': (92.71, 41.91, 0), 'J4': (92.71, 71.12, 0),
    # rows: from the Nano's left side through the resistors into the 74HC42
    'R1': (25.4, 17.78, 0), 'R2': (25.4, 20.32, 0), 'R3': (25.4, 22.86, 0), 'R4': (25.4, 25.4, 0),
    'U1': (15.24, 15.24, 0), 'C5': (16.51, 11.43, 0), 'RN3': (19.05, 8.255, 0),
    'C10': (30.48, 33.02, 0), 'R30': (25.4, 35.56, 0), 'R29': (25.4, 38.1, 0),
    'JP1': (22.86, 3.81, 90), 'J9': (11.43, 3.81, 90),
    # the Nano's right side: columns, lamps, buttons, pads
    'R5': (55.88, 35.56, 0), 'R6': (55.88, 33.02, 0), 'R7': (55.88, 30.48, 0), 'R8': (55.88, 27.94, 0),
    'R27': (55.88, 25.4, 0), 'R28': (55.88, 22.86, 0), 'R24': (66.04, 20.32, 180), 'R25': (66.04, 15.24, 180),
    'R26': (66.04, 12.7, 180), 'R9': (55.88, 10.16, 0),
    'RN4': (60.96, 39.37, 270),
    'J7': (29.21, 3.81, 90), 'J8': (58.42, 3.81, 90), 'C11': (5.08, 13.97, 270), 'C12': (5.08, 22.86, 270),
    'J5': (71.12, 3.81, 90), 'J6': (71.12, 8.89, 90),
    'R14': (71.12, 24.765, 90), 'R15': (73.66, 24.765, 90), 'R16': (76.2, 24.765, 90), 'R17': (78.74, 24.765, 90), 'R18': (81.28, 24.765, 90),
    'R19': (83.82, 24.765, 90), 'R20': (86.36, 24.765, 90), 'R21': (88.9, 24.765, 90), 'R22': (91.44, 24.765, 90), 'R23': (93.98, 24.765, 90),
    'U4': (72.39, 34.925, 90), 'C8': (68.58, 35.56, 90), 'C13': (94.615, 10.795, 180), 'C14': (64.77, 5.08, 0),
    'U5': (69.85, 46.99, 90), 'C9': (66.04, 38.1, 270),
    # columns, below the Nano
    'U2': (15.24, 62.23, 90), 'U3': (38.1, 62.23, 90), 'C6': (15.24, 51.435, 0), 'C7': (38.1, 51.435, 0),
    'RN1': (16.51, 67.31, 0), 'RN2': (40.64, 67.31, 0),
    'R10': (63.5, 52.07, 0), 'R11': (63.5, 55.88, 0), 'R12': (63.5, 59.69, 0), 'R13': (63.5, 63.5, 0),
    'TP5': (77.47, 52.07, 0), 'TP6': (77.47, 63.5, 0),
    # power
    'J10': (22.86, 93.98, 0), 'J11': (38.1, 93.98, 0), 'F1': (19.05, 81.28, 0), 'F2': (46.99, 81.28, 0),
    'D1': (48.26, 92.71, 0), 'C1': (64.77, 92.71, 0), 'C2': (76.2, 82.55, 0), 'U6': (72.39, 93.98, 0), 'C3': (62.23, 68.58, 0),
    'C4': (80.01, 71.12, 0),
    'D2': (15.24, 72.39, 0), 'R31': (20.32, 72.39, 0), 'D3': (34.29, 72.39, 0), 'R32': (39.37, 72.39, 0),
    'TP1': (53.34, 72.39, 0), 'TP2': (57.15, 72.39, 0), 'TP3': (72.39, 72.39, 0), 'TP4': (76.2, 72.39, 0),
}

# The heavy wires first, with their widths; what is left of these nets is laid thinner.
HEAVY = [
    ('VIN', 2.5, ['J10.1', 'F1.1']),
    ('+5V', 2.5, ['F1.2', 'F2.1']),
    ('+5V_LAMP', 1.5, ['F2.2', 'C2.1', 'J3.8', 'J3.9', 'J1.8', 'J1.9', 'J4.8', 'J4.9', 'J2.8', 'J2.9']),
    ('+5V', 2.0, ['F2.1', 'J11.1', 'D1.1', 'C1.1']),
    ('+3V3', 0.5, ['U6.2', 'C4.1', 'C13.1', 'C14.1', 'J5.8', 'J6.8']),
]
WIDTHS = {'GND': 0.5, '+5V': 0.5, '+3V3': 0.5, '+5V_LAMP': 0.5, 'NANO_5V': 0.5}
SIGNAL = 0.3
# What a builder reads on the board, besides the names of parts: words, x, y, size, angle.
WORDS = [
    ('+', 22.4, 87.7, 1.2, 0), ('-', 28.4, 87.7, 1.2, 0), ('5V IN', 19.2, 87.7, 1, 0),
    ('+', 37.6, 87.7, 1.2, 0), ('-', 43.7, 87.7, 1.2, 0), ('PI 5V', 34.2, 87.7, 1, 0),
    ('T 3.15 A', 30.3, 84.8, 1.2, 0), ('T 1 A lamps', 58.2, 84.8, 1.2, 0),
    *[(word, 71.12 + 2.54 * i, 6.35, 0.9, 0) for i, word in enumerate(('SS', 'CK', 'MO', 'MI', '-', 'G', 'R', '3V'))],
    ('button red', 31.9, 6.1, 0.9, 0), ('button blue', 59.2, 6.1, 0.9, 0), ('pad red', 73.7, 1.3, 1, 0), ('pad blue', 74.3, 11.6, 1, 0), ('5V>Nano', 24.1, 6.1, 0.9, 0),
    *[(word, 11.43 + 2.54 * i, 6.1, 0.9, 0) for i, word in enumerate(('G', '5V', 'DA', 'CL'))],
    ('tile 1', 12.6, 57.5, 1.2, 90), ('tile 3', 12.6, 86.5, 1.2, 90), ('tile 2', 87.8, 57.5, 1.2, 90), ('tile 4', 87.8, 86.5, 1.2, 90),
    ('USB', 45.7, 1.6, 1.2, 0), ('5 V', 16.5, 75.2, 1, 0), ('lamps', 35.6, 75.2, 1, 0),
    ('GND', 53.34, 74.6, 0.9, 0), ('5V', 57.15, 74.6, 0.9, 0), ('lamps', 72.39, 74.6, 0.9, 0), ('3V3', 76.2, 74.6, 0.9, 0),
    ('chain in', 77.47, 54.3, 0.9, 0), ('chain out', 77.47, 65.8, 0.9, 0),
]
# where a reference stands if its usual place is taken, in the footprint's own measure
LABELS = {'J1': (7.4, 8.89), 'J3': (7.4, 8.89), 'J2': (-4.8, 8.89), 'J4': (-4.8, 8.89), 'RN3': (15.8, 0), 'JP1': (2.5, 1.27),
          'J9': (2.5, 3.81), 'J7': (2.5, 1.27), 'J8': (2.5, 1.27), 'J5': (2.5, 8.89), 'C13': (2.8, 3.5)}


def place(kit):
    circuit = controller_circuit.make(kit)
    board = Board(circuit, kit['revision'], kit['checked'])
    for ref, (x, y, angle) in PLACES.items():
        board.part(ref, ORIGIN[0] + x, ORIGIN[1] + y, angle, label=LABELS.get(ref))
    for i, (x, y) in enumerate(HOLES, 1):
        board.extra(f'H{i}', 'Hole_M3', ORIGIN[0] + x, ORIGIN[1] + y)
    return board


def pads_of(board):
    """For the router: measured from the board's corner."""
    pads, holes = {}, []
    for ref, placed in board.placed.items():
        for pad in placed.footprint.pads:
            x, y = placed.place(pad.x, pad.y)
            x, y = round(x - ORIGIN[0], 4), round(y - ORIGIN[1], 4)
            if not pad.plated:
                holes.append((x, y, max(pad.drill / 2, 3.2 if ref.startswith('H') else 0)))
                continue
            w, h = (pad.width, pad.height) if placed.angle % 180 == 0 else (pad.height, pad.width)
            net = board.circuit.parts[ref].nets[pad.number]
            pads[ref, pad.number] = (net, x, y, w / 2, h / 2, (0, 1) if pad.drill else (0,), pad.shape == 'rect')
    return pads, holes


def jobs_of(board):
    """The heavy ones and the others, from the shortest to the longest."""
    heavy = [(net, width, [tuple(pin.split('.')) for pin in pins]) for net, width, pins in HEAVY]
    nets = {net: pins for net, pins in board.circuit.nets().items() if len(pins) > 1}
    pads, _ = pads_of(board)

    def spread(net):
        xs, ys = [pads[pin][1] for pin in nets[net]], [pads[pin][2] for pin in nets[net]]
        return max(xs) - min(xs) + max(ys) - min(ys)

    order = sorted(nets, key=lambda net: (net != 'GND', net not in WIDTHS, spread(net), net))
    return heavy, [(net, WIDTHS.get(net, SIGNAL), nets[net]) for net in order]


def stamp(board):
    """Changes when parts move: tracks that were found before are no good then."""
    pads, holes = pads_of(board)
    return hashlib.sha256(repr((sorted(pads.items()), holes, HEAVY, SIZE)).encode()).hexdigest()[:16]


def route(kit):
    board = place(kit)
    pads, holes = pads_of(board)
    widths = sorted({SIGNAL, *WIDTHS.values(), *(width for _, width, _ in HEAVY)})
    router = Router(*SIZE, pads, holes, widths)
    complete = router.run(*jobs_of(board))
    out = [f'# Found by router.py for the places of controller_board.py: gen.py route. {stamp(board)}']
    out += [' '.join(f'{word:g}' if isinstance(word, float) else str(word) for word in piece) for piece in router.result()]
    TRACKS.write_text('\n'.join(out) + '\n')
    return complete


def make(kit):
    board = place(kit)
    lines = TRACKS.read_text().splitlines()
    if not lines[0].endswith(stamp(board)):
        raise SystemExit('controller.tracks is of another board: gen.py route')
    ox, oy = ORIGIN
    for line in lines[1:]:
        net, layer, *numbers = line.split()
        values = [float(n) for n in numbers]
        if layer == 'via':
            board.via(net, ox + values[0], oy + values[1])
        else:
            width, x1, y1, x2, y2 = values
            board.track(net, layer, width, (ox + x1, oy + y1), (ox + x2, oy + y2))
    outline(board, kit)
    return board


def poured():
    """What KiCad has made of the ground on either side: fill.py."""
    for line in GROUND.read_text().splitlines() if GROUND.exists() else ():
        layer, *points = line.split()
        yield layer[0], ' '.join('(xy {} {})'.format(*point.split(',')) for point in points)


def outline(board, kit):
    ox, oy = ORIGIN
    w, h = SIZE
    low, high = 0.05, w - 0.05 # with the width of its line it is not larger than 100 mm, where prices jump
    corners = [(low, low), (high, low), (high, high), (low, high), (low, low)]
    board.line('Edge.Cuts', 0.1, *((ox + x, oy + y) for x, y in corners))
    inner = [(ox + 0.6, oy + 0.6), (ox + w - 0.6, oy + 0.6), (ox + w - 0.6, oy + h - 0.6), (ox + 0.6, oy + h - 0.6)]
    for layer in 'FB':
        board.pour('GND', layer, inner, [corners for side, corners in poured() if side == layer])
    for ref, placed in board.placed.items():
        if placed.footprint.name.startswith('DIP'): # which chip belongs into a socket
            x, y = placed.place(placed.footprint.label[0] - 1.6, placed.footprint.label[1])
            board.text('F.SilkS', board.circuit.parts[ref].value, x, y, 1, (placed.angle + 90) % 180)
    for words, x, y, size, angle in (*WORDS, (f'ADJUTANT controller rev {kit["revision"]}', 64.5, 98.3, 1.5, 0)):
        board.text('F.SilkS', words, ox + x, oy + y, size, angle)
