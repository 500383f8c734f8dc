/*
 * Past games of this board, for everyone: the list, the latest first, and after # one of them to step through.
 */
import { byId, h } from '../common/dom.js';
import { has, loadLanguage, t } from '../common/i18n.js';
import {
	dateText,
	decidedText,
	factList,
	fetchPast,
	keepsakes,
	pathOf,
	playersText,
	resultText,
} from '../replay/past.js';
import { Replay } from '../replay/replay.js';
import { summary } from '../replay/summary.js';

const BUSY = 503;
const LIST = '/games.json';

const editionName = ({ edition }) => (has(`edition.${edition}`) ? t(`edition.${edition}`) : edition);

function failureText(status) {
	if (status === BUSY) return t('games.busy');
	return t(status === 403 || status === 404 ? 'games.not-open' : 'games.failed');
}

/* ---- the list ---- */

function stateText(game) {
	return game.state === 'over'
		? `${resultText(game)} · ${t('games.length', { count: game.moves })}`
		: t(`games.state-${game.state}`);
}

function item(game) {
	const lines = [
		h('strong', {}, playersText(game)),
		h('span', { class: 'result' }, stateText(game)),
		h('span', { class: 'faint' }, [dateText(game.started), editionName(game), game.event, game.site].filter(Boolean).join(' · ')),
	];

	/* of a game that goes on there is nothing to step through */
	return h(
		'li',
		{},
		game.state === 'over'
			? h('a', { class: 'game panel', href: `#${game.game}` }, lines)
			: h('div', { class: 'game panel' }, lines),
	);
}

class GameList {
	element;
	#items = h('ol', { class: 'games' });
	#note = h('p', { class: 'note', role: 'status' });
	#more = h('button', { type: 'button', class: 'more-games', hidden: true, onclick: () => this.#fetch() }, t('games.more'));
	#before = null; /* null: from the latest */

	constructor() {
		this.element = h('section', {}, h('h1', {}, t('games.title')), this.#items, this.#note, this.#more);
		this.#fetch();
	}

	async #fetch() {
		this.#more.disabled = true;
		const { status, games, before } = await fetchPast(
			this.#before ? `${LIST}?before=${this.#before}` : LIST,
		);

		this.#more.disabled = false;
		if (status !== 200) {
			this.#note.textContent = failureText(status);
			this.#more.hidden = false;
			return;
		}
		this.#items.append(...games.map(item));
		this.#before = before;
		this.#more.hidden = !before;
		this.#note.textContent = this.#items.childElementCount === 0 && !before ? t('games.none') : '';
	}
}

/* ---- one of them ---- */

function makeGame(game) {
	const replay = new Replay({ hasList: true });

	replay.show(game, { openings: game.openings });
	return [
		h('h1', {}, playersText(game)),
		h('p', { class: 'decided' }, decidedText(game)),
		h('p', { class: 'faint' }, game.revealed ? '' : t('end.hidden')),
		replay.element,
		factList([
			[t('games.date'), dateText(game.started)],
			[t('games.edition'), [editionName(game), game.event, game.site].filter(Boolean).join(' · ')],
		]),
		summary(game, game),
		keepsakes(game, { isAll: true }),
	];
}

async function gamePage(number) {
	const game = await fetchPast(pathOf(number, 'json'));
	const back = h('p', {}, h('a', { class: 'back', href: '#' }, t('games.all')));

	return h(
		'section',
		{ class: 'one' },
		back,
		game.status === 200 ? makeGame(game) : h('p', { role: 'status' }, failureText(game.status)),
	);
}

/* ---- which of the two ---- */

const place = byId('main');
let list = null; /* kept, with what was loaded: who comes back is where they were */

async function show() {
	const number = /^#([1-9]\d{0,11})$/.exec(location.hash)?.[1];

	if (!number) list ??= new GameList();
	const shown = number ? await gamePage(number) : list.element;

	place.replaceChildren(shown);
	document.title = `${place.querySelector('h1')?.textContent ?? t('games.title')} · ${t('home.title')}`;
}

await loadLanguage();
place.className = 'past-games';
addEventListener('hashchange', show);
await show();
