/* A battle as a picture: both pieces, who won, which cards were played. */
import { h } from '../../common/dom.js';
import { otherSide } from '../../common/editions.js';
import { cardName, listText, rankName, t } from '../../common/i18n.js';
import { playerName } from '../../common/names.js';
import { revealed } from '../../common/reveal.js';

/* whether the attacker, or the defender, is still there */
const SURVIVES = {
	attacker: { attacker: true, defender: false },
	defender: { attacker: false, defender: true },
	both: { attacker: false, defender: false },
	none: { attacker: true, defender: true },
};

function fighter(side, code, survives, outcome) {
	const verdict = outcome === 'none' ? null : t(survives ? 'battle.won' : 'battle.lost');

	return h(
		'div',
		{ class: `fighter ${side} ${survives ? 'winner' : 'loser'}` },
		revealed(side, code),
		h('strong', {}, code ? rankName(code) : t('battle.unknown')),
		h(
			'span',
			{},
			playerName(side),
			verdict && ' · ',
			verdict && h('span', { class: `verdict ${survives ? 'good' : 'bad'}` }, verdict),
		),
	);
}

function verdictFor(you, { side, outcome }) {
	if (outcome === 'both') return 'battle.both-lost';
	if (outcome === 'none') return 'battle.none';
	return (outcome === 'attacker') === (side === you) ? 'battle.you-won' : 'battle.you-lost';
}

/* One line of a battle that has been read; open() shows all of it again. */
export function foldedBattle(battle, you, open) {
	const { index, sq } = battle;

	return h(
		'button',
		{ class: 'battle-folded', 'data-battle': index, 'aria-expanded': 'false', onclick: open },
		`${t('battle.title', { sq })}: `,
		h('strong', {}, t(verdictFor(you, battle))),
	);
}

/* battle: of captured.js lastBattle(); close() puts it away */
export function battlePanel(battle, you, close) {
	const { index, side, sq, outcome, attacker, defender, cards } = battle;
	const survives = SURVIVES[outcome];
	const verdict = verdictFor(you, battle);
	const kind = { 'battle.you-won': 'good', 'battle.you-lost': 'bad' }[verdict] ?? '';

	return h(
		'section',
		/* the next one may look the same, and has a button of its own */
		{ class: 'panel battle', 'data-battle': index, 'aria-label': t('battle.title', { sq }) },
		h('h2', {}, t('battle.title', { sq })),
		h('p', { class: `outcome ${kind}` }, t(verdict)),
		h('button', { class: 'close', onclick: close }, t('button.close')),
		h(
			'div',
			{ class: 'fighters' },
			fighter(side, attacker, survives.attacker, outcome),
			h('span', { class: 'attacks', 'aria-hidden': true }, '▶'),
			h('span', { class: 'visually-hidden' }, t('battle.attacks')),
			fighter(otherSide(side), defender, survives.defender, outcome),
		),
		cards?.length > 0 &&
			h('p', { class: 'faint' }, t('battle.cards', { cards: listText(cards.map(cardName)) })),
	);
}
