"""The tile's schematic: the ribbon, the matrix, the lamps."""
import tile_circuit
from schematic import Sheet


def make(kit, circuit):
    return [ribbon(kit, circuit), matrix(kit, circuit), lamps(kit, circuit)]


def ribbon(kit, circuit):
    sheet = Sheet(circuit, 'Adjutant: a tile of five by five squares', page=1)
    sheet.place('J1', 22, 24)
    sheet.rest(2)
    sheet.place('C26', 42, 25, 270)
    sheet.probe('TP1', 50, 22)
    sheet.probe('TP2', 50, 27)
    for x, net in ((62, '+5V'), (70, 'GND')):
        sheet.power('PWR_FLAG', x, 24)
        sheet.wire((x, 24), (x + 2, 24))
        sheet.label(net, x + 2, 24)
    sheet.rest(1)
    sheet.subsheet('Matrix', 'a reed and a diode under\neach square', 10, 44, 20, 10, 2)
    sheet.subsheet('Lamps', 'a lamp and a capacitor in\neach square', 40, 44, 20, 10, 3)
    sheet.note('The ribbon of 16 to the controller. Row 1 is beside red, column 1 on red\'s left; on the controller they have\n'
               'the board\'s numbers. Turned round, a ribbon puts supply on supply and ground on ground: nothing breaks.', 10, 8)
    sheet.note('All four tiles of a board are the same. C26 lies beside the ribbon, one capacitor of 100 nF beside each lamp.\n'
               'The supply is fused on the controller.', 10, 13)
    return sheet


def matrix(kit, circuit):
    sheet = Sheet(circuit, 'Adjutant: tile, matrix of reeds', 'Matrix', 'A3', 2)
    rows, columns = kit['tile']['rows'], kit['tile']['columns']
    left, top, wide, high = 14, 18, 24, 15
    for column in range(1, columns + 1):
        x = left + wide * (column - 1)
        sheet.wire((x, top - 3), (x, top + high * (rows - 1)))
        sheet.label(f'COL{column}', x, top - 3, (0, -1))
    for row in range(1, rows + 1):
        y = top + high * (rows - row)
        sheet.wire((left - 4, y + 6), (left + wide * (columns - 1) + 8, y + 6))
        sheet.label(f'ROW{row}', left - 4, y + 6, (-1, 0))
        for column in range(1, columns + 1):
            n, x = tile_circuit.number(kit, row, column), left + wide * (column - 1)
            sheet.place(f'SW{n}', x + 3, y)
            sheet.place(f'D{n}', x + 8, y + 3, 90)
            sheet.wire((x, y), (f'SW{n}', 1))
            sheet.wire((f'SW{n}', 2), (x + 8, y), (f'D{n}', 2))
            sheet.wire((f'D{n}', 1), (x + 8, y + 6))
            sheet.label(f'S{n}', x + 5.5, y)
    sheet.note('The matrix lies as on the board seen from above: red sits below. A row is pulled low by the controller; a column is low\n'
               'where the reed of that row is closed. Bands of the diodes towards the rows. Without diodes three closed corners of a\n'
               'rectangle would show the fourth.', 10, 6)
    return sheet


def lamps(kit, circuit):
    sheet = Sheet(circuit, 'Adjutant: tile, chain of lamps', 'Lamps', 'A3', 3)
    order = list(tile_circuit.chain(kit))
    count = kit['tile']['columns']
    for i, (row, column) in enumerate(order):
        n = tile_circuit.number(kit, row, column)
        x, y = 18 + 26 * (i % count), 20 + 16 * (i // count)
        sheet.place(f'LED{n}', x, y, texts=((2.2, -2.6), (2.8, 2.6)))
        sheet.place(f'C{n}', x + 9, y - 3, 270)
        if i % count:
            before = tile_circuit.number(kit, *order[i - 1])
            sheet.wire((f'LED{before}', 2), (f'LED{n}', 4))
            sheet.label(f'L{i}', x - 22, y)
    sheet.rest(2)
    sheet.note('The lamps in the order of the chain: row 1 from left to right, row 2 from right to left, and so on, as they lie on the board.\n'
               'The cut corner of a lamp is at pin 3, ground.', 10, 6)
    return sheet
