/*
 * The line at the top of every page that says whether the board is there. Nothing is shown while all
 * is well; what was lost and has come back is said once.
 */
import { h } from './dom.js';
import { t } from './i18n.js';

const BRIEF_MS = 4000; /* shorter absences are not mentioned */
const IN_VAIN_MS = 8000; /* after which a device that has never connected is offered a reason */
const BACK_MS = 3000;

export function showStatus(link) {
	const line = h('p', { class: 'connection', role: 'status', 'aria-live': 'polite' });
	const fork = h('p', { class: 'connection bad fork', role: 'alert', hidden: true });
	let wasLost = false, isOver = false, timer = null;

	const say = (key, kind = '') => {
		line.textContent = key ? t(key) : '';
		line.className = `connection ${key ? kind : 'quiet'}`;
	};
	const lost = () => {
		wasLost = true;
		say(link.connected ? 'conn.daemon-gone' : 'conn.lost', 'bad');
	};
	/* the board was never there; browsers do not tell why */
	const waitInVain = () => {
		const unreached = link.isSecure ? 'conn.untrusted' : 'conn.unreachable';

		wasLost = true;
		say(link.connected ? 'conn.daemon-gone' : unreached, 'bad');
	};
	const update = () => {
		clearTimeout(timer);
		document.documentElement.dataset.online = link.online;
		if (isOver) return;
		if (!link.online) {
			timer = setTimeout(lost, BRIEF_MS);
		} else if (wasLost) {
			wasLost = false;
			say('conn.back', 'good');
			timer = setTimeout(() => say(null), BACK_MS);
		} else {
			say(null);
		}
	};

	say('conn.connecting');
	timer = setTimeout(waitInVain, IN_VAIN_MS);
	link.addEventListener('online', update);
	link.addEventListener('unpaired', () => {
		isOver = true; /* the page says what has happened, and what to do */
		clearTimeout(timer);
		say(null);
	});
	/* it will not come back by itself; the code that closed it says why */
	link.addEventListener('closed', () => {
		clearTimeout(timer);
		if (!isOver) say(null);
	});
	/* this stays: people have to look into it */
	link.addEventListener('fork', ({ detail: { seq } }) => {
		fork.textContent = t('conn.fork', { number: seq });
		fork.hidden = false;
	});
	/* the board has been told of it by another device; what this one has lost itself says more */
	link.addEventListener('state', ({ detail: view }) => {
		if (!view?.fork || !fork.hidden) return;
		fork.textContent = t('conn.forked');
		fork.hidden = false;
	});
	document.body.prepend(line, fork);
	return line;
}
