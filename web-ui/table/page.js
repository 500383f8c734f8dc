/* What the table's page shows, from the whole view each time. deeds.js has the actions. */
import { BattleCard } from '../common/battle_card.js';
import { Board, pieceIcon } from '../common/board.js';
import { Clocks } from '../common/clocks.js';
import { fill, h } from '../common/dom.js';
import { armySize } from '../common/editions.js';
import { sideName, t } from '../common/i18n.js';
import { rulesButton } from '../common/rules/open.js';
import { allSquares, homeOf, rowOf, standing } from '../common/squares.js';
import { eventText } from '../common/events.js';
import { promptMarks, promptText } from '../common/prompt.js';
import { settingsButton } from '../common/settings.js';
import { Teller } from '../common/teller.js';
import { Ending } from '../replay/ending.js';
import { showCodes } from './codes.js';
import { Deeds, guidedSquares } from './deeds.js';
import { Lab } from './lab.js';
import { HeldPicture } from './held.js';
import { Lamps, lampText, lampsOf } from './lamps.js';
import { NextGame } from './next.js';
import { Pointer } from './pointer.js';
import { askForPieces } from './tag_set.js';
import { Trays } from './trays.js';

const TURNED = 'adjutant/table-bottom';
const TOUCHED_MS = 350;
/* how it is put back: a device that is only touched has no Escape */
const HELD = matchMedia('(hover: none)').matches ? 'table.held-touch' : 'table.held';

/* the rows at the edge of the board first */
function squaresOfHome(side, { home_rows: homeRows, columns, rows }) {
	const first = homeOf(side, homeRows, rows);
	const all = allSquares(columns, rows).filter(
		(sq) => rowOf(sq) >= first && rowOf(sq) < first + homeRows,
	);

	return side === 'red' ? all : all.reverse();
}

const isFull = (view) => armySize(view) === view.columns * view.home_rows;

export class TablePage {
	element;
	#link;
	#pieces;
	#hand;
	#lab;
	#access;
	#deeds;
	#pointer;
	#trays;
	#lamps = null;
	#lit = new Map(); /* square to what its lamp means */
	#clocks = new Clocks();
	#held = new HeldPicture();
	#board = null;
	#teller = new Teller();
	#battle = new BattleCard(() => this.draw());
	#next;
	#ending;
	#boardKey = '';
	#bottom = localStorage.getItem(TURNED) ?? 'red';
	#parts = {};
	#touched = null;
	#wordTold = null; /* what a player said last, as it was told here */

