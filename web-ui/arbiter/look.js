/*
 * Looking at ranks. They come on request, which the board writes down first, and are on the page
 * only while the dialog is open.
 */
import { Board } from '../common/board.js';
import { openDialog } from '../common/dialog.js';
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { standing } from '../common/squares.js';
import { commitment } from '../link/code.js';

export class LookPanel {
	element;
	#view = null;
	#asked = new Set(); /* what this device wants to see: an event may come again */

	constructor(speaker) {
		const button = (word, label) =>
			h(
				'button',
				{
					type: 'button',
					onclick: async () => {
						this.#asked.add(word);
						if (!(await speaker.sayIfSure(word, label))) this.#asked.delete(word);
					},
				},
				label,
			);

		this.element = h(
			'section',
			{ class: 'panel look' },
			h('h2', {}, t('arbiter.look')),
			h('p', { class: 'faint' }, t('arbiter.look-hint')),
			h(
				'div',
				{ class: 'buttons' },
				button('look', t('arbiter.look')),
				button('openings', t('arbiter.openings')),
			),
		);
	}

	show(view) {
		this.#view = view;
	}

	tell(event) {
		if (event.event === 'looked' && this.#asked.delete('look'))
			this.#open(t('arbiter.look'), standing(event));
		if (event.event === 'openings' && this.#asked.delete('openings'))
			this.#openPledges(event.list);
	}

	#open(title, pieces, ...content) {
		const { columns, rows, lakes } = this.#view;
		const board = new Board({ columns, rows, lakes, title });

		board.show({ pieces });
		openDialog(title, ...content, board.element).classList.add('ranks');
	}

	/* what each piece was at the beginning, and whether that is what the board committed to */
	#openPledges(list) {
		const { id, commitments = {} } = this.#view;
		const kept = list.filter(
			(opening) => commitment(id, opening) === commitments[opening.sq],
		).length;
		const pieces = new Map(list.map(({ sq, side, code }) => [sq, { side, code }]));
		const isRight = kept === list.length && kept === Object.keys(commitments).length;
		const text = t('arbiter.openings-kept', { count: kept, total: list.length });

		this.#open(
			t('arbiter.openings'),
			pieces,
			h('p', { class: isRight ? 'good' : 'bad' }, text),
		);
	}
}
