"""The tile: a matrix of reeds with a diode each, and a chain of lamps with a capacitor each."""
from circuit import Circuit

MATRIX, LAMPS = 'Matrix', 'Lamps'


def chain(kit):
    """(row, column) of the tile's lamps in their order, from 1 on: a snake"""
    for row in range(1, kit['tile']['rows'] + 1):
        columns = range(1, kit['tile']['columns'] + 1)
        for column in columns if row % 2 else reversed(columns):
            yield row, column


def number(kit, row, column):
    """The number in the names of a square's parts."""
    return (row - 1) * kit['tile']['columns'] + column


def make(kit):
    tile = Circuit('tile', 'A tile of five by five squares')
    ribbon = {str(contact): net for contact, net in kit['tile']['ribbon'].items()}
    tile.add('', 'J1', 'CONN_2x8', 'Ribbon', 'Box_2x08', ribbon)
    tile.add('', 'C26', 'CP', '100uF', 'C_Radial_D6.3_P2.5', ['+5V', 'GND'])
    tile.add('', 'TP1', 'TP', '+5V', 'TestPoint', ['+5V'])
    tile.add('', 'TP2', 'TP', 'GND', 'TestPoint', ['GND'])
    order = list(chain(kit))
    for row in range(1, kit['tile']['rows'] + 1):
        for column in range(1, kit['tile']['columns'] + 1):
            n = number(kit, row, column)
            tile.add(MATRIX, f'SW{n}', 'REED', 'Reed', 'Reed_Upright', [f'COL{column}', f'S{n}'])
            # pin 1 is the cathode, the side of the band
            tile.add(MATRIX, f'D{n}', 'D', '1N4148', 'D_DO35_P7.62', [f'ROW{row}', f'S{n}'])
    for i, (row, column) in enumerate(order):
        n = number(kit, row, column)
        lamp_in = 'LAMP_IN' if i == 0 else f'L{i}'
        lamp_out = 'LAMP_OUT' if i == len(order) - 1 else f'L{i + 1}'
        tile.add(LAMPS, f'LED{n}', 'WS2812B', 'WS2812B', 'WS2812B_5050', ['+5V', lamp_out, 'GND', lamp_in])
        tile.add(LAMPS, f'C{n}', 'C', f'{kit["values"]["lamp_capacitor_nf"]}nF', 'C_0805', ['+5V', 'GND'])
    return tile
