/* Two clock faces. The board tells the time now and then; in between they run by themselves. */
import { h } from './dom.js';
import { sideName, t } from './i18n.js';

export function clockText(ms) {
	const seconds = Math.ceil(ms / 1000), minutes = Math.floor(seconds / 60);
	const two = (n) => String(n).padStart(2, '0');

	return minutes < 60
		? `${minutes}:${two(seconds % 60)}`
		: `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

export class Clocks {
	elements;
	#faces = null;
	#sinceMs = 0;

	constructor() {
		const make = (side) =>
			h('span', { class: `clock ${side}`, role: 'timer', 'aria-label': t('clock.label', { side: sideName(side) }) });

		this.elements = { red: make('red'), blue: make('blue') };
		setInterval(() => this.#draw(), 250);
	}

	/* faces: {red, blue, running} in milliseconds, or null: there is no clock */
	show(faces) {
		this.#faces = faces;
		this.#sinceMs = performance.now();
		this.#draw();
	}

	#draw() {
		for (const [side, element] of Object.entries(this.elements)) {
			const runs = this.#faces?.running === side;
			const gone = runs ? performance.now() - this.#sinceMs : 0;

			element.hidden = !this.#faces;
			if (!this.#faces) continue;
			const left = Math.max(0, this.#faces[side] - gone);
			const text = clockText(left);
			element.classList.toggle('running', runs);
			element.classList.toggle('low', left < 60000);
			if (element.textContent !== text) element.textContent = text;
		}
	}
}
