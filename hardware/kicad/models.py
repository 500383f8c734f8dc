"""Parts as simple bodies, for pictures of the boards: VRML, whose unit is a tenth of an inch."""
import math

COLOURS = {'black': (0.12, 0.12, 0.13), 'blue': (0.35, 0.55, 0.75), 'orange': (0.75, 0.4, 0.2), 'tan': (0.75, 0.62, 0.42),
           'green': (0.2, 0.55, 0.3), 'white': (0.93, 0.93, 0.9), 'metal': (0.75, 0.75, 0.77), 'gold': (0.83, 0.68, 0.3),
           'glass': (0.55, 0.75, 0.72), 'board': (0.1, 0.3, 0.45), 'grey': (0.5, 0.5, 0.52)}
SIDES = 20


def face_set(points, faces, colour):
    r, g, b = COLOURS[colour]
    spots = ', '.join(f'{x / 2.54:.4f} {y / 2.54:.4f} {z / 2.54:.4f}' for x, y, z in points)
    indices = ', '.join(', '.join(map(str, face)) + ', -1' for face in faces)
    return (f'Shape {{ appearance Appearance {{ material Material {{ diffuseColor {r} {g} {b} specularColor 0.2 0.2 0.2 }} }}\n'
            f'geometry IndexedFaceSet {{ solid FALSE coord Coordinate {{ point [ {spots} ] }}\ncoordIndex [ {indices} ] }} }}')


def box(x1, y1, z1, x2, y2, z2, colour):
    points = [(x, y, z) for z in (z1, z2) for x, y in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return face_set(points, faces, colour)


def upright(x, y, z1, z2, radius, colour):
    ring = [(x + radius * math.cos(2 * math.pi * i / SIDES), y + radius * math.sin(2 * math.pi * i / SIDES)) for i in range(SIDES)]
    return prism([(px, py, z1) for px, py in ring], [(px, py, z2) for px, py in ring], colour)


def lying(x1, x2, y, z, radius, colour):
    ring = [(y + radius * math.cos(2 * math.pi * i / SIDES), z + radius * math.sin(2 * math.pi * i / SIDES)) for i in range(SIDES)]
    return prism([(x1, py, pz) for py, pz in ring], [(x2, py, pz) for py, pz in ring], colour)


def prism(low, high, colour):
    n = len(low)
    faces = [tuple(range(n))[::-1], tuple(range(n, 2 * n))] + [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return face_set(low + high, faces, colour)


def legs(footprint, top):
    """The leads of a part, from under the board up to it."""
    for pad in footprint.pads:
        if pad.drill and pad.plated:
            yield upright(pad.x, -pad.y, -2.6, top, 0.3, 'metal')


def axial(footprint, length, width, colour, band):
    middle, r = footprint.pads[1].x / 2, width / 2
    yield from legs(footprint, r)
    yield lying(0, 2 * middle, 0, r + 0.1, 0.28, 'metal')
    yield lying(middle - length / 2, middle + length / 2, 0, r + 0.1, r, colour)
    if band:
        yield lying(middle - length / 2 + 0.4, middle - length / 2 + 0.9, 0, r + 0.1, r + 0.03, 'black' if colour != 'black' else 'white')


def can(footprint, width, height):
    middle = footprint.pads[1].x / 2
    yield upright(middle, 0, 0.2, height, width / 2, 'black')
    yield upright(middle, 0, height, height + 0.05, width / 2 - 0.6, 'metal')


def dip(footprint, count):
    x1, y1, x2, y2 = footprint.body
    yield from legs(footprint, 3)
    yield box(x1, -y2, 1, x2, -y1, 4.4, 'black')
    yield upright(3.81, 0.3, 4.4, 4.45, 0.8, 'grey')


def pins(footprint, count):
    x1, y1, x2, y2 = footprint.body
    yield box(x1, -y2, 0, x2, -y1, 2.5, 'black')
    for pad in footprint.pads:
        yield box(pad.x - 0.32, -pad.y - 0.32, -3, pad.x + 0.32, -pad.y + 0.32, 8.5, 'gold')


def header(footprint):
    x1, y1, x2, y2 = footprint.body
    for a, b, c, d in ((x1, y1, x2, y1 + 1.1), (x1, y2 - 1.1, x2, y2), (x2 - 1.1, y1, x2, y2), (x1, y1, x1 + 1.1, 6.6), (x1, 11.2, x1 + 1.1, y2)):
        yield box(a, -d, 0, c, -b, 9.1, 'grey')
    yield box(x1, -y2, 0, x2, -y1, 2, 'grey')
    for pad in footprint.pads:
        yield box(pad.x - 0.32, -pad.y - 0.32, -3, pad.x + 0.32, -pad.y + 0.32, 8, 'gold')


def lamp(footprint):
    yield box(-2.5, -2.5, 0.1, 2.5, 2.5, 1.5, 'white')
    yield upright(0, 0, 1.5, 1.55, 1.9, 'tan')
    yield upright(1.9, -1.9, 1.5, 1.56, 0.4, 'grey') # the cut corner


def block(footprint, width, depth, height, colour, x=0, y=0):
    yield from legs(footprint, 1)
    yield box(x - width / 2, -y - depth / 2, 0.1, x + width / 2, -y + depth / 2, height, colour)


def reed(footprint):
    yield upright(0, 0, -1.5, 13.5, 0.22, 'metal')
    yield upright(0, 0, 0.4, 10.56, 0.9, 'glass')
    yield upright(5.08, 0, -1.5, 13.5, 0.25, 'metal')
    yield lying(0, 5.08, 0, 13.5, 0.25, 'metal')


def nano(footprint):
    for x in (0, 15.24):
        yield box(x - 1.27, -36.83, 0, x + 1.27, 1.27, 8.5, 'black')
    yield box(-1.27, -39.37, 11, 16.51, 3.81, 12.6, 'board')
    yield box(3.8, -41.2, 12.6, 11.4, -32, 16.5, 'metal')
    yield box(4.1, -18, 12.6, 11.1, -11, 13.6, 'black')


def fuse(footprint):
    for x in (0, 17.5):
        yield box(x, -2.6, 0.1, x + 5, 2.6, 3, 'metal')
    yield lying(1.2, 21.3, 0, 5, 2.6, 'glass')
    for x in (1.2, 16.3):
        yield lying(x, x + 5, 0, 5, 2.65, 'metal')


def led(footprint):
    yield upright(1.27, 0, 0.5, 4.5, 1.5, 'green')


KINDS = {'axial': axial, 'can': can, 'dip': dip, 'pins': pins, 'box': header, 'lamp': lamp, 'block': block, 'reed': reed,
         'nano': nano, 'fuse': fuse, 'led': led}


def model(footprint):
    kind, *sizes = footprint.model
    return '#VRML V2.0 utf8\n' + '\n'.join(KINDS[kind](footprint, *sizes)) + '\n'
