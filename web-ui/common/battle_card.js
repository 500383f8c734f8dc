/*
 * The battle of the moment: who attacks whom and what came of it, for a few seconds. Ranks are
 * shown if the board tells them to everyone, and leave the page together with the battle.
 */
import { fill, h } from './dom.js';
import { otherSide } from './editions.js';
import { cardName, rankName, t } from './i18n.js';
import { playerName } from './names.js';
import { revealed } from './reveal.js';
import { rowOf } from './squares.js';
import { eventText } from './events.js';

const SHOWN_MS = 6000;

function fighter(side, code, has, lost) {
	return h(
		'div',
		{ class: `fighter ${lost ? 'fallen' : ''}` },
		revealed(side, code),
		h('strong', {}, code ? rankName(code) : playerName(side)),
		h('span', {}, has && t(lost ? 'battle.lost' : 'battle.won')),
	);
}

export class BattleCard {
	element = h('div', { class: 'battle-card', hidden: true, 'aria-hidden': true });
	marks = new Map();
	#timer = null;
	#shape = { rows: 10, bottom: 'red' };
	#changed;

	/* changed(): what marks says is new */
	constructor(changed) {
		this.#changed = changed;
	}

	/* how many rows the board has, and whose are at the bottom */
	setShape(rows, bottom = 'red') {
		this.#shape = { rows, bottom };
	}

	tell(event) {
		if (event.event === 'attack') this.#begin(event);
		else if (event.event === 'battle') this.#show(event);
		else if (event.event === 'game') this.#end();
		else if (['move', 'swap', 'taken-back'].includes(event.event)) this.marks = new Map();
	}

	#mark({ from, sq }) {
		this.marks = new Map([
			[from, 'battle'],
			[sq, 'battle'],
		]);
	}

	/* With cards it may take a while until it is decided. */
	#begin(event) {
		this.#end();
		this.#mark(event);
	}

	#show(event) {
		const { side, attacker, defender, outcome, cards } = event;
		const lost = {
			attacker: ['defender', 'both'].includes(outcome),
			defender: ['attacker', 'both'].includes(outcome),
		};

		this.#mark(event);
		fill(
			this.element,
			h('h2', {}, t('battle.title', event)),
			h(
				'div',
				{ class: 'fighters' },
				fighter(side, attacker, outcome !== 'none', lost.attacker),
				h('span', { class: 'attacks' }, t('battle.attacks')),
				fighter(otherSide(side), defender, outcome !== 'none', lost.defender),
			),
			h('p', {}, eventText(event)),
			cards &&
				h(
					'p',
					{ class: 'faint' },
					t('battle.cards', { cards: cards.map(cardName).join(', ') }),
				),
		);
		/* over that half of the board in which it did not happen */
		const { rows, bottom } = this.#shape, isUpper = rowOf(event.sq) >= rows / 2;
		this.element.classList.toggle('below', isUpper === (bottom === 'red'));
		this.element.hidden = false;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#end(), SHOWN_MS);
	}

	#end() {
		clearTimeout(this.#timer);
		this.element.replaceChildren();
		this.element.hidden = true;
		this.marks = new Map();
		this.#changed();
	}
}
