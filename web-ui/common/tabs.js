/*
 * One seat, one tab. Two tabs with the same seat would throw each other out of the broker for ever,
 * and two tables would report different boards. The tab that was opened last has the seat; the
 * other one closes its link, says so and offers to take the seat back.
 *
 * Which tab has it is stored on the device rather than only called from tab to tab: a tab that
 * slept, or was restored from the browser's memory, finds out before it connects; and of two that
 * are opened at the same time one gives way, and not both.
 */
import { h } from './dom.js';
import { t } from './i18n.js';

const OPEN = 'adjutant/open/';

/* What was in memory here may be old by then: the page reloads, and thus takes the seat. */
function showElsewhere(place) {
	const here = h('button', { class: 'strong big', onclick: () => location.reload() }, t('tab.here'));

	for (const dialog of document.querySelectorAll('dialog')) dialog.close();
	place.replaceChildren(
		h('section', { class: 'panel elsewhere', role: 'status' }, h('p', { class: 'lead' }, t('tab.elsewhere')), here),
	);
}

/* To be called before the link is opened; left(): this tab must stop. */
export function holdSeat(link, place, left = () => {}) {
	const key = OPEN + link.seat, mine = `${Date.now()} ${Math.random()}`;
	let isLeft = false;
	const look = () => {
		const held = localStorage.getItem(key);

		if (isLeft || held === mine || held === null) return;
		isLeft = true;
		link.close();
		left();
		showElsewhere(place);
	};

	localStorage.setItem(key, mine);
	addEventListener('storage', look); /* of other tabs */
	addEventListener('pageshow', look);
	document.addEventListener('visibilitychange', look);
}
