/*
 * Setting up, in two steps: the pieces are arranged here and the referee is told; then they are put
 * on the table as the picture shows, and the player says ready. On a board that reads its pieces
 * the first step is not needed; a player who wants a certain formation there is told what to
 * exchange. The army is shown, because it must be, until the player is ready, unless it is hidden
 * for a while.
 */
import { Board, pieceIcon } from '../../common/board.js';
import { fill, h } from '../../common/dom.js';
import { CODES } from '../../common/editions.js';
import { rankName, t, whatIsWrong } from '../../common/i18n.js';
import { actionFor } from '../../common/prompt.js';
import { homeOf, piecesOf, rowOf } from '../../common/squares.js';
import { Arrangement } from './arrange.js';
import { Drag } from './drag.js';
import { openFormations } from './formation_list.js';
import { isDraft, mirrored, randomFormation, shapeOf } from './formations.js';
import { Planning } from './planning.js';

export class SetUp {
	element = h('section', { class: 'setup' });
	#page;
	#gameId = null;
	#shape;
	#own; /* the arrangement */
	#told; /* what the referee knew of it last */
	#planning; /* of a formation to be built for the board to read */
	#board;
	#drag;
	#isChanging = false; /* the set-up that the referee knows is being changed */
	#isHidden = false;
	#parts = {
		top: h('div', { class: 'setup-top' }),
		picture: h('div', { class: 'picture' }),
		supply: h('div', { class: 'supply', tabindex: -1 }),
		buttons: h('div', { class: 'setup-buttons', tabindex: -1 }),
	};

	/* page: {view, memory, look, say(word), render()} */
	constructor(page) {
		const { top, picture, supply, buttons } = this.#parts;

		this.#page = page;
		this.#planning = new Planning(page);
		this.element.append(top, picture, supply, buttons);
	}

	/* arrange, place (on the table) or read (by the board) */
	get stage() {
		const { view } = this.#page;

		if (view.tags) return 'read';
		if (this.#hasSaidReady) return 'place';
		return actionFor(view.prompt, 'ready') && !this.#isChanging ? 'place' : 'arrange';
	}

	/* what only this device knows: a wish for the board's pieces, or that everything is changed
	 * again */
	get text() {
		const { kind } = this.#page.view.prompt;

		if (kind !== 'setup') return null;
		return this.#planning.text ?? (this.#isChanging ? t('want.choose-setup') : null);
	}

	/* The word is accepted before the table is right, and takes effect as soon as it is. */
	get #hasSaidReady() {
		const { view } = this.#page;

		return view.ready[view.you];
	}

	get #isReady() {
		return this.#hasSaidReady && !this.#page.view.setup_trouble;
	}

	#begin(view) {
		const { draft } = this.#page.memory.now;
		const told = piecesOf(view[view.you]);

		this.#gameId = view.id;
		this.#shape = shapeOf(view);
		this.#own = new Arrangement(view, this.#shape);
		this.#isChanging = false;
		this.#told = new Map(told);
		if (told.size > 0) this.#own.pieces = told;
		else if (draft && isDraft(draft, this.#shape)) this.#own.rows = draft;
		this.#planning.recall();
		this.#board = new Board({
			...view,
			bottom: view.you,
			nearest: view.home_rows,
			pick: (sq) => this.#pick(sq),
			title: t('a11y.own-army'),
		});
		this.#drag = new Drag(this.#board, (what, sq) => this.#dropped(what, sq));
		this.#board.element.addEventListener('pointerdown', (event) => this.#pressed(event));
		this.#board.element.addEventListener('keydown', ({ key }) => {
			if (key === 'Delete' || key === 'Backspace') this.#takeOff();
		});
		this.#parts.picture.replaceChildren(this.#board.element);
	}

	render() {
		const { view } = this.#page;

		if (view.id !== this.#gameId) this.#begin(view);
		const { stage } = this;
		/* the referee's set-up counts, unless it is just being changed */
		const told = piecesOf(view[view.you]);

		if (stage !== 'arrange') this.#own.pieces = told;
		else if (view.pad) this.#own.follow(told, this.#told);
		this.#told = new Map(told);
		this.#planning.read(this.#own.pieces);
		this.#drawBoard(stage);
		fill(this.#parts.top, this.#status(stage));
		this.#drawSupply(stage);
		this.#drawButtons(stage);
	}

	/* A keyboard user who has chosen a piece is still there to choose another. */
	#drawSupply(stage) {
		const place = this.#parts.supply;
		const had = place.contains(document.activeElement) ? document.activeElement : null;

		fill(place, stage === 'arrange' && this.#isVisible ? this.#supply() : null);
		if (!had || had.isConnected) return;
		const same = place.querySelector(`[data-code="${had.dataset.code}"]`);
		(same ?? place).focus({ preventScroll: true });
	}

	/* A keyboard user stays where the buttons are, but presses none by accident. */
	#drawButtons(stage) {
		const place = this.#parts.buttons;
		const hadFocus = place.contains(document.activeElement);

		fill(place, this.#buttons(stage));
		if (hadFocus && !place.contains(document.activeElement)) place.focus({ preventScroll: true });
	}

	/* The game has begun: nothing of the army stays in the page, and no sheet with a formation. */
	clear() {
		if (this.#gameId === null) return;
		this.#gameId = null;
		this.#isHidden = false;
		this.#own = this.#board = this.#drag = null;
		this.#planning.clear();
		for (const part of Object.values(this.#parts)) part.replaceChildren();
		for (const dialog of document.querySelectorAll('dialog.sheet')) dialog.close();
	}

	/* two of a kind are to change places; shown only where their ranks are visible anyway */
	get #isAlike() {
		return this.#isVisible && !this.#hasSaidReady && this.#planning.isAlike;
	}

	/* The pieces on the table need not be in sight any more: a player who wants to see them
	 * looks. */
	get isHidden() {
		return this.#isHidden || this.#isReady;
	}

	get #isVisible() {
		return !this.isHidden || this.#page.look.isLooking;
	}

	/* ---- pictures ---- */

	#drawBoard(stage) {
		const { you } = this.#page.view;
		const { pieces, chosen } = this.#own;
		const missing = this.#isVisible ? this.#planning.missing : [];
		const shown = [
			...[...missing].map(([sq, code]) => [sq, { side: you, code, isPale: true }]),
			...[...pieces].map(([sq, code]) => [sq, { side: you, code: this.#isVisible ? code : '?' }]),
		];

		this.#board.element.classList.toggle('movable', stage === 'arrange');
		this.#board.show({
			pieces: new Map(shown),
			marks: this.#marks(chosen?.sq, stage),
			chosen: stage === 'arrange' && chosen?.sq ? [chosen.sq] : [],
		});
	}

	#marks(chosen, stage) {
		if (stage === 'arrange') return new Map(chosen ? [[chosen, 'from']] : []);
		if (this.#isReady) return new Map();
		const { missing = [], extra = [] } = this.#trouble ?? {};
		return new Map([
			...this.#planning.marks,
			...missing.map((sq) => [sq, 'to']),
			...extra.map((sq) => [sq, 'bad']),
		]);
	}

	/* why ready was refused, or does not count yet */
	get #trouble() {
		const { view, memory } = this.#page;

		return this.#hasSaidReady ? view.setup_trouble : memory.now.trouble;
	}

	/* Squares are marked in the picture, and listed for those who do not see it or whose picture has not all of them. */
	#whatIsWrong(trouble) {
		const squares = [...(trouble.missing ?? []), ...(trouble.extra ?? [])];
		const isMarked = squares.length > 0 && squares.every((sq) => this.#homeOnly(sq));

		return [
			isMarked && h('p', { class: 'bad', 'aria-hidden': true }, t('setup.marked')),
			h('p', { class: isMarked ? 'visually-hidden' : 'bad', role: 'alert' }, whatIsWrong(trouble)),
		];
	}

	#status(stage) {
		const { view } = this.#page;
		const trouble = this.#trouble;
		const total = this.#shape.pieces;
		const planned = this.#isReady ? null : this.#planning.count;
		const line = {
			arrange: () => t('setup.placed', { count: this.#own.count, total }),
			place: () => t('setup.on-table', { count: view.placed[view.you], total }),
			read: () => planned ?? t('setup.on-table', { count: view.placed[view.you], total }),
		}[stage]();
		const isRead = stage === 'read' && !this.#planning.isOn && this.#own.count > 0;

		return [
			h('p', { class: 'count' }, line),
			stage === 'arrange' && h('p', { class: 'faint' }, t('setup.tap-hint')),
			isRead && h('p', {}, t('setup.board-read')),
			this.#isAlike && h('p', { class: 'faint' }, t('plan.why')),
			stage !== 'arrange' && trouble && this.#whatIsWrong(trouble),
		];
	}

	#supply() {
		const { you } = this.#page.view;
		const { supply, chosen } = this.#own;

		return [
			CODES.filter((code) => supply[code]).map((code) =>
				h(
					'button',
					{
						class: 'supply-piece',
						'data-code': code,
						'aria-pressed': String(chosen?.code === code),
						title: rankName(code),
						onpointerdown: (event) => this.#drag.begin(event, { side: you, code }),
						onclick: () => this.#choosePiece(code),
					},
					pieceIcon(you, code, { decorative: true }),
					h('span', { class: 'visually-hidden' }, rankName(code)),
					h('span', {}, `× ${supply[code]}`),
				),
			),
			chosen?.sq && h('button', { onclick: () => this.#takeOff() }, t('setup.take-off')),
		];
	}

	/* ---- buttons ---- */

	#buttons(stage) {
		const main = stage === 'arrange' ? this.#useButton() : this.#readyButtons(stage);

		return [
			h('div', { class: 'buttons' }, main),
			h('div', { class: 'buttons tools' }, this.#tools(stage), this.#hideButton()),
		];
	}

	#hideButton() {
		if (this.#isReady) return null;
		return h(
			'button',
			{ class: 'hide', 'aria-pressed': String(this.#isHidden), onclick: () => this.#hide() },
			t(this.#isHidden ? 'setup.show' : 'setup.hide'),
		);
	}

	#useButton() {
		return h(
			'button',
			{ class: 'big strong use', disabled: !this.#own.isComplete, onclick: () => this.#tell() },
			t('setup.use'),
		);
	}

	#tools(stage) {
		const tool = (key, act, name = t(`setup.${key}`)) =>
			h('button', { 'data-tool': key, onclick: act }, name);
		const choosing = [
			tool('formations', () => this.#openList()),
			tool('random', () => this.#set(randomFormation(this.#shape))),
		];

		if (stage === 'arrange')
			return [
				choosing,
				tool('mirror', () => this.#set(mirrored(this.#own.rows))),
				tool('clear', () => this.#change(() => this.#own.clear())),
			];
		if (stage === 'place' || this.#hasSaidReady) return null;
		const { isOn } = this.#planning;
		return [choosing, isOn && tool('stop', () => this.#wish(null), t('plan.stop'))];
	}

	#readyButtons(stage) {
		const kind = this.#planning.count === null ? 'strong' : ''; /* something else must be done first */

		const change = h('button', { class: 'big change', onclick: () => this.#reopen() }, t('setup.change'));

		if (this.#hasSaidReady) return change;
		return [
			this.#isAlike &&
				h('button', { class: 'big strong passed', onclick: () => this.#pass() }, t('button.done')),
			h('button', { class: `big ready ${kind}`, onclick: () => this.#ready() }, t('button.ready')),
			stage === 'place' && change,
		];
	}

	/* ---- actions ---- */

	#change(change) {
		change();
		this.#page.memory.set({ draft: this.#own.rows });
		this.render();
	}

	#set(rows) {
		if (this.stage === 'read') this.#wish(rows);
		else
			this.#change(() => {
				this.#own.rows = rows;
			});
	}

	#wish(rows) {
		this.#planning.wish(rows);
		this.#page.render();
	}

	#pass() {
		this.#planning.pass(this.#own.pieces);
		this.#page.render();
	}

	#pick(sq) {
		if (this.stage === 'arrange' && !this.#drag.wasDrag && this.#isVisible)
			this.#change(() => this.#own.tap(sq));
	}

	#choosePiece(code) {
		if (!this.#drag.wasDrag) this.#change(() => this.#own.choosePiece(code));
	}

	#takeOff() {
		const { chosen } = this.#own;

		if (this.stage === 'arrange' && chosen?.sq) this.#change(() => this.#own.put(chosen, null));
	}

	#pressed(event) {
		const sq = this.#board.squareAt(event.clientX, event.clientY);
		const code = this.#own.pieces.get(sq);

		if (this.stage === 'arrange' && code && this.#isVisible)
			this.#drag.begin(event, { side: this.#page.view.you, code, sq });
	}

	#dropped({ sq: from, code }, sq) {
		this.#change(() => this.#own.put(from ? { sq: from } : { code }, this.#homeOnly(sq)));
	}

	#homeOnly(sq) {
		const { home_rows: homeRows, rows, you } = this.#page.view;
		const first = homeOf(you, homeRows, rows);

		return sq && rowOf(sq) >= first && rowOf(sq) < first + homeRows ? sq : null;
	}

	#hide() {
		this.#isHidden = !this.#isHidden;
		this.render();
		this.#page.render();
	}

	#openList() {
		openFormations({
			shape: this.#shape,
			side: this.#page.view.you,
			firstRow: homeOf(this.#page.view.you, this.#shape.rows, this.#page.view.rows) + 1,
			current: this.#own,
			use: (rows) => this.#set(rows),
			note: this.#planning.note,
		});
	}

	async #tell() {
		const { wire } = this.#own;

		if (await this.#page.say(`formation ${wire}`)) {
			this.#isChanging = false;
			this.#page.memory.set({ trouble: null });
			this.#page.render();
		}
	}

	/* Play must not begin while the set-up is changed. */
	async #reopen() {
		if (this.#hasSaidReady && !(await this.#page.say('not-ready'))) return;
		this.#isChanging = true;
		this.#page.memory.set({ trouble: null });
		this.#page.render();
	}

	async #ready() {
		this.#page.memory.set({ trouble: null });
		await this.#page.say('ready', (trouble) => this.#page.memory.set({ trouble }));
		this.#page.render();
	}
}
