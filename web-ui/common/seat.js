/*
 * How a page comes to its seat and keeps it: by the code behind the # of its address, by what the
 * device was given earlier, or by a code that somebody types. What was given is kept on the device,
 * so that closing the page costs nothing; a tab remembers which seat is its own, because one browser
 * may have several.
 */
import { pair } from '../link/pair.js';
import { byId, fill, h } from './dom.js';
import { t } from './i18n.js';

const KEPT = 'adjutant/seat/';
const MINE = 'adjutant/mine';

function read(storage, key) {
	try {
		return JSON.parse(storage.getItem(key));
	} catch {
		return null;
	}
}

function keep(access) {
	localStorage.setItem(KEPT + access.seat, JSON.stringify(access));
	sessionStorage.setItem(MINE, JSON.stringify(access.seat));
}

export function forget(seat) {
	localStorage.removeItem(KEPT + seat);
	sessionStorage.removeItem(MINE);
}

/* of this tab; or of this device, if only one of them can be meant */
function kept(seats) {
	const all = seats.map((seat) => read(localStorage, KEPT + seat)).filter(Boolean);
	const mine = all.find(({ seat }) => seat === read(sessionStorage, MINE));

	return mine ?? (all.length === 1 ? all[0] : null);
}

function reasonOf({ kind, message }) {
	return kind ? t(`pair.${kind}`) : message;
}

async function claim(code) {
	const access = await pair(code);

	keep(access);
	return access;
}

/* The code must not stay in the address: it would be in the history and in bookmarks. */
function takeCode() {
	const code = location.hash.slice(1);

	if (code) history.replaceState(null, '', location.pathname + location.search);
	return code;
}

/* Shows a form in `place` until a code was accepted. */
function askForCode(place, trouble) {
	return new Promise((resolve) => {
		const field = h('input', {
			id: 'code',
			autocomplete: 'off',
			autocapitalize: 'none',
			spellcheck: 'false',
			maxlength: 40,
			required: true,
		});
		const problem = h('p', { class: 'problem', role: 'alert' }, trouble);
		const form = h(
			'form',
			{
				class: 'pairing',
				onsubmit: async (event) => {
					event.preventDefault();
					problem.textContent = t('pair.taking');
					try {
						resolve(await claim(field.value));
					} catch (error) {
						problem.textContent = reasonOf(error);
					}
				},
			},
			h('h1', {}, t('pair.title')),
			h('p', {}, t('pair.hint')),
			h('label', { for: 'code' }, t('pair.code')),
			field,
			problem,
			h('button', { class: 'strong' }, t('pair.go')),
		);

		place.replaceChildren(form);
		field.focus();
	});
}

/* The access of one of these seats, however long it takes. */
export async function takeSeat(seats, place = byId('main')) {
	const code = takeCode();

	if (!code) return kept(seats) ?? askForCode(place, '');
	fill(place, h('p', { class: 'lead' }, t('pair.taking')));
	try {
		return await claim(code);
	} catch (error) {
		/* a page that was reloaded with its code still there */
		return kept(seats) ?? askForCode(place, reasonOf(error));
	}
}
