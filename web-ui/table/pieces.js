/*
 * The wooden pieces: which square holds one of which side, what is in the hand, how many lie beside
 * the board. They have no ranks here; only their owners' handhelds know those. What stands where is
 * remembered on this device, as wood stays where it is when a page is closed.
 */
import { armySize } from '../common/editions.js';
import { standing } from '../common/squares.js';

const KEPT = 'adjutant/table';

export class Pieces {
	hand = null; /* {side, from}: from is null if it came from beside the board */
	#on = new Map();
	#game = '';
	#army = 0;
	#changed;
	#storage;

	/* changed(sq): something was lifted or set down there; null: only the hand has changed */
	constructor(changed, storage = globalThis.localStorage) {
		this.#changed = changed;
		this.#storage = storage;
	}

	/*
	 * The game of this view is on the table now. Returns whether it is another one than before:
	 * then the pieces stand as they are remembered or, by want of that, as the view has them.
	 */
	adopt({ id, edition, ...view }) {
		if (id === '' || id === this.#game) return false;
		this.#game = id;
		this.#army = armySize(edition);
		if (!this.#recall()) {
			this.#on = new Map([...standing(view)].map(([sq, { side }]) => [sq, side]));
			this.hand = null;
		}
		this.#remember();
		return true;
	}

	at(sq) {
		return this.#on.get(sq) ?? null;
	}

	/* [square, side] of all that stand on the board */
	get all() {
		return [...this.#on];
	}

	count(side) {
		return this.all.filter(([, each]) => each === side).length;
	}

	beside(side) {
		return Math.max(0, this.#army - this.count(side) - (this.hand?.side === side ? 1 : 0));
	}

	/* ---- what a hand does; each returns whether it could be done ---- */

	lift(sq) {
		const side = this.at(sq);

		if (!side || this.hand) return false;
		this.hand = { side, from: sq };
		return this.#change(sq, null);
	}

	take(side) {
		if (this.hand || this.beside(side) === 0) return false;
		this.hand = { side, from: null };
		return this.#change(null);
	}

	setDown(sq) {
		const { side } = this.hand ?? {};

		if (!side || this.at(sq)) return false;
		this.hand = null;
		return this.#change(sq, side);
	}

	putAside() {
		if (!this.hand) return false;
		this.hand = null;
		return this.#change(null);
	}

	/* off the board at once, by whatever other hand */
	remove(sq) {
		return this.at(sq) !== null && this.#change(sq, null);
	}

	/* from beside the board at once */
	place(sq, side) {
		return !this.at(sq) && this.beside(side) > 0 && this.#change(sq, side);
	}

	#change(sq, side) {
		if (sq && side) this.#on.set(sq, side);
		else if (sq) this.#on.delete(sq);
		this.#remember();
		this.#changed(sq);
		return true;
	}

	/* ---- memory ---- */

	#remember() {
		const { hand } = this;

		try {
			this.#storage?.setItem(KEPT, JSON.stringify({ game: this.#game, on: this.all, hand }));
		} catch {
			/* a device that keeps nothing shows the pieces as the game has them */
		}
	}

	#recall() {
		try {
			const kept = JSON.parse(this.#storage?.getItem(KEPT));

			if (kept?.game !== this.#game) return false;
			this.#on = new Map(kept.on);
			this.hand = kept.hand;
			return true;
		} catch {
			return false;
		}
	}
}
