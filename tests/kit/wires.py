"""Follows the wires of tile.net and controller.net, and compares where they lead with the table and the firmware's pins.

This reads the list of nets as somebody would who has never seen the generator: what it knows of chips is their data sheets.
"""
import re

# 74HC42: pins of the outputs 0 to 9, and of the inputs from the lowest bit on
OUTPUTS, SELECT = ['1', '2', '3', '4', '5', '6', '7', '9', '10', '11'], ['15', '14', '13', '12']
# 74HC165: parallel inputs in the order in which they are clocked out, then load, clock, serial in and out
INPUTS, LOAD, CLOCK, SERIAL_IN, SERIAL_OUT = ['6', '5', '4', '3', '14', '13', '12', '11'], '1', '2', '10', '9'
GATES = {'2': '3', '5': '6'} # 74HCT125: from input to output
BUFFERS = {'3': '2', '5': '4', '7': '6', '9': '10', '11': '12'} # 74HC4050
LAMP = {'VDD': '1', 'DOUT': '2', 'VSS': '3', 'DIN': '4'}
# Supplies, grounds and what has to be held still, by kind of part: pin -> net. Pin 1 of a TVS is its band, of a light its flat side.
FIXED = {
    '74HC42': {'16': '+5V', '8': 'GND'}, '74HC165': {'16': '+5V', '8': 'GND', '15': 'GND'},
    '74HCT125': {'14': '+5V', '7': 'GND', '1': 'GND', '4': 'GND'}, '74HC4050': {'1': '+3V3', '8': 'GND'},
    'LD1117': {'1': 'GND', '2': '+3V3', '3': '+5V'}, 'TVS': {'1': '+5V', '2': 'GND'}, 'LED': {'1': 'GND'}, 'CP': {'2': 'GND'},
    'NANO': {'4': 'GND', '29': 'GND'},
}
STILL = {'+5V': ['SEL_A', 'SEL_B', 'SEL_C', 'SEL_D', 'LOAD'], 'GND': ['CLOCK', 'LAMP_LOGIC', 'PAD_RESET']} # while the Nano starts
FUSES = {'F1': {'VIN', '+5V'}, 'F2': {'+5V', '+5V_LAMP'}}
MODULE = ['SS', 'SCK', 'MOSI', 'MISO', None, 'GND', 'RST', '+3V3'] # the pins of a reader


class Nets:
    def __init__(self, text):
        self.kind, self.nets, self.net_of, self.names = {}, {}, {}, {}
        for line in text.splitlines():
            what, *words = line.split()
            if what == 'part':
                self.kind[words[0]] = words[1]
            elif what == 'pin':
                self.names[words[0], words[2]] = words[1]
            elif what == 'net':
                self.nets[words[0]] = [tuple(pin.split('.')) for pin in words[1:]]
                self.net_of.update({pin: words[0] for pin in self.nets[words[0]]})

    def at(self, ref, pin):
        return self.net_of.get((ref, str(pin)))

    def others(self, ref, pin, kind):
        return [spot for spot in self.nets.get(self.at(ref, pin), ()) if spot != (ref, str(pin)) and self.kind[spot[0]] == kind]

    def through_resistor(self, net, kinds, but=None):
        """The pin of one of these kinds that a net leads to, by itself or through one resistor."""
        for around in [net] + [self.at(ref, '2' if pin == '1' else '1') for ref, pin in self.nets.get(net, ()) if self.kind[ref] == 'R']:
            for ref, pin in self.nets.get(around, ()):
                if self.kind[ref] in kinds and ref != but:
                    return ref, pin
        return None


def expect(what, found, wanted):
    if found != wanted:
        yield f'{what}: {found}, not {wanted}'


def tile_faults(kit, tile):
    for contact, net in kit['tile']['ribbon'].items():
        yield from expect(f'contact {contact} of the tile', tile.at('J1', contact), net)
    count = kit['tile']['columns']
    for n in range(1, count * kit['tile']['rows'] + 1):
        row, column = (n - 1) // count + 1, (n - 1) % count + 1
        yield from expect(f'SW{n}, column side', tile.at(f'SW{n}', 1), f'COL{column}')
        yield from expect(f'D{n}, band', tile.at(f'D{n}', 1), f'ROW{row}')
        yield from expect(f'SW{n} to D{n}', tile.at(f'SW{n}', 2), tile.at(f'D{n}', 2))
        yield from expect(f'LED{n}, supply', tile.at(f'LED{n}', LAMP['VDD']), '+5V')
        yield from expect(f'LED{n}, ground', tile.at(f'LED{n}', LAMP['VSS']), 'GND')
        yield from expect(f'C{n}', {tile.at(f'C{n}', 1), tile.at(f'C{n}', 2)}, {'+5V', 'GND'})


