/*
 * The wooden pieces: which square holds one of which side, what is in the hand, how many lie beside
 * the board. They have no ranks here; only their owners' handhelds know those. On a board that
 * reads tags each has its own tag, and then it matters which of them stands where. The places are
 * remembered on this device, as wood stays where it is when a page is closed.
 */
import { armySize } from '../common/editions.js';
import { standing } from '../common/squares.js';

const KEPT = 'adjutant/table';

export class Pieces {
	/* {side, from, tag}: from is null if it came from beside the board, and then tag is, too: which
	 * one it was is decided when it is set down */
	hand = null;
	#on = new Map(); /* square to {side, tag}; tag is null where none are read */
	#game = '';
	#army = 0;
	#set;
	#changed;
	#storage;
	#random;

	/* changed(sq): something was lifted or set down there; null: only the hand has changed; set: as
	 * tag_set.js has it */
	constructor(changed, set, { storage = globalThis.localStorage, random = Math.random } = {}) {
		this.#changed = changed;
		this.#set = set;
		this.#storage = storage;
		this.#random = random;
	}

	/*
	 * The game of this view is on the table now. Returns whether it is a different one: then
	 * the pieces stand as remembered or, failing that, as the board has them.
	 */
	adopt({ id, army, ...view }) {
		if (id === '' || id === this.#game) return false;
		this.#game = id;
		this.#army = armySize({ army });
		if (!this.#recall()) {
			this.hand = null;
			this.#on = new Map(this.#set.places);
			for (const [sq, { side }] of standing(view))
				if (!this.#on.has(sq)) this.#on.set(sq, { side, tag: this.#choose(side, sq) });
		}
		this.#remember();
		return true;
	}

	isFor({ id }) {
		return id === this.#game;
	}

	at(sq) {
		return this.#on.get(sq)?.side ?? null;
	}

	tagAt(sq) {
		return this.#on.get(sq)?.tag ?? null;
	}

	/* where the piece with this tag stands; null if it does not */
	squareOf(tag) {
		return [...this.#on].find(([, each]) => each.tag === tag)?.[0] ?? null;
	}

	/* [square, side] of all that stand on the board */
	get all() {
		return [...this.#on].map(([sq, { side }]) => [sq, side]);
	}

	count(side) {
		return this.all.filter(([, each]) => each === side).length;
	}

	beside(side) {
		const total = this.#set.of(side).length || this.#army;

		return Math.max(0, total - this.count(side) - (this.hand?.side === side ? 1 : 0));
	}

	/* ---- what a hand does; each returns whether it could be done ---- */

	lift(sq) {
		if (!this.at(sq) || this.hand) return false;
		this.hand = { ...this.#on.get(sq), from: sq };
		return this.#change(sq, null);
	}

	take(side) {
		if (this.hand || this.beside(side) === 0) return false;
		this.hand = { side, from: null, tag: null };
		return this.#change(null);
	}

	setDown(sq) {
		const { side, tag } = this.hand ?? {};

		if (!side || this.at(sq)) return false;
		this.hand = null;
		return this.#change(sq, { side, tag: tag ?? this.#choose(side, sq) });
	}

	putAside() {
		if (!this.hand) return false;
		this.hand = null;
		return this.#change(null);
	}

	/* Only now is it decided which piece came from beside the board. */
	decide() {
		if (this.hand) this.hand.tag ??= this.#choose(this.hand.side, null);
	}

	/* off the board at once, by some other hand */
	remove(sq) {
		return this.at(sq) !== null && this.#change(sq, null);
	}

	/* from beside the board at once; tag: this piece and no other */
	place(sq, side, tag = null) {
		if (this.at(sq) || this.beside(side) === 0) return false;
		return this.#change(sq, { side, tag: tag ?? this.#choose(side, sq) });
	}

	/*
	 * Chooses the piece to take: the one that belongs there, or else one that is missing, as
	 * people see on its face; otherwise any. null where pieces have no tags.
	 */
	#choose(side, sq) {
		const lying = this.#set.of(side).filter((tag) => tag !== this.hand?.tag && !this.squareOf(tag));
		const missing = lying.filter((tag) => this.#set.isInPlay(tag));
		const some = missing.length > 0 ? missing : lying;
		const own = this.#set.on(sq);

		if (own && lying.includes(own)) return own;
		return some[Math.floor(this.#random() * some.length)] ?? null;
	}

	#change(sq, piece) {
		if (sq && piece) this.#on.set(sq, piece);
		else if (sq) this.#on.delete(sq);
		this.#remember();
		this.#changed(sq);
		return true;
	}

	/* ---- memory ---- */

	#remember() {
		const { hand } = this;

		try {
			this.#storage?.setItem(KEPT, JSON.stringify({ game: this.#game, on: [...this.#on], hand }));
		} catch {
			/* a device without storage shows the pieces as the game has them */
		}
	}

	#recall() {
		try {
			const kept = JSON.parse(this.#storage?.getItem(KEPT));

			if (kept?.game !== this.#game || kept.on.some(([, { side }]) => !side)) return false;
			this.#on = new Map(kept.on);
			this.hand = kept.hand;
			return true;
		} catch {
			return false;
		}
	}
}
