"""A board: parts at their places, tracks and holes, as KiCad writes it."""
import math

from footprints import FOOTPRINTS
from sexp import at, name, number, quoted

LAYERS = [(0, 'F.Cu', 'signal'), (2, 'B.Cu', 'signal'), (13, 'F.Paste', 'user'), (15, 'B.Paste', 'user'),
          (5, 'F.SilkS', 'user'), (7, 'B.SilkS', 'user'), (1, 'F.Mask', 'user'), (3, 'B.Mask', 'user'),
          (17, 'Dwgs.User', 'user'), (19, 'Cmts.User', 'user'), (25, 'Edge.Cuts', 'user'), (27, 'Margin', 'user'),
          (31, 'F.CrtYd', 'user'), (29, 'B.CrtYd', 'user'), (35, 'F.Fab', 'user'), (33, 'B.Fab', 'user')]


def turned(x, y, angle):
    a = math.radians(angle)
    return x * math.cos(a) + y * math.sin(a), y * math.cos(a) - x * math.sin(a)


class Placed:
    """A footprint on the board. On the back it is mirrored from above to below, then turned."""

    def __init__(self, footprint, x, y, angle, side):
        self.footprint, self.x, self.y, self.angle, self.side = footprint, x, y, angle % 360, side
        self.back = side == 'B'

    def local(self, x, y):
        return (x, -y) if self.back else (x, y)

    def place(self, x, y):
        dx, dy = turned(*self.local(x, y), self.angle)
        return round(self.x + dx, 4), round(self.y + dy, 4)

    def layer(self, text):
        return text.replace('F.', 'B.') if self.back else text


def effects(size, back=False, hidden=False, justify=''):
    words = [justify] if justify else []
    words += ['mirror'] if back else []
    return (f'(effects (font (size {number(size)} {number(size)}) (thickness {number(size * 0.15)}))'
            + (f' (justify {" ".join(words)})' if words else '') + (' (hide yes)' if hidden else '') + ')')


def stroke(width):
    return f'(stroke (width {number(width)}) (type solid))'


def shape(placed, kind, values, layer, width, key):
    layer, end = placed.layer(layer), f'(layer "{placed.layer(layer)}") (uuid "{key}"))'
    if kind == 'circle':
        x, y, radius = values
        return (f'(fp_circle {point("center", *placed.local(x, y))} {point("end", *placed.local(x + radius, y))} '
                f'{stroke(width)} (fill no) {end}')
    x1, y1, x2, y2 = values
    return (f'(fp_{kind} {point("start", *placed.local(x1, y1))} {point("end", *placed.local(x2, y2))} {stroke(width)} '
            + ('(fill no) ' if kind == 'rect' else '') + end)


def point(word, x, y):
    return f'({word} {number(x)} {number(y)})'


