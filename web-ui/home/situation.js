/*
 * What is going on at the board, for somebody who has just come in: made of the public view alone, and of the seats that
 * this device remembers.
 */
import { h } from '../common/dom.js';
import { has, listText, sideName, t } from '../common/i18n.js';
import { goToSeat } from '../common/seat.js';
import { playersText, resultText } from '../replay/past.js';

const PLAYERS = ['red', 'blue'];

/* of a seat that the public view shows to be free, this device has nothing any more */
const isGone = (seat, view) => PLAYERS.includes(seat) && view?.paired[seat] === false;

function goOnText(seat) {
	return PLAYERS.includes(seat) ? t('home.go-on', { side: sideName(seat) }) : t(`home.go-on-${seat}`);
}

/* seats: those that this device was given; view: the public one, or null while nothing is known */
export function ownSeats(seats, view) {
	return seats
		.filter((seat) => !isGone(seat, view))
		.map((seat, i) =>
			h(
				'button',
				{ class: `go-on big ${i === 0 ? 'strong' : ''} ${seat}`, 'data-seat': seat, onclick: () => goToSeat({ seat }) },
				goOnText(seat),
			),
		);
}

function stateText(view) {
	if (view.phase === 'over') return resultText(view) || t('games.title');
	if (view.phase !== 'setup') return t(view.paused ? 'want.paused' : 'games.state-running');
	return t(PLAYERS.some((side) => view.paired[side]) ? 'games.state-setup' : 'home.nobody');
}

function freeText({ paired }) {
	const free = PLAYERS.filter((side) => !paired[side]).map(sideName);

	return free.length > 0 ? t('home.free', { sides: listText(free) }) : '';
}

function aboutText(view) {
	const isNamed = view.red_name || view.blue_name;
	const edition = has(`edition.${view.edition}`) ? t(`edition.${view.edition}`) : view.edition;

	return [isNamed ? playersText(view) : '', edition, view.event].filter(Boolean).join(' · ');
}

function door(page, label) {
	return h('a', { class: 'button', href: page }, label);
}

export function situation(view) {
	const isPlayed = !['setup', 'over'].includes(view.phase);

	return [
		h('p', { class: 'lead state' }, stateText(view)),
		h('p', { class: 'faint' }, aboutText(view)),
		freeText(view) && h('p', { class: 'free' }, freeText(view)),
		isPlayed && door('watch', t('home.watch')),
		view.phase === 'over' && door('games', t('games.title')),
	];
}
