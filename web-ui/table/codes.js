/* Codes for the seats, as QR codes and as letters, for those who sit down at the table. */
import { openDialog } from '../common/dialog.js';
import { fill, h, svg } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';
import { askForCode } from './ask_code.js';

const QUIET = 4; /* modules around a QR code that stay white */

function drawModules(modules, label) {
	const rows = modules.split('/');
	const size = rows.length + 2 * QUIET;
	const path = rows
		.flatMap((row, y) =>
			[...row.matchAll(/1+/g)].map(
				({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
			),
		)
		.join('');

	return svg(
		'svg',
		{ viewBox: `0 0 ${size} ${size}`, class: 'qr', role: 'img', 'aria-label': label },
		svg('rect', { width: size, height: size, class: 'light' }),
		svg('path', { d: path, class: 'dark' }),
	);
}

function showCode(place, seat, { code, url, minutes, modules }) {
	fill(
		place,
		h('h3', {}, sideName(seat)),
		drawModules(modules, t('table.code-picture', { side: sideName(seat) })),
		h('p', { class: 'code' }, code),
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

/* Shows the codes of the seats that are free, until they are taken or nobody wants them any more. */
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