class Board:
    def __init__(self, circuit, revision, date):
        self.circuit, self.revision, self.date = circuit, revision, date
        self.placed, self.items, self.keys = {}, [], 0
        self.nets = {net: i for i, net in enumerate(circuit.nets(), 1)}
        self.lonely = {}   # (ref, pin) that is not connected -> number of its net

    def key(self):
        self.keys += 1
        return name(self.circuit.name, 'board', self.keys)

    # ---- what is on it ----

    def part(self, ref, x, y, angle=0, side='F', label=None):
        """`label` is where the reference stands, in the footprint's own measure, or False."""
        placed = Placed(FOOTPRINTS[self.circuit.parts[ref].footprint], x, y, angle, side)
        placed.label_at = placed.footprint.label if label is None else label
        self.placed[ref] = placed
        return placed

    def extra(self, ref, footprint, x, y, side='F'):
        placed = Placed(FOOTPRINTS[footprint], x, y, 0, side)
        placed.label_at = False
        self.placed[ref] = placed

    def pad(self, ref, pin):
        placed = self.placed[ref]
        pad = next(p for p in placed.footprint.pads if p.number == str(pin))
        return placed.place(pad.x, pad.y)

    def track(self, net, layer, width, *points):
        for (x1, y1), (x2, y2) in zip(points, points[1:]):
            if (x1, y1) != (x2, y2):
                self.items.append(f'(segment {point("start", x1, y1)} {point("end", x2, y2)} (width {number(width)}) '
                                  f'(layer "{layer}.Cu") (net {self.nets[net]}) (uuid "{self.key()}"))')

    def via(self, net, x, y, size=0.8, drill=0.4):
        self.items.append(f'(via {at(x, y)} (size {number(size)}) (drill {number(drill)}) (layers "F.Cu" "B.Cu") '
                          f'(net {self.nets[net]}) (uuid "{self.key()}"))')

    def line(self, layer, width, *points):
        for (x1, y1), (x2, y2) in zip(points, points[1:]):
            self.items.append(f'(gr_line {point("start", x1, y1)} {point("end", x2, y2)} {stroke(width)} (layer "{layer}") '
                              f'(uuid "{self.key()}"))')

    def text(self, layer, words, x, y, size=1.5, angle=0, justify=''):
        self.items.append(f'(gr_text {quoted(words)} {at(x, y, angle)} (layer "{layer}") (uuid "{self.key()}") '
                          f'{effects(size, layer.startswith("B."), justify=justify)})')

    def window(self, x1, y1, x2, y2):
        """Where no ground may be poured, on either side."""
        corners = ' '.join(f'(xy {number(x)} {number(y)})' for x, y in ((x1, y1), (x2, y1), (x2, y2), (x1, y2)))
        self.items.append(f'(zone (net 0) (net_name "") (layers "F.Cu" "B.Cu") (uuid "{self.key()}") (name "antenna") '
                          '(hatch edge 0.5) (connect_pads (clearance 0)) (min_thickness 0.25) (filled_areas_thickness no) '
                          '(keepout (tracks allowed) (vias allowed) (pads allowed) (copperpour not_allowed) '
                          '(footprints allowed)) (fill (thermal_gap 0.5) (thermal_bridge_width 0.5)) '
                          f'(polygon (pts {corners})))')

    def pour(self, net, layer, corners, filled=()):
        """Copper wherever there is room. `filled` is what KiCad has made of it: polygons."""
        corners = ' '.join(f'(xy {number(x)} {number(y)})' for x, y in corners)
        polygons = ''.join(f'(filled_polygon (layer "{layer}.Cu") (pts {points}))' for points in filled)
        self.items.append(f'(zone (net {self.nets[net]}) (net_name {quoted(self.circuit.full_name(net))}) (layer "{layer}.Cu") '
                          f'(uuid "{self.key()}") (hatch edge 0.5) (connect_pads (clearance 0.3)) (min_thickness 0.3) '
                          '(filled_areas_thickness no) (fill yes (thermal_gap 0.4) (thermal_bridge_width 0.5)) '
                          f'(polygon (pts {corners})) {polygons})')

    # ---- the file ----

    def net_of(self, ref, pin):
        """(number, KiCad's name) of a pad's net"""
        part = self.circuit.parts.get(ref)
        if part is None or pin == '':
            return None
        net = part.nets[pin]
        if net:
            return self.nets[net], self.circuit.full_name(net)
        number_of = self.lonely.setdefault((ref, pin), len(self.nets) + len(self.lonely) + 1)
        return number_of, self.circuit.unconnected_name(ref, pin)

    def pad_text(self, ref, placed, index, pad):
        kind = 'smd' if not pad.drill else 'thru_hole' if pad.plated else 'np_thru_hole'
        drill = f' (drill {number(pad.drill)})' if pad.drill else ''
        layers = '"*.Cu" "*.Mask"' if pad.drill else ' '.join(
            f'"{placed.layer(layer)}"' for layer in ('F.Cu', 'F.Mask') + (() if pad.mask or ref.startswith('TP') else ('F.Paste',)))
        net = self.net_of(ref, pad.number)
        words = f' (net {net[0]} {quoted(net[1])})' if net else ''
        if net:
            pin = self.circuit_pin(ref, pad.number)
            words += f' (pinfunction {quoted(pin.name)})' if pin.name != '~' else ''
            words += f' (pintype "{pin.kind}{"" if self.circuit.parts[ref].nets[pad.number] else "+no_connect"}")'
        mask = f' (solder_mask_margin {number(pad.mask)}) (clearance {number(pad.mask)})' if pad.mask else ''
        x, y = placed.local(pad.x, pad.y)
        return (f'(pad {quoted(pad.number)} {kind} {pad.shape} {at(x, y, placed.angle)} (size {number(pad.width)} '
                f'{number(pad.height)}){drill} (layers {layers}){words}{mask} (uuid "{name(self.circuit.name, ref, "pad", index)}"))')

    def circuit_pin(self, ref, pin):
        import symbols
        return symbols.SYMBOLS[self.circuit.parts[ref].symbol].pin(pin)

    def footprint_text(self, ref, placed):
        part, footprint = self.circuit.parts.get(ref), placed.footprint
        key = lambda *words: name(self.circuit.name, ref, *words)
        silk = placed.layer('F.SilkS')
        label = placed.label_at or (0, 0)
        value = part.value if part else footprint.name
        angle = 0 if footprint.name.startswith('Pins') else placed.angle % 180
        kind = 'through_hole' if any(p.drill and p.plated for p in footprint.pads) else 'smd'
        attributes = [] if not part and kind == 'smd' and footprint.name.startswith('Hole') else [kind]
        attributes += [] if part else ['board_only']
        attributes += [] if footprint.in_bom else ['exclude_from_pos_files', 'exclude_from_bom']
        out = [f'(footprint "adjutant:{footprint.name}" (layer "{placed.layer("F.Cu")}") (uuid "{key("footprint")}") '
               f'{at(placed.x, placed.y, placed.angle)} (descr {quoted(footprint.text)})',
               f'(property "Reference" "{ref}" {at(*placed.local(*label), angle)} (layer "{silk}") (uuid "{key("ref")}") '
               f'{effects(1, placed.back, hidden=not placed.label_at)})',
               f'(property "Value" {quoted(value)} {at(0, 0, 0)} (layer "{placed.layer("F.Fab")}") (uuid "{key("value")}") '
               f'{effects(1, placed.back, hidden=True)})']
        if part:
            out.append(f'(path "{self.path(part)}") (sheetname {quoted("/" + part.sheet + ("/" if part.sheet else ""))}) '
                       f'(sheetfile {quoted(self.sheet_file(part))})')
        out.append(f'(attr {" ".join(attributes)})')
        for i, (what, *values) in enumerate(footprint.silk):
            out.append(shape(placed, what, values, 'F.SilkS', 0.15, key('silk', i)))
        out.append(shape(placed, 'rect', footprint.courtyard, 'F.CrtYd', 0.05, key('courtyard')))
        out.append(shape(placed, 'rect', footprint.body, 'F.Fab', 0.1, key('body')))
        out += [self.pad_text(ref, placed, i, pad) for i, pad in enumerate(footprint.pads)]
        if footprint.model:
            out.append(f'(model "${{KIPRJMOD}}/models/{footprint.name}.wrl" (offset (xyz 0 0 0)) (scale (xyz 1 1 1)) (rotate (xyz 0 0 0)))')
        return '\n'.join(out) + ')'

    def path(self, part):
        key = name(self.circuit.name, 'symbol', part.ref)
        return f'/{name(self.circuit.name, "sheet", part.sheet)}/{key}' if part.sheet else f'/{key}'

    def sheet_file(self, part):
        return f'{self.circuit.name}.kicad_sch' if not part.sheet else sheet_file(self.circuit.name, part.sheet)

    def write(self):
        parts = [self.footprint_text(ref, placed) for ref, placed in self.placed.items()]
        out = ['(kicad_pcb (version 20241229) (generator "adjutant") (generator_version "9.0")',
               '(general (thickness 1.6) (legacy_teardrops no))', '(paper "A3")',
               f'(title_block (title {quoted("Adjutant: " + self.circuit.title)}) (date "{self.date}") (rev "{self.revision}") '
               '(comment 1 "CERN-OHL-P-2.0") (comment 2 "made by hardware/kicad/gen.py"))',
               '(layers ' + ' '.join(f'({i} "{layer}" {kind})' for i, layer, kind in LAYERS) + ')',
               '(setup (pad_to_mask_clearance 0.05) (allow_soldermask_bridges_in_footprints no) (tenting front back))', '(net 0 "")']
        out += [f'(net {i} {quoted(self.circuit.full_name(net))})' for net, i in self.nets.items()]
        out += [f'(net {i} {quoted(self.circuit.unconnected_name(*pin))})' for pin, i in self.lonely.items()]
        return '\n'.join(out + parts + self.items + ['(embedded_fonts no))']) + '\n'


