/*
 * Which position is shown: the present, unless the user has gone back. Buttons, arrows, Home, End.
 */
import { h, svg } from '../common/dom.js';
import { t } from '../common/i18n.js';

const SHAPES = {
	first: 'M5 4h3v16H5zM20 4v16L9 12z',
	back: 'M17 4v16L6 12z',
	forward: 'M7 4v16l11-8z',
	live: 'M16 4h3v16h-3zM4 4v16l11-8z',
};
const KEYS = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'live' };

/* a user who types, chooses or reads a dialog needs these keys there */
const isBusy = ({ target }) => target.closest?.('input, select, textarea, dialog') !== null;

export class Stepper {
	element;
	#count = 0;
	#at = null; /* null: the present, whatever comes */
	#changed;
	#buttons = {};
	#where = h('span', { class: 'where' });

	constructor(changed) {
		this.#changed = changed;
		for (const name of Object.keys(SHAPES)) this.#buttons[name] = this.#makeButton(name);
		const { first, back, forward, live } = this.#buttons;
		this.element = h(
			'nav',
			{ class: 'steps', 'aria-label': t('watch.moves') },
			first,
			back,
			this.#where,
			forward,
			live,
		);
		document.addEventListener('keydown', (event) => this.#key(event));
	}

	get isLive() {
		return this.#at === null;
	}

	get at() {
		return this.#at ?? this.#count;
	}

	reset() {
		this.#at = null;
	}

	/* A move that is taken back may be the one being looked at. */
	setCount(count) {
		this.#count = count;
		if (this.#at !== null && this.#at >= count) this.#at = null;
	}

	go(at) {
		this.#at = at >= this.#count ? null : Math.max(0, at);
		this.#changed();
	}

	#step(name) {
		const to = { first: 0, back: this.at - 1, forward: this.at + 1, live: this.#count };

		this.go(to[name]);
	}

	#key(event) {
		const name = KEYS[event.key];

		/* it may be put away until the next game is over */
		if (this.element.closest('[hidden]') || !this.element.isConnected) return;
		if (!name || event.ctrlKey || event.altKey || event.metaKey || isBusy(event)) return;
		event.preventDefault();
		this.#step(name);
	}

	#makeButton(name) {
		return h(
			'button',
			{
				type: 'button',
				'aria-label': t(`watch.${name}`),
				title: t(`watch.${name}`),
				onclick: () => this.#step(name),
			},
			svg(
				'svg',
				{ viewBox: '0 0 24 24', 'aria-hidden': true },
				svg('path', { d: SHAPES[name] }),
			),
		);
	}

	/* isOver: the present is the end */
	show(isOver = false) {
		const { first, back, forward, live } = this.#buttons;
		const ply = this.at,
			count = this.#count;

		/* not disabled: a disabled button would lose the focus */
		for (const button of [first, back]) button.setAttribute('aria-disabled', ply === 0);
		for (const button of [forward, live]) button.setAttribute('aria-disabled', this.isLive);
		this.#where.textContent = this.isLive
			? t(isOver ? 'watch.is-over' : 'watch.is-live')
			: ply === 0
				? t('watch.at-start')
				: t('watch.at-move', { ply, count });
		this.element.classList.toggle('is-live', this.isLive);
	}
}
