"""The controller: an Arduino Nano between the ribbons of four tiles, two reader pads and two buttons."""
from circuit import Circuit, ohms

POWER, NANO, MATRIX, LAMPS, PADS = 'Power', 'Nano', 'Matrix', 'Lamps and ribbons', 'Pads and buttons'
R, DIP14, DIP16, SIP6, C100N = 'R_Axial_P10.16', 'DIP-14', 'DIP-16', 'SIP-6', 'C_Disc_P5.08'


def make(kit):
    board = Circuit('controller', 'The controller board')
    for add in (add_power, add_nano, add_matrix, add_lamps, add_pads, add_buttons):
        add(board, kit)
    return board


def resistor(board, sheet, ref, value, a, b):
    board.add(sheet, ref, 'R', ohms(value), R, [a, b])


def add_power(board, kit):
    values = kit['values']
    board.add(POWER, 'J10', 'TERMINAL', '5 V in', 'Terminal_P5.08', ['VIN', 'GND'])
    board.add(POWER, 'F1', 'FUSE', f'T{values["main_fuse_a"]}A', 'Fuse_5x20', ['VIN', '+5V'])
    board.add(POWER, 'D1', 'TVS', 'P6KE6V8A', 'D_DO15_P12.7', ['+5V', 'GND'])
    board.add(POWER, 'C1', 'CP', '100uF', 'C_Radial_D6.3_P2.5', ['+5V', 'GND'])
    board.add(POWER, 'J11', 'TERMINAL', '5 V to the Pi', 'Terminal_P5.08', ['+5V', 'GND'])
    board.add(POWER, 'F2', 'FUSE', f'T{values["fuse_a"]}A', 'Fuse_5x20', ['+5V', '+5V_LAMP'])
    board.add(POWER, 'C2', 'CP', f'{values["bulk_uf"]}uF', 'C_Radial_D10_P5', ['+5V_LAMP', 'GND'])
    resistor(board, POWER, 'R29', values['supply_high_ohm'], '+5V_LAMP', 'SUPPLY')
    resistor(board, POWER, 'R30', values['supply_low_ohm'], 'SUPPLY', 'GND')
    board.add(POWER, 'C10', 'C', '100nF', C100N, ['SUPPLY', 'GND'])
    for ref, rail, diode, net, value in (('R31', '+5V', 'D2', 'SHOW_5V', '5 V'),
                                         ('R32', '+5V_LAMP', 'D3', 'SHOW_LAMPS', 'lamps')):
        resistor(board, POWER, ref, 1000, rail, net)
        board.add(POWER, diode, 'LED', value, 'LED_3mm', ['GND', net])
    board.add(POWER, 'C3', 'C', '100nF', C100N, ['+5V', 'GND'])
    board.add(POWER, 'U6', 'LD1117', 'LD1117V33', 'TO-220', ['GND', '+3V3', '+5V'])
    board.add(POWER, 'C4', 'CP', '10uF', 'C_Radial_D5_P2.5', ['+3V3', 'GND'])
    for n, net in enumerate(('GND', '+5V', '+5V_LAMP', '+3V3'), 1):
        board.add(POWER, f'TP{n}', 'TP', net, 'TestPoint', [net])


def add_nano(board, kit):
    """The Nano's pins have the table's names; what comes out of a resistor has another."""
    pins = {pin: name for name, pin in kit['nano'].items()}
    by_number = {'27': 'NANO_5V', '4': 'GND', '29': 'GND'}
    for pin in symbols_of_nano():
        if pin.name in pins:
            by_number[pin.number] = pins[pin.name]
    board.add(NANO, 'A1', 'NANO', 'Arduino Nano', 'Arduino_Nano', by_number)
    board.add(NANO, 'JP1', 'JUMPER', 'Nano from board', 'Pins_1x02', ['+5V', 'NANO_5V'])
    series = kit['values']['signal_series_ohm']
    for n, (nano, logic) in enumerate((('ROW_A', 'SEL_A'), ('ROW_B', 'SEL_B'), ('ROW_C', 'SEL_C'), ('ROW_D', 'SEL_D'),
                                       ('COLUMN_LOAD', 'LOAD'), ('COLUMN_CLOCK', 'CLOCK'), ('COLUMN_DATA', 'SERIAL'),
                                       ('LAMP_DATA', 'LAMP_LOGIC'), ('PAD_MISO', 'MISO_5V')), 1):
        resistor(board, NANO, f'R{n}', series, nano, logic)
    board.add(NANO, 'J9', 'CONN_1x4', 'Spare', 'Pins_1x04', ['GND', 'NANO_5V', 'SPARE_SDA', 'SPARE_SCL'])
    # what everything in logic sees while the Nano starts: no row chosen, no picture, both pads in reset
    pull = ohms(kit['values']['row_select_pull_ohm'])
    board.add(NANO, 'RN3', 'RN5', pull, SIP6, ['+5V', 'SEL_A', 'SEL_B', 'SEL_C', 'SEL_D', 'LOAD'])
    board.add(NANO, 'RN4', 'RN5', pull, SIP6, ['GND', 'CLOCK', 'LAMP_LOGIC', 'PAD_MOSI', 'PAD_SCK', 'PAD_RESET'])


def symbols_of_nano():
    import symbols
    return symbols.SYMBOLS['NANO'].pins


