/*
 * What just happened, in a sentence, also for screen readers; sentences of one moment are said
 * together.
 */
import { h } from '../common/dom.js';
import { eventText } from '../common/events.js';

const TOGETHER_MS = 400;
const MOST = 4; /* sentences; more than that is history */
const BY_A_MOVE = ['flag', 'immobile', 'both-immobile', 'forfeit'];

export class Said {
	element = h('p', { class: 'said', role: 'status', 'aria-live': 'polite' });
	#sentences = []; /* about to be said */
	#shown = [];
	#timer = null;

	tell(event) {
		const text = event.event === 'guide' ? null : eventText(event); /* it is said above */

		if (event.event === 'over') this.#forget(event);
		if (event.event === 'guide') this.#takeBack(eventText({ event: 'board-ok' }));
		if (!text || this.#sentences.includes(text)) return;
		this.#sentences.push(text);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#say(), TOGETHER_MS);
	}

	/* The end is said above; only the move that ended the game still belongs to it. */
	#forget({ by }) {
		this.#show([]);
		if (!BY_A_MOVE.includes(by)) this.#sentences = [];
	}

	/* The table is wrong again: that it was right must not stand beside that. */
	#takeBack(text) {
		const without = (sentences) => sentences.filter((each) => each !== text);

		this.#sentences = without(this.#sentences);
		if (this.#shown.includes(text)) this.#show(without(this.#shown));
	}

	#show(sentences) {
		this.#shown = sentences;
		this.element.textContent = sentences.join(' ');
	}

	#say() {
		if (this.#sentences.length > 0) this.#show(this.#sentences.slice(-MOST));
		this.#sentences = [];
	}
}
