/* Assembles the handheld: seat, link, page; and calls its player when there is reason to. */
import { clearNotices, notice } from '../common/dialog.js';
import { byId } from '../common/dom.js';
import { otherSide } from '../common/editions.js';
import { eventText, ownEventText } from '../common/events.js';
import { loadLanguage, t } from '../common/i18n.js';
import { openRules } from '../common/rules/open.js';
import { leftPanel } from '../common/left.js';
import { forget, move, takeSeat } from '../common/seat.js';
import { knowPlayers, playerName } from '../common/names.js';
import { showStatus } from '../common/status.js';
import { holdSeat } from '../common/tabs.js';
import { Memory } from './memory.js';
import { showCode } from './menu.js';
import { Handheld } from './page.js';
import { Signals } from './signals.js';
import { showNewGame } from './newgame.js';
import { Speech } from './speech.js';

const REFUSALS = 3; /* a broker that is just starting may not know us yet */

/* what a player should be called for, given the state before and now; null: nothing */
function callFor(before, view) {
	const { you } = view;
	const asked = (each) => JSON.stringify(each.question ?? null);
	const offered = ({ offers, proposal, correction }) =>
		[...Object.values(offers), correction?.side].includes(otherSide(you)) || proposal?.agreed[you] === false;

	if (!before || before.id !== view.id) return null;
	if (view.question && asked(before) !== asked(view)) return 'question';
	if (!offered(before) && offered(view)) return 'question';
	return view.turn === you && (before.turn !== you || before.ply !== view.ply) ? 'turn' : null;
}

/* An offer of the other side is already the sentence at the top; everything else is a notice. */
function tellOf(event, you) {
	const isAsked = event.word?.startsWith('offer-') || event.word === 'rematch';
	const text = event.side === you ? ownEventText(event) : isAsked ? null : eventText(event);

	if (text) notice(text);
}

/* What is proposed is asked with its terms; that it came to nothing is told. */
function tellProposal(event, you) {
	if (['decline', 'withdraw'].includes(event.do) && event.side !== you)
		notice(t(`tell.proposal.${event.do}`, { side: playerName(event.side) }));
}

function follow(link, page, { memory, signals }) {
	let before = null;

	link.addEventListener('state', ({ detail: view }) => {
		if (!view) return;
		knowPlayers(view);
		if (before && before.id !== view.id) clearNotices();
		memory.takeView(view);
		page.render();
		const call = callFor(before, view);
		if (call) signals.call(call);
		if (call === 'question') openRules()?.close(); /* what is asked comes first */
		signals.awake.want(view.phase !== 'over');
		before = view;
	});
	link.addEventListener('touch', () => page.showTouch());
	link.addEventListener('event', ({ detail: event }) => {
		const { you } = link.state ?? {};

		memory.takeEvent(event, you);
		if (event.event === 'battle') signals.call('battle');
		if (event.event === 'move') signals.call('move');
		if (event.event === 'over') signals.call('end');
		if (event.event === 'illegal' && event.side === you) signals.call('bad');
		if (['word', 'taken-back'].includes(event.event)) tellOf(event, you);
		if (event.event === 'openings') page.takeOpenings(event.list);
		if (event.event === 'code' && event.code) showCode(event);
		if (event.event === 'games' && event.editions) showNewGame(page, event);
		if (event.event === 'proposal') tellProposal(event, you);
		page.render();
	});
}

/* Credentials can end while the page is closed: then the broker refuses, again and again. */
function watchSeat(link, page, { memory, signals }) {
	let refusals = 0, isGone = false;
	const gone = (why = '') => {
		if (isGone) return;
		isGone = true;
		link.close();
		memory.forget();
		for (const dialog of document.querySelectorAll('dialog')) dialog.close();
		signals.awake.want(false);
		place.prepend(leftPanel(link.seat, why));
		scrollTo(0, 0);
		/* the end of a game may stay in sight; a game that continues elsewhere would only
		 * mislead */
		page.element.hidden = page.element.dataset.phase !== 'over';
		page.retire();
	};

	link.addEventListener('unpaired', ({ detail: { why } }) => {
		forget(link.seat);
		gone(why);
	});
	link.addEventListener('online', ({ detail }) => {
		if (detail) refusals = 0;
	});
	link.addEventListener('refused', () => {
		if (++refusals === REFUSALS) gone();
	});
}

/* The whole page is another side's from now on. */
function watchColours(link, access, memory) {
	link.addEventListener('moved', ({ detail: seat }) => {
		link.close();
		move(access, seat);
		memory.moveTo(seat);
		location.reload();
	});
}

await loadLanguage();
/* a code scanned while the page is open */
addEventListener('hashchange', () => location.reload());

const place = byId('main');
/* the link is larger than all the rest: it is loaded while the user types, or the board answers */
const [access, { Link }] = await Promise.all([takeSeat(['red', 'blue']), import('../link/link.js')]);
const link = new Link(access);
const memory = new Memory(link.seat);
const signals = new Signals();
const page = new Handheld(link, { memory, signals, speech: new Speech(link) });

place.replaceChildren(page.element);
showStatus(link);
follow(link, page, { memory, signals });
watchSeat(link, page, { memory, signals });
watchColours(link, access, memory);
holdSeat(link, place, () => signals.awake.want(false));
link.open();
