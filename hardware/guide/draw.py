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

    def svg(self, title, unit=''):
        """With unit='mm' a printer makes it as large as what it shows."""
        size, width = f'{self.width:.0f} {self.height:.0f}', f'{self.width:.0f}'
        if unit:
            width = f'{self.width / self.scale:.0f}{unit}" height="{self.height / self.scale:.0f}{unit}'
        return '\n'.join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{width}" font-family="sans-serif" role="img">',
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
    d.text(42, 17, 'green: rows, blue: columns', 13)
    d.text(42, 15.4, 'red: +5 V, grey: ground, yellow: lamps', 13)
    d.text(42, 10, 'With red\'s edge towards you contact 1', 13)
    d.text(42, 8.4, 'of a tile is at the bottom, on the right.', 13)
    return d.svg('The contacts of a tile\'s header')


def first_square(kit):
    """How one reed is tried under a square."""
    magnet, reed, stack, printed = (kit[name] for name in ('magnet', 'reed', 'stack', 'printed'))
    half = kit['board']['pitch'] / 2 + 12
    plate, deep, glass = stack['plate'], reed['depth'], reed['glass']
    end, foot = -deep - glass, printed['foot']
    table_at, box = -42, 20
    d = Drawing(11, -58, 62, table_at - 5, 16)
    d.rect(-half, -plate, 2 * half, plate, WOOD)
    for x in (-half, 2.5):
        d.rect(x, -deep, half - 2.5, deep - plate, '#f3e6c8')
        d.line((x, -deep + 2), (x + half - 2.5, -deep + 2), stroke='#cbb98c')
    for x in (-half, half - box):
        d.rect(x, table_at, box, -deep - table_at, '#dfe3e8')
        d.text(x + box / 2, table_at + 4, 'a box, or books', 13, 'middle')
    d.line((-half - 4, table_at), (half + 4, table_at), width=2)
    lead = stack['glass_gap'] + stack['board'] + 1.5
    d.rect(-2, end - 13, 4, glass + 12, '#fdf6e3', SOFT, '3 3')
    d.rect(-8, end - 12, 16, 4, '#f3e6c8')
    d.rect(-0.9, end, 1.8, glass, GLASS)
    d.line((0, -deep - 3.2), (0, -deep + lead), stroke=METAL, width=4)
    d.line((0, end + 3.2), (0, end - 14.5), stroke=METAL, width=4)
    upper = [(0, -deep + lead), (1.6, -deep + lead - 0.4), (1.6, -deep - 5), (4.5, -20), (5.5, table_at + 1.2), (24, table_at + 1.2)]
    lower = [(0, end - 14.5), (1, table_at + 2.4), (24, table_at + 2.4)]
    for points, colour in ((upper, '#b03a2e'), (lower, INK)):
        for one, other in zip(points, points[1:]):
            d.line(one, other, stroke=colour, width=2)
    d.text(25, table_at + 1.8, 'to the meter', 13)
    x = 13
    d.rect(x - foot / 2, 0, foot, magnet['under'] + magnet['height'] + printed['tag_gap'], PLASTIC)
    d.rect(x - magnet['diameter'] / 2, magnet['under'], magnet['diameter'], magnet['height'], '#a9adb5')
    d.text(x, magnet['under'] + magnet['height'] / 2, 'magnet', 12, 'middle')
    d.line((0, -deep + lead), (0, 13), stroke='#b03a2e', dash='4 4')
    d.text(0, 14.5, 'middle of the square', 13, 'middle', '#b03a2e')
    d.line((x, 3), (x, 11), stroke=SOFT, dash='4 4')
    d.wide(9, 0, x, 'reach', above=True)
    d.call(33, 4, x + foot / 2, 4, 'a foot with its magnet, slid slowly', 'start')
    right = half + 3
    d.tall(right, -plate, 0, f'plate {mm(plate)}')
    d.tall(right, -deep, -plate, f'cardboard, {mm(deep - plate)}')
    d.tall(-half - 12, -deep, 0, mm(deep))
    d.call(-20, -11.5, -0.9, -12, 'reed: the glass ends where', 'end')
    d.text(-20.45, -13.2, 'the cardboard does', 13, 'end')
    d.call(-18, 6, -0.3, -deep + lead, f'upper lead, cut to {mm(lead)}, in a hole of 5 mm', 'end')
    d.call(-14, -23, -2, -25, 'drinking straw', 'end')
    d.call(-14, -27, -8, end - 10, 'cardboard that holds it', 'end')
    return d.svg('One reed under one square: the trial, cut')


def cross(d, x, y, reach=3):
    d.line((x - reach, y), (x + reach, y))
    d.line((x, y - reach), (x, y + reach))


