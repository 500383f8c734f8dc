"""The controller's schematic: a sheet for each concern."""
from controller_circuit import LAMPS, MATRIX, NANO, PADS
from controller_circuit import POWER as SUPPLY
from schematic import Sheet

SHEETS = [(SUPPLY, 'from the terminal through the fuses:\nlogic, lamps, pads, the Pi'),
          (NANO, 'the Arduino and the resistors\nbetween it and everything else'),
          (MATRIX, 'a 74HC42 pulls one of ten rows low,\ntwo 74HC165 read ten columns'),
          (LAMPS, 'the ribbons of the four tiles and\nthe chain of lamps through them'),
          (PADS, 'two readers for pieces at 3.3 V,\ntwo buttons')]


def make(kit, circuit):
    return [overview(circuit), supply(circuit), nano(circuit), matrix(circuit), lamps(circuit), pads(circuit)]


def overview(circuit):
    sheet = Sheet(circuit, 'Adjutant: the controller board', page=1)
    for i, (name_of, words) in enumerate(SHEETS):
        sheet.subsheet(name_of, words, 12 + 34 * (i % 3), 22 + 18 * (i // 3), 28, 10, i + 2)
    sheet.note('Between four tiles of 5 x 5 squares and a Raspberry Pi: 100 reeds in a matrix of 10 x 10, a chain of 100 lamps,\n'
               'two reader pads, two buttons. The Nano talks to the Pi over USB. All signals have the names of hardware/kit.toml.', 12, 8)
    sheet.note('Every line between the Nano and 5 V logic has 1 k in it: either side may be without supply while the other has it.', 12, 14)
    return sheet


def supply(circuit):
    s = Sheet(circuit, 'Adjutant: controller, supply', SUPPLY, 'A4', 2)
    s.place('J10', 14, 31)
    s.place('F1', 24, 30)
    s.wire(('J10', 1), (12, 26.5), (20, 26.5), (20, 30), ('F1', 1))
    s.label('VIN', 14, 26.5)
    s.wire(('J10', 2), (12, 35))
    s.label('GND', 12, 35)
    rail = [('D1', 32), ('C1', 39), ('C3', 46)]
    for ref, x in rail:
        s.place(ref, x, 33, 270)
    s.place('F2', 66, 30)
    s.wire(('F1', 2), (32, 30))
    s.wire((32, 30), (39, 30))
    s.wire((39, 30), (46, 30))
    s.wire((46, 30), (52, 30))
    s.wire((52, 30), ('F2', 1))
    for ref, x in rail:
        s.wire((ref, 1), (x, 30))
    s.place('R31', 57, 33, 270)
    s.place('D2', 57, 38, 90)
    s.wire(('R31', 1), (57, 30))
    s.wire(('R31', 2), ('D2', 2))
    s.label('SHOW_5V', 57, 35.5)
    s.label('+5V', 35.5, 30)
    s.power('PWR_FLAG', 43, 30)
    s.place('J11', 57, 23)
    s.wire(('J11', 1), (52, 22), (52, 30))
    s.wire(('J11', 2), (53.5, 24), (53.5, 26))
    s.label('GND', 53.5, 26)
    for ref, x in (('C2', 76), ('R29', 84), ('R32', 98)):
        s.place(ref, x, 33, 270)
        s.wire((ref, 1), (x, 30))
    s.wire(('F2', 2), (76, 30))
    s.wire((76, 30), (84, 30))
    s.wire((84, 30), (98, 30))
    s.label('+5V_LAMP', 80, 30)
    s.power('PWR_FLAG', 94, 30)
    s.place('R30', 84, 40, 270)
    s.place('C10', 91, 40, 270)
    s.wire(('R29', 2), ('R30', 1))
    s.wire((84, 36.5), (91, 36.5), ('C10', 1))
    s.label('SUPPLY', 91, 36.5)
    s.place('D3', 98, 38, 90)
    s.wire(('R32', 2), ('D3', 2))
    s.label('SHOW_LAMPS', 98, 35.5)
    s.place('U6', 40, 56)
    s.place('C4', 50, 59, 270)
    s.wire(('U6', 2), (50, 56), ('C4', 1))
    s.wire((50, 56), (54, 56))
    s.label('+3V3', 54, 56)
    for i in range(1, 5):
        s.probe(f'TP{i}', 60 + 11 * i, 56)
    s.power('PWR_FLAG', 20, 56)
    s.wire((20, 56), (23, 56))
    s.label('GND', 23, 56)
    s.rest(1)
    s.note('5 V, 4 A from a plug-in supply. F1 is for everything. D1 conducts when the wires at J10 are exchanged, and holds\n'
           'spikes of more than 7 V down. F2 is for the lamps alone: the firmware limits them to far less, F2 acts if it does not.\n'
           'R29 and R30 let the Nano measure the lamps\' 5 V: a blown F2 reads 0.', 12, 8)
    s.note('The pads\' 3.3 V', 34, 50)
    return s


def nano(circuit):
    s = Sheet(circuit, 'Adjutant: controller, Nano', NANO, 'A4', 3)
    s.place('A1', 50, 34)
    resistors = {'R5': 5, 'R6': 6, 'R7': 7, 'R8': 8, 'R9': 15, 'R1': 19, 'R2': 20, 'R3': 21, 'R4': 22}
    for ref, pin in resistors.items():
        (x, y), way = s.pin('A1', pin), s.outward('A1', pin)[0]
        s.place(ref, x + way * 10, y, 0 if way > 0 else 180)
        s.wire(('A1', pin), (ref, 1))
        s.label(circuit.parts['A1'].nets[str(pin)], x + way * 1.5, y, (way, 0))
    s.wire(('A1', 4), (26, s.pin('A1', 4)[1]))
    s.label('GND', 26, s.pin('A1', 4)[1])
    s.place('JP1', 86, 22)
    s.place('J9', 96, 32)
    s.place('RN3', 22, 64)
    s.place('RN4', 42, 64)
    s.rest(1.5)
    s.note('The Nano gets its 5 V from the Pi over USB. JP1 only if the USB cable brings none: its diode keeps 5 V of the board\n'
           'away from the Pi on most Nanos, but not on all.', 12, 8)
    s.note('RN3 and RN4 hold everything still while the Nano starts: row 15 is none, the lamps hear nothing, both pads\n'
           'are in reset.', 12, 12)
    s.note('a display, if there is one', 84, 26)
    return s


def matrix(circuit):
    s = Sheet(circuit, 'Adjutant: controller, matrix', MATRIX, 'A4', 4)
    s.place('U1', 32, 30)
    s.place('U2', 66, 28)
    s.place('U3', 66, 54)
    x, y = s.pin('U3', 9)
    s.wire(('U3', 9), (76, y), (76, 41), (56, 41), (56, s.pin('U2', 10)[1]), ('U2', 10))
    s.label('CHAIN', 64, 41)
    s.together('U3', ['4', '3', '14', '13', '12', '11', '10'], '+5V', 9)
    s.place('RN1', 96, 28)
    s.place('RN2', 96, 46)
    for n, x in ((5, 22), (6, 30), (7, 38)):
        s.place(f'C{n}', x, 60, 270)
    s.rest(1.5)
    s.note('A row is low while its number is at A0 to A3; 10 to 15 pull none. A column that the row\'s diodes pull low is a 0.\n'
           'After a low pulse at PL the first bit stands at Q7 of the chip beside the Nano: D7, column 1.', 12, 8)
    s.note('beside the chips', 20, 56)
    return s


def lamps(circuit):
    s = Sheet(circuit, 'Adjutant: controller, lamps and ribbons', LAMPS, 'A4', 5)
    s.place('U5', 34, 28)
    s.place('C9', 46, 28, 270)
    for i in range(4):
        x = 22 + 25 * i
        header, resistor = f'J{i + 1}', f'R{10 + i}'
        s.place(header, x, 56)
        s.place(resistor, x - 6, 47)
        px, py = s.pin(header, 1)
        s.wire((resistor, 2), (x - 3.5, 47), (x - 3.5, py), (header, 1))
        s.label(f'LAMP{i + 1}', x - 3.5, 49)
        s.stub(header, 16, 6)
        px, py = s.pin(header, 2) # its ground stands above the names of columns
        s.wire((header, 2), (px + 2, py), (px + 2, py - 3), (px + 5, py - 3))
        s.label('GND', px + 5, py - 3)
        for pin, way in ((8, 7), (9, -7)):
            px, py = s.pin(header, pin)
            s.wire((header, pin), (px + way, py))
            s.label('+5V_LAMP', px + way, py)
    s.probe('TP5', 60, 26)
    s.probe('TP6', 74, 26)
    s.together('U5', ['1', '4', '9', '12'], 'GND', 9)
    s.together('U5', ['10', '13'], '+5V', 5)
    s.rest(1.5)
    s.note('Seen from the chain: U5, R10, tile 1, R11, tile 2, R12, tile 3, R13, tile 4. The 74HCT125 makes 5 V signals of what the\n'
           'Nano says with less, and of the pads\' 3.3 V. Two of its gates are not used.', 12, 8)
    return s


def pads(circuit):
    s = Sheet(circuit, 'Adjutant: controller, pads and buttons', PADS, 'A4', 6)
    s.place('U4', 34, 30)
    s.place('C8', 20, 48, 270)
    for side, header, first, spare, top in (('red', 'J5', 14, 'C13', 24), ('blue', 'J6', 19, 'C14', 48)):
        s.place(header, 92, top)
        s.place(spare, 102, top, 270)
        for i, pin in enumerate((1, 2, 3, 4, 7)):
            ref = f'R{first + i}'
            x, y = s.pin(header, pin)
            s.place(ref, 70, y)
            s.wire((ref, 2), (header, pin))
            s.label(circuit.parts[header].nets[str(pin)], 77, y)
        s.note(f'pad {side}', 89, top - 11)
    for i in range(3):
        s.place(f'R{24 + i}', 26 + 8 * i, 48, 270)
    for i, (resistor, header, capacitor) in enumerate((('R27', 'J7', 'C11'), ('R28', 'J8', 'C12'))):
        y = 66
        x = 20 + 32 * i
        s.place(resistor, x, y)
        s.place(capacitor, x + 8, y + 3, 270)
        s.place(header, x + 16, y + 1)
        s.wire((resistor, 2), (x + 8, y), (header, 1))
        s.wire((capacitor, 1), (x + 8, y))
        s.wire((header, 2), (x + 12.5, y + 2), (x + 12.5, y + 4))
        s.label('GND', x + 12.5, y + 4)
        s.label(f'PRESS_{"RED" if i == 0 else "BLUE"}', x + 3, y)
    s.rest(1.5)
    s.note('The order of pins is that of the usual MFRC522 module: SDA, SCK, MOSI, MISO, IRQ, GND, RST, 3.3V. U4 runs at 3.3 V\n'
           'and takes 5 V at its inputs. Cables up to half a metre.', 12, 8)
    return s
