/*
 * The virtual table: a wooden board for those who have none yet. It shows the pieces' backs, tells the
 * daemon what the contacts under them say, and shows what the referee wants. It never says a move.
 */
import { takeSeat } from '../common/seat.js';
import { loadLanguage, t } from '../common/i18n.js';
import { byId, h } from '../common/dom.js';
import { showStatus } from '../common/status.js';
import { standing } from '../common/squares.js';
import { Link } from '../link/link.js';
import { Contacts } from './contacts.js';
import { neighboursOf } from './deeds.js';
import { Hand } from './hand.js';
import { Nerves } from './nerves.js';
import { Pieces } from './pieces.js';
import { TablePage } from './page.js';

const wantedOf = (view) => new Map([...standing(view)].map(([sq, { side }]) => [sq, side]));

async function start() {
	await loadLanguage();
	document.title = t('table.title');
	const access = await takeSeat(['table']);
	const link = new Link(access);
	const contacts = new Contacts(
		(sq) => pieces.at(sq) !== null || hand.under === sq,
		(lines) => link.table(lines),
	);
	const nerves = new Nerves(contacts);
	const pieces = new Pieces((sq) => {
		if (sq) nerves.changed(sq, neighboursOf(sq, pieces));
		page.draw();
	});
	const hand = new Hand({
		pieces,
		contacts,
		nerves,
		wanted: () => wantedOf(link.state),
		touched: (sq) => page.touched(sq),
	});
	const page = new TablePage({ access, link, pieces, hand, nerves });
	const showAll = () => link.online && contacts.frame(link.state);

	byId('main').replaceChildren(page.element);
	showStatus(link);
	link.addEventListener('state', () => {
		if (!link.state) return;
		if (pieces.adopt(link.state)) showAll();
		page.draw();
	});
	link.addEventListener('event', ({ detail }) => page.tell(detail));
	link.addEventListener('online', showAll);
	link.addEventListener('refused', () => page.refused());
	link.open();
}

start().catch((error) => byId('main').append(h('p', { class: 'problem' }, error.message)));
