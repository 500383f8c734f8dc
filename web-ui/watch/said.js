/*
 * What just happened, in a sentence, also for screen readers; what comes at once is said together.
 */
import { h } from '../common/dom.js';
import { eventText } from '../common/wants.js';

const TOGETHER_MS = 400;
const MOST = 4; /* sentences; more than that is history */
const BY_A_MOVE = ['flag', 'immobile', 'both-immobile', 'forfeit'];

export class Said {
	element = h('p', { class: 'said', role: 'status', 'aria-live': 'polite' });
	#sentences = [];
	#timer = null;

	tell(event) {
		const text = event.event === 'guide' ? null : eventText(event); /* it is said above */

		if (event.event === 'over') this.#forget(event);
		if (!text || this.#sentences.includes(text)) return;
		this.#sentences.push(text);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#say(), TOGETHER_MS);
	}

	/* How it ended is said above; only a move that ended it still belongs to that. */
	#forget({ by }) {
		this.element.textContent = '';
		if (!BY_A_MOVE.includes(by)) this.#sentences = [];
	}

	#say() {
		this.element.textContent = this.#sentences.slice(-MOST).join(' ');
		this.#sentences = [];
	}
}
