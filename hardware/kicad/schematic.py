"""Sheets of a schematic: symbols, wires and labels at places in grid units, x to the right and y downwards.

What is drawn here is only a picture of the circuit. Whether it is the circuit, KiCad's netlist tells, which is compared
with the table of nets (netlist.py).
"""
import math

from board import sheet_file
from circuit import POWER
from sexp import at, name, number, quoted
from symbol_text import GRID, effects, symbol_text
from symbols import SYMBOLS


def turned(x, y, angle):
    """A place in a symbol, y upwards, as a place on the sheet."""
    a = math.radians(angle)
    c, s = round(math.cos(a)), round(math.sin(a))
    return x * c - y * s, -(x * s + y * c)


class Sheet:
    def __init__(self, circuit, title, sheet='', paper='A4', page=1):
        self.circuit, self.title, self.sheet, self.paper, self.page = circuit, title, sheet, paper, page
        self.placed, self.wires, self.items, self.touched, self.helpers = {}, [], [], set(), 0
        self.used, self.spots, self.sideways = set(), [], 0 # spots: pins of power symbols

    def key(self, *words):
        return name(self.circuit.name, 'sheet', self.sheet, *words)

    def path(self):
        root = name(self.circuit.name, 'sheet', '')
        return f'/{root}/{name(self.circuit.name, "sheet", self.sheet)}' if self.sheet else f'/{root}'

    # ---- drawing ----

    def place(self, ref, x, y, angle=0, texts=None):
        """`texts` are where reference and value stand, from the symbol's middle."""
        self.placed[ref] = (x, y, angle)
        part = self.circuit.parts[ref]
        self.symbol(part.symbol, ref, part.value, part.footprint, x, y, angle, texts)
        return self

    def symbol(self, kind, ref, value, footprint, x, y, angle, texts=None):
        symbol = SYMBOLS[kind]
        self.used.add(kind)
        upright = angle % 180 == 90 and len(symbol.pins) == 2 and not symbol.power
        if texts is None:
            texts = text_places(symbol, upright)
        justify = '' if not upright else 'right' if angle == 90 else 'left'
        in_bom = 'no' if symbol.power or symbol.prefix == 'TP' else 'yes'
        key = name(self.circuit.name, 'symbol', ref)
        spin = angle % 180
        library = f'adjutant:{footprint}' if footprint else ''
        out = [f'(symbol (lib_id "adjutant:{kind}") {at(x * GRID, y * GRID, angle)} (unit 1) (exclude_from_sim no) (in_bom {in_bom}) '
               f'(on_board yes) (dnp no) (uuid "{key}")']
        for (field, text, hidden), (dx, dy) in zip((('Reference', ref, symbol.power), ('Value', value, kind == 'PWR_FLAG')), texts):
            out.append(f'(property "{field}" {quoted(text)} {at((x + dx) * GRID, (y + dy) * GRID, spin)} {effects(hidden, justify)})')
        for field, text in (('Footprint', library), ('Datasheet', ''), ('Description', '')):
            out.append(f'(property "{field}" {quoted(text)} {at(x * GRID, y * GRID, 0)} {effects(True)})')
        out += [f'(pin "{pin.number}" (uuid "{name(key, pin.number)}"))' for pin in symbol.pins]
        out.append(f'(instances (project "{self.circuit.name}" (path "{self.path()}" (reference "{ref}") (unit 1)))))')
        self.items.append('\n'.join(out))

    def pin(self, ref, number_of):
        x, y, angle = self.placed[ref]
        pin = SYMBOLS[self.circuit.parts[ref].symbol].pin(str(number_of))
        dx, dy = turned(pin.x, pin.y, angle)
        return x + dx, y + dy

    def outward(self, ref, number_of):
        """The direction away from the symbol."""
        pin = SYMBOLS[self.circuit.parts[ref].symbol].pin(str(number_of))
        a = math.radians(pin.angle + 180 + self.placed[ref][2])
        return round(math.cos(a)), -round(math.sin(a))

    def wire(self, *points):
        """Points are places, or (ref, pin) pairs. Every leg runs along one axis: corners go across first."""
        places = []
        for p in points:
            if isinstance(p[0], str):
                self.touched.add((p[0], str(p[1])))
                p = self.pin(*p)
            if places and places[-1][0] != p[0] and places[-1][1] != p[1]:
                places.append((p[0], places[-1][1]))
            places.append(p)
        for a, b in zip(places, places[1:]):
            if a != b:
                self.wires.append((a, b))

    def label(self, net, x, y, way=(1, 0)):
        """At a wire's end, reading away from it; a power symbol if the net is one of the supplies."""
        angle = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}[way]
        justify = 'left' if angle < 180 else 'right'
        if net in POWER:
            self.power(net, x, y)
        elif self.circuit.full_name(net).startswith('/'):
            self.items.append(f'(label {quoted(net)} {at(x * GRID, y * GRID, angle)} {effects(False, justify + " bottom")} '
                              f'(uuid "{self.key("label", len(self.items))}"))')
        else:
            self.items.append(f'(global_label {quoted(net)} (shape passive) {at(x * GRID, y * GRID, angle)} (fields_autoplaced yes) '
                              f'{effects(False, justify)} (uuid "{self.key("label", len(self.items))}") '
                              f'(property "Intersheetrefs" "${{INTERSHEET_REFS}}" {at(x * GRID, y * GRID, 0)} {effects(True)}))')

    def power(self, kind, x, y):
        self.helpers += 1
        self.spots.append((x, y))
        letter = 'FLG' if kind == 'PWR_FLAG' else 'PWR'
        self.symbol(kind, f'#{letter}{self.page}{self.helpers:02}', kind, '', x, y, 0)

    def stub(self, ref, number_of, length=1):
        """A short wire with the net's name, or a cross where nothing is connected."""
        x, y = self.pin(ref, number_of)
        net, (dx, dy) = self.circuit.parts[ref].nets[str(number_of)], self.outward(ref, number_of)
        self.touched.add((ref, str(number_of)))
        if not net:
            self.items.append(f'(no_connect {at(x * GRID, y * GRID)} (uuid "{self.key("none", ref, number_of)}"))')
            return
        if net in POWER and dy and (dy < 0) == (net != 'GND'):
            length = 0 # a power symbol right at the pin
        end = (x + dx * length, y + dy * length)
        if net in POWER and dx: # beyond the names of its neighbours, which the symbol would cover
            self.sideways += 1
            end = (x + dx * (7 + 2.5 * (self.sideways % 2)), y)
        if end != (x, y):
            self.wires.append(((x, y), end))
        self.label(net, *end, (dx, dy))

    def together(self, ref, pins, net, reach):
        """Pins of one side with the same supply, on one wire."""
        places = [self.pin(ref, pin) for pin in pins]
        x = places[0][0] + self.outward(ref, pins[0])[0] * reach
        for pin in pins:
            self.wire((ref, pin), (x, self.pin(ref, pin)[1]))
        ys = sorted(y for _, y in places)
        self.wire(*((x, y) for y in ys))
        self.label(net, x, ys[-1] if net == 'GND' else ys[0])

    def probe(self, ref, x, y):
        """A test point with its net beside it."""
        self.place(ref, x, y, texts=((0, -1.7), (0, 1.2)))
        self.wire((ref, 1), (x + 4, y))
        self.label(self.circuit.parts[ref].nets['1'], x + 4, y)

    def rest(self, length=1):
        """Names for all pins that no wire has reached."""
        for ref in self.placed:
            for number_of in self.circuit.parts[ref].nets:
                if (ref, number_of) not in self.touched:
                    self.stub(ref, number_of, length)

    def note(self, words, x, y, size=1.6):
        self.items.append(f'(text {quoted(words)} (exclude_from_sim no) {at(x * GRID, y * GRID, 0)} '
                          f'{effects(False, "left top", size)} (uuid "{self.key("note", len(self.items))}"))')

    def subsheet(self, sheet, words, x, y, width, height, page):
        key = name(self.circuit.name, 'sheet', sheet)
        file = sheet_file(self.circuit.name, sheet)
        self.items.append(
            f'(sheet {at(x * GRID, y * GRID)} (size {number(width * GRID)} {number(height * GRID)}) (exclude_from_sim no) (in_bom yes) '
            f'(on_board yes) (dnp no) (stroke (width 0.2) (type solid)) (fill (color 0 0 0 0)) (uuid "{key}") '
            f'(property "Sheetname" {quoted(sheet)} {at(x * GRID, (y - 0.3) * GRID, 0)} {effects(False, "left bottom", 2)}) '
            f'(property "Sheetfile" {quoted(file)} {at(x * GRID, (y + height + 0.3) * GRID, 0)} {effects(False, "left top")}) '
            f'(instances (project "{self.circuit.name}" (path "{self.path()}" (page "{page}")))))')
        self.note(words, x + 0.6, y + 0.8)

    # ---- the file ----

    def junctions(self):
        """Where three wires or pins meet, or one ends on another."""
        ends = {}
        for a, b in self.wires:
            for p in (a, b):
                ends[p] = ends.get(p, 0) + 1
        for ref in self.placed:
            for number_of in self.circuit.parts[ref].nets:
                p = self.pin(ref, number_of)
                ends[p] = ends.get(p, 0) + 1
        for p in self.spots:
            ends[p] = ends.get(p, 0) + 1
        for p, count in ends.items():
            within = any(inside(p, a, b) for a, b in self.wires)
            if count > 2 or within:
                yield p

    def pieces(self):
        """The wires, cut where others meet them: KiCad joins ends only."""
        joints = set(self.junctions())
        for a, b in self.wires:
            places = [a] + sorted((p for p in joints if inside(p, a, b)), key=lambda p: math.dist(p, a)) + [b]
            yield from zip(places, places[1:])

    def write(self, revision, date):
        out = [f'(kicad_sch (version 20250114) (generator "adjutant") (generator_version "9.0") (uuid "{name(self.circuit.name, "sheet", self.sheet)}") '
               f'(paper "{self.paper}")',
               f'(title_block (title {quoted(self.title)}) (date "{date}") (rev "{revision}") (company "Adjutant") '
               '(comment 1 "CERN-OHL-P-2.0") (comment 2 "made by hardware/kicad/gen.py from hardware/kit.toml"))', '(lib_symbols']
        out += [symbol_text(SYMBOLS[kind], 'adjutant:') for kind in sorted(self.used)]
        out.append(')')
        for i, (a, b) in enumerate(self.pieces()):
            points = ' '.join(f'(xy {number(x * GRID)} {number(y * GRID)})' for x, y in (a, b))
            out.append(f'(wire (pts {points}) (stroke (width 0) (type default)) (uuid "{self.key("wire", i)}"))')
        for i, (x, y) in enumerate(sorted(set(self.junctions()))):
            out.append(f'(junction {at(x * GRID, y * GRID)} (diameter 0) (color 0 0 0 0) (uuid "{self.key("junction", i)}"))')
        out += self.items
        if not self.sheet:
            out.append('(sheet_instances (path "/" (page "1")))')
        return '\n'.join(out + ['(embedded_fonts no))']) + '\n'


def text_places(symbol, upright):
    """Where reference and value stand, from the middle of the symbol."""
    ends = [y for kind, *values in symbol.drawing if kind == 'box' for _, y in values]
    top, low = max(ends, default=0), min(ends, default=0)
    if symbol.power:
        return (0, 0), (0, 1.6 if symbol.name == 'GND' else -1.6)
    if upright:
        return (0.9, -0.45), (0.9, 0.45)
    if symbol.name == 'RN5':
        return (4, -2.6), (4, -1.5)
    if symbol.names_shown:
        return (-2, -top - 0.6), (3, -low + 0.7)
    if symbol.numbers_shown:
        return (-0.5, -top - 0.6), (-0.5, -low + 0.8)
    return ((-1, -0.8), (1, -0.8)) if symbol.prefix == 'R' else ((0, -1.1), (0, 1.2))


def inside(p, a, b):
    (x, y), (x1, y1), (x2, y2) = p, a, b
    if p in (a, b):
        return False
    return x1 == x2 == x and min(y1, y2) < y < max(y1, y2) or y1 == y2 == y and min(x1, x2) < x < max(x1, x2)
