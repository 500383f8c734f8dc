/*
 * The handheld of one seat. It draws the whole page from the view and what this device remembers of
 * the game (memory.js), whenever something is new; the page itself holds only what the player is
 * about to do.
 */
import { Board, pieceIcon } from '../common/board.js';
import { Clocks } from '../common/clocks.js';
import { fill, h } from '../common/dom.js';
import { otherSide } from '../common/editions.js';
import { eventText } from '../common/events.js';
import { t } from '../common/i18n.js';
import { playerName } from '../common/names.js';
import { actionFor, promptMarks, promptText } from '../common/prompt.js';
import { rulesButton } from '../common/rules/open.js';
import { standing } from '../common/squares.js';
import { touchText, withTouch } from '../common/touch.js';
import { answers } from './answers.js';
import { battlePanel, foldedBattle } from './battle/battle.js';
import { Folding } from './battle/folding.js';
import { attackOf, lastBattle, moverOf, squaresOf } from './battle/captured.js';
import { Hand } from './battle/hand.js';
import { End } from './end/end.js';
import { Look } from './look.js';
import { openMenu } from './menu.js';
import { Picking } from './picking.js';
import { SetUp } from './setup/setup.js';
import { Tip } from './tip.js';
import { takenRows, takenSummary } from './battle/taken.js';