def ruler(kit):
    """A square to print in its own size: it says how far a foot is from the middle, read at its far edge."""
    half, foot = kit['board']['pitch'] / 2, kit['printed']['foot']
    d = Drawing(6, -40, 40, -46, 40)
    d.rect(-half, -half, 2 * half, 2 * half, 'none')
    cross(d, 0, 0)
    d.circle(0, 0, 2)
    for tick in range(0, 21):
        at, long = tick + foot / 2, 3 if tick % 5 == 0 else 1.6
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            d.line((x * at - y * long, y * at - x * long), (x * at + y * long, y * at + x * long))
            if tick % 5 == 0:
                d.text(x * at + y * 5, y * at + x * 4.4, str(tick), 13, 'middle', weight='bold')
    d.line((-30, -40), (20, -40), width=2)
    for x in (-30, 20):
        d.line((x, -41), (x, -39), width=2)
    d.text(-5, -42.5, 'this line is 50 mm long, or the printer has shrunk the page', 13, 'middle')
    d.text(0, 37.5, 'Read at the edge of the foot that is away from the middle:', 13, 'middle')
    d.text(0, 35, f'the number is the distance of the two middles (foot of {mm(foot)}).', 13, 'middle')
    return d.svg('A square with a scale, to print in its own size', 'mm')


def template(kit):
    """A square to print in its own size, with the hole for the light."""
    half = kit['board']['pitch'] / 2
    x, y = kit['lamps']['at']
    d = Drawing(6, -34, 34, -36, 30)
    d.rect(-half, -half, 2 * half, 2 * half, 'none')
    cross(d, 0, 0)
    cross(d, x, y, 2.6)
    d.circle(x, y, kit['printed']['light_hole'])
    d.wide(4, x, 0, mm(-x), above=False)
    d.tall(-17.5, 0, y, mm(y))
    d.text(0, 24, '&#8593; away from red. Seen from above: this side up', 14, 'middle', weight='bold')
    d.text(0, -23, 'red sits here', 14, 'middle', '#b03a2e')
    d.line((-25, -30), (25, -30), width=2)
    for end in (-25, 25):
        d.line((end, -31), (end, -29), width=2)
    d.text(0, -32.5, 'this line is 50 mm long, or the printer has shrunk the page', 13, 'middle')
    d.text(3, -4, 'reed below', 12)
    return d.svg('A square with the hole for its light, to print in its own size', 'mm')


def cable(kit):
    """A ribbon with its two sockets, the keys on the same side."""
    d = Drawing(10, -6, 76, -14, 16)
    for i in range(16):
        d.line((4, i * 0.62), (66, i * 0.62), stroke='#b03a2e' if i == 0 else '#9aa0a8', width=4)
    for x in (2, 62):
        d.rect(x, -1.2, 6, 11.8, '#444')
        d.rect(x - 1.4, 3.4, 1.4, 2.6, '#444')
        d.text(x + 3, -3, 'contact 1', 12, 'middle')
        d.text(x - 0.7, 11.6, 'key', 12, 'middle')
    d.text(35, 14, 'cable flat, both sockets open towards you: both keys to the same side', 13, 'middle')
    d.text(38, -3, 'coloured wire', 13, 'middle', '#b03a2e')
    d.wide(-7, 5, 65, '0.5 m', above=False)
    d.text(38, -11.5, 'Wrong: one key to the left and one to the right. Then contact 1 lands on 16.', 13, 'middle')
    return d.svg('A ribbon with its two sockets')


def joints(kit):
    """The header's solder joints on a tile's front, where one can measure."""
    d = Drawing(11, -24, 44, -8, 26)
    colours = {'GND': '#ddd', '+5V': '#f3b0a6', 'LAMP_IN': '#ffe27a', 'LAMP_OUT': '#ffe27a'}
    for contact, net in kit['tile']['ribbon'].items():
        n = int(contact)
        x, y = 4 * ((n - 1) % 2), 2.8 * ((n - 1) // 2)
        colour = colours.get(net, '#bcd7bd' if net.startswith('ROW') else '#bccfe6')
        if n == 1:
            d.rect(x - 0.9, y - 0.9, 1.8, 1.8, colour, '#b03a2e')
        else:
            d.circle(x, y, 1.9, colour)
        d.text(x + (-2 if n % 2 else 2), y, f'{net} &#160; {n}' if n % 2 else f'{n} &#160; {net}', 14, 'end' if n % 2 else 'start')
    d.text(17, 18, 'Seen from the front (the lamps\' side),', 13)
    d.text(17, 16.2, 'with red\'s edge towards you.', 13)
    d.text(17, 11, 'The square joint is contact 1.', 13)
    d.text(17, 6, 'green: rows, blue: columns', 13)
    d.text(17, 4.2, 'red: +5 V, grey: ground, yellow: lamps', 13)
    d.line((-18, -5), (16, -5), stroke='#b03a2e', width=2)
    d.text(-1, -6.6, 'red\'s edge', 13, 'middle', '#b03a2e')
    return d.svg('The solder joints of the connector, on a tile\'s front')


def drawings(kit, reach):
    return {'first_square.svg': first_square(kit), 'ruler.svg': ruler(kit), 'template.svg': template(kit), 'joints.svg': joints(kit),
            'cable.svg': cable(kit),
            'stack.svg': stack(kit), 'square.svg': square(kit, reach), 'tiles.svg': tiles(kit), 'ribbon.svg': ribbon(kit)}


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
