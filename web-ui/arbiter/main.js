/*
 * The arbiter's page: what the referee wants, how the board is, every contact, all that an arbiter
 * can say, and a record of what happened. Ranks are on it only while a dialog shows them.
 */
import { byId, h } from '../common/dom.js';
import { loadLanguage, t } from '../common/i18n.js';
import { leftPanel } from '../common/left.js';
import { takeSeat } from '../common/seat.js';
import { showStatus } from '../common/status.js';
import { holdSeat } from '../common/tabs.js';
import { Alarm } from './alarm.js';
import { AnswerPanel } from './answer.js';
import { GamePanel } from './game.js';
import { Log } from './log.js';
import { LookPanel } from './look.js';
import { SeatsPanel } from './seats.js';
import { SensorPanel } from './sensorpanel.js';
import { Speaker } from './speaker.js';
import { StatePanel } from './state.js';

const REFUSALS = 3; /* by the broker, after which retrying is pointless */

/* Nothing of the game stays on the page. */
function showLeft(place, link, why = '') {
	link.close();
	place.replaceChildren(leftPanel(link.seat, why, { label: t('pair.title'), hint: t('pair.hint-arbiter') }));
}

function watchSeat(link, place) {
	let refusals = 0;

	link.addEventListener('unpaired', ({ detail: { why } }) => showLeft(place, link, why));
	link.addEventListener('online', ({ detail }) => detail && (refusals = 0));
	link.addEventListener('refused', () => ++refusals === REFUSALS && showLeft(place, link));
}

await loadLanguage();
/* a code scanned while the page is open */
addEventListener('hashchange', () => location.reload());
document.title = t('arbiter.title');
const place = byId('main');
/* the link is larger than all the rest: it is loaded while the user types, or the board answers */
const [access, { Link }] = await Promise.all([takeSeat(['arbiter'], place), import('../link/link.js')]);
const link = new Link(access);
const speaker = new Speaker(link);
const alarm = new Alarm();
const log = new Log();
const state = new StatePanel(speaker);
const sensors = new SensorPanel(speaker);
const others = [
	new GamePanel(speaker),
	new LookPanel(speaker),
	new SeatsPanel(speaker),
	new AnswerPanel(speaker),
];
const panels = [state, sensors, ...others];

place.className = 'arbiter';
place.replaceChildren(
	h('header', { class: 'top' }, h('h1', {}, t('arbiter.title')), alarm.soundSwitch),
	alarm.element,
	state.element,
	h(
		'div',
		{ class: 'columns' },
		h('div', {}, sensors.element, log.element),
		h(
			'div',
			{},
			others.map(({ element }) => element),
		),
	),
);
showStatus(link);
link.addEventListener('state', ({ detail: view }) => {
	if (!view) return;
	alarm.show(view);
	for (const panel of panels) panel.show(view);
});
link.addEventListener('event', ({ detail: event }) => {
	log.tell(event);
	alarm.tell(event);
	for (const panel of panels) panel.tell?.(event);
});
watchSeat(link, place);
holdSeat(link, place);
link.open();
