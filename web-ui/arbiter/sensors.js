/*
 * Compares the contacts with what should stand there, square by square. The referee handles both;
 * this only shows the arbiter where to look. During set-up no one is told where pieces are to
 * stand, so only squares that must be empty can disagree.
 */
import { allSquares, rowOf, standing } from '../common/squares.js';

function closedSquares(rows) {
	const lines = rows.split('/');

	return (sq) => lines[rowOf(sq)]?.['abcdefghij'.indexOf(sq[0])] === '1';
}

/* true, false, or null: it is not known whether a piece belongs there */
function expectation(view, pieces) {
	const lakes = new Set(view.lakes);
	const home = view.home_rows;

	if (view.phase === 'stopped') return () => null;
	if (view.phase !== 'setup') return (sq) => pieces.has(sq);
	return (sq) => {
		const isHome = rowOf(sq) < home || rowOf(sq) >= view.rows - home;
		return isHome && !lakes.has(sq) ? null : false;
	};
}

/* Map of square to {isClosed, side, isWanted, isFaulty, disagrees} of an arbiter's view */
export function compareSensors(view) {
	const pieces = standing(view);
	const isClosed = closedSquares(view.closed);
	const isWanted = expectation(view, pieces);
	const faulty = new Set(view.faulty);

	return new Map(
		allSquares(view.columns, view.rows).map((sq) => [
			sq,
			{
				isClosed: isClosed(sq),
				side: pieces.get(sq)?.side ?? null,
				isWanted: isWanted(sq),
				isFaulty: faulty.has(sq),
				disagrees: isWanted(sq) !== null && isWanted(sq) !== isClosed(sq),
			},
		]),
	);
}

/* the squares that need a look */
export function disagreements(sensors) {
	return [...sensors].filter(([, { disagrees }]) => disagrees).map(([sq]) => sq);
}
