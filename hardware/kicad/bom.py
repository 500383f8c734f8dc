#!/usr/bin/env python3
"""The list of parts (../bom.toml) against the schematics: bom.py says what is missing or wrong."""
import csv
import datetime
import io
import pathlib
import re
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
FIELDS = ('what', 'package', 'maker', 'number', 'sources', 'buy', 'substitute')
NOT_BOUGHT = ('TP',)


def load(path=HERE.parent / 'bom.toml'):
    return tomllib.loads(path.read_text())


def references(text):
    """'R1-R3 R7' -> R1, R2, R3, R7"""
    for word in text.split():
        first, _, last = word.partition('-')
        letters, low = re.fullmatch(r'([A-Z]+)(\d+)', first).groups()
        high = re.fullmatch(letters + r'(\d+)', last).group(1) if last else low
        yield from (f'{letters}{i}' for i in range(int(low), int(high) + 1))


def complaints(bom, circuits):
    yield from incomplete(bom)
    listed = {name: {} for name in circuits}
    for part in bom['part']:
        needed = 0
        for name, circuit in circuits.items():
            for ref in references(part.get(name, '')):
                needed += bom['tiles'] if name == 'tile' else 1
                if ref in listed[name]:
                    yield f'{name} {ref} is listed twice'
                listed[name][ref] = part
                yield from differs(name, ref, part, circuit.parts.get(ref))
        if part['buy'] < needed:
            yield f'{part["what"]}: {needed} are needed, {part["buy"]} bought'
    for name, circuit in circuits.items():
        for ref, part in circuit.parts.items():
            if ref not in listed[name] and part.symbol not in NOT_BOUGHT:
                yield f'{name} {ref} ({part.value}) is not listed'


def incomplete(bom):
    today = datetime.date.fromisoformat(bom['checked'])
    assert today.year > 2000
    for part in bom['part'] + bom['loose']:
        for field in FIELDS + (('value', 'footprint') if part in bom['part'] else ()):
            if not part.get(field):
                yield f'{part.get("what")}: no {field}'
        if part.get('sources') != ['generic'] and len(set(part.get('sources', ()))) < 2:
            yield f'{part.get("what")}: two sources, or "generic"'


def differs(name, ref, part, drawn):
    if drawn is None:
        yield f'{name} has no {ref}'
        return
    if drawn.footprint != part['footprint']:
        yield f'{name} {ref} has the footprint {drawn.footprint}, not {part["footprint"]}'
    if drawn.value not in [part['value'], *part.get('values_too', ())]:
        yield f'{name} {ref} is {drawn.value}, not {part["value"]}'


def table(bom, name):
    """The list of one board, for those who put parts on it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator='\n')
    writer.writerow(['References', 'Number', 'Value', 'What', 'Package', 'Footprint', 'Manufacturer', 'Part number', 'Sources',
                     'Substitute', 'Checked'])
    for part in bom['part']:
        refs = list(references(part.get(name, '')))
        if refs:
            writer.writerow([' '.join(refs), len(refs), part['value'], part['what'], part['package'], part['footprint'],
                             part['maker'], part['number'], ' / '.join(part['sources']), part['substitute'], bom['checked']])
    return out.getvalue()


def main():
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    import controller_circuit
    import kit
    import tile_circuit
    circuits = {'tile': tile_circuit.make(kit.load()), 'controller': controller_circuit.make(kit.load())}
    said = list(complaints(load(), circuits))
    print('\n'.join(said) if said else 'complete')
    sys.exit(bool(said))


if __name__ == '__main__':
    main()
