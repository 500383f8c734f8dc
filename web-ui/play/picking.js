/*
 * Choosing squares on the picture for a word: the piece to attack, two that change places, a move, or where a piece
 * really stands. It
 * ends with the word, with Cancel, or when the word can no longer be said.
 */
import { h } from '../common/dom.js';
import { otherSide } from '../common/editions.js';
import { t } from '../common/i18n.js';
import { actionFor } from '../common/prompt.js';
import { allSquares, columnOf, piecesOf, rowOf } from '../common/squares.js';

const TEXTS = {
	attack: 'setup.attack-square',
	swap: 'setup.swap-squares',
	move: 'setup.move-squares',
	'offer-correction': 'setup.correct-squares',
};

export class Picking {
	#action = null;
	#chosen = [];
	#page;

	/* page: {view, say(word), render()} */
	constructor(page) {
		this.#page = page;
	}

	get isOn() {
		if (this.#action && !actionFor(this.#page.view.prompt, this.#action.word)) this.#action = null;
		return this.#action !== null;
	}

	start(action) {
		this.#action = action;
		this.#chosen = [];
		this.#page.render();
	}

	stop() {
		this.#action = null;
		this.#page.render();
	}

	get text() {
		return t(TEXTS[this.#action.word]);
	}

	#squares() {
		const { view } = this.#page;
		const { picks } = this.#action;
		const what = picks[Math.min(this.#chosen.length, picks.length - 1)];
		const own = [...piecesOf(view[view.you]).keys()];

		const theirs = [...piecesOf(view[otherSide(view.you)]).keys()];

		if (what === 'own') return own;
		if (what === 'theirs') return theirs;
		if (what === 'piece') return [...own, ...theirs];
		if (what === 'free') return this.#free(view, [...own, ...theirs]);
		return this.#inLine(view).filter((sq) => !own.includes(sq) && !view.lakes.includes(sq));
	}

	#free({ columns, rows, lakes }, taken) {
		return allSquares(columns, rows).filter((sq) => !taken.includes(sq) && !lakes.includes(sq));
	}

	#inLine({ columns, rows }) {
		const [from] = this.#chosen;

		return allSquares(columns, rows).filter(
			(sq) => columnOf(sq) === columnOf(from) || rowOf(sq) === rowOf(from),
		);
	}

	get chosen() {
		return this.#chosen;
	}

	get marks() {
		const marks = new Map(this.#squares().map((sq) => [sq, 'pick']));

		for (const sq of this.#chosen) marks.set(sq, 'from');
		return marks;
	}

	pick(sq) {
		const { word, picks } = this.#action;

		if (!this.#squares().includes(sq) && !this.#chosen.includes(sq)) return;
		this.#chosen = this.#chosen.includes(sq)
			? this.#chosen.filter((each) => each !== sq)
			: [...this.#chosen, sq];
		if (this.#chosen.length < picks.length) {
			this.#page.render();
			return;
		}
		this.#page.say(`${word} ${this.#chosen.join(' ')}`);
		this.stop();
	}

	buttons() {
		return h(
			'div',
			{ class: 'group buttons' },
			h('button', { class: 'big', onclick: () => this.stop() }, t('button.cancel')),
		);
	}
}
