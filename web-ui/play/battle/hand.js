/*
 * The cards of Battle Cards: the player's hand, hidden until it is asked for and again after a
 * while, and what can be done with a card, according to the prompt.
 */
import { confirm, openDialog } from '../../common/dialog.js';
import { fill, h } from '../../common/dom.js';
import { otherSide } from '../../common/editions.js';
import { cardName, listText, sideName, t } from '../../common/i18n.js';
import { actionFor, doubtOf, labelOf } from '../../common/prompt.js';
import { cardArt } from './card_art.js';

const SHOWN_MS = 20000;

export class Hand {
	element = h('section', { class: 'panel hand', hidden: true });
	#page;
	#isShown = false;
	#timer = null;

	/* page: {view, say(word), pick(action)} */
	constructor(page) {
		this.#page = page;
	}

	#show(isShown) {
		clearTimeout(this.#timer);
		this.#isShown = isShown;
		if (isShown) this.#timer = setTimeout(() => this.#show(false), SHOWN_MS);
		this.render();
	}

	render() {
		const { view } = this.#page;

		this.element.hidden = !view.hand || view.phase === 'over';
		if (this.element.hidden) fill(this.element);
		else
			fill(
				this.element,
				h('h2', {}, t('hand.title')),
				this.#stock(),
				h('div', { class: 'buttons' }, this.#cards(), this.#switch()),
			);
	}

	#stock() {
		const { you, cards } = this.#page.view;
		const other = otherSide(you);
		const played = [...cards.red.discard, ...cards.blue.discard];

		return h(
			'p',
			{ class: 'faint' },
			[
				t('hand.pile', { count: cards[you].piled }),
				t('hand.theirs', { side: sideName(other), count: cards[other].held }),
				played.length > 0 && t('hand.discard', { cards: listText(played.map(cardName)) }),
			]
				.filter(Boolean)
				.join('. '),
			'.',
		);
	}

	#switch() {
		return h(
			'button',
			{
				class: 'show-cards',
				'aria-expanded': String(this.#isShown),
				onclick: () => this.#show(!this.#isShown),
			},
			t(this.#isShown ? 'button.hide-cards' : 'button.show-cards'),
		);
	}

	#cards() {
		const { hand, prompt } = this.#page.view;
		const cancel = actionFor(prompt, 'card cancel'), mulligan = actionFor(prompt, 'card mulligan');

		return [
			this.#isShown &&
				hand.map((card) =>
					h(
						'button',
						{ class: 'card', onclick: () => this.#open(card) },
						cardArt(card),
						h('span', { class: 'card-name' }, cardName(card)),
					),
				),
			cancel &&
				h(
					'button',
					{ class: 'take-back', onclick: () => this.#page.say(cancel.word) },
					labelOf(cancel),
				),
			this.#isShown &&
				mulligan &&
				h(
					'button',
					{ class: 'mulligan', onclick: () => this.#mulligan(mulligan) },
					labelOf(mulligan),
				),
		];
	}

	/* One card: what it does, and what the player can do with it. */
	#open(card) {
		const { prompt } = this.#page.view;
		const buttons = prompt.cards
			.filter(({ args }) => args?.card === card)
			.map((action) =>
				h(
					'button',
					{
						class: `big ${action.grave ? '' : 'strong'}`,
						onclick: () => {
							dialog.close();
							this.#act(action);
						},
					},
					labelOf(action),
				),
			);
		const dialog = openDialog(
			cardName(card),
			h('p', {}, t(`card-help.${card}`)),
			h('div', { class: 'buttons' }, buttons),
		);
		this.#show(true);
	}

	async #act(action) {
		if (action.picks) this.#page.pick(action);
		else if (!action.grave || (await confirm(doubtOf(action)))) await this.#page.say(action.word);
	}

	/* They go under the pile in an order that the player chooses. */
	#mulligan(action) {
		const { hand } = this.#page.view;
		const order = [];
		const go = h(
			'button',
			{
				class: 'strong',
				disabled: true,
				onclick: async () => {
					dialog.close();
					await this.#page.say(`${action.word} ${order.join(',')}`);
				},
			},
			labelOf(action),
		);
		const cards = hand.map((card) =>
			h('button', { 'aria-pressed': 'false', onclick: () => take(card) }, cardName(card)),
		);
		/* a second tap takes it out again */
		const take = (card) => {
			const at = order.indexOf(card);

			if (at < 0) order.push(card);
			else order.splice(at, 1);
			cards.forEach((button, i) => {
				const place = order.indexOf(hand[i]) + 1;

				button.textContent = cardName(hand[i]) + (place ? ` (${place})` : '');
				button.setAttribute('aria-pressed', String(place > 0));
			});
			go.disabled = order.length < hand.length;
		};
		const dialog = openDialog(
			labelOf(action),
			h('p', {}, doubtOf(action)),
			h('p', {}, t('hand.mulligan-order')),
			h('div', { class: 'buttons order' }, cards),
			h('div', { class: 'buttons' }, go),
		);
	}
}
