"""The symbols of the schematics: pins with their places, and what is drawn around them.

Sizes are in grid units of 2.54 mm, y upwards as KiCad's libraries have it. A pin's place is its outer end.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Pin:
    number: str
    name: str
    kind: str     # as KiCad calls it: input, output, passive, ...
    x: float
    y: float
    angle: int    # from the outer end towards the symbol: 0 right, 90 up, 180 left, 270 down
    length: float = 1.0


@dataclasses.dataclass
class Symbol:
    name: str
    prefix: str
    pins: list
    drawing: list = dataclasses.field(default_factory=list)
    names_shown: bool = False
    numbers_shown: bool = False
    power: bool = False

    def numbers(self):
        return [pin.number for pin in self.pins]

    def pin(self, number):
        return next(pin for pin in self.pins if pin.number == number)


def line(*points):
    return ('line', points)


def box(x1, y1, x2, y2):
    return ('box', (x1, y1), (x2, y2))


def circle(x, y, radius):
    return ('circle', (x, y), radius)


def two(name, prefix, drawing, ends=('~', '~'), reach=1.5, body=1.0):
    """A part with two pins on one line, pin 1 on the left."""
    pins = [Pin('1', ends[0], 'passive', -reach, 0, 0, reach - body), Pin('2', ends[1], 'passive', reach, 0, 180, reach - body)]
    return Symbol(name, prefix, pins, drawing)


def chip(name, prefix, left, right, width=6, top=(), bottom=(), pitch=1):
    """A box: (number, name, kind) from above on either side, from the left on the others; None leaves a gap."""
    rows = max(len(left), len(right))
    high, half = (rows - 1) / 2, width / 2
    high = int(high) if rows % 2 else int(high + 0.5)
    pins = []
    for column, x, angle in ((left, -half - 1, 0), (right, half + 1, 180)):
        pins += [Pin(*entry, x, (high - i) * pitch, angle) for i, entry in enumerate(column) if entry]
    high, low = high * pitch, (high - rows + 1) * pitch
    for entries, y, angle in ((top, high + 2, 270), (bottom, low - 2, 90)):
        pins += [Pin(*entry, i * 2 - (len(entries) - 1), y, angle) for i, entry in enumerate(entries) if entry]
    return Symbol(name, prefix, pins, [box(-half, high + 1, half, low - 1)], True, True)


def connector(name, prefix, count):
    """Pins two units apart, so that a part fits beside each."""
    high = count - 1
    pins = [Pin(str(i + 1), str(i + 1), 'passive', -2, high - 2 * i, 0) for i in range(count)]
    drawing = [box(-1, high + 1, 0, high - 2 * count + 1)]
    return Symbol(name, prefix, pins, drawing, False, True)


def box_header():
    pins = []
    for i in range(8):
        pins.append(Pin(str(2 * i + 1), str(2 * i + 1), 'passive', -2, 3 - i, 0))
        pins.append(Pin(str(2 * i + 2), str(2 * i + 2), 'passive', 2, 3 - i, 180))
    return Symbol('CONN_2x8', 'J', pins, [box(-1, 3.5, 1, -4.5), line((-1, 0), (-1.2, 0), (-1.2, -1), (-1, -1))], False, True)


def network():
    pins = [Pin('1', 'common', 'passive', -2, 3, 0)] + [Pin(str(i + 2), str(i + 2), 'passive', -2 + i, -2, 90) for i in range(5)]
    drawing = [line((-1, 3), (2, 3), (2, 1.5))] + [line((-2 + i, 1.5), (-2 + i, 3)) for i in range(4)]
    drawing += [box(-2.3 + i, 1.5, -1.7 + i, -1) for i in range(5)]
    return Symbol('RN5', 'RN', pins, drawing + [line((-2, 3), (-1, 3))], False, True)


def power(name, ground=False):
    drawing = [line((0, 0), (0, 0.5)), line((-0.4, 0.5), (0.4, 0.5))]
    if ground:
        drawing = [line((0, 0), (0, -0.5)), line((-0.5, -0.5), (0.5, -0.5), (0, -1), (-0.5, -0.5))]
    return Symbol(name, '#PWR', [Pin('1', '~', 'power_in', 0, 0, 270 if ground else 90, 0)], drawing, power=True)


def nano():
    left = ['D1', 'D0', 'RESET', 'GND', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', 'D9', 'D10', 'D11', 'D12']
    right = ['D13', '3V3', 'AREF', 'A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', '5V', 'RESET', 'GND', 'VIN']
    entry = lambda i, name: (str(i), name, 'bidirectional' if name[0] in 'AD' and name != 'AREF' else 'passive')
    return chip('NANO', 'A', [entry(i, name) for i, name in enumerate(left, 1)],
                [entry(30 - i, name) for i, name in enumerate(reversed(right))], 8, pitch=2)


def logic():
    supply = lambda vcc, gnd: {'top': [(vcc, 'VCC', 'power_in')], 'bottom': [(gnd, 'GND', 'power_in')]}
    yield chip('74HC42', 'U', [('15', 'A0', 'input'), ('14', 'A1', 'input'), ('13', 'A2', 'input'), ('12', 'A3', 'input')],
               [(n, f'Y{i}', 'output') for i, n in enumerate(('1', '2', '3', '4', '5', '6', '7', '9', '10', '11'))],
               **supply('16', '8'))
    data = [(n, f'D{i}', 'input') for i, n in enumerate(('11', '12', '13', '14', '3', '4', '5', '6'))]
    yield chip('74HC165', 'U', data[::-1] + [None, ('10', 'DS', 'input')],
               [('9', 'Q7', 'output'), ('7', 'Q7N', 'output'), None, None, None, None,
                ('1', 'PL', 'input'), ('2', 'CP', 'input'), ('15', 'CE', 'input')], **supply('16', '8'))
    pairs = [('3', '2'), ('5', '4'), ('7', '6'), ('9', '10'), ('11', '12'), ('14', '15')]
    yield chip('74HC4050', 'U', [(a, f'A{i}', 'input') for i, (a, _) in enumerate(pairs, 1)] + [('13', 'NC', 'no_connect')],
               [(y, f'Y{i}', 'output') for i, (_, y) in enumerate(pairs, 1)] + [('16', 'NC', 'no_connect')], **supply('1', '8'))
    gates = [('2', '1', '3'), ('5', '4', '6'), ('9', '10', '8'), ('12', '13', '11')]
    left = [entry for i, (a, oe, _) in enumerate(gates, 1) for entry in ((a, f'A{i}', 'input'), (oe, f'OE{i}', 'input'))]
    right = [entry for i, (_, _, y) in enumerate(gates, 1) for entry in ((y, f'Y{i}', 'tri_state'), None)]
    yield chip('74HCT125', 'U', left, right, **supply('14', '7'))


def small():
    yield two('R', 'R', [box(-1, 0.4, 1, -0.4)])
    plates = [line((-0.2, 0.8), (-0.2, -0.8)), line((0.2, 0.8), (0.2, -0.8))]
    yield two('C', 'C', plates, body=0.2, reach=1)
    plus = [line((-0.9, 0.7), (-0.5, 0.7)), line((-0.7, 0.5), (-0.7, 0.9))]
    yield two('CP', 'C', plates + plus, ('+', '-'), body=0.2, reach=1)
    # pin 1, on the left, is the cathode
    triangle = line((0.5, 0.5), (0.5, -0.5), (-0.5, 0), (0.5, 0.5))
    yield two('D', 'D', [triangle, line((-0.5, 0.5), (-0.5, -0.5))], ('K', 'A'), body=0.5)
    yield two('LED', 'D', [triangle, line((-0.5, 0.5), (-0.5, -0.5)), line((-0.2, 0.6), (-0.7, 1.1)),
                           line((0.2, 0.7), (-0.3, 1.2))], ('K', 'A'), body=0.5)
    yield two('TVS', 'D', [triangle, line((-0.7, 0.7), (-0.5, 0.5), (-0.5, -0.5), (-0.3, -0.7))], ('K', 'A'), body=0.5)
    yield two('REED', 'SW', [line((-1, 0), (0.6, 0.5)), circle(1, 0, 0.15)], ('column', 'diode'))
    yield two('FUSE', 'F', [box(-1, 0.4, 1, -0.4), line((-1, 0), (1, 0))])
    yield two('JUMPER', 'JP', [circle(-0.85, 0, 0.15), circle(0.85, 0, 0.15), line((-0.7, 0.4), (0.7, 0.4))])
    yield Symbol('TP', 'TP', [Pin('1', '~', 'passive', 0, 0, 90, 0.5)], [circle(0, 0.8, 0.3)])


def everything():
    yield from small()
    yield from logic()
    yield nano()
    yield box_header()
    yield network()
    for count in (2, 4, 8):
        yield connector(f'CONN_1x{count}', 'J', count)
    yield connector('TERMINAL', 'J', 2)
    # pins in the order of their numbers: the chip's corners
    yield Symbol('WS2812B', 'LED', [Pin('1', 'VDD', 'power_in', 0, 3, 270), Pin('2', 'DOUT', 'output', 3, 0, 180),
                                    Pin('3', 'VSS', 'power_in', 0, -3, 90), Pin('4', 'DIN', 'input', -3, 0, 0)],
                 [box(-2, 2, 2, -2)], True, True)
    yield Symbol('LD1117', 'U', [Pin('1', 'GND', 'power_in', 0, -3, 90), Pin('2', 'OUT', 'power_out', 4, 0, 180),
                                 Pin('3', 'IN', 'power_in', -4, 0, 0)], [box(-3, 1, 3, -2)], True, True)
    for name in ('+5V', '+5V_LAMP', '+3V3'):
        yield power(name)
    yield power('GND', ground=True)
    yield Symbol('PWR_FLAG', '#FLG', [Pin('1', '~', 'power_out', 0, 0, 90, 0)],
                 [line((0, 0), (0, 0.5), (-0.4, 0.75), (0, 1), (0.4, 0.75), (0, 0.5))], power=True)


SYMBOLS = {symbol.name: symbol for symbol in everything()}
