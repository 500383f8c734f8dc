/* Speaking for a seat whose handheld is gone. */
import { h } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';

const WORDS = [
	'ready',
	'done',
	'confirm',
	'deny',
	'attack ',
	'target ',
	'offer-draw',
	'accept-draw',
	'decline-draw',
	'offer-takeback',
	'accept-takeback',
	'decline-takeback',
	'pause',
	'resume',
	'adjourn',
	'resign',
	'rematch',
	'formation ',
	'place ',
	'card play ',
	'card cancel',
	'card exchange ',
	'card mulligan ',
	'card defend ',
	'card defend none',
	'swap ',
];

export class AnswerPanel {
	element;
	#side = h(
		'select',
		{ id: 'answer-side' },
		['red', 'blue'].map((side) => h('option', { value: side }, sideName(side))),
	);
	#word = h('input', {
		id: 'answer-word',
		list: 'answer-words',
		required: true,
		maxlength: 140,
		autocomplete: 'off',
		autocapitalize: 'none',
		spellcheck: 'false',
	});

	constructor(speaker) {
		const submit = async (event) => {
			const word = this.#word.value.trim().replace(/\s+/g, ' ');
			const what = `${sideName(this.#side.value)}: ${word}`;

			event.preventDefault();
			if (word && (await speaker.sayIfSure(`answer ${this.#side.value} ${word}`, what)))
				this.#word.value = '';
		};

		this.element = h(
			'section',
			{ class: 'panel answer' },
			h('h2', {}, t('arbiter.answer')),
			h(
				'form',
				{ class: 'fields', onsubmit: submit },
				h('div', {}, h('label', { for: 'answer-side' }, t('arbiter.side')), this.#side),
				h(
					'div',
					{ class: 'wide' },
					h('label', { for: 'answer-word' }, t('arbiter.word')),
					this.#word,
				),
				h(
					'datalist',
					{ id: 'answer-words' },
					WORDS.map((word) => h('option', { value: word })),
				),
				h('button', {}, t('arbiter.say')),
			),
		);
	}

	show() {}
}
