#!/usr/bin/env python3
"""What the matrix's voltages are, by a circuit simulation with the values of ../kit.toml: margins.py

One row is pulled low, then the next, as the firmware does it; columns are looked at when they are read. ngspice must be
installed. A line for each case, and what is too near to a limit is said and counts as a failure.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import kit as table  # noqa: E402 (found by the line above)

DIODE = '.model D4148 D(Is=2.52n Rs=.568 N=1.752 Cjo=4p M=.4 Tt=20n)'
COUPLING = 10e-12     # between a row and a column that cross, with their neighbours in the ribbon
BEGIN = 20e-6         # everything is at rest before
STRAY = 0.15          # ohms of a closed reed


def circuit(values, turn, closed, columns=10, rows=10):
    """Row 0 is pulled for one turn, then row 1. `closed`: set of (row, column)."""
    wire = values['wire_pf'] * 1e-12
    out = ['reed matrix', DIODE, f'.model DRIVE SW(Vt=.5 Vh=.1 Ron={values["row_driver_ohm"]} Roff=1e9)',
           f'VDD vdd 0 {values["supply_v"]}']
    for row in range(rows):
        # a 74HC42 drives its other outputs high through the same transistors
        out += [f'CR{row} r{row} 0 {wire}', f'RU{row} vdd r{row} {values["row_driver_ohm"] if row > 1 else 1e9}']
        if row < 2:
            start = BEGIN + row * turn
            out += [f'VG{row} g{row} 0 PULSE(0 1 {start} 10n 10n {turn} 1)', f'SL{row} r{row} 0 g{row} 0 DRIVE',
                    f'VH{row} h{row} 0 PULSE(1 0 {start} 10n 10n {turn} 1)', f'SH{row} vdd r{row} h{row} 0 DRIVE']
    for column in range(columns):
        out += [f'RC{column} vdd c{column} {values["column_pull_ohm"]}', f'CC{column} c{column} 0 {wire}',
                f'CX{column} r{column} c{column} {COUPLING}']
        for row in range(rows):
            spot = f'{row}_{column}'
            out += [f'RS{spot} c{column} m{spot} {STRAY}' if (row, column) in closed else f'CS{spot} c{column} m{spot} 0.5p',
                    f'D{spot} m{spot} r{row} D4148', f'RL{spot} m{spot} 0 1e10']
    out.append(f'.tran 20n {BEGIN + 2 * turn + 1e-6}')
    for row in (0, 1):
        # columns are loaded at the end of the turn
        out += [f'.meas tran v{row}_{column} find v(c{column}) at={BEGIN + (row + 1) * turn - 0.1e-6}' for column in range(columns)]
    return '\n'.join(out + ['.end', ''])


def simulate(values, turn, closed):
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / 'matrix.cir'
        path.write_text(circuit(values, turn, closed))
        said = subprocess.run(['ngspice', '-b', path], capture_output=True, text=True, cwd=scratch)
    volts = {(int(row), int(column)): float(v) for row, column, v in re.findall(r'^v(\d)_(\d)\s*=\s*([-\d.e+]+)', said.stdout, re.M)}
    if len(volts) != 20:
        sys.exit(f'ngspice gave {len(volts)} of 20 voltages:\n{said.stdout[-2000:]}{said.stderr[-500:]}')
    return volts


def cases(kit):
    """name, which squares are closed, which are read as closed in the first and the second row"""
    everything = {(row, column) for row in range(10) for column in range(10)}
    full = {(0, column) for column in range(10)}
    yield 'one piece', {(0, 0)}
    yield 'a full row, then an empty one', full
    yield 'an empty row, then a full one', {(1, column) for column in range(10)}
    yield 'a full board', everything
    yield 'a full column', {(row, 0) for row in range(10)}


def judge(kit):
    """(name, highest low, lowest high, what is wrong)"""
    values = kit['values']
    low = values['input_low_of_supply'] * values['supply_v'] - values['margin_v']
    high = values['input_high_of_supply'] * values['supply_v'] + values['margin_v']
    for name, closed in cases(kit):
        volts = simulate(values, kit['scan']['settle_us'] * 1e-6, closed)
        lows = [v for spot, v in volts.items() if spot in closed]
        highs = [v for spot, v in volts.items() if spot not in closed]
        wrong = []
        if lows and max(lows) > low:
            wrong.append(f'{max(lows):.2f} V is not below {low:.2f} V')
        if highs and min(highs) < high:
            wrong.append(f'{min(highs):.2f} V is not above {high:.2f} V when the columns are read')
        yield name, max(lows, default=None), min(highs, default=None), '; '.join(wrong)


def by_hand(kit):
    """What needs no simulation: (name, volts, what is wrong)"""
    v = kit['values']
    low = v['input_low_of_supply'] * v['supply_v'] - v['margin_v']
    select = v['supply_v'] * v['signal_series_ohm'] / (v['signal_series_ohm'] + v['row_select_pull_ohm'])
    yield 'a low at the 74HC42, against its resistor', select, '' if select < low else f'is not below {low:.2f} V'
    high = v['input_high_of_supply'] * v['supply_v'] + v['margin_v']
    clock = v['nano_least_v'] * v['row_select_pull_ohm'] / (v['signal_series_ohm'] + v['row_select_pull_ohm'])
    yield 'a high at the 74HC165, from a Nano on poor USB', clock, '' if clock > high else f'is not above {high:.2f} V'
    most = 1.05 * v['supply_v'] * v['supply_low_ohm'] / (v['supply_low_ohm'] + v['supply_high_ohm'])
    yield 'the divider at 5 % more than 5 V', most, '' if most < 1.1 else 'is above the 1.1 V it is compared with'


def main():
    kit = table.load()
    failed = False
    for name, low, high, wrong in judge(kit):
        text = ', '.join(f'{word} {v:.2f} V' for word, v in (('low', low), ('high', high)) if v is not None)
        print(f'{name}: {text}' + (f': {wrong}' if wrong else ''))
        failed |= bool(wrong)
    for name, volts, wrong in by_hand(kit):
        print(f'{name}: {volts:.2f} V {wrong}'.rstrip())
        failed |= bool(wrong)
    sys.exit(failed)


if __name__ == '__main__':
    main()
