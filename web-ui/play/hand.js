/*
 * The cards of Battle Cards: what one holds, hidden until it is asked for and again after a while,
 * and what can be done with a card. Whether it may be done the referee decides.
 */
import { confirm, openDialog } from '../common/dialog.js';
import { fill, h } from '../common/dom.js';
import { DEFENCE_CARDS, otherSide } from '../common/editions.js';
import { cardName, listText, sideName, t } from '../common/i18n.js';

const SHOWN_MS = 20000;

/* nobody has moved yet */
const isBeforeFirstTurn = ({ moves }) => moves.every((move) => move === 'mulligan');

export class Hand {
	element = h('section', { class: 'panel hand', hidden: true });
	#page;
	#isShown = false;
	#timer = null;

	/* page: {view, memory, say(word), pickSwap()} */
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
		const { view, memory } = this.#page;
		const mayMulligan =
			view.hand.length === 3 && isBeforeFirstTurn(view) && !memory.now.hasMulliganed;

		return [
			this.#isShown &&
				view.hand.map((card) =>
					h('button', { class: 'card', onclick: () => this.#open(card) }, cardName(card)),
				),
			view.announced.length > 0 &&
				h(
					'button',
					{ class: 'take-back', onclick: () => this.#page.say('card cancel') },
					t('button.take-card-back', { card: listText(view.announced.map(cardName)) }),
				),
			this.#isShown &&
				mayMulligan &&
				h('button', { class: 'mulligan', onclick: () => this.#mulligan() }, t('button.mulligan')),
		];
	}

	/* One card: what it does, and what one can do with it. */
	#open(card) {
		const { view } = this.#page;
		const isMine = view.phase === 'play' && view.turn === view.you && !view.paused;
		const button = (label, kind, act) =>
			h(
				'button',
				{
					class: `big ${kind}`,
					disabled: !isMine,
					onclick: () => {
						dialog.close();
						act();
					},
				},
				label,
			);
		const play =
			card === 'swap'
				? button(t('button.swap'), 'strong', () => this.#page.pickSwap())
				: button(t('button.play-card', { card: cardName(card) }), 'strong', () =>
						this.#page.say(`card play ${card}`),
					);
		const dialog = openDialog(
			cardName(card),
			h('p', {}, t(`card-help.${card}`)),
			h(
				'div',
				{ class: 'buttons' },
				!DEFENCE_CARDS.includes(card) && play,
				button(t('button.exchange-card', { card: cardName(card) }), '', () => this.#exchange(card)),
			),
		);
		this.#show(true);
	}

	async #exchange(card) {
		if (await confirm(t('confirm.exchange-card', { card: cardName(card) })))
			await this.#page.say(`card exchange ${card}`);
	}

	/* They go under the pile in an order that the player chooses. */
	#mulligan() {
		const { hand } = this.#page.view;
		const order = [];
		const go = h(
			'button',
			{
				class: 'strong',
				disabled: true,
				onclick: async () => {
					dialog.close();
					if (await this.#page.say(`card mulligan ${order.join(',')}`))
						this.#page.memory.set({ hasMulliganed: true });
					this.render();
				},
			},
			t('button.mulligan'),
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
			t('button.mulligan'),
			h('p', {}, t('confirm.mulligan')),
			h('p', {}, t('hand.mulligan-order')),
			h('div', { class: 'buttons order' }, cards),
			h('div', { class: 'buttons' }, go),
		);
	}
}
