"""A circuit as a table: parts with their pins' nets, before anything is drawn or laid out."""
import dataclasses

import symbols

# Nets that power symbols name; all others have labels.
POWER = ('+5V', 'GND', '+5V_LAMP', '+3V3')


@dataclasses.dataclass
class Part:
    ref: str
    symbol: str
    value: str
    footprint: str
    nets: dict   # pin number -> net, None where nothing is connected
    sheet: str


class Circuit:
    def __init__(self, name, title):
        self.name, self.title = name, title
        self.parts = {}

    def add(self, sheet, ref, symbol, value, footprint, nets):
        """`nets` in the order of the symbol's pins, or by number; pins that are left out are not connected."""
        pins = symbols.SYMBOLS[symbol].numbers()
        if not isinstance(nets, dict):
            if len(nets) != len(pins):
                raise ValueError(f'{ref}: {len(nets)} nets for {len(pins)} pins')
            nets = dict(zip(pins, nets))
        if set(nets) - set(pins) or ref in self.parts:
            raise ValueError(f'{ref}: {set(nets) - set(pins) or "is there twice"}')
        self.parts[ref] = Part(ref, symbol, value, footprint, {pin: nets.get(pin) for pin in pins}, sheet)

    def nets(self):
        """name -> [(ref, pin)], in the order of the parts"""
        nets = {}
        for part in self.parts.values():
            for pin, net in part.nets.items():
                if net:
                    nets.setdefault(net, []).append((part.ref, pin))
        return nets

    def sheets_of(self, net):
        return {self.parts[ref].sheet for ref, _ in self.nets()[net]}

    def full_name(self, net):
        """As KiCad names it: a label that stays on one sheet carries the sheet's path."""
        if net in POWER:
            return net
        sheets = self.sheets_of(net)
        if len(sheets) > 1:
            return net
        sheet, = sheets
        return f'/{sheet}/{net}' if sheet else f'/{net}'

    def unconnected_name(self, ref, pin):
        name = symbols.SYMBOLS[self.parts[ref].symbol].pin(pin).name
        name = '' if name in ('~', pin) else name.replace('/', '{slash}') + '-'
        return f'unconnected-({ref}-{name}Pad{pin})'

    def listing(self):
        """The list of nets for programs that want to wire a simulation: NAME.net."""
        out = [f'# {self.title}. Made by hardware/kicad/gen.py: change hardware/kit.toml or the generator, not this.',
               '# part REF SYMBOL VALUE', '# pin REF NUMBER NAME, where the name is more than the number',
               '# net NAME REF.NUMBER...']
        for part in self.parts.values():
            out.append(f'part {part.ref} {part.symbol} {part.value.replace(" ", "_")}')
        for part in self.parts.values():
            for pin in symbols.SYMBOLS[part.symbol].pins:
                if pin.name not in ('~', pin.number):
                    out.append(f'pin {part.ref} {pin.number} {pin.name}')
        for net, pins in self.nets().items():
            out.append(f'net {net} ' + ' '.join(f'{ref}.{pin}' for ref, pin in pins))
        return '\n'.join(out) + '\n'


def ohms(value):
    """10000 -> 10k, 2200 -> 2k2, 330 -> 330R"""
    if value < 1000:
        return f'{value}R'
    whole, rest = divmod(value, 1000)
    return f'{whole}k' + (str(rest).rstrip('0') if rest else '')
