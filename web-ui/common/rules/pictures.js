/* Small pictures of the two rules of repetition; the words beside them say all that they show. */
import { svg } from '../dom.js';

const CELL = 24;

const cell = (x, y) => svg('rect', { x, y, width: CELL, height: CELL, class: 'cell' });
const piece = (x, y, side) => svg('circle', { cx: x + CELL / 2, cy: y + CELL / 2, r: 7, class: `dot ${side}` });
const path = (d, kind) => svg('path', { d, class: kind });
const picture = (width, height, ...parts) =>
	svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'rule-picture', 'aria-hidden': 'true' }, parts);

/* there, back, there: and not a fourth time */
export function shuttled() {
	return picture(
		80,
		64,
		cell(16, 20),
		cell(40, 20),
		piece(16, 20, 'red'),
		path('M28 18Q40 2 52 18M48 13l4 5 1-7', 'way'),
		path('M52 46Q40 62 28 46M32 51l-4-5-1 7', 'way'),
		path('M64 26l10 12M74 26l-10 12', 'stop'),
	);
}

/* one piece drives another round in a circle */
export function chased() {
	return picture(
		80,
		64,
		cell(16, 8),
		cell(40, 8),
		cell(16, 32),
		cell(40, 32),
		piece(16, 32, 'red'),
		piece(40, 8, 'blue'),
		path('M28 28V20H36M31 15l6 5-6 5', 'way'),
		path('M52 36V44H44M49 39l-6 5 6 5', 'way'),
		path('M66 26l10 12M76 26l-10 12', 'stop'),
	);
}
