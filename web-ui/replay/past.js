/*
 * Past games as the board gives them to everyone over HTTP, what is said of them, and how they are kept and shared.
 */
import { copy } from '../common/clipboard.js';
import { h } from '../common/dom.js';
import { otherSide } from '../common/editions.js';
import { parseMove } from '../common/notation.js';
import { ended, language, sideName, t } from '../common/i18n.js';

/* {status, and of 200 the game} */
export async function fetchPast(path) {
	try {
		const response = await fetch(path, { cache: 'no-store' });

		return { status: response.status, ...(response.ok ? await response.json() : {}) };
	} catch {
		return { status: 0 };
	}
}

export const pathOf = (game, ending) => `games/${game}.${ending}`;

/* ---- in words ---- */

/* "Ann", or "Red" */
export const playerName = (game, side) => game[`${side}_name`] || sideName(side);

export const playersText = (game) =>
	t('watch.versus', { red: playerName(game, 'red'), blue: playerName(game, 'blue') });

export function resultText(game) {
	const { winner } = game.result ?? {};

	if (!winner) return '';
	if (winner === 'draw') return t('result.draw');
	return t('end.wins', { name: playerName(game, winner) });
}

/* "Ann wins. Bob gave up." */
export function decidedText(game) {
	const { winner, by } = game.result ?? {};

	if (!winner) return '';
	const key = winner === 'draw' || by === 'arbiter' ? `reason.${by}` : `end.by-${by}`;
	const names = winner === 'draw' ? {} : {
		winner: playerName(game, winner),
		loser: playerName(game, otherSide(winner)),
	};

	return `${ended(resultText(game))} ${t(key, names)}`;
}

const MOVES = new Set(['move', 'attack', 'swap', 'exchange']);

/* what ended the game, or put it right, is no move */
export const moveCount = (game) =>
	(game.moves_before ?? 0) + game.moves.filter((move) => MOVES.has(parseMove(move).kind)).length;

export const dateText = (ms) =>
	new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

export function lengthText(ms) {
	const minutes = Math.max(1, Math.round(ms / 60000));

	if (minutes < 60) return t('end.minutes', { minutes });
	return t('end.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/* [[label, text], ..] as a list of facts; those without a text are left out */
export const factList = (facts) =>
	h(
		'dl',
		{ class: 'facts' },
		facts.filter(([, text]) => text).map(([label, text]) => [h('dt', {}, label), h('dd', {}, text)]),
	);

/* ---- to keep and to share ---- */

/* The sheet with the file or, where a browser cannot do that, the address. */
async function share(past, name) {
	const address = new URL(`games#${past.game}`, location.href).href;

	try {
		const response = await fetch(pathOf(past.game, past.revealed ? 'game' : 'txt'));
		const file = new File([await response.text()], name, { type: 'text/plain' });
		const whole = { title: playersText(past), text: decidedText(past), files: [file] };

		if (!navigator.canShare?.(whole)) throw new Error('no files');
		await navigator.share(whole);
	} catch (error) {
		/* who has closed the browser's own dialog wants nothing */
		if (error.name !== 'AbortError') await copy(address, addressField(address));
	}
}

/* an insecure page can copy only what is selected */
function addressField(address) {
	const field = h('input', { value: address, readonly: true, class: 'visually-hidden' });

	document.body.append(field);
	setTimeout(() => field.remove(), 0);
	return field;
}

const fileLink = (past, ending, text) =>
	h('a', { href: pathOf(past.game, ending), download: `adjutant-${past.game}.${ending}` }, text);

/* what can be kept of a game that fetchPast() gave; isAll: in every format */
export function keepsakes(past, { isAll = false } = {}) {
	const name = `adjutant-${past.game}.txt`;
	const isPlain = past.columns === 10 && !past.edition.includes('cards');

	return h(
		'div',
		{ class: 'keep' },
		past.revealed && fileLink(past, 'game', t('end.record')),
		(isAll || !past.revealed) && fileLink(past, 'txt', t('end.sheet')),
		isAll && past.revealed && isPlain && fileLink(past, 'xml', t('end.gravon')),
		h('button', { type: 'button', class: 'share', onclick: () => share(past, name) }, t('end.share')),
	);
}