def lamps_of(tile):
    """The numbers of a tile's lamps in the order of their chain, and where it ends."""
    net, seen = 'LAMP_IN', []
    while True:
        following = [ref for ref, pin in tile.nets.get(net, ()) if tile.kind[ref] == 'WS2812B' and pin == LAMP['DIN']]
        if not following or int(following[0][3:]) in seen:
            return seen, net
        seen.append(int(following[0][3:]))
        net = tile.at(following[0], LAMP['DOUT'])


def chain_squares(kit, tile, controller):
    """The squares of the whole chain, from the Nano on."""
    out, end = lamps_of(tile)
    board = kit['board']
    nano = controller.names['A1', kit['nano']['LAMP_DATA']]
    gate = controller.through_resistor(controller.at('A1', nano), ['74HCT125'])
    if gate is None or end != 'LAMP_OUT':
        return []
    net, header, squares = controller.at(gate[0], GATES.get(gate[1])), (None,), []
    for _ in kit['tile']['place']:
        header = controller.through_resistor(net, ['CONN_2x8'], but=header[0])
        place = next((p for p in kit['tile']['place'] if header and p['header'] == header[0]), None)
        if place is None or kit['tile']['ribbon'][header[1]] != 'LAMP_IN':
            break
        for n in out:
            row, column = divmod(n - 1, kit['tile']['columns'])
            squares.append((place['row'] - 1 + row) * board['columns'] + place['column'] - 1 + column)
        back = next(contact for contact, name in kit['tile']['ribbon'].items() if name == 'LAMP_OUT')
        net = controller.at(header[0], back)
    return squares


def supply_faults(nets):
    """Of either board: supplies, polarity, inputs that float, a capacitor for each chip, fuses."""
    for ref, kind in nets.kind.items():
        for pin, net in FIXED.get(kind, {}).items():
            yield from expect(f'{ref}, pin {pin}', nets.at(ref, pin), net)
        if kind == 'CP' and not (nets.at(ref, 1) or '').startswith('+'):
            yield f'{ref}, plus: {nets.at(ref, 1)}'
        if kind.startswith('74'):
            inputs = [pin for (part, name), pin in nets.names.items() if part == ref and re.match('A|D|OE|PL|CP|CE', name)]
            yield from (f'{ref}, pin {pin} is an input and floats' for pin in inputs if not nets.at(ref, pin))
    for rail in ('+5V', '+3V3'):
        chips = [ref for ref, _ in nets.nets.get(rail, ()) if nets.kind[ref].startswith('74')]
        beside = [ref for ref, _ in nets.nets.get(rail, ()) if nets.kind[ref] == 'C' and 'GND' in (nets.at(ref, 1), nets.at(ref, 2))]
        if len(beside) < len(set(chips)):
            yield f'{rail} has {len(beside)} capacitors for {len(set(chips))} chips'
    for ref, between in FUSES.items():
        if ref in nets.kind:
            yield from expect(ref, {nets.at(ref, 1), nets.at(ref, 2)}, between)


def still_faults(nets):
    for rail, names in STILL.items():
        for name in names:
            held = [nets.at(ref, 1) for ref, _ in nets.nets.get(name, ()) if nets.kind[ref] == 'RN5']
            yield from expect(f'{name} is held at', held, [rail])


def controller_faults(kit, nets):
    yield from still_faults(nets)
    yield from nano_faults(kit, nets)
    yield from scan_faults(kit, nets)
    yield from pad_faults(kit, nets)
    for place in kit['tile']['place']:
        for contact, net in kit['tile']['ribbon'].items():
            number = int(net[3:]) + place['row' if net[:3] == 'ROW' else 'column'] - 1 if net[:3] in ('ROW', 'COL') else None
            wanted = {'+5V': '+5V_LAMP', 'GND': 'GND'}.get(net, f'{net[:3]}{number}' if number else None)
            if wanted:
                yield from expect(f'{place["header"]}, contact {contact}', nets.at(place['header'], contact), wanted)


def nano_faults(kit, nets):
    for name, pin in kit['nano'].items():
        yield from expect(f'{pin} of the Nano', nets.at('A1', nets.names['A1', pin]), name)
    buttons = {'BUTTON_RED': 'J7', 'BUTTON_BLUE': 'J8'}
    for name, header in buttons.items():
        yield from expect(f'{name} leads to', nets.through_resistor(name, ['CONN_1x2']), (header, '1'))
        yield from expect(f'{header}, other contact', nets.at(header, 2), 'GND')


