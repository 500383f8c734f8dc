/*
 * The page for spectators. Everything on it follows from the public view; besides it the page keeps
 * the place in the game being looked at, the battle of the moment, and, once all is revealed, the
 * ranks, which are told only once.
 *
 *   ?view=large   for a projector        ?embed   as a part of another page
 */
import { Link } from '../link/link.js';
import { discover } from '../link/pair.js';
import { BattleCard } from '../common/battle_card.js';
import { byId, h } from '../common/dom.js';
import { loadLanguage, t } from '../common/i18n.js';
import { settingsButton } from '../common/settings.js';
import { Teller } from '../common/teller.js';
import { knowPlayers } from '../common/names.js';
import { showStatus } from '../common/status.js';
import { promptMarks, promptText } from '../common/prompt.js';
import { rulesButton } from '../common/rules/open.js';
import { Ending } from '../replay/ending.js';
import { historyOf, marksOf } from '../replay/history.js';
import { MoveList, moveText } from '../replay/movelist.js';
import { Stepper } from '../replay/stepper.js';
import { qrPicture } from '../common/qr.js';
import { Battles } from './battles.js';
import { Evidence } from './evidence.js';
import { LargeView } from './large.js';
import { Openings } from './openings.js';
import { Said } from './said.js';
import { Stage } from './stage.js';

const query = new URLSearchParams(location.search);

/* For a projector: how to have this on a phone. */
function wayToWatch(way) {
	if (!way) return '';
	return h(
		'figure',
		{ class: 'way' },
		qrPicture(way.modules, t('watch.way')),
		h('figcaption', {}, h('strong', {}, t('watch.way')), ' ', h('span', {}, way.url.replace('http://', ''))),
	);
}

class Watch {
	#place;
	#view = null;
	#touch = { up: [], down: [] };
	#history = [];
	#openings = new Openings();
	#battles = new Battles();
	#teller = new Teller({ isOnAtFirst: false });
	#stage = new Stage();
	#battle = new BattleCard(() => this.#draw());
	#stepper = new Stepper(() => this.#draw());
	#moves = new MoveList((at) => this.#stepper.go(at));
	#said = new Said();
	#ending = new Ending({ changed: () => this.#draw() });
	#evidence = new Evidence();
	#title = h('h1', {});
	#about = h('p', { class: 'about faint' });
	#want = h('p', { class: 'want lead', role: 'status', 'aria-live': 'polite' });

	constructor(place, large, way) {
		place.className = 'watch';
		this.#place = place;
		place.append(
			h(
				'header',
				{ class: 'top' },
				h('div', {}, this.#title, this.#about, this.#evidence.element),
				h(
					'div',
					{ class: 'buttons' },
					rulesButton(() => this.#view),
					settingsButton(this.#teller.sound, this.#teller.voice),
					large.button,
				),
			),
			this.#stage.players.blue,
			h('div', { class: 'table' }, this.#stage.place, this.#battle.element),
			this.#stage.players.red,
			h('div', { class: 'telling' }, this.#want, this.#stage.setupTime, this.#said.element, this.#ending.element),
			this.#stepper.element,
			this.#moves.element,
			wayToWatch(way),
		);
	}

	show(view, touch) {
		if (!view) return;
		this.#touch = touch;
		knowPlayers(view);
		if (view.id !== this.#view?.id) this.#stepper.reset();
		this.#view = view;
		this.#evidence.show(view);
		this.#battles.show(view);
		this.#teller.show(view);
		this.#ending.show(view);
		this.#stepper.setCount(view.moves.length);
		this.#battle.setShape(view.rows);
		this.#draw();
	}

	showTouch(touch) {
		this.#touch = touch;
		this.#draw();
	}

	tell(event) {
		this.#said.tell(event);
		this.#teller.tell(event);
		this.#battles.tell(event, this.#view);
		this.#battle.tell(event);
		if (event.event !== 'revealed') return;
		this.#openings.keep(this.#view?.id, event.openings);
		this.#draw();
	}

	#draw() {
		const view = this.#view;

		if (!view) return;
		const openings = [...this.#ending.openings, ...this.#openings.of(view.id)];

		this.#history = historyOf(view, openings).map((entry) => ({
			...entry,
			battle: this.#battles.after(entry.number, view.id),
		}));
		const { at, isLive } = this.#stepper;
		/* the present is not described beside a picture of the past */
		this.#place.classList.toggle('back', !isLive);
		this.#stage.show(view, isLive ? this.#history[at].pieces : this.#battles.shown(this.#history[at], view.id), {
			marks: this.#marks(),
			touch: isLive ? this.#touch : null, /* it belongs to the present */
			isLive,
		});
		this.#stepper.show(view.phase === 'over');
		this.#moves.show(this.#history, isLive ? this.#history.length - 1 : at, isLive);
		this.#drawTexts(view);
		this.#drawWant(isLive ? promptText(view.prompt) : moveText(this.#history[at]));
	}

	/* said once, and not with every view */
	#drawWant(text) {
		if (this.#want.textContent !== text) this.#want.textContent = text;
	}

	/* the last move, below it what is to be put right, above all a battle of this moment */
	#marks() {
		const { at, isLive } = this.#stepper;
		const last = marksOf(this.#history[at].move);

		return isLive
			? new Map([...last, ...promptMarks(this.#view.prompt), ...this.#battle.marks])
			: last;
	}

	#drawTexts(view) {
		const names = [view.red_name, view.blue_name].some(Boolean)
			? t('watch.versus', {
					red: view.red_name || t('side.red'),
					blue: view.blue_name || t('side.blue'),
				})
			: '';

		this.#title.textContent = view.title;
		this.#about.textContent = [names, view.event, view.site, t(`edition.${view.edition}`)]
			.filter(Boolean)
			.join(' · ');
		this.#want.classList.toggle('bad', Boolean(view.trouble));
		document.title = [names || t('watch.title'), view.title].join(' – ');
	}
}

document.documentElement.classList.toggle('embed', query.has('embed'));
const [board] = await Promise.all([discover(), loadLanguage()]);
const link = new Link(board);
const page = new Watch(byId('main'), new LargeView(query.get('view') === 'large'), board.way);
showStatus(link);
link.addEventListener('state', ({ detail }) => page.show(detail, link.touch));
link.addEventListener('touch', ({ detail }) => page.showTouch(detail));
link.addEventListener('event', ({ detail }) => page.tell(detail));
link.open();
