"""Where the parts of the tile lie, and its tracks.

On the front everything runs across, on the back along: rows, lamps and their supply in front, columns and the
two spines of the supply behind. So no supply ever closes a ring around a square, where it would be a short circuit
for the field of an antenna.
"""
import tile_circuit
from board import Board

WIDE, SIGNAL, FEED = 1.5, 0.3, 0.8
RAIL = 4.2                      # of the rails of the lamps' supply from the middle of the lamps
GROUND_AT, SUPPLY_AT = 118.75, 121.25 # the spines, between the third and the fourth column
HEADER_AT = (111.73, 90.0)      # pin 1
DIODE_AT = (5.08, -3.8)         # its anode, from the middle of the square
ROW_AT = DIODE_AT[1] - 7.62     # where the tracks of rows run


class Tile:
    """Everything in tile measure: from the left and from red's edge, so that row 1 is below."""

    def __init__(self, kit):
        self.kit, self.circuit = kit, tile_circuit.make(kit)
        self.board = Board(self.circuit, kit['revision'], kit['checked'])
        self.pitch, self.count = kit['board']['pitch'], kit['tile']['columns']
        self.size = self.pitch * self.count
        self.lamp_dx, self.lamp_dy = kit['lamps']['at']
        self.free = kit['tile']['hole_free']
        middle = self.size / 2
        self.holes = [(middle + x, middle + y) for x, y in kit['tile']['holes']]

    def at(self, x, y):
        return round(50 + x, 4), round(50 + self.size - y, 4)

    def middle(self, number):
        return self.pitch * (number - 0.5)

    def track(self, net, layer, width, *points):
        self.board.track(net, layer, width, *(self.at(*p) for p in points))

    def via(self, net, x, y, size=0.8, drill=0.4):
        self.board.via(net, *self.at(x, y), size, drill)

    def part(self, ref, x, y, angle=0, side='F', label=None):
        self.board.part(ref, *self.at(x, y), angle, side, label)


def make(kit):
    tile = Tile(kit)
    for row in range(1, 6):
        for column in range(1, 6):
            lay_square(tile, row, column)
        lay_row(tile, row)
    lay_columns(tile)
    lay_chain(tile)
    lay_spines(tile)
    lay_header(tile)
    lay_outline(tile)
    return tile.board


def eastward(row):
    """Whether the chain runs from left to right."""
    return row % 2 == 1


def lamp_of(tile, row, column):
    return tile.middle(column) + tile.lamp_dx, tile.middle(row) + tile.lamp_dy


def lay_square(tile, row, column):
    n, x, y = tile_circuit.number(tile.kit, row, column), tile.middle(column), tile.middle(row)
    tile.part(f'SW{n}', x, y, 0, 'B')
    # the band towards red; on the back a part is turned the other way
    tile.part(f'D{n}', x + DIODE_AT[0], y + ROW_AT, 90, 'B', label=(3.81, -1.9))
    tile.track(f'S{n}', 'F', SIGNAL, (x + 5.08, y), (x + 5.08, y + DIODE_AT[1]))
    lx, ly = lamp_of(tile, row, column)
    tile.part(f'LED{n}', lx, ly, 180 if eastward(row) else 0, label=(0, -5.9 if eastward(row) else 5.9))
    supply = -1 if eastward(row) else 1 # the supply's rail is below or above the lamps, ground opposite
    tile.part(f'C{n}', lx + 6, ly, -90 * supply, label=False)
    for net, corner, way in (('+5V', -1 if supply > 0 else 1, supply), ('GND', 1 if supply > 0 else -1, -supply)):
        x = lx + corner * 2.6
        low = under_screw(tile, x, ly + way * RAIL)
        tile.track(net, 'F', FEED, (x, ly + way * 1.6), (x, low or ly + way * RAIL))
        tile.track(net, 'F', FEED, (lx + 6, ly + way * 1.15), (lx + 6, ly + way * RAIL))


def under_screw(tile, x, y):
    """How far down a rail has to go at this place, if it is near a hole."""
    for hx, hy in tile.holes:
        if 0 < hy - y < tile.free + WIDE / 2 and abs(x - hx) < 4:
            return hy - tile.free - WIDE / 2 - 0.1
    return None