def scan_faults(kit, nets):
    (rows,), chips = [r for r, k in nets.kind.items() if k == '74HC42'], [r for r, k in nets.kind.items() if k == '74HC165']
    for letter, pin in zip('ABCD', SELECT):
        yield from expect(f'ROW_{letter} leads to', nets.through_resistor(f'ROW_{letter}', ['74HC42']), (rows, pin))
    for output, row in zip(OUTPUTS, kit['scan']['row_of_output']):
        yield from expect(f'{rows}, pin {output}', nets.at(rows, output), f'ROW{row}')
    first = nets.through_resistor('COLUMN_DATA', ['74HC165'])
    yield from expect('COLUMN_DATA comes from', first and first[1], SERIAL_OUT)
    bits, chip = [], first and first[0]
    while chip:
        bits += [nets.at(chip, pin) for pin in INPUTS]
        for name, pin in (('COLUMN_LOAD', LOAD), ('COLUMN_CLOCK', CLOCK)):
            reached = nets.through_resistor(name, ['74HC165'])
            yield from expect(f'{name} at {chip}', nets.at(chip, pin), reached and nets.at(*reached))
        before = [ref for ref, pin in nets.others(chip, SERIAL_IN, '74HC165') if pin == SERIAL_OUT]
        chips.remove(chip)
        chip = before[0] if before and before[0] in chips else None
    wanted = [f'COL{column}' for column in kit['scan']['column_of_bit']]
    yield from expect('columns in the order of their bits', bits[:len(wanted)], wanted)
    for column in wanted:
        pulls = [ref for ref, _ in nets.nets[column] if nets.kind[ref] == 'RN5']
        yield from expect(f'{column} is pulled to', [nets.at(ref, 1) for ref in pulls], ['+5V'])


def pad_faults(kit, nets):
    for side, header in (('RED', 'J5'), ('BLUE', 'J6')):
        for contact, name in enumerate(MODULE, 1):
            net = nets.at(header, contact)
            if name in (None, 'GND', '+3V3'):
                yield from expect(f'{header}, contact {contact}', net, name)
                continue
            ours = {'SS': f'PAD_SELECT_{side}', 'RST': 'PAD_RESET'}.get(name, f'PAD_{name}')
            if name == 'MISO':
                gate = nets.through_resistor(net, ['74HCT125'])
                reached = gate and nets.through_resistor(nets.at(gate[0], GATES.get(gate[1])), ['NANO'])
            else:
                buffer = nets.through_resistor(net, ['74HC4050'])
                inputs = {y: a for a, y in BUFFERS.items()}
                reached = buffer and next(((r, p) for r, p in nets.nets.get(nets.at(buffer[0], inputs.get(buffer[1])), ())
                                           if nets.kind[r] == 'NANO'), None)
            yield from expect(f'{header}, contact {contact} ({name}) comes from', reached and nets.at(*reached), ours)


def pins_faults(kit, text, squares):
    """firmware/pins.h: where it says a signal is, and in which order the lamps are."""
    said = dict(re.findall(r'^#define (\w+) (.+)$', re.sub(r'\\\n\s*', '', text), re.M))

    def nano(port, bit):
        return f'A{bit}' if port == 'C' else f'D{bit}' if port == 'D' else f'D{bit + 8}'

    for name, pin in kit['nano'].items():
        if f'{name}_BIT' in said:
            for register in ('PORT', 'DDR', 'PIN'):
                yield from expect(f'pins.h, {name}_{register}', nano(said[f'{name}_{register}'][-1], int(said[f'{name}_BIT'])), pin)
    for i, letter in enumerate('ABCD'):
        yield from expect(f'pins.h, ROW_{letter}', nano(said['ROW_PORT'][-1], int(said['ROW_SHIFT']) + i), kit['nano'][f'ROW_{letter}'])
    numbers = lambda name: [int(n) for n in re.findall(r'\d+', said[name])]
    yield from expect('pins.h, SQUARE_OF_LAMP', numbers('SQUARE_OF_LAMP'), squares)
    yield from expect('pins.h, ROW_OF_OUTPUT', numbers('ROW_OF_OUTPUT'), [row - 1 for row in kit['scan']['row_of_output']])
    yield from expect('pins.h, COLUMN_OF_BIT', numbers('COLUMN_OF_BIT'), [column - 1 for column in kit['scan']['column_of_bit']])


def all_faults(kit, tile_text, controller_text, pins_text):
    tile, controller = Nets(tile_text), Nets(controller_text)
    yield from tile_faults(kit, tile)
    yield from controller_faults(kit, controller)
    yield from supply_faults(tile)
    yield from supply_faults(controller)
    squares = chain_squares(kit, tile, controller)
    yield from expect('squares along the chain', len(set(squares)), kit['board']['columns'] * kit['board']['rows'])
    yield from pins_faults(kit, pins_text, squares)
