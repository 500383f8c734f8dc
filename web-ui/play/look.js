/*
 * The button that shows what only the player may see, for as long as it is held: by finger, mouse
 * or key. Beside it is a switch for people who cannot hold it, which lets go by itself. While the
 * player does not look, nothing of it is in the page.
 */
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';

const SWITCHED_MS = 5000;
const KEYS = [' ', 'Enter'];

export class Look {
	element;
	isLooking = false;
	#holder;
	#switch;
	#timer = null;
	#changed;

	/* changed() is called whenever isLooking has changed */
	constructor(changed) {
		this.#changed = changed;
		this.#holder = h('button', { class: 'holder', type: 'button' }, t('button.look'));
		this.#switch = h(
			'button',
			{ type: 'button', class: 'switch', 'aria-pressed': 'false', onclick: () => this.#toggle() },
			t('button.look-briefly'),
		);
		this.element = h('div', { class: 'buttons look' }, this.#holder, this.#switch);
		this.#listen();
	}

	#listen() {
		const holder = this.#holder;
		const hide = () => this.#set(false);

		holder.addEventListener('pointerdown', (event) => {
			holder.setPointerCapture?.(event.pointerId);
			this.#set(true);
		});
		for (const type of ['pointerup', 'pointercancel', 'lostpointercapture', 'blur'])
			holder.addEventListener(type, hide);
		/* a long press would offer to copy or share something */
		holder.addEventListener('contextmenu', (event) => event.preventDefault());
		holder.addEventListener('keydown', (event) => {
			if (KEYS.includes(event.key)) {
				event.preventDefault();
				this.#set(true);
			}
		});
		holder.addEventListener('keyup', hide);
		window.addEventListener('blur', hide);
		document.addEventListener('visibilitychange', hide);
	}

	#toggle() {
		this.#set(!this.isLooking, { isHeld: false });
		if (this.isLooking) this.#timer = setTimeout(() => this.#set(false), SWITCHED_MS);
	}

	/* isHeld: by the button that says what letting go does */
	#set(isLooking, { isHeld = true } = {}) {
		clearTimeout(this.#timer);
		if (isLooking === this.isLooking) return;
		this.isLooking = isLooking;
		this.#holder.textContent = t(isLooking && isHeld ? 'button.looking' : 'button.look');
		this.#switch.setAttribute('aria-pressed', isLooking);
		this.#changed();
	}

	hide() {
		this.#set(false);
	}
}