	constructor({ access, link, pieces, hand, nerves }) {
		this.#access = access;
		this.#link = link;
		this.#next = new NextGame(access, () => this.#view);
		this.#ending = new Ending({ more: this.#next.again });
		this.#pieces = pieces;
		this.#hand = hand;
		this.#deeds = new Deeds({
			hand,
			pieces,
			view: () => this.#view,
			focus: (sq) => this.#board.focus(sq),
			hover: (sq) => this.#hover(sq),
			draw: () => this.draw(),
			askForHomes: async () => (await askForPieces(access)).homes,
		});
		this.#lab = new Lab({ hand, nerves, knock: () => this.#deeds.knock() });
		this.#pointer = new Pointer({
			hand,
			squareAt: (x, y) => this.#board?.squareAt(x, y) ?? null,
			tap: (sq, lifted) => this.#deeds.tap(sq, lifted),
			refused: (sq) => this.#deeds.refuse(sq),
			rest: (sq) => {
				this.#board.focus(sq); /* a keyboard user continues there */
				this.#hover(sq);
			},
			follow: (x, y) => this.#held.follow(x, y),
		});
		this.#trays = new Trays((element, side) => this.#pointer.listenToTray(element, side));
		this.element = this.#build();
	}

	get #view() {
		return this.#link.state;
	}

	/* ---- building ---- */

	#build() {
		const parts = this.#parts;

		parts.title = h('h1', {});
		parts.want = h('p', { class: 'want lead', role: 'status', 'aria-live': 'polite' });
		parts.told = h('p', { class: 'told faint' });
		parts.holding = h('p', { class: 'holding', role: 'status', 'aria-live': 'polite' });
		parts.sides = { red: h('div', { class: 'side red' }), blue: h('div', { class: 'side blue' }) };
		parts.wood = h('div', { class: 'wood' });
		parts.top = h('div', { class: 'beside' });
		parts.low = h('div', { class: 'beside' });
		parts.setup = h('div', { class: 'panel setup' });
		parts.hint = h('p', { class: 'faint' }, t('table.hint'));
		parts.buttons = this.#buildButtons();
		this.#pointer.listenToBoard(parts.wood);
		addEventListener('resize', () => {
			this.#drawHeld();
			this.#held.bringBack();
		});
		/* a piece in the hand need not have the focus on its board */
		document.addEventListener('keydown', (event) => this.#key(event));
		return h(
			'div',
			{ class: 'table waiting' },
			h('header', {}, parts.title, h('div', { class: 'sides' }, parts.sides.red, parts.sides.blue)),
			h('div', { class: 'says' }, parts.want, this.#clocks.setup, parts.told),
			/* below the board, which must not move away under a finger */
			h('div', { class: 'place' }, parts.top, parts.wood, parts.low, parts.holding),
			h('aside', {}, this.#ending.element, parts.setup, this.#buildControls()),
			this.#held.element,
		);
	}

	#buildButtons() {
		const button = (key, go, kind = '') => h('button', { class: kind, onclick: go }, t(key));
		const fillSide = (side) => () =>
			this.#hand.placeAll(this.#squaresToFill(side), side).then(() => this.draw());

		return {
			right: button('table.put-right', () => this.#deeds.putRight(), 'put-right'),
			red: button('table.fill-red', fillSide('red')),
			blue: button('table.fill-blue', fillSide('blue')),
			clear: button('table.clear', () => this.#hand.sweep(this.#pieces.all.map(([sq]) => sq))),
			codes: button('table.codes', () => showCodes(this.#access, this.#link)),
			turn: button('table.turn-board', () => this.#turn()),
			place: button('table.place-all', () => this.#deeds.placeAll(), 'strong place-all'),
		};
	}

	/* as many as an army has pieces, if there are more in the box */
	#squaresToFill(side) {
		const missing = armySize(this.#view) - this.#pieces.count(side);

		return squaresOfHome(side, this.#view)
			.filter((sq) => !this.#pieces.at(sq))
			.slice(0, Math.max(0, missing));
	}

	#buildControls() {
		const { right, codes, turn } = this.#parts.buttons;

		return h(
			'div',
			{ class: 'panel controls' },
			h('div', { class: 'buttons' }, right, codes, turn, this.#next.another, rulesButton(() => this.#view), settingsButton(this.#teller.sound, this.#teller.voice)),
			this.#parts.hint,
			h('details', { class: 'by-keys' }, h('summary', {}, t('table.by-keys')), h('p', { class: 'faint' }, t('table.keys'))),
			this.#lab.element,
		);
	}

	/* The board is made again when its shape or its direction changes. */
	#needBoard() {
		const { columns, rows, lakes } = this.#view;
		const key = `${columns} ${rows} ${lakes} ${this.#bottom}`;

		if (key === this.#boardKey) return;
		this.#boardKey = key;
		this.#board = new Board({
			columns,
			rows,
			lakes,
			bottom: this.#bottom,
			pick: (sq) => this.#deeds.pick(sq),
			label: (sq) => this.#label(sq),
		});
		this.#lamps = new Lamps();
		this.#board.element.append(this.#lamps.element);
		this.#battle.setShape(rows, this.#bottom);
		this.#parts.wood.replaceChildren(this.#board.element, this.#battle.element);
		const { red, blue } = this.#trays.elements;
		this.#parts.top.replaceChildren(this.#bottom === 'red' ? blue : red);
		this.#parts.low.replaceChildren(this.#bottom === 'red' ? red : blue);
	}

	/* ---- showing ---- */

	draw() {
		const view = this.#view;

		if (!view) return;
		if (view.id === '') {
			fill(this.#parts.want, promptText(view.prompt)); /* play is stopped, and it is not known which game it is */
			return;
		}
		this.element.classList.remove('waiting');
		this.#needBoard();
		this.#drawLamps(view);
		this.#board.show({
			pieces: this.#shown(view),
			marks: new Map([...promptMarks(view.prompt), ...this.#battle.marks]),
		});
		this.#markTouched();
		this.#teller.show(view);
		this.#drawHead(view);
		this.#ending.show(view);
		this.#drawSetup(view);
		this.#drawButtons(view);
		this.#trays.show(this.#pieces, this.#isLost(view) ? this.#pieces.hand.side : null);
		this.#drawHeld();
	}

	/* their backs; after the end the faces that everybody sees */
	#shown(view) {
		const known = view.face_up ? standing(view) : new Map();
		const codeOf = (sq, side) => (known.get(sq)?.side === side ? known.get(sq).code : '?');

		return new Map(this.#pieces.all.map(([sq, side]) => [sq, { side, code: codeOf(sq, side) }]));
	}

	/* Where an army fills its rows, the lamps under its pieces go out one by one, as on a real board. */
	#drawLamps(view) {
		const isFilled = ([sq, meaning]) => meaning === 'empty' && isFull(view) && this.#pieces.at(sq);

		this.#lit = new Map([...lampsOf(view)].filter((each) => !isFilled(each)));
		this.#lamps.show(this.#lit, (sq) => this.#board.place(sq), this.#bottom === 'blue');
	}

	#drawHead(view) {
		const { title, want, sides } = this.#parts;

		fill(title, view.title, ' ', h('span', { class: 'faint' }, t(`edition.${view.edition}`)));
		fill(want, promptText(view.prompt));
		this.#clocks.show(view);
		for (const side of ['red', 'blue']) {
			const name = view[`${side}_name`], isOn = view.turn === side;

			sides[side].className = `side ${side} ${isOn ? 'on' : ''}`;
			sides[side].replaceChildren(
				pieceIcon(side, '?', { decorative: true }),
				h('span', {}, `${isOn ? '▶ ' : ''}${sideName(side)}${name ? `: ${name}` : ''}`),
				this.#clocks.elements[side],
			);
		}
	}

	#drawSetup(view) {
		const { setup, buttons } = this.#parts;
		const isSetup = view.phase === 'setup';

		setup.hidden = !isSetup;
		if (!isSetup) return;
		if (!setup.hasChildNodes())
			setup.append(
				h('h2', {}, t('table.own-first')),
				(this.#parts.setupHints = h('div', {})),
				h('div', { class: 'buttons' }, buttons.place, buttons.red, buttons.blue, buttons.clear),
			);
		const isWhole = isFull(view), isArranged = view.arranged.red && view.arranged.blue;
		this.#parts.setupHints.replaceChildren(...this.#setupHints(view, isArranged).map((key) => h('p', {}, t(key))));
		for (const side of ['red', 'blue']) {
			/* without tags it matters which squares are filled, unless all are */
			buttons[side].hidden = isArranged || (!isWhole && !view.tags);
			buttons[side].disabled = this.#pieces.count(side) >= armySize(view);
		}
		buttons.place.hidden = !isArranged;
		/* a set-up can be changed after it was placed */
		buttons.place.classList.toggle('strong', this.#pieces.all.length < 2 * armySize(view));
		buttons.clear.disabled = this.#pieces.all.length === 0;
	}

	/* Where squares stay empty, people look at the phones to find out which. */
	#setupHints(view, isArranged) {
		if (view.tags) return ['table.tags-hint'];
		if (isArranged) return ['table.place-all-hint'];
		if (isFull(view)) return ['table.fill-hint', 'table.place-later'];
		return ['table.place-hint', ...(this.#bottom === 'red' ? ['table.turn-hint'] : []), 'table.place-later'];
	}

	#drawButtons(view) {
		const { right, codes } = this.#parts.buttons;
		const plays = ['play', 'defence', 'settle', 'arbiter'].includes(view.phase);
		const isGuided = view.correcting || guidedSquares(view).length > 0;
		const isWanted = isGuided || this.#isLost(view) || this.#hand.isMistaken;

		/* during set-up there are other hints, and nothing to be put right */
		right.hidden = this.#parts.hint.hidden = view.phase === 'setup';
		right.disabled = !plays;
		right.classList.toggle('strong', plays && isWanted);
		right.setAttribute('aria-busy', this.#deeds.isPuttingRight);
		this.#lab.show(this.#pieces);
		codes.hidden = view.paired.red && view.paired.blue;
		codes.classList.toggle('strong', !codes.hidden && view.phase === 'setup');
	}

	#drawHeld() {
		const { hand } = this.#pieces, { holding } = this.#parts;

		if (!this.#board) return;
		const { width } = this.#board.element.getBoundingClientRect();
		this.#held.show(hand, width / (this.#view.columns + 0.44)); /* with the names at its edge */
		holding.hidden = !hand;
		holding.textContent = hand
			? t(this.#isLost(this.#view) ? 'table.held-lost' : HELD, { side: sideName(hand.side) })
			: '';
		this.element.classList.toggle('holds', Boolean(hand));
		if (hand && !this.#held.element.style.left) this.#hover(hand.from);
	}

	/* over a square, or over the pieces beside the board */
	#hover(sq) {
		const { hand } = this.#pieces;
		const place = sq
			? this.#board.element.querySelector(`[data-square="${sq}"]`)
			: hand && this.#trays.elements[hand.side];

		if (place) this.#held.hover(place);
	}

	/* the piece in the hand has gone out of the game */
	#isLost(view) {
		const { hand } = this.#pieces;

		if (!hand?.from || view.phase === 'setup') return false;
		const all = standing(view);
		return (
			[...all.values()].filter(({ side }) => side === hand.side).length <=
			this.#pieces.count(hand.side)
		);
	}

	#label(sq) {
		const side = this.#pieces.at(sq), { lakes } = this.#view;
		const lamp = lampText(this.#lit.get(sq));
		const what = side
			? t('table.piece', { side: sideName(side), square: sq })
			: t(lakes.includes(sq) ? 'table.lake' : 'table.empty', { square: sq });

		return lamp ? t('lamp.on', { what, lamp }) : what;
	}

	tell(event) {
		const text = event.event === 'guide' ? null : eventText(event); /* it is said above */

		this.#battle.tell(event);
		this.#teller.tell(event);
		/* how it ended is said above, and what came before is past */
		if (event.event === 'over' || event.event === 'game') this.#parts.told.textContent = '';
		else if (event.event === 'guide') this.#takeBack(eventText({ event: 'board-ok' }));
		else if (event.event === 'turn') this.#takeBack(this.#wordTold);
		else if (text) this.#parts.told.textContent = text;
		/* what was said in one turn is past in the next */
		if (text && event.event === 'word') this.#wordTold = text;
	}

	/* The table is wrong again: that it was right must not stand beside that. */
	#takeBack(text) {
		if (this.#parts.told.textContent === text) this.#parts.told.textContent = '';
	}

	touched(sq) {
		this.#touched = sq;
		this.#markTouched();
		this.#parts.told.textContent = t('table.touched', { square: sq });
		setTimeout(() => {
			this.#touched = null;
			this.#markTouched();
		}, TOUCHED_MS);
	}

	#markTouched() {
		for (const piece of this.#board.element.querySelectorAll('[data-piece]'))
			piece.classList.toggle('touched', piece.dataset.piece === this.#touched);
	}

	#key(event) {
		const isMeant = this.element.isConnected && !document.querySelector('dialog[open]');

		if (isMeant && this.#board) this.#deeds.key(event);
	}

	#turn() {
		this.#bottom = this.#bottom === 'red' ? 'blue' : 'red';
		localStorage.setItem(TURNED, this.#bottom);
		this.draw();
	}
}
