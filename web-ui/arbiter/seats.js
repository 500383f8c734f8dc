/* Who has a seat, codes for people who need one, and taking a seat away. */
import { notice, openDialog } from '../common/dialog.js';
import { h } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';
import { qrPicture } from '../common/qr.js';

const SEATS = ['red', 'blue', 'arbiter', 'table'];

const seatName = (seat) => (seat === 'table' ? t('home.table') : sideName(seat));

/* Pages over plain http have no clipboard; there the user copies the selection. */
async function copy(field) {
	let isCopied = true;

	try {
		await navigator.clipboard.writeText(field.value);
	} catch {
		field.select();
		isCopied = document.execCommand('copy');
	}
	if (isCopied) notice(t('arbiter.copied'), 'good');
}

function copyable(id, label, value, big = '') {
	const field = h('input', {
		id,
		readonly: true,
		value,
		class: `copyable ${big}`,
		onfocus: () => field.select(),
	});

	return [
		h('label', { for: id }, label),
		h(
			'div',
			{ class: 'copy-line' },
			field,
			h('button', { type: 'button', onclick: () => copy(field) }, t('button.copy')),
		),
	];
}

export class SeatsPanel {
	element;
	#speaker;
	#states = {};
	#unpair = {};
	#asked = new Set();

	constructor(speaker) {
		this.#speaker = speaker;
		this.element = h(
			'section',
			{ class: 'panel seats' },
			h('h2', {}, t('arbiter.seats')),
			h(
				'ul',
				{ class: 'seat-list' },
				SEATS.map((seat) => this.#makeSeat(seat)),
			),
		);
	}

	#makeSeat(seat) {
		const side = seatName(seat);
		const pairText = t('arbiter.pair', { side }),
			unpairText = t('arbiter.unpair', { side });
		const pair = async () => {
			this.#asked.add(seat);
			if (!(await this.#speaker.sayIfSure(`pair ${seat}`, pairText)))
				this.#asked.delete(seat);
		};

		this.#states[seat] = h('span', { class: 'faint' });
		this.#unpair[seat] = h(
			'button',
			{
				type: 'button',
				class: 'danger',
				onclick: () => this.#speaker.sayIfSure(`unpair ${seat}`, unpairText),
			},
			unpairText,
		);
		return h(
			'li',
			{},
			h('span', {}, h('strong', {}, side), ' ', this.#states[seat]),
			h(
				'div',
				{ class: 'buttons' },
				h('button', { type: 'button', onclick: pair }, pairText),
				this.#unpair[seat],
			),
		);
	}

	show({ paired }) {
		for (const seat of SEATS) {
			/* no view says whether the virtual table is connected */
			const isTaken = paired[seat];

			this.#states[seat].textContent =
				isTaken === undefined ? '' : t(isTaken ? 'arbiter.paired' : 'arbiter.free');
			this.#unpair[seat].disabled = isTaken === false;
		}
	}

	tell({ event, seat, code, short, url, modules }) {
		/* one that is told again after a restart is void, and has no code */
		if (event !== 'code' || !code || !this.#asked.delete(seat)) return;
		openDialog(
			t('arbiter.pair', { side: seatName(seat) }),
			h('p', {}, t('pair.new-device')),
			qrPicture(modules, t('table.code-picture', { side: seatName(seat) })),
			copyable('new-code', t('pair.code'), short, 'big'),
			copyable('new-address', t('arbiter.address'), url),
		).classList.add('code');
	}
}
