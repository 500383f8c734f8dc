/*
 * Two clock faces, and the time to set up. The board tells now and then what is left; in between it
 * runs down by itself.
 */
import { h } from './dom.js';
import { sideName, t } from './i18n.js';

const LOW_MS = 60000;
const OLD_MS = 6000; /* how old a view may be that the broker has kept; the board renews them */

export function clockText(ms) {
	const seconds = Math.ceil(ms / 1000), minutes = Math.floor(seconds / 60);
	const two = (n) => String(n).padStart(2, '0');

	return minutes < 60
		? `${minutes}:${two(seconds % 60)}`
		: `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/* which of a view's times run down */
const runningOf = ({ clock, setup_ms: setup }) => (typeof setup === 'number' ? 'setup' : (clock?.running ?? null));

const timesOf = ({ clock, setup_ms: setup }) => ({ red: clock?.red, blue: clock?.blue, setup: setup ?? undefined });

export class Clocks {
	elements;
	setup = h('p', { class: 'setup-time', role: 'timer', hidden: true });
	#view = null;
	#times = {}; /* milliseconds left when the view came; undefined: there is no such clock */
	#running = null;
	#sinceMs = 0;
	#nextSecond = null; /* timer */

	constructor() {
		const make = (side) =>
			h('span', { class: `clock ${side}`, role: 'timer', 'aria-label': t('clock.label', { side: sideName(side) }) });

		this.elements = { red: make('red'), blue: make('blue') };
	}

	/* A page is drawn more often than views come: the same one again gives no time back. */
	show(view) {
		if (view === this.#view) return;
		const times = timesOf(view), running = runningOf(view);
		const { id, seq } = this.#view ?? {};

		/* A kept one that is read again gives nothing back either; time that a power cut took is more. */
		if (id === view.id && seq === view.seq && running && running === this.#running) {
			const left = this.#left(running);
			if (times[running] < left + OLD_MS) times[running] = Math.min(times[running], left);
		}
		this.#view = view;
		this.#times = times;
		this.#running = running;
		this.#sinceMs = performance.now();
		this.#draw();
	}

	#left(name) {
		const gone = this.#running === name ? performance.now() - this.#sinceMs : 0;

		return Math.max(0, this.#times[name] - gone);
	}

	#draw() {
		for (const [side, element] of Object.entries(this.elements)) {
			this.#drawOne(element, side, (time) => time);
			element.classList.toggle('running', this.#running === side);
		}
		this.#drawOne(this.setup, 'setup', (time) => t('clock.setup', { time }));
		this.#drawAgain();
	}

	/* as soon as another second is to be shown */
	#drawAgain() {
		const left = this.#running ? this.#left(this.#running) : 0;

		clearTimeout(this.#nextSecond);
		if (left > 0) this.#nextSecond = setTimeout(() => this.#draw(), left % 1000 || 1000);
	}

	#drawOne(element, name, textOf) {
		element.hidden = this.#times[name] === undefined;
		if (element.hidden) return;
		const left = this.#left(name), text = textOf(clockText(left));
		element.classList.toggle('low', left < LOW_MS);
		if (element.textContent !== text) element.textContent = text;
	}
}
