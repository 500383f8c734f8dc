/*
 * The board and the two players: names, clocks, what they have lost, their cards. The set-up time
 * is an element of its own.
 */
import { Board, pieceIcon } from '../common/board.js';
import { Clocks } from '../common/clocks.js';
import { fill, h } from '../common/dom.js';
import { armySize } from '../common/editions.js';
import { cardName, sideName, t } from '../common/i18n.js';
import { withTouch } from '../common/touch.js';
import { takenOf } from '../replay/history.js';

const SIDES = ['red', 'blue'];

export class Stage {
	place = h('div', { class: 'board-place' });
	players = {};
	#board = null;
	#kind = '';
	#clocks = new Clocks();
	#parts = {};
	#spoken = h('p', { class: 'visually-hidden' });
	#unknown = h('p', { class: 'unknown' });

	constructor() {
		for (const side of SIDES) this.players[side] = this.#makePlayer(side);
	}

	get setupTime() {
		return this.#clocks.setup;
	}

	#makePlayer(side) {
		const parts = {
			name: h('strong', { class: 'name' }),
			turn: h('span', { class: 'turn' }),
			lost: h('span', { class: 'lost' }),
			cards: h('span', { class: 'cards' }),
		};

		this.#parts[side] = parts;
		return h(
			'div',
			{ class: `player ${side}` },
			pieceIcon(side, '?', { decorative: true }),
			h(
				'div',
				{ class: 'who' },
				parts.name,
				' ',
				parts.turn,
				h('div', { class: 'faint' }, parts.lost, ' ', parts.cards),
			),
			this.#clocks.elements[side],
		);
	}

	/*
	 * pieces: those to show, null if it is not known where they stood; isLive: they stand there
	 * now; touch: what hands do with them, or null
	 */
	show(view, pieces, { marks, touch, isLive }) {
		this.#makeBoard(view);
		this.#clocks.show(view);
		for (const side of SIDES) this.#showPlayer(side, view, pieces, isLive && view.turn === side);
		this.#board.show({
			pieces: pieces && touch ? withTouch(pieces, touch) : (pieces ?? new Map()),
			marks: pieces ? marks : new Map(),
		});
		this.#board.element.classList.toggle('not-known', pieces === null);
		this.#unknown.textContent = pieces ? '' : t('watch.unknown-position');
		this.#spoken.textContent = pieces
			? SIDES.map((side) => squaresText(pieces, side)).join(' ')
			: '';
	}

	/* a new one only for a board of another shape */
	#makeBoard({ columns, rows, lakes }) {
		const kind = JSON.stringify([columns, rows, lakes]);

		if (kind === this.#kind) return;
		this.#kind = kind;
		this.#board = new Board({ columns, rows, lakes });
		fill(this.place, this.#board.element, this.#unknown, this.#spoken);
	}

	#showPlayer(side, view, pieces, isToMove) {
		const { name, turn, lost, cards } = this.#parts[side];
		const own = view[`${side}_name`];
		const hasBegun = view.phase !== 'setup' && view.phase !== 'stopped';

		name.textContent = own ? `${own} (${sideName(side)})` : sideName(side);
		turn.textContent = isToMove ? t('watch.to-move') : '';
		lost.textContent =
			hasBegun && pieces
				? t('watch.pieces-lost', { count: takenOf(pieces, armySize(view))[side] })
				: '';
		cards.textContent = view.cards ? cardsText(side, view.cards[side]) : '';
		this.players[side].classList.toggle('to-move', isToMove);
	}
}

function cardsText(side, { held, discard }) {
	return [
		t('hand.theirs', { side: sideName(side), count: held }),
		discard.length > 0 && t('hand.discard', { cards: discard.map(cardName).join(', ') }),
	]
		.filter(Boolean)
		.join('. ');
}

/* for people who do not see the picture */
function squaresText(pieces, side) {
	const own = [...pieces].filter(([, piece]) => piece.side === side).map(([sq]) => sq);

	return `${sideName(side)}: ${own.join(', ')}.`;
}
