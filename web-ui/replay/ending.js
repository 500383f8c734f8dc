/* The end of a game on the pages of those who look on: its figures, and the way to all of it. How it was decided is said above. */
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { Ended } from './ended.js';
import { keepsakes } from './past.js';
import { summary } from './summary.js';

export class Ending {
	element;
	#ended = new Ended(() => {
		this.#draw();
		this.#changed();
	});
	#changed;
	#view = null;
	#parts = { facts: h('div', {}), keep: h('div', {}) };

	/* more: what else belongs there; changed(): there is more to know. A replay has a page of its own, since this one may be needed */
	constructor({ more = null, changed = () => {} } = {}) {
		this.#changed = changed;
		const { facts, keep } = this.#parts;

		this.element = h('section', { class: 'panel ending', hidden: true }, facts, more, keep);
	}

	/* of all that everyone was told, once it can be read */
	get openings() {
		return this.#ended.past?.openings ?? [];
	}

	/* A game that ended before it began has nothing to tell. */
	show(view) {
		const isShown = view.phase === 'over' && Boolean(view.commitments);

		this.element.hidden = !isShown;
		if (!isShown) {
			this.#ended.forget();
			return;
		}
		this.#view = view;
		this.#ended.follow(view);
		this.#draw();
	}

	#draw() {
		const { past } = this.#ended, { facts, keep } = this.#parts;

		facts.replaceChildren(summary(this.#view, past));
		keep.replaceChildren(
			...(past ? [h('p', {}, h('a', { href: `games#${past.game}`, target: '_blank' }, t('end.replay'))), keepsakes(past)] : []),
		);
	}
}
