/* Tools for trying out what the referee makes of mishaps, in a drawer: at a table nobody wants them. */
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';

export class Lab {
	element;
	#knock;

	/* parts: {hand, nerves, knock()} */
	constructor({ hand, nerves, knock }) {
		const check = (key, change) => {
			const box = h('input', { type: 'checkbox', onchange: () => change(box.checked) });

			return h('label', { class: 'switch' }, box, t(key));
		};

		this.#knock = h('button', { class: 'danger', onclick: knock }, t('table.knock'));
		this.element = h(
			'details',
			{ class: 'lab' },
			h('summary', {}, t('table.lab')),
			check('table.slide', (isOn) => (hand.isSliding = isOn)),
			check('table.shaky', (isOn) => (nerves.isShaky = isOn)),
			h('div', { class: 'buttons' }, this.#knock),
		);
	}

	show(pieces) {
		this.#knock.disabled = pieces.all.length === 0;
	}
}
