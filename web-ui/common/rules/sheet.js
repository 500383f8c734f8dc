/*
 * The rules of one game on one sheet, made from its view: the edition's army, the options that hold.
 * It tells nothing of the game itself, and nothing that belongs to one side.
 */
import { pieceIcon } from '../board.js';
import { h } from '../dom.js';
import { armySize, CODES } from '../editions.js';
import { cardName, has, namesIn, rankName, t } from '../i18n.js';
import { chased, shuttled } from './pictures.js';

const RANKS = { M: '10', B: '', F: '' };

const style = h('link', { rel: 'stylesheet', href: new URL('rules.css', import.meta.url).href });

const section = (title, ...content) => h('section', {}, h('h3', {}, title), content);

function pieceRow(code, count) {
	const key = `rules.piece.${code}`;

	return h(
		'tr',
		{},
		h('td', {}, pieceIcon('red', code, { decorative: true })),
		h('td', { class: 'number' }, RANKS[code] ?? code),
		h('th', { scope: 'row' }, rankName(code), has(key) && h('span', { class: 'special' }, t(key))),
		h('td', { class: 'count' }, `× ${count}`),
	);
}

function battles({ army }) {
	const rows = CODES.filter((code) => army[code]).map((code) => pieceRow(code, army[code]));

	return section(t('rules.battles'), h('p', {}, t('rules.higher')), h('table', {}, h('tbody', {}, rows)));
}

function repetition({ rules }) {
	const limit = rules['two-squares'];
	const told = (picture, text) => h('div', { class: 'pictured' }, picture, h('p', {}, text));
	const both = [
		limit !== 'off' && told(shuttled(), t('rules.two-squares', { limit })),
		rules['more-squares'] === 'on' && told(chased(), t('rules.more-squares')),
	].filter(Boolean);

	return both.length > 0 && section(t('rules.repetition'), both);
}

const list = (items) => h('ul', {}, items.filter(Boolean).map((item) => h('li', {}, item)));

function ofThisGame({ rules }) {
	return section(
		t('rules.in-this-game'),
		list([
			t(`rules.immobile.${rules['immobile-moved']}`),
			t(`rules.disclosure.${rules.disclosure}`),
			t(`rules.memory-aid.${rules['memory-aid']}`),
			rules['both-immobile'] === 'draw' && t('rules.both-immobile'),
		]),
	);
}

function cards({ cards, rules }) {
	const names = namesIn('card').map((card) => [cardName(card), t(`card-help.${card}`)]);

	return (
		cards &&
		section(
			t('edition.battle-cards'),
			h('p', {}, t('rules.cards')),
			rules.bluff === 'on' && h('p', {}, t('rules.bluff')),
			h('dl', {}, names.map(([name, help]) => [h('dt', {}, name), h('dd', {}, help)])),
		)
	);
}

function atThisBoard({ you }) {
	const buttons = ['attack', 'done', 'more'].map((name) =>
		t(`rules.button-${name}`, { button: t(`button.${name}`) }),
	);

	return section(t('rules.at-this-board'), list([t('want.how-to-attack'), ...(you ? buttons : [])]));
}

export function rulesOf(view) {
	const size = armySize(view);
	const isFull = size === view.columns * view.home_rows;
	const values = { count: size, rows: view.home_rows };

	return h(
		'div',
		{ class: 'rules-sheet' },
		style,
		h('p', { class: 'lead' }, t('rules.goal')),
		h('p', {}, t(isFull ? 'rules.setup-full' : 'rules.setup-any', values)),
		h('p', {}, t('rules.move')),
		battles(view),
		repetition(view),
		cards(view),
		ofThisGame(view),
		atThisBoard(view),
	);
}
