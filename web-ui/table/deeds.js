/* What presses, keys and buttons mean at the table: which movements of the hand they are. */
import { notice } from '../common/dialog.js';
import { t } from '../common/i18n.js';
import { columnOf, rowOf } from '../common/squares.js';

const KNOCKED = 5; /* pieces that an elbow takes */

/* squares that people are asked to do something about */
export function guidedSquares({ guides }) {
	return guides.filter(({ do: what }) => what !== 'check').flatMap(({ squares }) => squares);
}

function distance(a, b) {
	return Math.hypot(columnOf(a) - columnOf(b), rowOf(a) - rowOf(b));
}

/* the squares with a piece around this one */
export function neighboursOf(sq, pieces) {
	return pieces.all.map(([each]) => each).filter((each) => each !== sq && distance(each, sq) < 2);
}

export class Deeds {
	isPuttingRight = false;
	#parts;

	/*
	 * parts: {hand, pieces, view(), focus(sq), hover(sq), draw(), askForHomes()}: hover is for a
	 * piece that stays in the hand, over that square; null: over those beside the board; askForHomes
	 * is a promise of the squares that both armies are to fill
	 */
	constructor(parts) {
		this.#parts = parts;
	}

	/* pressed without a drag; lifted: the piece that stood there is in the hand by that */
	tap(sq, lifted) {
		const { focus, hover } = this.#parts;

		focus(sq); /* a keyboard user continues there */
		if (this.#isGuided(sq)) this.#fix(sq);
		else if (lifted) hover(sq);
		else this.#setDown(sq);
	}

	/* by keyboard or screen reader */
	pick(sq) {
		const { hand, hover } = this.#parts;

		if (hand.isBusy) return;
		if (this.#isGuided(sq)) this.#fix(sq);
		else if (hand.held) this.#setDown(sq);
		else if (hand.lift(sq)) hover(sq);
	}

	key(event) {
		const { hand, hover } = this.#parts;
		const sq = document.activeElement.dataset.square;
		const keys = {
			escape: () => hand.putBack(),
			delete: () => hand.putAside(),
			backspace: () => hand.putAside(),
			t: () => sq && hand.touch(sq),
		};
		const act = keys[event.key.toLowerCase()];

		if (!hand.held || hand.isBusy) return;
		/* the board has gone on to the next square already */
		if (event.key.startsWith('Arrow') && sq) hover(sq);
		if (!act) return;
		event.preventDefault();
		act();
	}

	/* Another piece of the same side stands there: where pieces are told apart, a reason to
	 * exchange them during set-up. */
	refuse(sq) {
		const { hand, view, hover, draw } = this.#parts;
		const { tags, phase } = view();

		if (tags && phase === 'setup') {
			hand.exchange(sq).then(draw);
			return;
		}
		notice(t('table.occupied', { square: sq }));
		hover(sq);
	}

	/* As the players' phones show it: which squares are filled, and not by what. */
	async placeAll() {
		const { hand, askForHomes, draw } = this.#parts;

		try {
			const homes = await askForHomes();

			if (homes) await hand.placeAs(homes); /* otherwise the game has begun meanwhile */
			draw();
		} catch ({ message }) {
			notice(message, 'bad');
		}
	}

	async putRight() {
		const { hand, view, draw } = this.#parts;

		this.isPuttingRight = true;
		draw();
		await hand.putRight(() => guidedSquares(view()));
		this.isPuttingRight = false;
		draw();
	}

	/* several pieces near each other */
	knock() {
		const { hand, pieces } = this.#parts;
		const squares = pieces.all.map(([sq]) => sq);
		const middle = squares[Math.floor(Math.random() * squares.length)];

		squares.sort((a, b) => distance(a, middle) - distance(b, middle));
		return hand.sweep(squares.slice(0, KNOCKED));
	}

	#isGuided(sq) {
		return guidedSquares(this.#parts.view()).includes(sq);
	}

	async #fix(sq) {
		await this.#parts.hand.fix(sq);
		this.#parts.draw();
	}

	#setDown(sq) {
		const { hand, hover } = this.#parts;
		const { held } = hand;

		if (!held) return;
		if (!hand.setDown(sq)) this.refuse(sq);
		else if (hand.held) hover(sq);
		else this.#takeNext(held);
	}

	/* A player who sets up piece after piece need not go back for each of them. */
	#takeNext({ side, from }) {
		const { hand, view, hover } = this.#parts;

		if (view().phase === 'setup' && !from && hand.take(side)) hover(null);
	}
}
