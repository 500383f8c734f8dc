/* Codes for the seats, as QR codes and as letters, for people who sit down at the table. */
import { openDialog } from '../common/dialog.js';
import { fill, h } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';
import { qrPicture } from '../common/qr.js';
import { askForCode } from './ask_code.js';

function showCode(place, seat, { short, url, minutes, modules }) {
	fill(
		place,
		h('h3', {}, sideName(seat)),
		qrPicture(modules, t('table.code-picture', { side: sideName(seat) })),
		h('p', { class: 'code' }, short),
		h('p', { class: 'faint address' }, url.split('#')[0]),
		h('p', { class: 'faint' }, t('table.code-minutes', { minutes })),
	);
}

async function fillSeat(place, access, seat) {
	try {
		showCode(place, seat, await askForCode(access, seat));
	} catch (error) {
		fill(place, h('h3', {}, sideName(seat)), h('p', { class: 'problem' }, error.message));
	}
}

/* Shows the codes of the free seats, until they are taken or the dialog is closed. */
export function showCodes(access, link) {
	const places = Object.fromEntries(
		['red', 'blue'].map((seat) => [seat, h('section', { class: `seat ${seat}` })]),
	);
	const taken = (seat) => link.state?.paired[seat];
	const dialog = openDialog(
		t('table.codes'),
		h('p', {}, t('table.codes-hint')),
		h('div', { class: 'codes' }, Object.values(places)),
	);
	const update = () => {
		for (const seat of Object.keys(places).filter(taken))
			fill(places[seat], h('h3', {}, sideName(seat)), h('p', {}, t('table.seat-taken')));
		if (taken('red') && taken('blue')) dialog.close();
	};

	link.addEventListener('state', update);
	dialog.addEventListener('close', () => link.removeEventListener('state', update));
	for (const [seat, place] of Object.entries(places))
		if (taken(seat)) update();
		else fillSeat(place, access, seat);
	return dialog;
}
