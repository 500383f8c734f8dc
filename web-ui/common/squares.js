/* Squares by name ('e4') and rows as text ('..M9/?...', row 1 first), as they are on the wire. */
const COLUMNS = 'abcdefghij';

export const squareName = (column, row) => COLUMNS[column] + (row + 1);
export const columnOf = (sq) => COLUMNS.indexOf(sq[0]);
export const rowOf = (sq) => Number(sq.slice(1)) - 1;

export function allSquares(columns, rows) {
	return Array.from({ length: columns * rows }, (_, i) =>
		squareName(i % columns, Math.floor(i / columns)),
	);
}

/* Map of square to code, of the pieces in rows of the board; first: the row of the first of them */
export function piecesOf(rows, first = 0) {
	const pieces = new Map();

	rows.split('/').forEach((line, row) =>
		[...line].forEach((code, column) => {
			if (code !== '.') pieces.set(squareName(column, first + row), code);
		}),
	);
	return pieces;
}

export function rowsText(pieces, columns, count, first = 0) {
	return Array.from({ length: count }, (_, row) =>
		Array.from(
			{ length: columns },
			(_, column) => pieces.get(squareName(column, first + row)) ?? '.',
		).join(''),
	).join('/');
}

/* the row (from 0) at which a side's home begins */
export const homeOf = (side, homeRows, rows) => (side === 'red' ? 0 : rows - homeRows);

/* Map of square to {side, code} of all pieces in a view */
export function standing(view) {
	const all = new Map();

	for (const side of ['red', 'blue'])
		for (const [sq, code] of piecesOf(view[side])) all.set(sq, { side, code });
	return all;
}