def add_matrix(board, kit):
    scan = kit['scan']
    outputs = ['1', '2', '3', '4', '5', '6', '7', '9', '10', '11'] # of the 74HC42, from 0 on
    rows = {pin: f'ROW{row}' for pin, row in zip(outputs, scan['row_of_output'])}
    board.add(MATRIX, 'U1', '74HC42', '74HC42', DIP16,
              rows | {'15': 'SEL_A', '14': 'SEL_B', '13': 'SEL_C', '12': 'SEL_D', '8': 'GND', '16': '+5V'})
    # the first bit that comes out is the last input of the chip beside the Nano
    inputs = ['6', '5', '4', '3', '14', '13', '12', '11'] # D7 to D0
    columns = [f'COL{column}' for column in scan['column_of_bit']]
    columns += ['+5V'] * (16 - len(columns)) # what is not used reads as open
    common = {'1': 'LOAD', '2': 'CLOCK', '15': 'GND', '8': 'GND', '16': '+5V'}
    board.add(MATRIX, 'U2', '74HC165', '74HC165', DIP16,
              common | dict(zip(inputs, columns[:8])) | {'9': 'SERIAL', '10': 'CHAIN'})
    board.add(MATRIX, 'U3', '74HC165', '74HC165', DIP16,
              common | dict(zip(inputs, columns[8:])) | {'9': 'CHAIN', '10': '+5V'})
    pull = ohms(kit['values']['column_pull_ohm'])
    for ref, first in (('RN1', 1), ('RN2', 6)):
        board.add(MATRIX, ref, 'RN5', pull, SIP6, ['+5V'] + [f'COL{first + i}' for i in range(5)])
    for n in (5, 6, 7):
        board.add(MATRIX, f'C{n}', 'C', '100nF', C100N, ['+5V', 'GND'])


def tile_net(place, lamps, net):
    """A contact of a tile's ribbon on the controller's side."""
    if net.startswith('ROW'):
        return f'ROW{int(net[3:]) + place["row"] - 1}'
    if net.startswith('COL'):
        return f'COL{int(net[3:]) + place["column"] - 1}'
    return {'+5V': '+5V_LAMP', 'LAMP_IN': f'LAMP{lamps}', 'LAMP_OUT': f'LAMP{lamps}_BACK'}.get(net, net)


def add_lamps(board, kit):
    gates = {'1': 'GND', '2': 'LAMP_LOGIC', '3': 'LAMP_5V', '4': 'GND', '5': 'MISO_33', '6': 'MISO_5V'}
    unused = {'9': 'GND', '10': '+5V', '12': 'GND', '13': '+5V'}
    board.add(LAMPS, 'U5', '74HCT125', '74HCT125', DIP14, gates | unused | {'7': 'GND', '14': '+5V'})
    board.add(LAMPS, 'C9', 'C', '100nF', C100N, ['+5V', 'GND'])
    source = 'LAMP_5V'
    for n, place in enumerate(kit['tile']['place'], 1):
        resistor(board, LAMPS, f'R{9 + n}', kit['values']['lamp_series_ohm'], source, f'LAMP{n}')
        ribbon = {str(contact): tile_net(place, n, net) for contact, net in kit['tile']['ribbon'].items()}
        board.add(LAMPS, place['header'], 'CONN_2x8', f'Tile {n}', 'Box_2x08', ribbon)
        source = f'LAMP{n}_BACK'
    board.add(LAMPS, 'TP5', 'TP', 'lamps in', 'TestPoint', ['LAMP1'])
    board.add(LAMPS, 'TP6', 'TP', 'lamps out', 'TestPoint', [source])


def add_pads(board, kit):
    board.add(PADS, 'U4', '74HC4050', '74HC4050', DIP16,
              {'1': '+3V3', '8': 'GND', '3': 'PAD_SCK', '2': 'SCK_33', '5': 'PAD_MOSI', '4': 'MOSI_33',
               '7': 'PAD_SELECT_RED', '6': 'RED_SS_33', '9': 'PAD_SELECT_BLUE', '10': 'BLUE_SS_33',
               '11': 'PAD_RESET', '12': 'RST_33', '14': 'GND'})
    board.add(PADS, 'C8', 'C', '100nF', C100N, ['+3V3', 'GND'])
    series, pull = kit['values']['pad_series_ohm'], kit['values']['row_select_pull_ohm']
    for side, header, first, spare in (('RED', 'J5', 14, 'C13'), ('BLUE', 'J6', 19, 'C14')):
        for i, (name, source) in enumerate((('SS', f'{side}_SS_33'), ('SCK', 'SCK_33'), ('MOSI', 'MOSI_33'),
                                            ('MISO', 'MISO_33'), ('RST', 'RST_33'))):
            resistor(board, PADS, f'R{first + i}', series, source, f'{side}_{name}')
        # in the order of the pins of the usual module
        board.add(PADS, header, 'CONN_1x8', f'Pad {side.lower()}', 'Pins_1x08',
                  [f'{side}_SS', f'{side}_SCK', f'{side}_MOSI', f'{side}_MISO', None, 'GND', f'{side}_RST', '+3V3'])
        board.add(PADS, spare, 'CP', '10uF', 'C_Radial_D5_P2.5', ['+3V3', 'GND'])
    for ref, net in (('R24', 'PAD_SELECT_RED'), ('R25', 'PAD_SELECT_BLUE'), ('R26', 'MISO_33')):
        resistor(board, PADS, ref, pull, '+3V3', net)


def add_buttons(board, kit):
    series = kit['values']['button_series_ohm']
    for side, ref, header, capacitor in (('RED', 'R27', 'J7', 'C11'), ('BLUE', 'R28', 'J8', 'C12')):
        resistor(board, PADS, ref, series, f'BUTTON_{side}', f'PRESS_{side}')
        board.add(PADS, header, 'CONN_1x2', f'Button {side.lower()}', 'Pins_1x02', [f'PRESS_{side}', 'GND'])
        board.add(PADS, capacitor, 'C', '100nF', C100N, [f'PRESS_{side}', 'GND'])
