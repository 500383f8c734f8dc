/*
 * Formations as text and as pieces on squares: reading, checking, turning, dicing. Nothing here knows
 * a page, and nothing decides: the referee has the last word on every set-up.
 *
 * A formation is written as its owner sees it, the back row first and from the left: 'FB../3...'. So
 * one that was saved for red serves blue as well. On the wire rows go from row 1 upwards for both
 * sides; for blue that is the same text read backwards.
 */
import { armySize } from '../../common/editions.js';
import { homeOf, piecesOf, rowsText } from '../../common/squares.js';

/* what the rows of a formation must be like: {columns, rows, army, isFull} */
export function shapeOf({ army, home_rows: rows, columns }) {
	const pieces = armySize({ army });

	return { columns, rows, army, pieces, isFull: pieces === columns * rows };
}

/* formations of the same shape and army can be exchanged between editions */
export function kindOf(shape) {
	return `${shape.pieces}-${shape.columns}x${shape.rows}`;
}

const backwards = (text) => [...text].reverse().join('');

/* between the owner's sight and the wire, in both directions */
export const turned = (rows, side) => (side === 'red' ? rows : backwards(rows));

/* left and right exchanged */
export const mirrored = (rows) => rows.split('/').map(backwards).join('/');

/* ---- on the board ---- */

/* Map of square to code, of rows as they are on the wire */
export function placed(rows, side, view) {
	return piecesOf(rows, homeOf(side, view.home_rows, view.rows));
}

/* the rows for the wire, of a Map of square to code */
export function wireRows(pieces, side, view) {
	const { columns, rows, home_rows: homeRows } = view;

	return rowsText(pieces, columns, homeRows, homeOf(side, homeRows, rows));
}

/* ---- checking ---- */

function countOf(codes) {
	const counts = {};

	for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
	return counts;
}

/* {code: how many} of an army that are not among these codes; empty if all are */
export function missing(army, codes) {
	const there = countOf(codes);
	const left = Object.entries(army).map(([code, n]) => [code, n - (there[code] ?? 0)]);

	return Object.fromEntries(left.filter(([, n]) => n > 0));
}

export function isArmy(army, codes) {
	const size = Object.values(army).reduce((sum, n) => sum + n, 0);

	return codes.length === size && Object.keys(missing(army, codes)).length === 0;
}

/* Whether rows are part of a set-up of this shape, or a whole one. */
export function isDraft(rows, { columns, rows: count, army }) {
	const lines = rows.split('/');
	const there = countOf([...rows].filter((code) => code !== '.' && code !== '/'));

	return (
		lines.length === count &&
		lines.every((line) => line.length === columns) &&
		Object.entries(there).every(([code, n]) => n <= (army[code] ?? 0))
	);
}

/*
 * Rows that were typed or copied: with '/' or line ends between them, perhaps with the word before
 * them that stands there on the wire or in a record. {rows} or {problem: 'rows' | 'army'}.
 */
export function parse(text, shape) {
	const bare = text
		.trim()
		.replace(/^(formation|setup\s+(red|blue))\s+/i, '')
		.toUpperCase();
	const rows = bare.split(/[\s/]+/).filter(Boolean);
	const isShaped =
		rows.length === shape.rows &&
		rows.every((row) => row.length === shape.columns && /^[.1-9MBF]+$/.test(row));

	if (!isShaped) return { problem: 'rows' };
	const codes = [...rows.join('')].filter((code) => code !== '.');
	return isArmy(shape.army, codes) ? { rows: rows.join('/') } : { problem: 'army' };
}

/* ---- dice ---- */

function shuffled(list, random) {
	const cards = [...list];

	for (let i = cards.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[cards[i], cards[j]] = [cards[j], cards[i]];
	}
	return cards;
}

/* Whether the formation is sensible: the flag well behind, and the front row not walled up. */
function isSensible(rows, { isFull }) {
	const lines = rows.split('/');
	const flag = lines.findIndex((line) => line.includes('F'));
	const walls = [...lines.at(-1)].filter((code) => code === 'B').length;

	return flag <= (isFull ? 0 : 1) && walls <= (isFull ? 2 : 0);
}

/* A formation as its owner sees it. */
export function randomFormation(shape, random = Math.random) {
	const { columns, rows, army } = shape;
	const pieces = Object.entries(army).flatMap(([code, n]) => Array(n).fill(code));
	const empty = Array(columns * rows - pieces.length).fill('.');

	for (;;) {
		const all = shuffled([...pieces, ...empty], random).join('');
		const text = all.match(new RegExp(`.{${columns}}`, 'g')).join('/');

		if (isSensible(text, shape)) return text;
	}
}
