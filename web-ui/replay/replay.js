/*
 * One game that is over, to step through: the board, what each move was, with the ranks of a battle as far as they
 * are known, and on larger pages the list of moves.
 *
 * A game is what a public view is: shape of the board, commitments, moves, pieces. Ranks come with its
 * pieces and with openings; `battles` has those that this device was told of: [{index, attacker, defender}].
 */
import { Board, pieceIcon } from '../common/board.js';
import { h } from '../common/dom.js';
import { otherSide } from '../common/editions.js';
import { sideName, t } from '../common/i18n.js';
import { historyOf, marksOf } from './history.js';
import { MoveList, moveText } from './movelist.js';
import { Stepper } from './stepper.js';

const SIDES = ['red', 'blue'];

/* for people who do not see the picture */
function squaresText(pieces, side) {
	const own = [...pieces].filter(([, piece]) => piece.side === side).map(([sq]) => sq);

	return `${sideName(side)}: ${own.join(', ')}.`;
}

export class Replay {
	element;
	#bottom;
	#board = null;
	#kind = '';
	#history = [];
	#battles = [];
	#stepper = new Stepper(() => this.#draw());
	#moves;
	#picture = h('div', { class: 'picture' });
	#unknown = h('p', { class: 'unknown' });
	#told = h('p', { class: 'told-move', role: 'status', 'aria-live': 'polite' });
	#spoken = h('p', { class: 'visually-hidden' });

	/* bottom: the side that is shown there; hasList: whether there is room for all moves */
	constructor({ bottom = 'red', hasList = false } = {}) {
		this.#bottom = bottom;
		this.#moves = hasList ? new MoveList((at) => this.#stepper.go(at)) : null;
		this.element = h(
			'div',
			{ class: 'replay' },
			this.#picture,
			h('div', { class: 'steering' }, this.#stepper.element, this.#told, this.#unknown, this.#spoken),
			this.#moves?.element,
		);
	}

	show(game, { openings = [], battles = [] } = {}) {
		this.#makeBoard(game);
		this.#history = historyOf(game, openings);
		this.#battles = battles;
		this.#stepper.setCount(game.moves.length);
		this.#draw();
	}

	/* a new one only for a board of another shape */
	#makeBoard({ columns, rows, lakes }) {
		const kind = JSON.stringify([columns, rows, lakes]);

		if (kind === this.#kind) return;
		this.#kind = kind;
		this.#board = new Board({ columns, rows, lakes, bottom: this.#bottom });
		this.#picture.replaceChildren(this.#board.element);
		this.#stepper.reset();
	}

	#draw() {
		const { at, isLive } = this.#stepper;
		const { pieces, move } = this.#history[at];

		this.#board.show({ pieces: pieces ?? new Map(), marks: pieces ? marksOf(move) : new Map() });
		this.#board.element.classList.toggle('not-known', pieces === null);
		this.#unknown.textContent = pieces ? '' : t('watch.unknown-position');
		this.#spoken.textContent = pieces ? SIDES.map((side) => squaresText(pieces, side)).join(' ') : '';
		this.#stepper.show(true);
		this.#told.replaceChildren(...this.#tellMove(at));
		this.#moves?.show(this.#history, at, isLive);
	}

	#tellMove(at) {
		const entry = this.#history[at];

		return [...this.#fighters(at), h('span', {}, moveText(entry))];
	}

	/* who fought, if both are known */
	#fighters(at) {
		const { move, side, number } = this.#history[at];
		const before = this.#history[at - 1]?.pieces;

		if (move?.kind !== 'attack' || !side) return [];
		const told = this.#battles.find(({ index }) => index === number - 1);
		const known = (sq, code) => (code ? code : before?.get(sq)?.code ?? '?');
		const attacker = known(move.from, told?.attacker);
		const defender = known(move.to, told?.defender);

		if (attacker === '?' && defender === '?') return [];
		return [
			pieceIcon(side, attacker),
			h('span', { 'aria-hidden': true }, '×'),
			pieceIcon(otherSide(side), defender),
		];
	}
}
