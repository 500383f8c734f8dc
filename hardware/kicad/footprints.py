"""The footprints of both boards: pads, outlines, courtyards. Sizes in millimetres, y downwards as KiCad has it.

All are made for soldering by hand. A square pad is pin 1; what has a polarity shows it on the silkscreen as well.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Pad:
    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0    # 0: on the surface
    shape: str = 'circle'
    plated: bool = True
    mask: float = 0     # opening of the solder mask beyond the copper


@dataclasses.dataclass
class Footprint:
    name: str
    text: str
    pads: list
    courtyard: tuple    # x1, y1, x2, y2
    silk: list          # ('line', x1, y1, x2, y2), ('circle', x, y, radius), ('rect', x1, y1, x2, y2)
    body: tuple         # the part seen from above: x1, y1, x2, y2
    label: tuple        # where its reference stands
    in_bom: bool = True
    model: tuple = ()   # (kind, sizes...) of what models.py draws


def thru(number, x, y, size, drill, square=False):
    return Pad(str(number), x, y, size, size, drill, 'rect' if square else 'circle')


def smd(number, x, y, width, height):
    return Pad(str(number), x, y, width, height, 0, 'rect')


def line(*points):
    return [('line', *a, *b) for a, b in zip(points, points[1:])]


def rect(x1, y1, x2, y2):
    return line((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1))


def grown(box, by):
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def around(box, pads, by):
    """A courtyard around body and pads."""
    xs = [box[0], box[2]] + [p.x + s * p.width / 2 for p in pads for s in (-1, 1)]
    ys = [box[1], box[3]] + [p.y + s * p.height / 2 for p in pads for s in (-1, 1)]
    return grown((min(xs), min(ys), max(xs), max(ys)), by)


def axial(name, text, pitch, body, drill, size, band=False, model=()):
    """Lying between two holes. The band is at pin 1."""
    length, width = body
    pads = [thru(1, 0, 0, size, drill, band), thru(2, pitch, 0, size, drill)]
    x1, x2, h = (pitch - length) / 2, (pitch + length) / 2, width / 2
    silk = rect(x1, -h, x2, h)
    for x, edge in ((x1, size / 2 + 0.2), (x2, pitch - size / 2 - 0.2)):
        if abs(x - edge) > 0.2:
            silk += line((edge, 0), (x, 0))
    if band:
        for x in (x1 + 0.45, x1 + 0.6, x1 + 0.75):
            silk += line((x, -h), (x, h))
    box = (x1, -h, x2, h)
    return Footprint(name, text, pads, around(box, pads, 0.1), silk, box, (pitch / 2, 0), model=model)


def radial(name, text, diameter, pitch, height):
    """A capacitor that stands on end; pin 1 is the plus."""
    c, r = pitch / 2, diameter / 2
    size, drill = (2.0, 1.0) if diameter >= 10 else (1.7, 0.8) # wires of 0.6 mm, else 0.5
    pads = [thru(1, 0, 0, size, drill, True), thru(2, pitch, 0, size, drill)]
    box = (c - r, -r, c + r, r)
    far = (r + 0.9) * 0.7071 # the plus stands outside, where it is still seen
    x, y = c - far, -far
    silk = [('circle', c, 0, r + 0.1)] + line((x - 0.4, y), (x + 0.4, y)) + line((x, y - 0.4), (x, y + 0.4))
    return Footprint(name, text, pads, grown(box, 0.35), silk, box, (c, -r - 1), model=('can', diameter, height))


def dip(count):
    half = count // 2
    pads = [thru(i + 1, 0, 2.54 * i, 1.6, 0.8, i == 0) for i in range(half)]
    pads += [thru(count - i, 7.62, 2.54 * i, 1.6, 0.8) for i in range(half)]
    box = (0.64, -1.27, 6.98, 2.54 * half - 1.27)
    x1, x2, y1, y2 = 1.1, 6.52, -1.4, 2.54 * half - 1.14
    silk = line((3, y1), (x1, y1), (x1, y2), (x2, y2), (x2, y1), (4.6, y1), (4.6, y1 + 0.8), (3, y1 + 0.8), (3, y1))
    return Footprint(f'DIP-{count}', 'in a socket, notch beside pin 1', pads, around((0.64, -1.7, 6.98, y2 + 0.3), pads, 0.3),
                     silk, box, (3.81, 2.54 * (half - 1) / 2), model=('dip', count))


def pins(count):
    pads = [thru(i + 1, 0, 2.54 * i, 1.7, 1.0, i == 0) for i in range(count)]
    box = (-1.27, -1.27, 1.27, 2.54 * count - 1.27)
    return Footprint(f'Pins_1x{count:02}', 'straight pins, 2.54 mm', pads, grown(box, 0.25), rect(*grown(box, 0.1)), box,
                     (0, -2.2), model=('pins', count))


def box_header():
    """Straight, with a shroud; the key is beside the odd pins."""
    pads = [thru(2 * i + 1 + side, 2.54 * side, 2.54 * i, 1.7, 1.0, i + side == 0) for i in range(8) for side in (0, 1)]
    box = (-3.18, -5.1, 5.72, 22.88)
    outline = grown(box, 0.11)
    silk = rect(*outline) + line((outline[0], 6.6), (-2.0, 6.6), (-2.0, 11.2), (outline[0], 11.2))
    silk += line((-4.4, -0.6), (-3.7, 0), (-4.4, 0.6), (-4.4, -0.6))
    return Footprint('Box_2x08', 'box header, 2 x 8 pins of 2.54 mm, straight', pads, grown(box, 0.5), silk, box, (1.27, -6.2),
                     model=('box',))


def lamp():
    """WS2812B in a 5050 case. Its cut corner is at pin 3, ground; VDD is opposite."""
    pads = [smd(n, x, y, 1.9, 1.1) for n, x, y in ((1, -2.6, -1.6), (2, -2.6, 1.6), (3, 2.6, 1.6), (4, 2.6, -1.6))]
    silk = line((3.9, 2.1), (3.9, -2.9), (-3.9, -2.9), (-3.9, 2.9), (3.1, 2.9), (3.9, 2.1))
    silk += line((3.4, 3.2), (4.2, 2.4)) + line((3.5, 3.5), (4.5, 2.5)) # as somebody sees it who solders
    return Footprint('WS2812B_5050', 'the cut corner of the lamp is at the cut corner of its outline: ground', pads,
                     (-3.8, -2.8, 3.8, 2.8), silk, (-2.5, -2.5, 2.5, 2.5), (0, 3.9), model=('lamp',))


def chip_capacitor():
    pads = [smd(1, -1.15, 0, 1.2, 1.4), smd(2, 1.15, 0, 1.2, 1.4)]
    silk = line((-0.25, -0.85), (0.25, -0.85)) + line((-0.25, 0.85), (0.25, 0.85))
    return Footprint('C_0805', '0805, pads for soldering by hand', pads, (-2, -1, 2, 1), silk, (-1, -0.62, 1, 0.62), (3.1, 0),
                     model=('block', 2.0, 1.25, 0.9, 'tan'))


def reed():
    """Standing, its glass below the board under pad 1, the middle of the square. A wire comes back to pad 2."""
    pads = [thru(1, 0, 0, 1.8, 0.8), thru(2, 5.08, 0, 1.8, 0.8)]
    silk = [('circle', 0, 0, 1.25), ('circle', 0, 0, 1.45)] + line((1.5, 0), (3.9, 0))
    return Footprint('Reed_Upright', 'glass upright under the ring, wire back to the other hole', pads, (-1.8, -1.8, 6.3, 1.8),
                     silk, (-0.9, -0.9, 0.9, 0.9), (2.6, 2.7), model=('reed',))


def nano():
    pads = [thru(i + 1, 0, 2.54 * i, 1.7, 1.0, i == 0) for i in range(15)]
    pads += [thru(16 + i, 15.24, 35.56 - 2.54 * i, 1.7, 1.0) for i in range(15)]
    box = (-1.27, -3.81, 16.51, 39.37)
    silk = line((3.6, 39.45), (-1.4, 39.45), (-1.4, -3.9), (16.64, -3.9), (16.64, 39.45), (11.6, 39.45))
    silk += line((3.6, 42), (3.6, 31.7), (11.6, 31.7), (11.6, 42))
    return Footprint('Arduino_Nano', 'two sockets of 15, USB beside pins 15 and 16', pads, (-1.6, -4.1, 16.8, 42.2), silk, box,
                     (7.62, -2.4), model=('nano',))


def network():
    pads = [thru(i + 1, 2.54 * i, 0, 1.6, 0.8, i == 0) for i in range(6)]
    box = (-1.29, -1.25, 13.99, 1.25)
    silk = rect(-1.4, -1.4, 14.1, 1.4) + line((1.27, -1.4), (1.27, 1.4))
    return Footprint('SIP-6', 'five resistors to pin 1, which has the dot', pads, grown(box, 0.35), silk, box, (6.35, -2.4),
                     model=('block', 15.2, 2.5, 5.0, 'black', 6.35, 0))


def fuse():
    pads = [thru(1, 0, 0, 3, 1.4), thru(2, 22.5, 0, 3, 1.4), Pad('', 11.25, 0, 2.7, 2.7, 2.7, 'circle', False)]
    box = (0, -4.8, 22.5, 4.8)
    silk = line((-0.1, -1.9), (-0.1, -4.9), (22.6, -4.9), (22.6, -1.9)) + line((-0.1, 1.9), (-0.1, 4.9), (22.6, 4.9), (22.6, 1.9))
    silk += line((3.5, -1.8), (19, -1.8)) + line((3.5, 1.8), (19, 1.8))
    return Footprint('Fuse_5x20', 'open holder for 5 x 20 mm', pads, (-1.9, -5.1, 24.4, 5.1), silk, box, (11.25, -3.4),
                     model=('fuse',))


def terminal():
    pads = [thru(1, 0, 0, 2.6, 1.3, True), thru(2, 5.08, 0, 2.6, 1.3)]
    box = (-2.54, -5.2, 7.62, 4.6)
    silk = rect(*grown(box, 0.1)) + line((-2.54, 2.6), (7.62, 2.6))
    return Footprint('Terminal_P5.08', 'screw terminal, wires from the side of the line', pads, grown(box, 0.5), silk, box,
                     (2.54, -6.4), model=('block', 10.1, 9.8, 10, 'green', 2.54, -0.3))


def regulator():
    pads = [Pad(str(i + 1), 2.54 * i, 0, 1.8, 2.2, 1.1, 'rect' if i == 0 else 'oval') for i in range(3)]
    box = (-2.5, -3.15, 7.58, 1.25)
    silk = rect(-2.6, -3.27, 7.7, 1.37) + line((-2.6, -1.9), (7.7, -1.9))
    return Footprint('TO-220', 'upright, metal tab behind the line', pads, grown(box, 0.35), silk, box, (2.54, 2.4),
                     model=('block', 10, 4.4, 15, 'black', 2.54, -0.95))


def led():
    """Pin 1 is the cathode, the flat side."""
    pads = [thru(1, 0, 0, 1.7, 0.9, True), thru(2, 2.54, 0, 1.7, 0.9)]
    silk = line((-0.35, -1.4), (-0.35, -1.1)) + line((-0.35, 1.4), (-0.35, 1.1)) + line((-0.35, -1.4), (0.6, -1.75), (1.9, -1.75))
    silk += line((-0.35, 1.4), (0.6, 1.75), (1.9, 1.75))
    return Footprint('LED_3mm', '3 mm, flat side at pin 1', pads, (-1.2, -2, 3.8, 2), silk, (-0.3, -1.6, 2.9, 1.6), (1.27, -2.7),
                     model=('led',))


def everything():
    yield reed()
    yield axial('D_DO35_P7.62', '1N4148; the band is at the square pad', 7.62, (3.9, 1.9), 0.8, 1.6, True,
                ('axial', 3.9, 1.9, 'orange', True))
    yield lamp()
    yield chip_capacitor()
    yield box_header()
    yield Footprint('TestPoint', 'a pad to hold a probe to', [smd(1, 0, 0, 2, 2)], (-1.25, -1.25, 1.25, 1.25), [], (-1, -1, 1, 1),
                    (0, -1.9), in_bom=False)
    yield Footprint('Hole_M3', 'for a screw of 3 mm', [Pad('', 0, 0, 3.2, 3.2, 3.2, 'circle', False)], (-3.1, -3.1, 3.1, 3.1),
                    [('circle', 0, 0, 3.2)], (-1.6, -1.6, 1.6, 1.6), (0, 0), in_bom=False)
    yield Footprint('Fiducial', 'for machines that place parts', [Pad('', 0, 0, 1, 1, 0, 'circle', mask=0.5)],
                    (-1.25, -1.25, 1.25, 1.25), [], (-0.5, -0.5, 0.5, 0.5), (0, 0), in_bom=False)
    yield axial('R_Axial_P10.16', 'a quarter of a watt', 10.16, (6.3, 2.3), 0.8, 1.6, model=('axial', 6.3, 2.3, 'blue', False))
    yield axial('D_DO15_P12.7', 'the band is at the square pad', 12.7, (7.6, 3.6), 1.2, 2.2, True, ('axial', 7.6, 3.6, 'black', True))
    yield axial('C_Disc_P5.08', 'ceramic', 5.08, (3.0, 2.3), 0.8, 1.6, model=('block', 4, 2.3, 4, 'tan', 2.54, 0))
    yield radial('C_Radial_D5_P2.5', '5 mm wide', 5, 2.5, 11)
    yield radial('C_Radial_D6.3_P2.5', '6.3 mm wide', 6.3, 2.5, 11)
    yield radial('C_Radial_D10_P5', '10 mm wide', 10, 5, 16)
    yield from (dip(14), dip(16), network(), nano(), fuse(), terminal(), regulator(), led())
    yield from (pins(count) for count in (2, 4, 8))


FOOTPRINTS = {footprint.name: footprint for footprint in everything()}
