#!/usr/bin/env python3
"""Draws the build guide's pictures from the kit's table.

    hardware/guide/draw.py write     the drawings in pictures/
    hardware/guide/draw.py check     says which of them differ from the table

Lengths are in millimetres; each drawing has a scale of its own.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import kit as table

INK, SOFT = '#222', '#777'
WOOD, COPPER, BOARD, GLASS, METAL, PLASTIC = '#e8d3ac', '#c77f2e', '#2f7d4f', '#cfe6f2', '#8a8f98', '#f0e9da'


class Drawing:
    """Shapes in millimetres, y upwards, around an origin."""

    def __init__(self, scale, left, right, bottom, top):
        self.scale, self.left, self.top = scale, left, top
        self.width, self.height = (right - left) * scale, (top - bottom) * scale
        self.out = []

    def at(self, x, y):
        return f'{(x - self.left) * self.scale:.1f}', f'{(self.top - y) * self.scale:.1f}'

    def rect(self, x, y, width, height, fill, stroke=INK, dash='', radius=0):
        left, top = self.at(x, y + height)
        self.out.append(f'<rect x="{left}" y="{top}" width="{width * self.scale:.1f}" height="{height * self.scale:.1f}"'
                        f' rx="{radius * self.scale:.1f}" fill="{fill}" stroke="{stroke}"{dashed(dash)}/>')

    def circle(self, x, y, diameter, fill='none', stroke=INK, dash=''):
        cx, cy = self.at(x, y)
        self.out.append(f'<circle cx="{cx}" cy="{cy}" r="{diameter / 2 * self.scale:.1f}" fill="{fill}" stroke="{stroke}"{dashed(dash)}/>')

    def line(self, *points, stroke=INK, width=1, dash=''):
        path = ' '.join(','.join(self.at(x, y)) for x, y in points)
        self.out.append(f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{width}"{dashed(dash)}/>')

    def text(self, x, y, words, size=13, anchor='start', fill=INK, weight=''):
        px, py = self.at(x, y)
        bold = f' font-weight="{weight}"' if weight else ''
        self.out.append(f'<text x="{px}" y="{float(py) + size * 0.35:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{bold}>{words}</text>')

    def tall(self, x, low, high, words, tick=None):
        """A dimension from one height to another, with its words to the right."""
        tick = tick or 4 / self.scale
        self.line((x, low), (x, high), stroke=SOFT)
        for y in (low, high):
            self.line((x - tick, y), (x + tick, y), stroke=SOFT)
        self.text(x + 2 * tick, (low + high) / 2, words, 12)

    def wide(self, y, left, right, words, above=True):
        tick = 4 / self.scale
        self.line((left, y), (right, y), stroke=SOFT)
        for x in (left, right):
            self.line((x, y - tick), (x, y + tick), stroke=SOFT)
        self.text((left + right) / 2, y + (9 if above else -9) / self.scale, words, 12, 'middle')

    def call(self, x, y, to_x, to_y, words, anchor='end'):
        """Words with a line to what they name."""
        self.line((x, y), (to_x, to_y), stroke=SOFT)
        gap = 5 / self.scale
        self.text(x - gap if anchor == 'end' else x + gap, y, words, 13, anchor)

    def svg(self, title):
        size = f'{self.width:.0f} {self.height:.0f}'
        return '\n'.join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{self.width:.0f}" font-family="sans-serif" role="img">',
                          '<!-- Made by hardware/guide/draw.py from hardware/kit.toml: change that, not this. -->', f'<title>{title}</title>',
                          '<rect width="100%" height="100%" fill="#fff"/>', *self.out, '</svg>', ''])


def dashed(pattern):
    return f' stroke-dasharray="{pattern}"' if pattern else ''


def mm(value):
    return f'{value:g} mm'


def stack(kit):
    """A cut through a square with a piece on it."""
    stack, reed, magnet, printed = kit['stack'], kit['reed'], kit['magnet'], kit['printed']
    d = Drawing(14, -35, 32, -37, 13)
    half = kit['board']['pitch'] / 2
    plate, gap, board = stack['plate'], stack['gap'], stack['board']
    under = -plate - gap - board
    glass = under - stack['glass_gap']
    end = glass - reed['glass']
    bend = end - reed['bend']
    base = under - stack['below'] - kit['frame']['floor']
    # piece
    foot = printed['foot']
    tag_at = magnet['under'] + magnet['height'] + printed['tag_gap']
    joint = tag_at + printed['tag'][1]
    d.rect(-foot / 2, 0, foot, joint, PLASTIC, radius=0.4)
    d.rect(-foot / 2, joint, foot, printed['cap'], PLASTIC, radius=0.4)
    d.rect(-printed['slot'][0] / 2, joint + printed['cap'] - printed['slot'][2], printed['slot'][0], printed['slot'][2], '#fff')
    d.rect(-magnet['diameter'] / 2, magnet['under'] + magnet['height'], magnet['diameter'], printed['tag_gap'], '#ddd3bd')
    d.rect(-magnet['diameter'] / 2, magnet['under'], magnet['diameter'], magnet['height'], METAL)
    d.rect(-printed['tag'][0] / 2, tag_at, printed['tag'][0], printed['tag'][1], COPPER)
    # plate with the light's hole, lamp, board
    lamp = kit['lamps']['at'][0]
    d.rect(-half, -plate, 2 * half, plate, WOOD)
    d.rect(lamp - printed['light_hole'] / 2, -plate, printed['light_hole'], plate, GLASS)
    d.rect(lamp - 2.5, under + board, 5, 1.6, '#fff')
    d.circle(lamp, under + board + 1.1, 0.9, '#ffe27a')
    d.rect(-half, under, 2 * half, board, BOARD)
    # the reed, its leads, the wire
    d.rect(-reed['glass_diameter'] / 2, end, reed['glass_diameter'], reed['glass'], GLASS, radius=0.6)
    d.line((0, under + board + 1), (0, glass - 5.3), stroke=METAL, width=4)
    d.line((0.25, glass - 4.7), (0.25, bend), (reed['pitch'], bend), stroke=METAL, width=4)
    d.line((reed['pitch'], under + board + 1), (reed['pitch'], bend - 0.8), stroke=COPPER, width=5)
    for x in (0, reed['pitch']):
        d.circle(x, under + board + 0.3, 1.3, METAL)
    d.circle(reed['pitch'], bend, 1.5, METAL)
    # post and base board
    post = half - 0.01
    d.rect(-half, base - 4, 2 * half, 4, WOOD)
    for side in (-1, 1):
        d.rect(side * post - (printed['post'] / 2 if side > 0 else 0), base, printed['post'] / 2, under - base, '#dfe3e8')
        d.rect(side * post - (printed['spacer'] / 2 if side > 0 else 0), under + board, printed['spacer'] / 2, gap, '#dfe3e8')
    # names
    for y, (x, to, words) in {10.2: (-9, 9.5, 'slot for a figure'), 6.2: (-8, tag_at + 0.15, 'tag'), 4.4: (-3, 4.4, 'plug'),
                              2.2: (-4, magnet['under'] + 1, 'magnet, this way up in all'), -1.4: (lamp, -1.4, 'light guide'), -4: (lamp - 2, under + board + 1, 'lamp'),
                              -6.4: (-18, under + 0.6, 'board'), -13: (-0.6, -13, 'reed'), -22: (0.4, bend + 1.2, 'lower lead'),
                              -29.6: (-half + 2, -28, 'post'), -32.5: (-15, base - 2, 'base board')}.items():
        d.call(-21.5, y, x, to, words)
    d.call(12, bend - 3, reed['pitch'] + 0.5, bend - 0.4, 'soldered to the wire', 'start')
    # sizes
    x = half + 2
    d.tall(x, 0, magnet['under'], mm(magnet['under']))
    d.tall(x, magnet['under'] + magnet['height'], tag_at, mm(printed['tag_gap']))
    d.tall(x, -plate, 0, f'plate {mm(plate)}')
    d.tall(x, under + board, -plate, f'gap {mm(gap)}')
    d.tall(x, under, under + board, f'board {mm(board)}')
    d.tall(x, base, under, f'post {mm(under - base)}')
    d.tall(-11, glass, 0, '')
    d.text(-10.4, -8.6, mm(reed['depth']), 12)
    d.text(-10.4, -9.6, 'at most', 12)
    d.tall(9, end, glass, f'glass {mm(reed["glass"])}')
    d.tall(-3.5, bend, end, '')
    d.text(-4, (bend + end) / 2, mm(reed['bend']), 12, 'end')
    d.wide(bend - 1.8, 0, reed['pitch'], mm(reed['pitch']), above=False)
    return d.svg('A square cut through the middle, with a piece on it')


def square(kit, reach):
    """A square from above."""
    pitch, printed = kit['board']['pitch'], kit['printed']
    d = Drawing(12, -24, 52, -25, 25)
    half = pitch / 2
    d.rect(-half, -half, pitch, pitch, WOOD)
    window = kit['antenna']['window']
    d.rect(-window / 2, -window / 2, window, window, 'none', SOFT, '3 4')
    d.rect(-printed['foot'] / 2, -printed['foot'] / 2, printed['foot'], printed['foot'], PLASTIC, SOFT, radius=2)
    d.circle(0, 0, 2 * reach['farthest'], stroke='#b03a2e', dash='6 4')
    d.circle(0, 0, 2 * reach['army'], '#dff0e2', '#2f7d4f')
    d.circle(0, 0, kit['magnet']['diameter'], 'none', METAL)
    x, y = kit['lamps']['at']
    d.rect(x - 2.5, y - 2.5, 5, 5, '#fff')
    d.circle(x, y, printed['light_hole'], '#ffe27a')
    d.circle(0, 0, kit['reed']['glass_diameter'], GLASS)
    d.circle(kit['reed']['pitch'], 0, 1, COPPER)
    for sx in (-1, 1):
        for sy in (-1, 1):
            d.circle(sx * half, sy * half, kit['tile']['hole'], '#fff', SOFT, '2 3')
    d.wide(-half - 3, -half, half, mm(pitch), above=False)
    right = half + 4
    d.call(right, 17, half, half, 'here four squares meet; of each tile, four', 'start')
    d.text(right + 0.4, 15.6, 'such places have a hole for a post', 13)
    d.call(right, 12, x + 2.5, y, 'lamp, and above it the hole in the plate', 'start')
    d.call(right, 7, printed['foot'] / 2, 7, f'a piece, {mm(printed["foot"])}', 'start')
    d.call(right, 3, kit['reed']['pitch'] + 0.5, 0.2, 'the wire back to the board', 'start')
    d.call(right, -1, 0.9, -0.3, 'the reed, upright in the middle', 'start')
    d.call(right, -5, 7.2, -5, f'a piece whose middle is within {mm(reach["army"])}', 'start')
    d.text(right + 0.4, -6.4, 'of the middle is surely seen, amid others too', 13)
    d.call(right, -10, 6.4, -9.8, f'beyond {mm(reach["farthest"])} none is seen', 'start')
    d.call(right, -14, window / 2, -14, f'no copper pour within {mm(window)}', 'start')
    d.text(-half, half + 3, 'away from red', 12, fill=SOFT)
    return d.svg('A square from above')


def tiles(kit):
    """All tiles from above: headers, the order of lamps, whose side is where."""
    board, tile = kit['board'], kit['tile']
    d = Drawing(16, -4, 43, -6, 44)
    step = 4 # of the drawing, for a square
    chain = {square: n for n, square in enumerate(table.squares(kit))}
    points = []
    for n, square in sorted((n, s) for s, n in chain.items()):
        points.append((square % board['columns'] * step + step * 0.5, square // board['columns'] * step + step * 0.5))
    for i, place in enumerate(tile['place']):
        x, y = (place['column'] - 1) * step, (place['row'] - 1) * step
        d.rect(x + 0.15, y + 0.15, tile['columns'] * step - 0.3, tile['rows'] * step - 0.3, ['#eef4ea', '#f6f0e2'][(i + i // 2) % 2])
        d.text(x + 3 * step, y + 4 * step, place['header'], 17, 'middle', '#b03a2e', 'bold')
    count = tile['columns'] * tile['rows']
    for i in range(len(tile['place'])):
        part = points[i * count:(i + 1) * count]
        d.line(*part, stroke='#c7b36a', width=2)
        if i:
            d.line(points[i * count - 1], part[0], stroke='#c7b36a', width=1.5, dash='5 5')
    for n, (x, y) in enumerate(points):
        edge = n in (0, len(points) - 1)
        d.circle(x, y, 1.9, '#ffe27a' if edge else '#fff', '#c7b36a')
        d.text(x, y, str(n + 1), 12, 'middle', weight='bold' if edge else '')
    for column in range(board['columns']):
        d.text((column + 0.5) * step, -1, 'abcdefghij'[column], 14, 'middle', SOFT)
    for row in range(board['rows']):
        d.text(-1.2, (row + 0.5) * step, str(row + 1), 14, 'middle', SOFT)
    d.text(20, -2.8, 'red sits here', 15, 'middle', '#b03a2e')
    d.text(20, -4.8, 'dashed: out by one ribbon, through the controller, in by the next', 13, 'middle', SOFT)
    d.text(20, 42, 'blue sits here', 15, 'middle', '#2a5db0')
    return d.svg('The four tiles from above, with their connectors and the order of the lamps')


def ribbon(kit):
    """The header's contacts, looking at it."""
    d = Drawing(10, -2, 76, -2, 41)
    d.rect(13, -1, 14, 40, '#dfe3e8', radius=1)
    d.rect(11.6, 16, 1.8, 6, '#fff', '#fff')
    colours = {'GND': '#ddd', '+5V': '#f3b0a6', 'LAMP_IN': '#ffe27a', 'LAMP_OUT': '#ffe27a'}
    for contact, net in kit['tile']['ribbon'].items():
        n = int(contact)
        row, side = (n - 1) // 2, (n - 1) % 2
        x, y = 17 + 6 * side, 35.5 - 4.7 * row
        d.rect(x - 1, y - 1, 2, 2, colours.get(net, '#bcd7bd' if net.startswith('ROW') else '#bccfe6'))
        if n == 1:
            d.rect(x - 1.6, y - 1.6, 3.2, 3.2, 'none', '#b03a2e')
        end = 11 if side == 0 else 29
        d.text(end, y, f'{net} &#160; {n}' if side == 0 else f'{n} &#160; {net}', 14, 'end' if side == 0 else 'start')
    d.text(42, 34, 'Contact 1 has a triangle on the header', 13)
    d.text(42, 32.4, 'and the coloured wire of the ribbon.', 13)
    d.text(42, 28, 'Seen from the side where', 13)
    d.text(42, 26.4, 'the plug goes in.', 13)
    d.text(42, 22, 'The notch is on the side of the odd numbers.', 13)
    return d.svg('The contacts of a tile\'s header')


def drawings(kit, reach):
    return {'stack.svg': stack(kit), 'square.svg': square(kit, reach), 'tiles.svg': tiles(kit), 'ribbon.svg': ribbon(kit)}


def main(words):
    kit = table.load()
    from values import reach_of
    made = drawings(kit, reach_of(kit))
    folder = HERE / 'pictures'
    if words == ['write']:
        folder.mkdir(exist_ok=True)
        for name, text in made.items():
            (folder / name).write_text(text)
    elif words == ['check']:
        wrong = [name for name, text in made.items() if not (folder / name).exists() or (folder / name).read_text() != text]
        if wrong:
            sys.exit(f'hardware/guide/draw.py write makes another {", ".join(wrong)}')
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(sys.argv[1:])
