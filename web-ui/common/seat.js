/*
 * How a page gets its seat and keeps it: with the code behind the # of its address, with what the
 * device was given earlier, or with a code that is typed. What was given is kept on the device, so
 * that closing the page costs nothing; a tab remembers which seat is its own, because one browser
 * may have several.
 */
import { pair } from '../link/pair.js';
import { byId, fill, h } from './dom.js';
import { sideName, t } from './i18n.js';

const KEPT = 'adjutant/seat/';
const MINE = 'adjutant/mine';

function read(storage, key) {
	try {
		return JSON.parse(storage.getItem(key));
	} catch {
		return null;
	}
}

function makeMine({ seat }) {
	sessionStorage.setItem(MINE, JSON.stringify(seat));
}

function keep(access) {
	localStorage.setItem(KEPT + access.seat, JSON.stringify(access));
	makeMine(access);
}

export function forget(seat) {
	localStorage.removeItem(KEPT + seat);
	sessionStorage.removeItem(MINE);
}

/* The board has given this device the other player's seat. In one browser both may have moved. */
export function move(access, seat) {
	const { user } = read(localStorage, KEPT + access.seat) ?? {};

	if (user === access.user) localStorage.removeItem(KEPT + access.seat);
	keep({ ...access, seat });
}

/* The seats that this device was given. Whether it has them still, only the board knows. */
export const keptSeats = () => allKept(['red', 'blue', 'arbiter', 'table']).map(({ seat }) => seat);

const allKept = (seats) => seats.map((seat) => read(localStorage, KEPT + seat)).filter(Boolean);

/* of this tab; or of this device, if there is only one */
function kept(seats) {
	const all = allKept(seats);
	const mine = all.find(({ seat }) => seat === read(sessionStorage, MINE));

	return mine ?? (all.length === 1 ? all[0] : null);
}

/* It looks like a code, but its first sign or the last of many shows that one is wrong. */
const looksRight = (typed) => /^([a-z2-7]{26}|[a-z2-9]{6})$/.test(typed.toLowerCase().replace(/[\s-]/g, ''));

/* why this code, as it was typed, brought no seat; error: a PairError */
export function reasonOf({ kind, message }, typed) {
	if (kind === 'wrong' && looksRight(typed)) return t('pair.mistyped');
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

function keptRow(access, choose, drop) {
	const side = sideName(access.seat);

	return h(
		'div',
		{ class: 'buttons' },
		h('button', { class: 'big', 'data-seat': access.seat, onclick: () => choose(access) }, side),
		h('button', { class: 'danger', 'aria-label': t('pair.forget', { side }), onclick: drop }, '✕'),
	);
}

/* The seats that this device has, to be chosen or, if another device has them by now, forgotten. */
function offerKept(seats, choose) {
	const place = h('section', { class: 'kept', tabindex: -1 });
	const drop = (seat) => {
		forget(seat);
		draw();
		place.focus();
	};
	const draw = () => {
		const rows = allKept(seats).map((each) => keptRow(each, choose, () => drop(each.seat)));

		place.replaceChildren(...(rows.length > 0 ? [h('h2', {}, t('pair.kept')), ...rows] : []));
	};

	draw();
	return place;
}

/* Where the code comes from depends on what it is for: [title, hint]. */
function aboutCode([seat]) {
	const kind = seat === 'table' || seat === 'arbiter' ? `-${seat}` : '';

	return [t(`pair.title${kind}`), t(`pair.hint${kind}`)];
}

const PAGES = { table: 'table', arbiter: 'arbiter' };

/* A code says itself whose it is: the page of that seat finds what the device was given. */
export function goToSeat({ seat }) {
	makeMine({ seat });
	location.assign(PAGES[seat] ?? 'play');
}

/* A form for a code that is typed; taken(access) when it is accepted. */
export function codeForm(taken, { hint, trouble = '' }) {
	const field = h('input', {
		id: 'code',
		autocomplete: 'off',
		autocapitalize: 'none',
		spellcheck: 'false',
		maxlength: 40,
		required: true,
	});
	const problem = h('p', { class: 'problem', role: 'alert' }, trouble);
	const submit = async (event) => {
		event.preventDefault();
		problem.textContent = t('pair.taking');
		try {
			taken(await claim(field.value));
		} catch (error) {
			problem.textContent = reasonOf(error, field.value);
		}
	};

	return h(
		'form',
		{ onsubmit: submit },
		h('p', {}, hint),
		h('label', { for: 'code' }, t('pair.code')),
		field,
		problem,
		h('button', { class: 'strong' }, t('pair.go')),
	);
}

/* Shows a form in `place` until a code is accepted, or one of the existing seats chosen. */
function askForCode(place, seats, trouble) {
	return new Promise((resolve) => {
		const choose = (access) => {
			makeMine(access);
			resolve(access);
		};
		const taken = (access) => (seats.includes(access.seat) ? resolve(access) : goToSeat(access));
		const [title, hint] = aboutCode(seats);
		const form = codeForm(taken, { hint, trouble });
		const offered = offerKept(seats, choose);

		place.replaceChildren(
			h('div', { class: 'pairing' }, h('h1', {}, title), offered, form),
		);
		if (!offered.hasChildNodes()) form.elements.code.focus(); /* a keyboard would cover the choices */
	});
}

/* The access of one of these seats, however long it takes. */
export async function takeSeat(seats, place = byId('main')) {
	const code = takeCode();

	if (!code) return kept(seats) ?? askForCode(place, seats, '');
	fill(place, h('p', { class: 'lead' }, t('pair.taking')));
	try {
		return await claim(code);
	} catch (error) {
		/* a page that was reloaded with its code still there */
		return kept(seats) ?? askForCode(place, seats, reasonOf(error, code));
	}
}
