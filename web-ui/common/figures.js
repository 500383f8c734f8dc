/*
 * A small picture for every rank, in a box of 40 by 40, to be filled with one colour: told apart by
 * outline alone, at the size of a fingernail. It betrays as much as the rank itself, and is only
 * drawn together with it.
 */
import { svg } from './dom.js';

const SIZE = 40;

const FIGURES = {
	/* a crown */
	M: 'M4 30L1 10l10 8 9-15 9 15 10-8-3 20zM4 33h32v5H4z',
	/* a star */
	9: 'M20 1l5.5 12.8L39 15l-10 9.2L32 38l-12-7.2L8 38l3-13.8L1 15l13.5-1.2z',
	/* crossed swords */
	8: 'M2 2l7 2 20 22-4 4L4 9zM22 32l10-10 3 3-10 10zM30 31l3-3 5 6-3 3zM38 2l-2 7-21 21-4-4L31 4zM18 32L8 22l-3 3 10 10zM10 31l-3-3-5 6 3 3z',
	/* a medal on its ribbon */
	7: 'M7 1h9l4 7 4-7h9l-8 13H15zM20 15a12 12 0 1 1 0 24a12 12 0 1 1 0-24zM20 21a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
	/* one sword, upright */
	6: 'M20 0l5 7v17h-10V7zM8 25h24v5H8zM17 31h6v8h-6z',
	/* a peaked cap */
	5: 'M3 16Q20-2 37 16l-4 6H7zM7 24h26v5H7zM4 31h32Q20 43 4 31z',
	/* three chevrons */
	4: 'M3 13L20 1l17 12v6L20 7 3 19zM3 23l17-12 17 12v6L20 17 3 29zM3 33l17-12 17 12v6L20 27 3 39z',
	/* a pickaxe */
	3: 'M1 17Q6 3 17 3V0h6v3q11 0 16 14Q32 10 23 10v29h-6V10Q8 10 1 17z',
	/* field glasses */
	2: 'M6 6h8l2 6h8l2-6h8l5 23q0 7-7 7h-4q-6 0-6-6v-7h-4v7q0 6-6 6H8q-7 0-7-7z',
	/* a hat and dark glasses */
	1: 'M10 14L13 3q7 3 14 0l3 11zM1 16h38v5H1zM4 25h14v3h4v-3h14v4q0 8-7 8-6 0-7-6h-4q-1 6-7 6-7 0-7-8z',
	/* round, with a burning fuse */
	B: 'M16 12a13.5 13.5 0 1 1 0 27a13.5 13.5 0 1 1 0-27zM20 10l5-5 6 6-5 5zM34 0l1 4 4 0-3 3 2 4-4-1-3 3-1-5-4-2 5-2z',
	/* on its pole */
	F: 'M5 1h5v38H5zM12 4q7-4 13 0t14 0v19q-8 4-14 0t-13 0z',
};

/* null for a rank that is hidden; x, y: the middle of the picture */
export function figure(code, { x, y, size }) {
	const d = FIGURES[code], scale = size / SIZE;

	if (!d) return null;
	return svg('path', {
		d,
		class: 'figure',
		'data-figure': code,
		transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`,
	});
}
