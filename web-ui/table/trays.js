/* What lies beside the board: one place for each side, to take pieces from and to put them down. */
import { pieceIcon } from '../common/board.js';
import { fill, h } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';

const SHOWN = 12; /* pieces that are drawn; the number tells the rest */

export class Trays {
	elements = {};

	/* listen(element, side): makes a tray one that pieces can be taken from */
	constructor(listen) {
		for (const side of ['red', 'blue']) {
			this.elements[side] = h('button', { class: `tray ${side}`, 'data-tray': side });
			listen(this.elements[side], side);
		}
	}

	/* pieces: those of pieces.js; target: the side whose piece should be put there now, or null */
	show(pieces, target) {
		for (const [side, element] of Object.entries(this.elements)) {
			const count = pieces.beside(side);

			fill(
				element,
				h('span', {}, t('table.beside', { side: sideName(side), count })),
				h(
					'span',
					{ class: 'row', 'aria-hidden': 'true' },
					Array.from({ length: Math.min(count, SHOWN) }, () =>
						pieceIcon(side, '?', { decorative: true }),
					),
				),
			);
			element.classList.toggle('wanted', target === side);
		}
	}
}