def rail(tile, net, x1, x2, y):
    """Across a row of lamps; below a screw it goes round, past the lamp's own pad."""
    points = [(x1, y)]
    for hx in sorted({x for x, _ in tile.holes}):
        low = under_screw(tile, hx, y)
        if low and x1 < hx < x2:
            points += [(hx - 8, y), (hx - 8 + (y - low), low), (hx + 3.4, low), (hx + 3.4 + (y - low), y)]
    tile.track(net, 'F', WIDE, *points, (x2, y))


def lay_row(tile, row):
    y = tile.middle(row) + ROW_AT
    tile.track(f'ROW{row}', 'F', SIGNAL, (tile.middle(1) + 5.08, y), (tile.middle(5) + 5.08, y))
    first, ly = lamp_of(tile, row, 1)
    last, _ = lamp_of(tile, row, 5)
    supply = -1 if eastward(row) else 1
    for net, way in (('+5V', supply), ('GND', -supply)):
        corner = (-1 if supply > 0 else 1) * (1 if net == '+5V' else -1)
        rail(tile, net, first + corner * 2.6, last + 6, ly + way * RAIL)
        spine = SUPPLY_AT if net == '+5V' else GROUND_AT
        for offset in (-0.55, 0.55):
            tile.via(net, spine, ly + way * RAIL + offset, 0.9, 0.4)


def lay_columns(tile):
    for column in range(1, 6):
        x = tile.middle(column)
        tile.track(f'COL{column}', 'B', SIGNAL, (x, tile.middle(1)), (x, tile.middle(5)))


def lay_chain(tile):
    """From each lamp to the next: out at one corner, under the capacitor, in at the other."""
    order = list(tile_circuit.chain(tile.kit))
    for i, (here, there) in enumerate(zip(order, order[1:]), 1):
        (x1, y1), (x2, y2) = lamp_of(tile, *here), lamp_of(tile, *there)
        net, east = f'L{i}', eastward(here[0])
        if here[0] == there[0] and east:
            points = [(x1 + 2.6, y1 + 1.6), (x1 + 4.2, y1), (x1 + 7.8, y1), (x1 + 9.4, y1 - 1.6), (x2 - 2.6, y2 - 1.6)]
        elif here[0] == there[0]:
            points = [(x1 - 2.6, y1 - 1.6), (x2 + 9.4, y2 - 1.6), (x2 + 7.8, y2), (x2 + 4.2, y2), (x2 + 2.6, y2 + 1.6)]
        elif east: # up on the right, beyond the row's last diode
            far = tile.middle(5) + 8
            points = [(x1 + 2.6, y1 + 1.6), (x1 + 4.2, y1), (far, y1), (far, y2), (x2 + 4.2, y2), (x2 + 2.6, y2 + 1.6)]
        else: # up on the left
            points = [(x1 - 2.6, y1 - 1.6), (1.5, y1 - 1.6), (1.5, y2 - 1.6), (x2 - 2.6, y2 - 1.6)]
        tile.track(net, 'F', SIGNAL, *points)


def lay_spines(tile):
    bottom, top = lamp_of(tile, 1, 1)[1] - RAIL, lamp_of(tile, 5, 1)[1] + RAIL
    tile.track('GND', 'B', WIDE, (GROUND_AT, bottom + 2 * RAIL), (GROUND_AT, top))
    tile.track('+5V', 'B', WIDE, (SUPPLY_AT, bottom), (SUPPLY_AT, top - 2 * RAIL))
    tile.part('C26', SUPPLY_AT, 60, 180, 'B', label=(1.25, -4.3))
    lx, ly = lamp_of(tile, 5, 1)
    tile.part('TP1', lx + 22, ly - RAIL, label=(0, 2))
    tile.part('TP2', lx + 22, ly + RAIL, label=(0, 2))


