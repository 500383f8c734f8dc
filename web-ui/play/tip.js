/*
 * What the training mission teaches now, as the board decides (daemon/views/tips.c). A tip can be put
 * away, and all of them for good: that is kept on this device, for other games as well.
 */
import { fill, h } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { sentence } from '../common/prompt.js';

const KEPT = 'adjutant/tips';

export class Tip {
	element = h('div', { class: 'tip', role: 'status', 'aria-live': 'polite', hidden: true });
	#putAway = ''; /* the one that was, and in which game */
	#changed;

	/* changed() is called whenever the player has put something away, or wants it back */
	constructor(changed) {
		this.#changed = changed;
	}

	get isOn() {
		return localStorage.getItem(KEPT) !== 'off';
	}

	switchTo(isOn) {
		if (isOn) localStorage.removeItem(KEPT);
		else localStorage.setItem(KEPT, 'off');
		this.#changed();
	}

	render({ id, tip }) {
		const which = `${id} ${tip?.key}`;
		const isShown = Boolean(tip?.key) && this.isOn && which !== this.#putAway;
		const putAway = () => {
			this.#putAway = which;
			this.#changed();
		};

		this.element.hidden = !isShown;
		fill(
			this.element,
			isShown && [
				h('p', {}, h('strong', {}, `${t('tip.title')}: `), sentence(tip)),
				h(
					'div',
					{ class: 'buttons', 'data-tip': which },
					h('button', { class: 'close', onclick: putAway }, t('button.close')),
					h('button', { class: 'off', onclick: () => this.switchTo(false) }, t('tip.off')),
				),
			],
		);
	}
}
