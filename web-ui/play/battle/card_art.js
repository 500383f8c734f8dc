/* The picture of a Battle Card: what kind it is, told apart without reading; how strong it is stands in its corner. */
import { h, svg } from '../../common/dom.js';
import { figure } from '../../common/figures.js';

const SHIELD = 'M20 1q8 5 17 5v13q0 14-17 20Q3 33 3 19V6q9 0 17-5z';
const SHAPES = {
	/* a sail */
	boat: 'M19 1v25H4zM22 6q12 6 13 20H22zM2 29h36l-6 9H8z',
	/* over something */
	jump: 'M2 38Q4 8 20 8q9 0 13 12l5-2-5 15-12-9 6-2Q24 14 20 14 8 14 8 38zM17 28h7v10h-7z',
	charge: 'M2 16h20V6l17 14-17 14V24H2z',
	/* one way, and another */
	feint: 'M2 32V18h22V9l14 13-14 13v-9H9v6zM2 4h7v10H2z',
	swap: 'M2 13h22V5l14 11-14 11v-8H2zM38 27H16v-4L4 32l12 8v-5h22z',
	armour: SHIELD,
	defence: SHIELD,
};
const FIGURES = { attack: '6', 'mock-attack': '6', 'spy-attack': '1' };

/* 'attack+2' is of the kind attack */
export const kindOf = (card) => card.replace(/[+-]\d$/, '');
const powerOf = (card) => /[+-](\d)$/.exec(card)?.[0].replace('-', '') ?? null;

export function cardArt(card) {
	const kind = kindOf(card);
	const drawing = SHAPES[kind]
		? svg('path', { d: SHAPES[kind] })
		: figure(FIGURES[kind], { x: 20, y: 20, size: 40 });

	/* the number is in its name already: a screen reader would say it twice */
	return h(
		'span',
		{ class: `card-art ${kind}`, 'data-power': powerOf(card), 'aria-hidden': true },
		svg('svg', { viewBox: '0 0 40 40' }, drawing),
	);
}
