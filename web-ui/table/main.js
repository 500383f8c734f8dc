/*
 * The virtual table: a wooden board for people who have none yet. It shows the pieces' backs, tells
 * the daemon what the contacts and readers under them say, and shows what the referee wants. It
 * never says a move.
 */
import { forget, takeSeat } from '../common/seat.js';
import { notice } from '../common/dialog.js';
import { loadLanguage, t } from '../common/i18n.js';
import { byId, h } from '../common/dom.js';
import { knowPlayers } from '../common/names.js';
import { showStatus } from '../common/status.js';
import { holdSeat } from '../common/tabs.js';
import { allSquares, standing } from '../common/squares.js';
import { Contacts } from './contacts.js';
import { neighboursOf } from './deeds.js';
import { Hand } from './hand.js';
import { Nerves } from './nerves.js';
import { Pieces } from './pieces.js';
import { TablePage } from './page.js';
import { Readers } from './readers.js';
import { stamped } from './stamps.js';
import { TagSet, askForPieces } from './tag_set.js';

const REFUSALS = 3; /* a broker that is just starting may not know us yet */

/* The table may have been given to another device: then only a new code helps. */
function watchSeat(link) {
	const anew = () => {
		forget('table');
		location.reload();
	};
	let refusals = 0;

	link.addEventListener('online', ({ detail }) => {
		if (detail) refusals = 0;
	});
	link.addEventListener('refused', () => {
		if (++refusals !== REFUSALS) return;
		link.close();
		byId('main').replaceChildren(
			h(
				'section',
				{ class: 'panel left-seat', role: 'alert' },
				h('p', { class: 'lead' }, t('table.lost')),
				h('button', { class: 'strong big', onclick: anew }, t('pair.title-table')),
			),
		);
	});
}

async function start() {
	await loadLanguage();
	document.title = t('table.title');
	/* the link is larger than all the rest: it is loaded while the user types, or the board
	 * answers */
	const [access, { Link }] = await Promise.all([takeSeat(['table']), import('../link/link.js')]);
	const link = new Link(access);
	const tell = (lines) => link.table(stamped(lines));
	const set = new TagSet(() => askForPieces(access));
	const contacts = new Contacts(
		(sq) => pieces.at(sq) !== null || hand.under === sq,
		(lines) => set.hasContacts && tell(lines),
	);
	const readers = new Readers(
		(sq) => [pieces.tagAt(sq), hand.under === sq && hand.held?.tag].filter(Boolean),
		tell,
	);
	const nerves = new Nerves(contacts, readers);
	const pieces = new Pieces((sq) => {
		if (sq) nerves.changed(sq, neighboursOf(sq, pieces), (each) => pieces.tagAt(each));
		page.draw();
	}, set);
	const hand = new Hand({
		pieces,
		contacts,
		readers,
		nerves,
		wanted: () =>
			new Map([...standing(link.state)].map(([sq, { side }]) => [sq, { side, tag: set.on(sq) }])),
		know: () => link.state.tags && set.refresh().catch(() => {}),
		touched: (sq) => page.touched(sq),
	});
	const page = new TablePage({ access, link, pieces, hand, nerves });
	/* tags first: a frame ends the report of the whole board */
	const showAll = () => {
		const { state } = link;

		if (!link.online || !state || !pieces.isFor(state)) return;
		tell([
			...readers.report(allSquares(state.columns, state.rows)),
			contacts.frame(state),
		]);
	};
	const adopt = () => {
		if (!link.state || !set.isFor(link.state) || !pieces.adopt(link.state)) return;
		showAll();
		page.draw();
	};

	byId('main').replaceChildren(page.element);
	showStatus(link);
	link.addEventListener('state', () => {
		if (!link.state) return;
		knowPlayers(link.state);
		set.follow(link.state).then(adopt, ({ message }) => notice(message, 'bad'));
		page.draw();
	});
	link.addEventListener('event', ({ detail }) => page.tell(detail));
	link.addEventListener('online', showAll);
	watchSeat(link);
	holdSeat(link, byId('main'));
	link.open();
}

start().catch((error) => byId('main').append(h('p', { class: 'problem' }, error.message)));
