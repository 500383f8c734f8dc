/* The list of moves; each of them leads to the position after it. */
import { pieceIcon } from '../common/board.js';
import { h } from '../common/dom.js';
import { cardName, language, rankName, sideName, t } from '../common/i18n.js';

const OUTCOMES = {
	attacker: 'battle.won',
	defender: 'battle.lost',
	both: 'battle.both-lost',
	none: 'battle.none',
};

/* "a7×a6, both are lost": what is a sentence elsewhere goes on in the middle of a line here */
const inLine = (text) => text[0].toLocaleLowerCase(language()) + text.slice(1);

function withCards(text, { cards, defence }) {
	const own = cards.map((card) => `${cardName(card)}: `).join('');

	return `${own}${text}${defence ? ` · ${cardName(defence)}` : ''}`;
}

/* who fought, if everybody has seen that */
const foughtBy = (battle) =>
	battle ? `: ${rankName(battle.attacker ?? '?')} – ${rankName(battle.defender ?? '?')}` : '';

/* what stands in the list; battle: with the ranks that were shown, if any were */
function shortText(move, battle) {
	const { kind, from, to, outcome } = move;

	if (kind === 'move') return withCards(`${from}–${to}`, move);
	if (kind === 'attack') return `${withCards(`${from}×${to}`, move)}${foughtBy(battle)}, ${inLine(t(OUTCOMES[outcome]))}`;
	if (kind === 'swap') return `${cardName('swap')}: ${from}, ${to}`;
	return kind === 'other' ? '…' : t(`watch.did-${kind}`);
}

/* what is read out */
function longText(move, side, battle) {
	const values = { ...move, sq: move.to, side: side && sideName(side) };

	if (side && move.kind === 'move') return withCards(t('tell.move', values), move);
	if (side && move.kind === 'attack')
		return withCards(
			`${t('tell.attack', values)} ${t(`tell.battle.${move.outcome}`, values)}${foughtBy(battle)}`,
			move,
		);
	return [side && sideName(side), shortText(move, battle)].filter(Boolean).join(': ');
}

/* of one entry of historyOf(); the first is the beginning, before any move */
export const moveText = ({ move, side, battle }) => (move ? longText(move, side, battle) : '');

export class MoveList {
	element;
	#list = h('ol', { class: 'move-list' });
	#none = h('p', { class: 'faint' }, t('watch.no-moves'));
	#keys = []; /* what each item was made of */
	#place = ''; /* the place that the list was scrolled to */
	#go;

	constructor(go) {
		this.#go = go;
		this.element = h(
			'section',
			{ class: 'moves panel' },
			h('h2', {}, t('watch.moves')),
			this.#none,
			this.#list,
		);
	}

	/* history: historyOf()'s; at: the one being looked at */
	show(history, at, isLive) {
		const entries = history.slice(1);
		const place = JSON.stringify([entries.length, at, isLive]);
		const isNew = place !== this.#place;

		this.#follow(entries);
		this.#none.hidden = entries.length > 0;
		[...this.#list.children].forEach((item, i) => {
			const isHere = i + 1 === at;
			if (isHere) item.firstChild.setAttribute('aria-current', 'true');
			else item.firstChild.removeAttribute('aria-current');
			if (isHere && isNew && !isLive) this.#bringIntoSight(item);
		});
		/* views come also when nothing has happened: a reader who has scrolled stays there */
		if (isLive && isNew) this.#list.scrollTop = this.#list.scrollHeight;
		if (!isLive && isNew && at === 0) this.#list.scrollTop = 0;
		this.#place = place;
	}

	/* Only what has changed is made again: the list is long, and a user may be in it. */
	#follow(entries) {
		const keys = entries.map(({ number, move, side, battle }) => JSON.stringify([number, move, side, battle]));
		let same = 0;

		while (same < this.#keys.length && this.#keys[same] === keys[same]) same++;
		if (same === keys.length && same === this.#keys.length) return;
		while (this.#list.children.length > same) this.#list.lastChild.remove();
		this.#list.append(
			...entries.slice(same).map((entry, i) => this.#makeItem(entry, same + i + 1)),
		);
		this.#keys = keys;
	}

	#makeItem({ move, side, number, battle }, place) {
		return h(
			'li',
			{},
			h(
				'button',
				{ type: 'button', onclick: () => this.#go(place) },
				h('span', { class: 'number' }, number),
				side && pieceIcon(side, '?', { decorative: true }),
				h('span', { 'aria-hidden': true }, shortText(move, battle)),
				h('span', { class: 'visually-hidden' }, longText(move, side, battle)),
			),
		);
	}

	/* within the list only: the page itself stays where it is */
	#bringIntoSight(item) {
		const frame = this.#list.getBoundingClientRect(), place = item.getBoundingClientRect();

		if (place.top < frame.top || place.bottom > frame.bottom)
			this.#list.scrollTop += place.top - frame.top - frame.height / 2;
	}
}
