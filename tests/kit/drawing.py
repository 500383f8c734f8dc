"""The drawing of the wiring without chips (hardware/reed-matrix.svg) against the pin files: the header, and every row and column."""
import re

# The header of a Raspberry Pi: what is at contacts 1 to 40. A number is a GPIO.
HEADER = ['3.3 V', '5 V', 2, '5 V', 3, 'ground', 4, 14, 'ground', 15, 17, 18, 27, 'ground', 22, 23, '3.3 V', 24, 10, 'ground', 9, 25, 11, 8,
          'ground', 7, 0, 1, 5, 'ground', 6, 12, 13, 'ground', 19, 16, 26, 20, 'ground', 21]


def header(rows, columns):
    """What stands beside each contact, odd ones on the left."""
    lines = {gpio: f'row {n}' for n, gpio in enumerate(rows, 1)} | {gpio: f'column {chr(96 + n)}' for n, gpio in enumerate(columns, 1)}
    for contact, what in enumerate(HEADER, 1):
        words = [lines[what]] if what in lines else []
        words.append(f'GPIO {what}' if isinstance(what, int) else what)
        yield ' · '.join([*words, str(contact)] if contact % 2 else [str(contact), *words])


def wrong(svg, rows, columns):
    texts = [text.strip() for text in re.findall(r'>([^<]*)</text>', svg)]
    yield from (f'the drawing has no contact "{text}"' for text in header(rows, columns) if text not in texts)
    following = {text: texts[i + 1:i + 3] for i, text in reversed(list(enumerate(texts)))}
    for n, gpio in enumerate(rows, 1):
        if following.get(f'row {n}', [''])[0] != f'GPIO {gpio}, pin {HEADER.index(gpio) + 1}':
            yield f'row {n} is drawn at {following.get(f"row {n}", [""])[0]}'
    for n, gpio in enumerate(columns):
        if following.get(chr(97 + n)) != [f'GPIO {gpio}', f'pin {HEADER.index(gpio) + 1}']:
            yield f'column {chr(97 + n)} is drawn at {following.get(chr(97 + n))}'
