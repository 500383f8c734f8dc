/*
 * The lamps of the board, one in a corner of every square, as a real board has them: what they mean
 * is decided by the daemon (view.lamps), how that looks is agreed in hardware/protocol.md. Each meaning has a
 * colour, a sign and a rhythm, so that nothing depends on colours, and nothing on movement.
 */
import { svg } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { allSquares } from '../common/squares.js';

const CYCLE_MS = 2000; /* of all rhythms */
const AT = 15, SIZE = 100; /* where in its square a lamp lies: to the left, and away from red */

const MEANINGS = {
	f: 'from', t: 'to', p: 'put', k: 'take', b: 'back', c: 'check', x: 'fault', u: 'turn', e: 'empty', r: 'ready',
};

/* within a circle around 0, 0 */
const SIGNS = {
	from: '',
	to: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
	put: 'M-6 0h12M0 -6v12',
	take: 'M-6 0h12',
	back: 'M5 -5v6h-10M-1 -3l-4 4l4 4',
	check: 'M-3 -3a3.4 3.4 0 1 1 3.4 4v2M0.4 6v0.6',
	fault: 'M-4.5 -4.5l9 9M4.5 -4.5l-9 9',
	turn: 'M-3.5 -5.5l8 5.5l-8 5.5z',
	empty: 'M-5 4h10',
	ready: 'M-5 0l4 4l6 -8',
};

/* A view's rows as a map of square to meaning; those that are off are not in it. */
export function lampsOf({ lamps, columns, rows }) {
	const letters = lamps ? lamps.replaceAll('/', '') : '';

	return new Map(
		allSquares(columns, rows)
			.map((sq, i) => [sq, MEANINGS[letters[i]]])
			.filter(([, meaning]) => meaning),
	);
}

/* what is said of a square with such a lamp; '' if it is off */
export const lampText = (meaning) => (meaning ? t(`lamp.${meaning}`) : '');

export class Lamps {
	element = svg('g', { class: 'lamps', 'aria-hidden': true });
	#drawn = new Map(); /* square to {meaning, shape} */

	/* lit: map of square to meaning; place(sq): the corner of a square in the picture; isTurned: seen from
	 * blue's side. Those that have not changed stay, and all keep the same time. */
	show(lit, place, isTurned) {
		const before = this.#drawn;

		this.#drawn = new Map(
			[...lit].map(([sq, meaning]) => {
				const old = before.get(sq);

				return [sq, old?.meaning === meaning ? old : { meaning, shape: this.#draw(sq, meaning, place, isTurned) }];
			}),
		);
		for (const [sq, { shape }] of before) if (this.#drawn.get(sq)?.shape !== shape) shape.remove();
		for (const { shape } of this.#drawn.values()) if (!shape.isConnected) this.element.append(shape);
	}

	#draw(sq, meaning, place, isTurned) {
		const { x, y } = place(sq), at = isTurned ? SIZE - AT : AT;
		const light = svg('circle', { class: 'light', r: 11 });

		light.style.animationDelay = `-${Math.round(performance.now() % CYCLE_MS)}ms`;
		return svg(
			'g',
			{ class: `lamp ${meaning}`, 'data-lamp': sq, 'data-meaning': meaning, transform: `translate(${x + at} ${y + at})` },
			svg('circle', { class: 'glass', r: 11 }),
			light,
			svg('path', { class: 'sign', d: SIGNS[meaning] }),
		);
	}
}