def sheet_file(circuit, sheet):
    return f'{circuit}-{sheet.lower().replace(" ", "-")}.kicad_sch'


def library(footprint):
    """The footprint as a file of its own."""
    placed = Placed(footprint, 0, 0, 0, 'F')
    alone = Board.__new__(Board)
    alone.circuit = type('None', (), {'name': 'library', 'parts': {}})
    key = lambda *words: name('library', footprint.name, *words)
    kind = 'through_hole' if any(p.drill and p.plated for p in footprint.pads) else 'smd'
    attributes = [] if footprint.name.startswith('Hole') else [kind]
    attributes += ['board_only'] if footprint.name in ('Hole_M3', 'Fiducial') else []
    attributes += [] if footprint.in_bom else ['exclude_from_pos_files', 'exclude_from_bom']
    ref = 'TP' if footprint.name == 'TestPoint' else 'REF'
    out = [f'(footprint "{footprint.name}" (version 20241229) (generator "adjutant") (generator_version "9.0") (layer "F.Cu") '
           f'(descr {quoted(footprint.text)})',
           f'(property "Reference" "REF**" {at(*footprint.label, 0)} (layer "F.SilkS") (uuid "{key("ref")}") {effects(1)})',
           f'(property "Value" "{footprint.name}" {at(0, 0, 0)} (layer "F.Fab") (uuid "{key("value")}") {effects(1, hidden=True)})',
           f'(attr {" ".join(attributes)})']
    for i, (what, *values) in enumerate(footprint.silk):
        out.append(shape(placed, what, values, 'F.SilkS', 0.15, key('silk', i)))
    out.append(shape(placed, 'rect', footprint.courtyard, 'F.CrtYd', 0.05, key('courtyard')))
    out.append(shape(placed, 'rect', footprint.body, 'F.Fab', 0.1, key('body')))
    out += [alone.pad_text(ref, placed, i, pad) for i, pad in enumerate(footprint.pads)]
    if footprint.model:
        out.append(f'(model "${{KIPRJMOD}}/models/{footprint.name}.wrl" (offset (xyz 0 0 0)) (scale (xyz 1 1 1)) (rotate (xyz 0 0 0)))')
    return '\n'.join(out) + ')\n'