def lay_header(tile):
    """The odd pins, rows, are reached from the left on the back; the even ones, columns, in front."""
    hx, hy = HEADER_AT
    tile.part('J1', hx, hy, 0, 'B', label=(1.27, -6.4))
    contact = {net: int(pin) for pin, net in tile.circuit.parts['J1'].nets.items() if net not in ('GND', '+5V')}
    spot = lambda pin: (hx + (0 if pin % 2 else 2.54), hy + (pin - 1) // 2 * 2.54)
    for row, x in ((1, 2.2), (2, 3.2), (3, 4.2), (4, 3.2), (5, 2.2)):
        px, py = spot(contact[f'ROW{row}'])
        y = tile.middle(row) + ROW_AT
        tile.via(f'ROW{row}', hx - x, y)
        tile.track(f'ROW{row}', 'B', SIGNAL, (hx - x, y), (hx - x, py), (px, py))
    for column in (1, 2):
        px, py = spot(contact[f'COL{column}'])
        x = tile.middle(column)
        tile.via(f'COL{column}', x, py - 1.27)
        tile.track(f'COL{column}', 'F', SIGNAL, (px, py), (px - 1.27, py - 1.27), (x, py - 1.27))
    px, py = spot(contact['COL3'])
    tile.via('COL3', tile.middle(3), py + 1.27)
    tile.track('COL3', 'F', SIGNAL, (px, py), (px - 1.27, py + 1.27), (tile.middle(3), py + 1.27))
    for column in (4, 5):
        px, py = spot(contact[f'COL{column}'])
        tile.via(f'COL{column}', tile.middle(column), py)
        tile.track(f'COL{column}', 'F', SIGNAL, (px, py), (tile.middle(column), py))
    lay_supply(tile, spot)
    lay_lamp_wires(tile, spot, contact)


def lay_supply(tile, spot):
    tile.track('GND', 'B', WIDE, spot(2), (GROUND_AT, spot(2)[1]))
    x, y = spot(15)
    tile.track('GND', 'B', WIDE, (x, y), (x, y + 3.3), (GROUND_AT, y + 3.3))
    x, y = spot(8)
    tile.track('+5V', 'F', 1.0, spot(9), (x, y))
    tile.track('+5V', 'F', 2.0, (x, y), (SUPPLY_AT, y))
    for offset in (-0.6, 0.6):
        tile.via('+5V', SUPPLY_AT, y + offset, 0.9, 0.4)


def lay_lamp_wires(tile, spot, contact):
    x, y = spot(contact['LAMP_IN'])
    lx, ly = lamp_of(tile, 1, 1)
    tile.track('LAMP_IN', 'B', SIGNAL, (x, y), (x, 26))
    tile.via('LAMP_IN', x, 26)
    tile.track('LAMP_IN', 'F', SIGNAL, (x, 26), (1.5, 26), (1.5, ly - 1.6), (lx - 2.6, ly - 1.6))
    x, y = spot(contact['LAMP_OUT'])
    lx, ly = lamp_of(tile, 5, 5)
    tile.track('LAMP_OUT', 'F', SIGNAL, (lx + 2.6, ly + 1.6), (lx + 4.2, ly), (lx + 9.4, ly), (lx + 9.4, ly - 8), (124, ly - 8))
    tile.via('LAMP_OUT', 124, ly - 8)
    tile.track('LAMP_OUT', 'B', SIGNAL, (124, ly - 8), (124, y))
    tile.via('LAMP_OUT', 124, y)
    tile.track('LAMP_OUT', 'F', SIGNAL, (124, y), (x, y))


def lay_outline(tile):
    board, kit, edge = tile.board, tile.kit, (tile.size - tile.kit['tile']['edge']) / 2
    low, high = edge, tile.size - edge
    corners = [(low, low), (high, low), (high, high), (low, high), (low, low)]
    board.line('Edge.Cuts', 0.1, *(tile.at(*corner) for corner in corners))
    for i, (x, y) in enumerate(tile.holes, 1):
        board.extra(f'H{i}', 'Hole_M3', *tile.at(x, y))
    for i, (x, y) in enumerate(((8, 8), (192, 8), (8, 192 - 24)), 1):
        board.extra(f'FID{i}', 'Fiducial', *tile.at(x, y))
    half = kit['antenna']['window'] / 2
    for row in range(1, 6):
        for column in range(1, 6):
            x, y = tile.middle(column), tile.middle(row)
            board.window(*tile.at(x - half, y + half), *tile.at(x + half, y - half))
    board.text('F.SilkS', f'ADJUTANT  tile of 5 x 5  rev {kit["revision"]}', *tile.at(70, 3.2), 2)
    board.text('F.SilkS', 'row 1, red\'s side', *tile.at(140, 3.2), 2)
    board.text('B.SilkS', f'ADJUTANT  tile of 5 x 5  rev {kit["revision"]}', *tile.at(66, 5.5), 2)
    board.text('B.SilkS', 'row 1, red\'s side', *tile.at(142, 5.5), 2)
    for n in range(1, 6):
        board.text('F.SilkS', f'row {n}', *tile.at(10.5, tile.middle(n)), 1.5)
        board.text('F.SilkS', f'column {n}', *tile.at(tile.middle(n), 3.2 if n in (1, 5) else 13), 1.5)
