#!/usr/bin/env python3
"""Writes the tables of parts in parts.md from hardware/bom.toml.

    hardware/guide/lists.py write     the tables, between their two remarks
    hardware/guide/lists.py check     says whether the page has others
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import kit as table

PAGE = HERE / 'parts.md'
BEGIN, END = '<!-- made by lists.py from bom.toml -->\n', '<!-- end of what lists.py makes -->\n'
KNOWN = {'uF': ' µF', 'nF': ' nF'}


def count(names):
    """How many parts "D1 SW1-SW25" are."""
    total = 0
    for name in names.split():
        first, _, last = name.partition('-')
        digits = lambda text: int(''.join(filter(str.isdigit, text)))
        total += digits(last) - digits(first) + 1 if last else 1
    return total


def value(part):
    """What is to be read on the part, where it is more than what the part is."""
    for unit, words in KNOWN.items():
        if part['value'].endswith(unit):
            return part['value'].removesuffix(unit) + words + ', '
    return '' if ' ' in part['value'] or not any(map(str.isdigit, part['value'])) or 'resistor' in part['what'] \
        or part['value'] in part['what'] or part['what'].startswith('fuse') else part['value'] + ', '


def rows(parts, board):
    yield f'| on the board | what | {"a tile" if board == "tile" else "there"} | buy | for example | in its place |'
    yield '|---|---|---|---|---|---|'
    for part in parts:
        if board in part:
            what = f'{value(part)}{part["what"]} ({part["package"]})'
            yield f'| {part[board]} | {what} | {count(part[board])} | {part["buy"]} | {part["maker"]} {part["number"]} | {part["substitute"]} |'


def loose(parts):
    yield '| what | buy | for example | in its place |'
    yield '|---|---|---|---|'
    for part in parts:
        yield f'| {part["what"]} ({part["package"]}) | {part["buy"]} | {part["maker"]} {part["number"]} | {part["substitute"]} |'


def tables():
    listed = table.tomllib.loads((HERE.parent / 'bom.toml').read_text())
    parts = [('On each of the four tiles', rows(listed['part'], 'tile')), ('On the controller', rows(listed['part'], 'controller')),
             ('What is not soldered on a board', loose(listed['loose']))]
    return BEGIN + '\n'.join(f'### {title}\n\n' + '\n'.join(lines) + '\n' for title, lines in parts) + END


def without(text):
    """The page without the tables."""
    before, _, rest = text.partition(BEGIN)
    return before + rest.partition(END)[2] if rest else text


def main(words):
    text = PAGE.read_text()
    if BEGIN not in text or END not in text:
        sys.exit('parts.md has no place for the tables')
    before, _, rest = text.partition(BEGIN)
    made = before + tables() + rest.partition(END)[2]
    if words == ['write']:
        PAGE.write_text(made)
    elif words == ['check']:
        if made != text:
            sys.exit('hardware/guide/lists.py write makes other tables of parts.md')
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main(sys.argv[1:])