export class Handheld {
	element;
	memory;
	signals;
	look = new Look(() => this.render());
	tip = new Tip(() => this.render());
	#link;
	#speech;
	#clocks = new Clocks();
	#picking = new Picking(this);
	#hand = new Hand(this);
	#folding = new Folding(() => this.render());
	#setup = new SetUp(this);
	#end = new End(this);
	#board = null;
	#battleKey = ''; /* what its panel was made of */
	#boardOf = ''; /* the game that the picture was made for */
	#parts = {
		players: h('div', { class: 'players' }),
		want: h('p', { class: 'want lead', role: 'status', 'aria-live': 'polite' }),
		problem: h('p', { class: 'problem bad', role: 'alert', hidden: true }),
		battle: h('div', { class: 'battle-place', 'aria-live': 'polite' }),
		picture: h('div', { class: 'picture' }),
		last: h('p', { class: 'last faint' }),
		answers: h('div', { class: 'answers', tabindex: -1 }),
		taken: h('details', { class: 'panel taken' }, h('summary', {}), h('div', {})),
	};
	#play = h('div', { class: 'play' });

	constructor(link, { memory, signals, speech }) {
		Object.assign(this, { memory, signals });
		this.#link = link;
		this.#speech = speech;
		this.element = this.#compose();
	}

	get view() {
		return this.#link.state;
	}

	#compose() {
		const { players, want, problem, battle, picture, last, answers, taken } = this.#parts;
		const more = h('button', { class: 'more', onclick: () => openMenu(this) }, t('button.more'));

		this.#play.append(
			h('div', { class: 'left' }, this.#end.element, picture, last),
			h('div', { class: 'right' }, answers, this.look.element, this.#hand.element, taken),
		);
		return h(
			'div',
			{ class: 'handheld' },
			h('h1', { class: 'visually-hidden' }, t('home.title')),
			h('header', { class: 'bar' }, players, rulesButton(() => this.view, { isSmall: true }), more),
			h('div', { class: 'told' }, want, this.#clocks.setup, problem),
			this.tip.element,
			battle,
			this.#setup.element,
			this.#play,
		);
	}

	say(word, refused) {
		return this.#speech.say(word, refused);
	}

	/* what is asked for without the player's doing; a refusal is of no interest */
	ask(word) {
		this.#speech.say(word, () => {});
	}

	pick(action) {
		if (action.picks[0] === 'game') {
			this.say('games'); /* the answer opens the form (newgame.js) */
			return;
		}
		this.#picking.start(action);
	}

	/* ---- drawing ---- */

	render() {
		const { view } = this;

		if (!view) return;
		const isSetup = view.phase === 'setup';
		const want = this.#want();
		this.element.dataset.phase = view.phase;
		this.element.dataset.edition = view.edition;
		this.#setup.element.hidden = !isSetup;
		this.#drawEnd();
		this.#parts.picture.hidden = this.#parts.last.hidden = isSetup || this.#end.isShown;
		this.#parts.taken.hidden = isSetup;
		this.#drawPlayers();
		this.#drawWant(want);
		this.tip.render(this.view);
		this.#drawBattle();
		if (!isSetup) {
			this.#setup.clear();
			this.#drawBoard(want);
		}
		this.look.element.hidden = this.#end.isRevealed || (isSetup && !this.#setup.isHidden);
		this.#drawAnswers();
		this.#hand.render();
		this.#drawTaken();
		document.title = this.#title(want);
	}

	/* A game that ended before it began has nothing to step through. */
	#drawEnd() {
		if (this.view.phase === 'over' && this.view.commitments) this.#end.show();
		else this.#end.hide();
	}

	/* The seat is lost: what has been can be looked at, and nothing can be said any more. */
	retire() {
		this.element.classList.add('retired');
	}

	takeOpenings(list) {
		this.#end.takeOpenings(list);
	}

	/* Only the picture: somebody may be about to press a button. */
	showTouch() {
		if (this.view && this.view.phase !== 'setup') this.#drawBoard(this.#want());
	}

	#want() {
		const { prompt, phase } = this.view;
		const want = { kind: prompt.kind, text: promptText(prompt), marks: promptMarks(prompt) };

		if (phase === 'setup') {
			this.#setup.render();
			return { ...want, text: this.#setup.text ?? want.text };
		}
		if (!this.#picking.isOn) return want;
		const { text, marks, chosen } = this.#picking;
		return { ...want, text, marks, chosen };
	}

	#drawPlayers() {
		const { view } = this;
		const { you } = view;
		const chip = (side) => {
			const name = playerName(side);
			const who = side === you ? t('play.you', { side: name }) : name;

			return h(
				'span',
				{ class: `player ${side} ${view.turn === side ? 'turn' : ''}` },
				pieceIcon(side, '?', { decorative: true }),
				h('span', { class: 'who' }, who),
				h('span', { class: `clock-place ${side}` }),
			);
		};
		const fresh = [chip(you), chip(otherSide(you))];

		/* the clocks run by themselves and stay what they are */
		fill(this.#parts.players, fresh);
		for (const place of this.#parts.players.querySelectorAll('.clock-place')) {
			const clock = this.#clocks.elements[place.classList.contains('red') ? 'red' : 'blue'];
			if (clock.parentNode !== place) place.append(clock);
		}
		this.#clocks.show(view);
	}

	#drawWant({ kind, text }) {
		const { want, problem } = this.#parts;
		const { illegal } = this.memory.now;

		if (want.textContent !== text) want.textContent = text;
		want.className = `want lead ${kind}`;
		problem.hidden = !illegal || this.view.phase === 'over';
		problem.textContent = problem.hidden ? '' : t(`rule.${illegal}`);
	}

	#drawBattle() {
		const { view } = this;
		const battle = lastBattle(view, this.memory.now.book);
		const close = () => {
			this.memory.set({ putAway: battle.index });
			this.render();
		};

		const isAway = !battle || battle.index <= this.memory.now.putAway;
		const isFolded = !isAway && this.#folding.isFolded(battle, view);
		const key = isAway ? '' : JSON.stringify([view.id, battle, isFolded]);

		/* made anew it would be turned over once more */
		if (key === this.#battleKey) return;
		this.#battleKey = key;
		fill(
			this.#parts.battle,
			isAway
				? null
				: isFolded
					? foldedBattle(battle, view.you, () => this.#folding.open())
					: battlePanel(battle, view.you, close),
		);
	}

	#makeBoard() {
		const { view } = this;
		const wanted = `${view.edition} ${view.you}`;

		if (this.#boardOf === wanted) return;
		this.#boardOf = wanted;
		/* the view's title is the table's name, and does not describe the picture */
		const shape = { ...view, title: null, bottom: view.you };
		this.#board = new Board({ ...shape, pick: (sq) => this.#pick(sq) });
		this.#parts.picture.replaceChildren(this.#board.element);
	}

	#drawBoard(want) {
		const { view, look } = this;
		const pieces = standing(view);

		this.#makeBoard();
		if (!look.isLooking)
			for (const [sq, piece] of pieces)
				if (piece.side === view.you) pieces.set(sq, { ...piece, code: '?' });
		const last = squaresOf(view.moves.at(-1) ?? '');
		const trace = last ? new Map([[last.from, 'from'], [last.sq, 'to']]) : new Map();
		this.#board.show({
			pieces: withTouch(pieces, this.#link.touch),
			marks: want.marks.size > 0 ? want.marks : trace,
			chosen: want.chosen,
		});
		this.#parts.last.textContent = touchText(this.#link.touch) || this.#lastText();
	}

	/* what happened last, in words */
	#lastText() {
		const { view } = this;
		const index = view.moves.length - 1;
		const move = view.moves[index] ?? '';
		const squares = squaresOf(move);

		if (!squares) return '';
		const attack = attackOf(move);
		const kind = attack ? 'battle' : move.startsWith('swap') ? 'swap' : 'move';
		return eventText({ event: kind, side: moverOf(view, index), ...squares, ...attack }) ?? '';
	}

	#drawAnswers() {
		const place = this.#parts.answers;
		const hadFocus = place.contains(document.activeElement);

		fill(place, this.#picking.isOn ? this.#picking.buttons() : answers(this));
		/* a keyboard user stays where the buttons are, but presses none by accident */
		if (hadFocus && !place.contains(document.activeElement)) place.focus();
	}

	#drawTaken() {
		const { view, memory, look } = this;
		const [summary, rows] = this.#parts.taken.children;

		summary.textContent = takenSummary(view);
		fill(rows, view.phase === 'setup' ? null : takenRows(view, memory.now.book, look.isLooking));
	}

	#title({ text }) {
		const { turn, you } = this.view;
		const whose = turn === you ? t('tell.your-turn') : t('watch.turn', { side: playerName(turn) });

		return `${turn ? whose : text} · ${t('home.title')}`;
	}

	/* ---- choosing ---- */

	#pick(sq) {
		const target = actionFor(this.view.prompt, `target ${sq}`);

		if (this.#picking.isOn) this.#picking.pick(sq);
		else if (target) this.say(target.word);
	}
}
