#!/usr/bin/env python3
"""The kit's table (kit.toml) for everything that is made from it.

    hardware/kit.py pins      firmware/pins.h
    hardware/kit.py write     writes what is made from the table alone
    hardware/kit.py check     says what differs from it

Boards are made by kicad/, which imports this.
"""
import json
import pathlib
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent


def load(path=HERE / 'kit.toml'):
    return tomllib.loads(path.read_text())


def squares(kit):
    """The square under each lamp, in the order of the chain."""
    tile, board = kit['tile'], kit['board']
    for place in tile['place']:
        for row in range(tile['rows']):
            columns = range(tile['columns'])
            for column in columns if row % 2 == 0 else reversed(columns):
                yield (place['row'] - 1 + row) * board['columns'] + place['column'] - 1 + column


def port(pin):
    """A Nano's pin as port and bit of its ATmega328P."""
    number = int(pin[1:])
    if pin[0] == 'A':
        return 'C', number
    return ('D', number) if number < 8 else ('B', number - 8)


def pins_h(kit):
    out = []

    def define(name, value):
        out.append(f'#define {name} {value}')

    def table(name, values):
        values = list(values)
        rows = [', '.join(map(str, values[i:i + 10])) for i in range(0, len(values), 10)]
        out.append(f'#define {name} \\\n\t{{' + ', \\\n\t '.join(rows) + '}')

    board, lamps, scan, values = kit['board'], kit['lamps'], kit['scan'], kit['values']
    out += ['/*', ' * What the firmware has to know of the boards. Made by hardware/kit.py from hardware/kit.toml:',
            ' * change that, not this.', ' *',
            ' * Each pin has its port, direction and input register and its bit. Tables are initialisers.', ' */',
            '#ifndef HARDWARE_FIRMWARE_PINS_H', '#define HARDWARE_FIRMWARE_PINS_H', '', '/* clang-format off */', '']
    define('BOARD_COLUMNS', board['columns'])
    define('BOARD_ROWS', board['rows'])
    define('BOARD_SQUARES', board['columns'] * board['rows'])
    define('BOARD_REVISION', f'"{kit["revision"]}"')
    out += ['', '/* ROW_A is the lowest bit of the number that chooses a row, and they are neighbours in one port. */']
    rows = [port(kit['nano']['ROW_' + letter]) for letter in 'ABCD']
    if [(rows[0][0], rows[0][1] + i) for i in range(4)] != rows:
        sys.exit('kit.toml: ROW_A to ROW_D must be neighbours in one port, the lowest first')
    define('ROW_PORT', 'PORT' + rows[0][0])
    define('ROW_DDR', 'DDR' + rows[0][0])
    define('ROW_SHIFT', rows[0][1])
    define('ROW_MASK', hex(15 << rows[0][1]))
    define('ROW_NONE', 15)
    table('ROW_OF_OUTPUT', (row - 1 for row in scan['row_of_output']))
    out += ['', '/* the column, from 0, of each bit that is clocked out */']
    define('COLUMN_BITS', len(scan['column_of_bit']))
    table('COLUMN_OF_BIT', (column - 1 for column in scan['column_of_bit']))
    for name, pin in kit['nano'].items():
        if name.startswith('ROW_') or int(pin[1:]) > 5 and pin[0] == 'A':
            continue
        letter, bit = port(pin)
        out.append(f'\n/* {pin} */')
        for register in ('PORT', 'DDR', 'PIN'):
            define(f'{name}_{register}', register + letter)
        define(f'{name}_BIT', bit)
    out += ['', '/* The lamps\' supply: analogue input, and the millivolts that 1100 mV at it are. */']
    define('SUPPLY_ADC', int(kit['nano']['SUPPLY'][1:]))
    high, low = values['supply_high_ohm'], values['supply_low_ohm']
    define('SUPPLY_MV_AT_1100', (high + low) * 1100 // low)
    out += ['', '/* the square under each lamp of the chain */']
    define('LAMPS', board['columns'] * board['rows'])
    table('SQUARE_OF_LAMP', squares(kit))
    define('LAMP_CURRENT_LIMIT_MA', lamps['current_limit_ma'])
    define('LAMP_IDLE_UA', lamps['idle_ua'])
    define('LAMP_CHANNEL_MA', lamps['channel_ma'])
    define('LAMP_RESET_US', lamps['reset_us'])
    out.append('')
    define('SCAN_HZ', scan['hz'])
    define('SCAN_MOST_HZ', scan['most_hz'])
    define('ROW_SETTLE_US', scan['settle_us'])
    define('SERIAL_BAUD', f'{scan["baud"]}UL')
    out.append('')
    define('PADS', 2)
    define('PAD_FIRST_SQUARE', kit['pads']['first_square'])
    define('PAD_SPI_HZ', f'{kit["pads"]["spi_hz"]}UL')
    define('BUTTONS', 2)
    out += ['', '#endif', '']
    return '\n'.join(out)


# What printed/ takes from the table. Everything else there follows from it.
SIZES = {'board': ['pitch', 'columns', 'rows'], 'tile': ['edge', 'columns', 'holes', 'hole', 'hole_free'], 'lamps': ['at'],
         'magnet': None, 'reed': None, 'stack': None, 'printed': None, 'frame': None, 'pad': None, 'cable': None}


def sizes_scad(kit):
    out = ['// The sizes of the printed parts, in millimetres. Made by hardware/kit.py from hardware/kit.toml: change that,',
           '// not this.']
    for section, names in SIZES.items():
        out.append('')
        out += [f'{section}_{name} = {json.dumps(kit[section][name])};' for name in names or kit[section]]
    return '\n'.join(out) + '\n'


MADE = {'firmware/pins.h': pins_h, 'printed/sizes.scad': sizes_scad}


def check(kit):
    """The files that are not what the table makes of them."""
    return [path for path, make in MADE.items()
            if not (HERE / path).exists() or (HERE / path).read_text() != make(kit)]


def main(words):
    kit = load()
    if words == ['pins']:
        print(pins_h(kit), end='')
    elif words == ['write']:
        for path, make in MADE.items():
            (HERE / path).parent.mkdir(exist_ok=True)
            (HERE / path).write_text(make(kit))
    elif words == ['check']:
        if wrong := check(kit):
            sys.exit(f'hardware/kit.py write makes another {", ".join(wrong)}')
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(sys.argv[1:])
