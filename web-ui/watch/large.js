/*
 * The large view, for a projector: the board fills the height, and an idle pointer disappears. It
 * has its own address (?view=large), for an unattended machine.
 */
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';

const IDLE_MS = 3000;
const root = document.documentElement;

export class LargeView {
	button = h('button', {
		type: 'button',
		class: 'large-button',
		onclick: () => this.#set(!this.#isLarge),
	});
	#isLarge;
	#idle = null;

	constructor(isLarge) {
		this.#set(isLarge, { byHand: false });
		document.addEventListener('pointermove', () => this.#wake());
		document.addEventListener('keydown', ({ key }) => {
			this.#wake();
			if (key === 'Escape' && this.#isLarge) this.#set(false);
		});
		/* a user who leaves the full screen leaves the large view */
		document.addEventListener('fullscreenchange', () => {
			if (!document.fullscreenElement && this.#isLarge) this.#set(false);
		});
	}

	#set(isLarge, { byHand = true } = {}) {
		this.#isLarge = isLarge;
		root.classList.toggle('large', isLarge);
		this.button.textContent = t(isLarge ? 'watch.normal' : 'watch.projector');
		this.#wake();
		if (byHand) this.#remember();
	}

	/* a browser may refuse the full screen; then the window has to do */
	#remember() {
		const address = new URL(location.href);

		if (this.#isLarge) address.searchParams.set('view', 'large');
		else address.searchParams.delete('view');
		history.replaceState(null, '', address);
		if (this.#isLarge) root.requestFullscreen?.().catch(() => {});
		else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
	}

	#wake() {
		root.classList.remove('idle');
		clearTimeout(this.#idle);
		if (this.#isLarge) this.#idle = setTimeout(() => root.classList.add('idle'), IDLE_MS);
	}
}
