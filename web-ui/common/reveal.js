/* A piece that is turned over: first its back is seen, then its rank. Without a rank its back stays. */
import { pieceIcon } from './board.js';
import { h } from './dom.js';

const icon = (side, code) => pieceIcon(side, code, { decorative: true });

export function revealed(side, code) {
	return code
		? h('span', { class: 'reveal' }, h('span', { class: 'reveal-body' }, icon(side, '?'), icon(side, code)))
		: h('span', { class: 'reveal' }, icon(side, '?'));
}
