/*
 * What a spectator can take home: the board's key, and the present state as the board has signed it, which
 * `adjutant verify --seen` compares a record with.
 */
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';

/* enough to compare two of them at a glance */
const short = (key) => key.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ');

export class Evidence {
	#summary = h('summary', {});
	#key = h('code', {});
	#save = h('a', { href: '#', onclick: () => this.#prepare() }, t('watch.save'));
	#address = null;
	#view = null;
	element = h(
		'details',
		{ class: 'evidence faint', hidden: true },
		this.#summary,
		h('p', {}, this.#key),
		h('p', {}, this.#save),
	);

	show(view) {
		this.#view = view;
		this.element.hidden = !view.signature;
		this.#key.textContent = view.board_key;
		this.#summary.textContent = t('watch.key', { key: short(view.board_key) });
	}

	/* the state of this moment, before the browser follows the link */
	#prepare() {
		const { id, head_seq: seq } = this.#view;
		const file = new Blob([JSON.stringify(this.#view)], { type: 'application/json' });

		if (this.#address) URL.revokeObjectURL(this.#address);
		this.#address = URL.createObjectURL(file);
		this.#save.href = this.#address;
		this.#save.download = `adjutant-${id.slice(0, 8)}-${seq}.json`;
	}
}
