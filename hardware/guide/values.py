#!/usr/bin/env python3
"""Holds the build guide's numbers to the kit's table.

    hardware/guide/values.py         says what is wrong in the pages beside this file; needs build/sensor

Where a page says a length, a current or the like, a remark follows that says where it is from:

    3 mm<!-- stack.plate -->                                    the table
    23 mm<!-- frame.floor + stack.below -->                     what follows from it
    8.7 mm<!-- reach.army -->                                   build/sensor, asked about the table's magnet and reed
    0.5 s<!-- own -->                                           the page's own

A length, current or the like without a remark is an error, and so is one that differs. Commands are looked up too: `make NAME`,
`adjutant NAME`, and files of the tree that are named in backticks.
"""
import pathlib
import re
import subprocess
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
sys.dont_write_bytecode = True
import kit as table
import lists

UNITS = 'mm|m|V|mA|A|Ω|kΩ|µF|nF|AT|s|ms|%|W|°C|µs|Hz|g|T'
MUST = 'mm|mA|A|AT|Ω|kΩ|µF|nF' # numbers with these may not go without a remark
MARKED = re.compile(rf'(?<![\w.])(\d+(?:[.,]\d+)*) ?(?:{UNITS}|×|x)?<!-- (.*?) -->')
BARE = re.compile(rf'(?<![\w.])(\d+(?:\.\d+)?(?: (?:to|and|or|×) \d+(?:\.\d+)?)*) ?(?:{MUST})(?![\w<])')


def sensor(kit):
    """What build/sensor says of the table's magnet and reed."""
    magnet, reed = kit['magnet'], kit['reed']
    return subprocess.run([ROOT / 'build' / 'sensor', '--magnet', f'{magnet["diameter"]:g}x{magnet["height"]:g}', '--base', f'{magnet["under"]:g}',
                           '--reed', '-'.join(map(str, reed['pull_in_at'])), '--glass', f'{reed["glass"]:.0f}', '--mounting', reed['mounting'],
                           '--depth', f'{reed["depth"]:g}', '--pitch', f'{kit["board"]["pitch"]:g}'], capture_output=True, text=True, check=True).stdout


def reach_of(kit):
    """The figures in that."""
    said = sensor(kit)
    found = {name: float(re.search(pattern + r'\s+(-?[\d.]+)', said)[1]) for name, pattern in {
        'surely': 'surely closes it within', 'army': 'all squares around within', 'farthest': 'may close it', 'others': 'on which one may'}.items()}
    found['empty_at'], found['empty'] = map(float, re.search(r'all squares around\s+([\d.]+) AT, (\d+) %', said).groups())
    return found


def buy(kit):
    """How many of a part the list of parts has one buy, by the beginning of what it is."""
    parts = table.tomllib.loads((HERE.parent / 'bom.toml').read_text())
    assert parts['checked'] == kit['checked']

    def of(what):
        found = [part['buy'] for part in parts['part'] + parts['loose'] if part['what'].startswith(what)]
        if len(found) != 1:
            raise ValueError(f'{len(found)} parts begin like that')
        return found[0]
    return of


def protocol():
    """What the page of the protocol says of lamps: their meanings, and when they go dark."""
    text = (HERE.parent / 'protocol.md').read_text()
    return types.SimpleNamespace(
        meanings=re.findall(r'^\| \d+ \| (\w+) \| \d+, \d+, \d+ \| `[#.]{16}`', text, re.M),
        dark_s=int(re.search(r'no good frame of the host for (\d+) s', text)[1]),
        dark_minutes=int(re.search(r'0 to 600; at the start (\d+)', text)[1]))


class Names(dict):
    """The table's sections, with their values by a dot."""

    def __init__(self, kit):
        super().__init__({name: types.SimpleNamespace(**value) if isinstance(value, dict) else value for name, value in kit.items()})
        self['reach'] = types.SimpleNamespace(**reach_of(kit))
        self['protocol'], self['buy'] = protocol(), buy(kit)
        self['len'], self['round'] = len, round


