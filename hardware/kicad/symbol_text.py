"""The symbols as KiCad's library has them."""
from sexp import at, number, quoted
from symbols import SYMBOLS

GRID = 2.54


def mm(value):
    return number(value * GRID)


def effects(hidden=False, justify='', size=1.27):
    return (f'(effects (font (size {size} {size}))' + (f' (justify {justify})' if justify else '')
            + (' (hide yes)' if hidden else '') + ')')


def drawn(kind, *values):
    stroke = '(stroke (width 0.2) (type default))'
    if kind == 'line':
        points = ' '.join(f'(xy {mm(x)} {mm(y)})' for x, y in values[0])
        return f'(polyline (pts {points}) {stroke} (fill (type none)))'
    if kind == 'box':
        (x1, y1), (x2, y2) = values
        return f'(rectangle (start {mm(x1)} {mm(y1)}) (end {mm(x2)} {mm(y2)}) {stroke} (fill (type none)))'
    (x, y), radius = values
    return f'(circle (center {mm(x)} {mm(y)}) (radius {mm(radius)}) {stroke} (fill (type none)))'


def pin_text(symbol, pin):
    return (f'(pin {pin.kind} line {at(pin.x * GRID, pin.y * GRID, pin.angle)} (length {mm(pin.length)}) '
            f'(name {quoted(pin.name)} {effects()}) (number "{pin.number}" {effects()}))')


def symbol_text(symbol, library=''):
    numbers = '' if symbol.numbers_shown else '(pin_numbers (hide yes)) '
    names = '(offset 0.6)' if symbol.names_shown else '(offset 0) (hide yes)'
    bom = 'no' if symbol.power or symbol.prefix == 'TP' else 'yes'
    out = [f'(symbol "{library}{symbol.name}" {"(power) " if symbol.power and symbol.prefix == "#PWR" else ""}{numbers}'
           f'(pin_names {names}) (exclude_from_sim no) (in_bom {bom}) (on_board yes)']
    for key, value, hidden in (('Reference', symbol.prefix, symbol.power), ('Value', symbol.name, False), ('Footprint', '', True),
                               ('Datasheet', '', True), ('Description', '', True)):
        out.append(f'(property "{key}" "{value}" (at 0 0 0) {effects(hidden)})')
    out.append(f'(symbol "{symbol.name}_1_1"')
    out += [drawn(kind, *values) for kind, *values in symbol.drawing]
    out += [pin_text(symbol, pin) for pin in symbol.pins]
    return '\n'.join(out) + '))'


def library():
    head = '(kicad_symbol_lib (version 20241209) (generator "adjutant") (generator_version "9.0")'
    return '\n'.join([head] + [symbol_text(symbol) for symbol in SYMBOLS.values()]) + ')\n'
