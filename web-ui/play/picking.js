/*
 * Choosing squares on the picture for a word: the piece that one attacks, or two that change places.
 * It ends with the word, with Cancel, or when the turn is over.
 */
import { h } from '../common/dom.js';
import { otherSide } from '../common/editions.js';
import { piecesOf } from '../common/squares.js';
import { t } from '../common/i18n.js';

const KINDS = {
	attack: { text: 'setup.attack-square', count: 1, whose: otherSide },
	swap: { text: 'setup.swap-squares', count: 2, whose: (you) => you },
};

export class Picking {
	#kind = null;
	#chosen = [];
	#page;

	/* page: {view, say(word), render()} */
	constructor(page) {
		this.#page = page;
	}

	get isOn() {
		const { phase, turn, you } = this.#page.view;

		if (phase !== 'play' || turn !== you) this.#kind = null;
		return this.#kind !== null;
	}

	start(kind) {
		this.#kind = kind;
		this.#chosen = [];
		this.#page.render();
	}

	stop() {
		this.#kind = null;
		this.#page.render();
	}

	get text() {
		return t(KINDS[this.#kind].text);
	}

	#squares() {
		const { view } = this.#page;

		return [...piecesOf(view[KINDS[this.#kind].whose(view.you)]).keys()];
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
		const { count } = KINDS[this.#kind];

		if (!this.#squares().includes(sq)) return;
		this.#chosen = this.#chosen.includes(sq)
			? this.#chosen.filter((each) => each !== sq)
			: [...this.#chosen, sq];
		if (this.#chosen.length === count) this.#page.say(`${this.#kind} ${this.#chosen.join(' ')}`);
		if (this.#chosen.length === count) this.stop();
		else this.#page.render();
	}

	buttons() {
		return h(
			'div',
			{ class: 'group buttons' },
			h('button', { class: 'big', onclick: () => this.stop() }, t('button.cancel')),
		);
	}
}