def wrong_values(page, text, names):
    for line, number, source in marks(text):
        if source == 'own':
            continue
        try:
            value = eval(source, {'__builtins__': {}}, names)
        except Exception as error:
            yield f'{page}:{line}: {source}: {error}'
            continue
        if abs(float(number) - float(value)) > 1e-6 * max(1, abs(float(value))):
            yield f'{page}:{line}: {number} should be {value:g} ({source})'


def marks(text):
    for i, line in enumerate(text.splitlines(), 1):
        for found in MARKED.finditer(line):
            yield i, found[1], found[2]


def unmarked(page, text):
    code = False
    for i, line in enumerate(text.splitlines(), 1):
        code ^= line.startswith('```')
        if code or line.startswith('    '):
            continue
        for found in BARE.finditer(MARKED.sub('', line)):
            yield f'{page}:{i}: where is "{found[0]}" from?'


def commands(page, text):
    targets = set()
    for makefile in (ROOT / 'Makefile', ROOT / 'hardware' / 'firmware' / 'Makefile'):
        if makefile.exists():
            targets |= set(re.findall(r'^([a-z0-9-]+):', makefile.read_text(), re.M))
    help_text = subprocess.run([ROOT / 'build' / 'adjutant', 'help'], capture_output=True, text=True).stdout
    for i, line in enumerate(text.splitlines(), 1):
        for target in re.findall(r'`make (?:-C [\w/]+ )?([a-z-]+)\b(?!/)', line):
            if target not in targets:
                yield f'{page}:{i}: there is no `make {target}`'
        for command in re.findall(r'`(?:sudo -u adjutant )?(?:build/)?adjutant ([a-z]+)', line):
            if not re.search(rf'^\s+(?:adjutant )?{command}\b', help_text, re.M):
                yield f'{page}:{i}: there is no `adjutant {command}`'


def accuracy(page, text):
    """Rows of the physical table's figures are quoted as they are."""
    figures = (ROOT / 'tests' / 'physics' / 'README.md').read_text().splitlines()
    for i, line in enumerate(text.splitlines(), 1):
        if re.match(r'\| (upright|reed\+rfid|flat)\S* \|', line) and line not in figures:
            yield f'{page}:{i}: tests/physics/README.md has no such row'


def lamps(page, text, meanings):
    """The page that explains the lamps leaves none out."""
    if page == 'first-light.md':
        explained = re.findall(r'\w+', ' '.join(re.findall(r'^\| ([a-z, ]+) \|', text, re.M)))
        for name in meanings:
            if name != 'off' and name not in explained:
                yield f'{page}: what does a lamp that means "{name}" look like?'


def sentences(page, text):
    """What “adjutantd” is quoted with, it says: each part between dots that leave something out."""
    quotes = re.findall('“([^”]+)”', text)
    if quotes:
        said = ''.join(path.read_text() for path in sorted((ROOT / 'drivers').glob('*/*.c')))
        said = re.sub(r'"\s*"', '', said)
        for quote in quotes:
            for part in re.split(' ?… ?', quote):
                if part not in said:
                    yield f'{page}: no driver says “{part}”'


def field(page, text, kit):
    """The page about one square shows what build/sensor says, as it says it."""
    if page == 'one-square.md' and f'```\n{sensor(kit)}```\n' not in text:
        yield f'{page}: build/sensor says something else:\n{sensor(kit)}'


def dated(page, text, kit):
    """The page of parts says when they were looked up, and for which revision."""
    if page == 'parts.md' and f'revision {kit["revision"]} on {kit["checked"]}' not in text:
        yield f'{page}: the table says revision {kit["revision"]}, {kit["checked"]}'


def problems(folder=HERE):
    kit = table.load()
    names = Names(kit)
    for path in sorted(folder.glob('*.md')):
        text = lists.without(path.read_text())
        yield from wrong_values(path.name, text, names)
        yield from dated(path.name, text, kit)
        yield from field(path.name, text, kit)
        yield from lamps(path.name, text, names['protocol'].meanings)
        for check in (unmarked, commands, accuracy, sentences):
            yield from check(path.name, text)


if __name__ == '__main__':
    found = list(problems())
    print('\n'.join(found))
    sys.exit(1 if found else 0)
